// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Stronger strokes are brighter, without a step: centroid of the first third of a second, or, with
// `long`, of the first 1.4 s, from velocity 19 to 127: of every kind of stroke that an instrument's
// file gives, on its first string, and of its own kind on every other melody string, each open.
//
//     test_brightness [long] INSTRUMENT.ini...

#include "base/pi.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATE = 48000, SHORT = 16384, LONG = 65536, STEP = 9, STEPS = 13, STRONGEST = 127 };

static int window = SHORT;
static float left[LONG], right[LONG];

/// Centroid of what is above 40 Hz [Hz]; the sound is faded out, not in: the stroke itself counts.
static double centroid_hz(void) {
    static double re[LONG], im[LONG];
    double all = 1e-30, moment = 0.0;
    for (int i = 0; i < window; ++i) {
        re[i] = ((double)left[i] + (double)right[i]) * (1.0 + cos(JW_PI * i / window));
        im[i] = 0.0;
    }
    fixture_fft(re, im, window);
    for (int k = 40 * window / RATE + 1; k <= window / 2; ++k) {
        const double power = re[k] * re[k] + im[k] * im[k];
        all += power;
        moment += power * k * RATE / window;
    }
    return moment / all;
}

static double stroke_hz(JwEngine *engine, const JwInstrument *instrument, int string,
                        int velocity) {
    const JwEvent stroke = {
        .type = JW_EVENT_MIDI,
        .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument->string[string].key, (uint8_t)velocity}};
    jw_engine_reset(engine);
    jw_engine_run(engine, &stroke, 1, left, right, NULL, (uint32_t)window);
    return centroid_hz();
}

/// The instrument with every string open, notes on one string alone.
static JwInstrument *opened(const JwInstrument *of, int string) {
    static JwInstrument instrument;
    instrument = *of;
    for (int s = 0; s < instrument.n_strings; ++s) {
        instrument.string[s].n_frets = 1;
    }
    instrument.map.melody = 1u << string;
    memset(instrument.map.channel, 0, sizeof(instrument.map.channel));
    instrument.map.n_keys = 0;
    instrument.drone = (JwDronePattern){.first = -1};
    instrument.param[JW_P_QUALITY] = 1.0;
    return &instrument;
}

/// Strings that come to strike their frets may become twice as bright from one velocity to the
/// next; a stroke that turned over somewhere was two to three times as dull beyond. What an
/// instrument is mostly played with stays within 3 % of the brightest stroke below.
static void check_kind(const JwInstrument *of, int string, int kind) {
    double hz[STEPS], least = 1.0, most = 1.0, brightest = 0.0;
    JwInstrument *instrument = opened(of, string);
    const bool is_own = kind == (int)of->param[JW_P_PLUCK_STROKE];
    instrument->param[JW_P_PLUCK_STROKE] = kind;
    JwEngine *engine = engine_prepared(instrument, RATE, NULL);
    printf("%s, %s, kind %d:", of->name, of->string[string].name, kind);
    for (int i = 0; i < STEPS; ++i) {
        hz[i] = stroke_hz(engine, instrument, string, STRONGEST - (STEPS - 1 - i) * STEP);
        printf(" %.0f", hz[i]);
        brightest = fmax(brightest, hz[i]);
        least = fmin(least, hz[i] / brightest);
        most = i > 0 ? fmax(most, hz[i] / hz[i - 1]) : most;
    }
    printf(" Hz\n");
    jw_engine_free(engine);
    check_between(least, is_own ? 0.97 : 0.91, 1.0, "least of one over the brightest before");
    check_between(most, 1.0, 2.1, "most of one over the one before");
    check_between(hz[STEPS - 1] / hz[0], window == SHORT ? 1.02 : 0.97, 10.0,
                  "strongest over softest");
}

static void check_instrument(const char *path) {
    static JwInstrument instrument;
    JwError error = {0};
    unsigned seen = 0;
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    // A stroke is compared with a stronger one: both vary alike only without variation.
    instrument.param[JW_P_VARIATION] = 0.0;
    const int own = (int)instrument.param[JW_P_PLUCK_STROKE];
    for (int i = 0; i < instrument.n_strokes; ++i) {
        const int kind = instrument.stroke[i].kind;
        if (!(seen >> kind & 1u)) {
            check_kind(&instrument, 0, kind);
        }
        seen |= 1u << kind;
    }
    for (int s = seen >> own & 1u ? 1 : 0; s < instrument.n_strings; ++s) {
        if (instrument.string[s].role == JW_ROLE_MELODY) {
            check_kind(&instrument, s, own);
        }
    }
}

int main(int argc, char **argv) {
    const bool is_long = argc > 1 && !strcmp(argv[1], "long");
    check(argc > 1, "usage: test_brightness [long] INSTRUMENT.ini...");
    window = is_long ? LONG : SHORT;
    for (int i = is_long ? 2 : 1; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    return check_result();
}
