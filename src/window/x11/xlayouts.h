// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layouts of an X server's keyboard: what each key writes in each of them.
//
// They are those of the X keyboard extension. The core protocol has no place in an event for the
// layout that is chosen: unasked, the server reports a second layout as AltGr.

#ifndef JW_X11_XLAYOUTS_H
#define JW_X11_XLAYOUTS_H

#include "window/x11/xdisplay.h"

enum { JW_X_KEYS = 256, JW_X_LAYOUTS = 4, JW_X_LEVELS = 4 };

/// Symbols of a key in each layout: alone, with Shift, with AltGr, with both.
typedef xcb_keysym_t JwXKeySymbols[JW_X_LAYOUTS][JW_X_LEVELS];

/// Asks the server to put the layout into events and to tell when keyboards change; returns the
/// number of the events that tell it, 0 if the server cannot. Waits for the server. [main]
uint8_t jw_xlayouts_begin(const JwXDisplay *display);

/// Symbols of JW_X_KEYS keys, which the caller frees; NULL if memory is short or the server is
/// gone. A server without the extension has one layout. Waits for the server. [main]
JwXKeySymbols *jw_xlayouts_read(const JwXDisplay *display);

#endif // JW_X11_XLAYOUTS_H
