// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/message_log.h"

#include "app/terminal/canvas.h"

#include <curses.h>
#include <math.h>
#include <stdio.h>

static const double fresh_s = 4.0;
static const double shown_s = 12.0;

void jw_message_log_add(JwMessageLog *s, const char *text, double now_s) {
    const int i = s->n++ % JW_MESSAGE_LOG_LINES;
    s->at_s[i] = now_s;
    snprintf(s->text[i], JW_MESSAGE_LOG_TEXT, "%s", text);
}

static int rows_of(const char *text) {
    int rows = 0;
    for (; *text; ++rows) {
        text += jw_canvas_fit(text, COLS - 2);
        text += *text == ' ';
    }
    return rows;
}

/// Draws a text from row `row` on, above row `end`.
static void draw_one(const char *text, int row, int end) {
    for (; *text && row < end; ++row) {
        const int n = jw_canvas_fit(text, COLS - 2);
        jw_canvas_put(row, 1, COLS, "%.*s", n, text);
        text += n;
        text += *text == ' ';
    }
}

/// Draws texts from the bottom up: leaves out those before `since_s` and dims those before `dim_s`.
/// Returns the number of rows drawn.
static int draw_since(const JwMessageLog *s, int row, int n_rows, double since_s, double dim_s) {
    int left = n_rows;
    for (int i = s->n - 1; i >= 0 && i > s->n - 1 - JW_MESSAGE_LOG_LINES && left > 0; --i) {
        const int k = i % JW_MESSAGE_LOG_LINES;
        const int rows = rows_of(s->text[k]);
        if (s->at_s[k] < since_s) {
            break;
        }
        // A text that does not fit shows its beginning.
        const int first = rows < left ? left - rows : 0;
        if (rows > left && left < n_rows) {
            break;
        }
        if (s->at_s[k] < dim_s) {
            attron(A_DIM);
        }
        draw_one(s->text[k], row + first, row + left);
        attroff(A_DIM);
        left = first;
    }
    return n_rows - left;
}

int jw_message_log_draw(const JwMessageLog *s, int row, int n_rows, double now_s) {
    return draw_since(s, row, n_rows, now_s - shown_s, now_s - fresh_s);
}

void jw_message_log_draw_all(const JwMessageLog *s, int row, int n_rows) {
    draw_since(s, row, n_rows, -HUGE_VAL, -HUGE_VAL);
}
