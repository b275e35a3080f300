// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A deck of engines: what the next one knows of the one before, by each way of taking its place.

#include "host/deck.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <stdlib.h>

enum { BLOCK = 256 };

static float left[BLOCK], right[BLOCK];

static JwEngine *prepared(void) {
    static JwInstrument instrument;
    JwEngine *engine = jw_engine_new();
    fixture_sitar(&instrument);
    check(engine && !jw_engine_prepare(engine, &instrument, 48000.0, NULL), "engine");
    return engine;
}

static void control(JwDeck *deck, uint8_t controller, int16_t value) {
    const JwEvent event = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, controller, value}};
    jw_deck_run(deck, &event, 1, NULL, left, right, BLOCK);
}

static double volume(const JwDeck *deck) {
    return jw_engine_param_now(jw_deck_engine(deck), JW_P_VOLUME);
}

static int pedal(const JwDeck *deck) {
    return jw_engine_channels(jw_deck_engine(deck))->channel[0].controller[JW_CC_SUSTAIN];
}

/// While it sounds: the old one fades and comes back.
static void test_entering(JwDeck *deck) {
    control(deck, JW_CC_VOLUME, 0);
    control(deck, JW_CC_SUSTAIN, 127);
    check(!jw_deck_enter(deck), "no engine was offered");
    jw_deck_offer(deck, prepared());
    check(jw_deck_enter(deck) && jw_deck_fades(deck), "an engine takes its place");
    check(pedal(deck) == 0, "it knows nothing yet");
    jw_deck_tell(deck);
    check(pedal(deck) == 127, "pedal %d, not down", pedal(deck));
    check_between(volume(deck), 0.0, 0.0, "volume as MIDI had set it");
    for (int i = 0; i < 8; ++i) {
        jw_deck_run(deck, NULL, 0, NULL, left, right, BLOCK);
    }
    check(!jw_deck_fades(deck) && jw_deck_wants_service(deck), "the old one comes back");
    jw_deck_collect(deck);
    check(!jw_deck_wants_service(deck), "and is freed");
}

/// A control that the host has moved just now goes before.
static void test_forgetting(JwDeck *deck) {
    jw_deck_offer(deck, prepared());
    check(jw_deck_enter(deck), "an engine takes its place");
    const double own = volume(deck);
    jw_deck_forget(deck, JW_P_VOLUME, own);
    jw_deck_tell(deck);
    check_between(volume(deck), own, own, "volume as the control is");
    check(pedal(deck) == 127, "pedal %d, not down", pedal(deck));
}

static void test_starting(JwDeck *deck) {
    JwEngine *engine = prepared();
    jw_deck_start(deck, engine, JW_DECK_GOES_ON);
    check(jw_deck_engine(deck) == engine && !jw_deck_fades(deck), "another engine, no fade");
    check(pedal(deck) == 127, "pedal %d, not down", pedal(deck));
    jw_deck_start(deck, engine, JW_DECK_GOES_ON);
    check(jw_deck_engine(deck) == engine && pedal(deck) == 127, "the same one, reset, goes on");
    jw_deck_start(deck, engine, JW_DECK_ANEW);
    check(jw_deck_engine(deck) == engine && pedal(deck) == 0, "the same one, anew");
}

static void check_told(JwDeck *deck, bool told, const char *when) {
    check((jw_deck_keys(deck) != NULL) == told, "%s", when);
    check(!jw_deck_keys(deck), "%s: no second time", when);
}

/// Keys of a tuner outside: told once to each engine.
static void test_keys(JwDeck *deck) {
    static JwKeyTable table;
    check_told(deck, false, "no tuner");
    table.is_on = true;
    jw_deck_set_keys(deck, &table);
    check_told(deck, true, "a tuner");
    jw_deck_start(deck, jw_deck_engine(deck), JW_DECK_ANEW);
    check_told(deck, true, "after a start");
    table.is_on = false;
    jw_deck_set_keys(deck, &table);
    check_told(deck, true, "it has gone");
    jw_deck_start(deck, jw_deck_engine(deck), JW_DECK_ANEW);
    check_told(deck, false, "of none there is nothing to tell");
}

int main(void) {
    JwDeck *deck = calloc(1, sizeof(*deck));
    if (check(deck && jw_deck_init(deck), "memory")) {
        jw_deck_start(deck, prepared(), JW_DECK_ANEW);
        test_entering(deck);
        test_forgetting(deck);
        test_starting(deck);
        test_keys(deck);
        jw_deck_start(deck, NULL, JW_DECK_GOES_ON);
        check(!jw_deck_engine(deck), "none plays");
        jw_deck_clear(deck);
    }
    free(deck);
    return check_result();
}
