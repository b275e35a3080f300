// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Dry run of a shard: what is wrong with its lines, and what it takes.

#ifndef JW_DRY_RUN_H
#define JW_DRY_RUN_H

#include "app/dataset/dataset.h"
#include "app/dataset/shard.h"
#include "base/message.h"

/// Reads every line and all that it needs, tells what fails, renders some lines for a moment into a
/// folder of their own that is removed, and tells what all of them take. [main]
JwDatasetEnd jw_dry_run(const JwShardSpec *spec, JwMessage *message);

#endif // JW_DRY_RUN_H
