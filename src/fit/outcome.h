// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Outcome of a fit: edits that write the results into the instrument's text.

#ifndef JW_OUTCOME_H
#define JW_OUTCOME_H

#include "fit/edits.h"
#include "fit/fit.h"

#include <stdbool.h>
#include <stddef.h>

/// Adds the edits for the results. [any]
void jw_outcome_edits(const JwFit *fit, JwEdits *edits);

/// Makes the texts of the new instrument and of its tuned file, replacing earlier ones; returns
/// false, with an error, if the text is not an instrument. [main]
bool jw_outcome_make(JwFit *fit, JwError *error);

/// Describes the end of the search, after a comma; empty if it was complete. [any]
const char *jw_outcome_ending(const JwFit *fit);

/// Describes how well an unknown is known. [any]
void jw_outcome_known(const JwFit *fit, int unknown, char *text, size_t size);

#endif // JW_OUTCOME_H
