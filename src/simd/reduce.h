// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes, always in the same order, which keeps the bits equal at every level of the
// instruction set: the upper half of the lanes is added to the lower, until one lane is left.
// Functions that depend on the width of registers are in reduce_128.h, reduce_256.h and
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

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Double8 half_16d(Double16 v) {
    Double8 half;
    __builtin_memcpy(&half, &v, sizeof(half));
    for (int p = 0; p < (int)JW_REGS(Double8); ++p) {
        half.reg[p] += v.reg[p + (int)JW_REGS(Double8)];
    }
    return half;
}

#define FOLDED   Double8
#define WHOLE    Double16
#define REG      DoubleReg
#define TAIL     DoubleTail
#define NAME(x)  x##_16d
#define AT(v, i) (&(v)->reg[i])
#define FUSE     FUSE_DOUBLE
#include "simd/reduce_type.inc.h"

/// Sums of eight half blocks.
static JW_INLINE JW_REALTIME void sum8_16d(const Double8 *v, double *out) {
    for (int i = 0; i < 8; i += 4) {
        Double4 four[4];
        for (int k = 0; k < 4; ++k) {
            four[k] = quarter_8d(v[i + k]);
        }
        SUM4(four[0], four[1], four[2], four[3], out + i);
    }
}

#endif // JW_REDUCE_H
