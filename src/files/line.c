// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/line.h"

#include "base/utf8.h"
#include "files/system.h"

#include <stdarg.h>
#include <stdbool.h>

enum { LINE_SIZE = 8192 };

static bool ascii_only;

void jw_line_begin(void) {
    ascii_only = !jw_system_begin_streams();
}

void jw_line_tidy(char *text) {
    jw_utf8_tidy(text, ascii_only);
}

void jw_line_print(FILE *stream, const char *format, ...) {
    char text[LINE_SIZE];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (n >= 0) {
        jw_line_tidy(text);
        fprintf(stream, "%s\n", text);
    }
}
