// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys of an X server: what a key that was pressed means.

#ifndef JW_X11_XKEYS_H
#define JW_X11_XKEYS_H

#include "window/draw/gesture.h"
#include "window/x11/xlayouts.h"

typedef struct {
    JwXKeySymbols *symbols;    ///< Of every key; NULL: not asked for yet
    uint8_t change_event;      ///< Number of the event that tells of another keyboard; 0: none does
    xcb_keycode_t held;        ///< Code of the key that is held down; 0: none
    xcb_keycode_t let_go;      ///< Code of the last key that was let go
    xcb_timestamp_t let_go_ms; ///< Its time
} JwXKeys;

/// Begins with a display's keyboard; waits for the server. [main]
void jw_xkeys_begin(JwXKeys *keys, const JwXDisplay *display);

/// Takes an event that says that the keyboard changed; false if it is another one. [main]
bool jw_xkeys_take(JwXKeys *keys, const xcb_generic_event_t *event);

/// Takes a key that was pressed; false if it means nothing here. [main]
bool jw_xkeys_press(JwXKeys *keys, const JwXDisplay *display, const xcb_key_press_event_t *event,
                    JwWindowInput *input);

/// Takes a key that was let go. [main]
void jw_xkeys_release(JwXKeys *keys, const xcb_key_release_event_t *event);

/// Forgets which key is held: another window is told of its release. [main]
void jw_xkeys_leave(JwXKeys *keys);

/// Forgets the keyboard and frees what was kept of it. [main]
void jw_xkeys_clear(JwXKeys *keys);

#endif // JW_X11_XKEYS_H
