// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes of one note, played again and again, differ from one another as recorded ones do, and not
// at all where `variation` is 0; strokes of a chikari at eight a second are told apart by their
// level and their colour.
//
// A stroke is 56 numbers, in four windows after the release: levels of twelve bands, flatness, and
// level. Two strokes differ by the rms of the differences of these, each over its spread among 56
// recorded notes of ten instruments. Recorded notes of one pitch and one player differ by 0.28 to
// 0.65 (16 pairs of the sitar, the sarod, the saraswati veena, the biwa and the tanpura).
//
//     test_repeats INSTRUMENT.ini...

#include "base/pi.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    RATE = 44100,
    STROKES = 6,
    EVERY = RATE * 5 / 2, ///< Frames from one stroke to the next
    HELD = RATE / 2,      ///< Frames for which its key is held
    FRAMES = STROKES * EVERY,
    FFT = 8192,
    WINDOWS = 4,
    BANDS = 12,
    FIGURES = BANDS + 2, ///< Of a window: bands, flatness, level
    QUICK = 16,          ///< Strokes of the chikari
    QUICK_EVERY = RATE / 8
};

static const double window_s[WINDOWS + 1] = {0.0, 0.02, 0.06, 0.15, 0.35};

/// Standard deviation among recorded notes, plus 1 [dB].
static const double spread[WINDOWS][FIGURES] = {
    {16.0, 13.8, 9.0, 7.6, 8.3, 10.1, 12.4, 12.8, 14.3, 14.3, 14.2, 14.2, 6.4, 1.0},
    {18.1, 14.8, 10.5, 9.2, 9.2, 11.0, 12.9, 14.2, 15.3, 14.1, 15.1, 14.7, 7.7, 6.1},
    {18.8, 17.2, 13.8, 11.2, 10.7, 11.9, 13.6, 14.8, 15.5, 14.4, 14.9, 14.3, 9.9, 7.5},
    {19.3, 17.8, 14.7, 11.9, 12.2, 12.9, 13.2, 15.4, 15.8, 14.9, 15.2, 13.7, 11.9, 8.5},
};

static JwInstrument instrument;
static float left[FRAMES], right[FRAMES];

typedef struct {
    double figure[WINDOWS][FIGURES];
} Portrait;

/// Power spectrum of a part of the sound [any unit]: FFT/2 values.
static void spectrum(int from, int to, double *power) {
    static double re[FFT], im[FFT];
    const int n = to - from < FFT ? to - from : FFT;
    memset(re, 0, sizeof(re));
    memset(im, 0, sizeof(im));
    for (int i = 0; i < n; ++i) {
        const double hann = 0.5 - 0.5 * cos(2.0 * JW_PI * i / (n - 1));
        re[i] = hann * ((double)left[from + i] + (double)right[from + i]);
    }
    fixture_fft(re, im, FFT);
    for (int k = 0; k < FFT / 2; ++k) {
        power[k] = (re[k] * re[k] + im[k] * im[k]) / n;
    }
}

/// Sum of a spectrum from one frequency to another [Hz].
static double sum_of(const double *power, double from_hz, double to_hz) {
    double sum = 1e-12;
    for (int k = (int)ceil(from_hz * FFT / RATE); k < to_hz * FFT / RATE; ++k) {
        sum += power[k];
    }
    return sum;
}

/// Geometric over arithmetic mean from 1.5 to 7.6 kHz [dB].
static double flatness_db(const double *power) {
    double sum = 0.0, logs = 0.0;
    int n = 0;
    for (int k = 1500 * FFT / RATE + 1; k < 7600 * FFT / RATE; ++k, ++n) {
        sum += power[k];
        logs += log(power[k] + 1e-14);
    }
    return 10.0 * log10(exp(logs / n) * n / sum);
}

static Portrait portrait_of(int release) {
    static double power[FFT / 2];
    const double low_hz = 150.0, high_hz = 7600.0;
    Portrait p;
    for (int w = 0; w < WINDOWS; ++w) {
        spectrum(release + (int)(window_s[w] * RATE), release + (int)(window_s[w + 1] * RATE),
                 power);
        const double all = sum_of(power, low_hz, high_hz);
        for (int b = 0; b < BANDS; ++b) {
            const double step = pow(high_hz / low_hz, 1.0 / BANDS), from_hz = low_hz * pow(step, b);
            const double part = sum_of(power, from_hz, from_hz * step) / all;
            p.figure[w][b] = fmax(10.0 * log10(part), -50.0);
        }
        p.figure[w][BANDS] = flatness_db(power);
        p.figure[w][BANDS + 1] = 10.0 * log10(all);
    }
    for (int w = WINDOWS - 1; w >= 0; --w) {
        p.figure[w][BANDS + 1] -= p.figure[0][BANDS + 1];
    }
    return p;
}

