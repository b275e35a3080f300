// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Auditions: the engine plays notes of one string as they were recorded.

#ifndef JW_AUDITION_H
#define JW_AUDITION_H

#include "engine/engine.h"

#include <stdbool.h>

enum { JW_AUDITION_RATE = 48000 };

enum { JW_AUDITION_DRONE = -1 }; ///< Instead of a fret: the drone plays

/// A note: where the string is stopped, and the strength of its stroke.
typedef struct {
    int fret; ///< 0: open
    int key;  ///< MIDI key of that fret
    int velocity;
    double strength; ///< Factor on the displacement of the velocity
} JwAuditionNote;

/// Plays one string: open, play, close. Large: not for the stack.
typedef struct {
    JwEngine *engine;
    JwInstrument instrument; ///< The instrument last given to the engine
    int string;              ///< The string's index in it
    float *left, *right;
    int n_most; ///< Largest number of frames in a note
} JwAudition;

/// Allocates room for notes of n_most frames; returns false if memory is short. [main]
bool jw_audition_open(JwAudition *audition, int n_most);

/// Frees its memory; accepts {0}. [main]
void jw_audition_close(JwAudition *audition);

/// Prepares an instrument's string at the frets that the notes need: alone on the body, with the
/// others damped, or with all others free. Returns false if it cannot be played. [main]
bool jw_audition_prepare(JwAudition *audition, const JwInstrument *instrument, int string,
                         const JwAuditionNote *note, int n_notes, bool alone);

/// Plays a note into n frames from its stroke on, as the mean of both sides; returns false if it is
/// silent or not finite. [main]
bool jw_audition_play(JwAudition *audition, const JwAuditionNote *note, float *sound, int n);

#endif // JW_AUDITION_H
