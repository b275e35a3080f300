// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// All that one command line renders: one score, or several side by side.

#ifndef JW_BATCH_H
#define JW_BATCH_H

#include "app/message.h"
#include "app/render_options.h"

#include <stdbool.h>

/// Renders; a progress bar is shown on stderr, for all together. Of several scores, each that fails
/// is told in a line there, and the others are rendered. False with a message. stopped is asked
/// between blocks, by every thread. [main]
bool jw_batch_run(const JwRenderOptions *options, bool (*stopped)(void), JwMessage *message);

#endif // JW_BATCH_H
