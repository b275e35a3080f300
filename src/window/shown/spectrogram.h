// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Spectrogram of the output, column by column, for the window.

#ifndef JW_SPECTROGRAM_H
#define JW_SPECTROGRAM_H

#include "window/draw/model.h"

enum { JW_SPECTROGRAM_MOST = 16384 }; ///< Largest number of samples per column

typedef struct {
    double rate_hz;
    int n;     ///< Samples per column, a power of 2
    int hop;   ///< Distance of columns in samples
    int next;  ///< Index of the next sample in `sample`
    int waits; ///< Samples until the next column
    float sample[JW_SPECTROGRAM_MOST];
    float window[JW_SPECTROGRAM_MOST];
    float re[JW_SPECTROGRAM_MOST], im[JW_SPECTROGRAM_MOST];
    float cosine[JW_SPECTROGRAM_MOST / 2], sine[JW_SPECTROGRAM_MOST / 2];
} JwSpectrogram;

/// Restarts at a sample rate. [main]
void jw_spectrogram_begin(JwSpectrogram *s, double rate_hz);

/// Adds samples, and the columns that they complete; returns true if there are any. [main]
bool jw_spectrogram_take(JwSpectrogram *s, const float *sample, int n, JwWindowSpectrum *to);

#endif // JW_SPECTROGRAM_H
