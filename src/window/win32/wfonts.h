// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fonts of Windows for fontconfig, which reads no file of settings there.

#ifndef JW_WIN32_WFONTS_H
#define JW_WIN32_WFONTS_H

#include <stdbool.h>

/// Lets fontconfig find the fonts of system and user, once for all windows; returns false if memory
/// is short. The first call on a computer reads all fonts, and stores a list of them in the user's
/// folder. [any]
bool jw_wfonts_begin(void);

#endif // JW_WIN32_WFONTS_H
