// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/recording.h"

#include "fit/onset.h"
#include "program/input_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_S = 60,
    MILLISECOND = JW_RECORDING_RATE / 1000,
    SHORTEST = JW_RECORDING_RATE / 4,
    SIDES = 2,
    LEVELS = 64, ///< Classes of levels up to the peak, for finding clipped samples
    // Pitch is found at a lower rate
    COARSE = 6,
    COARSE_RATE = JW_RECORDING_RATE / COARSE,
    PITCH_FROM = JW_RECORDING_RATE / 5,
    PITCH_FRAMES = 2048,
    PITCH_LAGS = COARSE_RATE / 25,
};

// Depths of dips in YIN (1: no repetition): the first dip below `dip` is the period, and dips above
// `shallow` do not count; and the level below which a file is silent.
static const double dip = 0.15, shallow = 0.5, silent = 1e-5;

// Required advantage of a pitch over all others if the period does not agree, and octaves within
// which two pitches count as the same.
static const double clear_margin = 0.06, same = 0.035;

// Largest sample that can be sound in any unit; and the parts of a note's beginning at one level
// from which on it is reported as clipped, or refused.
static const float largest = 1e10F;
static const double some_flat = 0.2, all_flat = 0.9;

static double square_of(const float *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sum / n;
}

static double power_of(const void *sound, int millisecond) {
    return square_of((const float *)sound + millisecond * MILLISECOND, MILLISECOND);
}

/// Mean power over so many milliseconds.
static double power_over(const float *sound, int from, int milliseconds) {
    return square_of(sound + from * MILLISECOND, milliseconds * MILLISECOND);
}

/// Millisecond of the loudest stroke - the first one within 3 dB of it - if something else sounds
/// before: noise, other strings, a weaker stroke. Returns `from` if the level never jumps.
static int stroke_after(const float *sound, int from, int all) {
    enum { BEFORE = 30, AFTER = 10, LONG = 100 };
    double most = 0.0, leap = 3.0;
    int loud = from, stroke = from;
    for (int i = from; i + LONG <= all; ++i) {
        most = fmax(most, power_over(sound, i, LONG));
    }
    while (loud + LONG < all && power_over(sound, loud, LONG) < 0.5 * most) {
        ++loud;
    }
    const int begin = loud - LONG > from + BEFORE ? loud - LONG : from + BEFORE;
    for (int i = begin; i <= loud + LONG && i + AFTER <= all; ++i) {
        const double before = power_over(sound, i - BEFORE, BEFORE),
                     ratio = power_over(sound, i, AFTER) / (before + 1e-30);
        if (ratio > leap) {
            leap = ratio;
            stroke = i;
        }
    }
    return stroke;
}

int jw_recording_onset(const float *sound, int n) {
    const int all = n / MILLISECOND, first = jw_onset_millisecond(power_of, sound, all);
    return MILLISECOND * stroke_after(sound, first, all);
}

void jw_recording_from_onset(const float *sound, int n_sound, float *to, int n) {
    const int first = jw_recording_onset(sound, n_sound) - JW_RECORDING_LEAD;
    for (int i = 0; i < n; ++i) {
        to[i] = first + i >= 0 && first + i < n_sound ? sound[first + i] : 0.0F;
    }
}

JwPartialsSpan jw_recording_span(int n) {
    const double seconds = (double)n / JW_RECORDING_RATE;
    return (JwPartialsSpan){.rate_hz = JW_RECORDING_RATE,
                            .from_s = fmin(0.35, 0.3 * seconds),
                            .to_s = fmin(seconds - 0.1, 2.4),
                            .n_most = 24};
}

/********* Pitch *********/

/// Sound at the lower rate: means of COARSE samples.
static void coarsen(const float *sound, double *coarse, int n) {
    for (int i = 0; i < n; ++i) {
        coarse[i] = 0.0;
        for (int k = 0; k < COARSE; ++k) {
            coarse[i] += (double)sound[COARSE * i + k] / COARSE;
        }
    }
}

