// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Faults of a file: one line of text for the user that says the error and its place.

#ifndef JW_FAULT_H
#define JW_FAULT_H

#include <stdbool.h>
#include <stddef.h>

/// The caller's buffer and the message in it.
typedef struct {
    const char *file;  ///< Name of the file as the user gave it; not owned
    int line;          ///< Line of the fault, from 1; 0 where it concerns the whole file
    bool set;          ///< True once a fault is set
    bool absent;       ///< True if there is no such file
    bool memory_short; ///< True if memory was short
    char *text;        ///< Message "file:line: error", or "file: error"; NULL if nobody reads it
    size_t size;       ///< Size of text [bytes]
} JwFault;

/// Fault that has not happened yet. text may be NULL. [any]
JwFault jw_fault_none(const char *file, char *text, size_t size);

/// Sets the message, in place of an earlier one; cuts it where it does not fit. Returns false, so
/// that a failing function can return it. [any]
__attribute__((__format__(__printf__, 3, 4))) bool jw_fault_set(JwFault *fault, int line,
                                                                const char *format, ...);

#endif // JW_FAULT_H
