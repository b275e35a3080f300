// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A bassist's finger leaves the frets alone up to velocity 100: the tone grows as the hand pulls,
// and 30 ms after it has begun there is next to nothing from 2 to 4 kHz, as in sampled basses (-50
// dB). Frets that it strikes take 4 dB from the tone, a quicker release gives it 1. A slap strikes
// them. Argument: the bass.

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 48000, WINDOW = 2048, N = RATE, FINGER = 0, SLAP = 3 };

static float left[N], right[N];

static JwInstrument instrument;

/// Plays a string open; returns its level from 0.2 to 0.6 s [dB].
static double play(int string, int velocity, int kind) {
    const JwEvent stroke = {
        .type = JW_EVENT_MIDI,
        .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument.string[string].key, (uint8_t)velocity}};
    double sum = 1e-30;
    instrument.param[JW_P_PLUCK_STROKE] = kind;
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    jw_engine_run(engine, &stroke, 1, left, right, NULL, N);
    jw_engine_free(engine);
    for (int i = RATE / 5; i < RATE * 3 / 5; ++i) {
        sum += (double)left[i] * (double)left[i] + (double)right[i] * (double)right[i];
    }
    return 10.0 * log10(sum);
}

/// Part of 2 to 4 kHz in all, 30 ms after the sound is within 30 dB of its loudest [dB].
static double high_db(void) {
    static double samples[WINDOW], power[WINDOW / 2 + 1];
    double most = 0.0, all = 1e-30, high = 1e-30;
    int onset = 0;
    for (int i = 0; i < N; ++i) {
        most = fmax(most, fabs((double)left[i]));
    }
    while (fabs((double)left[onset]) < 0.03 * most) {
        ++onset;
    }
    for (int i = 0; i < WINDOW; ++i) {
        const int at = onset + RATE * 30 / 1000 - WINDOW / 2 + i;
        samples[i] = at < 0 ? 0.0 : (double)left[at];
    }
    check(fixture_power(samples, WINDOW, power), "memory");
    for (int k = 1; k <= WINDOW / 2; ++k) {
        const double hz = (double)k * RATE / WINDOW;
        all += power[k];
        high += hz >= 2000.0 && hz < 4000.0 ? power[k] : 0.0;
    }
    return 10.0 * log10(high / all);
}

int main(int argc, char **argv) {
    JwError error = {.text = "usage: test_bass_finger BASS.ini"};
    if (!check(argc == 2 && !jw_instrument_file_load(argv[1], &instrument, &error), "%s",
               error.text)) {
        return check_result();
    }
    for (int s = 0; s < instrument.n_strings; ++s) {
        const char *name = instrument.string[s].name;
        const JwStrokeSpec finger = jw_instrument_stroke(&instrument, s, FINGER, false);
        const double asked_db = 20.0 * finger.figure[JW_STROKE_POWER] * log10(100.0 / 40.0);
        const double soft_db = play(s, 40, FINGER), strong_db = play(s, 100, FINGER);
        check_between(strong_db - soft_db - asked_db, -0.5, 2.0,
                      "%s: level of velocity 100 over 40's, beside %.1f dB [dB]", name, asked_db);
        check_between(high_db(), -150.0, -45.0, "%s: 2 to 4 kHz after 30 ms [dB]", name);
        play(s, 100, SLAP);
        check_between(high_db(), -25.0, 0.0, "%s: of a slap [dB]", name);
    }
    return check_result();
}
