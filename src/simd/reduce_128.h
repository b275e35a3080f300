// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes in registers of 128 bits: simd/reduce.h has the order of the sums.

#ifndef JW_REDUCE_128_H
#define JW_REDUCE_128_H

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
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
}

/// Lanes folded onto a quarter of them.
static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
    const DoubleReg low = (v.reg[0] + v.reg[4]) + (v.reg[2] + v.reg[6]);
    const DoubleReg high = (v.reg[1] + v.reg[5]) + (v.reg[3] + v.reg[7]);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

/// Lanes folded onto half of them.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
    const DoubleReg low = v.reg[0] + v.reg[2], high = v.reg[1] + v.reg[3];
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
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
    for (int i = 0; i < 8; i += 4) {
        Float4 four[4];
        for (int k = 0; k < 4; ++k) {
            const Float4 *half = (const Float4 *)&v[i + k];
            four[k] = half[0] + half[1];
        }
        SUM4(four[0], four[1], four[2], four[3], out + i);
    }
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

#endif // JW_REDUCE_128_H
