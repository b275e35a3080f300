// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines from a file descriptor, at any speed and of any length.

#ifndef JW_LINE_INPUT_H
#define JW_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_LINE_INPUT_SIZE = 4096 }; ///< Bytes of a line, newline included

typedef enum {
    JW_LINE_NONE,     ///< There is no complete line
    JW_LINE_WHOLE,    ///< A line was read
    JW_LINE_TOO_LONG, ///< A line was too long and is skipped
    JW_LINE_NO_TEXT,  ///< A line contains a zero byte
} JwLineKind;

/// Input buffer; set to {.fd = ..., .open = true} before use.
typedef struct {
    int fd;
    bool open;     ///< More input may come
    bool too_long; ///< The bytes being read belong to a line that is too long
    size_t at;     ///< Start of the next line in text
    size_t n;      ///< Bytes in text
    char text[JW_LINE_INPUT_SIZE + 1];
} JwLineInput;

/// Reads once, as much as fits, unless a complete line is pending. Call it when the descriptor is
/// readable. [main]
void jw_line_input_read(JwLineInput *input);

/// Takes the next line, without its newline, valid until the next call; the last line of the input
/// may lack a newline. [main]
JwLineKind jw_line_input_next(JwLineInput *input, char **line);

/// True if jw_line_input_next() has nothing to return. [main]
bool jw_line_input_is_empty(const JwLineInput *input);

#endif // JW_LINE_INPUT_H
