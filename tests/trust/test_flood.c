// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Far more events than anybody can play: the rule by which the rest is dropped. In each control
// tick (32 frames) the engine obeys the first note-ons and the first of the other messages, always
// the same number of them, and all that ends notes; it drops and counts the rest, and goes on as if
// nothing had been.
//
//     test_flood [N]         N events (10,000,000)

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>

enum { RATE = 24000, TICK_EVENTS = 20000 };

/// Messages of a tick, and how many of them are obeyed.
typedef struct {
    const char *name;
    uint8_t midi[2][3]; ///< Turn by turn
    long obeyed;
} Kind;

static const Kind kinds[] = {
    // Keys that a string has: nothing is dropped for want of one.
    {"note-ons", {{0x90, 49, 100}, {0x90, 54, 100}}, JW_TICK_STROKES},
    {"volume and pan", {{0xb0, 7, 50}, {0xb0, 10, 64}}, JW_TICK_MESSAGES},
    {"bend and pressure", {{0xe0, 0, 64}, {0xd0, 10, 0}}, JW_TICK_MESSAGES},
    {"note-offs and pedals", {{0x80, 49, 64}, {0xb0, 64, 0}}, TICK_EVENTS},
    {"resets and the ends of all notes", {{0xb0, 121, 0}, {0xb0, 123, 0}}, TICK_EVENTS},
};

enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static uint64_t dropped(const JwEngine *engine) {
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    return report.dropped_events;
}

static void run_tick(JwEngine *engine, const JwEvent *events, long n) {
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    jw_engine_run(engine, events, (size_t)n, left, right, NULL, JW_CONTROL_FRAMES);
    for (int i = 0; i < JW_CONTROL_FRAMES; ++i) {
        check(isfinite(left[i]) && isfinite(right[i]), "numbers");
    }
}

static void flood(JwEngine *engine, const Kind *kind) {
    static JwEvent events[TICK_EVENTS];
    for (int i = 0; i < TICK_EVENTS; ++i) {
        const uint8_t *midi = kind->midi[i % 2];
        events[i] = (JwEvent){.type = JW_EVENT_MIDI,
                              .midi = jw_midi_decode((const uint8_t[]){midi[0], midi[1], midi[2]})};
    }
    run_tick(engine, events, TICK_EVENTS);
}

/// Each kind by itself: what is dropped of two ticks' messages.
static void check_kinds(JwEngine *engine) {
    for (int k = 0; k < N_KINDS; ++k) {
        const uint64_t before = dropped(engine);
        flood(engine, &kinds[k]);
        flood(engine, &kinds[k]);
        run_tick(engine, NULL, 0); // A report is as old as its tick
        const double want = 2.0 * (double)(TICK_EVENTS - kinds[k].obeyed);
        check_between((double)(dropped(engine) - before), want, want, "%s", kinds[k].name);
    }
}

int main(int argc, char **argv) {
    const long n_ticks = (argc > 1 ? strtol(argv[1], NULL, 10) : 10000000) / TICK_EVENTS;
    const JwEvent last[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 7, 100}},
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 49, 100}},
    };
    static JwInstrument instrument;
    float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    double peak = 0.0, want = 0.0;
    fixture_sitar(&instrument);
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    check_kinds(engine);
    const uint64_t before = dropped(engine);
    for (long i = 0; i < n_ticks; ++i) {
        flood(engine, &kinds[i % N_KINDS]);
        want += (double)(TICK_EVENTS - kinds[i % N_KINDS].obeyed);
    }
    run_tick(engine, NULL, 0);
    printf("%ld messages in %ld ticks\n", n_ticks * TICK_EVENTS, n_ticks);
    check_between((double)(dropped(engine) - before), want, want, "dropped, by the rule");
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
