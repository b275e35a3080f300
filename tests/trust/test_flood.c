// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Far more events than anybody can play: the rule by which the rest is dropped. In each control
// tick (32 frames) the engine obeys the first MIDI messages, always the same number of them, drops
// and counts the rest, and goes on as if nothing had been.
//
//     test_flood [N]         N events (10,000,000)

#include "../check.h"
#include "../fixtures.h"
#include "engine.h"

#include <math.h>
#include <stdlib.h>

enum { RATE = 24000, TICK_EVENTS = 20000, MOST_OBEYED = 512, LEAST_OBEYED = 64 };

static uint64_t dropped(const JwEngine *engine) {
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    return report.dropped_events;
}

/// A tick of messages that any engine could obey: nothing is dropped for want of a string.
static void flood(JwEngine *engine, JwEvent *events, long n) {
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    for (long i = 0; i < n; ++i) {
        events[i] = (JwEvent){.type = JW_EVENT_MIDI, .midi = {0xb0, 7, (uint8_t)(1 + i % 100)}};
    }
    jw_engine_run(engine, events, (size_t)n, left, right, NULL, JW_CONTROL_FRAMES);
    for (int i = 0; i < JW_CONTROL_FRAMES; ++i) {
        check(isfinite(left[i]) && isfinite(right[i]), "numbers");
    }
}

int main(int argc, char **argv) {
    const long n_ticks = (argc > 1 ? strtol(argv[1], NULL, 10) : 10000000) / TICK_EVENTS;
    const JwEvent last[] = {
        {.type = JW_EVENT_MIDI, .midi = {0xb0, 7, 100}},
        {.type = JW_EVENT_MIDI, .midi = {0x90, 49, 100}},
    };
    static JwInstrument instrument;
    static JwEvent events[TICK_EVENTS];
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    double peak = 0.0;
    fixture_sitar(&instrument);
    JwEngine *engine = jw_engine_new();
    if (!check(engine && !jw_engine_prepare(engine, &instrument, RATE, NULL), "prepare")) {
        return 1;
    }
    // The ticks at which reports are published lag by one.
    flood(engine, events, 1);
    flood(engine, events, TICK_EVENTS);
    flood(engine, events, 1);
    const uint64_t first = dropped(engine);
    const long obeyed = TICK_EVENTS - (long)first;
    check_between((double)obeyed, LEAST_OBEYED, MOST_OBEYED, "messages obeyed in a tick");
    for (long i = 0; i < n_ticks; ++i) {
        flood(engine, events, TICK_EVENTS);
    }
    flood(engine, events, 1);
    const double want = (double)first * (double)(n_ticks + 1);
    printf("%ld messages in %ld ticks\n", n_ticks * TICK_EVENTS, n_ticks);
    check_between((double)dropped(engine), want, want, "dropped, all but those of each tick");
    for (int i = 0; i < 200; ++i) {
        jw_engine_run(engine, last, i == 0 ? 2 : 0, left, right, NULL, JW_CONTROL_FRAMES);
        for (int k = 0; k < JW_CONTROL_FRAMES; ++k) {
            peak = fmax(peak, fabs((double)left[k]));
        }
    }
    check_between(peak, 1e-3, 10.0, "peak of a note after it");
    jw_engine_free(engine);
    return check_result();
}
