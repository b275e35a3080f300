// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/partials.h"

#include "base/pi.h"
#include "fit/algebra.h"
#include "fit/esprit.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 72, POLES = 2, FIRST_FIT = 4, BLOCK = 256, LANES = 4 };

// Half the main lobe of the window [bins], and the lowest fundamental of a string [Hz].
enum { HALF_WIDTH = 4, LOWEST_HZ = 20 };

// Range of a string's decays [1/s], and the lowest level relative to the strongest partial.
static const double least_per_s = -8.0, most_per_s = 80.0, least_part = 1e-4;

/// Band around one partial, shifted to 0 Hz and reduced to SAMPLES samples.
typedef struct {
    double rate_hz;
    int hop;         ///< Frames between samples
    int n_taps;      ///< Length of the low pass in frames, a multiple of LANES
    double *tap;     ///< Its weights
    int n_turned;    ///< Number of shifted frames
    double *span;    ///< The sound
    double *re, *im; ///< The sound with the partial shifted to 0 Hz
} Band;

/// Four-term Blackman-Harris window: 92 dB down beyond four of its bins. It changes only level and
/// phase of a decaying partial.
static void make_taps(Band *b) {
    double sum = 0.0;
    for (int i = 0; i < b->n_taps; ++i) {
        const double a = 2.0 * JW_PI * (i + 0.5) / b->n_taps;
        b->tap[i] = 0.35875 - 0.48829 * cos(a) + 0.14128 * cos(2.0 * a) - 0.01168 * cos(3.0 * a);
        sum += b->tap[i];
    }
    for (int i = 0; i < b->n_taps; ++i) {
        b->tap[i] /= sum;
    }
}

/// Prepares the bands of partials that are first_hz apart: a band reaches to the next partial.
static bool band_begin(Band *b, const float *sound, int n, const JwPartialsSpan *span,
                       double first_hz) {
    const double seconds = fmin(span->to_s, n / span->rate_hz) - span->from_s;
    *b = (Band){.rate_hz = span->rate_hz, .hop = (int)(seconds * span->rate_hz / SAMPLES)};
    if (b->hop < 8) {
        return false;
    }
    const double apart = HALF_WIDTH * span->rate_hz / fmax(first_hz, LOWEST_HZ);
    b->n_taps = (int)fmax(5.0 * b->hop, apart) / LANES * LANES;
    b->n_turned = (SAMPLES - 1) * b->hop + b->n_taps;
    double *all = malloc((size_t)(b->n_taps + 3 * b->n_turned) * sizeof(*all));
    if (!all) {
        return false;
    }
    b->tap = all;
    b->span = all + b->n_taps;
    b->re = b->span + b->n_turned;
    b->im = b->re + b->n_turned;
    const int first = (int)(span->from_s * span->rate_hz) - b->n_taps / 2;
    for (int i = 0; i < b->n_turned; ++i) {
        const int at = first + i;
        b->span[i] = at >= 0 && at < n ? (double)sound[at] : 0.0;
    }
    make_taps(b);
    return true;
}

static void band_end(Band *b) {
    free(b->tap);
}

/// Shifts the sound down by a frequency, in blocks: by a table and the phase at the start of the
/// block.
static void turn_down(Band *b, double hz) {
    const double angle = -2.0 * JW_PI * hz / b->rate_hz;
    double c[BLOCK], s[BLOCK];
    for (int i = 0; i < BLOCK; ++i) {
        c[i] = cos(angle * i);
        s[i] = sin(angle * i);
    }
    for (int from = 0; from < b->n_turned; from += BLOCK) {
        const double phase = fmod(angle * from, 2.0 * JW_PI), pc = cos(phase), ps = sin(phase);
        const int n = b->n_turned - from < BLOCK ? b->n_turned - from : BLOCK;
        for (int i = 0; i < n; ++i) {
            const double x = b->span[from + i];
            b->re[from + i] = x * (pc * c[i] - ps * s[i]);
            b->im[from + i] = x * (pc * s[i] + ps * c[i]);
        }
    }
}

/// Samples the band around a frequency.
static void take_band(Band *b, double hz, double complex *sample) {
    turn_down(b, hz);
    for (int k = 0; k < SAMPLES; ++k) {
        const double *re = b->re + k * b->hop, *im = b->im + k * b->hop;
        double sum_re[LANES] = {0.0}, sum_im[LANES] = {0.0};
        for (int i = 0; i < b->n_taps; i += LANES) {
            for (int l = 0; l < LANES; ++l) {
                sum_re[l] += b->tap[i + l] * re[i + l];
                sum_im[l] += b->tap[i + l] * im[i + l];
            }
        }
        sample[k] = 0.0;
        for (int l = 0; l < LANES; ++l) {
            sample[k] += sum_re[l] + sum_im[l] * (double complex)I;
        }
    }
}

/// Standard error of a pole's frequency and decay [1/sample], from the residual.
static double error_of(const JwPole *pole, double rest) {
    double s0 = 0.0, s1 = 0.0, s2 = 0.0;
    for (int i = 0; i < SAMPLES; ++i) {
        const double weight = exp(-2.0 * pole->decay * i);
        s0 += weight;
        s1 += weight * i;
        s2 += weight * i * i;
    }
    return rest / cabs(pole->amplitude) * sqrt(0.5 * s0 / (s0 * s2 - s1 * s1));
}

