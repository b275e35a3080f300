// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Growth of the cost with strings, modes and contact points.

#ifndef JW_BENCH_SWEEP_H
#define JW_BENCH_SWEEP_H

#include "base/error.h"

#include <stdbool.h>

/// True if the name ends in .png or .svg.
bool jw_bench_sweep_name_ok(const char *path);

/// Measures, prints and draws.
bool jw_bench_sweep(const char *path, double seconds, JwError *error);

#endif // JW_BENCH_SWEEP_H
