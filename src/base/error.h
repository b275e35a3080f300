// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Error for the user: one line with the fault and its place.
//
//     JwError error = {0};
//     jw_error_begin(&error, "sitar.ini");
//     jw_error_set(jw_error_at(&error, 12, 0), "'%s' is not a number", "one");
//
// makes the text "sitar.ini:12: 'one' is not a number". A function that can fail takes a JwError
// from its caller, passes it on to those that it calls, and returns what jw_error_set() returns.
// Only the outermost caller has a JwError of its own, since it is large: a program's main(), a
// thread, a call of the plug-in. It prints the text by jw_line_print() or the host's log. The text
// is a copy of everything that it says; the name of the file remains the caller's. Nothing of this
// is for the audio thread.

#ifndef JW_ERROR_H
#define JW_ERROR_H

#include "base/attributes.h"

#include <stdbool.h>

enum { JW_ERROR_TEXT = 1024 };

/// Error; set to {0} before use, which is no error.
typedef struct {
    const char *file;         ///< Name of the file that is being read, as the user gave it. Not
                              ///< owned: it has to exist while that file is read, not longer
    int line;                 ///< Line of the error, from 1; 0: the whole file, or no file
    int column;               ///< Column of the error in characters, from 1; 0: unknown
    bool placed;              ///< The next text begins with the place
    bool absent;              ///< The file does not exist
    bool memory_short;        ///< An allocation failed
    char text[JW_ERROR_TEXT]; ///< "file:line:column: what", or what of it is known, without newline
                              ///< or full stop; a copy of everything; empty: no error
} JwError;

/// Clears the error before a file is read; the places of jw_error_at() are in that file from now
/// on. [any]
void jw_error_begin(JwError *error, const char *file);

/// Makes the next text begin with a place in the file: `file:line:column: `, without what is 0.
/// Returns the error, for `jw_error_set(jw_error_at(...), ...)`. [any]
JwError *jw_error_at(JwError *error, int line, int column);

/// Sets the text, in place of an earlier one: one harmless line, as of jw_utf8_tidy(), cut where it
/// does not fit. Returns false, for `return jw_error_set(...)` in functions that fail. [any]
JW_PRINTF(2, 3) bool jw_error_set(JwError *error, const char *format, ...);

/// Puts "prefix: " before the text. Returns false. [any]
bool jw_error_prefix(JwError *error, const char *prefix);

#endif // JW_ERROR_H