static double apart(const Portrait *a, const Portrait *b) {
    double sum = 0.0;
    for (int w = 0; w < WINDOWS; ++w) {
        for (int i = 0; i < FIGURES; ++i) {
            const double d = (a->figure[w][i] - b->figure[w][i]) / spread[w][i];
            sum += d * d;
        }
    }
    return sqrt(sum / (WINDOWS * FIGURES));
}

/// Plays one stroke after the other on a string, from the given frame on; *release is where each
/// one lets go.
static void play(int string, int strokes, int every, int held, int *release) {
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    const uint8_t key = (uint8_t)instrument.string[string].key;
    const int latency = (int)jw_engine_latency_frames(engine);
    for (int i = 0; i < strokes; ++i) {
        const JwEvent events[2] = {
            {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key, 100}},
            {.type = JW_EVENT_MIDI,
             .frame = (uint32_t)held,
             .midi = {JW_MIDI_NOTE_OFF, 0, key, 64}},
        };
        JwStrokeReport stroke;
        jw_engine_run(engine, events, 2, left + i * every, right + i * every, NULL,
                      (uint32_t)every);
        jw_engine_stroke(engine, string, &stroke);
        release[i] = i * every + latency + (int)(stroke.rise_s * RATE);
    }
    jw_engine_free(engine);
}

/// Mean difference between the strokes of a string, played again and again.
static double strokes_apart(int string, double variation) {
    int release[STROKES];
    Portrait p[STROKES];
    double sum = 0.0;
    instrument.param[JW_P_VARIATION] = variation;
    play(string, STROKES, EVERY, HELD, release);
    for (int i = 0; i < STROKES; ++i) {
        p[i] = portrait_of(release[i]);
        for (int k = 0; k < i; ++k) {
            sum += apart(&p[i], &p[k]);
        }
    }
    return sum / (STROKES * (STROKES - 1) / 2);
}

static bool load(const char *path) {
    JwError error = {0};
    const bool ok = check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text);
    instrument.drone = (JwDronePattern){.first = -1};
    return ok;
}

static void check_repeats(const char *path) {
    if (!load(path)) {
        return;
    }
    const int string = jw_instrument_melody(&instrument) & 1u ? 0 : 1;
    instrument.map.melody = 1u << string;
    instrument.param[JW_P_RELEASE_DAMPING] = 100.0;
    const double own = instrument.param[JW_P_VARIATION];
    check_between(strokes_apart(string, own), 0.3, 0.6, "%s: strokes as they come",
                  instrument.name);
    check_below(strokes_apart(string, 0.0), 0.1, "%s: at variation 0", instrument.name);
}

/********* Eight strokes a second *********/

/// Centroid of a stroke of the chikari [Hz]; *level_db is its level.
static double colour_hz(int release, double *level_db) {
    static double power[FFT / 2];
    double sum = 1e-30, moment = 0.0;
    spectrum(release + RATE / 200, release + QUICK_EVERY * 4 / 5, power);
    for (int k = 1; k < FFT / 2; ++k) {
        sum += power[k];
        moment += power[k] * k * RATE / FFT;
    }
    *level_db = 10.0 * log10(sum);
    return moment / sum;
}

/// From one stroke to the next a chikari's level and centroid change so that it is heard.
static void check_chikari(int string) {
    int release[QUICK];
    double level_db[QUICK], hz[QUICK], louder = 0.0, brighter = 0.0;
    instrument.map.melody = 1u << string;
    play(string, QUICK, QUICK_EVERY, QUICK_EVERY - 64, release);
    for (int i = 0; i < QUICK - 1; ++i) {
        hz[i] = colour_hz(release[i], &level_db[i]);
        louder += i > 0 ? fabs(level_db[i] - level_db[i - 1]) / (QUICK - 2) : 0.0;
        brighter += i > 0 ? fabs(log(hz[i] / hz[i - 1])) / (QUICK - 2) : 0.0;
        printf("%s%.1f dB %.0f Hz", i > 0 ? ", " : "", level_db[i], hz[i]);
    }
    printf("\n%s, %s, eight strokes a second:\n", instrument.name, instrument.string[string].name);
    check_between(louder, 1.0, 3.0, "level, one beside the next [dB]");
    check_between(brighter, 0.05, 0.5, "centroid, one beside the next [part]");
}

int main(int argc, char **argv) {
    int chikari = 0;
    for (int i = 1; i < argc; ++i) {
        check_repeats(argv[i]);
        if (!load(argv[i])) {
            continue;
        }
        for (int s = 0; s < instrument.n_strings; ++s) {
            if (!strncmp(instrument.string[s].name, "chikari", 7)) {
                check_chikari(s);
                ++chikari;
            }
        }
    }
    check(chikari > 0, "a chikari");
    return check_result();
}
