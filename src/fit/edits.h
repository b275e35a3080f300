// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Edits of an instrument file's text: change the values of keys and nothing else.

#ifndef JW_EDITS_H
#define JW_EDITS_H

#include "fit/unknowns.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_EDITS_MAX = JW_N_UNKNOWNS + 16, JW_EDIT_VALUE = 1024 };

typedef struct {
    JwUnknownPlace place;
    int number; ///< Number of the section among those of the same kind, from 0
    const char *key;
    char value[JW_EDIT_VALUE]; ///< Value; for a list its lines, from the second on with key and
                               ///< `=`; empty: removes the key
    bool done;
} JwEdit;

typedef struct {
    int n;
    JwEdit edit[JW_EDITS_MAX];
} JwEdits;

/// Adds an edit with a text as its value, or replaces the one for that key. [any]
void jw_edits_add(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                  const char *value);

/// Adds an edit with a number as its value, with the given digits. [any]
void jw_edits_add_number(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                         double value, int digits);

/// True if a text begins like an instrument: with its section, after any comments. [any]
bool jw_edits_is_instrument(const char *text);

/// Applies the edits to a text and puts a comment line before it; the caller frees the result.
/// Missing keys are added at the end of their section, [defaults] before [end]. NULL if memory is
/// short. [any]
char *jw_edits_apply(JwEdits *edits, const char *text, const char *comment);

/// An edit that found no section when the edits were last applied; NULL: none. [any]
const JwEdit *jw_edits_left(const JwEdits *edits);

#endif // JW_EDITS_H
