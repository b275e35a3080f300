// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Buffered, non-blocking output of lines to standard output or error.
//
// The reader of the descriptor may be slow or absent: output stays in a buffer until the pipe
// accepts it.

#ifndef JW_OUTLET_H
#define JW_OUTLET_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_OUTLET_SIZE = 1 << 16 };

/// Buffer of one descriptor; set to {.fd = ...} before use.
typedef struct {
    int fd;
    bool broken;     ///< The descriptor no longer accepts output
    unsigned n_lost; ///< Texts dropped because the buffer was full
    size_t n;        ///< Bytes in the buffer
    char text[JW_OUTLET_SIZE];
} JwOutlet;

/// Appends a text to the buffer, complete or not at all, and writes as much as the descriptor
/// accepts immediately. [main]
void jw_outlet_put(JwOutlet *outlet, const char *text, size_t n);

/// Writes as much as the descriptor accepts immediately. [main]
void jw_outlet_pass(JwOutlet *outlet);

/// True while the buffer is not empty. [main]
bool jw_outlet_waits(const JwOutlet *outlet);

/// True while the buffer is so full that nothing should be added. [main]
bool jw_outlet_is_full(const JwOutlet *outlet);

#endif // JW_OUTLET_H
