// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Without a body an instrument sounds alike at qualities 1, 2 and 4: third-octave bands from 0.1 to
// 1 s of single strokes, on the files with their bodies taken away.
//
//     test_qualities INSTRUMENT.ini...

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/third_octaves.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 48000, N = RATE * 11 / 10, FRAME = 8192, QUALITIES = 3 };

/// Most that two qualities may differ [dB], by any stroke and by the rms of all.
static const double most_db = 2.5, most_rms_db = 1.2;

static double sum_of_all;
static int n_of_all;

/// Levels of the bands from 125 Hz to 10 kHz [dB].
typedef struct {
    double db[THIRD_OCTAVES];
} Tone;

/// Stroke on the first string.
typedef struct {
    int semitones, velocity;
    int bend; ///< Value of a bend, -8192..8191
} Stroke;

static const Stroke strokes[] = {{0, 64, 0}, {0, 120, 0}, {5, 100, 0}, {0, 100, 4096}};
enum { N_STROKES = sizeof(strokes) / sizeof(strokes[0]) };

static void add_frame(const float *left, const float *right, double *sum) {
    static double samples[FRAME], power[FRAME / 2 + 1];
    for (int i = 0; i < FRAME; ++i) {
        samples[i] = 0.5 * ((double)left[i] + (double)right[i]);
    }
    check(fixture_power(samples, FRAME, power), "memory");
    for (int k = 60 * FRAME / RATE; k <= FRAME / 2; ++k) {
        third_octaves_add(sum, (double)k * RATE / FRAME, power[k]);
    }
}

static Tone tone_of(const JwInstrument *instrument, const Stroke *stroke, double quality) {
    static JwInstrument copy;
    static float left[N], right[N];
    double sum[THIRD_OCTAVES] = {0.0};
    Tone tone;
    copy = *instrument;
    copy.param[JW_P_QUALITY] = quality;
    JwEngine *engine = engine_prepared(&copy, RATE, NULL);
    const uint8_t key = (uint8_t)(copy.string[0].key + stroke->semitones);
    const JwEvent events[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, (int16_t)stroke->bend}},
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key, (uint8_t)stroke->velocity}},
    };
    jw_engine_run(engine, events, 2, left, right, NULL, N);
    jw_engine_free(engine);
    for (int at = RATE / 10; at + FRAME <= RATE; at += FRAME / 2) {
        add_frame(left + at, right + at, sum);
    }
    third_octaves_levels(sum, tone.db);
    return tone;
}

static void compare(const JwInstrument *instrument, const Stroke *stroke) {
    static const double quality[QUALITIES] = {1.0, 2.0, 4.0};
    Tone tone[QUALITIES];
    for (int i = 0; i < QUALITIES; ++i) {
        tone[i] = tone_of(instrument, stroke, quality[i]);
    }
    for (int i = 0; i < QUALITIES; ++i) {
        for (int k = 0; k < i; ++k) {
            const double db = sqrt(third_octaves_apart(tone[i].db, tone[k].db));
            check_below(db, most_db,
                        "%s, %d semitones up, velocity %d, bend %d: quality %.0f from %.0f, dB",
                        instrument->name, stroke->semitones, stroke->velocity, stroke->bend,
                        quality[k], quality[i]);
            sum_of_all += db * db;
            ++n_of_all;
        }
    }
}

static void check_instrument(const char *path) {
    static JwInstrument instrument;
    char message[256];
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    instrument.n_body = 0;
    for (int i = 0; i < N_STROKES; ++i) {
        if (strokes[i].semitones == 0 || instrument.string[0].n_frets > 1) {
            compare(&instrument, &strokes[i]);
        }
    }
}

int main(int argc, char **argv) {
    check(argc > 1, "usage: test_qualities INSTRUMENT.ini...");
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    check_below(sqrt(sum_of_all / n_of_all), most_rms_db, "rms of all, dB");
    return check_result();
}
