// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layouts of an X server's keyboard: the character of each key in each layout.
//
// Uses the X keyboard extension. Core protocol events do not contain the layout: unless asked, the
// server reports a second layout as AltGr.

#ifndef JW_X11_XLAYOUTS_H
#define JW_X11_XLAYOUTS_H

#include "window/x11/xdisplay.h"

enum { JW_X_KEYS = 256, JW_X_LAYOUTS = 4, JW_X_LEVELS = 4 };

/// Symbols of a key in each layout: plain, with Shift, with AltGr, with both.
typedef xcb_keysym_t JwXKeySymbols[JW_X_LAYOUTS][JW_X_LEVELS];

/// Requests layouts in events, and events for keyboard changes; returns the number of the latter, 0
/// if the server lacks them. Waits for the server. [main]
uint8_t jw_xlayouts_begin(const JwXDisplay *display);

/// Symbols of JW_X_KEYS keys, which the caller frees; NULL if memory is short or the server is
/// gone. Without the extension there is one layout. Waits for the server. [main]
JwXKeySymbols *jw_xlayouts_read(const JwXDisplay *display);

#endif // JW_X11_XLAYOUTS_H
