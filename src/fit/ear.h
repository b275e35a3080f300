// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Perceived pitch of a tone, from all its partials together.

#ifndef JW_EAR_H
#define JW_EAR_H

#include "base/fourier.h"

#include <stdbool.h>

enum { JW_EAR_FRAMES = 131072 }; ///< Largest number of frames in a tone

/// Memory and tables for tones of one length; for one thread at a time.
typedef struct {
    int n;           ///< Frames in a tone
    double *window;  ///< Weights of its frames
    double *power;   ///< Power spectrum of the last tone
    JwComplex *half; ///< Table for the transform of pairs of frames
    JwComplex *turn; ///< Table that separates the spectra of even and odd frames
    JwComplex *data, *work;
} JwEar;

/// Allocates memory for tones of n frames; returns false if memory is short or n is too large.
/// [main]
bool jw_ear_open(JwEar *ear, int n);

/// Frees its memory; accepts {0}. [main]
void jw_ear_close(JwEar *ear);

/// Pitch of a tone above a note [cents]: the mean position of the power around its first twelve
/// partials. A string that swings along two axes has two lines in each partial, and is heard
/// between them. Best over one or two seconds. NaN if most of the power is elsewhere, if odd
/// partials have almost none, or if nothing sounds. right: another channel, or NULL. [any]
double jw_ear_cents(JwEar *ear, const float *left, const float *right, double rate_hz,
                    double note_hz);

#endif // JW_EAR_H
