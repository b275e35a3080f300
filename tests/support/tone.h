// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch of a tone, as a line and as it is heard, and tones played on an instrument.

#ifndef JW_TONE_H
#define JW_TONE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum {
    TONE_RATE = 48000,
    TONE_VELOCITY = 64,               ///< Velocity of the stroke that instruments are tuned by
    TONE_HEARD_FROM = TONE_RATE / 10, ///< Frame from which a tone is heard, after its stroke
    TONE_HEARD_FRAMES = 2 * TONE_RATE - TONE_HEARD_FROM,
};

/// Frequency [Hz] of the partial near guess_hz: slope of its phase over n samples, weighted by its
/// power. guess_hz must be right to 1 Hz or 3 cents, and no other partial nearer than 20 Hz.
double tone_hz(const float *samples, int n, double rate_hz, double guess_hz);

/// Interval from b to a [cents].
double tone_cents(double a_hz, double b_hz);

/// Pitch at which a whole sound is heard, as jw_ear_cents() has it; NaN too if memory is short.
double tone_heard_cents(const float *left, const float *right, int n, double rate_hz,
                        double note_hz);

/// Reduces an instrument to one string: alone, without a body, heard at a pick-up.
void tone_solo(JwInstrument *instrument, int string);

/// States of the other strings while one is heard.
typedef enum {
    TONE_ALONE,  ///< Off the bridge: as when a string is tuned and the others are held
    TONE_DAMPED, ///< Under a hand on the bridge: they weigh on it, but do not ring
    TONE_FREE,   ///< Free to ring
} ToneOthers;

/// Puts the other strings into that state; returns the index that the string has then. Where they
/// do not ring, the string is tuned by itself (without ringing_cents).
int tone_others(JwInstrument *instrument, int string, ToneOthers others);

/// Interval from the instrument's file to a string's tone at a fret as it is heard [cents], by
/// tone_heard_cents(): the instrument's sound, with its own parameters, in 64 bits at TONE_RATE,
/// the string plucked at a velocity, for TONE_HEARD_FRAMES. NaN if memory is short. The
/// instrument is spoilt.
double tone_of_fret(JwInstrument *instrument, int string, int fret, int velocity,
                    ToneOthers others);

/// The same alone at TONE_VELOCITY, with other parameters than the instrument's own, which it is
/// played with.
double tone_moved(JwInstrument *instrument, int string, int fret, const double *param);

#endif // JW_TONE_H
