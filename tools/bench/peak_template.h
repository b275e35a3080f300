// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loop over registers; a file defines FUNCTION and includes it, with contraction on or off.
//
// Sixteen registers hold the sums and the two factors: enough independent sums to fill every unit
// for its latency. There is one version for each level of the instruction set, with vectors of its
// width.

#include "isa.h"
#include "peak.h"

enum { SUMS = 14 };

/// Volatile, so that the compiler cannot know factor and sums.
static volatile float factor_now = 0.5F, term_now = 1.0F, sink;

#define LOOP(name, bytes, attribute)                                                               \
    typedef float name##_lanes __attribute__((vector_size(bytes)));                                \
    attribute static double name(long n) {                                                         \
        const name##_lanes factor = (name##_lanes){0.0F} + factor_now;                             \
        const name##_lanes term = (name##_lanes){0.0F} + term_now;                                 \
        name##_lanes sum[SUMS], all = term;                                                        \
        for (int k = 0; k < SUMS; ++k) {                                                           \
            sum[k] = term * (float)k;                                                              \
        }                                                                                          \
        for (long round = 0; round < n; ++round) {                                                 \
            for (int k = 0; k < SUMS; ++k) {                                                       \
                sum[k] = sum[k] * factor + term;                                                   \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; k < SUMS; ++k) {                                                           \
            all += sum[k];                                                                         \
        }                                                                                          \
        sink = all[0];                                                                             \
        const size_t lanes = sizeof(all) / sizeof(float);                                          \
        return (double)n * SUMS * (double)lanes;                                                   \
    }                                                                                              \
    static double name(long n)

#ifdef JW_BENCH_LEVELS
LOOP(run_v4, 64, JW_BENCH_TARGET_V4);
LOOP(run_v3, 32, JW_BENCH_TARGET_V3);
#endif
LOOP(run_baseline, 16, );

double FUNCTION(long n) {
#ifdef JW_BENCH_LEVELS
    switch (jw_kernels_isa()) {
    case JW_ISA_V4:
        return run_v4(n);
    case JW_ISA_V3:
        return run_v3(n);
    case JW_ISA_BASELINE:
        break;
    }
#endif
    return run_baseline(n);
}
