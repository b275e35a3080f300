// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys of Windows: the meaning of a pressed key. One that types comes as a character.

#ifndef JW_WIN32_WKEYS_H
#define JW_WIN32_WKEYS_H

#include "window/draw/gesture.h"

#include <windows.h>

typedef struct {
    wchar_t high; ///< First half of a character that takes two messages; 0: none
} JwWKeys;

/// Number of the key in a message, the same for its press, its character and its release. [any]
int jw_wkeys_code(LPARAM message);

/// Handles WM_KEYDOWN: a key that types nothing, or any key with Control. Returns false for others.
/// [main]
bool jw_wkeys_press(WPARAM key, LPARAM message, JwWindowInput *input);

/// Handles WM_CHAR; returns false if that is no character, or the first half of one. [main]
bool jw_wkeys_character(JwWKeys *keys, WPARAM unit, LPARAM message, JwWindowInput *input);

#endif // JW_WIN32_WKEYS_H
