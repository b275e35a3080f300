// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Outlet for lines to the standard output or error, which never waits.
//
// Nobody may be reading the pipe behind a descriptor: what is written waits in a buffer until the
// pipe takes it.

#ifndef JW_OUTLET_H
#define JW_OUTLET_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_OUTLET_SIZE = 1 << 16 };

/// Buffer of one descriptor; set to {.fd = ...} before use.
typedef struct {
    int fd;
    bool broken;     ///< The descriptor takes nothing any more
    unsigned n_lost; ///< Texts for which there was no room
    size_t n;        ///< Bytes that wait
    char text[JW_OUTLET_SIZE];
} JwOutlet;

/// Appends a text to the buffer, whole or not at all, and writes what the descriptor takes at once.
/// [main]
void jw_outlet_put(JwOutlet *outlet, const char *text, size_t n);

/// Writes what the descriptor takes at once. [main]
void jw_outlet_pass(JwOutlet *outlet);

/// Returns true while bytes wait. [main]
bool jw_outlet_waits(const JwOutlet *outlet);

/// Returns true while so many bytes wait that nothing should be added. [main]
bool jw_outlet_is_full(const JwOutlet *outlet);

#endif // JW_OUTLET_H
