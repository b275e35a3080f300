// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines read from a file descriptor, however fast they come and however long they are.

#ifndef JW_LINE_INPUT_H
#define JW_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_LINE_INPUT_SIZE = 4096 }; ///< Bytes of a line, its end included

typedef enum {
    JW_LINE_NONE,     ///< No whole line has come
    JW_LINE_WHOLE,    ///< A line has come
    JW_LINE_TOO_LONG, ///< A line was too long and is left out
    JW_LINE_NO_TEXT,  ///< A line has a zero byte in it
} JwLineKind;

/// Buffer of what was read; set to {.fd = ..., .open = true} before use.
typedef struct {
    int fd;
    bool open;     ///< More may come
    bool too_long; ///< Bytes that are read now belong to a line that is too long
    size_t at;     ///< Start of the next line in text
    size_t n;      ///< Bytes in text
    char text[JW_LINE_INPUT_SIZE + 1];
} JwLineInput;

/// Reads once, as much as there is room for, unless a whole line waits to be taken. Call it when
/// something can be read. [main]
void jw_line_input_read(JwLineInput *input);

/// Takes the next line, without its end, valid until the next call; the last line of the input may
/// lack its end. [main]
JwLineKind jw_line_input_next(JwLineInput *input, char **line);

/// Returns true if jw_line_input_next() has nothing to give. [main]
bool jw_line_input_is_empty(const JwLineInput *input);

#endif // JW_LINE_INPUT_H
