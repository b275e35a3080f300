// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Outcome of a fit: the edits of the instrument's text by which what was found is written.

#ifndef JW_OUTCOME_H
#define JW_OUTCOME_H

#include "fit/edits.h"
#include "fit/fit.h"

#include <stdbool.h>
#include <stddef.h>

/// Adds the edits that give the instrument what was found. [any]
void jw_outcome_edits(const JwFit *fit, JwEdits *edits);

/// Makes the texts of the new instrument and of its tuned file, in place of earlier ones; false,
/// with a message, if it is no instrument. [main]
bool jw_outcome_make(JwFit *fit, JwMessage *message);

/// Says, behind a comma, what ended the search; empty where it was done. [any]
const char *jw_outcome_ending(const JwFit *fit);

/// Says how well the unknown of that number is known. [any]
void jw_outcome_known(const JwFit *fit, int unknown, char *text, size_t size);

#endif // JW_OUTCOME_H
