// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The terminal: what is played, how it goes, and a keyboard to play on.

#ifndef JW_SCREEN_H
#define JW_SCREEN_H

#include "app/live.h"

#include <stdbool.h>

typedef struct JwScreenImpl JwScreen;

typedef enum {
    JW_SCREEN_FULL,    ///< A terminal that can be drawn on
    JW_SCREEN_LINES,   ///< One that takes lines and no more, such as TERM=dumb
    JW_SCREEN_UNKNOWN, ///< One that nobody has described here
} JwScreenKind;

/// What the standard output's terminal is, by $TERM; an unknown one is told. [main]
JwScreenKind jw_screen_kind(JwMessage *message);

/// Takes over the terminal of the standard input and output; NULL, with a message, if it cannot
/// be drawn on. What is written to the standard error meanwhile goes nowhere. [main]
JwScreen *jw_screen_open(JwLive *live, JwMessage *message);

/// Obeys the keys that were pressed and draws, if it is time to. False: the user wants to
/// leave, or the terminal is gone. [main]
bool jw_screen_step(JwScreen *screen);

/// True if more keys wait than the last step obeyed: there is no hurry to look at them. [main]
bool jw_screen_is_flooded(const JwScreen *screen);

/// Shows a line. [main]
void jw_screen_say(JwScreen *screen, const char *text);

/// Leaves the terminal as it was; NULL is fine. [main]
void jw_screen_close(JwScreen *screen);

#endif // JW_SCREEN_H
