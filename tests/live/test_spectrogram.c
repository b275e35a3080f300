// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window's spectrogram: a sine is a line at its frequency, as bright as it is loud, at any
// rate.

#include "base/pi.h"
#include "support/check.h"
#include "window/shown/spectrogram.h"

#include <math.h>
#include <stdlib.h>

enum { PART = 256 };

static const double bin_hz = (double)JW_WINDOW_TOP_HZ / JW_WINDOW_BINS;

typedef struct {
    JwSpectrogram spectrogram;
    JwWindowSpectrum shown;
    int n_columns;
} Heard;

/// Lets a sine be heard for a second.
static void hear(Heard *h, double rate_hz, double hz, double amplitude) {
    float sample[PART];
    jw_spectrogram_begin(&h->spectrogram, rate_hz);
    h->shown.first = h->shown.n = h->n_columns = 0;
    for (int at = 0; at + PART <= (int)rate_hz; at += PART) {
        for (int i = 0; i < PART; ++i) {
            sample[i] = (float)(amplitude * sin(2.0 * JW_PI * hz * (at + i) / rate_hz));
        }
        h->n_columns += jw_spectrogram_take(&h->spectrogram, sample, PART, &h->shown);
    }
}

static int loudest(const uint8_t *level) {
    int at = 0;
    for (int i = 1; i < JW_WINDOW_BINS; ++i) {
        at = level[i] > level[at] ? i : at;
    }
    return at;
}

static void check_rate(Heard *h, double rate_hz) {
    const double hz = 70.5 * bin_hz; // In the middle of bin 70
    hear(h, rate_hz, hz, 0.1);       // -20 dB, 5 below the brightest of 90
    const uint8_t *last = h->shown.level[h->shown.n - 1];
    check(h->shown.n >= 28 && h->shown.n <= 30 && h->n_columns == h->shown.n,
          "%g Hz: %d columns a second", rate_hz, h->shown.n);
    check_below(fabs(h->shown.seconds * 30.0 - 1.0), 1e-3, "time of a column");
    check(loudest(last) == 70, "a sine is at its place");
    check_between(last[70], 255.0 * 85.0 / 90.0 - 5.0, 255.0 * 85.0 / 90.0 + 1.0, "its level");
    check(last[55] < 20 && last[85] < 20 && last[200] == 0, "it is nowhere else");
    hear(h, rate_hz, hz, 0.01); // -40 dB, 25 below
    check_between(h->shown.level[h->shown.n - 1][70], 255.0 * 65.0 / 90.0 - 5.0,
                  255.0 * 65.0 / 90.0 + 1.0, "level of a soft one");
}

static void check_ring(Heard *h) {
    float silence[PART] = {0.0F};
    jw_spectrogram_begin(&h->spectrogram, 8000.0);
    h->shown.first = h->shown.n = 0;
    for (int i = 0; i < 1200; ++i) {
        jw_spectrogram_take(&h->spectrogram, silence, PART, &h->shown);
    }
    check(h->shown.n == JW_WINDOW_COLUMNS && h->shown.first > 0, "the oldest columns go");
}

int main(void) {
    Heard *h = calloc(1, sizeof *h);
    if (!h) {
        abort();
    }
    check_rate(h, 44100.0);
    check_rate(h, 48000.0);
    check_rate(h, 192000.0);
    check_ring(h);
    free(h);
    return check_result();
}
