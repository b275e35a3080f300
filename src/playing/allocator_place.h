// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where a hand finds a key: on which fret of a string, and what the string's tension makes up.
//
// A key that nobody has tuned is at its own fret. One that a MIDI tuning, a master or channel
// tuning or a tuner outside has moved is at the fret that is nearest to its pitch then, and the
// tension makes up the rest: half a semitone at most where frets are a semitone apart. So nothing
// has to be built for a tuning, and it acts at once. Notes that sound keep their fret. Strings that
// no key plays - taraf, drone, open strings - go with the key that they are tuned to, or with the
// nearest one, by half a semitone at most, and with the master tuning.

#ifndef JW_ALLOCATOR_PLACE_H
#define JW_ALLOCATOR_PLACE_H

#include "base/attributes.h"
#include "playing/allocator.h"

#include <stdbool.h>

typedef struct {
    int fret;      ///< -1: it cannot be had
    double retune; ///< What its tension must add there [semitone]
    double tuning; ///< Of channel and master, that went into it [semitone]
    bool is_near;  ///< The fret is the key's own, or as near as frets are
} JwPlace;

/// The place of a channel's key on a string: its own, or the nearest that can be pulled or
/// slackened to it. [audio]
JW_REALTIME JwPlace jw_allocator_place(const JwAllocator *allocator, int string, int channel,
                                       int key);

/// Semitones of channel and master tuning. [audio]
JW_REALTIME double jw_allocator_tuning(const JwAllocator *allocator, int channel);

/// A key that sounds on a string was tuned: what its tension adds now. [audio]
JW_REALTIME void jw_allocator_retune(JwAllocator *allocator, int string);

/// Tunes strings that no key plays. [audio]
JW_REALTIME void jw_allocator_tune_open(JwAllocator *allocator);

#endif // JW_ALLOCATOR_PLACE_H
