// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/shown/spectrogram.h"

#include "base/pi.h"

#include <math.h>
#include <string.h>

enum { COLUMNS_A_SECOND = 30 };

static const double finest_hz = 24.0; ///< Largest distance of a column's lines
static const double top_db = -15.0;   ///< Level shown as loudest; 0 is a full-scale sine
static const double range_db = 90.0;

void jw_spectrogram_begin(JwSpectrogram *s, double rate_hz) {
    memset(s, 0, sizeof *s);
    s->rate_hz = rate_hz;
    s->n = 256;
    while (s->n < JW_SPECTROGRAM_MOST && rate_hz / s->n > finest_hz) {
        s->n *= 2;
    }
    s->hop = s->waits = (int)lrint(rate_hz / COLUMNS_A_SECOND);
    for (int i = 0; i < s->n; ++i) {
        s->window[i] = (float)(0.5 - 0.5 * cos(2.0 * JW_PI * i / s->n));
    }
    for (int i = 0; i < s->n / 2; ++i) {
        s->cosine[i] = (float)cos(2.0 * JW_PI * i / s->n);
        s->sine[i] = (float)-sin(2.0 * JW_PI * i / s->n);
    }
}

/********* Fourier transform *********/

static void reverse_bits(JwSpectrogram *s) {
    for (int i = 1, j = 0; i < s->n; ++i) {
        int bit = s->n >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            const float re = s->re[i];
            s->re[i] = s->re[j];
            s->re[j] = re;
        }
    }
}

static void add_halves(JwSpectrogram *s, int begin, int half) {
    const int step = s->n / (2 * half);
    for (int i = 0; i < half; ++i) {
        const int a = begin + i;
        const int b = a + half;
        const float c = s->cosine[i * step];
        const float d = s->sine[i * step];
        const float re = s->re[b] * c - s->im[b] * d;
        const float im = s->re[b] * d + s->im[b] * c;
        s->re[b] = s->re[a] - re;
        s->im[b] = s->im[a] - im;
        s->re[a] += re;
        s->im[a] += im;
    }
}

/// Transforms the last n samples, which are real, in place.
static void transform(JwSpectrogram *s) {
    for (int i = 0; i < s->n; ++i) {
        s->re[i] = s->window[i] * s->sample[(s->next + i) & (s->n - 1)];
    }
    memset(s->im, 0, (size_t)s->n * sizeof s->im[0]);
    reverse_bits(s);
    for (int half = 1; half < s->n; half *= 2) {
        for (int begin = 0; begin < s->n; begin += 2 * half) {
            add_halves(s, begin, half);
        }
    }
}

/********* Columns *********/

/// Level of a bin: the loudest line within its band.
static uint8_t level_of(const JwSpectrogram *s, int bin) {
    const double lines = (double)JW_WINDOW_TOP_HZ / JW_WINDOW_BINS * s->n / s->rate_hz;
    const int end = (int)((bin + 1) * lines + 1.0);
    float most = 0.0F;
    for (int i = (int)(bin * lines); i < end && i < s->n / 2; ++i) {
        most = fmaxf(most, s->re[i] * s->re[i] + s->im[i] * s->im[i]);
    }
    // A full-scale sine gives n/4 with this window function
    const double db = 10.0 * log10((double)most * 16.0 / s->n / s->n + 1e-20);
    return (uint8_t)lrint(255.0 * fmin(fmax(1.0 + (db - top_db) / range_db, 0.0), 1.0));
}

static void add_column(JwSpectrogram *s, JwWindowSpectrum *to) {
    transform(s);
    const int at = (to->first + to->n) % JW_WINDOW_COLUMNS;
    for (int bin = 0; bin < JW_WINDOW_BINS; ++bin) {
        to->level[at][bin] = level_of(s, bin);
    }
    if (to->n < JW_WINDOW_COLUMNS) {
        ++to->n;
    } else {
        to->first = (to->first + 1) % JW_WINDOW_COLUMNS;
    }
    to->seconds = s->hop / s->rate_hz;
}

bool jw_spectrogram_take(JwSpectrogram *s, const float *sample, int n, JwWindowSpectrum *to) {
    bool added = false;
    for (int i = 0; i < n; ++i) {
        s->sample[s->next] = sample[i];
        s->next = (s->next + 1) & (s->n - 1);
        if (--s->waits == 0) {
            s->waits = s->hop;
            add_column(s, to);
            added = true;
        }
    }
    return added;
}
