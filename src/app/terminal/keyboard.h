// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Computer keyboard played as a musical one.
//
// Two rows are a piano: a s d f g h j k l ; are the white keys from C, w e t y u o p the black ones
// above them. Digits pluck open strings. A terminal does not report the release of a key, so that a
// note ends by itself some time after its last press.

#ifndef JW_KEYBOARD_H
#define JW_KEYBOARD_H

#include "app/player/live.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Keys without a character.
enum { JW_KEY_UP = 0x10000, JW_KEY_DOWN, JW_KEY_LEFT, JW_KEY_RIGHT, JW_KEY_BACKSPACE };

typedef struct {
    int base;           ///< MIDI key of `a`, a C
    int velocity;       ///< Velocity of a stroke, 1..127
    int bend;           ///< Pitch bend, -8192..8191
    bool sustain;       ///< The pedal is down
    double struck[128]; ///< Time at which a MIDI key was last pressed; 0 if it does not sound
    double plucked[JW_MAX_STRINGS]; ///< Time at which a string was last plucked by its digit; 0 if
                                    ///< not
} JwKeyboard;

/// Moves the keyboard to the octave of the instrument's first melody string. [any]
void jw_keyboard_init(JwKeyboard *keyboard, const JwInstrument *instrument);

/// Handles a change of instrument: releases all notes and moves to its octave. Keeps pedal, bend
/// and velocity. [main]
void jw_keyboard_follow(JwKeyboard *keyboard, JwLive *live, const JwInstrument *instrument);

/// MIDI key of a character, -1: none. [any]
int jw_keyboard_key(const JwKeyboard *keyboard, int character);

/// String that a digit plucks, -1: none. [any]
int jw_keyboard_string(const JwInstrument *instrument, int character);

/// Plays the function of a key; returns false if it has none. now is on jw_monotonic_s(). [main]
bool jw_keyboard_press(JwKeyboard *keyboard, JwLive *live, const JwInstrument *instrument, int key,
                       double now);

/// Ends the notes whose time is over. [main]
void jw_keyboard_tick(JwKeyboard *keyboard, JwLive *live, double now);

#endif // JW_KEYBOARD_H
