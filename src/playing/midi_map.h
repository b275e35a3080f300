// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Map: the way an instrument is played, as data: meanings of keys, channels and pressure, and the
// pattern of its drone.
//
// Strings are indices into JwInstrument.string; sets of strings are bits, 1u << index.

#ifndef JW_MIDI_MAP_H
#define JW_MIDI_MAP_H

#include <stdint.h>

enum {
    JW_MAP_STRINGS = 32, ///< Most strings, the same as JW_MAX_STRINGS
    JW_MAP_KEYS = 32,    ///< Most keys with a meaning of their own
    JW_DRONE_STROKES = 32,
    JW_PRESSURE_FROM = 80, ///< Highest pressure that does nothing, unless an instrument says
                           ///< otherwise. A finger that rests on a keyboard's key sends 30 to 60
                           ///< on most; this is a third more than that
};

/// Effects of the pressure of a key or of the third dimension (CC 74 of an MPE channel).
typedef enum {
    JW_TOUCH_NONE,
    JW_TOUCH_DAMPING,        ///< Lays a palm on the string
    JW_TOUCH_PLUCK_POSITION, ///< Sets the place of the next stroke
} JwTouch;

/// Effects of a key that plays no note.
typedef enum {
    JW_ACTION_PLUCK,       ///< Plucks its strings open, one after another
    JW_ACTION_DAMP,        ///< Lays a palm on its strings while it is held, as firmly as it is hit
    JW_ACTION_DA,          ///< Makes every stroke from now on inward
    JW_ACTION_RA,          ///< Makes every stroke from now on outward
    JW_ACTION_ALTERNATE,   ///< Makes strokes from now on alternately inward and outward
    JW_ACTION_BY_VELOCITY, ///< Makes soft strokes from now on outward
} JwAction;

typedef struct {
    int key;
    JwAction action;
    double gap_s; ///< Time from string to string of a PLUCK
    int n_strings;
    int string[JW_MAP_STRINGS]; ///< Strings, plucked in this order
} JwMapKey;

typedef struct {
    uint32_t melody;      ///< Strings that notes go to; 0: all but the taraf
    uint32_t channel[16]; ///< Strings that the notes of a channel go to; 0: melody
    uint32_t bend;        ///< Strings that bends pull; 0: all
    double pull_up;       ///< Most that a bend raises a string [semitone]
    double pull_down;  ///< Most that a bend lowers a string [semitone]: 0 where it is pulled aside
                       ///< over a fret
    double slacken;    ///< Most that the peg lowers a string [semitone] for a bend that is there
                       ///< before the note, or for a member of an MPE zone, where pull_down is less
    JwTouch pressure;  ///< Effect of the pressure of a key or channel
    int pressure_from; ///< Highest pressure that does nothing, 0..126
    JwTouch timbre;    ///< Effect of CC 74 of an MPE channel
    int ra_velocity;   ///< Highest velocity that makes an outward stroke, by JW_ACTION_BY_VELOCITY
    double ra_strength; ///< Strength of an outward stroke, relative to an inward one
    int n_keys;
    JwMapKey key[JW_MAP_KEYS];
} JwMidiMap;

/// Pattern that the drone plays over and over.
typedef struct {
    int n; ///< Number of strokes; 0: no drone
    int string[JW_DRONE_STROKES];
    double counts[JW_DRONE_STROKES]; ///< Counts from this stroke to the next
    int first;                       ///< String that the parameter DRONE_FIRST tunes, -1: none
} JwDronePattern;

#endif // JW_MIDI_MAP_H
