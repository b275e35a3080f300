// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// List on the screen from which the user chooses a line, by typing a part of its name or with the
// arrows; or a text field.

#ifndef JW_CHOOSER_H
#define JW_CHOOSER_H

#include <stdbool.h>

enum { JW_CHOICE_SIZE = 160, JW_TYPED_SIZE = 1024 };

typedef struct {
    char name[JW_CHOICE_SIZE];  ///< Text that is returned
    char label[JW_CHOICE_SIZE]; ///< Text shown after the name
} JwChoice;

/// State of the chooser; set to {0} before use. Only the lines that match the typed text are shown,
/// in their original order.
typedef struct {
    bool open;
    const char *title;                ///< Borrowed
    bool (*takes)(const char *typed); ///< True for an answer that matches no line; NULL: none
    int n;
    JwChoice *choice; ///< Owned
    int n_matching;
    int at; ///< Index of the selected line among the matching ones
    char typed[JW_TYPED_SIZE];
} JwChooser;

typedef enum {
    JW_CHOOSER_GOES_ON,
    JW_CHOOSER_LEFT,   ///< Closed without a choice
    JW_CHOOSER_CHOSEN, ///< Closed with a choice: jw_chooser_chosen() returns it
} JwChooserAnswer;

/// Opens the chooser without a list and without `takes`; typed is the initial text. [main]
void jw_chooser_open(JwChooser *chooser, const char *title, const char *typed);

/// Adds a line to the list. Truncates a long text; leaves out the line if memory is short. [main]
void jw_chooser_add(JwChooser *chooser, const char *name, const char *label);

/// Handles a key code of ncurses. [main]
JwChooserAnswer jw_chooser_press(JwChooser *chooser, int key);

/// Name of the selected line or, if nothing matches, the typed text; valid until the chooser is
/// reopened. [main]
const char *jw_chooser_chosen(const JwChooser *chooser);

/// Draws the chooser into n_rows rows from row on. [main]
void jw_chooser_draw(const JwChooser *chooser, int row, int n_rows);

/// Frees the list; accepts a chooser of {0}. [main]
void jw_chooser_clear(JwChooser *chooser);

#endif // JW_CHOOSER_H
