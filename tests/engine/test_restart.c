// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An engine that is started anew is a fresh one, whatever it played before.

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <string.h>

enum { rate = 48000, frames = 9600 };

static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

/// Plays two notes and a bend of parameters; returns what came out as a number.
static uint64_t play(JwEngine *engine) {
    static float left[frames], right[frames];
    const JwEvent score[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 54, 110}},
        {.frame = 3000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 57, 70}},
        {.frame = 5000, .type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, 0.05}},
        {.frame = 6000, .type = JW_EVENT_PARAM, .param = {JW_P_LOSS_HIGH, 4.0}},
        {.frame = 7000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 57, 0}},
    };
    jw_engine_run(engine, score, sizeof(score) / sizeof(score[0]), left, right, NULL, frames);
    JwStringReport report;
    jw_engine_report(engine, -1, &report);
    check(report.peak > 1e-4, "it sounds");
    const uint64_t hash = hash_bytes(HASH_START, left, sizeof(left));
    return hash_bytes(hash_bytes(hash, right, sizeof(right)), &report.energy_from_strokes_j,
                      sizeof(report.energy_from_strokes_j));
}

static uint64_t play_fresh(const JwInstrument *instrument) {
    JwEngine *engine = engine_prepared(instrument, rate, &options);
    const uint64_t hash = play(engine);
    jw_engine_free(engine);
    return hash;
}

/// Gives an instrument other values of what needs no other strings.
static void change(JwInstrument *instrument, int which) {
    static const struct {
        JwParamId id;
        double value;
    } values[] = {
        {JW_P_QUALITY, 2.0},          {JW_P_QUALITY, 1.0},        {JW_P_JAWARI, 20.0},
        {JW_P_BRIDGE_CURVATURE, 3.0}, {JW_P_LOSS_LOW, 2.0},       {JW_P_SA, 3.0},
        {JW_P_PLUCK_POSITION, 0.3},   {JW_P_PLUCK_STRENGTH, 2.0}, {JW_P_THREAD_POSITION, 2.0},
        {JW_P_TUNE, -40.0},           {JW_P_OUTPUT_SOURCE, 2.0},  {JW_P_VARIATION, 60.0},
    };
    const int n = sizeof(values) / sizeof(values[0]);
    instrument->param[values[which % n].id] = values[which % n].value;
    instrument->map.ra_strength = 0.5 + 0.1 * which;
}

/// One engine plays all changes one after another, and each as a fresh one does.
static void check_changes(const JwInstrument *instrument, const char *name) {
    JwInstrument changed = *instrument;
    uint64_t before = 0;
    int n_heard = 0;
    JwEngine *engine = engine_prepared(instrument, rate, &options);
    play(engine);
    for (int i = 0; i < 14; ++i) {
        change(&changed, i);
        check(!jw_engine_restart(engine, &changed, 0), "%s: change %d", name, i);
        const uint64_t hash = play(engine);
        check(hash == play_fresh(&changed), "%s: change %d as afresh", name, i);
        n_heard += hash != before;
        before = hash;
    }
    check_between(n_heard, 10, 14, "%s: changes heard", name);
    check(!jw_engine_restart(engine, instrument, 0), "%s: back", name);
    check(play(engine) == play_fresh(instrument), "%s: back as afresh", name);
    jw_engine_free(engine);
}

static void check_seeds(JwInstrument instrument) {
    instrument.param[JW_P_VARIATION] = 100.0;
    JwEngine *engine = engine_prepared(&instrument, rate, &options);
    const uint64_t first = play(engine);
    uint64_t hash[3];
    for (uint32_t i = 0; i < 3; ++i) {
        check(!jw_engine_restart(engine, &instrument, i * 4000000000u / 2u), "a seed");
        hash[i] = play(engine);
        jw_engine_reset(engine);
        check(play(engine) == hash[i], "a reset keeps the seed");
    }
    check(hash[0] == first, "seed 0 is that of a fresh engine");
    check(hash[1] != hash[0] && hash[2] != hash[0] && hash[1] != hash[2], "seeds differ");
    instrument.param[JW_P_VARIATION] = 0.0;
    jw_engine_restart(engine, &instrument, 5);
    check(play(engine) == play_fresh(&instrument), "without variation no seed is heard");
    jw_engine_free(engine);
}

static void check_refusals(const JwInstrument *instrument) {
    JwInstrument other = *instrument;
    JwEngine *engine = engine_prepared(instrument, rate, &options);
    const uint64_t first = play(engine);
    other.string[0].data.length_m *= 1.01;
    check(jw_engine_restart(engine, &other, 0) == JW_ERR_BAD_ARG, "another string");
    other = *instrument;
    --other.n_strings;
    check(jw_engine_restart(engine, &other, 0) != JW_SUCCESS, "a string less");
    other = *instrument;
    other.param[JW_P_JAWARI] = 1000.0;
    check(jw_engine_restart(engine, &other, 0) != JW_SUCCESS, "a parameter out of range");
    check(jw_engine_restart(engine, NULL, 0) == JW_ERR_BAD_ARG, "no instrument");
    jw_engine_reset(engine);
    check(play(engine) == first, "refusals leave the engine as it is");
    JwEngine *bare = jw_engine_new();
    check(jw_engine_restart(bare, instrument, 0) == JW_ERR_NOT_PREPARED, "not prepared");
    jw_engine_free(bare);
    jw_engine_free(engine);
}

int main(void) {
    JwInstrument instrument;
    fixture_sitar(&instrument);
    check_changes(&instrument, "sitar");
    check_seeds(instrument);
    check_refusals(&instrument);
    fixture_body(&instrument);
    check_changes(&instrument, "sitar on a body");
    fixture_tanpura(&instrument);
    check_changes(&instrument, "tanpura");
    return check_result();
}
