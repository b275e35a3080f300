// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Operations of loops over lanes. The type of the arguments selects the function: a block of lanes,
// one of the block's registers, or a single number. simd/lanes.h and simd/reduce.h define the
// functions for each type.

#ifndef JW_OPS_H
#define JW_OPS_H

#include "simd/lanes.h"
#include "simd/reduce.h"

// Types that an operation takes, as a _Generic list with the function for each type.
// clang-format off
#define JW_OF_MODES(op)       Float16 : op##_16f, Double16 : op##_16d
#define JW_OF_NUMBERS(op)     Double8 : op##_8d, Lanes4 : op##_4d, double : op##_1d
#define JW_OF_REGISTERS(f, d) FloatReg : f, DoubleReg : d
// clang-format on

/// Same number in all lanes of a type.
#define vsplat(type, a)                                                                            \
    _Generic(*(type *)0, JW_OF_MODES(splat), JW_OF_NUMBERS(splat),                                 \
             JW_OF_REGISTERS(spread_16f, spread_16d))(a)
#define vadd(a, b) _Generic((b), JW_OF_MODES(add), JW_OF_NUMBERS(add))(a, b)
#define vsub(a, b) _Generic((b), JW_OF_MODES(sub), JW_OF_NUMBERS(sub))(a, b)
#define vmul(a, b) _Generic((b), JW_OF_MODES(mul), JW_OF_NUMBERS(mul))(a, b)
/// Sum a b + c.
#define vfma(a, b, c)                                                                              \
    _Generic((c), JW_OF_MODES(fma), JW_OF_NUMBERS(fma), JW_OF_REGISTERS(fuse_16f, fuse_16d))(a, b, \
                                                                                             c)
/// Difference c - a b.
#define vfnma(a, b, c) _Generic((c), JW_OF_MODES(fnma), JW_OF_NUMBERS(fnma))(a, b, c)
#define vdiv(a, b)     _Generic((b), JW_OF_NUMBERS(div))(a, b)
#define vneg(a)        _Generic((a), JW_OF_NUMBERS(neg))(a)
/// Larger, and smaller, of a and b; b if they are equal.
#define vmax(a, b) _Generic((b), JW_OF_NUMBERS(max))(a, b)
#define vmin(a, b) _Generic((b), JW_OF_NUMBERS(min))(a, b)
#define vsqrt(a)   _Generic((a), JW_OF_NUMBERS(sqrt))(a)
/// Choice a < b ? x : y, lane by lane.
#define vless(a, b, x, y) _Generic((b), JW_OF_NUMBERS(less))(a, b, x, y)
/// True if a < b in any lane.
#define vany(a, b) _Generic((b), JW_OF_NUMBERS(any))(a, b)

/// Sum of the lanes, and largest of the lanes.
#define vsum(a)  _Generic((a), JW_OF_MODES(sum), Double8 : sum_8d, Lanes4 : sum_4d)(a)
#define vmost(a) _Generic((a), Double8 : most_8d)(a)
/// Adds the upper half of the lanes to the lower.
#define vhalf(a) _Generic((a), JW_OF_MODES(half))(a)
/// Stores a register of a sum: see put_16d().
#define vput(to, low, p, sum, more)                                                                \
    _Generic((sum), JW_OF_REGISTERS(put_16f, put_16d))(to, low, p, sum, more)
/// Sums of eight half blocks into out[0..7].
#define vsum8(v, out) _Generic(*(v), Float8 : sum8_16f, Double8 : sum8_16d)(v, out)

/// First numbers, and second numbers, of the pairs in a followed by b.
#define vfirsts(a, b)  _Generic((a), JW_OF_REGISTERS(firsts_16f, firsts_16d))(a, b)
#define vseconds(a, b) _Generic((a), JW_OF_REGISTERS(seconds_16f, seconds_16d))(a, b)
/// Numbers in reverse order.
#define vback(a) _Generic((a), JW_OF_REGISTERS(back_16f, back_16d))(a)
/// Interleaves a and b: the lower half of the result, and the upper half.
#define vlow(a, b)  _Generic((a), JW_OF_REGISTERS(low_16f, low_16d))(a, b)
#define vhigh(a, b) _Generic((a), JW_OF_REGISTERS(high_16f, high_16d))(a, b)

/// Tail: the part of a register that the last of n numbers need; and a b + c of tails.
#define vtail(a) _Generic((a), JW_OF_REGISTERS(tail_16f, tail_16d))(a)
#define vtail_fma(a, b, c)                                                                         \
    _Generic((c), FloatTail : tail_fma_16f, DoubleTail : tail_fma_16d)(a, b, c)

#endif // JW_OPS_H
