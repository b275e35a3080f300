// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clocks: a monotonic one, and the processor time of a thread.

#ifndef JW_CLOCKS_H
#define JW_CLOCKS_H

#include "base/attributes.h"

/// Seconds since some fixed moment, read without a system call. [any]
JW_REALTIME double jw_monotonic_s(void);

/// Processor time used by the calling thread [s]. [any but audio]
double jw_thread_cpu_s(void);

/// Waits for this time; a signal ends the wait early. [main]
void jw_monotonic_sleep(double seconds);

#endif // JW_CLOCKS_H
