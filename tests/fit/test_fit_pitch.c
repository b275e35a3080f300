// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitches of synthetic notes of strings whose fundamental is known, 30 Hz to 1.5 kHz: clean ones,
// and such as make pitches hard to hear. A pitch is right within 30 cents.

#include "base/pi.h"
#include "base/random.h"
#include "fit/recording.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = JW_RECORDING_RATE, LEAD = JW_RECORDING_LEAD, MOST = LEAD + 3 * RATE / 2, EACH = 8 };

/// What a note is made of.
typedef struct {
    double hz, stretch, pluck, per_s;
    double first, second, third; ///< Factors of these partials
    bool odd;                    ///< Even partials are missing
} Note;

static uint32_t dice;

static double between(double low, double high) {
    return low + (high - low) * jw_random(1, dice++, 0);
}

static double pitch_between(double low_hz, double high_hz) {
    return exp(between(log(low_hz), log(high_hz)));
}

static Note note_of(double low_hz, double high_hz) {
    return (Note){.hz = pitch_between(low_hz, high_hz),
                  .stretch = exp(between(log(3e-6), log(2e-4))),
                  .pluck = between(0.07, 0.35),
                  .per_s = between(0.5, 3.0),
                  .first = 1.0,
                  .second = 1.0,
                  .third = 1.0};
}

static double rms(const float *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sqrt(sum / n);
}

/// Adds a note from a frame on, so loud in its first 0.25 s (rms).
static void add_note(float *sound, int n, int from, const Note *note, double level) {
    static float one[MOST];
    memset(one, 0, sizeof(one));
    for (int k = 1; k < 100; ++k) {
        const double hz =
                         k * note->hz * sqrt((1.0 + note->stretch * k * k) / (1.0 + note->stretch)),
                     factor = k == 1   ? note->first
                              : k == 2 ? note->second
                              : k == 3 ? note->third
                                       : 1.0,
                     size = factor * sin(JW_PI * k * note->pluck) / k,
                     step = 2.0 * JW_PI * hz / RATE,
                     fall = exp(-(note->per_s + 5e-7 * hz * hz) / RATE);
        if (hz > 9e3) {
            break;
        }
        // A turning pointer, which gets shorter.
        double re = size * cos(between(0.0, 6.28)), im = size * sin(between(0.0, 6.28));
        const double c = fall * cos(step), s = fall * sin(step);
        for (int i = from; i < n && !(note->odd && k % 2 == 0); ++i) {
            const double old = re;
            one[i] += (float)im;
            re = c * re - s * im;
            im = s * old + c * im;
        }
    }
    const int part = n - from < RATE / 4 ? n - from : RATE / 4;
    const double gain = level / rms(one + from, part);
    for (int i = from; i < n; ++i) {
        sound[i] += (float)gain * one[i];
    }
}

static void add_noise(float *sound, int n, double level) {
    for (int i = 0; i < n; ++i) {
        sound[i] += (float)(level * sqrt(12.0) * (jw_random(2, dice, (uint32_t)i) - 0.5));
    }
    ++dice;
}

static void add_hum(float *sound, int n, double hz, double level) {
    for (int i = 0; i < n; ++i) {
        const double a = 2.0 * JW_PI * hz * i / RATE;
        sound[i] += (float)(level * (sin(a) + 0.5 * sin(2.0 * a) + 0.33 * sin(3.0 * a)));
    }
}

typedef enum {
    CLEAN,
    STIFF,
    NO_FIRST,
    WEAK_LOW,
    ODD,
    OCTAVE,
    TWELFTH,
    SHORT,
    RINGING,
    NOISE,
    HUM,
    CLIPPED,
    TWO,
    KINDS,
} Kind;

static const char *const kind_name[] = {"clean",
                                        "stiff",
                                        "no fundamental",
                                        "weak fundamental and octave",
                                        "odd",
                                        "strong octave",
                                        "strong twelfth",
                                        "0.3 s",
                                        "ringing",
                                        "noise",
                                        "hum",
                                        "clipped",
                                        "two strokes"};

