// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Data set: what the lines of a manifest ask for, or what they would take.

#ifndef JW_DATASET_H
#define JW_DATASET_H

#include "app/render/render_options.h"
#include "base/message.h"

#include <stdbool.h>

typedef enum {
    JW_DATASET_WHOLE,   ///< All lines are results now
    JW_DATASET_PARTLY,  ///< Some lines failed, which was told
    JW_DATASET_STOPPED, ///< It could not begin or go on: the message says why
} JwDatasetEnd;

/// Renders the manifest of the options, or their shard of it, into their folder, and tells on
/// stdout and stderr what became of it; stopped() is asked between blocks, by every thread. A dry
/// run tells what it would take. [main]
JwDatasetEnd jw_dataset_run(const JwRenderOptions *options, bool (*stopped)(void),
                            JwMessage *message);

#endif // JW_DATASET_H
