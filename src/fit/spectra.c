// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/spectra.h"

#include "base/pi.h"
#include "fit/order.h"
#include "fit/recording.h"

#include <math.h>

enum { RATE = JW_RECORDING_RATE, VALLEYS = JW_PARTIALS_MAX };

/// Windows: their length, distance, time range, bands per octave, and lowest band.
static const struct {
    int length, hop;
    double to_s, octave, least_hz;
} windows[JW_SPECTRA_WINDOWS] = {
    {512, 512, 0.3, 1.0 / 3.0, 300.0},
    {2048, 2048, 1.0, 1.0 / 4.0, 150.0},
    {8192, 4096, 2.5, 1.0 / 6.0, 60.0},
};

void jw_spectra_begin(JwSpectraWork *work) {
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        const int n = windows[w].length;
        jw_fourier_table(work->table[w], (size_t)n);
        for (int i = 0; i < n; ++i) {
            work->hann[w][i] = 0.5 - 0.5 * cos(2.0 * JW_PI * (i + 0.5) / n);
        }
    }
}

static void add_band(JwSpectraBands *bands, int w, double from_hz, double to_hz) {
    const int n = bands->n[w];
    if (n < JW_SPECTRA_BANDS) {
        bands->from_hz[w][n] = from_hz;
        bands->to_hz[w][n] = to_hz;
        ++bands->n[w];
    }
}

void jw_spectra_bands(JwSpectraBands *bands, const JwPartials *partials, double most_hz) {
    enum { SINGLE = 16 };
    *bands = (JwSpectraBands){.n = {0}};
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        const double bin_hz = (double)RATE / windows[w].length;
        double at_hz = windows[w].least_hz;
        // Single partials, if the window can separate them.
        for (int k = 1; k <= SINGLE && partials->hz > 8.0 * bin_hz; ++k) {
            const double hz = jw_partials_hz(partials, k), half = 0.4 * partials->hz;
            if (hz + half < most_hz) {
                add_band(bands, w, hz - half, hz + half);
                at_hz = hz + half;
            }
        }
        while (at_hz < most_hz) {
            const double to_hz = fmax(at_hz * exp2(windows[w].octave), at_hz + 2.0 * bin_hz);
            if (to_hz <= most_hz) {
                add_band(bands, w, at_hz, to_hz);
            }
            at_hz = to_hz;
        }
    }
}

/// Power of the bins of one frame that starts at a sample.
static void take_frame(JwSpectraWork *work, int w, const float *sound, int n, int first) {
    const int length = windows[w].length;
    for (int i = 0; i < length; ++i) {
        const int at = first + i;
        const double x = at >= 0 && at < n ? (double)sound[at] : 0.0;
        work->data[i] = (JwComplex){x * work->hann[w][i], 0.0};
    }
    jw_fourier_transform(work->data, work->work, work->table[w], (size_t)length);
    for (int k = 0; k <= length / 2; ++k) {
        JwComplex *z = &work->data[k];
        z->re = (z->re * z->re + z->im * z->im) / length;
    }
}

/// Power of the present frame between two frequencies, with fractions of bins.
static double power_between(const JwSpectraWork *work, int w, double from_hz, double to_hz) {
    const double bins = windows[w].length / (double)RATE;
    const double from = from_hz * bins, to = to_hz * bins;
    double sum = 0.0;
    for (int k = (int)(from + 0.5); k < to + 0.5 && k <= windows[w].length / 2; ++k) {
        const double part = fmin(k + 0.5, to) - fmax(k - 0.5, from);
        sum += fmax(part, 0.0) * work->data[k].re;
    }
    return sum;
}

void jw_spectra_take(JwSpectra *s, JwSpectraWork *work, const JwSpectraBands *bands,
                     const float *sound, int n) {
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        int f = 0;
        for (int first = JW_RECORDING_LEAD - windows[w].length / 2;
             first + windows[w].length <= n && first < windows[w].to_s * RATE &&
             f < JW_SPECTRA_FRAMES;
             first += windows[w].hop, ++f) {
            take_frame(work, w, sound, n, first);
            for (int b = 0; b < bands->n[w]; ++b) {
                s->power[w][f][b] =
                    power_between(work, w, bands->from_hz[w][b], bands->to_hz[w][b]);
            }
        }
        s->n_frames[w] = f;
    }
}

void jw_spectra_noise(JwSpectra *s, JwSpectraWork *work, const JwSpectraBands *bands,
                      const JwPartials *partials, const float *sound, int n) {
    enum { W = JW_SPECTRA_WINDOWS - 1, NEAR = 4 };
    double valley[VALLEYS] = {0.0}, at_hz[VALLEYS];
    const double bin_hz = (double)RATE / windows[W].length;
    take_frame(work, W, sound, n, n - windows[W].length);
    for (int k = 0; k < VALLEYS; ++k) {
        at_hz[k] = 0.5 * (jw_partials_hz(partials, k + 1) + jw_partials_hz(partials, k + 2));
        valley[k] = power_between(work, W, at_hz[k] - bin_hz, at_hz[k] + bin_hz) / (2.0 * bin_hz);
    }
    for (int w = 0; w < JW_SPECTRA_WINDOWS; ++w) {
        for (int b = 0; b < bands->n[w]; ++b) {
            const double middle = 0.5 * (bands->from_hz[w][b] + bands->to_hz[w][b]);
            int k = 0;
            while (k < VALLEYS - 1 && at_hz[k] < middle) {
                ++k;
            }
            const int from = k > NEAR ? k - NEAR : 0, to = k + NEAR < VALLEYS ? k + NEAR : VALLEYS;
            double near[2 * NEAR] = {0.0};
            for (int i = from; i < to; ++i) {
                near[i - from] = valley[i];
            }
            jw_order(near, to - from);
            // Longer windows have more bins in a band, each with as much noise.
            s->noise[w][b] = near[(to - from) / 2] * (bands->to_hz[w][b] - bands->from_hz[w][b]) *
                             windows[w].length / windows[W].length;
        }
    }
}
