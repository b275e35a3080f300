// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A small text file read whole.

#ifndef JW_TEXT_FILE_H
#define JW_TEXT_FILE_H

#include "files/fault.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_TEXT_MAX_BYTES = 1 << 20 }; ///< A larger file is none of ours

/// Reads a regular file into a new buffer, to be released with free(); *size counts its
/// bytes, one zero more follows them. The fault says if there is no such file. [main]
bool jw_text_read(const char *path, char **text, size_t *size, JwFault *fault);

/// Bytes of the UTF-8 character that text begins with, of `size` bytes, at least one; 0 if it is
/// none, or a control character other than tab, line feed and carriage return. [any]
size_t jw_text_character(const char *text, size_t size);

/// False, and says where, unless the text is UTF-8 without control characters
/// other than tab, line feed and carriage return. [any]
bool jw_text_check(const char *text, size_t size, JwFault *fault);

#endif // JW_TEXT_FILE_H
