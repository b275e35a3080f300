// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes in registers of 512 bits: simd/reduce.h defines the order of the sums.

#ifndef JW_REDUCE_512_H
#define JW_REDUCE_512_H

#include "simd/lanes.h"
#include "simd/reduce_eight.h"

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Float8 half_16f(Float16 v) {
    return __builtin_shufflevector(v.reg[0], v.reg[0], 0, 1, 2, 3, 4, 5, 6, 7) +
           __builtin_shufflevector(v.reg[0], v.reg[0], 8, 9, 10, 11, 12, 13, 14, 15);
}

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
    const Float8 eight = half_16f(v);
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
}

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
    const DoubleReg eight = v.reg[0] + v.reg[1];
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
}

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
    return __builtin_shufflevector(v.reg[0], v.reg[0], 0, 1, 2, 3) +
           __builtin_shufflevector(v.reg[0], v.reg[0], 4, 5, 6, 7);
}

/// Stores register p of a sum, which holds the whole sum here, as put_16d() does.
static JW_INLINE JW_REALTIME void put_16f(Float8 *to, Float16 *low, int p, FloatReg sum,
                                          bool more) {
    low->reg[p] = sum;
    const Float8 folded = half_16f(*low);
    *to = more ? *to + folded : folded;
}

/// Sums of eight half blocks.
static JW_INLINE JW_REALTIME void sum8_16f(const Float8 *v, double *out) {
    const Float8 sums = sum8_floats(v);
    // One conversion: the compiler's own converts two halves.
    const DoubleReg wide = _mm512_cvtps_pd(sums);
    __builtin_memcpy(out, &wide, sizeof(wide));
}

/// Largest of the lanes.
static JW_INLINE JW_REALTIME double most_8d(Double8 v) {
    const DoubleReg all = v.reg[0];
    const DoubleReg half = __builtin_shufflevector(all, all, 4, 5, 6, 7, 4, 5, 6, 7);
    const DoubleReg four = MAX_DOUBLE(all, half);
    const DoubleReg pair = __builtin_shufflevector(four, four, 2, 3, 2, 3, 2, 3, 2, 3);
    const DoubleReg two = MAX_DOUBLE(four, pair);
    return max_1d(two[0], two[1]);
}

/// Tail of n floats that does not fill a register: half a register here.
typedef Float8 FloatTail;

static JW_INLINE JW_REALTIME FloatTail tail_16f(FloatReg v) {
    return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
}

static JW_INLINE JW_REALTIME FloatTail tail_fma_16f(FloatTail a, FloatTail b, FloatTail c) {
    return _mm256_fmadd_ps(a, b, c);
}

#endif // JW_REDUCE_512_H
