// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/recording.h"

#include "app/input_file.h"
#include "fit/onset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_S = 60,
    MILLISECOND = JW_RECORDING_RATE / 1000,
    SHORTEST = JW_RECORDING_RATE / 2,
    // Pitch: of the sound at a lower rate
    COARSE = 6,
    COARSE_RATE = JW_RECORDING_RATE / COARSE,
    PITCH_FROM = JW_RECORDING_RATE / 5,
    PITCH_FRAMES = 2048,
    PITCH_LAGS = COARSE_RATE / 25,
};

// Depths of YIN's dips (1: what repeats nowhere): the first one below is a period, and none that is
// shallower than the other; and the level under which a file is silent.
static const double dip = 0.15, shallow = 0.5, silent = 1e-5;

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

int jw_recording_onset(const float *sound, int n) {
    return MILLISECOND * jw_onset_millisecond(power_of, sound, n / MILLISECOND);
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

/// Sound at the lower rate, each sample the mean of COARSE.
static void coarsen(const float *sound, double *coarse, int n) {
    for (int i = 0; i < n; ++i) {
        coarse[i] = 0.0;
        for (int k = 0; k < COARSE; ++k) {
            coarse[i] += (double)sound[COARSE * i + k] / COARSE;
        }
    }
}

/// Lag of the lowest point near a dip, between samples.
static double lowest_near(const double *d, int lag) {
    const double a = d[lag - 1], b = d[lag], c = d[lag + 1], bow = a - 2.0 * b + c;
    return lag + (bow > 0.0 ? 0.5 * (a - c) / bow : 0.0);
}

double jw_recording_pitch_hz(const float *sound, int n) {
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

/********* Files *********/

/// Says what keeps a file from being a note.
static bool refuse(const JwRecording *r, const char *what, JwMessage *message) {
    return jw_message_set(message, "%.900s: %s", r->path, what);
}

/// Reads n frames, the middle of both sides into `left`.
static bool read_all(const JwRecording *r, JwInputFile *in, float *left, float *right, int n,
                     JwMessage *message) {
    if (!jw_input_file_read(in, left, right, (uint32_t)n, message)) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        left[i] = 0.5F * (left[i] + right[i]);
        if (!isfinite(left[i])) {
            return refuse(r, "a sample of it is no number", message);
        }
    }
    return true;
}

static bool look_at(JwRecording *r, JwMessage *message) {
    const int attack = JW_RECORDING_RATE * 3 / 10;
    const double square = square_of(r->sound + JW_RECORDING_LEAD, attack);
    const JwPartialsSpan span = jw_recording_span(r->n);
    r->level_db = 10.0 * log10(square + 1e-30);
    const double hz = jw_recording_pitch_hz(r->sound, r->n);
    if (!(hz > 0.0) || !jw_partials_find(r->sound, r->n, &span, hz, 1e-5, &r->partials)) {
        return refuse(r, "no pitch is heard in it", message);
    }
    r->hz = r->partials.hz * sqrt(1.0 + r->partials.inharmonicity);
    return true;
}

/// Keeps what is from the onset on, of n frames.
static bool keep(JwRecording *r, const float *sound, int n, JwMessage *message) {
    if (!(square_of(sound, n) > silent * silent)) {
        return refuse(r,
                      n == LONGEST_S * JW_RECORDING_RATE ? "silent for a minute; no more is read"
                                                         : "silent",
                      message);
    }
    const int from = jw_recording_onset(sound, n) - JW_RECORDING_LEAD;
    const int left = n - from;
    if (left < SHORTEST) {
        return refuse(r, "shorter than half a second", message);
    }
    r->n = left < JW_RECORDING_FRAMES ? left : JW_RECORDING_FRAMES;
    r->sound = malloc((size_t)r->n * sizeof(*r->sound));
    if (!r->sound) {
        return refuse(r, "out of memory", message);
    }
    jw_recording_from_onset(sound, n, r->sound, r->n);
    return look_at(r, message);
}

bool jw_recording_read(JwRecording *r, const char *path, JwMessage *message) {
    *r = (JwRecording){.path = path};
    JwInputFile *in = jw_input_file_open(path, JW_RECORDING_RATE, message);
    if (!in) {
        return false;
    }
    const uint64_t all = jw_input_file_frames(in);
    const int most = LONGEST_S * JW_RECORDING_RATE, n = all < (uint64_t)most ? (int)all : most;
    float *left = malloc((size_t)n * sizeof(*left)), *right = malloc((size_t)n * sizeof(*right));
    const bool ok = left && right
                        ? read_all(r, in, left, right, n, message) && keep(r, left, n, message)
                        : jw_message_set(message, "out of memory");
    free(left);
    free(right);
    jw_input_file_close(in);
    return ok;
}

void jw_recording_free(JwRecording *r) {
    free(r->sound);
    r->sound = NULL;
}
