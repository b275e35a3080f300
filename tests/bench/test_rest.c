// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An instrument long at rest skips its work, and nobody can hear it: what is played afterwards has
// the bits that it has in an engine that never rested so long.

#include "band.h"
#include "program/patch_names.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum {
    AWAKE = 8 * JW_CONTROL_FRAMES,     ///< Too short to be at rest
    RESTED = 1504 * JW_CONTROL_FRAMES, ///< A second, and as the short rest whole periods of 512
                                       ///< frames, on which tables are built
    HEARD = 24000,
};

typedef struct {
    float left[RESTED + HEARD], right[RESTED + HEARD], stem[JW_MAX_STRINGS][RESTED + HEARD];
} Sound;

static JwEvent param(uint32_t frame, JwParamId id, double value) {
    return (JwEvent){.frame = frame, .type = JW_EVENT_PARAM, .param = {.id = id, .value = value}};
}

/// Rests, changes the volume, rests, strikes.
static bool play(const JwInstrument *instrument, uint32_t rest, bool moves, uint32_t block,
                 Sound *sound) {
    JwEngine *engine = jw_engine_new();
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    if (!engine || jw_engine_prepare(engine, instrument, JW_BENCH_RATE_HZ, &options)) {
        jw_engine_free(engine);
        return false;
    }
    const uint32_t n = rest + HEARD;
    for (uint32_t at = 0; at < n;) {
        const uint32_t frames = n - at < block ? n - at : block;
        float *stems[JW_MAX_STEMS] = {NULL};
        for (int s = 0; s < JW_MAX_STRINGS; ++s) {
            stems[2 * s] = sound->stem[s] + at;
        }
        JwEvent events[4];
        int n_events = 0;
        // Eight ticks before the strike in either case
        const uint32_t change = rest - AWAKE + 5, strike = rest;
        if (moves && change >= at && change < at + frames) {
            events[n_events++] = param(change - at, JW_P_VOLUME, 50.0);
            events[n_events++] = param(change - at, JW_P_BRIDGE_CURVATURE, 0.8);
        }
        if (strike >= at && strike < at + frames) {
            events[n_events++] = (JwEvent){
                .frame = strike - at, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 61, 100}};
        }
        jw_engine_run(engine, events, (size_t)n_events, sound->left + at, sound->right + at, stems,
                      frames);
        at += frames;
    }
    jw_engine_free(engine);
    return true;
}

static void compare(const JwInstrument *instrument, bool moves, uint32_t block, const char *what) {
    Sound *short_rest = malloc(sizeof(Sound)), *long_rest = malloc(sizeof(Sound));
    if (check(short_rest && long_rest && play(instrument, 2 * AWAKE, moves, block, short_rest) &&
                  play(instrument, RESTED, moves, block, long_rest),
              "%s: out of memory", what)) {
        int n_heard = 0, n_unlike = 0, n_early = 0;
        for (int i = 0; i < HEARD; ++i) {
            const int a = 2 * AWAKE + i, b = RESTED + i;
            n_heard += short_rest->left[a] != 0.0F;
            n_unlike += short_rest->left[a] != long_rest->left[b];
            n_unlike += short_rest->right[a] != long_rest->right[b];
            for (int s = 0; s < instrument->n_strings; ++s) {
                n_unlike += short_rest->stem[s][a] != long_rest->stem[s][b];
            }
        }
        for (int i = 0; i < RESTED && !moves; ++i) {
            n_early += long_rest->left[i] != 0.0F || long_rest->right[i] != 0.0F;
        }
        check_between(n_heard, 0.9 * HEARD, HEARD, "%s: samples heard after the stroke", what);
        check_below(n_unlike, 0.0, "%s: samples that differ", what);
        check_below(n_early, 0.0, "%s: samples heard before", what);
    }
    free(short_rest);
    free(long_rest);
}

int main(void) {
    JwError error = {0};
    JwInstrument *sitar = malloc(sizeof(*sitar)), *strings = malloc(sizeof(*strings));
    if (check(sitar && strings && jw_instrument_find(sitar, "sitar", &error), "%s", error.text)) {
        sitar->param[JW_P_QUALITY] = 2.0;
        compare(sitar, false, 256, "sitar");
        compare(sitar, true, 100, "sitar, parameters moved");
        jw_bench_strings(strings, 3, 100, 6, JW_BENCH_DENSE);
        strings->string[2].key = 61;
        compare(strings, false, 64, "strings without a body");
        compare(strings, true, 4096, "strings without a body, parameters moved");
    }
    free(sitar);
    free(strings);
    return check_result();
}
