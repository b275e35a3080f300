// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes in registers of 256 bits: simd/reduce.h defines the order of the sums.

#ifndef JW_REDUCE_256_H
#define JW_REDUCE_256_H

#include "simd/lanes.h"
#include "simd/reduce_eight.h"
#include "simd/reduce_narrow.h"

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
    const Float8 eight = v.reg[0] + v.reg[1];
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
}

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
}

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
    return v.reg[0] + v.reg[1];
}

/// Sums of eight half blocks.
static JW_INLINE JW_REALTIME void sum8_16f(const Float8 *v, double *out) {
    const Float8 sums = sum8_floats(v);
    // One conversion: the compiler's own converts two halves.
    _mm256_storeu_pd(out, _mm256_cvtps_pd(_mm256_castps256_ps128(sums)));
    _mm256_storeu_pd(out + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(sums, 1)));
}

#endif // JW_REDUCE_256_H
