// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plays tones of an instrument for tuning, and measures their pitch.

#ifndef JW_TONE_PLAYER_H
#define JW_TONE_PLAYER_H

#include "engine/engine.h"
#include "fit/ear.h"

#include <stdbool.h>

enum { JW_TONE_VELOCITY = 64 }; ///< Velocity of the stroke for tuning a string

/// Strings that may ring during the tone.
typedef enum {
    JW_TONE_ALONE, ///< Only its own: as when a player damps the others to tune one
    JW_TONE_NEAR,  ///< Also those that ring along with it
    JW_TONE_FREE,  ///< All strings
} JwToneOthers;

/// A tone to play.
typedef struct {
    int string, fret; ///< fret 0: the open string
    int velocity;
    JwToneOthers others;
} JwTone;

/// Engine and memory for playing tones one after another; for one thread at a time. Large: not for
/// the stack.
typedef struct {
    JwInstrument instrument; ///< Set before each tone, which overwrites it
    JwEngine *engine;
    JwEar ear;
    float *left, *right;
} JwTonePlayer;

/// Allocates memory; returns false if memory is short. [main]
bool jw_tone_player_open(JwTonePlayer *player);

/// Frees its memory; accepts {0}. [main]
void jw_tone_player_close(JwTonePlayer *player);

/// Plays a tone of player->instrument with the instrument's own parameters, in 32 bits, and
/// analyses it from 0.1 s to 2 s. Returns the interval from the pitch declared in the file to the
/// perceived one [cents]; NaN if no tone of that pitch is found or the instrument cannot be played.
/// [any]
double jw_tone_player_cents(JwTonePlayer *player, const JwTone *tone);

#endif // JW_TONE_PLAYER_H
