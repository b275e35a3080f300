// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch of every key: a scale (Scala's, or a raga's in just or equal intonation) on a tonic.
//
// Sources: Scala scale and keyboard mapping formats (M. Op de Coul, huygens-fokker.org); the two
// possible ratios of each note in the 22 shrutis (Danielou 1943, Introduction to the Study of
// Musical Scales; Jairazbhoy 1971, The Rags of North Indian Music, for the ten thats).

#ifndef JW_TUNING_H
#define JW_TUNING_H

#include "base/attributes.h"
#include "base/ragas.h"

#include <stdbool.h>

enum {
    JW_KEYS = 128,
    JW_SCALE_DEGREES = 1024, ///< Largest number of notes of a scale
    JW_KEYMAP_KEYS = 1024,   ///< Largest number of keys of a mapping's pattern
    JW_UNMAPPED = -32768,    ///< Degree of a key without a note
};

/// Repeating scale: degree 0 is 0 cents, degree i >= 1 is cents[i - 1], and the last of them is the
/// interval of repetition.
typedef struct {
    int n;
    double cents[JW_SCALE_DEGREES]; ///< Intervals in any order, negative ones allowed
    double key_0_hz; ///< Pitch of key 0 if degree k is key k, without a mapping; 0: with a mapping
} JwScale;

/// Mapping from keys to degrees. A mapping without keys (n = 0) plays the scale degree by degree.
typedef struct {
    int n;          ///< Number of keys after which the pattern repeats
    int first_key;  ///< Lowest key of the mapping; keys below it are in equal temperament, with A4
                    ///< at its pitch
    int last_key;   ///< Highest key of the mapping; keys above it are in equal temperament too
    int middle_key; ///< Key where the pattern begins
    int reference_key;   ///< Key with the pitch reference_hz
    double reference_hz; ///< Pitch of reference_key
    int octave;          ///< Degree by which the pattern rises at each repetition; 0: the scale's
                         ///< last
    int degree[JW_KEYMAP_KEYS]; ///< JW_UNMAPPED: no note
} JwKeymap;

/// Input for a tonic and its scale, besides a scale from a file.
typedef struct {
    double a4_hz; ///< Pitch of key 69 in equal temperament
    int sa_key;   ///< Key of the tonic, whose pitch is that of equal temperament
    int raga;     ///< Number of the raga; 0: none
    bool just;    ///< True for just intonation, false for equal temperament
    bool own;     ///< With `just`: the raga's own places of notes, where it has any
} JwTonic;

/// Pitch of a key in twelve-tone equal temperament. [any]
double jw_key_hz(double key, double a4_hz);

/// Mapping of a scale without a mapping: degree by degree, degree 0 on middle_key at hz. [any]
JwKeymap jw_keymap_linear(int middle_key, double hz);

/// Interval [cents] of a degree above degree 0, any number of periods up or down. [any]
double jw_scale_degree_cents(const JwScale *scale, int degree);

/// True unless the reference key has no note, in which case no key has a pitch. [any]
bool jw_keymap_usable(const JwKeymap *map);

/// Pitch of a key; 0 if the key has none or one outside 1 Hz .. 30 kHz. [any]
double jw_keymap_hz(const JwScale *scale, const JwKeymap *map, int key, double a4_hz);

/// Pitches of all keys in a raga, or in plain just or equal intonation. [any]
void jw_tonic_keys(const JwTonic *tonic, double hz[JW_KEYS]);

/// Key of the raga's form of the note (svara) of this key: a Re of either kind becomes the raga's
/// Re. A note that the raga has stays, and so does one of a svara that it leaves out. [any]
int jw_raga_key(int raga, int sa_key, int key);

/// Key to which a raga tunes a taraf string made for `key`. `before` is the number of taraf strings
/// before it that are made for the same svara (jw_svara()). It is the svara's form; if the raga has
/// both, the one that is more frequent in aroha and avaroha first, then in turn. If it leaves the
/// svara out: m for P, or N if it lacks m, too; for the others the raga's nearest note, the upper
/// one of two. Without a raga, the key itself. [any]
int jw_raga_taraf_key(int raga, int sa_key, int key, int before);

/// Svara of a key: 0 Sa, 1 Re, and so on to 6 Ni. [any]
int jw_svara(int sa_key, int key);

/// Semitones above Sa of the raga's first string of a tanpura; -1: none, as with the thats. [any]
int jw_raga_first(int raga);

#endif // JW_TUNING_H
