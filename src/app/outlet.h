// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines for the standard output or error, of which none is waited for.
//
// Behind a descriptor there may be a pipe that nobody reads. What is written stands in line until
// it is taken.

#ifndef JW_OUTLET_H
#define JW_OUTLET_H

#include <stdbool.h>
#include <stddef.h>

enum { JW_OUTLET_SIZE = 1 << 16 };

/// Set to {.fd = ...} before use.
typedef struct {
    int fd;
    bool broken;     ///< It takes nothing any more
    unsigned n_lost; ///< Texts for which there was no room
    size_t n;        ///< Bytes that wait
    char text[JW_OUTLET_SIZE];
} JwOutlet;

/// Puts a text at the end of the line, whole or not at all, and passes on what is taken at once.
/// [main]
void jw_outlet_put(JwOutlet *outlet, const char *text, size_t n);

/// Passes on what is taken at once. [main]
void jw_outlet_pass(JwOutlet *outlet);

/// True while something waits. [main]
bool jw_outlet_waits(const JwOutlet *outlet);

/// True while so much waits that nothing should be added. [main]
bool jw_outlet_is_full(const JwOutlet *outlet);

#endif // JW_OUTLET_H
