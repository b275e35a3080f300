// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI files, and the score that becomes of one.

#include "app/score/score.h"
#include "app/score/smf.h"
#include "fuzz.h"

#include <math.h>

static void check_sysex(const JwSysexStore *store, uint32_t i, size_t size) {
    uint32_t n = 0;
    demand(i < store->n, "a message that is there");
    const uint8_t *bytes = jw_sysex_store_get(store, i, &n);
    demand(n >= 2 && n <= size + 1 && bytes[0] == 0xf0 && bytes[n - 1] == 0xf7, "F0 to F7");
}

static void check_smf(const JwSmf *smf, size_t size) {
    double last = 0.0;
    for (size_t i = 0; i < smf->n_events; ++i) {
        const JwSmfEvent *e = &smf->events[i];
        demand(isfinite(e->seconds) && e->seconds >= last, "events in order of time");
        demand(e->midi[0] >= 0x80 && e->midi[0] <= 0xf0, "channel or system exclusive messages");
        if (e->midi[0] == 0xf0) {
            check_sysex(&smf->sysex, e->sysex, size);
        }
        demand(e->midi[1] < 0x80 && e->midi[2] < 0x80, "data bytes");
        last = e->seconds;
    }
    demand(isfinite(smf->seconds) && smf->seconds >= last, "the end is last");
    for (size_t i = 0; i < smf->n_tempos; ++i) {
        demand(isfinite(smf->tempos[i].bpm) && smf->tempos[i].bpm > 0.0, "tempos");
        demand(i == 0 || smf->tempos[i].seconds >= smf->tempos[i - 1].seconds, "in order");
    }
}

static void check_score(const JwSmf *smf, size_t size) {
    JwError error = {0};
    JwScore score;
    if (!jw_score_from_smf(&score, smf, 48000, &error)) {
        demand_message(error.text);
        return;
    }
    uint64_t last = 0;
    for (size_t i = 0; i < score.n_events; ++i) {
        demand(score.events[i].frame >= last, "frames in order");
        last = score.events[i].frame;
        if (score.events[i].midi[0] == 0xf0) {
            check_sysex(&score.sysex, score.events[i].sysex, size);
        }
    }
    demand(score.n_frames >= last, "the score's end");
    const size_t before = score.n_events;
    const size_t left_out = jw_score_keep_channels(&score, 1U << (size & 15U), size & 16U);
    demand(score.n_events + left_out <= before, "no more than there were");
    jw_score_clear(&score);
}

static void check_repairs(const JwSmfRepairs *repairs, size_t size, bool strict) {
    for (int i = 0; i < JW_SMF_N_REPAIRS; ++i) {
        demand(!repairs->n[i] || !strict, "a strict reader mends nothing");
        demand(!repairs->n[i] || repairs->byte[i] <= size, "a place in the file");
    }
}

/// True if it is read.
static bool read_it(const uint8_t *data, size_t size, bool strict) {
    JwError error = {0};
    JwSmf smf;
    if (!jw_smf_parse(&smf, data, size, strict, &error)) {
        demand_message(error.text);
        demand(!smf.events && !smf.tempos && smf.n_events == 0, "a refused file leaves nothing");
        return false;
    }
    demand(smf.n_events <= size && smf.n_tempos <= size + 1, "no more than its bytes can say");
    check_smf(&smf, size);
    check_score(&smf, size);
    check_repairs(&smf.repairs, size, strict);
    jw_smf_clear(&smf);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const bool strict = read_it(data, size, true);
    demand(read_it(data, size, false) || !strict, "what a strict reader takes is taken");
    return 0;
}
