// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "isa.h"
#include "peak.h"

enum { SUMS = 8 };

static volatile unsigned long long sink;

#define READ(name, bytes, attribute)                                                               \
    typedef unsigned long long name##_lanes __attribute__((vector_size(bytes)));                   \
    attribute static double name(const void *from, size_t size, long n) {                          \
        const name##_lanes *at = from;                                                             \
        name##_lanes sum[SUMS] = {{0}};                                                            \
        for (long round = 0; round < n; ++round) {                                                 \
            for (size_t i = 0; i + SUMS <= size / bytes; i += SUMS) {                              \
                for (size_t k = 0; k < SUMS; ++k) {                                                \
                    sum[k] ^= at[i + k];                                                           \
                }                                                                                  \
            }                                                                                      \
            /* The compiler must not see that rounds undo each other. */                           \
            __asm__ volatile("" : : "r"(at) : "memory");                                           \
        }                                                                                          \
        for (size_t k = 1; k < SUMS; ++k) {                                                        \
            sum[0] ^= sum[k];                                                                      \
        }                                                                                          \
        sink = sum[0][0];                                                                          \
        return (double)n * (double)size;                                                           \
    }                                                                                              \
    static double name(const void *from, size_t size, long n)

#ifdef JW_BENCH_LEVELS
READ(read_v4, 64, JW_BENCH_TARGET_V4);
READ(read_v3, 32, JW_BENCH_TARGET_V3);
#endif
READ(read_baseline, 16, );

double jw_bench_read(const void *from, size_t size, long n) {
#ifdef JW_BENCH_LEVELS
    switch (jw_kernels_isa()) {
    case JW_ISA_V4:
        return read_v4(from, size, n);
    case JW_ISA_V3:
        return read_v3(from, size, n);
    case JW_ISA_BASELINE:
        break;
    }
#endif
    return read_baseline(from, size, n);
}
