// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines for a terminal, which takes some characters for orders.
//
// Names of files, instruments, presets, devices and ports come from outside, and so does the text
// that an error quotes. They may hold escape sequences, ends of lines that pretend to be another
// line, and marks that turn the direction of the following text. A program prints such texts
// through this module only.

#ifndef JW_LINE_H
#define JW_LINE_H

#include <stdio.h>

/// Makes one harmless line of a text, as jw_utf8_tidy() does, for this terminal. [any]
void jw_line_tidy(char *text);

/// Prints a line, formatted as by printf() and tidied, and ends it. Lines longer than 8 KiB are
/// cut. [main]
__attribute__((__format__(__printf__, 2, 3))) void jw_line_print(FILE *stream, const char *format,
                                                                 ...);

/// Prepares printing for the user's locale and terminal: on a terminal of another encoding than
/// UTF-8, jw_line_tidy() leaves only ASCII from now on. Fills the places of closed standard
/// streams, so that no file takes them. To be called once, before files are opened and other
/// threads begin. [main]
void jw_line_begin(void);

#endif // JW_LINE_H
