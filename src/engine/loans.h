// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loans: strings tuned to the held keys, so that an audio input makes them ring in chords.
//
// Each held key takes the nearest free string - of the sympathetic ones if there are any - and
// tunes it up or down to its own pitch by a fifth at most. If none is that near, the string takes
// the nearest octave of the key. Tuning changes the tension at once, as a bend does, and its work
// is in the books. After the key is released the string rings on as it is for some seconds; then,
// or when another key takes it, it returns to its own pitch. All this happens on the control grid.

#ifndef JW_ENGINE_LOANS_H
#define JW_ENGINE_LOANS_H

#include "base/attributes.h"
#include "engine/input.h"
#include "playing/allocator.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_LOAN_SEMITONES = 7, ///< Largest tuning by a key, without bends
    JW_LOAN_TRIES = 8,     ///< Largest number of keys that look for a string in one tick
};

/// Time for which a string rings on after its key is released [s].
#define JW_LOAN_RINGS_S 5.0

/// A string's loan.
typedef struct {
    int key;        ///< Key that has the string; -1: the string is free
    bool held;      ///< True while the key is held
    int octaves;    ///< Octaves from the key's pitch to the string's
    double pull;    ///< Semitones of added tension
    uint64_t until; ///< Absolute frame at which ringing on ends
} JwLoan;

typedef struct {
    JwLoan of[JW_MAX_STRINGS]; ///< Loan of each string
    int next_key;              ///< Key that looks for a string first
    bool rings_on;             ///< True if a string rings on after its key
    bool in_use;               ///< False if all strings are certainly free
} JwLoans;

/// Frees all strings. [audio]
JW_REALTIME void jw_loans_clear(JwLoans *loans);

/// Ends at once the loans of keys that are not held. [audio]
JW_REALTIME void jw_loans_end(JwLoans *loans, const JwInput *input);

/// Updates the loans at an absolute frame: lends strings to held keys, and ends loans that have
/// rung on long enough. [audio]
JW_REALTIME void jw_loans_tick(JwLoans *loans, const JwInput *input, const JwAllocator *allocator,
                               uint64_t frame);

#endif // JW_ENGINE_LOANS_H
