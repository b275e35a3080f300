// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/chooser.h"

#include "app/terminal/canvas.h"
#include "base/utf8.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CTRL_C = 3, CTRL_U = 21, ESCAPE = 27, NAME_COLUMNS = 24 };

void jw_chooser_open(JwChooser *c, const char *title, const char *typed) {
    jw_chooser_clear(c);
    c->open = true;
    c->title = title;
    snprintf(c->typed, sizeof(c->typed), "%s", typed);
}

void jw_chooser_add(JwChooser *c, const char *name, const char *label) {
    JwChoice *grown = realloc(c->choice, ((size_t)c->n + 1) * sizeof(*grown));
    if (!grown) {
        return;
    }
    c->choice = grown;
    snprintf(grown[c->n].name, JW_CHOICE_SIZE, "%.159s", name);
    snprintf(grown[c->n].label, JW_CHOICE_SIZE, "%.159s", label);
    c->n_matching = ++c->n;
}

/********* Matching *********/

static bool has_part(const char *text, const char *part) {
    const size_t n = strlen(part);
    for (; *text && strncasecmp(text, part, n) != 0; ++text) {
    }
    return *text || n == 0;
}

static bool matches(const JwChooser *c, const JwChoice *choice) {
    if (c->takes && c->takes(c->typed)) {
        return false;
    }
    return has_part(choice->name, c->typed) || has_part(choice->label, c->typed);
}

static const JwChoice *matching(const JwChooser *c, int at) {
    for (int i = 0; i < c->n; ++i) {
        if (matches(c, &c->choice[i]) && at-- == 0) {
            return &c->choice[i];
        }
    }
    return NULL;
}

static void match(JwChooser *c) {
    c->n_matching = 0;
    c->at = 0;
    for (int i = 0; i < c->n; ++i) {
        // A name typed in full is selected, wherever it is.
        if (matches(c, &c->choice[i])) {
            c->at = !strcasecmp(c->choice[i].name, c->typed) ? c->n_matching : c->at;
            ++c->n_matching;
        }
    }
}

const char *jw_chooser_chosen(const JwChooser *c) {
    const JwChoice *choice = matching(c, c->at);
    return choice ? choice->name : c->typed;
}

/********* Keys *********/

static void type(JwChooser *c, int key) {
    const size_t n = strlen(c->typed);
    if (n + 1 < sizeof(c->typed)) {
        c->typed[n] = (char)key;
        c->typed[n + 1] = '\0';
    }
    match(c);
}

/// Deletes the last character, which may have several bytes.
static void take_back(JwChooser *c) {
    c->typed[jw_utf8_before(c->typed, strlen(c->typed))] = '\0';
    match(c);
}

static void move_on(JwChooser *c, int by) {
    const int last = c->n_matching > 0 ? c->n_matching - 1 : 0;
    c->at += by;
    c->at = c->at < 0 ? 0 : c->at > last ? last : c->at;
}

static JwChooserAnswer end(JwChooser *c, JwChooserAnswer answer) {
    c->open = false;
    return answer;
}

JwChooserAnswer jw_chooser_press(JwChooser *c, int key) {
    switch (key) {
    case ESCAPE:
    case CTRL_C:
        return end(c, JW_CHOOSER_LEFT);
    case '\r':
    case '\n':
    case KEY_ENTER:
        return end(c, *jw_chooser_chosen(c) ? JW_CHOOSER_CHOSEN : JW_CHOOSER_LEFT);
    case KEY_UP:
        move_on(c, -1);
        break;
    case KEY_DOWN:
        move_on(c, 1);
        break;
    case KEY_PPAGE:
        move_on(c, -5);
        break;
    case KEY_NPAGE:
        move_on(c, 5);
        break;
    case KEY_BACKSPACE:
    case 127:
    case '\b':
        take_back(c);
        break;
    case CTRL_U:
        c->typed[0] = '\0';
        match(c);
        break;
    default:
        if (key >= ' ' && key < 256) {
            type(c, key);
        }
        break;
    }
    return JW_CHOOSER_GOES_ON;
}

/********* Picture *********/

/// The end of the typed text, as much as fits.
static const char *end_of(const char *typed, int columns) {
    const int n = (int)strlen(typed);
    const char *begin = typed + (n > columns && columns > 0 ? n - columns : 0);
    while (jw_utf8_continues(*begin)) {
        ++begin;
    }
    return begin;
}

void jw_chooser_draw(const JwChooser *c, int row, int n_rows) {
    const int title_columns = (int)strlen(c->title) + 3;
    attron(A_BOLD);
    jw_canvas_put(row, 1, COLS, "%s: %s_", c->title, end_of(c->typed, COLS - title_columns - 2));
    attroff(A_BOLD);
    const int rows = n_rows - 2;
    int first = c->at - rows / 2;
    first = first > c->n_matching - rows ? c->n_matching - rows : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < rows && first + i < c->n_matching; ++i) {
        const JwChoice *choice = matching(c, first + i);
        const bool selected = first + i == c->at;
        if (selected) {
            attron(A_REVERSE);
        }
        jw_canvas_put(row + 1 + i, 1, COLS - 1, "%s %-*s %s ", selected ? ">" : " ", NAME_COLUMNS,
                      choice->name, choice->label);
        attroff(A_REVERSE);
    }
    jw_canvas_put(row + n_rows - 1, 1, COLS,
                  c->n > 0 ? "Up Down, Enter: this one; Esc: none" : "Enter: done; Esc: leave");
}

void jw_chooser_clear(JwChooser *c) {
    free(c->choice);
    *c = (JwChooser){.open = false};
}
