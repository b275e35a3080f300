// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ragas and talas for the user: --list-ragas, --list-talas, names near to an unknown one.

#ifndef JW_RAGA_WORDS_H
#define JW_RAGA_WORDS_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/// Finds a raga by any of its names. Returns its number, or 0, with an error that names up to three
/// ragas whose names differ by a letter or two. [main]
int jw_raga_named(const char *text, JwError *error);

/// Finds a tala by any of its names. Returns its number, or -1, with an error that names the
/// nearest. [main]
int jw_tala_named(const char *text, JwError *error);

/// Prints the ragas that match a filter (jw_raga_matches()), a line each: name, notes, that or
/// mela, time, first string of a tanpura, other names. NULL: all. Of a raga that the filter names,
/// prints everything first. Returns false, with an error, if there is none. [main]
bool jw_list_ragas(FILE *out, const char *filter, JwError *error);

/// Prints all talas, a line each: name, beats, parts, their marks, other names; or, of the one with
/// that name, everything. Returns false, with an error, if there is none. [main]
bool jw_list_talas(FILE *out, const char *name, JwError *error);

#endif // JW_RAGA_WORDS_H