/// Interpolated lag of the lowest point near a dip.
static double lowest_near(const double *d, int lag) {
    const double a = d[lag - 1], b = d[lag], c = d[lag + 1], bow = a - 2.0 * b + c;
    return lag + (bow > 0.0 ? 0.5 * (a - c) / bow : 0.0);
}

double jw_recording_period_hz(const float *sound, int n) {
    static const int all = PITCH_FRAMES + PITCH_LAGS + 2;
    double x[PITCH_FRAMES + PITCH_LAGS + 2], d[PITCH_LAGS + 2];
    if (n < PITCH_FROM + COARSE * all) {
        return 0.0;
    }
    coarsen(sound + PITCH_FROM, x, all);
    double sum = 0.0;
    int best = 0;
    d[0] = 1.0;
    for (int lag = 1; lag < PITCH_LAGS + 2; ++lag) {
        double apart = 0.0;
        for (int i = 0; i < PITCH_FRAMES; ++i) {
            apart += (x[i] - x[i + lag]) * (x[i] - x[i + lag]);
        }
        sum += apart;
        d[lag] = sum > 0.0 ? apart * lag / sum : 1.0;
    }
    for (int lag = 3; lag <= PITCH_LAGS; ++lag) {
        const bool low = d[lag] <= d[lag - 1] && d[lag] < d[lag + 1];
        if (low && d[lag] < dip) {
            best = lag;
            break;
        }
        best = low && (!best || d[lag] < d[best]) ? lag : best;
    }
    return best && d[best] < shallow ? COARSE_RATE / lowest_near(d, best) : 0.0;
}

/// True if two pitches count as the same.
static bool agree(double hz, double other_hz) {
    return hz > 0.0 && other_hz > 0.0 && fabs(log2(hz / other_hz)) < same;
}

JwPitch jw_recording_pitch(const float *sound, int n, JwPitchRange range, bool *sure) {
    JwPitch pitch = jw_pitch_find(sound, n, JW_RECORDING_LEAD, range);
    const double period_hz = pitch.hz > 0.0 ? jw_recording_period_hz(sound, n) : 0.0;
    *sure = pitch.hz > 0.0 && (pitch.margin > clear_margin || agree(pitch.hz, period_hz));
    // Among pitches that explain nearly as much, prefers a lower one that matches the period: a
    // pitch at a fraction of the period is often detected along with it.
    for (int i = 0; i < JW_PITCH_OTHERS && !*sure; ++i) {
        if (period_hz < pitch.hz && agree(pitch.other_hz[i], period_hz)) {
            const double hz = pitch.hz;
            pitch.hz = pitch.other_hz[i];
            pitch.inharmonicity = pitch.other_inharmonicity[i];
            pitch.other_hz[i] = hz;
            *sure = true;
        }
    }
    return pitch;
}

/********* What is wrong with a file *********/

/// Reports why a file is not usable as a note.
static bool refuse(const JwRecording *r, const char *what, JwError *error) {
    return jw_error_set(error, "%.900s: %s", r->path, what);
}

/// Adds to the remarks.
__attribute__((format(printf, 2, 3))) static void remark(JwRecording *r, const char *format, ...) {
    const size_t n = strlen(r->remark);
    va_list args;
    va_start(args, format);
    snprintf(r->remark + n, sizeof(r->remark) - n, "%s", n ? "; " : "");
    const size_t from = strlen(r->remark);
    vsnprintf(r->remark + from, sizeof(r->remark) - from, format, args);
    va_end(args);
}

