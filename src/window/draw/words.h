// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Words and numbers of the window: notes, sargam, values with units.

#ifndef JW_WINDOW_WORDS_H
#define JW_WINDOW_WORDS_H

#include "window/draw/model.h"

enum { JW_WORDS = 96 }; ///< Enough for each of these texts

/// Western name of a key, with a sharp sign ("F♯3"). [any]
const char *jw_words_note(int key, char text[JW_WORDS]);

/// The same without its octave ("F♯"). [any]
const char *jw_words_tone(int key, char text[JW_WORDS]);

/// Sargam name of a key relative to Sa: "Sa re Re ga Ga ma Ma Pa dha Dha ni Ni". [any]
const char *jw_words_sargam(int key, int sa_key);

/// Its letter: "S r R g G m M P d D n N". [any]
const char *jw_words_letter(int key, int sa_key);

/// True if the raga has a key's note; false without a raga. [any]
bool jw_words_in_raga(const JwWindowModel *model, int key);

/// A number with the given decimals, with the minus sign U+2212; never "-0". `sign`: also "+".
/// [any]
const char *jw_words_number(double value, int decimals, bool sign, char text[JW_WORDS]);

/// Value of a parameter with its unit, short ("−5.0 dB", "0.25 ×", "Mizrab"). [any]
const char *jw_words_value(JwParamId id, double value, char text[JW_WORDS]);

/// The same without its unit, for typing. [any]
const char *jw_words_plain(JwParamId id, double value, char text[JW_WORDS]);

/// Name of the instrument, with a remark if the audio input does not move its strings. [any]
const char *jw_words_instrument(const JwWindowModel *model, char text[JW_WORDS]);

/// Label of a named value in a menu. [any]
const char *jw_words_point(JwParamId id, double value, char text[JW_WORDS]);

/// Effective curvature of the bridge on JAWARI's scale: 0 khula, 50 gol, 100 band, and beyond with
/// another BRIDGE_CURVATURE. [any]
double jw_words_jawari(const double *param);

/// Name of a stroke as on the instrument's own plectrum: bachi, not mizrab, on a biwa or shamisen.
/// [any]
const char *jw_words_stroke(const JwWindowModel *model, double value, char text[JW_WORDS]);

/// "1 string", "4 strings". [any]
const char *jw_words_count(int n, const char *one, const char *more, char text[JW_WORDS]);

/// Name of a layout of the computer's letters, in a menu. [any]
const char *jw_words_letters(JwKeysChoice choice);

/// Heading of a group of parameters. [any]
const char *jw_words_group(JwParamGroup group);

/// Parses a number typed for a parameter; false if it is not a number. [any]
bool jw_words_parse(JwParamId id, const char *typed, double *value);

/// Position 0..1 of a value on its slider, and the value at a position. [any]
double jw_words_place(JwParamId id, double value);

#endif // JW_WINDOW_WORDS_H
