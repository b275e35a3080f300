// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Limits of the machine.

#ifndef JW_BENCH_CEILING_H
#define JW_BENCH_CEILING_H

#include <stddef.h>

typedef struct {
    double fused, apart; ///< Multiply-adds a second, 32 bits
    double l1, l2;       ///< Bytes read a second
} JwBenchMachine;

/// Sizes of the data sets: the first fits in any first-level cache; the second exceeds any
/// first-level cache and fits in any second-level cache.
enum { JW_BENCH_L1_BYTES = 16384, JW_BENCH_L2_BYTES = 262144 };

/// Measures one round; keeps the larger figures.
void jw_bench_machine_round(JwBenchMachine *machine);

/// Bytes per second of a loop that repeatedly reads the same `bytes` bytes, up to 4 MiB.
double jw_bench_machine_reads(double bytes);

#endif // JW_BENCH_CEILING_H
