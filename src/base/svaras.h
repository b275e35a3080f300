// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Svaras of a tonic: their names, the one nearest to a pitch, and the next one up or down.

#ifndef JW_SVARAS_H
#define JW_SVARAS_H

/// Tonic with the notes of a raga.
typedef struct {
    int sa_key;       ///< MIDI key of Sa, in any octave
    unsigned notes;   ///< Bit d: the note d semitones above Sa belongs to it
    double cents[12]; ///< Intervals of all twelve notes above Sa
} JwSvaras;

/// A pitch as a note and a distance from it.
typedef struct {
    int key;      ///< MIDI key of the note; -1: none
    double cents; ///< Interval from the note up to the pitch
} JwSvaraNear;

/// Notes of a raga, or all twelve without one, in equal temperament. [any]
JwSvaras jw_svaras_equal(int sa_key, int raga);

/// Name of the note of a key: Sa re Re ga Ga ma Ma Pa dha Dha ni Ni. [any]
const char *jw_svara_name(int sa_key, int key);

/// Interval [semitones] of a key above Sa's key. [any]
double jw_svara_pitch(const JwSvaras *svaras, int key);

/// The note nearest to a pitch, given as an interval [semitones] above Sa's key. `held` is the key
/// found before, or -1: it is kept until another note is nearer by more than 10 cents. [any]
JwSvaraNear jw_svara_near(const JwSvaras *svaras, double semitones, int held);

/// Pull [semitones] above `key` that reaches the next note up (way > 0) or down from the present
/// pull. [any]
double jw_svara_next_pull(const JwSvaras *svaras, int key, double pull, int way);

#endif // JW_SVARAS_H
