// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A list on the screen, of which one is chosen by typing a part of its name or with the arrows; or
// a text that is typed.

#ifndef JW_CHOOSER_H
#define JW_CHOOSER_H

#include <stdbool.h>

enum { JW_CHOICE_SIZE = 160, JW_TYPED_SIZE = 1024 };

typedef struct {
    char name[JW_CHOICE_SIZE];  ///< What is chosen
    char label[JW_CHOICE_SIZE]; ///< What is shown beside it
} JwChoice;

/// Set to {0} before use. Those that match what is typed come first, in their order.
typedef struct {
    bool open;
    const char *title; ///< Not owned
    int n;
    JwChoice *choice; ///< Owned
    int n_matching;
    int at; ///< Selected, among those that match
    char typed[JW_TYPED_SIZE];
} JwChooser;

typedef enum {
    JW_CHOOSER_GOES_ON,
    JW_CHOOSER_LEFT,   ///< Without a choice; it is closed
    JW_CHOOSER_CHOSEN, ///< And closed: jw_chooser_chosen() says what
} JwChooserAnswer;

/// Opens it without a list; typed is what seems to have been typed already. [main]
void jw_chooser_open(JwChooser *chooser, const char *title, const char *typed);

/// Adds a line to the list; what does not fit is cut, and without memory there is none. [main]
void jw_chooser_add(JwChooser *chooser, const char *name, const char *label);

/// Obeys a key of ncurses. [main]
JwChooserAnswer jw_chooser_press(JwChooser *chooser, int key);

/// The selected line's name, or, if nothing matches, what was typed; until it is opened again.
/// [main]
const char *jw_chooser_chosen(const JwChooser *chooser);

/// Draws it into those rows. [main]
void jw_chooser_draw(const JwChooser *chooser, int row, int n_rows);

/// Frees the list; a {0} one is fine. [main]
void jw_chooser_clear(JwChooser *chooser);

#endif // JW_CHOOSER_H
