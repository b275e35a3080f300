// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Small files that a test writes.

#ifndef JW_TEST_TEXTS_H
#define JW_TEST_TEXTS_H

#include <stdbool.h>
#include <stdio.h>

/// Writes a text to a file of that path; false if it is not all there.
static inline bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    const bool ok = file && fputs(text, file) >= 0;
    return file && !fclose(file) && ok;
}

#endif // JW_TEST_TEXTS_H
