// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Words and figures of the window: notes, sargam, values with their units.

#ifndef JW_WINDOW_WORDS_H
#define JW_WINDOW_WORDS_H

#include "window/draw/model.h"

enum { JW_WORDS = 96 }; ///< Room for any of these texts

/// Western name of a key, with a drawn sharp ("F♯3"). [any]
const char *jw_words_note(int key, char text[JW_WORDS]);

/// The same without its octave ("F♯"). [any]
const char *jw_words_tone(int key, char text[JW_WORDS]);

/// Sargam of a key over Sa: "Sa re Re ga Ga ma Ma Pa dha Dha ni Ni". [any]
const char *jw_words_sargam(int key, int sa_key);

/// Its letter: "S r R g G m M P d D n N". [any]
const char *jw_words_letter(int key, int sa_key);

/// True if the raga has a key's note; every note is in no raga. [any]
bool jw_words_in_raga(const JwWindowModel *model, int key);

/// A number with so many decimals, its minus U+2212; never "-0". `sign`: "+" too. [any]
const char *jw_words_number(double value, int decimals, bool sign, char text[JW_WORDS]);

/// Value of a parameter with its unit, short ("−5.0 dB", "0.25 ×", "Mizrab"). [any]
const char *jw_words_value(JwParamId id, double value, char text[JW_WORDS]);

/// The same without its unit, as it is typed. [any]
const char *jw_words_plain(JwParamId id, double value, char text[JW_WORDS]);

/// Name of the instrument, and whether sound from outside goes by its strings. [any]
const char *jw_words_instrument(const JwWindowModel *model, char text[JW_WORDS]);

/// Label of a named value as a menu shows it. [any]
const char *jw_words_point(JwParamId id, double value, char text[JW_WORDS]);

/// Heading of a group of parameters. [any]
const char *jw_words_group(JwParamGroup group);

/// Number that was typed for a parameter; false if it is none. [any]
bool jw_words_parse(JwParamId id, const char *typed, double *value);

/// Place 0..1 of a value on its slider, and the value at a place. [any]
double jw_words_place(JwParamId id, double value);

#endif // JW_WINDOW_WORDS_H
