// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A clock in seconds. What includes it needs POSIX's names (_XOPEN_SOURCE or _GNU_SOURCE).

#ifndef JW_TEST_CLOCK_H
#define JW_TEST_CLOCK_H

#include <math.h>
#include <time.h>

/// NaN if there is no such clock, as that of a process that has ended.
static inline double clock_s(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t)) {
        return (double)NAN;
    }
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif // JW_TEST_CLOCK_H
