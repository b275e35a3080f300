// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instrument files. What is accepted can be prepared and played, if it is not too large for that.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "fuzz.h"

#include <math.h>

enum { FRAMES = 1024, PLACES = 6, CONTACTS = 64 };

/// Few stopping places and points: an engine for it costs a moment.
static bool is_small(const JwInstrument *instrument) {
    int n_places = 0, n_points = 0;
    for (int s = 0; s < instrument->n_strings; ++s) {
        n_places += instrument->string[s].n_frets;
    }
    for (int i = 0; i < instrument->n_obstacles; ++i) {
        n_points += instrument->obstacle[i].n_points;
    }
    return n_places <= PLACES && n_points <= CONTACTS;
}

static void play(const JwInstrument *instrument) {
    const JwEvent strokes[] = {
        {.frame = 0,
         .type = JW_EVENT_MIDI,
         .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument->string[0].key, 127}},
        {.frame = 9, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, .value = 8064}},
    };
    const bool has_key = instrument->string[0].key >= 0 && instrument->string[0].key < 128;
    float left[FRAMES], right[FRAMES];
    JwEngine *engine = jw_engine_new();
    demand(engine != NULL, "memory");
    // A body that its strings would throw about is refused here.
    if (!jw_engine_prepare(engine, instrument, JW_RATE_MIN_HZ, NULL)) {
        jw_engine_run(engine, strokes, has_key ? 2 : 0, left, right, NULL, FRAMES);
        JwStringReport report;
        jw_engine_report(engine, -1, &report);
        demand(report.nonfinite == 0, "numbers inside");
        for (int i = 0; i < FRAMES; ++i) {
            demand(isfinite(left[i]) && isfinite(right[i]), "numbers outside");
        }
    }
    jw_engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static JwInstrument read, again, blank;
    JwError error = {0};
    memset(&blank, 0x5a, sizeof(blank));
    memcpy(&read, &blank, sizeof(read));
    if (jw_instrument_file_parse((const char *)data, size, "fuzz", &read, &error)) {
        demand_message(error.text);
        demand(!memcmp(&read, &blank, sizeof(read)), "a refused file changes nothing");
        return 0;
    }
    int string, obstacle;
    demand(!jw_instrument_check(&read, &string, &obstacle), "what is read is legal");
    demand(memchr(read.name, '\0', sizeof(read.name)) != NULL, "the name ends");
    memcpy(&again, &blank, sizeof(again));
    demand(!jw_instrument_file_parse((const char *)data, size, "fuzz", &again, &error), "twice");
    if (is_small(&read)) {
        play(&read);
    }
    return 0;
}
