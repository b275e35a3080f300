// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Signals that end the player: SIGINT, SIGTERM, SIGHUP.
//
// They are kept out of all threads, so that no call is ever interrupted, and come in where the
// control thread asks for them: it has to call jw_signals_caught() whatever it waits for, and
// however busy it is kept.

#ifndef JW_SIGNALS_H
#define JW_SIGNALS_H

#include <signal.h>

/// Keeps the signals out from now on; those that are ignored already stay so. Call it once, before
/// other threads start. [main]
void jw_signals_keep_out(void);

/// Mask to wait with, as in pselect(): signals come in meanwhile. [main]
const sigset_t *jw_signals_let_in(void);

/// Lets in the signals that came since; returns the number of the last that ever came in, 0 for
/// none. [main]
int jw_signals_caught(void);

/// Writing to a terminal that nobody reads waits for ever. Between these two calls signals come in,
/// and drop what the terminal has not passed on, so that there is room for the rest. [main]
void jw_signals_begin_drawing(int terminal);
void jw_signals_end_drawing(void);

/// Lets the signals in for good: for the last lines, when all else is done. [main]
void jw_signals_end(void);

#endif // JW_SIGNALS_H
