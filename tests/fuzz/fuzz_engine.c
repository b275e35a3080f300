// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Events into the engine, blocks of any length, service now and then.

#include "../fixtures.h"
#include "engine.h"
#include "fuzz.h"

#include <math.h>

enum { EVENTS = 64, FRAMES = 256, RATE = 8000 };

static JwEngine *engine;

static void set_up(void) {
    static JwInstrument instrument;
    fixture_sitar(&instrument);
    instrument.string[0].n_frets = 4;
    fixture_body(&instrument);
    engine = jw_engine_new();
    demand(engine && !jw_engine_prepare(engine, &instrument, RATE, NULL), "prepare");
}

/// -128 to 127.
static int small_number(FuzzBytes *bytes) {
    const int byte = fuzz_byte(bytes);
    return byte < 128 ? byte : byte - 256;
}

static double some_double(FuzzBytes *bytes) {
    double value;
    uint8_t raw[sizeof(value)] = {0};
    for (size_t i = 0; i < sizeof(raw); ++i) {
        raw[i] = fuzz_byte(bytes);
    }
    memcpy(&value, raw, sizeof(value));
    return value;
}

static JwEvent some_event(FuzzBytes *bytes) {
    JwEvent e = {.type = (JwEventType)(fuzz_byte(bytes) % 6)};
    if (e.type == JW_EVENT_PARAM) {
        const uint8_t kind = fuzz_byte(bytes);
        e.param.id = (JwParamId)fuzz_byte(bytes);
        e.param.value = kind % 2 ? small_number(bytes) : some_double(bytes);
        // Modes to 80 kHz would only take time.
        if (e.param.id == JW_P_QUALITY && e.param.value > 2.0) {
            e.param.value = 2.0;
        }
    } else if (e.type == JW_EVENT_OPEN) {
        e.open.string = small_number(bytes);
        e.open.velocity = small_number(bytes);
    } else if (e.type == JW_EVENT_TRANSPORT) {
        e.transport.bpm = some_double(bytes);
        e.transport.beat = some_double(bytes);
    } else {
        for (int i = 0; i < 4; ++i) {
            e.midi[i] = fuzz_byte(bytes);
        }
    }
    return e;
}

static void run(FuzzBytes *bytes) {
    JwEvent events[EVENTS] = {{0}};
    float left[FRAMES], right[FRAMES];
    const uint8_t how = fuzz_byte(bytes);
    const uint32_t n = fuzz_byte(bytes);
    const size_t n_events = how % EVENTS;
    uint32_t frame = 0;
    for (size_t i = 0; i < n_events; ++i) {
        events[i] = some_event(bytes);
        frame += fuzz_byte(bytes) % 8;
        events[i].frame = frame;
    }
    jw_engine_run(engine, events, n_events, left, right, NULL, n);
    for (uint32_t i = 0; i < n; ++i) {
        demand(isfinite(left[i]) && isfinite(right[i]), "numbers outside");
    }
    if (how & 0x80) {
        demand(!jw_engine_service(engine), "service");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzBytes bytes = {data, size < 4096 ? size : 4096};
    JwStringReport report;
    if (!engine) {
        set_up();
    }
    jw_engine_reset(engine);
    while (bytes.left > 0) {
        run(&bytes);
    }
    jw_engine_report(engine, -1, &report);
    demand(report.nonfinite == 0, "numbers inside");
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        demand(jw_param_valid((JwParamId)i, jw_engine_param(engine, (JwParamId)i)), "in range");
    }
    return 0;
}
