// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is wrong with a file, and where: one line of text for the user.

#ifndef JW_FAULT_H
#define JW_FAULT_H

#include <stdbool.h>
#include <stddef.h>

/// The caller's buffer and what has been said in it.
typedef struct {
    const char *file; ///< As the user named it; not owned
    int line;         ///< Of the fault, from 1; 0 where it concerns the whole file
    bool set;         ///< Something is wrong
    bool absent;      ///< There is no such file
    char *text;       ///< "file:line: what", or "file: what"; NULL if nobody reads it
    size_t size;      ///< Bytes of text
} JwFault;

/// A fault that has not happened yet. text may be NULL. [any]
JwFault jw_fault_none(const char *file, char *text, size_t size);

/// Says what is wrong, in place of what was said before; what does not fit is
/// cut. Returns false, so that a failing function can return it. [any]
__attribute__((__format__(__printf__, 3, 4))) bool jw_fault_set(JwFault *fault, int line,
                                                                const char *format, ...);

#endif // JW_FAULT_H
