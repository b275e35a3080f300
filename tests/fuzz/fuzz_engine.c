// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Events into the engine, blocks of any length, service now and then.

#include "engine/engine.h"
#include "fuzz.h"
#include "support/fixtures.h"

#include <math.h>

enum { EVENTS = 64, FRAMES = 256, RATE = 8000, TYPES = JW_EVENT_CHOKE + 1 };

/// What events of a block point to, in buffers of just their size.
static uint8_t *sysex[EVENTS];
static JwKeyTable table;

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

/// Bytes as they come, or the head of a message of tuning, its data, and an end.
static JwEvent some_sysex(FuzzBytes *bytes, uint8_t **kept) {
    uint8_t message[2 * JW_SYSEX_BYTES_MAX];
    const uint8_t how = fuzz_byte(bytes);
    const uint8_t head[] = {0xf0, how & 2 ? 0x7e : 0x7f, 0, 8, (uint8_t)(how >> 4 & 15)};
    const uint32_t room = 2 * JW_SYSEX_BYTES_MAX - sizeof(head) - 1;
    uint32_t size = 0;
    for (; how & 1 && size < sizeof(head); ++size) {
        message[size] = head[size];
    }
    for (uint32_t n = how & 4 ? fuzz_word(bytes) % room : fuzz_byte(bytes) % 40u; n > 0; --n) {
        message[size++] = fuzz_byte(bytes) & (how & 8 ? 0xff : 0x7f);
    }
    if (how & 1) {
        message[size++] = 0xf7;
    }
    *kept = malloc(size > 0 ? size : 1);
    demand(*kept != NULL, "memory");
    memcpy(*kept, message, size);
    return (JwEvent){.type = JW_EVENT_SYSEX, .sysex = {*kept, size}};
}

/// All keys of one table in a block.
static JwEvent some_keys(FuzzBytes *bytes) {
    table.is_on = fuzz_byte(bytes) & 1;
    table.channels = (uint16_t)fuzz_word(bytes);
    for (int key = 0; key < JW_KEYS; ++key) {
        table.pitch[key] = fuzz_byte(bytes) - 16.0;
        table.own[key % JW_CHANNELS][key] = 0.5 * fuzz_byte(bytes);
    }
    return (JwEvent){.type = JW_EVENT_KEYS, .keys = &table};
}

static JwEvent some_event(FuzzBytes *bytes, uint8_t **kept) {
    JwEvent e = {.type = (JwEventType)(fuzz_byte(bytes) % TYPES)};
    if (e.type == JW_EVENT_SYSEX) {
        return some_sysex(bytes, kept);
    }
    if (e.type == JW_EVENT_KEYS) {
        return some_keys(bytes);
    }
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
    } else if (e.type == JW_EVENT_DAMP) {
        e.damp.string = small_number(bytes);
        e.damp.on = fuzz_byte(bytes) % 2;
    } else if (e.type == JW_EVENT_NOTE) {
        e.note.channel = small_number(bytes);
        e.note.key = small_number(bytes);
        e.note.velocity = some_double(bytes);
    } else if (e.type == JW_EVENT_EXPRESSION) {
        e.expression.channel = small_number(bytes);
        e.expression.key = small_number(bytes);
        e.expression.kind = (JwExpression)(fuzz_byte(bytes) % 3);
        e.expression.value = some_double(bytes);
    } else if (e.type == JW_EVENT_CHOKE) {
        e.choke.channel = small_number(bytes);
        e.choke.key = small_number(bytes);
    } else if (e.type == JW_EVENT_TRANSPORT) {
        e.transport.bpm = some_double(bytes);
        e.transport.beat = some_double(bytes);
    } else {
        e.midi.type = (JwMidiType)(fuzz_byte(bytes) % 9);
        e.midi.channel = fuzz_byte(bytes);
        e.midi.key = fuzz_byte(bytes);
        e.midi.value = (int16_t)(fuzz_byte(bytes) * 257 - 32768);
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
        events[i] = some_event(bytes, &sysex[i]);
        frame += fuzz_byte(bytes) % 8;
        events[i].frame = frame;
    }
    jw_engine_run(engine, events, n_events, left, right, NULL, n);
    for (uint32_t i = 0; i < n; ++i) {
        demand(isfinite(left[i]) && isfinite(right[i]), "numbers outside");
    }
    for (size_t i = 0; i < n_events; ++i) {
        free(sysex[i]);
        sysex[i] = NULL;
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
