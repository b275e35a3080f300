// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What every test program does with a figure: prints it beside its bound and counts.
//
// main() ends with `return check_result();`, which fails if a check failed or none was made.

#ifndef JW_CHECK_H
#define JW_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

// gcc 12.2 ends with an internal error where it makes vectors of a loop that finds the largest of
// floats as a double (vect_transform_reduction), which many tests have.
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ <= 12
#pragma GCC optimize("no-tree-vectorize")
#endif

static int check_n_made;
static int check_n_failed;

static inline bool check_count(bool ok) {
    ++check_n_made;
    check_n_failed += !ok;
    return ok;
}

/// True if ok; a failure is printed.
__attribute__((format(printf, 2, 3))) static inline bool check(bool ok, const char *format, ...) {
    if (!check_count(ok)) {
        va_list args;
        va_start(args, format);
        printf("FAILED: ");
        vprintf(format, args);
        printf("\n");
        va_end(args);
    }
    return ok;
}

/// Prints the value and its bounds; false, and counted, if it is outside them or a NaN.
__attribute__((format(printf, 4, 5))) static inline bool
check_between(double value, double least, double most, const char *format, ...) {
    const bool ok = check_count(value >= least && value <= most);
    va_list args;
    va_start(args, format);
    printf("%s", ok ? "" : "FAILED: ");
    vprintf(format, args);
    printf(": %.4g (%.4g to %.4g)\n", value, least, most);
    va_end(args);
    return ok;
}

/// The same for a size: 0 <= value <= most.
__attribute__((format(printf, 3, 4))) static inline bool check_below(double value, double most,
                                                                     const char *format, ...) {
    const bool ok = check_count(value >= 0.0 && value <= most);
    va_list args;
    va_start(args, format);
    printf("%s", ok ? "" : "FAILED: ");
    vprintf(format, args);
    printf(": %.3g (at most %.3g)\n", value, most);
    va_end(args);
    return ok;
}

/// Exit status of the program.
static inline int check_result(void) {
    printf("%d checks, %d failed\n", check_n_made, check_n_failed);
    return check_n_made == 0 || check_n_failed > 0;
}

#endif // JW_CHECK_H
