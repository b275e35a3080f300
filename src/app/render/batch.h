// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Batch of renderings: all scores of one command line, several in parallel.

#ifndef JW_BATCH_H
#define JW_BATCH_H

#include "app/render/render_options.h"
#include "base/error.h"

#include <stdbool.h>

/// Renders all scores and shows one progress bar on stderr. With several scores, a failure is
/// reported there in a line and the others continue. Returns false with an error on failure. All
/// threads call stopped() between blocks. [main]
bool jw_batch_run(const JwRenderOptions *options, bool (*stopped)(void), JwError *error);

#endif // JW_BATCH_H
