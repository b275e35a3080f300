// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Places: the fret at which a string plays a key, and the remainder that the string's tension must
// add.
//
// A key without tuning is at its own fret. A key moved by a MIDI tuning, a master or channel tuning
// or an external tuner is at the fret nearest to its pitch, and the tension adds the remainder: at
// most half a semitone where frets are a semitone apart. So a tuning needs no new tables, and takes
// effect at once. Sounding notes keep their fret. Strings that no key plays - taraf, drone, open
// strings - follow the key to which they are tuned, or the nearest one, by at most half a semitone,
// and follow the master tuning.

#ifndef JW_ALLOCATOR_PLACE_H
#define JW_ALLOCATOR_PLACE_H

#include "base/attributes.h"
#include "playing/allocator.h"

#include <stdbool.h>

typedef struct {
    int fret;      ///< Fret; -1: the string cannot play the key
    double retune; ///< Semitones that the tension must add at that fret
    double tuning; ///< Semitones of channel and master tuning that are included
    bool is_near;  ///< The fret is the key's own, or as near as frets can be
} JwPlace;

/// Finds the place of a channel's key on a string: the key's own, or the nearest from which the
/// tension can reach it. [audio]
JW_REALTIME JwPlace jw_allocator_place(const JwAllocator *allocator, int string, int channel,
                                       int key);

/// String for a note: one that has it, otherwise the nearest one; -1: none. Without poly it is the
/// first of them. [audio]
JW_REALTIME int jw_allocator_find_string(const JwAllocator *allocator, int channel, int key,
                                         bool poly, JwPlace *place);

/// Cost of a string for a note of that pitch (a MIDI key with a fraction), and its place there;
/// HUGE_VAL if the string cannot play it. jw_allocator_find_string() returns the string of lowest
/// cost among those that notes may use. [any]
double jw_allocator_cost_at(const JwAllocator *allocator, int string, double pitch, JwPlace *place);

/// Pitch of a channel's key, including tunings: a MIDI key with a fraction; returns false if it has
/// none. [audio]
JW_REALTIME bool jw_allocator_key_pitch(const JwAllocator *allocator, int channel, int key,
                                        double *pitch);

/// Semitones of channel and master tuning. [audio]
JW_REALTIME double jw_allocator_tuning(const JwAllocator *allocator, int channel);

/// Updates the retuning by a string's tension after a tuning of its sounding key. [audio]
JW_REALTIME void jw_allocator_retune(JwAllocator *allocator, int string);

/// Tunes strings that no key plays. [audio]
JW_REALTIME void jw_allocator_tune_open(JwAllocator *allocator);

#endif // JW_ALLOCATOR_PLACE_H
