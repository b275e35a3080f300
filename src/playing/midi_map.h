// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Map: how an instrument is played, as data: meanings of keys, channels and pressure, and the
// pattern of its drone.
//
// Strings are indices into JwInstrument.string; sets of strings are bits, 1u << index.

#ifndef JW_MIDI_MAP_H
#define JW_MIDI_MAP_H

#include <stdint.h>

enum {
    JW_MAP_STRINGS = 32, ///< Largest number of strings, the same as JW_MAX_STRINGS
    JW_MAP_KEYS = 32,    ///< Largest number of keys with an action
    JW_DRONE_STROKES = 32,
    JW_PRESSURE_FROM = 80, ///< Highest pressure without an effect, unless an instrument sets its
                           ///< own. A finger resting on a keyboard's key sends 30 to 60 on most;
                           ///< this is a third more
};

/// Effects of the pressure of a key or of the third dimension (CC 74 of an MPE channel).
typedef enum {
    JW_TOUCH_NONE,
    JW_TOUCH_DAMPING,        ///< Applies a palm to the string
    JW_TOUCH_PLUCK_POSITION, ///< Sets the position of the next stroke
} JwTouch;

/// Actions of keys that play no note.
typedef enum {
    JW_ACTION_PLUCK,       ///< Plucks its strings open, one after another
    JW_ACTION_DAMP,        ///< Applies a palm to its strings while it is held; its velocity gives
                           ///< the firmness
    JW_ACTION_DA,          ///< Makes all later strokes inward
    JW_ACTION_RA,          ///< Makes all later strokes outward
    JW_ACTION_ALTERNATE,   ///< Makes later strokes alternately inward and outward
    JW_ACTION_BY_VELOCITY, ///< Makes later soft strokes outward
} JwAction;

typedef struct {
    int key;
    JwAction action;
    double gap_s; ///< Time between the strings of a PLUCK
    int n_strings;
    int string[JW_MAP_STRINGS]; ///< Strings, plucked in this order
} JwMapKey;

typedef struct {
    uint32_t melody;      ///< Strings that notes may use; 0: all except the taraf
    uint32_t channel[16]; ///< Strings that the notes of a channel may use; 0: melody
    uint32_t bend;        ///< Strings affected by bends; 0: all
    double pull_up;       ///< Largest raise by a bend [semitone]
    double pull_down;   ///< Largest lowering by a bend [semitone]: 0 for strings pulled aside over
                        ///< a fret
    double slacken;     ///< Largest lowering by the peg [semitone], for a bend received before the
                        ///< note or by a member of an MPE zone, if pull_down is less
    JwTouch pressure;   ///< Effect of the pressure of a key or channel
    int pressure_from;  ///< Highest pressure without an effect, 0..126
    JwTouch timbre;     ///< Effect of CC 74 of an MPE channel
    int ra_velocity;    ///< Highest velocity of an outward stroke, for JW_ACTION_BY_VELOCITY
    double ra_strength; ///< Strength of an outward stroke, relative to an inward one
    int n_keys;
    JwMapKey key[JW_MAP_KEYS];
} JwMidiMap;

/// Pattern that the drone repeats.
typedef struct {
    int n; ///< Number of strokes; 0: no drone
    int string[JW_DRONE_STROKES];
    double counts[JW_DRONE_STROKES]; ///< Counts from this stroke to the next
    int first;                       ///< String tuned by the parameter DRONE_FIRST, -1: none
} JwDronePattern;

#endif // JW_MIDI_MAP_H
