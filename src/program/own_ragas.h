// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The user's own ragas: files ragas/NAME.ini in his data folder (files/raga_file.h).

#ifndef JW_OWN_RAGAS_H
#define JW_OWN_RAGAS_H

/// Adds the ragas of all these files to the table, in the order of the files' names. A file that
/// has a fault, or a raga whose name is taken, adds none: a warning of the program names fault and
/// line. To be called once, at the start. [main]
void jw_own_ragas_load(const char *program);

/// Reads files that are new or have changed since: their ragas have new numbers, and the previous
/// ones are withdrawn, as are those of a file that is gone. A file with a fault leaves its ragas as
/// they are; say() gets the line of fault, once for each change. [main]
void jw_own_ragas_renew(void (*say)(void *user, const char *text), void *user);

#endif // JW_OWN_RAGAS_H
