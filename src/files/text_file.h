// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Small text files, read as a whole.

#ifndef JW_TEXT_FILE_H
#define JW_TEXT_FILE_H

#include "base/error.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/// Size limit: a larger file has none of these formats.
enum { JW_TEXT_MAX_BYTES = 1 << 20 };

/// Reads a regular file into a new buffer, to be released with free(); *size is the number of its
/// bytes, and a zero byte follows them. Begins the error with the path; absent: there is no such
/// file. [main]
bool jw_text_read(const char *path, char **text, size_t *size, JwError *error);

/// Bytes of a byte order mark at the start of a UTF-8 text: 3 or 0. [any]
size_t jw_text_mark(const char *text, size_t size);

/// Reader of a text into *out, a structure of its own kind; *out stays as it is where that fails.
typedef JwStatus (*JwTextParser)(const char *text, size_t size, void *out, JwError *error);

/// Reads a text called name by a parser. JW_ERR_NO_MEMORY, or the parser's status. [main]
JwStatus jw_text_parse(const char *text, size_t size, const char *name, JwTextParser parse,
                       void *out, JwError *error);

/// Reads a whole file by a parser. JW_ERR_NO_MEMORY, JW_ERR_BAD_ARG if it cannot be read, or the
/// parser's status. [main]
JwStatus jw_text_load(const char *path, JwTextParser parse, void *out, JwError *error);

/// Number of bytes of the UTF-8 character at the start of a text of `size` bytes, at least one; 0
/// for a malformed character, or a control character other than tab, line feed and carriage return.
/// [any]
size_t jw_text_character(const char *text, size_t size);

/// Checks that a text is UTF-8 without control characters other than tab, line feed and carriage
/// return; otherwise false, with an error that gives the place. [any]
bool jw_text_check(const char *text, size_t size, JwError *error);

/// Checks a text as jw_text_check() does, and makes its parser, a structure of parser_size bytes,
/// all zero, to be released with free(). Returns NULL, with an error, if the text is malformed or
/// memory is short. [any]
void *jw_text_begin(const char *text, size_t size, size_t parser_size, JwError *error);

#endif // JW_TEXT_FILE_H
