// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Start and end of a program that runs until it is done: signals, exit status and final message.

#ifndef JW_PROGRAM_H
#define JW_PROGRAM_H

#include "base/error.h"

#include <stdbool.h>

enum {
    JW_EXIT_USAGE = 2,    ///< Status for wrong arguments
    JW_EXIT_SIGNAL = 128, ///< Added to the number of the signal that ended the program
};

/// Sets up line output. Makes writes past a limit or into a closed pipe fail instead of ending the
/// program, so that the reason is reported. [main]
void jw_program_begin(void);

/// Catches the signals that would end the program, except those that are ignored: they only set a
/// flag, so that the program can clean up. [main]
void jw_program_catch_signals(void);

/// Number of the last signal received, 0: none. [any]
int jw_program_caught(void);

/// True once a signal was received. [any]
bool jw_program_is_stopped(void);

/// Flushes standard output; returns false, with an error, if output was lost. [main]
bool jw_program_end_output(JwError *error);

/// Prints "NAME: ERROR" to stderr, if there is an error; returns the status. [main]
int jw_program_fail(const char *name, const JwError *error, int status);

#endif // JW_PROGRAM_H
