// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Threads that help an engine with one score.

#ifndef JW_HELPERS_H
#define JW_HELPERS_H

#include "engine/engine.h"

typedef struct JwHelpers JwHelpers;

/// Starts threads that help a prepared engine, at most n_threads in all with the caller's; fewer if
/// the engine has no work for them or the system gives none. NULL if the engine stays alone. While
/// threads are in each other's way, the engine goes on alone for a time. [main]
JwHelpers *jw_helpers_start(JwEngine *engine, int n_threads);

/// Ends the threads, which leaves the engine alone again; NULL is fine. Returns the processor time
/// that they took. [s] [main]
double jw_helpers_stop(JwHelpers *helpers);

#endif // JW_HELPERS_H