/// True if all samples can be sound.
static bool is_sound(const JwRecording *r, const float *side, int n, JwError *error) {
    for (int i = 0; i < n; ++i) {
        if (!isfinite(side[i])) {
            return jw_error_set(error, "%.900s: the sample at %.4f s is no number", r->path,
                                (double)i / JW_RECORDING_RATE);
        }
        if (fabsf(side[i]) > largest) {
            return jw_error_set(error, "%.900s: the sample at %.4f s is %.3g, which is no sound",
                                r->path, (double)i / JW_RECORDING_RATE, (double)side[i]);
        }
    }
    return true;
}

/// Removes a constant offset from a sound.
static void take_off_constant(JwRecording *r, float *sound, int n) {
    double mean = 0.0, peak = 0.0;
    for (int i = 0; i < n; ++i) {
        mean += (double)sound[i] / n;
    }
    for (int i = 0; i < n; ++i) {
        sound[i] -= (float)mean;
        peak = fmax(peak, fabs((double)sound[i]));
    }
    if (fabs(mean) > 0.02 * peak && fabs(mean) > silent) {
        remark(r, "a constant %.2g is taken off it", mean);
    }
}

/// Combines both sides: their mean, or the louder one if they cancel.
static void join_sides(JwRecording *r, float *left, const float *right, int n) {
    double side[SIDES] = {0.0}, middle = 0.0;
    for (int i = 0; i < n; ++i) {
        const double l = (double)left[i], m = (double)right[i];
        side[0] += l * l;
        side[1] += m * m;
        middle += 0.25 * (l + m) * (l + m);
    }
    const bool is_right = side[1] > side[0], cancel = middle < 0.2 * side[is_right];
    for (int i = 0; i < n; ++i) {
        left[i] = !cancel ? 0.5F * (left[i] + right[i]) : is_right ? right[i] : left[i];
    }
    if (cancel) {
        remark(r, "left and right cancel each other, the %s side is taken",
               is_right ? "right" : "left");
    }
}

/// Part of a note's first 0.3 s at one level, as in a clipped sound.
static double flat_part(const float *sound, int n) {
    int count[LEVELS] = {0}, most = 0;
    double peak = 1e-30;
    for (int i = 0; i < n; ++i) {
        peak = fmax(peak, fabs((double)sound[i]));
    }
    for (int i = 0; i < n; ++i) {
        const int at = (int)(LEVELS * 0.999 * fabs((double)sound[i]) / peak);
        most = ++count[at] > most && at >= LEVELS / 2 ? count[at] : most;
    }
    return (double)most / n;
}

/// Refuses a sound that is mostly clipped; reports partial clipping.
static bool look_for_clipping(JwRecording *r, JwError *error) {
    const double part =
        flat_part(r->sound + JW_RECORDING_LEAD, JW_RECORDING_RATE / 4 - JW_RECORDING_LEAD);
    if (part > all_flat) {
        return jw_error_set(error,
                            "%.800s: clipped: %.0f %% of its beginning is at one level, and how "
                            "strong its partials are is not heard",
                            r->path, 100.0 * part);
    }
    if (part > some_flat) {
        remark(r, "clipped: %.0f %% of its beginning is at one level", 100.0 * part);
    }
    return true;
}

/********* Files *********/

/// Reads n frames into `left`.
static bool read_all(JwRecording *r, JwInputFile *in, float *left, float *right, int n,
                     JwError *error) {
    if (!jw_input_file_read(in, left, right, (uint32_t)n, error) || !is_sound(r, left, n, error) ||
        !is_sound(r, right, n, error)) {
        return false;
    }
    join_sides(r, left, right, n);
    take_off_constant(r, left, n);
    return true;
}

/// Reports the possible pitches of a note.
static bool refuse_unsure(const JwRecording *r, const JwPitch *pitch, JwError *error) {
    char text[80] = "";
    size_t n = 0;
    for (int i = 0; i < JW_PITCH_OTHERS && pitch->other_hz[i] > 0.0; ++i) {
        n += (size_t)snprintf(text + n, sizeof(text) - n, " or %.2f Hz", pitch->other_hz[i]);
    }
    return jw_error_set(error, "%.800s: its pitch may be %.2f Hz%s: name the note with --note",
                        r->path, pitch->hz, text);
}

