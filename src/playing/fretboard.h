// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fretboard: the keys of each string, their places, and their pitches, for an instrument under a
// tuning.

#ifndef JW_FRETBOARD_H
#define JW_FRETBOARD_H

#include "base/attributes.h"
#include "playing/instrument.h"
#include "playing/tuning.h"

enum {
    JW_TUNING_RANGE = 12,        ///< Largest number of semitones by which a tuning moves a string,
                                 ///< up or down
    JW_MAX_PLACES = 1 + JW_KEYS, ///< Largest number of stopping places of one string: open, and
                                 ///< its frets or every note of a scale
};

_Static_assert((int)JW_MAX_PLACES >= (int)JW_MAX_FRETS, "both have room");

/// User's tuning besides the parameters A4, SA, RAGA, INTONATION and DRONE_FIRST.
typedef struct {
    bool has_scale; ///< The scale replaces raga and intonation
    JwScale scale;
    bool has_keymap; ///< The scale has a mapping; otherwise it begins on Sa, at Sa's pitch in
                     ///< equal temperament
    JwKeymap keymap;
    double string_cents[JW_MAX_STRINGS]; ///< Fine tuning of each string, within +-JW_TUNING_RANGE
                                         ///< semitones
} JwTuning;

/// Stopping places of one string; place 0 is the open string.
typedef struct {
    int n;
    int key[JW_MAX_PLACES];         ///< Key of a place; -1: none
    double hz[JW_MAX_PLACES];       ///< Nominal pitch of a place
    double tuned_hz[JW_MAX_PLACES]; ///< Fundamental of the string at that place: its pitch without
                                    ///< the addition of bridge and body, minus ringing_cents
    double wrap[JW_MAX_PLACES];     ///< Addition of bridge and body [semitone]
    double pitch[JW_MAX_PLACES];    ///< hz as a MIDI key with a fraction
    double offset; ///< Semitones by which the whole string is intended to be above the keys'
                   ///< pitches
} JwNeck;

typedef struct {
    double key_hz[JW_KEYS]; ///< Pitch of each key; 0: no note
    double a4;              ///< Pitch of key 69 in equal temperament, as a MIDI key with a fraction
    bool is_scale;          ///< The scale was given by the user
    int sa_key;
    JwNeck neck[JW_MAX_STRINGS];
} JwFretboard;

/// True if every number of a tuning is finite and in its range. [any]
bool jw_tuning_ok(const JwTuning *tuning);

/// True if the difference between two sets of parameters changes the tuning. [any]
JW_REALTIME bool jw_fretboard_differs(const double *param, const double *other);

/// Key of the tonic under these parameters, in the octave of the instrument's own. [any]
int jw_fretboard_sa_key(const JwInstrument *instrument, const double *param);

/// Key of Sa of the middle octave (madhya) under these parameters. [any]
int jw_fretboard_madhya_key(const JwInstrument *instrument, const double *param);

/// Fills the fretboard of an instrument; tuning may be NULL. Without a tuning, every string and
/// fret is as in the instrument's file. [any]
void jw_fretboard_fill(JwFretboard *board, const JwInstrument *instrument, const JwTuning *tuning,
                       const double *param);

/// Key of a pitch: a MIDI key with a fraction, 69 being 440 Hz. [any]
JW_REALTIME double jw_hz_key(double hz);

/// Pitch [Hz] of the open string according to its data. [any]
double jw_string_spec_declared_hz(const JwStringSpec *string);

/// Place of a key on a string, -1 if there is none. [any]
JW_REALTIME int jw_neck_find(const JwNeck *neck, int key);

#endif // JW_FRETBOARD_H
