// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/ear.h"

#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPECTRUM = JW_EAR_FRAMES, ///< Length of the transform
    PAIRS = SPECTRUM / 2,
    PARTIALS = 12, ///< Number of partials that determine a tone's pitch
};

/// Width around a partial that counts as the partial: a window of two seconds is 1 Hz wide on
/// either side, and two axes lie 7 cents apart.
static const double wide_hz = 2.5, wide_cents = 35.0;

/// Smallest share of these surroundings in a tone's power, and smallest part of that from odd
/// partials.
static const double least_share = 0.5, least_odd = 0.01;

bool jw_ear_open(JwEar *ear, int n) {
    memset(ear, 0, sizeof(*ear));
    if (n < 1 || n > SPECTRUM) {
        return false;
    }
    ear->n = n;
    ear->window = malloc((size_t)n * sizeof(*ear->window));
    ear->power = malloc((PAIRS + 1) * sizeof(*ear->power));
    ear->half = malloc(PAIRS / 2 * sizeof(*ear->half));
    ear->turn = malloc(PAIRS * sizeof(*ear->turn));
    ear->data = malloc(PAIRS * sizeof(*ear->data));
    ear->work = malloc(PAIRS * sizeof(*ear->work));
    if (!ear->window || !ear->power || !ear->half || !ear->turn || !ear->data || !ear->work) {
        jw_ear_close(ear);
        return false;
    }
    for (int i = 0; i < n; ++i) {
        ear->window[i] = 0.5 - 0.5 * cos(2.0 * JW_PI * (i + 0.5) / n);
    }
    jw_fourier_table(ear->half, PAIRS);
    jw_fourier_table(ear->turn, SPECTRUM);
    return true;
}

void jw_ear_close(JwEar *ear) {
    free(ear->window);
    free(ear->power);
    free(ear->half);
    free(ear->turn);
    free(ear->data);
    free(ear->work);
    memset(ear, 0, sizeof(*ear));
}

/// Computes the power spectrum of the sum of both channels: even frames are the real parts of the
/// input, odd ones the imaginary parts.
static void find_power(JwEar *ear, const float *left, const float *right) {
    memset(ear->data, 0, PAIRS * sizeof(*ear->data));
    for (int i = 0; i < ear->n; ++i) {
        const double both = (double)left[i] + (right ? (double)right[i] : 0.0);
        *(i % 2 ? &ear->data[i / 2].im : &ear->data[i / 2].re) = both * ear->window[i];
    }
    jw_fourier_transform(ear->data, ear->work, ear->half, PAIRS);
    for (int k = 0; k <= PAIRS; ++k) {
        const JwComplex a = ear->data[k % PAIRS], b = ear->data[(PAIRS - k) % PAIRS],
                        w = k < PAIRS ? ear->turn[k] : (JwComplex){-1.0, 0.0};
        const JwComplex even = {0.5 * (a.re + b.re), 0.5 * (a.im - b.im)},
                        odd = {0.5 * (a.im + b.im), 0.5 * (b.re - a.re)};
        const double re = even.re + odd.re * w.re - odd.im * w.im,
                     im = even.im + odd.re * w.im + odd.im * w.re;
        ear->power[k] = re * re + im * im;
    }
}

static double cents_over(double a_hz, double b_hz) {
    return 1200.0 * log2(a_hz / b_hz);
}

/// Power around partials, and the sum of interval from the partial [cents] times power.
typedef struct {
    double power, moment;
    double odd; ///< Power around odd partials
} Surroundings;

static void add_partial(Surroundings *all, const double *power, double bin_hz, double note_hz,
                        int j) {
    const double partial_hz = j * note_hz;
    const double cents_hz = partial_hz * (exp2(wide_cents / 1200.0) - 1.0);
    const double around_hz = fmax(wide_hz, cents_hz);
    const int first = (int)fmax(ceil((partial_hz - around_hz) / bin_hz), 1.0);
    for (int k = first; k <= PAIRS && k * bin_hz <= partial_hz + around_hz; ++k) {
        all->power += power[k];
        all->odd += j % 2 ? power[k] : 0.0;
        all->moment += power[k] * cents_over(k * bin_hz, partial_hz);
    }
}

/// True if these are the surroundings of the tone's own partials, and not of a tone at a consonant
/// interval, which shares only some of them, or only even ones.
static bool is_tone(const Surroundings *all, const double *power, double bin_hz, double note_hz) {
    double whole = 0.0;
    for (int k = (int)(0.5 * note_hz / bin_hz);
         k <= fmin((PARTIALS + 0.5) * note_hz / bin_hz, PAIRS); ++k) {
        whole += power[k];
    }
    return all->power > least_share * whole && all->odd > least_odd * all->power;
}

double jw_ear_cents(JwEar *ear, const float *left, const float *right, double rate_hz,
                    double note_hz) {
    const double bin_hz = rate_hz / SPECTRUM;
    double cents = 0.0;
    Surroundings all = {0.0, 0.0, 0.0};
    find_power(ear, left, right);
    // Repeated around the pitch found, so that the surroundings become symmetric to it.
    for (int i = 0; i < 4; ++i) {
        const double hz = note_hz * exp2(cents / 1200.0);
        all = (Surroundings){0.0, 0.0, 0.0};
        for (int j = 1; j <= PARTIALS && j * hz < 0.4 * rate_hz; ++j) {
            add_partial(&all, ear->power, bin_hz, hz, j);
        }
        cents += all.moment / all.power;
    }
    return is_tone(&all, ear->power, bin_hz, note_hz) ? cents : (double)NAN;
}