/// Finds the note's pitch and partials.
static bool hear(JwRecording *r, JwError *error) {
    const JwPartialsSpan span = jw_recording_span(r->n);
    const double semitone = 1.0595;
    const JwPitchRange range = r->named_hz > 0.0
                                   ? (JwPitchRange){r->named_hz / semitone, r->named_hz * semitone}
                                   : JW_PITCH_ALL;
    bool sure;
    const JwPitch pitch = jw_recording_pitch(r->sound, r->n, range, &sure);
    if (!(pitch.hz > 0.0)) {
        return r->named_hz > 0.0
                   ? jw_error_set(error, "%.900s: no pitch near %.2f Hz is heard in it", r->path,
                                  r->named_hz)
                   : refuse(r, "no pitch is heard in it", error);
    }
    if (!sure && !(r->named_hz > 0.0)) {
        return refuse_unsure(r, &pitch, error);
    }
    const double first_hz = pitch.hz / sqrt(1.0 + pitch.inharmonicity);
    if (!jw_partials_find(r->sound, r->n, &span, first_hz, pitch.inharmonicity, &r->partials)) {
        return refuse(r, "no partials are heard in it", error);
    }
    r->hz = r->partials.hz * sqrt(1.0 + r->partials.inharmonicity);
    return fabs(log2(r->hz / pitch.hz)) < same ||
           jw_error_set(error, "%.900s: %.2f Hz is heard in it, but no partials that agree",
                        r->path, pitch.hz);
}

static bool look_at(JwRecording *r, JwError *error) {
    const int attack = JW_RECORDING_RATE * 3 / 10, left = r->n - JW_RECORDING_LEAD;
    const double square = square_of(r->sound + JW_RECORDING_LEAD, left < attack ? left : attack);
    r->level_db = 10.0 * log10(square + 1e-30);
    return look_for_clipping(r, error) && hear(r, error);
}

/// Keeps the sound of n frames from the onset on.
static bool keep(JwRecording *r, const float *sound, int n, JwError *error) {
    if (!(square_of(sound, n) > silent * silent)) {
        return refuse(r,
                      n == LONGEST_S * JW_RECORDING_RATE ? "silent for a minute; no more is read"
                                                         : "silent",
                      error);
    }
    const int from = jw_recording_onset(sound, n) - JW_RECORDING_LEAD;
    const int left = n - from;
    if (left < SHORTEST + JW_RECORDING_LEAD) {
        return refuse(r, "shorter than a quarter of a second", error);
    }
    r->n = left < JW_RECORDING_FRAMES ? left : JW_RECORDING_FRAMES;
    r->sound = malloc((size_t)r->n * sizeof(*r->sound));
    if (!r->sound) {
        return refuse(r, "out of memory", error);
    }
    jw_recording_from_onset(sound, n, r->sound, r->n);
    return look_at(r, error);
}

bool jw_recording_read(JwRecording *r, const char *path, double named_hz, JwError *error) {
    *r = (JwRecording){.path = path, .named_hz = named_hz};
    JwInputFile *in = jw_input_file_open(path, JW_RECORDING_RATE, error);
    if (!in) {
        return false;
    }
    const uint64_t all = jw_input_file_frames(in);
    const int most = LONGEST_S * JW_RECORDING_RATE, n = all < (uint64_t)most ? (int)all : most;
    float *left = malloc((size_t)n * sizeof(*left)), *right = malloc((size_t)n * sizeof(*right));
    const bool ok = left && right
                        ? read_all(r, in, left, right, n, error) && keep(r, left, n, error)
                        : jw_error_set(error, "out of memory");
    free(left);
    free(right);
    jw_input_file_close(in);
    return ok;
}

void jw_recording_free(JwRecording *r) {
    free(r->sound);
    r->sound = NULL;
}
