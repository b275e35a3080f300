// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Self-test: a heavy score that shows whether the machine plays in time.

#ifndef JW_SELFTEST_H
#define JW_SELFTEST_H

#include "app/player/live.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    double seconds;
    double begun_s; ///< Start on jw_monotonic_s(), 0 before the first step
    double next_s;  ///< Time of the next strokes
    uint64_t xruns; ///< Backend's xruns when it was warm, UINT64_MAX before
    uint32_t random;
    int stroke;
} JwSelftest;

/// Makes a test of that length, after half a second of warming up. [any]
JwSelftest jw_selftest_start(double seconds);

/// Plays what is due: every playable string struck twenty times a second at full force, pulled and
/// let go. Returns true while the test goes on. [main]
bool jw_selftest_step(JwSelftest *test, JwLive *live, double now);

/// Prints the figures; returns false if a block was late or the backend counted an xrun. [main]
bool jw_selftest_print(const JwSelftest *test, JwLive *live, FILE *out);

#endif // JW_SELFTEST_H
