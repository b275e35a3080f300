// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Self-test: a heavy score that shows whether the machine computes in time.

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
    uint64_t xruns; ///< Backend's xruns after the warm-up, UINT64_MAX before
    uint32_t random;
    int stroke;
} JwSelftest;

/// Makes a test of this length, after half a second of warm-up. [any]
JwSelftest jw_selftest_start(double seconds);

/// Plays the due notes: every playable string twenty times a second at full force, bent and
/// released. Returns true until the test ends. [main]
bool jw_selftest_step(JwSelftest *test, JwLive *live, double now);

/// Prints the results; returns false if a block was late or the backend counted an xrun. [main]
bool jw_selftest_print(const JwSelftest *test, JwLive *live, FILE *out);

#endif // JW_SELFTEST_H
