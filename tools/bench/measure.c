// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "measure.h"

#include <stdlib.h>
#include <time.h>

double jw_bench_cpu_s(void) {
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

JwBenchSpread jw_bench_spread(double *values, int n) {
    qsort(values, (size_t)n, sizeof(*values), compare);
    const double low = values[(n - 1) / 2], high = values[n / 2];
    return (JwBenchSpread){values[0], 0.5 * (low + high), values[n - 1]};
}
