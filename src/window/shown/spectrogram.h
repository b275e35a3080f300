// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Spectrogram of what is heard, column by column, for the window.

#ifndef JW_SPECTROGRAM_H
#define JW_SPECTROGRAM_H

#include "window/draw/model.h"

enum { JW_SPECTROGRAM_MOST = 16384 }; ///< Most samples of a column

typedef struct {
    double rate_hz;
    int n;     ///< Samples of a column, a power of 2
    int hop;   ///< Samples from a column to the next
    int next;  ///< Place of the next sample in `sample`
    int waits; ///< Samples until the next column
    float sample[JW_SPECTROGRAM_MOST];
    float window[JW_SPECTROGRAM_MOST];
    float re[JW_SPECTROGRAM_MOST], im[JW_SPECTROGRAM_MOST];
    float cosine[JW_SPECTROGRAM_MOST / 2], sine[JW_SPECTROGRAM_MOST / 2];
} JwSpectrogram;

/// Begins anew, at a rate. [main]
void jw_spectrogram_begin(JwSpectrogram *s, double rate_hz);

/// Takes samples and adds the columns that they fill; true if there are any. [main]
bool jw_spectrogram_take(JwSpectrogram *s, const float *sample, int n, JwWindowSpectrum *to);

#endif // JW_SPECTROGRAM_H