/// Strongest pole within most_off_hz of the middle of the band that decays like a string's partial.
static bool find_partial(Band *b, double hz, double most_off_hz, JwPartial *partial) {
    double complex sample[SAMPLES];
    JwPole pole[POLES];
    double rest = 0.0;
    const double per_s = b->rate_hz / b->hop;
    take_band(b, hz, sample);
    if (!jw_esprit(sample, SAMPLES, POLES, pole, &rest)) {
        return false;
    }
    for (int i = 0; i < POLES; ++i) {
        const double off_hz = pole[i].frequency * per_s / (2.0 * JW_PI),
                     decay = pole[i].decay * per_s;
        if (fabs(off_hz) < fmin(0.3 * per_s, most_off_hz) && decay > least_per_s &&
            decay < most_per_s) {
            const double error = error_of(&pole[i], rest);
            partial->hz = hz + off_hz;
            partial->hz_error = error * per_s / (2.0 * JW_PI);
            partial->per_s = decay;
            partial->per_s_error = error * per_s;
            partial->amplitude = cabs(pole[i].amplitude);
            return isfinite(error);
        }
    }
    return false;
}

/// Amplitude of a tone as loud as the whole sound, in the scale of poles: half the tone's own.
static double amplitude_of(const Band *b) {
    double sum = 0.0;
    for (int i = 0; i < b->n_turned; ++i) {
        sum += b->span[i] * b->span[i];
    }
    return sqrt(0.5 * sum / b->n_turned);
}

double jw_partials_hz(const JwPartials *p, int number) {
    return number * p->hz * sqrt(1.0 + p->inharmonicity * number * number);
}

const JwPartial *jw_partials_get(const JwPartials *p, int number) {
    for (int i = 0; i < p->n; ++i) {
        if (p->partial[i].number == number) {
            return &p->partial[i];
        }
    }
    return NULL;
}

/// Pitch and inharmonicity by least squares over the partials. Body and bridge shift each partial
/// slightly, which counts as an error of a cent.
static void fit_series(JwPartials *p) {
    double sw = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < p->n; ++i) {
        const JwPartial *q = &p->partial[i];
        const double square = (double)q->number * q->number, y = q->hz * q->hz / square;
        const double error = 2.0 * (q->hz_error / q->hz + 6e-4) * y, w = 1.0 / (error * error);
        sw += w;
        sx += w * square;
        sy += w * y;
        sxx += w * square * square;
        sxy += w * square * y;
    }
    const double slope = (sw * sxy - sx * sy) / (sw * sxx - sx * sx);
    const double base = (sy - slope * sx) / sw;
    if (base > 0.0 && isfinite(slope) && fabs(slope) < 0.05 * base) {
        p->hz = sqrt(base);
        p->inharmonicity = fmax(slope / base, 0.0);
    }
}

bool jw_partials_find(const float *sound, int n, const JwPartialsSpan *span, double hz,
                      double inharmonicity, JwPartials *found) {
    Band band;
    double most = 0.0;
    *found = (JwPartials){.hz = hz, .inharmonicity = inharmonicity};
    const bool ok = band_begin(&band, sound, n, span, hz);
    most = ok ? amplitude_of(&band) : 0.0;
    for (int k = 1; ok && k <= span->n_most && found->n < JW_PARTIALS_MAX; ++k) {
        JwPartial partial = {.number = k};
        const double at_hz = jw_partials_hz(found, k);
        if (at_hz > 0.4 * span->rate_hz || !find_partial(&band, at_hz, 0.25 * hz, &partial) ||
            partial.amplitude < least_part * most || partial.hz_error > 0.01 * hz) {
            continue;
        }
        most = fmax(most, partial.amplitude);
        found->partial[found->n++] = partial;
        if (found->n == 1) {
            found->hz = partial.hz / (k * sqrt(1.0 + inharmonicity * k * k));
        } else if (found->n >= FIRST_FIT) {
            fit_series(found);
        }
    }
    band_end(&band);
    return found->n > 0;
}

/********* Losses *********/

/// Least squares for the terms of the losses given as bits; returns the sum of squared residuals,
/// or HUGE_VAL.
static double try_terms(const JwPartials *p, double length_m, unsigned terms, double sigma[3]) {
    double a[3 * JW_PARTIALS_MAX], b[JW_PARTIALS_MAX];
    double left = 0.0;
    int n = 0;
    for (int t = 0; t < 3; ++t) {
        for (int i = 0; i < p->n && terms & 1U << t; ++i) {
            const JwPartial *q = &p->partial[i];
            const double beta = q->number * JW_PI / length_m;
            const double term[] = {1.0, beta, beta * beta * beta};
            a[n * p->n + i] = term[t] / (q->per_s_error + 0.03 * fabs(q->per_s) + 0.03);
        }
        n += terms >> t & 1U;
    }
    for (int i = 0; i < p->n; ++i) {
        const JwPartial *q = &p->partial[i];
        b[i] = q->per_s / (q->per_s_error + 0.03 * fabs(q->per_s) + 0.03);
    }
    if (p->n < n || !jw_least_squares(a, b, p->n, n)) {
        return HUGE_VAL;
    }
    for (int i = n; i < p->n; ++i) {
        left += b[i] * b[i]; // LAPACK leaves the residual after the solution
    }
    for (int t = 0, i = 0; t < 3; ++t) {
        sigma[t] = (terms & 1U << t) != 0 ? b[i++] : 0.0;
        left = sigma[t] < 0.0 ? HUGE_VAL : left;
    }
    return left;
}

bool jw_partials_losses(const JwPartials *partials, double length_m, double low, double high,
                        double sigma[3]) {
    double best = HUGE_VAL;
    for (unsigned terms = 1; terms < 8; ++terms) {
        double tried[3];
        const double left = try_terms(partials, length_m, terms, tried);
        if (left < best) {
            best = left;
            sigma[0] = tried[0] / low;
            sigma[1] = tried[1] / high;
            sigma[2] = tried[2] / high;
        }
    }
    return best < HUGE_VAL;
}
