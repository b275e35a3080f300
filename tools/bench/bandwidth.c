// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "attributes.h"
#include "peak.h"

typedef unsigned long long Lanes __attribute__((vector_size(64)));

enum { SUMS = JW_BENCH_READ_BYTES / sizeof(Lanes) };

static volatile unsigned long long sink;

JW_VECTORIZED double jw_bench_read(const void *from, size_t size, long n) {
    const Lanes *at = from;
    Lanes sum[SUMS] = {{0}};
    for (long round = 0; round < n; ++round) {
        for (size_t i = 0; i + SUMS <= size / sizeof(Lanes); i += SUMS) {
            for (size_t k = 0; k < SUMS; ++k) {
                sum[k] ^= at[i + k];
            }
        }
        // Not the same sum again: the compiler must not see that rounds undo each other.
        __asm__ volatile("" : : "r"(at) : "memory");
    }
    for (size_t k = 1; k < SUMS; ++k) {
        sum[0] ^= sum[k];
    }
    sink = sum[0][0];
    return (double)n * (double)size;
}