/// Makes one note of a kind; returns its fundamental and the frames.
static double make(Kind kind, float *sound, int *n) {
    const double most_hz[] = {1500, 700, 600, 600, 1200, 900, 600, 300, 900, 1200, 1200, 900, 1200},
                 least_hz[] = {30, 35, 40, 40, 35, 35, 35, 41, 60, 40, 70, 35, 35};
    Note note = note_of(least_hz[kind], most_hz[kind]);
    const double level = 0.1, under = pow(10.0, -0.05 * between(10.0, 15.0));
    *n = kind == SHORT ? LEAD + RATE * 3 / 10 : MOST;
    memset(sound, 0, MOST * sizeof(*sound));
    note.stretch = kind == STIFF ? between(3e-4, 1.2e-3) : note.stretch;
    note.first = kind == NO_FIRST ? 0.0 : kind == WEAK_LOW ? 0.03 : 1.0;
    note.second = kind == WEAK_LOW ? 0.1 : kind == OCTAVE ? between(4.0, 8.0) : 1.0;
    note.third = kind == TWELFTH ? between(4.0, 8.0) : 1.0;
    note.odd = kind == ODD;
    add_note(sound, *n, LEAD, &note, level);
    if (kind == RINGING || kind == TWO) {
        // Another string, no octave of this one, that rings on or is struck later.
        Note other = note_of(60.0, 900.0);
        other.hz = note.hz * exp2((kind == TWO ? 7.0 : 4.0) / 12.0);
        other.per_s = 0.5;
        add_note(sound, *n, kind == TWO ? LEAD + RATE * 7 / 10 : LEAD, &other,
                 kind == TWO ? level : level * under);
    } else if (kind == NOISE) {
        add_noise(sound, *n, level * pow(10.0, -0.5));
    } else if (kind == HUM) {
        add_hum(sound, *n, between(0.0, 1.0) < 0.5 ? 50.0 : 60.0, level * under);
    }
    for (int i = 0; i < *n && kind == CLIPPED; ++i) {
        sound[i] = (float)fmin(fmax(8.0 * (double)sound[i], -0.5), 0.5);
    }
    return note.hz;
}

/// Of each kind all sure pitches are right, and nearly all are sure.
static void test_kinds(void) {
    static float sound[MOST];
    int all_sure = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        int sure_ones = 0;
        for (int i = 0; i < EACH; ++i) {
            int n;
            bool sure;
            const double hz = make((Kind)kind, sound, &n);
            const JwPitch pitch = jw_recording_pitch(sound, n, JW_PITCH_ALL, &sure);
            sure_ones += sure;
            check(!sure || fabs(1200.0 * log2(pitch.hz / hz)) < 30.0,
                  "%s: %.2f Hz is heard as %.2f", kind_name[kind], hz, pitch.hz);
        }
        printf("%s: %d of %d are sure\n", kind_name[kind], sure_ones, (int)EACH);
        check(sure_ones == EACH || kind != CLEAN, "all clean ones are sure");
        all_sure += sure_ones;
    }
    check(20 * all_sure >= 19 * KINDS * EACH, "%d of %d are sure", all_sure, KINDS * EACH);
}

/// A note begins where it is struck, whatever sounds before.
static void test_onset(void) {
    static float sound[MOST];
    const int struck = RATE / 2;
    for (int i = 0; i < 3; ++i) {
        const Note note = note_of(100.0, 400.0), other = note_of(100.0, 400.0);
        memset(sound, 0, sizeof(sound));
        add_note(sound, MOST, struck, &note, 0.1);
        if (i == 1) {
            add_noise(sound, MOST, 0.03);
        } else if (i == 2) {
            add_note(sound, MOST, 0, &other, 0.03);
        }
        check_below(abs(jw_recording_onset(sound, MOST) - struck), RATE / 100,
                    "frames from the stroke to the onset, case %d", i);
    }
}

/// Where a note is named, its pitch is looked for there alone.
static void test_range(void) {
    static float sound[MOST];
    bool sure;
    Note note = note_of(200.0, 200.0);
    memset(sound, 0, sizeof(sound));
    add_note(sound, MOST, LEAD, &note, 0.1);
    const JwPitch low = jw_recording_pitch(sound, MOST, (JwPitchRange){95.0, 105.0}, &sure),
                  none = jw_recording_pitch(sound, MOST, (JwPitchRange){9e3, 10e3}, &sure);
    check_below(fabs(low.hz - 100.0), 0.5, "half of 200 Hz");
    check(none.hz == 0.0, "nothing is at 9 kHz: %g Hz", none.hz);
}

/// The partials of a low, short note are its own, and none is its neighbour.
static void test_low_partials(void) {
    enum { N = LEAD + RATE * 58 / 100 };
    static float sound[MOST];
    JwPartials found;
    Note note = {.hz = 48.85,
                 .stretch = 1e-5,
                 .pluck = 0.2,
                 .per_s = 1.0,
                 .first = 0.3,
                 .second = 1.0,
                 .third = 2.0};
    memset(sound, 0, sizeof(sound));
    add_note(sound, N, LEAD, &note, 0.1);
    const JwPartialsSpan span = jw_recording_span(N);
    check(jw_partials_find(sound, N, &span, 48.5, 1e-5, &found), "partials are found");
    check_below(fabs(1200.0 * log2(found.hz / 48.85)), 5.0, "their fundamental [cents]");
    for (int i = 0; i < found.n; ++i) {
        const int k = found.partial[i].number;
        const double hz = k * note.hz * sqrt((1.0 + note.stretch * k * k) / (1.0 + note.stretch));
        check_below(fabs(found.partial[i].hz - hz), 0.25 * note.hz, "partial %d [Hz]", k);
    }
}

int main(void) {
    test_kinds();
    test_onset();
    test_range();
    test_low_partials();
    return check_result();
}
