// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Guard of standard error, to which libraries write while they search for devices.

#ifndef JW_STDERR_GUARD_H
#define JW_STDERR_GUARD_H

/// Redirects file descriptor 2 to /dev/null; returns the argument of jw_stderr_guard_off(). [main,
/// no other thread writing there]
int jw_stderr_guard_on(void);

/// Restores file descriptor 2. [main]
void jw_stderr_guard_off(int saved);

#endif // JW_STDERR_GUARD_H
