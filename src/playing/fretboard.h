// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Which key each string has where, and how high it sounds there: an instrument under a tuning.

#ifndef JW_FRETBOARD_H
#define JW_FRETBOARD_H

#include "base/attributes.h"
#include "playing/instrument.h"
#include "playing/tuning.h"

enum {
    JW_TUNING_RANGE = 12,        ///< Semitones that a tuning moves a string at most, up or down
    JW_MAX_PLACES = 1 + JW_KEYS, ///< of one string: open, and its frets or every note of a scale
};

_Static_assert((int)JW_MAX_PLACES >= (int)JW_MAX_FRETS, "both have room");

/// What a user tunes besides the parameters A4, SA, RAGA, INTONATION and DRONE_FIRST.
typedef struct {
    bool has_scale; ///< The scale takes the raga's and the intonation's place
    JwScale scale;
    bool has_keymap; ///< Else the scale begins on Sa, at Sa's pitch in equal temperament
    JwKeymap keymap;
    double string_cents[JW_MAX_STRINGS]; ///< Fine tuning, within +-JW_TUNING_RANGE semitones
} JwTuning;

/// One string's stopping places; 0 is the open string.
typedef struct {
    int n;
    int key[JW_MAX_PLACES];         ///< -1: no key of its own
    double hz[JW_MAX_PLACES];       ///< How high it is to sound
    double tuned_hz[JW_MAX_PLACES]; ///< Its fundamental, that it may: without what the bridge adds
    double pitch[JW_MAX_PLACES];    ///< hz as a MIDI key with a fraction
    double beside; ///< Semitones by which all of it is meant to stand beside the keys' pitches
} JwNeck;

typedef struct {
    double key_hz[JW_KEYS]; ///< 0: no note
    double a4;              ///< Pitch of key 69 in equal temperament, as a MIDI key with a fraction
    bool is_scale;          ///< Of a scale that the user gave
    int sa_key;
    JwNeck neck[JW_MAX_STRINGS];
} JwFretboard;

/// True if every number of a tuning is finite and in its range. [any]
bool jw_tuning_ok(const JwTuning *tuning);

/// True if going from one set of parameters to the other tunes anything. [any]
JW_REALTIME bool jw_fretboard_differs(const double *param, const double *other);

/// Tunes the instrument; tuning may be NULL. An instrument in its own tuning has every string and
/// fret as its file says. [any]
void jw_fretboard_fill(JwFretboard *board, const JwInstrument *instrument, const JwTuning *tuning,
                       const double *param);

/// A pitch as a MIDI key with a fraction, 69 being 440 Hz. [any]
JW_REALTIME double jw_hz_key(double hz);

/// Pitch [Hz] that a string is built for: open, as its data say. [any]
double jw_string_spec_declared_hz(const JwStringSpec *string);

/// The stopping place of a key on a string, -1 if it has none. [any]
JW_REALTIME int jw_neck_find(const JwNeck *neck, int key);

#endif // JW_FRETBOARD_H
