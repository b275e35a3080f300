// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "host/clocks.h"

#include <time.h>

static JW_REALTIME double seconds_of(clockid_t clock) {
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

JW_REALTIME double jw_monotonic_s(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double jw_thread_cpu_s(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

void jw_monotonic_sleep(double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timespec t = {whole, (long)(1e9 * (seconds - (double)whole))};
    nanosleep(&t, NULL);
}
