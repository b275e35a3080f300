// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys of an X server: the meaning of a pressed key.

#ifndef JW_X11_XKEYS_H
#define JW_X11_XKEYS_H

#include "window/draw/gesture.h"
#include "window/x11/xlayouts.h"

typedef struct {
    JwXKeySymbols *symbols;    ///< Symbols of all keys; NULL: not requested yet
    uint8_t change_event;      ///< Number of the event that reports a keyboard change; 0: none
    xcb_keycode_t held;        ///< Code of the held key; 0: none
    xcb_keycode_t let_go;      ///< Code of the last released key
    xcb_timestamp_t let_go_ms; ///< Time of that release
} JwXKeys;

/// Initializes it with a display's keyboard; waits for the server. [main]
void jw_xkeys_begin(JwXKeys *keys, const JwXDisplay *display);

/// Handles an event that reports a keyboard change; returns false for other events. [main]
bool jw_xkeys_take(JwXKeys *keys, const xcb_generic_event_t *event);

/// Handles a key press; returns false if the key has no meaning here. [main]
bool jw_xkeys_press(JwXKeys *keys, const JwXDisplay *display, const xcb_key_press_event_t *event,
                    JwWindowInput *input);

/// Handles a key release. [main]
void jw_xkeys_release(JwXKeys *keys, const xcb_key_release_event_t *event);

/// Forgets the held key, whose release goes to another window. [main]
void jw_xkeys_leave(JwXKeys *keys);

/// Frees the data about the keyboard. [main]
void jw_xkeys_clear(JwXKeys *keys);

#endif // JW_X11_XKEYS_H
