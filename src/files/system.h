// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Functions that each system has a file of its own for, system_posix.c and system_windows.c, as it
// has for jw_path_is_absolute(). All else is written once, in POSIX, which src/windows/posix.h
// provides on Windows.

#ifndef JW_SYSTEM_H
#define JW_SYSTEM_H

#include <stdbool.h>

/// Folder i of those where instruments and presets are installed; NULL past the last. [any]
const char *jw_system_data_dir(int i);

/// Prepares the standard streams: none is closed, and what is printed follows the terminal's
/// locale, except for numbers. Returns true if all letters of UTF-8 can be printed. [main]
bool jw_system_begin_streams(void);

#endif // JW_SYSTEM_H
