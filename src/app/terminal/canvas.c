// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/canvas.h"

#include "base/utf8.h"
#include "files/line.h"

#include <curses.h>
#include <langinfo.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/// Number of bytes of a text's first `columns` characters.
static int bytes_of(const char *text, int columns) {
    int n = 0;
    for (; text[n]; ++n) {
        columns -= !jw_utf8_continues(text[n]);
        if (columns < 0) {
            break;
        }
    }
    return n;
}

static void put_text(int row, int column, int columns, const char *text) {
    if (row < 0 || row >= LINES || column < 0 || column >= COLS) {
        return;
    }
    columns = columns < COLS - column ? columns : COLS - column;
    mvaddnstr(row, column, text, bytes_of(text, columns));
}

void jw_canvas_put(int row, int column, int columns, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    jw_line_tidy(text);
    put_text(row, column, columns, text);
}

void jw_canvas_bar(int row, int column, int columns, double part) {
    const bool utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
    const int full = (int)lround(fmin(fmax(part, 0.0), 1.0) * columns);
    for (int i = 0; i < columns; ++i) {
        put_text(row, column + i, 1, i < full ? (utf8 ? "\u2588" : "#") : (utf8 ? "\u00b7" : "."));
    }
}

int jw_canvas_fit(const char *text, int columns) {
    const int room = bytes_of(text, columns > 0 ? columns : 1);
    int n = room;
    if (!text[n]) {
        return n;
    }
    while (n > 0 && text[n] != ' ') {
        --n;
    }
    return n > 0 ? n : room;
}
