// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Data set: renders the lines of a manifest, or estimates the effort.

#ifndef JW_DATASET_H
#define JW_DATASET_H

#include "app/render/render_options.h"
#include "base/error.h"

#include <stdbool.h>

typedef enum {
    JW_DATASET_WHOLE,   ///< All lines have results
    JW_DATASET_PARTLY,  ///< Some lines failed, as reported
    JW_DATASET_STOPPED, ///< It could not begin or continue; the error gives the reason
} JwDatasetEnd;

/// Renders the manifest of the options, or a shard of it, into the options' folder, and reports the
/// results on stdout and stderr. All threads call stopped() between blocks. A dry run reports the
/// effort. [main]
JwDatasetEnd jw_dataset_run(const JwRenderOptions *options, bool (*stopped)(void), JwError *error);

#endif // JW_DATASET_H
