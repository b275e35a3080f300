// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Places: the fret of a string at which a hand finds a key, and the rest that the string's tension
// makes up.
//
// A key that nobody has tuned is at its own fret. A key that a MIDI tuning, a master or channel
// tuning or a tuner outside has moved is at the fret that is then nearest to its pitch, and the
// tension makes up the rest: half a semitone at most where frets are a semitone apart. So a tuning
// needs no new tables, and acts at once. Notes that sound keep their fret. Strings that no key
// plays - taraf, drone, open strings - follow the key that they are tuned to, or the nearest one,
// by half a semitone at most, and follow the master tuning.

#ifndef JW_ALLOCATOR_PLACE_H
#define JW_ALLOCATOR_PLACE_H

#include "base/attributes.h"
#include "playing/allocator.h"

#include <stdbool.h>

typedef struct {
    int fret;      ///< Fret; -1: the string cannot play the key
    double retune; ///< Semitones that the tension must add at that fret
    double tuning; ///< Semitones of channel and master tuning that are included
    bool is_near;  ///< True if the fret is the key's own, or as near as frets are
} JwPlace;

/// Finds the place of a channel's key on a string: the key's own, or the nearest that can be pulled
/// or slackened to it. [audio]
JW_REALTIME JwPlace jw_allocator_place(const JwAllocator *allocator, int string, int channel,
                                       int key);

/// The string for a note: one that has it, else the one that is nearest to it; -1 for none. Without
/// poly it is the first of them. [audio]
JW_REALTIME int jw_allocator_find_string(const JwAllocator *allocator, int channel, int key,
                                         bool poly, JwPlace *place);

/// Cost of a string for a note of that pitch (a MIDI key with a fraction), and its place there;
/// HUGE_VAL if the string cannot play it. Of the strings that notes may go to,
/// jw_allocator_find_string() takes the one of the lowest cost. [any]
double jw_allocator_cost_at(const JwAllocator *allocator, int string, double pitch, JwPlace *place);

/// Pitch that a channel's key is to sound at, tunings included: a MIDI key with a fraction; false
/// if it has none. [audio]
JW_REALTIME bool jw_allocator_key_pitch(const JwAllocator *allocator, int channel, int key,
                                        double *pitch);

/// Semitones of channel and master tuning. [audio]
JW_REALTIME double jw_allocator_tuning(const JwAllocator *allocator, int channel);

/// Sets what a string's tension adds, after the key that sounds on it was tuned. [audio]
JW_REALTIME void jw_allocator_retune(JwAllocator *allocator, int string);

/// Tunes strings that no key plays. [audio]
JW_REALTIME void jw_allocator_tune_open(JwAllocator *allocator);

#endif // JW_ALLOCATOR_PLACE_H
