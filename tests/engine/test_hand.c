// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A hand on a string (JW_EVENT_DAMP): it ends what sounds, shortens what is struck, leaves the
// other strings alone and does the same in blocks of any size, until it is taken off.

#include "engine/engine.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

enum { RATE = 48000, LAID = 12005, STRUCK = 24010, OFF = 36020, AGAIN = 36500, END = 60000 };

static const JwEngineOptions synchronous = {.precision = JW_PRECISION_F32, .synchronous = true};
static JwInstrument instrument;
static float left[END], right[END], own[2][END], other[2][END], other_still[2][END];

static JwEvent strike(int string, uint32_t frame) {
    return (JwEvent){
        .frame = frame, .type = JW_EVENT_OPEN, .open = {.string = string, .velocity = 100}};
}

static JwEvent hand(int string, bool on, uint32_t frame) {
    return (JwEvent){.frame = frame, .type = JW_EVENT_DAMP, .damp = {string, on}};
}

/// Strings 0 and 1 are struck; a hand is laid on string 0, which is struck under it and after it.
static JwEngine *play(bool with_hand, uint32_t block, float (*first)[END], float (*second)[END]) {
    JwEngine *engine = engine_prepared(&instrument, RATE, &synchronous);
    const JwEvent events[] = {strike(0, 0),      strike(1, 0),      hand(0, with_hand, LAID),
                              hand(99, true, 0), strike(0, STRUCK), hand(0, false, OFF),
                              strike(0, AGAIN)};
    const int n_events = sizeof(events) / sizeof(events[0]);
    float *stems[2 * (JW_MAX_STRINGS + 1)] = {NULL};
    int e = 0;
    for (uint32_t at = 0; at < END; at += block) {
        const uint32_t n = END - at < block ? END - at : block;
        JwEvent now[8];
        size_t n_now = 0;
        for (; e < n_events && (events[e].frame < at + n); ++e) {
            now[n_now] = events[e];
            now[n_now].frame = events[e].frame > at ? events[e].frame - at : 0;
            ++n_now;
        }
        for (int c = 0; c < 2; ++c) {
            stems[c] = first[c] + at;
            stems[2 + c] = second[c] + at;
        }
        jw_engine_run(engine, now, n_now, left + at, right + at, stems, n);
    }
    return engine;
}

static double level_db(float (*stem)[END], int from, int n) {
    double sum = 0.0;
    for (int i = from; i < from + n; ++i) {
        sum += (double)stem[0][i] * (double)stem[0][i];
    }
    return 10.0 * log10(sum / n + 1e-20);
}

static void test_hand(void) {
    static float still[2][END];
    jw_engine_free(play(false, END, still, other_still));
    jw_engine_free(play(true, END, own, other));
    const int n = 2400;
    check_between(level_db(own, LAID + 9600, n), -200.0, level_db(still, LAID + 9600, n) - 30.0,
                  "0.2 s after the hand came [dB]");
    check_between(level_db(own, STRUCK + 9600, n), -200.0, level_db(still, STRUCK + 9600, n) - 30.0,
                  "0.2 s after a stroke under it [dB]");
    check_between(level_db(own, AGAIN + 9600, n), level_db(still, AGAIN + 9600, n) - 3.0,
                  level_db(still, AGAIN + 9600, n) + 3.0,
                  "0.2 s after a stroke once it is off [dB]");
    check(!memcmp(other, other_still, sizeof(other)), "the other string sounds on, to the bit");
}

static void test_blocks(void) {
    static float first[2][END], second[2][END];
    static const uint32_t blocks[] = {32, 77, 1000};
    for (int i = 0; i < 3; ++i) {
        jw_engine_free(play(true, blocks[i], first, second));
        check(!memcmp(first, own, sizeof(own)), "the same bits in blocks of %u",
              (unsigned)blocks[i]);
    }
}

static void test_report(void) {
    JwEngine *engine = engine_prepared(&instrument, RATE, NULL);
    JwStringReport one, all;
    const JwEvent laid = hand(1, true, 0), panic = {.type = JW_EVENT_PANIC};
    jw_engine_run(engine, &laid, 1, left, right, NULL, 64);
    jw_engine_report(engine, 1, &one);
    jw_engine_report(engine, -1, &all);
    check(one.damped && !all.damped, "a string says that it is damped");
    jw_engine_report(engine, 0, &one);
    check(!one.damped, "and the others that they are not");
    jw_engine_run(engine, &panic, 1, left, right, NULL, 64);
    jw_engine_report(engine, 1, &one);
    check(!one.damped, "panic takes the hand off");
    check(jw_engine_post(engine, &laid), "posted");
    jw_engine_run(engine, NULL, 0, left, right, NULL, 64);
    jw_engine_report(engine, 1, &one);
    check(one.damped, "a hand from the control thread");
    jw_engine_reset(engine);
    jw_engine_run(engine, NULL, 0, left, right, NULL, 64);
    jw_engine_report(engine, 1, &one);
    check(!one.damped, "a reset takes it off");
    jw_engine_free(engine);
}

int main(void) {
    fixture_sitar(&instrument);
    test_hand();
    test_blocks();
    test_report();
    return check_result();
}
