// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How an instrument is played, as data: what keys, channels and pressure mean, and what its drone
// plays by itself.
//
// Strings are indices into JwInstrument.string; sets of them are bits, 1u << index.

#ifndef JW_MIDI_MAP_H
#define JW_MIDI_MAP_H

#include <stdint.h>

enum {
    JW_MAP_STRINGS = 32, ///< As JW_MAX_STRINGS
    JW_MAP_KEYS = 32,    ///< Most keys with a meaning of their own
    JW_DRONE_STROKES = 32,
};

/// What the pressure of a key or the third dimension (CC 74 of an MPE channel) does.
typedef enum {
    JW_TOUCH_NONE,
    JW_TOUCH_DAMPING,        ///< A palm lies on the string
    JW_TOUCH_PLUCK_POSITION, ///< Where the next stroke plucks
} JwTouch;

/// What a key does that plays no note.
typedef enum {
    JW_ACTION_PLUCK,       ///< Plucks its strings open, one after another
    JW_ACTION_DAMP,        ///< A palm lies on its strings while it is held, as firmly as it is hit
    JW_ACTION_DA,          ///< From now on every stroke is inward,
    JW_ACTION_RA,          ///< outward,
    JW_ACTION_ALTERNATE,   ///< one and the other,
    JW_ACTION_BY_VELOCITY, ///< outward where it is soft
} JwAction;

typedef struct {
    int key;
    JwAction action;
    double gap_s; ///< PLUCK: from string to string
    int n_strings;
    int string[JW_MAP_STRINGS]; ///< PLUCK: in this order
} JwMapKey;

typedef struct {
    uint32_t melody;      ///< Strings that notes go to; 0: all but the taraf
    uint32_t channel[16]; ///< Strings that the notes of a channel go to; 0: melody
    uint32_t bend;        ///< Strings that bends pull; 0: all
    double pull_up;       ///< Most that a bend raises a string [semitone]
    double pull_down;     ///< and lowers it: 0 where it is pulled aside over a fret
    double slacken;       ///< Most that its peg lowers it for a bend that is there before the note,
                          ///< or for a member of an MPE zone, where pull_down is less
    JwTouch pressure;     ///< Of a key or channel
    JwTouch timbre;       ///< CC 74 of an MPE channel
    int ra_velocity;      ///< Strokes up to this velocity are outward by JW_ACTION_BY_VELOCITY
    double ra_strength;   ///< Of an outward stroke, times that of an inward one
    int n_keys;
    JwMapKey key[JW_MAP_KEYS];
} JwMidiMap;

/// What the drone plays, over and over.
typedef struct {
    int n; ///< 0: no drone
    int string[JW_DRONE_STROKES];
    double counts[JW_DRONE_STROKES]; ///< From this stroke to the next
    int first;                       ///< String that the parameter DRONE_FIRST tunes, -1: none
} JwDronePattern;

#endif // JW_MIDI_MAP_H
