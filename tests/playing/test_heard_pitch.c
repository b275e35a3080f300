// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A note is heard at its pitch: instruments as they come, every string ringing along, a melody
// string stopped and struck softly and firmly; the pitch is that of the whole sound from a tenth of
// a second to two, as a tuner shows it.
//
// Arguments: every how many-th tone, instruments.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// What a listener lets pass.
static const double most_cents = 3.0;

enum { FRAMES = TONE_HEARD_FROM + TONE_HEARD_FRAMES, VELOCITIES = 4 };

static const int velocity[VELOCITIES] = {20, 64, 100, 127};

static JwInstrument instrument;
static float left[FRAMES], right[FRAMES];

/// Cents from the note of a key to what is heard, struck on a string.
static double heard_cents(int string, int key, int strength) {
    const JwEngineOptions options = {.synchronous = true};
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, (uint8_t)strength}};
    instrument.map.melody = 1u << string;
    JwEngine *engine = jw_engine_new();
    double cents = NAN;
    if (engine && !jw_engine_prepare(engine, &instrument, TONE_RATE, &options)) {
        jw_engine_run(engine, &event, 1, left, right, NULL, FRAMES);
        cents = tone_heard_cents(left + TONE_HEARD_FROM, right + TONE_HEARD_FROM, TONE_HEARD_FRAMES,
                                 TONE_RATE, jw_key_hz(key, 440.0));
    }
    jw_engine_free(engine);
    return cents;
}

static void check_instrument(const char *path, int step) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    const uint32_t melody = jw_instrument_melody(&instrument);
    double least[VELOCITIES], most[VELOCITIES];
    int tones = 0, n = 0;
    for (int v = 0; v < VELOCITIES; ++v) {
        least[v] = HUGE_VAL;
        most[v] = -HUGE_VAL;
    }
    instrument.drone = (JwDronePattern){.first = -1};
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        for (int f = 0; f < string->n_frets && (melody >> s & 1); ++f) {
            const double semitones = string->fret_semitones[f];
            // Only where the fret is that of a key.
            if (fabs(semitones - round(semitones)) > 1e-6 || tones++ % step) {
                continue;
            }
            const int key = string->key + (int)lround(semitones);
            for (int v = 0; v < VELOCITIES; ++v) {
                const double cents = heard_cents(s, key, velocity[v]);
                check(fabs(cents) <= most_cents, "%s, %s, fret %d, velocity %d: %.2f cents off",
                      instrument.name, string->name, f, velocity[v], cents);
                least[v] = fmin(least[v], cents);
                most[v] = fmax(most[v], cents);
            }
            ++n;
        }
    }
    check(n > 0, "%s: tones", instrument.name);
    printf("%s: %d tones", instrument.name, n);
    for (int v = 0; v < VELOCITIES; ++v) {
        printf("%s %.2f to %.2f cents at velocity %d", v ? "," : ":", least[v], most[v],
               velocity[v]);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    const int step = argc > 2 ? atoi(argv[1]) : 0;
    if (step < 1) {
        fprintf(stderr, "usage: test_heard_pitch STEP INSTRUMENT...\n");
        return 2;
    }
    for (int i = 2; i < argc; ++i) {
        check_instrument(argv[i], step);
    }
    return check_result();
}
