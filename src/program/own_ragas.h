// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The user's own ragas: files ragas/NAME.ini in his data folder (files/raga_file.h).

#ifndef JW_OWN_RAGAS_H
#define JW_OWN_RAGAS_H

/// Adds the ragas of all these files to the table, in the order of the files' names. Of a file with
/// a fault none is added, and a warning of the program says what is wrong in which line; so it does
/// where a name is that of a raga that is there already. To be called once, at the start. [main]
void jw_own_ragas_load(const char *program);

#endif // JW_OWN_RAGAS_H
