// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes in registers of 256 bits: simd/reduce.h has the order of the sums.

#ifndef JW_REDUCE_256_H
#define JW_REDUCE_256_H

#include "simd/lanes.h"

/// Lanes folded onto half of them.
static JW_INLINE JW_REALTIME Float8 half_16f(Float16 v) {
    Float8 half;
    FloatReg folded[JW_REGS(Float8)];
    for (int p = 0; p < (int)JW_REGS(Float8); ++p) {
        folded[p] = v.reg[p] + v.reg[p + (int)JW_REGS(Float8)];
    }
    __builtin_memcpy(&half, folded, sizeof(half));
    return half;
}

/// Lanes folded onto a quarter of them.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
    const Float8 eight = v.reg[0] + v.reg[1];
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
}

/// Lanes folded onto a quarter of them.
static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
}

/// Lanes folded onto half of them.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
    return v.reg[0] + v.reg[1];
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// Warning silenced: gcc does not see that every register is put before it is added up.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/// Takes register p of a sum and adds up its lanes' halves as put_16d() does.
static JW_INLINE JW_REALTIME void put_16f(Float8 *to, Float16 *low, int p, FloatReg sum,
                                          bool more) {
    const int half = (int)JW_REGS(Float8);
    if (p < half) {
        low->reg[p] = sum;
    } else {
        FloatReg *at = (FloatReg *)to + (p - half);
        const FloatReg folded = low->reg[p - half] + sum;
        *at = more ? *at + folded : folded;
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Sums of eight blocks that were folded onto half their lanes.
static JW_INLINE JW_REALTIME void sum8_16f(const Float8 *v, double *out) {
// Registers of 256 bits at every level: half of wider ones would be moved about for nothing, and a
// load of two sums that were stored one by one would wait until both are done.
#define QUARTERS(x, y)                                                                             \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11) +                                     \
     __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15))
#define PAIRS(x, y)                                                                                \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) +                                     \
     __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
#define ONES(x, y)                                                                                 \
    (__builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14) +                                    \
     __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15))
    // Pairs of blocks share a register: 0 and 4, then 0 and 2, then 0 and 1. At the end each
    // block's sum stands in a lane of its own.
    const Float8 ae = QUARTERS(v[0], v[4]), bf = QUARTERS(v[1], v[5]);
    const Float8 cg = QUARTERS(v[2], v[6]), dh = QUARTERS(v[3], v[7]);
    const Float8 sums = ONES(PAIRS(ae, bf), PAIRS(cg, dh));
#undef QUARTERS
#undef PAIRS
#undef ONES
    const Float4 low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3);
    const Float4 high = __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
    const DoubleReg wide[] = {__builtin_convertvector(low, DoubleReg),
                              __builtin_convertvector(high, DoubleReg)};
    __builtin_memcpy(out, &wide, sizeof(wide));
}

/// Largest of the lanes.
static JW_INLINE JW_REALTIME double most_8d(Double8 v) {
    double most = v.reg[0][0];
    for (int i = 1; i < 8; ++i) {
        most = max_1d(most, v.reg[i / JW_DOUBLES][i % JW_DOUBLES]);
    }
    return most;
}

/// Tail for the rest of n floats that does not fill a register: a whole register here.
typedef FloatReg FloatTail;

static JW_INLINE JW_REALTIME FloatTail tail_16f(FloatReg v) {
    return v;
}

static JW_INLINE JW_REALTIME FloatTail tail_fma_16f(FloatTail a, FloatTail b, FloatTail c) {
    return FUSE_FLOAT(a, b, c);
}

#endif // JW_REDUCE_256_H
