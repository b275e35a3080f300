// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sections and keys of an INI text, with their lines. `key = value` or `key: value`; a comment
// begins with ; or # at the start of a line, or with ; after a blank.

#ifndef JW_INI_TEXT_H
#define JW_INI_TEXT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_INI_LINE_MAX = 190,   ///< Most bytes of a line that is not a comment
    JW_INI_SECTION_MAX = 48, ///< Most bytes between the brackets
};

/// Item of the text: a section's header (key is NULL) or a key; its strings last as long as the
/// call.
typedef struct {
    int line;
    const char *section; ///< Text between the brackets
    const char *key;
    const char *value; ///< Value without blanks around it and without its comment
} JwIniItem;

/// Takes one item; sets an error and returns false to stop.
typedef bool (*JwIniSink)(void *user, const JwIniItem *item, JwError *error);

/// Reads the text from top to bottom. Keys before the first section, sections
/// without keys, lines that are neither, and a text that does not end with the
/// line `[end]` are errors; the caller has called jw_error_begin(). [any]
bool jw_ini_read(const char *text, size_t size, JwIniSink sink, void *user, JwError *error);

#endif // JW_INI_TEXT_H
