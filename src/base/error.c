// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/error.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void jw_error_begin(JwError *error, const char *file) {
    error->file = file;
    error->line = error->column = 0;
    error->placed = error->absent = error->memory_short = false;
    error->text[0] = '\0';
}

JwError *jw_error_at(JwError *error, int line, int column) {
    error->line = line;
    error->column = column;
    error->placed = true;
    return error;
}

/// Writes the place at the start of the text; returns the length of the place, at most the size of
/// the text.
static size_t put_place(JwError *error) {
    const size_t size = sizeof(error->text);
    int n = snprintf(error->text, size, "%s", error->file);
    if (n >= 0 && (size_t)n < size && error->line > 0) {
        n += snprintf(error->text + n, size - (size_t)n, ":%d", error->line);
    }
    if (n >= 0 && (size_t)n < size && error->line > 0 && error->column > 0) {
        n += snprintf(error->text + n, size - (size_t)n, ":%d", error->column);
    }
    if (n >= 0 && (size_t)n < size) {
        n += snprintf(error->text + n, size - (size_t)n, ": ");
    }
    return n < 0 ? 0 : (size_t)n < size ? (size_t)n : size;
}

bool jw_error_set(JwError *error, const char *format, ...) {
    const bool placed = error->placed;
    error->text[0] = '\0';
    if (!placed) {
        error->line = error->column = 0;
    }
    const size_t n = placed && error->file ? put_place(error) : 0;
    error->placed = false;
    if (n < sizeof(error->text)) {
        va_list args;
        va_start(args, format);
        if (vsnprintf(error->text + n, sizeof(error->text) - n, format, args) < 0) {
            error->text[n] = '\0';
        }
        va_end(args);
    }
    jw_utf8_tidy(error->text, false);
    return false;
}

bool jw_error_prefix(JwError *error, const char *prefix) {
    enum { PREFIX_MAX = 500, SEPARATOR = 2 };
    size_t of_prefix = strlen(prefix), of_text = strlen(error->text);
    of_prefix = of_prefix < PREFIX_MAX ? of_prefix : PREFIX_MAX;
    const size_t room = sizeof(error->text) - 1 - of_prefix - SEPARATOR;
    of_text = of_text < room ? of_text : room;
    char *text = error->text + of_prefix + SEPARATOR;
    memmove(text, error->text, of_text);
    text[of_text] = '\0';
    memcpy(error->text, prefix, of_prefix);
    memcpy(error->text + of_prefix, ": ", SEPARATOR);
    jw_utf8_tidy(error->text, false);
    return false;
}
