// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Screen of the player on the terminal: the picture, and a keyboard to play on.

#ifndef JW_SCREEN_H
#define JW_SCREEN_H

#include "app/player/live.h"

#include <stdbool.h>

typedef struct JwScreenImpl JwScreen;

typedef enum {
    JW_SCREEN_FULL,    ///< Full screen
    JW_SCREEN_LINES,   ///< The terminal only accepts lines, such as TERM=dumb
    JW_SCREEN_UNKNOWN, ///< The type of the terminal is unknown
} JwScreenKind;

/// Finds the kind of terminal on standard output, by $TERM; the error names an unknown one.
/// [main]
JwScreenKind jw_screen_kind(JwError *error);

/// Takes over the terminal on standard input and output; returns NULL, with an error, if it cannot
/// draw. Discards output to standard error until the screen closes. [main]
JwScreen *jw_screen_open(JwLive *live, JwError *error);

/// Handles pressed keys, and redraws if enough time has passed. Returns false if the user wants to
/// quit, or the terminal has gone. [main]
bool jw_screen_step(JwScreen *screen);

/// True once after the key that opens the window was pressed. [main]
bool jw_screen_wants_window(JwScreen *screen);

/// True if the last step may have left keys pending: there is no need to wait for one. [main]
bool jw_screen_is_flooded(const JwScreen *screen);

/// Shows a line. [main]
void jw_screen_say(JwScreen *screen, const char *text);

/// Restores the terminal; accepts NULL. [main]
void jw_screen_close(JwScreen *screen);

#endif // JW_SCREEN_H
