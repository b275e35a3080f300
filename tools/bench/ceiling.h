// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The machine's own limits.

#ifndef JW_BENCH_CEILING_H
#define JW_BENCH_CEILING_H

#include <stddef.h>

typedef struct {
    double fused, apart; ///< Multiply-adds a second, 32 bits
    double l1, l2;       ///< Bytes a second read
} JwBenchMachine;

/// Few enough for any first, too many for any first and few enough for any second cache.
enum { JW_BENCH_L1_BYTES = 16384, JW_BENCH_L2_BYTES = 262144 };

/// One round; keeps the larger figures.
void jw_bench_machine_round(JwBenchMachine *machine);

/// Bytes a second that a loop over so many reads again and again, up to 4 MiB.
double jw_bench_machine_reads(double bytes);

#endif // JW_BENCH_CEILING_H
