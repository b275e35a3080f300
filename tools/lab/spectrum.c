// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "spectrum.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double lowest_hz = 60.0;
static const double silence = 1e-28; // Power of silence
static const double range_db = 80.0;
// Level below the loudest from which on all bands count as equally silent
static const double quiet_db = 120.0;

static void swap(double *a, double *b) {
    const double c = *a;
    *a = *b;
    *b = c;
}

static void reverse_bits(double *re, double *im, int n) {
    for (int i = 1, j = 0; i < n; ++i) {
        int bit = n / 2;
        for (; j & bit; bit /= 2) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            swap(&re[i], &re[j]);
            swap(&im[i], &im[j]);
        }
    }
}

// Transforms in place; n is a power of two.
static void transform(double *re, double *im, int n) {
    reverse_bits(re, im, n);
    for (int half = 1; half < n; half *= 2) {
        for (int k = 0; k < half; ++k) {
            const double c = cos(JW_PI * k / half);
            const double s = -sin(JW_PI * k / half);
            for (int i = k; i < n; i += 2 * half) {
                const int j = i + half;
                const double x = re[j] * c - im[j] * s;
                const double y = re[j] * s + im[j] * c;
                re[j] = re[i] - x;
                im[j] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
}

void jw_spectrum_frame(const double *sound, int n, int centre, double power[JW_SPECTRUM_BINS]) {
    double re[JW_SPECTRUM_FRAME] = {0.0};
    double im[JW_SPECTRUM_FRAME] = {0.0};
    const int first = centre - JW_SPECTRUM_FRAME / 2;
    double mean = 0.0;
    for (int i = 0; i < JW_SPECTRUM_FRAME; ++i) {
        const int at = first + i;
        re[i] = at >= 0 && at < n ? sound[at] : 0.0;
        mean += re[i] / JW_SPECTRUM_FRAME;
    }
    for (int i = 0; i < JW_SPECTRUM_FRAME; ++i) {
        re[i] = (re[i] - mean) * (0.5 - 0.5 * cos(2.0 * JW_PI * i / JW_SPECTRUM_FRAME));
    }
    transform(re, im, JW_SPECTRUM_FRAME);
    const double scale = 4.0 / JW_SPECTRUM_FRAME;
    for (int k = 0; k < JW_SPECTRUM_BINS; ++k) {
        power[k] = scale * scale * (re[k] * re[k] + im[k] * im[k]);
    }
}

bool jw_band_levels_init(JwBandLevels *levels, const double *sound, int n, double rate_hz) {
    const int hop = JW_SPECTRUM_FRAME / 2;
    levels->n_frames = n / hop + 1;
    levels->level = calloc((size_t)levels->n_frames * JW_SPECTRUM_BANDS, sizeof(double));
    if (!levels->level) {
        return false;
    }
    for (int frame = 0; frame < levels->n_frames; ++frame) {
        double power[JW_SPECTRUM_BINS];
        jw_spectrum_frame(sound, n, frame * hop, power);
        for (int band = 0; band < JW_SPECTRUM_BANDS; ++band) {
            double sum = silence;
            for (int k = 0; k < JW_SPECTRUM_BINS; ++k) {
                const double place = 3.0 * log2(k * rate_hz / (JW_SPECTRUM_FRAME * lowest_hz));
                sum += place >= band && place < band + 1 ? power[k] : 0.0;
            }
            levels->level[frame * JW_SPECTRUM_BANDS + band] = 10.0 * log10(sum);
        }
    }
    return true;
}

void jw_band_levels_clear(JwBandLevels *levels) {
    free(levels->level);
    memset(levels, 0, sizeof(*levels));
}

double jw_band_levels_distance(const JwBandLevels *levels, const JwBandLevels *reference) {
    const int frames =
        levels->n_frames < reference->n_frames ? levels->n_frames : reference->n_frames;
    double loudest = -HUGE_VAL;
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < frames * JW_SPECTRUM_BANDS; ++i) {
        loudest = fmax(loudest, reference->level[i]);
    }
    for (int i = 0; i < frames * JW_SPECTRUM_BANDS; ++i) {
        if (reference->level[i] > loudest - range_db) {
            const double level = fmax(levels->level[i], loudest - quiet_db);
            const double d = level - reference->level[i];
            sum += d * d;
            ++n;
        }
    }
    return n ? sqrt(sum / n) : 0.0;
}
