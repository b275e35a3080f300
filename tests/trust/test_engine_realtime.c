// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jw_engine_run() over random playing: no allocation, lock, system call, page fault or wait.
//
//     test_engine_realtime [N]       N blocks (10,000)

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/nets.h"

#include <stdlib.h>

enum { RATE = 16000, FRAMES = 256, EVENTS = 16 };

static uint64_t dice = 23;

static uint64_t roll(uint64_t n) {
    return fixture_random(&dice) % n;
}

static JwEvent some_event(uint32_t n_frames) {
    static const uint8_t status[] = {0x90, 0x90, 0x90, 0x80, 0xb0, 0xe0, 0xd0, 0xa0};
    JwEvent e = {.frame = n_frames ? (uint32_t)roll(n_frames) : 0};
    uint8_t bytes[3];
    switch (roll(12)) {
    case 0:
        e.type = JW_EVENT_PARAM;
        e.param.id = (JwParamId)roll(JW_N_PARAMS);
        e.param.value = jw_param_from_unit(e.param.id, fixture_uniform(&dice, 0.0, 1.0));
        // Modes to 80 kHz would only take longer.
        e.param.value = e.param.id == JW_P_QUALITY ? 1.0 + (double)roll(2) : e.param.value;
        break;
    case 1:
        e.type = roll(50) ? JW_EVENT_TRANSPORT : JW_EVENT_PANIC;
        e.transport.bpm = (double)roll(200);
        e.transport.beat = (double)roll(64);
        break;
    default:
        e.type = JW_EVENT_MIDI;
        bytes[0] = (uint8_t)(status[roll(sizeof(status))] | roll(3));
        bytes[1] = (uint8_t)(40 + roll(40));
        bytes[2] = (uint8_t)roll(128);
        e.midi = jw_midi_decode(bytes);
    }
    return e;
}

static int by_frame(const void *a, const void *b) {
    const uint32_t x = ((const JwEvent *)a)->frame, y = ((const JwEvent *)b)->frame;
    return x < y ? -1 : x > y;
}

static void watched_block(JwEngine *engine) {
    JwEvent events[EVENTS];
    float left[FRAMES], right[FRAMES];
    const uint32_t n = roll(20) ? 1 + (uint32_t)roll(FRAMES) : 0;
    const size_t n_events = roll(3) ? 0 : 1 + roll(EVENTS - 1);
    for (size_t i = 0; i < n_events; ++i) {
        events[i] = some_event(n);
    }
    qsort(events, n_events, sizeof(*events), by_frame);
    nets_begin();
    jw_engine_run(engine, events, n_events, left, right, NULL, n);
    (void)jw_engine_wants_service(engine);
    (void)jw_engine_silent(engine);
    nets_end();
}

static void test(const JwInstrument *instrument, const char *name, long n) {
    JwEngine *engine = engine_prepared(instrument, RATE, NULL);
    nets_clear();
    for (long i = 0; i < n; ++i) {
        watched_block(engine);
        if (roll(8) == 0) {
            const JwEvent posted = some_event(0);
            jw_engine_post(engine, &posted);
        }
        if (roll(8) == 0) {
            jw_engine_service(engine);
        }
    }
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check(nets_empty(name), "%s: nothing is caught", name);
    printf("%s: %llu impacts, peak %.3g\n", name, (unsigned long long)report.impacts, report.peak);
    check(report.impacts > 0 && report.peak > 1e-3, "it was played");
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    JwInstrument *sitar = malloc(sizeof(*sitar));
    if (!sitar) {
        return 1;
    }
    nets_can_trap();
    nets_lock_memory();
    check(nets_catch(), "every net catches what is planted");
    fixture_sitar(sitar);
    sitar->string[0].n_frets = 5;
    test(sitar, "sitar", n / 3);
    fixture_body(sitar);
    test(sitar, "sitar on a body", n / 3);
    fixture_sitar(sitar);
    sitar->string[0].n_frets = 5;
    fixture_plates(sitar);
    test(sitar, "strings over plates", n - n / 3 * 2);
    free(sitar);
    return check_result();
}
