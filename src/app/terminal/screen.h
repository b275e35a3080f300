// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Screen of the player on the terminal: the picture, and a keyboard to play on.

#ifndef JW_SCREEN_H
#define JW_SCREEN_H

#include "app/player/live.h"

#include <stdbool.h>

typedef struct JwScreenImpl JwScreen;

typedef enum {
    JW_SCREEN_FULL,    ///< The terminal can be drawn on
    JW_SCREEN_LINES,   ///< The terminal takes lines and no more, such as TERM=dumb
    JW_SCREEN_UNKNOWN, ///< The terminal is of a type that is not described here
} JwScreenKind;

/// Finds the kind of the standard output's terminal, by $TERM; the message names an unknown one.
/// [main]
JwScreenKind jw_screen_kind(JwMessage *message);

/// Takes over the terminal of the standard input and output; NULL, with a message, if nothing can
/// be drawn on it. Output to the standard error is dropped until the screen closes. [main]
JwScreen *jw_screen_open(JwLive *live, JwMessage *message);

/// Obeys the keys that were pressed, and draws if it is time to. Returns false if the user wants to
/// leave, or the terminal is gone. [main]
bool jw_screen_step(JwScreen *screen);

/// True once after the key that opens the window was pressed. [main]
bool jw_screen_wants_window(JwScreen *screen);

/// Returns true if more keys wait than the last step obeyed: there is no hurry to look for them.
/// [main]
bool jw_screen_is_flooded(const JwScreen *screen);

/// Shows a line. [main]
void jw_screen_say(JwScreen *screen, const char *text);

/// Leaves the terminal as it was; NULL is fine. [main]
void jw_screen_close(JwScreen *screen);

#endif // JW_SCREEN_H
