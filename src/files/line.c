// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/line.h"

#include "base/utf8.h"

#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#if !defined _WIN32
#include <langinfo.h>
#endif

enum { LINE_SIZE = 8192 };

static bool ascii_only;

#if defined _WIN32

/// A program of Windows has its streams, and its terminal is told to take UTF-8.
void jw_line_begin(void) {
    setlocale(LC_CTYPE, ".UTF-8");
}

#else

/// Fills the places of closed standard streams: the next file that is opened would take such a
/// place, and messages would be written into it. Each is opened in the other direction, so that
/// using the stream stays an error.
static void fill_closed_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

void jw_line_begin(void) {
    fill_closed_streams();
    // Characters follow the terminal's locale; numbers keep their point.
    setlocale(LC_CTYPE, "");
    const bool terminal = isatty(STDOUT_FILENO) || isatty(STDERR_FILENO);
    ascii_only = terminal && strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

#endif

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
