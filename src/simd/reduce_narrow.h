// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes where 16 floats fill several registers: 256 and 128 bits alike.

#ifndef JW_REDUCE_NARROW_H
#define JW_REDUCE_NARROW_H

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

#endif // JW_REDUCE_NARROW_H
