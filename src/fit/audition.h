// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Auditions: notes of one string of an instrument, played by the engine as they were recorded.

#ifndef JW_AUDITION_H
#define JW_AUDITION_H

#include "engine/engine.h"

#include <stdbool.h>

enum { JW_AUDITION_RATE = 48000 };

enum { JW_AUDITION_DRONE = -1 }; ///< In the place of a fret: the instrument plays by itself

/// A note: where the string is stopped, and how hard it is struck.
typedef struct {
    int fret; ///< 0: open
    int key;  ///< MIDI key of that fret
    int velocity;
    double strength; ///< Pull, times that of the velocity
} JwAuditionNote;

/// Playing of one string; open, play, close. Large: not for the stack.
typedef struct {
    JwEngine *engine;
    JwInstrument instrument; ///< What the engine was prepared with last
    int string;              ///< The string's index in it
    float *left, *right;
    int n_most; ///< Most frames of a note
} JwAudition;

/// Makes room for notes of n_most frames; false if memory is short. [main]
bool jw_audition_open(JwAudition *audition, int n_most);

/// Frees all; {0} is fine. [main]
void jw_audition_close(JwAudition *audition);

/// Prepares an instrument for its string, at the places that notes need: alone on the body while
/// hands hold the others, or among all of them. False if it cannot be played. [main]
bool jw_audition_prepare(JwAudition *audition, const JwInstrument *instrument, int string,
                         const JwAuditionNote *note, int n_notes, bool alone);

/// Plays a note into n frames, from its stroke on and the middle of both sides; false if it is
/// silent or not finite. [main]
bool jw_audition_play(JwAudition *audition, const JwAuditionNote *note, float *sound, int n);

#endif // JW_AUDITION_H
