// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A phrase after "all sound off" and silence, or after a control was moved at rest, has the bits
// that a fresh engine's has, whatever was played before: an export is what was heard.
//
//     test_forgotten INSTRUMENT...

#include "engine/engine.h"
#include "engine/engine_impl.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"

#include <math.h>
#include <string.h>

enum { RATE = 48000, PHRASE = 3 * RATE / 4, SILENCE = 2 * RATE };

static const JwEngineOptions synchronous = {.precision = JW_PRECISION_F32, .synchronous = true};
static JwInstrument own, moved;
static int first, highest; ///< Keys of the string that is played
static float left[PHRASE], right[PHRASE], before[2][PHRASE], quiet[2][SILENCE];

/// Lets one string take every key: which of several does depends on where the hand was.
static void keep_one(JwInstrument *instrument) {
    int string = 0;
    while (string < instrument->n_strings - 1 &&
           instrument->string[string].role != JW_ROLE_MELODY) {
        ++string;
    }
    instrument->map.melody = 1U << string;
    first = instrument->string[string].key;
    highest = instrument->string[string].n_frets > 4 ? 4 : 0;
}

/// Keys, pulls and a new stroke on a string that sounds; returns the peak.
static double play(JwEngine *engine) {
    const uint8_t key[] = {(uint8_t)first, (uint8_t)(first + highest),
                           (uint8_t)(first + highest / 2)};
    const JwEvent score[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key[0], 100}},
        {.frame = 1000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, 4096}},
        {.frame = 10000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key[1], 80}},
        {.frame = 15000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, key[0], 64}},
        {.frame = 20001, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, 0}},
        {.frame = 22500, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, key[2], 127}},
        {.frame = 30000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, key[2], 0}},
    };
    jw_engine_run(engine, score, sizeof(score) / sizeof(score[0]), left, right, NULL, PHRASE);
    double peak = 0.0;
    for (int i = 0; i < PHRASE; ++i) {
        peak = fmax(peak, fabs((double)left[i]));
    }
    return peak;
}

static void rest(JwEngine *engine, const JwEvent *event, size_t n_events) {
    jw_engine_run(engine, event, n_events, quiet[0], quiet[1], NULL, SILENCE);
}

/// Most that a phrase differs by from the one before.
static double difference(void) {
    double most = 0.0;
    for (int i = 0; i < PHRASE; ++i) {
        most = fmax(most, fabs((double)left[i] - (double)before[0][i]));
        most = fmax(most, fabs((double)right[i] - (double)before[1][i]));
    }
    return most;
}

static void check_moved(JwParamId id, double value) {
    const char *symbol = jw_param_info(id)->symbol;
    const JwEvent silent[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, 0}},
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}},
    };
    moved = own;
    moved.param[id] = value;
    JwEngine *engine = engine_prepared(&moved, RATE, &synchronous);
    rest(engine, NULL, 0);
    const double peak = play(engine);
    check(peak > 1e-3, "%s with %s %g sounds", own.name, symbol, value);
    memcpy(before[0], left, sizeof(left));
    memcpy(before[1], right, sizeof(right));
    for (int i = 0; i < 2; ++i) {
        rest(engine, silent, 2);
        play(engine);
        check_below(difference() / peak, 0.0, "%s, %s %g: phrase %d beside a fresh engine's",
                    own.name, symbol, value, i + 2);
    }
    jw_engine_free(engine);
    engine = engine_prepared(&own, RATE, &synchronous);
    rest(engine, &(JwEvent){.type = JW_EVENT_PARAM, .param = {id, value}}, 1);
    rest(engine, silent, 2); // A bridge that is moved moves its strings.
    play(engine);
    check_below(difference() / peak, 0.0, "%s: %s moved to %g at rest", own.name, symbol, value);
    jw_engine_free(engine);
}

/// A string that a bend has tightened is struck as hard as one that none has.
static void check_pulled(void) {
    const JwEvent score[2][2] = {
        {{.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)first, 100}},
         {.frame = PHRASE / 2, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_BEND, 0, 0, 8191}}},
        {{.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)first, 100}}},
    };
    double strength[2] = {0.0, 0.0};
    moved = own;
    moved.param[JW_P_BEND_RANGE] = 7.0;
    JwEngine *engine = engine_prepared(&moved, RATE, &synchronous);
    for (int i = 0; i < 2; ++i) {
        JwStrokeReport stroke;
        jw_engine_run(engine, score[i], i == 0 ? 2 : 1, left, right, NULL, PHRASE);
        for (int s = 0; s < own.n_strings; ++s) {
            jw_engine_stroke(engine, s, &stroke);
            strength[i] = stroke.number > (uint64_t)i ? stroke.force_n : strength[i];
        }
    }
    check_between(strength[1] / strength[0], 0.9, 1.1, "%s: force of a stroke on a pulled string",
                  own.name);
    jw_engine_free(engine);
}

