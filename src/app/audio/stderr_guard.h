// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Guard of the standard error, to which libraries write while they look for devices.

#ifndef JW_STDERR_GUARD_H
#define JW_STDERR_GUARD_H

/// Sends file descriptor 2 to nowhere; returns what jw_stderr_guard_off() needs. [main, no other
/// thread writing there]
int jw_stderr_guard_on(void);

/// Puts file descriptor 2 back. [main]
void jw_stderr_guard_off(int saved);

#endif // JW_STDERR_GUARD_H
