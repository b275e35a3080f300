// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plays tones of an instrument as it is tuned by, and hears their pitch.

#ifndef JW_TONE_PLAYER_H
#define JW_TONE_PLAYER_H

#include "engine/engine.h"
#include "fit/ear.h"

#include <stdbool.h>

enum { JW_TONE_VELOCITY = 64 }; ///< Velocity of the stroke that a string is tuned by

/// Strings that are on the bridge while one is heard.
typedef enum {
    JW_TONE_ALONE, ///< That string alone: as when a string is tuned and the others are held
    JW_TONE_NEAR,  ///< Those too that ring along with its tone
    JW_TONE_FREE,  ///< All strings
} JwToneOthers;

/// A tone to be played.
typedef struct {
    int string, fret; ///< fret 0: the open string
    int velocity;
    JwToneOthers others;
} JwTone;

/// Engine and memory for tones, one after another; one thread at a time. Large: not for the stack.
typedef struct {
    JwInstrument instrument; ///< What is played: set it before each tone, which spoils it
    JwEngine *engine;
    JwEar ear;
    float *left, *right;
} JwTonePlayer;

/// Makes room; false if memory is short. [main]
bool jw_tone_player_open(JwTonePlayer *player);

/// Frees all; {0} is fine. [main]
void jw_tone_player_close(JwTonePlayer *player);

/// Plays a tone of player->instrument with its own parameters, in 32 bits, and hears it from a
/// tenth of a second to two. Returns the interval from the pitch that the file declares to what is
/// heard [cents]; NaN if no tone of that pitch is heard or the instrument cannot be played. [any]
double jw_tone_player_cents(JwTonePlayer *player, const JwTone *tone);

#endif // JW_TONE_PLAYER_H
