// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tasks without shared data, run on several threads.

#ifndef JW_PARALLEL_H
#define JW_PARALLEL_H

#include <stdbool.h>

/// Number of processors that this process may use, at least 1. [any]
int jw_parallel_cores(void);

/// Runs task(user, i) once for every i < n, on up to n_threads threads including the caller's, or
/// on fewer if the system does not provide them. Returns when all have ended. [main]
void jw_parallel_each(int n_threads, int n, void (*task)(void *user, int i), void *user);

#endif // JW_PARALLEL_H
