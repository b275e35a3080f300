// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A phrase that begins while all is at rest sounds the same, to the bit, on whichever control tick
// it begins: nothing that is done every so many ticks may hang on the clock.
//
//     test_phrase INSTRUMENT.ini...

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/hash.h"

#include <math.h>
#include <stdlib.h>

enum { rate = 48000, n_frames = 19200, block = 32 };

/// After prepare: while the engine looks whether all is at rest, and when it has long stopped.
static const int begins[] = {8 * block, 4096};

/// Two strings of it, one struck while the other rings.
static size_t events_at(int frame, JwEvent *event) {
    const int on[] = {0, 3200}, key[] = {49, 56};
    size_t n = 0;
    for (int i = 0; i < 2; ++i) {
        if (frame == on[i]) {
            event[n++] = (JwEvent){.type = JW_EVENT_MIDI,
                                   .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key[i], (uint8_t)100}};
        }
    }
    return n;
}

static uint64_t phrase(const JwInstrument *instrument, int begin) {
    const JwEngineOptions options = {.synchronous = true};
    float left[block], right[block];
    uint64_t hash = HASH_START;
    double peak = 0.0;
    JwEngine *engine = engine_prepared(instrument, rate, &options);
    for (int at = -begin; at < n_frames; at += block) {
        JwEvent event[2];
        const size_t n = events_at(at, event);
        jw_engine_run(engine, event, n, left, right, NULL, block);
        if (at >= 0) {
            for (int i = 0; i < block; ++i) {
                peak = fmax(peak, fabs((double)left[i]));
            }
            hash = hash_bytes(hash, left, sizeof(left));
            hash = hash_bytes(hash, right, sizeof(right));
        }
    }
    jw_engine_free(engine);
    check(peak > 1e-3, "it sounds: %g", peak);
    return hash;
}

int main(int argc, char **argv) {
    static JwInstrument instrument;
    JwError error = {0};
    for (int i = 1; i < argc; ++i) {
        if (!check(!jw_instrument_file_load(argv[i], &instrument, &error), "%s", error.text)) {
            continue;
        }
        for (int k = 0; k < 2; ++k) {
            const uint64_t first = phrase(&instrument, begins[k]);
            for (int ticks = 1; ticks <= 5; ++ticks) {
                check(phrase(&instrument, begins[k] + ticks * JW_CONTROL_FRAMES) == first,
                      "%s: other bits %d ticks after %d", argv[i], ticks, begins[k]);
            }
        }
    }
    return check_result();
}
