// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// CPU time and its spread.

#ifndef JW_BENCH_MEASURE_H
#define JW_BENCH_MEASURE_H

typedef struct {
    double min, median, max;
} JwBenchSpread;

/// CPU time used by this thread [s].
double jw_bench_cpu_s(void);

/// Sorts n >= 1 values.
JwBenchSpread jw_bench_spread(double *values, int n);

#endif // JW_BENCH_MEASURE_H
