// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that help an engine with one score.

#ifndef JW_HELPERS_H
#define JW_HELPERS_H

#include "engine/engine.h"

typedef struct JwHelpers JwHelpers;

/// Threads for the engine to have so many in all, its own among them, as far as it has work for
/// them and the system gives any; NULL if it stays alone. Prepare it first. Where they are
/// in each other's way, the engine goes on alone for a while. [main]
JwHelpers *jw_helpers_start(JwEngine *engine, int n_threads);

/// They end, and the engine is alone again; NULL is fine. Returns the processor time that they
/// took. [s] [main]
double jw_helpers_stop(JwHelpers *helpers);

#endif // JW_HELPERS_H
