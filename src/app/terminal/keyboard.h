// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keyboard of the computer, played as a musical one.
//
// Two rows are a piano: a s d f g h j k l ; are the white keys from C, w e t y u o p the black ones
// above them. Numbers pluck open strings. A terminal does not tell when a key is let go, so a note
// ends by itself some time after its last press.

#ifndef JW_KEYBOARD_H
#define JW_KEYBOARD_H

#include "app/player/live.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Keys that are no characters.
enum { JW_KEY_UP = 0x10000, JW_KEY_DOWN, JW_KEY_LEFT, JW_KEY_RIGHT, JW_KEY_BACKSPACE };

typedef struct {
    int base;           ///< MIDI key that `a` plays, a C
    int velocity;       ///< Velocity of a stroke, 1..127
    int bend;           ///< Pitch bend, -8192..8191
    bool sustain;       ///< The pedal is down
    double struck[128]; ///< Time at which a MIDI key was last pressed; 0 if it does not sound
    double plucked[JW_MAX_STRINGS]; ///< Time at which a string was last plucked by number; 0 if not
} JwKeyboard;

/// Puts the keyboard at the octave of the instrument's first melody string. [any]
void jw_keyboard_init(JwKeyboard *keyboard, const JwInstrument *instrument);

/// Follows a change of the instrument: lets all notes go and moves to its octave. Pedal, bend and
/// velocity stay the player's. [main]
void jw_keyboard_follow(JwKeyboard *keyboard, JwLive *live, const JwInstrument *instrument);

/// MIDI key that a character means, -1 for none. [any]
int jw_keyboard_key(const JwKeyboard *keyboard, int character);

/// String that a number plucks, -1 for none. [any]
int jw_keyboard_string(const JwInstrument *instrument, int character);

/// Plays what a key stands for; returns false if it stands for nothing. now is on jw_monotonic_s().
/// [main]
bool jw_keyboard_press(JwKeyboard *keyboard, JwLive *live, const JwInstrument *instrument, int key,
                       double now);

/// Ends the notes whose time is over. [main]
void jw_keyboard_tick(JwKeyboard *keyboard, JwLive *live, double now);

#endif // JW_KEYBOARD_H
