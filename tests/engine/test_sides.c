// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Left is left: a string or a mode of the body with a pan p, and a control that adds to it, is
// heard on the right tan(pi/4 (1 + p)) times as strongly as on the left.

#include "base/pi.h"
#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>

enum { RATE = 48000, FRAMES = 24000 };

static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
static float stem[2][FRAMES];

/// Level of the right over the left of one stem, in dB, while the first string sounds.
static double right_over_left_db(const JwInstrument *instrument, int number, double pan_percent) {
    static float left[FRAMES], right[FRAMES];
    JwEngine *engine = engine_prepared(instrument, RATE, &options);
    float *stems[2 * (JW_MAX_STRINGS + 1)] = {NULL};
    const JwEvent events[] = {
        {.type = JW_EVENT_PARAM, .param = {JW_P_PAN, pan_percent}},
        {.frame = 4800, .type = JW_EVENT_OPEN, .open = {.string = 0, .velocity = 100}},
    };
    double power[2] = {0.0, 0.0};
    stems[2 * number] = stem[0];
    stems[2 * number + 1] = stem[1];
    jw_engine_run(engine, events, 2, left, right, stems, FRAMES);
    for (int c = 0; c < 2; ++c) {
        for (int i = 4800; i < FRAMES; ++i) {
            power[c] += (double)stem[c][i] * (double)stem[c][i];
        }
    }
    jw_engine_free(engine);
    check(power[0] + power[1] > 1e-6, "it sounds");
    return 10.0 * log10(power[1] / power[0]);
}

static double wanted_db(double pan) {
    return 20.0 * log10(tan(0.25 * JW_PI * (1.0 + pan)));
}

int main(void) {
    static const double pans[] = {-0.8, -0.3, 0.0, 0.3, 0.8};
    static JwInstrument instrument;
    for (size_t i = 0; i < sizeof(pans) / sizeof(pans[0]); ++i) {
        const double pan = pans[i], moved = 0.5 * pan;
        fixture_sitar(&instrument);
        instrument.string[0].pan = pan;
        check_below(fabs(right_over_left_db(&instrument, 0, 0.0) - wanted_db(pan)), 0.01,
                    "string at %g: right over left [dB]", pan);
        instrument.string[0].pan = 0.0;
        check_below(fabs(right_over_left_db(&instrument, 0, 100.0 * moved) - wanted_db(moved)),
                    0.01, "string moved to %g: right over left [dB]", moved);
        fixture_body(&instrument);
        instrument.n_body = 1;
        instrument.body[0].pan = pan;
        check_below(
            fabs(right_over_left_db(&instrument, instrument.n_strings, 0.0) - wanted_db(pan)), 0.01,
            "mode of the body at %g: right over left [dB]", pan);
    }
    return check_result();
}
