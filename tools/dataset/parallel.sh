#!/bin/sh
# Copyright 2026 The Jawari authors
# SPDX-License-Identifier: ISC

# Renders a data set with GNU parallel, a shard a process, on this machine or on several:
#
#     tools/dataset/parallel.sh SHARDS MANIFEST.jsonl DIR [OPTIONS]
#     PARALLEL='--sshloginfile hosts --workdir .' tools/dataset/parallel.sh 64 MANIFEST.jsonl DIR
#
# As many at a time as there are processors. Run again, it goes on where it was ended. The exit
# status is the number of shards with lines that failed, 101 for more than 100. JAWARI_RENDER is the
# program, if it is not jawari-render in the path. One machine alone does the same without it:
# jawari-render --jobs.

set -eu
if [ $# -lt 3 ]; then
    echo "usage: $0 SHARDS MANIFEST.jsonl DIR [OPTIONS]" >&2
    exit 2
fi
shards=$1 manifest=$2 folder=$3
shift 3
mkdir -p "$folder"
# shellcheck disable=SC1083 # Braces are parallel's
exec parallel --will-cite --line-buffer --tag --tagstring 'shard {}' --quote \
    "${JAWARI_RENDER:-jawari-render}" --manifest "$manifest" --output-dir "$folder" \
    --shard {}/"$shards" --resume --jobs 1 "$@" ::: $(seq "$shards")
