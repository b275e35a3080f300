// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How high a tone is, to a hundredth of a cent, and playing one on an instrument.

#ifndef JW_TONE_H
#define JW_TONE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum {
    TONE_RATE = 48000,
    TONE_VELOCITY = 64, ///< The stroke that instruments are tuned by
    TONE_FROM_S = 1,    ///< and the part of its tone
    TONE_TO_S = 4,
};

/// Frequency [Hz] of the partial near guess_hz: slope of its phase over n samples, weighted by its
/// power. guess_hz must be right to 1 Hz or 3 cents, and no other partial nearer than 20 Hz.
double tone_hz(const float *samples, int n, double rate_hz, double guess_hz);

/// Interval from b to a [cents].
double tone_cents(double a_hz, double b_hz);

/// Part of an instrument that plays one string: it alone, without a body, heard at a pick-up.
void tone_solo(JwInstrument *instrument, int string);

/// What the other strings do while one is heard.
typedef enum {
    TONE_ALONE,  ///< They are not on the bridge: as a string is tuned, the others held
    TONE_DAMPED, ///< They are, and a hand lies on them: they weigh on the bridge, but do not ring
    TONE_FREE,   ///< They ring as they like
} ToneOthers;

/// Makes them do that; returns where the string is then.
int tone_others(JwInstrument *instrument, int string, ToneOthers others);

/// What a string's tone at a fret is above what the instrument's file says [cents]: that string on
/// bridge and body, with the instrument's own parameters, in 64 bits at TONE_RATE, plucked at
/// TONE_VELOCITY and heard from TONE_FROM_S to TONE_TO_S. NaN if memory is short. The instrument is
/// spoilt.
double tone_of_fret(JwInstrument *instrument, int string, int fret, ToneOthers others);

#endif // JW_TONE_H
