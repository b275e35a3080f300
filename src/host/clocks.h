// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clocks: one that only goes forward, one of the work of a thread.

#ifndef JW_CLOCKS_H
#define JW_CLOCKS_H

#include "base/attributes.h"

/// Seconds since some fixed moment; the C library reads the clock without a system call. [any]
JW_REALTIME double jw_monotonic_s(void);

/// Processor time [s] that the calling thread has used. [any but audio]
double jw_thread_cpu_s(void);

/// Waits that long; a signal ends the wait early. [main]
void jw_monotonic_sleep(double seconds);

#endif // JW_CLOCKS_H
