// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Signals that end the player: SIGINT, SIGTERM, SIGHUP.
//
// They are blocked in all threads, so that no call is ever interrupted, and delivered only where
// the control thread asks for them. It must call jw_signals_caught() regularly, whatever it waits
// for and however busy it is.

#ifndef JW_SIGNALS_H
#define JW_SIGNALS_H

#include <signal.h>

/// Blocks the signals from here on, except those that are ignored. Call it once, before other
/// threads start. [main]
void jw_signals_keep_out(void);

/// Mask for waiting, as in pselect(), during which signals are delivered. [main]
const sigset_t *jw_signals_let_in(void);

/// Delivers pending signals; returns the number of the last one ever received, 0: none. [main]
int jw_signals_caught(void);

/// Writing to a terminal that nobody reads blocks for ever. Between these two calls signals are
/// delivered, and discard the terminal's pending output, so that there is room for the rest. [main]
void jw_signals_begin_drawing(int terminal);
void jw_signals_end_drawing(void);

/// Unblocks the signals permanently, for the last lines of output. [main]
void jw_signals_end(void);

#endif // JW_SIGNALS_H
