// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Edits of an instrument file's text: values of keys, with all else as it stands.

#ifndef JW_EDITS_H
#define JW_EDITS_H

#include "fit/unknowns.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_EDITS_MAX = JW_N_UNKNOWNS + 16, JW_EDIT_VALUE = 1024 };

typedef struct {
    JwUnknownPlace place;
    int number; ///< Number of the section among those of its kind, from 0
    const char *key;
    char value[JW_EDIT_VALUE]; ///< Value; of a list its lines, with key and `=` from the second on;
                               ///< empty: the key goes
    bool done;
} JwEdit;

typedef struct {
    int n;
    JwEdit edit[JW_EDITS_MAX];
} JwEdits;

/// Adds an edit with a value as text, in place of one of the same key in the same section. [any]
void jw_edits_add(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                  const char *value);

/// Adds an edit with a number of so many digits. [any]
void jw_edits_add_number(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                         double value, int digits);

/// True if a text begins as an instrument's does: behind comments, with that section. [any]
bool jw_edits_is_instrument(const char *text);

/// Applies the edits to a text, behind a line of comment; the result is to be freed. Keys that a
/// section lacks are added at its end, and [defaults] before [end]. NULL if memory is short. [any]
char *jw_edits_apply(JwEdits *edits, const char *text, const char *comment);

/// Edit that found no section when they were applied last; NULL: all did. [any]
const JwEdit *jw_edits_left(const JwEdits *edits);

#endif // JW_EDITS_H
