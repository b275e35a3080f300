// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines from a descriptor, however fast they come and however long they are.

#ifndef JW_LINE_INPUT_H
#define JW_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_LINE_INPUT_SIZE = 4096 }; ///< Bytes of a line, its end included

typedef enum {
    JW_LINE_NONE,     ///< No whole line has come
    JW_LINE_WHOLE,    ///< A line
    JW_LINE_TOO_LONG, ///< One that was too long: all of it is passed over
    JW_LINE_NO_TEXT,  ///< One with a zero byte in it
} JwLineKind;

/// Set to {.fd = ..., .open = true} before use.
typedef struct {
    int fd;
    bool open;     ///< More may come
    bool too_long; ///< What is read now belongs to such a line
    size_t at;     ///< Where the next line begins
    size_t n;      ///< Bytes read
    char text[JW_LINE_INPUT_SIZE + 1];
} JwLineInput;

/// Reads once, as much as there is room for, unless a whole line waits to be taken: to be called
/// when something can be read. [main]
void jw_line_input_read(JwLineInput *input);

/// The next line, without its end, until the next call; the last one may lack its end. [main]
JwLineKind jw_line_input_next(JwLineInput *input, char **line);

/// True if jw_line_input_next() has nothing to give. [main]
bool jw_line_input_is_empty(const JwLineInput *input);

#endif // JW_LINE_INPUT_H
