// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Computer keyboard played as a musical one.
//
// Two rows are a piano or a raga's notes (base/key_layout.h). Digits pluck open strings. A terminal
// does not report the release of a key, so that a note ends by itself some time after its last
// press.

#ifndef JW_KEYBOARD_H
#define JW_KEYBOARD_H

#include "app/player/live.h"
#include "base/key_layout.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Keys without a character. SECOND is added to a letter for the second note between two others.
enum {
    JW_KEY_UP = 0x10000,
    JW_KEY_DOWN,
    JW_KEY_LEFT,
    JW_KEY_RIGHT,
    JW_KEY_BACKSPACE,
    JW_KEY_SECOND = 0x20000
};

typedef struct {
    JwKeyLayout layout; ///< What the letters play
    int shift;          ///< Semitones by which the player has moved them, whole octaves
    int velocity;       ///< Velocity of a stroke, 1..127
    double pull;        ///< Pitch bend [semitone]
    int last;           ///< MIDI key that was struck last; -1: none
    bool sustain;       ///< The pedal is down
    double struck[128]; ///< Time at which a MIDI key was last pressed; 0 if it does not sound
    double plucked[JW_MAX_STRINGS]; ///< Time at which a string was last plucked by its digit; 0 if
                                    ///< not
} JwKeyboard;

/// Begins with nothing held. [any]
void jw_keyboard_init(JwKeyboard *keyboard);

/// Handles a change of instrument: releases all notes and moves to its octave. Keeps pedal, bend
/// and velocity. [main]
void jw_keyboard_follow(JwKeyboard *keyboard, JwLive *live);

/// Lays the letters by the present choice, raga and tonic: a piano in the octave of the
/// instrument's first melody string, or sargam from its Sa. [main]
void jw_keyboard_lay(JwKeyboard *keyboard, const JwLive *live, const JwInstrument *instrument);

/// String that a digit plucks, -1: none. [any]
int jw_keyboard_string(const JwInstrument *instrument, int character);

/// True if a character plays a note or a string at present. [any]
bool jw_keyboard_plays(const JwKeyboard *keyboard, int character);

/// Plays the function of a key; returns false if it has none. now is on jw_monotonic_s(). [main]
bool jw_keyboard_press(JwKeyboard *keyboard, JwLive *live, const JwInstrument *instrument, int key,
                       double now);

/// Ends the notes whose time is over. [main]
void jw_keyboard_tick(JwKeyboard *keyboard, JwLive *live, double now);

#endif // JW_KEYBOARD_H
