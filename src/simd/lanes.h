// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Blocks of a fixed count of numbers, in registers of the machine's width. Loops do not call the
// functions here, but the operations of simd/ops.h, which choose the function by type.

#ifndef JW_LANES_H
#define JW_LANES_H

#include "base/attributes.h"
#include "simd/isa.h"

#include <stdbool.h>

typedef float Float4 __attribute__((vector_size(4 * sizeof(float))));
typedef float Float8 __attribute__((vector_size(8 * sizeof(float))));
typedef double Double2 __attribute__((vector_size(2 * sizeof(double))));
typedef double Double4 __attribute__((vector_size(4 * sizeof(double))));

/// Number of registers that a block of lanes fills.
#define JW_REGS(type) (sizeof(type) / JW_VREG_BYTES)

/// Block of 16 floats: modes in 32 bits.
#define COUNT   16
#define REAL    float
#define VBLOCK  Float16
#define VREG    FloatReg
#define FUSE    FUSE_FLOAT
#define FROM    FROM_FLOAT
#define NAME(x) x##_16f
#include "simd/lanes.inc.h"

/// Block of 16 doubles: modes in 64 bits.
#define COUNT   16
#define REAL    double
#define VBLOCK  Double16
#define VREG    DoubleReg
#define FUSE    FUSE_DOUBLE
#define FROM    FROM_DOUBLE
#define NAME(x) x##_16d
#include "simd/lanes.inc.h"

/// Block of 8 doubles: strings side by side, or points.
#define COUNT   8
#define REAL    double
#define VBLOCK  Double8
#define VREG    DoubleReg
#define FUSE    FUSE_DOUBLE
#define FROM    FROM_DOUBLE
#define NAME(x) x##_8d
#include "simd/lanes.inc.h"
#define VBLOCK  Double8
#define VREG    DoubleReg
#define MAX     MAX_DOUBLE
#define MIN     MIN_DOUBLE
#define ROOT    ROOT_DOUBLE
#define ANY     ANY_DOUBLE
#define NAME(x) x##_8d
#include "simd/lanes_numbers.inc.h"

/// Block of 4 doubles: few strings side by side. Wider registers are used half.
#define COUNT   4
#define REAL    double
#define VBLOCK  Lanes4
#define VREG    FewReg
#define FUSE    FUSE_FEW
#define FROM    FROM_FEW
#define NAME(x) x##_4d
#include "simd/lanes.inc.h"
#define VBLOCK  Lanes4
#define VREG    FewReg
#define MAX     MAX_FEW
#define MIN     MIN_FEW
#define ROOT    ROOT_FEW
#define ANY     ANY_FEW
#define NAME(x) x##_4d
#include "simd/lanes_numbers.inc.h"

/********* One number *********/

static JW_INLINE JW_REALTIME double splat_1d(double a) {
    return a;
}

static JW_INLINE JW_REALTIME double add_1d(double a, double b) {
    return a + b;
}

static JW_INLINE JW_REALTIME double sub_1d(double a, double b) {
    return a - b;
}

static JW_INLINE JW_REALTIME double mul_1d(double a, double b) {
    return a * b;
}

static JW_INLINE JW_REALTIME double fma_1d(double a, double b, double c) {
    return JW_FUSED ? __builtin_fma(a, b, c) : a * b + c;
}

static JW_INLINE JW_REALTIME double fnma_1d(double a, double b, double c) {
    return JW_FUSED ? __builtin_fma(-a, b, c) : c - a * b;
}

static JW_INLINE JW_REALTIME double div_1d(double a, double b) {
    return a / b;
}

static JW_INLINE JW_REALTIME double neg_1d(double a) {
    return -a;
}

static JW_INLINE JW_REALTIME double max_1d(double a, double b) {
    return a > b ? a : b;
}

static JW_INLINE JW_REALTIME double min_1d(double a, double b) {
    return a < b ? a : b;
}

static JW_INLINE JW_REALTIME double sqrt_1d(double a) {
    return __builtin_sqrt(a);
}

static JW_INLINE JW_REALTIME bool any_1d(double a, double b) {
    return a < b;
}

static JW_INLINE JW_REALTIME double less_1d(double a, double b, double x, double y) {
    return a < b ? x : y;
}

/********* Order *********/

// Lists of lanes for registers of 2 to 16 numbers; in a shuffle of two registers the lanes of the
// second follow those of the first.
#define FIRSTS_2         0, 2
#define FIRSTS_4         0, 2, 4, 6
#define FIRSTS_8         0, 2, 4, 6, 8, 10, 12, 14
#define FIRSTS_16        0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define SECONDS_2        1, 3
#define SECONDS_4        1, 3, 5, 7
#define SECONDS_8        1, 3, 5, 7, 9, 11, 13, 15
#define SECONDS_16       1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define BACK_2           1, 0
#define BACK_4           3, 2, 1, 0
#define BACK_8           7, 6, 5, 4, 3, 2, 1, 0
#define BACK_16          15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
#define LOW_2            0, 2
#define LOW_4            0, 4, 1, 5
#define LOW_8            0, 8, 1, 9, 2, 10, 3, 11
#define LOW_16           0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_2           1, 3
#define HIGH_4           2, 6, 3, 7
#define HIGH_8           4, 12, 5, 13, 6, 14, 7, 15
#define HIGH_16          8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define LIST_OF(list, n) list##_##n
#define LIST_N(list, n)  LIST_OF(list, n)

#define VREG    FloatReg
#define LIST(x) LIST_N(x, JW_FLOATS)
#define NAME(x) x##_16f
#include "simd/lanes_order.inc.h"

#define VREG    DoubleReg
#define LIST(x) LIST_N(x, JW_DOUBLES)
#define NAME(x) x##_16d
#include "simd/lanes_order.inc.h"

#undef LIST_OF
#undef LIST_N

#endif // JW_LANES_H
