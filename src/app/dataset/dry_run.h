// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Dry run of a shard: finds errors in its lines and estimates its effort.

#ifndef JW_DRY_RUN_H
#define JW_DRY_RUN_H

#include "app/dataset/dataset.h"
#include "app/dataset/shard.h"
#include "base/error.h"

/// Reads every line and its inputs and reports failures. Renders short parts of some lines into a
/// temporary folder and reports an estimate for all lines. [main]
JwDatasetEnd jw_dry_run(const JwShardSpec *spec, JwError *error);

#endif // JW_DRY_RUN_H
