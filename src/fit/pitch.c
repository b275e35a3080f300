// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/pitch.h"

#include "base/fourier.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RATE = 48000,
    SKIP = RATE * 3 / 100,   ///< Frames of the stroke itself, which has no pitch
    SHORTEST = RATE / 5,     ///< Smallest number of frames to analyse
    LONGEST = RATE * 6 / 10, ///< Largest number
    SIZE = 65536,            ///< Size of the Fourier transform
    BINS = SIZE / 6,         ///< Bins up to 8 kHz
    BLOCK = 128,             ///< Bins per estimate of the noise
    BLOCKS = BINS / BLOCK,
    PEAKS = 160,          ///< Largest number of peaks
    LEADERS = 14,         ///< Number of strongest peaks tried as partials of a pitch
    LEADER_PARTIALS = 14, ///< Largest number of such a partial
    PARTIALS = 100,       ///< Largest number of partials in a series
    ABOVE = 8,            ///< Partials above a missing one that determine its expected weight
    CANDIDATES = LEADERS * (LEADER_PARTIALS + LEADERS),
};

// Smallest power of a peak relative to the surrounding noise, and to the strongest peak.
static const double over_noise = 11.0, under_most = 1e-6;

// Exponent of amplitudes in weights, and the cost of a missing partial relative to its expected
// weight.
static const double loudness = 0.7, missing_cost = 0.7, missing_below = 0.3;

// Largest distance of a peak from its partial: in bins of the window, relative to its frequency,
// and relative to the fundamental.
static const double most_bins = 0.7, most_part = 0.006, most_of_first = 0.15, least_of_first = 0.05,
                    chance = 2.0;

// Smallest part of a note's power in its partials, and octaves within which two pitches count as
// the same.
static const double least_share = 0.1, same = 0.04;

// Largest inharmonicity.
static const double most_stretch = 3e-3;

typedef struct {
    double hz, weight;
    double share; ///< Relative to the total power
} Peak;

typedef struct {
    double seconds; ///< Length of the window
    int n;
    Peak peak[PEAKS]; ///< Strongest first
    double all;       ///< Sum of the weights
} Peaks;

/// A series of partials and how much of the peaks it explains.
typedef struct {
    double hz, stretch; ///< Partial k is at k hz sqrt(1 + stretch k^2)
    double score;
    double share; ///< Relative to the total power
} Series;

/********* Peaks *********/

/// Number of sounding frames after the stroke: until the level has fallen by 30 dB, or another
/// stroke raises it.
static int length_of(const float *sound, int n) {
    enum { PART = RATE / 50, BEFORE = 5 };
    double most = 0.0, before[BEFORE] = {0.0};
    int end = 0;
    for (int i = 0; i + PART <= n && i < LONGEST; i += PART) {
        double power = 0.0, highest = 0.0;
        for (int k = 0; k < PART; ++k) {
            power += (double)sound[i + k] * (double)sound[i + k];
        }
        for (int k = 0; k < BEFORE; ++k) {
            highest = fmax(highest, before[k]);
        }
        before[i / PART % BEFORE] = power;
        most = fmax(most, power);
        if (i >= SHORTEST && (power < 1e-3 * most || power > 3.0 * highest)) {
            break;
        }
        end = i + PART;
    }
    return end;
}

