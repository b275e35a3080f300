// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/monotonic.h"

#include <time.h>

JW_REALTIME double jw_monotonic_s(void) {
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void jw_monotonic_sleep(double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timespec t = {whole, (long)(1e9 * (seconds - (double)whole))};
    nanosleep(&t, NULL);
}
