// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Elementary functions that give the same bits from every compiler, C library and processor. Those
// of C libraries differ in the last bit, and a string that hits its bridge makes much of a last
// bit.
//
// Each is one sequence of +, -, *, / and operations on the bits of doubles, which IEEE 754 defines
// to the last bit. No product is fused with a sum: compile with -ffp-contract=off. Square roots,
// fabs(), floor(), ceil(), trunc(), round(), rint(), fmod(), frexp() and ldexp() are exact in every
// C library and are called there.
//
// Errors are below 1 ulp, the distance of doubles beside the result; tests/base/test_elementary.c
// measures them against MPFR. Values that are numbers again are exact: jw_exp2(3.0) is 8,
// jw_log10(0.001) is -3. A NaN gives a NaN. No function sets errno. None raises a floating-point
// exception other than inexact and underflow, but for overflow where the result is too large.
// [any] thread.

#ifndef JW_ELEMENTARY_H
#define JW_ELEMENTARY_H

#include "base/attributes.h"

/// Sine and cosine of an angle [rad] of any size; NaN of an infinite one.
JW_REALTIME double jw_sin(double rad);
JW_REALTIME double jw_cos(double rad);
/// Angle from -pi/2 to pi/2 whose tangent is x [rad].
JW_REALTIME double jw_atan(double x);

JW_REALTIME double jw_exp(double x);
JW_REALTIME double jw_exp2(double x);
/// exp(x) - 1, accurate near 0.
JW_REALTIME double jw_expm1(double x);

/// Logarithms: -HUGE_VAL of 0, NaN of numbers below.
JW_REALTIME double jw_log(double x);
JW_REALTIME double jw_log2(double x);
JW_REALTIME double jw_log10(double x);

/// x to the power of y for x >= 0, as C11's pow(); NaN for x < 0, even if y is a whole number.
JW_REALTIME double jw_pow(double x, double y);

JW_REALTIME double jw_sinh(double x);
JW_REALTIME double jw_cosh(double x);
JW_REALTIME double jw_tanh(double x);

#endif // JW_ELEMENTARY_H
