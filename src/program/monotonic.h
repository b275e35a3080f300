// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Clock that only goes forward.

#ifndef JW_MONOTONIC_H
#define JW_MONOTONIC_H

#include "base/attributes.h"

/// Seconds since some fixed moment; the C library reads the clock without a system call. [any]
JW_REALTIME double jw_monotonic_s(void);

/// Waits that long; a signal ends the wait early. [main]
void jw_monotonic_sleep(double seconds);

#endif // JW_MONOTONIC_H
