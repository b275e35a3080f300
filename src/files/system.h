// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What each system has in its own way, besides jw_path_is_absolute(): system_posix.c,
// system_windows.c. What POSIX can say is
// written once, as POSIX says it; src/windows/posix.h makes Windows understand it.

#ifndef JW_SYSTEM_H
#define JW_SYSTEM_H

#include <stdbool.h>

/// Folder i of those where instruments and presets are installed; NULL past the last. [any]
const char *jw_system_data_dir(int i);

/// Prepares the standard streams: none is closed, and what is printed follows the terminal's
/// locale, except for numbers. Returns true if all letters of UTF-8 can be printed. [main]
bool jw_system_begin_streams(void);

#endif // JW_SYSTEM_H
