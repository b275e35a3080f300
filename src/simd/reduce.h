// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes, always in one order, which keeps the bits the same at every level of the
// instruction set: lanes are folded onto half of them, the upper half on the lower, until one is
// left. Functions that depend on the width of registers are in reduce_128.h, reduce_256.h and
// reduce_512.h.

#ifndef JW_REDUCE_H
#define JW_REDUCE_H

#include "simd/lanes.h"

/// Sums out[0..3] of the four lanes of each of a, b, c, d.
#define SUM4(a, b, c, d, out)                                                                      \
    do {                                                                                           \
        const __typeof__(a) ab_ =                                                                  \
            __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7); \
        const __typeof__(a) cd_ =                                                                  \
            __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7); \
        const __typeof__(a) all_ = __builtin_shufflevector(ab_, cd_, 0, 1, 4, 5) +                 \
                                   __builtin_shufflevector(ab_, cd_, 2, 3, 6, 7);                  \
        for (int i_ = 0; i_ < 4; ++i_) {                                                           \
            (out)[i_] = (double)all_[i_];                                                          \
        }                                                                                          \
    } while (0)

#if JW_VREG_BYTES == 64
#include "simd/reduce_512.h"
#elif JW_VREG_BYTES == 32
#include "simd/reduce_256.h"
#else
#include "simd/reduce_128.h"
#endif

static JW_INLINE JW_REALTIME double sum_16f(Float16 v) {
    const Float4 four = fold_16f(v);
    return (double)((four[0] + four[2]) + (four[1] + four[3]));
}

static JW_INLINE JW_REALTIME double sum_16d(Double16 v) {
    const Double4 four = fold_16d(v);
    return (four[0] + four[2]) + (four[1] + four[3]);
}

static JW_INLINE JW_REALTIME double sum_8d(Double8 v) {
    const Double4 four = quarter_8d(v);
    const Double2 two =
        __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

static JW_INLINE JW_REALTIME double sum_4d(Lanes4 v) {
    double four[4];
    __builtin_memcpy(four, &v, sizeof(four));
    return (four[0] + four[2]) + (four[1] + four[3]);
}

/// Lanes folded onto half of them.
static JW_INLINE JW_REALTIME Double8 half_16d(Double16 v) {
    Double8 half;
    __builtin_memcpy(&half, &v, sizeof(half));
    for (int p = 0; p < (int)JW_REGS(Double8); ++p) {
        half.reg[p] += v.reg[p + (int)JW_REGS(Double8)];
    }
    return half;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// Warning silenced: gcc does not see that every register is put before it is added up.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/// Takes register p of a sum; registers come one after the other. The halves of the sum's lanes are
/// added up in *to, with `more` on top of what is there; *low keeps the first half in between.
static JW_INLINE JW_REALTIME void put_16d(Double8 *to, Double16 *low, int p, DoubleReg sum,
                                          bool more) {
    const int half = (int)JW_REGS(Double8);
    if (p < half) {
        low->reg[p] = sum;
    } else {
        DoubleReg *at = &to->reg[p - half];
        const DoubleReg folded = low->reg[p - half] + sum;
        *at = more ? *at + folded : folded;
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Sums of eight blocks that were folded onto half their lanes.
static JW_INLINE JW_REALTIME void sum8_16d(const Double8 *v, double *out) {
    for (int i = 0; i < 8; i += 4) {
        Double4 four[4];
        for (int k = 0; k < 4; ++k) {
            four[k] = quarter_8d(v[i + k]);
        }
        SUM4(four[0], four[1], four[2], four[3], out + i);
    }
}

/// Tail for the rest of n doubles that does not fill a register: a whole register here.
typedef DoubleReg DoubleTail;

static JW_INLINE JW_REALTIME DoubleTail tail_16d(DoubleReg v) {
    return v;
}

static JW_INLINE JW_REALTIME DoubleTail tail_fma_16d(DoubleTail a, DoubleTail b, DoubleTail c) {
    return FUSE_DOUBLE(a, b, c);
}

#endif // JW_REDUCE_H
