// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keeps libraries from writing to the standard error while they look for devices.

#ifndef JW_GAG_H
#define JW_GAG_H

/// Sends file descriptor 2 to nowhere; returns what jw_gag_off() needs. [main, no other
/// thread writing there]
int jw_gag_on(void);

/// Puts it back. [main]
void jw_gag_off(int saved);

#endif // JW_GAG_H
