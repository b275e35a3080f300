// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Third-octave bands from 125 Hz to 10 kHz, and how far apart two sounds are in them.

#ifndef JW_THIRD_OCTAVES_H
#define JW_THIRD_OCTAVES_H

#include <math.h>

enum { THIRD_OCTAVES = 20 };

/// Adds the power of a frequency to its band, if it has one.
static inline void third_octaves_add(double sum[THIRD_OCTAVES], double hz, double power) {
    const int band = (int)lround(3.0 * log2(hz / 125.0));
    if (band >= 0 && band < THIRD_OCTAVES) {
        sum[band] += power;
    }
}

/// Levels of powers [dB].
static inline void third_octaves_levels(const double sum[THIRD_OCTAVES], double db[THIRD_OCTAVES]) {
    for (int i = 0; i < THIRD_OCTAVES; ++i) {
        db[i] = 10.0 * log10(sum[i] + 1e-20);
    }
}

/// Mean square of the levels' differences [dB^2], where one of both is within 60 dB of the loudest.
static inline double third_octaves_apart(const double a[THIRD_OCTAVES],
                                         const double b[THIRD_OCTAVES]) {
    double most = -400.0, sum = 0.0;
    int n = 0;
    for (int i = 0; i < THIRD_OCTAVES; ++i) {
        most = fmax(most, fmax(a[i], b[i]));
    }
    for (int i = 0; i < THIRD_OCTAVES; ++i) {
        if (fmax(a[i], b[i]) > most - 60.0) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
            ++n;
        }
    }
    return sum / n;
}

#endif // JW_THIRD_OCTAVES_H
