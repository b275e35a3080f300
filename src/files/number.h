// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Words, numbers and note names as text, the same in every locale.

#ifndef JW_NUMBER_H
#define JW_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/// Takes the next word, up to a blank, off *text into a buffer of `size` bytes. False if there is
/// no word or it does not fit. [any]
bool jw_word_next(const char **text, char *word, size_t size);

/// Reads the whole text as a decimal number (12, -0.5, 4.83e-4): with a point in every locale, no
/// blanks, no infinity, no NaN, below 1e301 in size. Right to the last bit up to 15 digits with an
/// exponent to 22. False leaves *value. [any]
bool jw_number_parse(const char *text, double *value);

/// Takes a number of the same form, as long as possible, off *text. False leaves both. [any]
bool jw_number_take(const char **text, double *value);

/// Writes a number with so many digits at most, as jw_number_parse() reads it, in every locale.
/// [any]
void jw_number_print(char *text, size_t size, double value, int digits);

/// True if two names are the same except for case, and except for blanks, hyphens and low lines,
/// which are alike. [any]
bool jw_names_alike(const char *a, const char *b);

/// Reads the whole text as a whole number from min to max. [any]
bool jw_integer_parse(const char *text, int min, int max, int *value);

/// Reads a note name (C#3, Bb-1; C4 is MIDI key 60) into a key 0..127. [any]
bool jw_note_parse(const char *text, int *key);

#endif // JW_NUMBER_H
