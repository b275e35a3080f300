// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loans: strings that keys have tuned to themselves, so that a sound from outside rings in chords.
//
// Each key that is held takes the nearest string that is free, of the sympathetic ones if there are
// any, and pulls or slackens it to its own pitch by a fifth at most; where none is as near, the key
// is heard in the nearest octave that has one. Tension does it, as a bend does: at once, and with
// its work in the books. A key that is let go leaves its string as it is for some seconds, in which
// it rings on; then, or when another key takes it, it goes back. All this happens on the control
// grid.

#ifndef JW_ENGINE_LOANS_H
#define JW_ENGINE_LOANS_H

#include "base/attributes.h"
#include "engine/input.h"
#include "playing/allocator.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_LOAN_SEMITONES = 7, ///< Most semitones by which a key tunes a string, bends aside
    JW_LOAN_TRIES = 8,     ///< Most keys that look for a string in one tick
};

/// Time for which a string rings on after its key [s].
#define JW_LOAN_RINGS_S 5.0

/// String that a key has, or had.
typedef struct {
    int key;        ///< Key; -1: the string is free
    bool held;      ///< The key is still held
    int octaves;    ///< Octaves from what the key asks for to what the string sounds
    double pull;    ///< Semitones that its tension adds
    uint64_t until; ///< Absolute frame up to which it rings on after the key
} JwLoan;

typedef struct {
    JwLoan of[JW_MAX_STRINGS]; ///< Loan of each string
    int next_key;              ///< Key that looks for a string first
    bool rings_on;             ///< Some string rings on after its key
    bool in_use;               ///< False if all strings are free for certain
} JwLoans;

/// Makes all strings free. [audio]
JW_REALTIME void jw_loans_clear(JwLoans *loans);

/// Ends the loans of keys that are not held, before they have rung on. [audio]
JW_REALTIME void jw_loans_end(JwLoans *loans, const JwInput *input);

/// Lends strings to the keys that are held at that absolute frame, and ends loans that have rung
/// on. [audio]
JW_REALTIME void jw_loans_tick(JwLoans *loans, const JwInput *input, const JwAllocator *allocator,
                               uint64_t frame);

#endif // JW_ENGINE_LOANS_H
