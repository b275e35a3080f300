// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch at which a whole tone is heard, all its partials together.

#ifndef JW_EAR_H
#define JW_EAR_H

#include "base/fourier.h"

#include <stdbool.h>

enum { JW_EAR_FRAMES = 131072 }; ///< Most frames of a tone

/// Memory and tables for tones of one length; one thread at a time.
typedef struct {
    int n;           ///< Frames of a tone
    double *window;  ///< Weights of its frames
    double *power;   ///< Power spectrum of the tone that was heard last
    JwComplex *half; ///< Table for the transform of pairs of frames
    JwComplex *turn; ///< Table that takes the spectra of even and odd frames apart
    JwComplex *data, *work;
} JwEar;

/// Makes room for tones of n frames; false if memory is short or n is too many. [main]
bool jw_ear_open(JwEar *ear, int n);

/// Frees all; {0} is fine. [main]
void jw_ear_close(JwEar *ear);

/// Pitch of a tone over a note [cents]: the mean place of the power around its first twelve
/// partials. A string that swings along two axes has two lines in each partial, and is heard
/// between them. Best over a second or two. NaN if that is not where most of the power is, if odd
/// partials have next to none, or if nothing sounds. right: another channel, or NULL. [any]
double jw_ear_cents(JwEar *ear, const float *left, const float *right, double rate_hz,
                    double note_hz);

#endif // JW_EAR_H
