// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Flushing of subnormals: results and operands become zero, and the host's
// rounding, traps and sticky flags come back.

#include "base/fpu.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

// Operands and results are volatile: the arithmetic has to happen where it stands.
static volatile float tiny_f = FLT_MIN;
static volatile double tiny_d = DBL_MIN;
static volatile float half_f = 0.5f;
static volatile double half_d = 0.5;
static volatile float scale_f = 0x1p100f;
static volatile double scale_d = 0x1p900;

// By their bits: where operands are flushed, a subnormal compares equal to zero.
static bool results_are_flushed(void) {
    const volatile float f = tiny_f * half_f;
    const volatile double d = tiny_d * half_d;
    const float f_copy = f;
    const double d_copy = d;
    uint32_t f_bits;
    uint64_t d_bits;
    memcpy(&f_bits, &f_copy, sizeof f_copy);
    memcpy(&d_bits, &d_copy, sizeof d_copy);
    return f_bits == 0 && d_bits == 0;
}

static bool operands_are_flushed(float sub_f, double sub_d) {
    const volatile float f = sub_f * scale_f;
    const volatile double d = sub_d * scale_d;
    return !(f > 0.0f) && !(d > 0.0);
}

static void check_flush(void) {
    const volatile float sub_f = tiny_f * half_f;
    const volatile double sub_d = tiny_d * half_d;
    check(!results_are_flushed() && !operands_are_flushed(sub_f, sub_d), "subnormals at first");
    const JwFpu host = jw_fpu_flush();
    const bool results = results_are_flushed();
    const bool operands = operands_are_flushed(sub_f, sub_d);
    const volatile double sum = half_d + 2.5;
    jw_fpu_restore(host);
    printf("results flushed %d, operands %d, of %d\n", results, operands, jw_fpu_can_flush());
    check(results == jw_fpu_can_flush(), "results are flushed");
    check(operands == jw_fpu_can_flush(), "operands are flushed");
    check(sum == 3.0, "other arithmetic stays as it is");
    check(!results_are_flushed() && !operands_are_flushed(sub_f, sub_d), "subnormals again");
}

static void check_nesting(void) {
    const JwFpu outer = jw_fpu_flush();
    const JwFpu inner = jw_fpu_flush();
    jw_fpu_restore(inner);
    check(results_are_flushed() == jw_fpu_can_flush(), "still flushed after the inner restore");
    jw_fpu_restore(outer);
    check(!results_are_flushed(), "not after the outer");
}

// The double nearest to 1/3 is below it, so that rounding up shows.
static double third(void) {
    const volatile double one = 1.0;
    const volatile double quotient = one / (half_d + 2.5);
    return quotient;
}

// By a division, as fegetround() may look at another control register.
static void check_host_settings(void) {
    const double nearest = third();
    fesetround(FE_UPWARD);
    const double up = third();
    const JwFpu host = jw_fpu_flush();
    const double flushed = third();
    fesetround(FE_TONEAREST);
    jw_fpu_restore(host);
    const double restored = third();
    fesetround(FE_TONEAREST);
    check(up > nearest && flushed == up, "the host's rounding holds while flushing");
    check(restored == up, "and comes back");
    check(third() == nearest, "nearest again");
}

#if defined(__x86_64__)
/// The one division by zero that is meant.
__attribute__((no_sanitize("float-divide-by-zero"))) static double over(double zero) {
    return 1.0 / zero;
}

static void check_sticky_flags(void) {
    feclearexcept(FE_ALL_EXCEPT);
    const JwFpu host = jw_fpu_flush();
    const volatile double zero = 0.0;
    const volatile double infinite = over(zero);
    const bool raised = fetestexcept(FE_DIVBYZERO) != 0;
    jw_fpu_restore(host);
    check(isinf(infinite) && raised, "a division by zero is noticed");
    check(fetestexcept(FE_DIVBYZERO) == 0, "the host does not see it");
}
#endif

int main(void) {
#if defined(__x86_64__) || defined(__aarch64__)
    check(jw_fpu_can_flush(), "this processor can flush");
#endif
    check_flush();
    check_nesting();
    check_host_settings();
#if defined(__x86_64__)
    check_sticky_flags();
#endif
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
