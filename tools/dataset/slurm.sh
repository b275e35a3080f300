#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Renders a data set as an array of Slurm tasks, a shard each:
#
#     sbatch --array=1-100 tools/dataset/slurm.sh 100 MANIFEST.jsonl DIR [OPTIONS]
#
# The number before the manifest is that of the shards, and stays the same when only some of them
# are submitted again (--array=3,17). The folder has to be one that all machines see. A task goes on
# where an earlier one of its shard was ended, by whatever: submitted again, or put back into the
# queue by Slurm itself, it loses no more than the note that it was at. JAWARI_RENDER is the program,
# if it is not jawari-render in the path.

#SBATCH --job-name=jawari
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=512M
#SBATCH --requeue
#SBATCH --open-mode=append

set -eu
if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=1-N $0 N MANIFEST.jsonl DIR [OPTIONS]" >&2
    exit 2
fi
shards=$1 manifest=$2 folder=$3
shift 3
exec "${JAWARI_RENDER:-jawari-render}" --manifest "$manifest" --output-dir "$folder" \
    --shard "$SLURM_ARRAY_TASK_ID/$shards" --resume --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@"
