// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Writes the text of tuned files (files/tuned_file.h); clears, copies and tests the cents in them.

#ifndef JW_TUNED_TEXT_H
#define JW_TUNED_TEXT_H

#include "playing/instrument.h"

/// First line of every tuned file. [any]
const char *jw_tuned_text_begin(void);

/// Makes the text of a tuned file: the cents of `tuned`, and the hash of `made_from`, the
/// instrument as its own file describes it. The caller frees the text; NULL if memory is short.
/// [any]
char *jw_tuned_text_make(const JwInstrument *tuned, const JwInstrument *made_from);

/// Sets all cents of an instrument's strings to 0. [any]
void jw_tuned_clear(JwInstrument *instrument);

/// Copies the cents of one string to another. [any]
void jw_tuned_copy(JwStringSpec *to, const JwStringSpec *from);

/// True if one of a string's cents is not 0. [any]
bool jw_tuned_has_cents(const JwStringSpec *string);

#endif // JW_TUNED_TEXT_H
