// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of Indian music, which are written in many ways, in a form in which they can be compared.

#ifndef JW_NAMES_H
#define JW_NAMES_H

enum { JW_FOLDED_NAME = 96 }; ///< Room for a folded name and its final 0

/// Writes a name without capitals, blanks, signs and accents. A longer one is cut. Any bytes may
/// come. [any]
void jw_name_fold(const char *text, char folded[JW_FOLDED_NAME]);

/// Reduces a folded name to its sounds, in place: length, aspiration, doubled letters and a final a
/// are lost, so that bhoopali and bhupali are the same. [any]
void jw_name_reduce(char *name);

#endif // JW_NAMES_H
