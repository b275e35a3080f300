// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/selftest.h"

#include "files/line.h"

#include <inttypes.h>

enum { NOTE_ON = 0x90, BEND = 0xe0, MODULATION = 1, CONTROL = 0xb0, FULL = 127 };

static const double warm_up_s = 0.5;
static const double stroke_s = 0.05;

JwSelftest jw_selftest_start(double seconds) {
    return (JwSelftest){.seconds = seconds, .random = 1, .xruns = UINT64_MAX};
}

// Random number below n, by Numerical Recipes' quick generator: always the same strokes.
static int next_random(JwSelftest *t, int n) {
    t->random = t->random * 1664525u + 1013904223u;
    return (int)((t->random >> 16) % (uint32_t)n);
}

static void strike_all(JwSelftest *t, JwLive *live, const JwInstrument *instrument) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        const JwStringSpec *string = &instrument->string[i];
        if (string->role != JW_ROLE_TARAF) {
            const int fret = next_random(t, string->n_frets);
            const int key = string->key + (int)(string->fret_semitones[fret] + 0.5);
            jw_live_midi(live, NOTE_ON, key < FULL ? key : FULL, FULL);
        }
    }
    const int wheel = next_random(t, 16384);
    jw_live_midi(live, BEND, wheel & 127, wheel >> 7);
    jw_live_midi(live, CONTROL, MODULATION, next_random(t, 128));
}

bool jw_selftest_step(JwSelftest *t, JwLive *live, double now) {
    JwLiveState state;
    jw_live_state(live, &state);
    if (t->begun_s == 0.0) {
        t->begun_s = now + warm_up_s;
        t->next_s = now;
    }
    if (now >= t->begun_s && t->xruns == UINT64_MAX) {
        t->xruns = state.backend.xruns;
        jw_live_reset_meters(live);
    }
    if (now >= t->next_s) {
        strike_all(t, live, state.instrument);
        t->next_s = now + stroke_s;
        ++t->stroke;
    }
    return now < t->begun_s + t->seconds;
}

bool jw_selftest_print(const JwSelftest *t, JwLive *live, FILE *out) {
    JwLiveState s;
    jw_live_state(live, &s);
    const double block_s = s.backend.block_frames / s.backend.rate_hz;
    const uint64_t xruns = s.backend.xruns - t->xruns;
    jw_line_print(out, "instrument = %s", s.instrument_name);
    fprintf(out, "strings = %d\n", s.instrument->n_strings);
    fprintf(out, "quality = %g\n", jw_live_param(live, JW_P_QUALITY));
    fprintf(out, "rate_hz = %g\nblock_frames = %u\nbudget_ms = %.4f\n", s.backend.rate_hz,
            (unsigned)s.backend.block_frames, 1e3 * block_s);
    fprintf(out, "blocks = %" PRIu64 "\nload = %.4f\n", s.meters.blocks, s.meters.load);
    fprintf(out, "worst_ms = %.4f\nworst_over_budget = %.4f\n", 1e3 * s.meters.worst_s,
            s.meters.worst_load);
    fprintf(out, "missed_deadlines = %" PRIu64 "\nxruns = %" PRIu64 "\npriority = %d\n",
            s.meters.late, xruns, s.backend.priority);
    return s.meters.blocks > 0 && s.meters.late == 0 && xruns == 0;
}