/// A bridge that is lowered under strings that have nearly faded leaves them what they have.
static void check_lowered(void) {
    const JwEvent strike = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)first, 8}};
    const JwEvent lower = {.type = JW_EVENT_PARAM, .param = {JW_P_BRIDGE_HEIGHT, 0.0}};
    JwStringReport report;
    moved = own;
    moved.param[JW_P_BRIDGE_HEIGHT] = 0.3;
    JwEngine *engine = engine_prepared(&moved, RATE, &synchronous);
    jw_engine_run(engine, &strike, 1, left, right, NULL, PHRASE);
    jw_engine_run(engine, &lower, 1, left, right, NULL, PHRASE);
    jw_engine_report(engine, -1, &report);
    check(report.times_bounded == 0, "%s: its bridge is lowered, bounded %d times", own.name,
          (int)report.times_bounded);
    jw_engine_free(engine);
}

/// Runs a tick of a soft stroke that a key lets go at once.
static void run_soft(JwEngine *engine, uint32_t at) {
    const JwEvent key[] = {
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)first, 1}},
        {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, (uint8_t)first, 64}},
    };
    const bool acts = at == 0 || at == 100 * JW_CONTROL_FRAMES;
    jw_engine_run(engine, key + (at > 0), acts, left, right, NULL, JW_CONTROL_FRAMES);
}

/// Frame, on the control grid, at which all strings sleep after a soft stroke.
static uint32_t fall_asleep(JwEngine *engine) {
    uint32_t at = 0;
    bool sleeps = false;
    for (; at < 60 * RATE && !sleeps; at += JW_CONTROL_FRAMES) {
        run_soft(engine, at);
        sleeps = at > 0;
        for (int s = 0; s < own.n_strings; ++s) {
            sleeps &= engine->audio->string[s].asleep;
        }
    }
    check(sleeps, "%s sleeps after %.1f s", own.name, at / (double)RATE);
    return at;
}

/// Nothing is left of "all sound off" that comes so many frames before strings fall asleep, which
/// press on a raised bridge.
static void check_asleep(uint32_t frames) {
    const JwEvent off = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}};
    moved = own;
    moved.param[JW_P_BRIDGE_HEIGHT] = 0.1;
    JwEngine *engine = engine_prepared(&moved, RATE, &synchronous);
    const double peak = play(engine);
    memcpy(before[0], left, sizeof(left));
    memcpy(before[1], right, sizeof(right));
    jw_engine_reset(engine);
    const uint32_t asleep = fall_asleep(engine);
    jw_engine_reset(engine);
    for (uint32_t at = 0; at + frames < asleep; at += JW_CONTROL_FRAMES) {
        run_soft(engine, at);
    }
    rest(engine, &off, 1);
    play(engine);
    check_below(difference() / peak, 0.0, "%s: all sound off %.3f s before it sleeps", own.name,
                frames / (double)RATE);
    jw_engine_free(engine);
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; ++a) {
        JwError error = {0};
        if (!check(!jw_instrument_file_load(argv[a], &own, &error), "%s %s", argv[a], error.text)) {
            continue;
        }
        own.param[JW_P_VARIATION] = 0.0; // Strokes that vary are not the same again.
        keep_one(&own);
        check_pulled();
        check_lowered();
        check_asleep(0);
        check_asleep(240);
        check_asleep(2400);
        check_moved(JW_P_GAIN, own.param[JW_P_GAIN]);
        check_moved(JW_P_JAWARI, 0.0);
        check_moved(JW_P_JAWARI, 30.0);
        check_moved(JW_P_BRIDGE_HEIGHT, 0.05);
        check_moved(JW_P_THREAD_POSITION, 2.0);
        check_moved(JW_P_QUALITY, 1.0);
        own.param[JW_P_JAWARI] = 30.0;
        check_moved(JW_P_TUNE, -40.0);
    }
    return check_result();
}
