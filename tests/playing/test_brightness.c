// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Stronger strokes are brighter, without a step: centroid of the first third of a second, of every
// kind of stroke that an instrument's file gives, on its first string, from velocity 19 to 127.
// Arguments: the instruments.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 48000, WINDOW = 16384, STEP = 9, STEPS = 13, STRONGEST = 127 };

static float left[WINDOW], right[WINDOW];

/// Centroid of what is above 40 Hz [Hz]; the sound is faded out, not in: the stroke itself counts.
static double centroid_hz(void) {
    static double re[WINDOW], im[WINDOW];
    double all = 1e-30, moment = 0.0;
    for (int i = 0; i < WINDOW; ++i) {
        re[i] = ((double)left[i] + (double)right[i]) * (1.0 + cos(JW_PI * i / WINDOW));
        im[i] = 0.0;
    }
    fixture_fft(re, im, WINDOW);
    for (int k = 40 * WINDOW / RATE + 1; k <= WINDOW / 2; ++k) {
        const double power = re[k] * re[k] + im[k] * im[k];
        all += power;
        moment += power * k * RATE / WINDOW;
    }
    return moment / all;
}

static double stroke_hz(const JwInstrument *instrument, int velocity) {
    const JwEvent stroke = {
        .type = JW_EVENT_MIDI,
        .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument->string[0].key, (uint8_t)velocity}};
    JwEngine *engine = engine_prepared(instrument, RATE, NULL);
    jw_engine_run(engine, &stroke, 1, left, right, NULL, WINDOW);
    jw_engine_free(engine);
    return centroid_hz();
}

/// Strings that come to strike their frets may become twice as bright from one velocity to the
/// next; a stroke that turned over somewhere was two to three times as dull beyond.
static void check_kind(const JwInstrument *of, int kind) {
    static JwInstrument instrument;
    double hz[STEPS], least = 1.0, most = 1.0;
    instrument = *of;
    instrument.param[JW_P_PLUCK_STROKE] = kind;
    instrument.param[JW_P_QUALITY] = 1.0;
    printf("%s, kind %d:", of->name, kind);
    for (int i = 0; i < STEPS; ++i) {
        hz[i] = stroke_hz(&instrument, STRONGEST - (STEPS - 1 - i) * STEP);
        printf(" %.0f", hz[i]);
        least = i > 0 ? fmin(least, hz[i] / hz[i - 1]) : least;
        most = i > 0 ? fmax(most, hz[i] / hz[i - 1]) : most;
    }
    printf(" Hz\n");
    check_between(least, 0.92, 1.0, "least of one over the one before");
    check_between(most, 1.0, 2.1, "most");
    check_between(hz[STEPS - 1] / hz[0], 1.02, 10.0, "strongest over softest");
}

static void check_instrument(const char *path) {
    static JwInstrument instrument;
    char message[256];
    unsigned seen = 0;
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    check(instrument.n_strokes > 0, "%s says how it is plucked", instrument.name);
    for (int i = 0; i < instrument.n_strokes; ++i) {
        const int kind = instrument.stroke[i].kind;
        if (!(seen >> kind & 1u)) {
            check_kind(&instrument, kind);
        }
        seen |= 1u << kind;
    }
}

int main(int argc, char **argv) {
    check(argc > 1, "usage: test_brightness INSTRUMENT.ini...");
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    return check_result();
}
