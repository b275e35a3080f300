// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An instrument sounds alike at qualities 1, 2 and 4: third-octave bands from 0.1 to 1 s of single
// strokes; of three strokes and five bends on the first string of files whose bodies are taken
// away, or, on the instruments as they come, of two on each string that is plucked. Where a string
// strikes a board a few times and is let alone, one stroke tells nothing: strokes of velocities 98
// and 100 are 4 dB apart at one and the same quality. Means are of seven strokes around each, of
// another kind than the instrument's own if a value of `pluck_stroke` is given.
//
//     test_qualities INSTRUMENT.ini...
//     test_qualities strings INSTRUMENT.ini...
//     test_qualities means INSTRUMENT.ini...
//     test_qualities means_of STROKE INSTRUMENT.ini...

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/third_octaves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, N = RATE * 11 / 10, FRAME = 8192, QUALITIES = 3 };

/// Most that two qualities may differ [dB]: by a stroke, and by the rms of all.
static const double most_db = 2.5, most_rms_db = 1.2;

/// Strokes of a mean, on each side of the one in the middle, and how far they are apart in
/// velocity.
enum { ASIDE = 3, APART = 2 };

static double sum_of_all;
static int n_of_all;

/// Levels of the bands from 125 Hz to 10 kHz [dB].
typedef struct {
    double db[THIRD_OCTAVES];
} Tone;

typedef struct {
    int semitones, velocity;
    int bend; ///< Value of a bend, -8192..8191
    int string;
    int aside; ///< Strokes of a mean on each side; 0: one stroke
} Stroke;

/// Bends of up to 4.4 semitones: from six semitones on, where the tension has doubled, the highest
/// modes of qualities 1 and 2 come to the limit of a step.
static const Stroke strokes[] = {
    {.velocity = 64},
    {.velocity = 120},
    {.velocity = 100, .semitones = 5},
    {.velocity = 100, .bend = 1024},
    {.velocity = 100, .bend = 2048},
    {.velocity = 100, .bend = 3072},
    {.velocity = 100, .bend = 4096},
    {.velocity = 100, .bend = 5120},
};
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

/// Adds the power of a stroke.
static void add_stroke(const JwInstrument *instrument, const Stroke *stroke, double quality,
                       double sum[static THIRD_OCTAVES]) {
    static JwInstrument copy;
    static float left[N], right[N];
    copy = *instrument;
    copy.param[JW_P_QUALITY] = quality;
    copy.map = (JwMidiMap){.melody = 1u << stroke->string, .pull_up = instrument->map.pull_up};
    copy.drone = (JwDronePattern){.first = -1};
    JwEngine *engine = engine_prepared(&copy, RATE, NULL);
    const uint8_t key = (uint8_t)(copy.string[stroke->string].key + stroke->semitones);
    const JwEvent events[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, (int16_t)stroke->bend}},
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key, (uint8_t)stroke->velocity}},
    };
    jw_engine_run(engine, events, 2, left, right, NULL, N);
    jw_engine_free(engine);
    for (int at = RATE / 10; at + FRAME <= RATE; at += FRAME / 2) {
        add_frame(left + at, right + at, sum);
    }
}

static Tone tone_of(const JwInstrument *instrument, const Stroke *stroke, double quality) {
    double sum[THIRD_OCTAVES] = {0.0};
    Tone tone;
    for (int i = -stroke->aside; i <= stroke->aside; ++i) {
        Stroke one = *stroke;
        one.velocity += APART * i;
        add_stroke(instrument, &one, quality, sum);
    }
    for (int k = 0; k < THIRD_OCTAVES; ++k) {
        sum[k] /= 2 * stroke->aside + 1;
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
            check_below(
                db, most_db,
                "%s, %s, %d semitones up, velocity %d, bend %d%s: quality %.0f from %.0f, dB",
                instrument->name, instrument->string[stroke->string].name, stroke->semitones,
                stroke->velocity, stroke->bend, stroke->aside ? ", mean" : "", quality[k],
                quality[i]);
            sum_of_all += db * db;
            ++n_of_all;
        }
    }
}

static void check_without_body(JwInstrument *instrument) {
    instrument->n_body = 0;
    for (int i = 0; i < N_STROKES; ++i) {
        if (strokes[i].semitones == 0 || instrument->string[0].n_frets > 1) {
            compare(instrument, &strokes[i]);
        }
    }
}

static void check_strings(const JwInstrument *instrument, int aside) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (instrument->string[s].role != JW_ROLE_TARAF) {
            compare(instrument, &(Stroke){.velocity = 64, .string = s, .aside = aside});
            compare(instrument, &(Stroke){.velocity = 100, .string = s, .aside = aside});
        }
    }
}

/// stroke: value of PLUCK_STROKE; below 0: the instrument's own.
static void check_instrument(const char *path, bool strings, int aside, int stroke) {
    static JwInstrument instrument;
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    if (stroke >= 0) {
        instrument.param[JW_P_PLUCK_STROKE] = stroke;
    }
    if (strings) {
        check_strings(&instrument, aside);
    } else {
        check_without_body(&instrument);
    }
}

int main(int argc, char **argv) {
    const bool of = argc > 3 && !strcmp(argv[1], "means_of");
    const bool means = of || (argc > 1 && !strcmp(argv[1], "means"));
    const bool strings = means || (argc > 1 && !strcmp(argv[1], "strings"));
    check(argc > 1, "usage: test_qualities [strings|means|means_of STROKE] INSTRUMENT.ini...");
    for (int i = of ? 3 : strings ? 2 : 1; i < argc; ++i) {
        check_instrument(argv[i], strings, means ? ASIDE : 0, of ? atoi(argv[2]) : -1);
    }
    check_below(sqrt(sum_of_all / n_of_all), most_rms_db, "rms of all, dB");
    return check_result();
}
