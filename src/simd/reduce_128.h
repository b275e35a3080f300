// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes in registers of 128 bits: simd/reduce.h defines the order of the sums.

#ifndef JW_REDUCE_128_H
#define JW_REDUCE_128_H

#include "simd/lanes.h"
#include "simd/reduce_narrow.h"

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
}

/// Adds the lanes' four quarters.
static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
    const DoubleReg low = (v.reg[0] + v.reg[4]) + (v.reg[2] + v.reg[6]);
    const DoubleReg high = (v.reg[1] + v.reg[5]) + (v.reg[3] + v.reg[7]);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
    const DoubleReg low = v.reg[0] + v.reg[2], high = v.reg[1] + v.reg[3];
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

/// Sums of eight half blocks.
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

#endif // JW_REDUCE_128_H
