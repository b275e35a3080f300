// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Begin and end of a program that runs until it is done: what stops it, and what it says then.

#ifndef JW_PROGRAM_H
#define JW_PROGRAM_H

#include "base/message.h"

#include <stdbool.h>

enum {
    JW_EXIT_USAGE = 2,    ///< Status after wrong arguments
    JW_EXIT_SIGNAL = 128, ///< Added to the number of the signal that ended a program
};

/// Prepares the lines that are printed, and lets writing past a limit or into a closed pipe fail,
/// so that the reason is told. [main]
void jw_program_begin(void);

/// Catches the signals that end programs from now on, except for those that are ignored: they only
/// raise a flag, and the program tidies up. [main]
void jw_program_catch_signals(void);

/// Number of the last signal that came, 0 for none. [any]
int jw_program_caught(void);

/// True once a signal came. [any]
bool jw_program_is_stopped(void);

/// Writes out standard output; false, with a message, if something of it was lost. [main]
bool jw_program_end_output(JwMessage *message);

/// Prints "NAME: MESSAGE" to stderr, if there is a message; returns the status. [main]
int jw_program_fail(const char *name, const JwMessage *message, int status);

#endif // JW_PROGRAM_H