/// Power spectrum of the sound with a four-term Blackman-Harris window.
static bool take_powers(const float *sound, int n, double *power) {
    JwComplex *data = calloc(SIZE, sizeof(*data)), *work = malloc(SIZE * sizeof(*work)),
              *table = malloc(SIZE / 2 * sizeof(*table));
    const bool ok = data && work && table;
    double mean = 0.0;
    for (int i = 0; i < n; ++i) {
        mean += (double)sound[i] / n;
    }
    for (int i = 0; ok && i < n; ++i) {
        const double a = 2.0 * JW_PI * (i + 0.5) / n;
        data[i].re = ((double)sound[i] - mean) *
                     (0.35875 - 0.48829 * cos(a) + 0.14128 * cos(2.0 * a) - 0.01168 * cos(3.0 * a));
    }
    if (ok) {
        jw_fourier_table(table, SIZE);
        jw_fourier_transform(data, work, table, SIZE);
    }
    for (int i = 0; ok && i < BINS; ++i) {
        power[i] = data[i].re * data[i].re + data[i].im * data[i].im;
    }
    free(data);
    free(work);
    free(table);
    return ok;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Mean noise power in each block of bins, from the lower quarter of its powers.
static void take_noise(const double *power, double *noise) {
    for (int i = 0; i < BLOCKS; ++i) {
        double sorted[2 * BLOCK];
        const int from = i == 0 ? 0 : i == BLOCKS - 1 ? (i - 1) * BLOCK : i * BLOCK - BLOCK / 2;
        memcpy(sorted, power + from, sizeof(sorted));
        qsort(sorted, 2 * BLOCK, sizeof(*sorted), by_size);
        noise[i] = sorted[BLOCK / 2] / 0.288;
    }
}

static int by_weight(const void *a, const void *b) {
    const Peak *x = a, *y = b;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

/// Finds the peaks above the noise and keeps the strongest.
static void take_peaks(Peaks *p, const double *power, double least_hz) {
    static const double bin_hz = (double)RATE / SIZE;
    Peak all[BINS / 2] = {{.hz = 0.0}};
    double noise[BLOCKS], most = 0.0, sum = 0.0;
    int n = 0;
    take_noise(power, noise);
    const int first = (int)(0.9 * least_hz / bin_hz);
    for (int i = first; i < BINS; ++i) {
        most = fmax(most, power[i]);
        sum += power[i];
    }
    // A tone's power equals that of its peak in two bins of the window.
    const double bins = 2.0 / (p->seconds * bin_hz);
    for (int i = first + 1; i < BLOCKS * BLOCK - 1; ++i) {
        const double a = power[i - 1], b = power[i], c = power[i + 1];
        if (b > a && b >= c && b > over_noise * noise[i / BLOCK] && b > under_most * most &&
            a > 0.0 && c > 0.0) {
            const double la = log(a), lb = log(b), lc = log(c),
                         at = i + 0.5 * (la - lc) / (la - 2.0 * lb + lc);
            all[n].hz = at * bin_hz;
            all[n].weight = pow(b / most, 0.5 * loudness);
            all[n++].share = bins * b / sum;
        }
    }
    qsort(all, (size_t)n, sizeof(*all), by_weight);
    p->n = n < PEAKS ? n : PEAKS;
    p->all = 0.0;
    for (int i = 0; i < p->n; ++i) {
        p->peak[i] = all[i];
        p->all += all[i].weight;
    }
}

/********* Series *********/

/// Partials found for a series.
typedef struct {
    int n;                   ///< Number of partials searched
    double weight[PARTIALS]; ///< Weight of each; 0: no peak; [0] is the first partial
    double hz[PARTIALS];
    double share; ///< Power of all of them relative to the total power
} Found;

/// Fits the series to the peaks found so far, by least squares over the squared frequencies.
static void follow(Series *s, const Found *f, int n) {
    double sw = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    int count = 0;
    for (int i = 0; i < n; ++i) {
        if (f->weight[i] <= 0.0) {
            continue;
        }
        const double square = (i + 1.0) * (i + 1.0), y = f->hz[i] * f->hz[i] / square,
                     w = f->weight[i] * square;
        sw += w;
        sx += w * square;
        sy += w * y;
        sxx += w * square * square;
        sxy += w * square * y;
        ++count;
    }
    const double mean = sy / sw, slope = (sw * sxy - sx * sy) / (sw * sxx - sx * sx),
                 base = (sy - slope * sx) / sw;
    if (count >= 4 && base > 0.0 && slope >= 0.0 && slope < most_stretch * base) {
        s->hz = sqrt(base);
        s->stretch = slope / base;
    } else if (count >= 1) {
        s->hz = sqrt(mean / (1.0 + s->stretch * sx / sw));
    }
}

/// Nearest strong peak to a frequency; NULL if there is none.
static const Peak *peak_at(const Peaks *p, double hz, double most_off) {
    const Peak *best = NULL;
    double most = 0.0;
    for (int i = 0; i < p->n; ++i) {
        const double off = fabs(p->peak[i].hz - hz) / most_off;
        const double value = off < 1.0 ? p->peak[i].weight * (1.0 - off * off) : 0.0;
        if (value > most) {
            most = value;
            best = &p->peak[i];
        }
    }
    return best;
}

/// Finds the partials of a series, and refits it as it goes.
static void look_for(const Peaks *p, Series *s, Found *f) {
    const double top_hz = BINS * (double)RATE / SIZE;
    f->n = 0;
    f->share = 0.0;
    for (int k = 1; k <= PARTIALS; ++k) {
        const double hz = k * s->hz * sqrt(1.0 + s->stretch * k * k);
        if (hz > top_hz) {
            break;
        }
        const double off =
            fmin(fmax(fmax(most_bins / p->seconds, most_part * hz), least_of_first * s->hz),
                 most_of_first * s->hz);
        const Peak *peak = peak_at(p, hz, off);
        const double part = peak ? (peak->hz - hz) / off : 1.0;
        f->weight[k - 1] =
            peak ? peak->weight * (1.0 - part * part) * (1.0 - chance * off / s->hz) : 0.0;
        f->hz[k - 1] = peak ? peak->hz : hz;
        f->share += peak ? peak->share : 0.0;
        f->n = k;
        if (peak) {
            follow(s, f, k);
        }
    }
}

/// Expected weight of a partial from its neighbours: the weaker of the strongest on each side, or
/// part of those above it if there is none below.
static double wanted(const Found *f, int i) {
    double low = 0.0, high = 0.0;
    bool is_below = true;
    for (int k = 0; k < i; ++k) {
        is_below = is_below && f->weight[k] <= 0.0;
        low = 2 * k + 1 >= i ? fmax(low, f->weight[k]) : low;
    }
    for (int k = i + 1; k < f->n && (k <= 2 * i + 1 || k <= i + ABOVE); ++k) {
        high = fmax(high, f->weight[k]);
    }
    return is_below ? missing_below * high : fmin(low, high);
}

static void rate(const Peaks *p, Series *s) {
    Found f;
    double has = 0.0, lacks = 0.0, wants = 0.0;
    look_for(p, s, &f);
    look_for(p, s, &f);
    for (int i = 0; i < f.n; ++i) {
        const double want = wanted(&f, i);
        has += f.weight[i];
        lacks += fmax(want - f.weight[i], 0.0);
        wants += fmax(want, f.weight[i]);
    }
    s->share = f.share;
    s->score = wants > 0.0 ? has / p->all - missing_cost * lacks / wants : 0.0;
}

/********* Choice *********/

static int by_score(const void *a, const void *b) {
    const Series *x = a, *y = b;
    return (x->score < y->score) - (x->score > y->score);
}

static double first_hz(const Series *s) {
    return s->hz * sqrt(1.0 + s->stretch);
}

/// Adds the best series, over several stiffnesses, in which a frequency is the partial with that
/// number.
static void offer(const Peaks *p, JwPitchRange range, double hz, double number, Series *series,
                  int *n) {
    static const double stretch[] = {1e-5, 2e-4, 6e-4, 1.5e-3};
    Series best = {.score = -HUGE_VAL};
    for (int i = 0; i < 4; ++i) {
        Series s = {.hz = hz / (number * sqrt(1.0 + stretch[i] * number * number)),
                    .stretch = stretch[i]};
        if (s.hz < range.least_hz || s.hz > range.most_hz) {
            continue;
        }
        rate(p, &s);
        best = s.score > best.score ? s : best;
    }
    if (best.score > -HUGE_VAL && first_hz(&best) > 0.9 * range.least_hz &&
        first_hz(&best) < 1.1 * range.most_hz) {
        series[(*n)++] = best;
    }
}

static void choose(const Peaks *p, JwPitchRange range, JwPitch *pitch) {
    Series series[CANDIDATES] = {{.hz = 0.0}};
    int n = 0;
    const int leaders = p->n < LEADERS ? p->n : LEADERS;
    for (int i = 0; i < leaders; ++i) {
        const double hz = p->peak[i].hz;
        for (int k = 1; k <= LEADER_PARTIALS; ++k) {
            offer(p, range, hz, k, series, &n);
        }
        for (int k = 0; k < i; ++k) {
            const double apart_hz = fabs(hz - p->peak[k].hz);
            if (hz > LEADER_PARTIALS * apart_hz) {
                offer(p, range, hz, round(hz / apart_hz), series, &n);
            }
        }
    }
    if (!n) {
        return;
    }
    qsort(series, (size_t)n, sizeof(*series), by_score);
    if (series[0].share < least_share) {
        return;
    }
    pitch->hz = first_hz(&series[0]);
    pitch->inharmonicity = series[0].stretch;
    pitch->margin = series[0].score;
    for (int i = 1, others = 0; i < n && others < JW_PITCH_OTHERS; ++i) {
        const double hz = first_hz(&series[i]);
        bool is_new = fabs(log2(hz / pitch->hz)) > same;
        for (int k = 0; k < others; ++k) {
            is_new = is_new && fabs(log2(hz / pitch->other_hz[k])) > same;
        }
        if (is_new) {
            pitch->margin = others ? pitch->margin : series[0].score - series[i].score;
            pitch->other_inharmonicity[others] = series[i].stretch;
            pitch->other_hz[others++] = hz;
        }
    }
}

JwPitch jw_pitch_find(const float *sound, int n, int onset, JwPitchRange range) {
    JwPitch pitch = {.hz = 0.0};
    const int from = n - onset - SKIP >= 2 * SHORTEST ? onset + SKIP : onset + SKIP / 3;
    double *power = malloc(BINS * sizeof(*power));
    Peaks *p = malloc(sizeof(*p));
    if (power && p && n - from >= SHORTEST) {
        const int length = length_of(sound + from, n - from);
        p->seconds = (double)length / RATE;
        if (take_powers(sound + from, length, power)) {
            take_peaks(p, power, range.least_hz);
            choose(p, range, &pitch);
        }
    }
    free(power);
    free(p);
    return pitch;
}
