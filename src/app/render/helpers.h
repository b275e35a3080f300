// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that help an engine to render one score.

#ifndef JW_HELPERS_H
#define JW_HELPERS_H

#include "engine/engine.h"

typedef struct JwHelpers JwHelpers;

/// Starts threads that help a prepared engine, at most n_threads including the caller's, or fewer
/// if the engine has no work for them or the system provides none. Returns NULL if there are no
/// helpers. While threads slow each other down, the engine works alone for a time. [main]
JwHelpers *jw_helpers_start(JwEngine *engine, int n_threads);

/// Ends the threads; accepts NULL. Returns the processor time that they used [s]. [main]
double jw_helpers_stop(JwHelpers *helpers);

#endif // JW_HELPERS_H
