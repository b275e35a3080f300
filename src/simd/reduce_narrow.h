// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes where 16 floats fill several registers (256 and 128 bits).

#ifndef JW_REDUCE_NARROW_H
#define JW_REDUCE_NARROW_H

#include "simd/lanes.h"

/// Adds the upper half of the lanes to the lower.
static JW_INLINE JW_REALTIME Float8 half_16f(Float16 v) {
    Float8 half;
    FloatReg folded[JW_REGS(Float8)];
    for (int p = 0; p < (int)JW_REGS(Float8); ++p) {
        folded[p] = v.reg[p] + v.reg[p + (int)JW_REGS(Float8)];
    }
    __builtin_memcpy(&half, folded, sizeof(half));
    return half;
}

#define FOLDED   Float8
#define WHOLE    Float16
#define REG      FloatReg
#define TAIL     FloatTail
#define NAME(x)  x##_16f
#define AT(v, i) ((FloatReg *)(v) + (i))
#define FUSE     FUSE_FLOAT
#include "simd/reduce_type.inc.h"

/// Largest of the lanes.
static JW_INLINE JW_REALTIME double most_8d(Double8 v) {
    double most = v.reg[0][0];
    for (int i = 1; i < 8; ++i) {
        most = max_1d(most, v.reg[i / JW_DOUBLES][i % JW_DOUBLES]);
    }
    return most;
}

#endif // JW_REDUCE_NARROW_H
