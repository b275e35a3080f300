// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loudness of a stereo sound in LUFS, as ITU-R BS.1770-4 defines it: K weighting, blocks of 0.4 s
// every 0.1 s, gates at -70 LUFS and 10 LU below the mean.

#ifndef JW_TEST_LOUDNESS_H
#define JW_TEST_LOUDNESS_H

#include "base/pi.h"

#include <math.h>

enum { LOUDNESS_BLOCKS = 600 };

/// A filter of second order: what it was given and gave last.
typedef struct {
    double b[3], a[3], x[2], y[2];
} LoudnessFilter;

static inline double loudness_filter(LoudnessFilter *f, double x) {
    const double y =
        f->b[0] * x + f->b[1] * f->x[0] + f->b[2] * f->x[1] - f->a[1] * f->y[0] - f->a[2] * f->y[1];
    f->x[1] = f->x[0];
    f->x[0] = x;
    f->y[1] = f->y[0];
    f->y[0] = y;
    return y;
}

/// The head: 4 dB more above 1.68 kHz.
static inline LoudnessFilter loudness_treble(double rate_hz) {
    const double k = tan(JW_PI * 1681.974450955533 / rate_hz), q = 0.7071752369554196;
    const double high = pow(10.0, 3.999843853973347 / 20.0), band = pow(high, 0.4996667741545416);
    const double a0 = 1.0 + k / q + k * k;
    return (LoudnessFilter){.b = {(high + band * k / q + k * k) / a0, 2.0 * (k * k - high) / a0,
                                  (high - band * k / q + k * k) / a0},
                            .a = {1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0}};
}

/// The high pass at 38 Hz.
static inline LoudnessFilter loudness_high_pass(double rate_hz) {
    const double k = tan(JW_PI * 38.13547087602444 / rate_hz), q = 0.5003270373238773;
    const double a0 = 1.0 + k / q + k * k;
    return (LoudnessFilter){.b = {1.0, -2.0, 1.0},
                            .a = {1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0}};
}

/// Power to which a loudness belongs, and the other way round.
static inline double loudness_of(double power) {
    return -0.691 + 10.0 * log10(fmax(power, 1e-20));
}

/// Loudness of n frames [LUFS]; -HUGE_VAL if all of it is below the gate. At most a minute.
static inline double loudness_lufs(const float *left, const float *right, long n, double rate_hz) {
    static double tenth[LOUDNESS_BLOCKS + 4];
    const float *const side[2] = {left, right};
    const long step = lround(0.1 * rate_hz);
    const int n_tenths = (int)fmin((double)(n / step), LOUDNESS_BLOCKS + 3);
    for (int t = 0; t < n_tenths; ++t) {
        tenth[t] = 0.0;
    }
    for (int c = 0; c < 2; ++c) {
        LoudnessFilter treble = loudness_treble(rate_hz), high_pass = loudness_high_pass(rate_hz);
        for (long i = 0; i < n_tenths * step; ++i) {
            const double y =
                loudness_filter(&high_pass, loudness_filter(&treble, (double)side[c][i]));
            tenth[i / step] += y * y / (double)step;
        }
    }
    double gate = pow(10.0, (-70.0 + 0.691) / 10.0), mean = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
        double sum = 0.0;
        int blocks = 0;
        for (int t = 0; t + 4 <= n_tenths; ++t) {
            const double power = 0.25 * (tenth[t] + tenth[t + 1] + tenth[t + 2] + tenth[t + 3]);
            if (power > gate) {
                sum += power;
                ++blocks;
            }
        }
        if (blocks == 0) {
            return -HUGE_VAL;
        }
        mean = sum / blocks;
        gate = fmax(gate, 0.1 * mean);
    }
    return loudness_of(mean);
}

#endif // JW_TEST_LOUDNESS_H
