// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio thread can silence an engine, which then plays as a fresh one; and it can ask which
// notes still sound.

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/hash.h"
#include "support/nets.h"

enum { rate = 48000, frames = 9600 };

static JwEvent note(uint32_t frame, int key, int velocity) {
    return (JwEvent){.frame = frame,
                     .type = JW_EVENT_MIDI,
                     .midi = {velocity > 0 ? JW_MIDI_NOTE_ON : JW_MIDI_NOTE_OFF, 0, (uint8_t)key,
                              (int16_t)velocity}};
}

/// Plays two notes; returns what came out as a number.
static uint64_t play(JwEngine *engine) {
    static float left[frames], right[frames];
    const JwEvent score[] = {note(0, 54, 110), note(3000, 57, 70), note(7000, 57, 0)};
    jw_engine_run(engine, score, sizeof(score) / sizeof(score[0]), left, right, NULL, frames);
    return hash_bytes(hash_bytes(HASH_START, left, sizeof(left)), right, sizeof(right));
}

/// Runs for n frames with one event at the start.
static void run(JwEngine *engine, const JwEvent *event, int n) {
    static float left[512], right[512];
    for (int at = 0; at < n; at += 512) {
        jw_engine_run(engine, event, event && at == 0, left, right, NULL,
                      (uint32_t)(n - at < 512 ? n - at : 512));
    }
}

static void set(JwEngine *engine, JwParamId id, double value, int n) {
    run(engine, &(JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}}, n);
}

/// Rests, under the nets for real-time code unless the engine is synchronous: that one frees tables
/// itself.
static void rest(JwEngine *engine, const char *what, bool synchronous) {
    if (!synchronous) {
        nets_begin();
    }
    jw_engine_rest(engine);
    if (!synchronous) {
        nets_end();
    }
    check(jw_engine_param_now(engine, JW_P_QUALITY) > 0.0, "%s: prepared", what);
}

static uint64_t play_fresh(const JwInstrument *instrument, const JwEngineOptions *options) {
    JwEngine *engine = engine_prepared(instrument, rate, options);
    const uint64_t hash = play(engine);
    jw_engine_free(engine);
    return hash;
}

/// Interrupts a phrase at several frames; each time the engine then plays as a fresh one.
static void check_rest(JwInstrument instrument, const char *name, bool synchronous) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = synchronous};
    const uint64_t fresh = play_fresh(&instrument, &options);
    JwEngine *engine = engine_prepared(&instrument, rate, &options);
    static const int lengths[] = {0, 1, 31, 777, 9600};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
        const JwEvent stroke = note(0, 57, 127);
        run(engine, &stroke, 100);
        run(engine, &(JwEvent){.type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, 8000}},
            lengths[i]);
        rest(engine, name, synchronous);
        check(play(engine) == fresh, "%s: as afresh, interrupted after %d frames", name,
              lengths[i]);
    }
    jw_engine_free(engine);
}

/// Parameters stay where they are, and tables of another quality that are on their way are used.
static void check_parameters(JwInstrument instrument, const char *name) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    JwEngine *engine = engine_prepared(&instrument, rate, &options);
    static const struct {
        JwParamId id;
        double value;
    } moves[] = {
        {JW_P_QUALITY, 2.0},
        {JW_P_PLUCK_STRENGTH, 2.0},
        {JW_P_VOLUME, 50.0},
        {JW_P_QUALITY, 1.0},
    };
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); ++i) {
        instrument.param[moves[i].id] = moves[i].value;
        set(engine, moves[i].id, moves[i].value, frames);
        rest(engine, name, true);
        check(play(engine) == play_fresh(&instrument, &options), "%s: move %d", name, (int)i);
    }
    // In the middle of a change of quality
    for (int n = 32; n < 2048; n += 160) {
        set(engine, JW_P_QUALITY, 2.0, frames);
        play(engine);
        set(engine, JW_P_QUALITY, 1.0, n);
        rest(engine, name, true);
        run(engine, NULL, 4096);
        rest(engine, name, true);
        check(play(engine) == play_fresh(&instrument, &options), "%s: quality, %d", name, n);
    }
    jw_engine_free(engine);
}

/// A note sounds while it is held and while its string rings; others do not.
static void check_notes(const JwInstrument *instrument, const char *name) {
    JwEngine *engine = engine_prepared(instrument, rate, NULL);
    const JwEvent on = note(0, 57, 100), off = note(0, 57, 0);
    const JwEvent hand = {.type = JW_EVENT_PARAM, .param = {JW_P_RELEASE_DAMPING, 100.0}};
    const JwEvent pedal = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, JW_CC_SUSTAIN, 127}};
    const JwEvent lifted = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, JW_CC_SUSTAIN, 0}};
    run(engine, &hand, 64);
    check(!jw_engine_note_sounds(engine, 0, 57), "%s: nothing sounds yet", name);
    run(engine, &on, 4800);
    check(jw_engine_note_sounds(engine, 0, 57), "%s: a held note", name);
    check(!jw_engine_note_sounds(engine, 0, 58), "%s: not another key", name);
    check(!jw_engine_note_sounds(engine, 1, 57), "%s: not another channel", name);
    run(engine, &pedal, 64);
    run(engine, &off, 64);
    check(jw_engine_note_sounds(engine, 0, 57), "%s: the pedal holds it", name);
    run(engine, &lifted, 64);
    check(jw_engine_note_sounds(engine, 0, 57), "%s: it rings", name);
    int waited = 0;
    while (jw_engine_note_sounds(engine, 0, 57) && waited < 60 * rate) {
        run(engine, NULL, 480);
        waited += 480;
    }
    check_between(waited / (double)rate, 0.01, 59.0, "%s: seconds until it has ended", name);
    run(engine, &on, 480);
    rest(engine, name, false);
    check(!jw_engine_note_sounds(engine, 0, 57), "%s: not after a rest", name);
    jw_engine_free(engine);
}

int main(void) {
    JwInstrument instrument;
    fixture_sitar(&instrument);
    check_rest(instrument, "sitar", false);
    check_parameters(instrument, "sitar");
    check_notes(&instrument, "sitar");
    fixture_body(&instrument);
    check_rest(instrument, "sitar on a body", false);
    check_parameters(instrument, "sitar on a body");
    check_notes(&instrument, "sitar on a body");
    fixture_tanpura(&instrument);
    check_rest(instrument, "tanpura", true);
    JwEngine *bare = jw_engine_new();
    jw_engine_rest(bare);
    check(!jw_engine_note_sounds(bare, 0, 60), "nothing is prepared");
    jw_engine_free(bare);
    check(nets_empty("rest"), "resting is fit for the audio thread");
    return check_result();
}
