// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The signals that end the player: SIGINT, SIGTERM, SIGHUP.
//
// They are kept out of all threads, so that none of them is ever interrupted, and come in where
// the control thread asks for them: whatever it waits for, and however busy it is kept, it must
// come by here.

#ifndef JW_SIGNALS_H
#define JW_SIGNALS_H

#include <signal.h>

/// Keeps them out from now on; what is ignored already stays so. Once, before other threads.
/// [main]
void jw_signals_keep_out(void);

/// What to wait with, as in pselect(): they come in meanwhile. [main]
const sigset_t *jw_signals_let_in(void);

/// Lets in those that came since; the number of the last that ever came in, 0 for none. [main]
int jw_signals_caught(void);

/// Writing to a terminal that nobody reads waits for ever. Between these two they come in, and
/// take away what the terminal has not passed on, so that there is room for the rest. [main]
void jw_signals_begin_drawing(int terminal);
void jw_signals_end_drawing(void);

/// Lets them in for good: for what is left to say when all else is done. [main]
void jw_signals_end(void);

#endif // JW_SIGNALS_H
