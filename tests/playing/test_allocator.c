// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The player: what each message makes the hands do, without a sound.

#include "playing/allocator.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BAJ, JOR, CHIKARI, LOW, MIDDLE, HIGH, STRINGS, RATE = 48000 };

static JwInstrument instrument;
static JwFretboard board;
static JwAllocator allocator;
static double param[JW_N_PARAMS];
static JwGesture gesture[JW_MAX_GESTURES];
static int n;
static uint64_t now;

static void add_string(int s, const char *name, JwStringRole role, int key, int frets) {
    JwStringSpec *string = &instrument.string[s];
    *string = (JwStringSpec){.role = role, .key = key, .n_frets = frets, .gain = 1.0};
    snprintf(string->name, sizeof(string->name), "%s", name);
    string->data = fixture_jor_data();
    string->data.tension_n = jw_string_data_tension_n(&string->data, jw_key_hz(key, 440.0));
    for (int f = 0; f < frets; ++f) {
        string->fret_semitones[f] = f;
    }
}

static void add_key(int key, JwAction action, int n_strings, const int *strings) {
    JwMapKey *k = &instrument.map.key[instrument.map.n_keys++];
    *k = (JwMapKey){.key = key, .action = action, .n_strings = n_strings, .gap_s = 0.01};
    memcpy(k->string, strings, sizeof(int) * (size_t)n_strings);
}

static void make_sitar(void) {
    static const int chikari[] = {CHIKARI}, taraf[] = {HIGH, MIDDLE, LOW}, both[] = {BAJ, JOR};
    jw_instrument_init(&instrument);
    strcpy(instrument.name, "Sitar");
    instrument.sa_key = 49;
    instrument.n_strings = STRINGS;
    add_string(BAJ, "baj", JW_ROLE_MELODY, 54, 25);
    add_string(JOR, "jor", JW_ROLE_MELODY, 49, 13);
    add_string(CHIKARI, "chikari", JW_ROLE_DRONE, 61, 1);
    add_string(LOW, "low", JW_ROLE_TARAF, 49, 1);
    add_string(MIDDLE, "middle", JW_ROLE_TARAF, 51, 1);
    add_string(HIGH, "high", JW_ROLE_TARAF, 53, 1);
    instrument.map.pull_up = 7.0;
    instrument.map.pull_down = 0.0;
    instrument.map.bend = 1u << BAJ;
    instrument.map.channel[3] = 1u << JOR;
    instrument.map.ra_velocity = 30;
    instrument.map.ra_strength = 0.5;
    add_key(24, JW_ACTION_PLUCK, 1, chikari);
    add_key(26, JW_ACTION_PLUCK, 3, taraf);
    add_key(28, JW_ACTION_DAMP, 2, both);
    add_key(29, JW_ACTION_DA, 0, both);
    add_key(31, JW_ACTION_RA, 0, both);
    add_key(33, JW_ACTION_ALTERNATE, 0, both);
    add_key(35, JW_ACTION_BY_VELOCITY, 0, both);
}

static void begin(bool poly, bool legato) {
    make_sitar();
    jw_params_default(param);
    param[JW_P_POLYPHONY] = poly;
    param[JW_P_LEGATO] = legato;
    jw_fretboard_fill(&board, &instrument, NULL, param);
    jw_allocator_reset(&allocator, &instrument, &board, RATE, 2.0);
    now = 1000;
}

static void send(int status, int a, int b) {
    const uint8_t bytes[] = {(uint8_t)status, (uint8_t)a, (uint8_t)b};
    const JwMidi midi = jw_midi_decode(bytes);
    n = jw_allocator_take(&allocator, &midi, now, param, gesture);
}

static void note_on(int channel, int key, int velocity) {
    send(0x90 | channel, key, velocity);
}

static void note_off(int channel, int key) {
    send(0x80 | channel, key, 64);
}

static void control(int channel, int number, int value) {
    send(0xb0 | channel, number, value);
}

static void rpn(int channel, int number, int value) {
    control(channel, JW_CC_RPN_MSB, 0);
    control(channel, JW_CC_RPN_LSB, number);
    control(channel, JW_CC_DATA_MSB, value);
}

static void bend(int channel, int value) {
    send(0xe0 | channel, value & 127, value >> 7);
}

/// One gesture of that kind, on that string, at that fret (-1: not said).
static bool one(const char *what, JwGestureKind kind, int string, int fret) {
    return check(n == 1 && gesture[0].kind == kind && gesture[0].string == string &&
                     (fret < 0 || gesture[0].fret == fret),
                 "%s: %d gestures, the first of kind %d on string %d at fret %d", what, n,
                 n ? (int)gesture[0].kind : -1, n ? gesture[0].string : -1,
                 n ? gesture[0].fret : -1);
}

static void none(const char *what) {
    check(n == 0, "%s: %d gestures", what, n);
}

/********* Strings and frets *********/

static void check_mono(void) {
    begin(false, false);
    note_on(0, 54, 127);
    one("open baj", JW_GESTURE_PLUCK, BAJ, 0);
    check(gesture[0].velocity == 1.0 && gesture[0].position < 0.0, "full strength");
    note_off(0, 54);
    one("its end", JW_GESTURE_DAMP, BAJ, -1);
    note_on(0, 61, 127);
    one("seventh fret", JW_GESTURE_PLUCK, BAJ, 7);
    note_on(0, 50, 127);
    one("below the baj", JW_GESTURE_PLUCK, JOR, 1);
    note_off(0, 61);
    one("baj ends", JW_GESTURE_DAMP, BAJ, -1);
    note_off(0, 61);
    none("and only once");
    note_on(3, 61, 127);
    one("the jor's channel", JW_GESTURE_PLUCK, JOR, 12);
    note_on(3, 64, 127);
    one("a note that it has not", JW_GESTURE_PLUCK, JOR, 12);
    check(fabs(jw_allocator_pull(&allocator, JOR) - 3.0) < 1e-9, "is pulled: %g",
          jw_allocator_pull(&allocator, JOR));
    note_on(0, 40, 127);
    one("below all", JW_GESTURE_PLUCK, JOR, 0);
    check(fabs(jw_allocator_pull(&allocator, JOR) + 9.0) < 1e-9, "is slackened");
    note_on(0, 10, 127);
    none("far below all");
    check(allocator.dropped == 1, "and counted");
}

static void check_poly(void) {
    begin(true, true);
    note_on(0, 61, 100);
    one("first", JW_GESTURE_PLUCK, BAJ, 7);
    note_on(0, 61, 100);
    one("the same key again", JW_GESTURE_PLUCK, BAJ, 7);
    note_on(0, 60, 100);
    one("second", JW_GESTURE_PLUCK, JOR, 11);
    note_on(0, 61, 100);
    one("a key that sounds", JW_GESTURE_PLUCK, BAJ, 7);
    note_on(0, 56, 100);
    one("both held: the older gives way", JW_GESTURE_PLUCK, JOR, 7);
    note_off(0, 60);
    none("its key is forgotten");
    note_off(0, 56);
    one("and the string is free", JW_GESTURE_DAMP, JOR, -1);
    note_on(0, 55, 100);
    one("the free one is taken", JW_GESTURE_PLUCK, JOR, 6);
    begin(true, false);
    note_on(0, 56, 100);
    one("low on its neck", JW_GESTURE_PLUCK, BAJ, 2);
    note_on(0, 61, 100);
    one("a melody string before an open one", JW_GESTURE_PLUCK, JOR, 12);
    note_on(0, 61, 100);
    note_on(0, 60, 100);
    note_on(1, 61, 100);
    note_on(2, 61, 100);
    check(allocator.note[CHIKARI].n_fingers == 0, "and that is left to its own");
}

static void check_legato(void) {
    begin(false, true);
    note_on(0, 54, 100);
    one("first", JW_GESTURE_PLUCK, BAJ, 0);
    note_on(0, 56, 100);
    one("hammered", JW_GESTURE_FRET, BAJ, 2);
    note_on(0, 58, 100);
    one("and again", JW_GESTURE_FRET, BAJ, 4);
    note_off(0, 56);
    none("a finger below the one that sounds");
    note_off(0, 58);
    one("pulled off", JW_GESTURE_FRET, BAJ, 0);
    note_on(0, 59, 100);
    one("hammered anew", JW_GESTURE_FRET, BAJ, 5);
    note_off(0, 54);
    none("the first finger leaves");
    note_off(0, 59);
    one("the last one", JW_GESTURE_DAMP, BAJ, -1);
    note_on(0, 60, 100);
    one("not legato", JW_GESTURE_PLUCK, BAJ, 6);
    note_on(0, 60, 100);
    one("the same key twice", JW_GESTURE_PLUCK, BAJ, 6);
    note_off(0, 60);
    one("is one finger", JW_GESTURE_DAMP, BAJ, -1);
    for (int key = 54; key < 54 + 2 * JW_FINGERS; ++key) {
        note_on(0, key, 100);
    }
    check(allocator.note[BAJ].n_fingers == JW_FINGERS, "more keys than fingers");
    control(0, JW_CC_ALL_NOTES_OFF, 0);
    one("all notes off", JW_GESTURE_DAMP, BAJ, -1);
    param[JW_P_LEGATO] = 0.0;
    note_on(0, 54, 100);
    note_on(0, 56, 100);
    one("plucked every time", JW_GESTURE_PLUCK, BAJ, 2);
    note_off(0, 56);
    one("but pulled off", JW_GESTURE_FRET, BAJ, 0);
}

/********* Pedal *********/

static void check_pedal(void) {
    begin(true, false);
    control(0, JW_CC_SUSTAIN, 127);
    note_on(0, 61, 100);
    note_off(0, 61);
    none("held by the pedal");
    note_on(0, 61, 100);
    one("struck again under it", JW_GESTURE_PLUCK, BAJ, 7);
    note_off(0, 61);
    none("and held again");
    control(1, JW_CC_SUSTAIN, 127);
    control(1, JW_CC_SUSTAIN, 0);
    none("another channel's pedal");
    control(0, JW_CC_ALL_NOTES_OFF, 0);
    none("all notes off honours it");
    control(0, JW_CC_SUSTAIN, 63);
    one("up", JW_GESTURE_DAMP, BAJ, -1);
    control(0, JW_CC_SUSTAIN, 0);
    none("up already");
    control(0, JW_CC_SUSTAIN, 64);
    note_on(0, 61, 100);
    control(0, JW_CC_ALL_NOTES_OFF, 0);
    none("a key that is down, under the pedal");
    note_off(0, 61);
    none("its key comes up later");
    control(0, JW_CC_RESET_CONTROLLERS, 0);
    one("reset lifts the pedal", JW_GESTURE_DAMP, BAJ, -1);
    control(0, JW_CC_SUSTAIN, 127);
    note_on(0, 61, 100);
    note_off(0, 61);
    note_on(0, 61, 100);
    control(0, JW_CC_SUSTAIN, 0);
    none("a key is down");
    note_off(0, 61);
    one("now it ends", JW_GESTURE_DAMP, BAJ, -1);
}

static void check_sostenuto(void) {
    begin(true, false);
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 127);
    none("it comes down");
    note_on(0, 53, 100);
    one("another note", JW_GESTURE_PLUCK, JOR, -1);
    note_off(0, 53);
    one("which it does not hold", JW_GESTURE_DAMP, JOR, -1);
    note_off(0, 61);
    none("but what was down when it came");
    control(0, JW_CC_SOSTENUTO, 100);
    none("it does not come down twice");
    note_on(0, 53, 100);
    control(0, JW_CC_SOSTENUTO, 127);
    note_off(0, 53);
    one("and catches nothing more", JW_GESTURE_DAMP, JOR, -1);
    control(1, JW_CC_SOSTENUTO, 0);
    control(0, JW_CC_SUSTAIN, 127);
    control(0, JW_CC_SUSTAIN, 0);
    none("neither another channel's pedal nor the other pedal lets it go");
    note_on(0, 61, 100);
    one("struck again", JW_GESTURE_PLUCK, BAJ, 7);
    note_off(0, 61);
    none("it is still held");
    control(0, JW_CC_SOSTENUTO, 63);
    one("up", JW_GESTURE_DAMP, BAJ, -1);
    control(0, JW_CC_SOSTENUTO, 0);
    none("up already");
    // Both pedals: whichever stays down holds it.
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 64);
    control(0, JW_CC_SUSTAIN, 64);
    note_off(0, 61);
    control(0, JW_CC_SOSTENUTO, 0);
    none("the other pedal holds it");
    control(0, JW_CC_SUSTAIN, 0);
    one("now it ends", JW_GESTURE_DAMP, BAJ, -1);
    // The string takes another note: that one is not caught.
    begin(false, false);
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 64);
    note_off(0, 61);
    none("caught on a single string");
    note_on(0, 63, 100);
    one("another note on it", JW_GESTURE_PLUCK, BAJ, -1);
    note_off(0, 63);
    one("is not caught", JW_GESTURE_DAMP, BAJ, -1);
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 0);
    control(0, JW_CC_SOSTENUTO, 64);
    note_off(0, 61);
    control(0, JW_CC_ALL_SOUND_OFF, 0);
    control(0, JW_CC_SOSTENUTO, 0);
    none("all sound off leaves nothing to hold");
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 64);
    control(0, JW_CC_ALL_NOTES_OFF, 0);
    none("all notes off honours it");
    control(0, JW_CC_RESET_CONTROLLERS, 0);
    one("reset lifts it", JW_GESTURE_DAMP, BAJ, -1);
    // A key that is down when the pedal comes up goes on by itself.
    note_on(0, 61, 100);
    control(0, JW_CC_SOSTENUTO, 64);
    control(0, JW_CC_SOSTENUTO, 0);
    none("a key is down");
    note_off(0, 61);
    one("and ends it", JW_GESTURE_DAMP, BAJ, -1);
}

/// Only then is the block cut where it stands.
static void check_sostenuto_acts(void) {
    const JwMidi down = {JW_MIDI_CONTROL, 0, JW_CC_SOSTENUTO, 127};
    const JwMidi up = {JW_MIDI_CONTROL, 0, JW_CC_SOSTENUTO, 0};
    begin(true, false);
    note_on(0, 61, 100);
    check(!jw_allocator_acts(&allocator, &down), "down: nothing changes yet");
    control(0, JW_CC_SOSTENUTO, 127);
    check(!jw_allocator_acts(&allocator, &up), "up, with the key down");
    note_off(0, 61);
    check(jw_allocator_acts(&allocator, &up), "up: the note ends");
}

/********* Bend *********/

static uint64_t cuts(void) {
    uint64_t sum = 0;
    jw_allocator_watch(&allocator);
    for (int s = 0; s < STRINGS; ++s) {
        sum += allocator.note[s].cut_bends;
    }
    return sum;
}

/// A bend that is there before the note is the peg's, as far as the map says; each note that is cut
/// is counted once.
static void check_slack(void) {
    begin(false, false);
    bend(0, 8192 - 2048);
    note_on(0, 61, 100);
    check_between(jw_allocator_pull(&allocator, BAJ), -0.5, -0.5,
                  "half a semitone down before the note");
    check(cuts() == 0, "that is no cut");
    bend(0, 8192 - 1024);
    check_between(jw_allocator_pull(&allocator, BAJ), -0.25, -0.25, "it may rise");
    bend(0, 8192 - 3072);
    check_between(jw_allocator_pull(&allocator, BAJ), -0.5, -0.5, "but not fall further");
    check(cuts() == 1 && cuts() == 1 && allocator.note[BAJ].cut_bends == 1,
          "which is counted, once");
    note_off(0, 61);
    bend(0, 0);
    check(cuts() == 1, "a string that only rings is nobody's concern");
    note_on(0, 61, 100);
    check_between(jw_allocator_pull(&allocator, BAJ), -1.0, -1.0, "no more than a semitone");
    check(cuts() == 2, "another note");
    instrument.map.slacken = 0.25;
    note_on(0, 61, 100);
    check_between(jw_allocator_pull(&allocator, BAJ), -0.25, -0.25, "or what the map allows");
    instrument.map.slacken = 0.0;
    note_on(0, 61, 100);
    check_between(jw_allocator_pull(&allocator, BAJ), 0.0, 0.0, "or nothing");
    instrument.map.slacken = 1.0;
    bend(0, 8192);
    note_on(0, 61, 100);
    bend(0, 0);
    check_between(jw_allocator_pull(&allocator, BAJ), 0.0, 0.0, "what comes later is the finger's");
    jw_allocator_set_bend_range(&allocator, 9.0);
    bend(0, 16383);
    note_on(0, 61, 100);
    check_between(jw_allocator_pull(&allocator, BAJ), 7.0, 7.0, "and so is what it raises");
    const uint64_t before = cuts();
    note_on(3, 50, 100);
    bend(3, 16383);
    check(cuts() == before, "a string that is not bent is not cut");
}

/// Members are tuned by their bends, on any string and at any time.
static void check_member_slack(void) {
    begin(true, false);
    rpn(0, 6, 15);
    rpn(1, 0, 2);
    note_on(1, 61, 100);
    bend(1, 8192 - 4096);
    check_between(jw_allocator_pull(&allocator, BAJ), -1.0, -1.0, "a member's bend down");
    note_on(2, 50, 100);
    one("on a string that bends do not pull", JW_GESTURE_PLUCK, JOR, 1);
    bend(2, 8192 - 2048);
    check_between(jw_allocator_pull(&allocator, JOR), -0.5, -0.5, "down");
    bend(2, 8192 + 2048);
    check_between(jw_allocator_pull(&allocator, JOR), 0.5, 0.5, "up");
    check(cuts() == 0, "all that they ask for");
    bend(2, 16383);
    check_between(jw_allocator_pull(&allocator, JOR), 1.0, 1.0, "as far as that");
    check(cuts() == 1 && allocator.note[JOR].cut_bends == 1, "and counted");
    bend(0, 0);
    check_between(jw_allocator_pull(&allocator, BAJ), -1.0, -1.0, "the manager's bend with it");
    check(cuts() == 2, "and counted, too");
}

static void check_bend(void) {
    begin(false, false);
    jw_allocator_set_bend_range(&allocator, 7.0);
    note_on(0, 61, 100);
    bend(0, 16383);
    check_between(jw_allocator_pull(&allocator, BAJ), 6.999, 7.0, "full meend, semitones");
    bend(0, 8192 + 4096);
    check_between(jw_allocator_pull(&allocator, BAJ), 3.5, 3.5, "half");
    bend(0, 0);
    check_between(jw_allocator_pull(&allocator, BAJ), 0.0, 0.0, "not below the fret");
    instrument.map.pull_down = 2.0;
    check_between(jw_allocator_pull(&allocator, BAJ), -2.0, -2.0, "unless the instrument says so");
    instrument.map.pull_down = 0.0;
    check_slack();
    begin(false, false);
    note_on(0, 61, 100);
    jw_allocator_set_bend_range(&allocator, 12.0);
    bend(0, 16383);
    check_between(jw_allocator_pull(&allocator, BAJ), 7.0, 7.0, "no further than it bears");
    note_on(3, 50, 100);
    bend(3, 16383);
    check_between(jw_allocator_pull(&allocator, JOR), 0.0, 0.0, "a string that is not bent");
    bend(0, 8192);
    note_on(0, 82, 100); // Four semitones past the last fret
    check_between(jw_allocator_pull(&allocator, BAJ), 4.0 - 1e-9, 4.0 + 1e-9, "pulled to its note");
    bend(0, 16383);
    check_between(jw_allocator_pull(&allocator, BAJ), 7.0 - 1e-9, 7.0 + 1e-9, "and the rest bent");
    bend(0, 8192);
    rpn(0, 2, 64 + 3);
    check_between(jw_allocator_pull(&allocator, BAJ), 7.0 - 1e-9, 7.0 + 1e-9, "coarse tuning adds");
    rpn(0, 2, 127);
    check_between(jw_allocator_pull(&allocator, BAJ), 24.0, 24.0, "up to the limit");
}

/********* Keys of the map *********/

/// Its key's end takes the hand away, or what ends all of its channel's notes: no other channel's.
static void check_hand_ends(void) {
    static const int end[] = {JW_CC_ALL_NOTES_OFF, JW_CC_ALL_SOUND_OFF};
    for (int i = 0; i < 2; ++i) {
        note_on(0, 28, 127);
        control(2, end[i], 0);
        check_between(jw_allocator_palm(&allocator, BAJ), 1.0, 1.0, "another channel leaves it");
        control(0, end[i], 0);
        check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0,
                      "lifted by its channel's silence");
    }
    note_on(2, 28, 127);
    note_off(0, 28);
    check_between(jw_allocator_palm(&allocator, BAJ), 1.0, 1.0, "another channel's key leaves it");
    rpn(0, 6, 3);
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "lifted by its channel's new zone");
    rpn(0, 6, 0);
}

static void check_map(void) {
    JwGesture next;
    begin(false, false);
    note_on(5, 24, 127);
    one("chikari", JW_GESTURE_PLUCK, CHIKARI, 0);
    note_off(5, 24);
    none("rings on");
    note_on(0, 26, 127);
    one("a strum begins", JW_GESTURE_PLUCK, HIGH, 0);
    check(jw_allocator_due(&allocator) == now + 480, "10 ms on");
    check(!jw_allocator_next(&allocator, now + 479, &next), "not before");
    check(jw_allocator_next(&allocator, now + 480, &next) && next.string == MIDDLE &&
              next.kind == JW_GESTURE_PLUCK,
          "the next string");
    check(jw_allocator_next(&allocator, now + 5000, &next) && next.string == LOW, "the last one");
    check(!jw_allocator_next(&allocator, now + 5000, &next) &&
              jw_allocator_due(&allocator) == UINT64_MAX,
          "and no more");
    note_on(0, 26, 127);
    control(1, JW_CC_ALL_SOUND_OFF, 0);
    check(jw_allocator_due(&allocator) == now + 480, "another channel's silence");
    control(0, JW_CC_ALL_SOUND_OFF, 0);
    check(jw_allocator_due(&allocator) == UINT64_MAX, "silence ends the strum");
    note_on(0, 28, 64);
    none("a hand");
    check_between(jw_allocator_palm(&allocator, BAJ), 64 / 127.0, 64 / 127.0, "lies on the baj");
    check_between(jw_allocator_palm(&allocator, CHIKARI), 0.0, 0.0, "not on the chikari");
    note_on(0, 54, 100);
    check_between(jw_allocator_palm(&allocator, BAJ), 64 / 127.0, 64 / 127.0, "while it plays");
    note_off(0, 28);
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "and leaves");
    check_hand_ends();
    // Plucked while a finger is on it: at that fret
    static const int jor[] = {JOR};
    add_key(36, JW_ACTION_PLUCK, 1, jor);
    note_on(3, 52, 100);
    note_on(0, 36, 100);
    one("a stroke on a stopped string", JW_GESTURE_PLUCK, JOR, 3);
    note_off(3, 52);
    note_on(0, 36, 100);
    one("on an open one", JW_GESTURE_PLUCK, JOR, 0);
    check_between(jw_allocator_pull(&allocator, JOR), 0.0, 0.0, "that nobody pulls");
    // More strums than there is room for
    for (int i = 0; i < 200; ++i) {
        note_on(0, 26, 127);
    }
    check(allocator.n_to_come == JW_ALLOCATOR_QUEUE && allocator.dropped > 0,
          "strums past the room");
    uint64_t last = 0;
    while (jw_allocator_next(&allocator, UINT64_MAX - 1, &next)) {
        last += 1;
    }
    check(last == JW_ALLOCATOR_QUEUE, "all come");
}

static void check_strokes(void) {
    begin(false, false);
    note_on(0, 54, 30);
    check(gesture[0].velocity == -0.5 * (30 / 127.0), "soft: outward, %g", gesture[0].velocity);
    note_on(0, 54, 31);
    check(gesture[0].velocity == 31 / 127.0, "harder: inward, %g", gesture[0].velocity);
    note_on(0, 31, 1);
    none("a keyswitch");
    note_on(0, 54, 127);
    check(gesture[0].velocity == -0.5, "outward");
    note_on(0, 29, 1);
    note_on(0, 54, 20);
    check(gesture[0].velocity == 20 / 127.0, "inward");
    note_on(0, 33, 1);
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        note_on(0, 54, 127);
        check(gesture[0].velocity == (i % 2 ? -0.5 : 1.0), "stroke %d in turns", i);
        sum += gesture[0].velocity;
    }
    check(sum == 1.0, "two and two");
    note_on(0, 35, 1);
    note_on(0, 54, 20);
    check(gesture[0].velocity < 0.0, "by velocity again");
}

/********* Pressure *********/

/// Up to 80 pressure does nothing, from there on it acts evenly: it never jumps.
static void check_resting_finger(void) {
    double before = 0.0, jump = 0.0;
    note_on(0, 61, 100);
    note_on(3, 52, 100);
    for (int pressure = 0; pressure <= 127; ++pressure) {
        send(0xa0, 61, pressure);
        send(0xd3, pressure, 0);
        const double palm = jw_allocator_palm(&allocator, BAJ);
        check(palm == jw_allocator_palm(&allocator, JOR), "key and channel alike: %d", pressure);
        check(pressure > 80 ? palm > before : palm == 0.0, "pressure %d: %g", pressure, palm);
        jump = fmax(jump, palm - before);
        before = palm;
    }
    check_between(before, 1.0, 1.0, "all of it");
    check_below(jump, 1.001 / 47.0, "largest step");
    send(0xa0, 61, 0);
    send(0xd3, 0, 0);
    note_off(0, 61);
}

static void check_pressure(void) {
    begin(false, false);
    instrument.map.pressure = JW_TOUCH_DAMPING;
    note_on(0, 61, 100);
    note_on(3, 52, 100);
    send(0xa0, 61, 127);
    check_between(jw_allocator_palm(&allocator, BAJ), 1.0, 1.0, "a key's pressure");
    check_between(jw_allocator_palm(&allocator, JOR), 0.0, 0.0, "is that key's alone");
    send(0xa0, 62, 127);
    send(0xa3, 61, 127);
    send(0xa0, 61, 0);
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "and ends");
    send(0xd3, 112, 0);
    check_between(jw_allocator_palm(&allocator, JOR), 32 / 47.0, 32 / 47.0, "a channel's pressure");
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "is that channel's");
    control(3, JW_CC_RESET_CONTROLLERS, 0);
    check_between(jw_allocator_palm(&allocator, JOR), 0.0, 0.0, "reset");
    send(0xa0, 61, 127);
    note_off(0, 61);
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "a key that is up does not press");
    check_resting_finger();
    instrument.map.pressure = JW_TOUCH_PLUCK_POSITION;
    param[JW_P_PLUCK_POSITION] = 0.1;
    note_on(0, 61, 100);
    check(gesture[0].position < 0.0, "no pressure, no place");
    send(0xd0, 80, 0);
    note_on(0, 61, 100);
    check(gesture[0].position < 0.0, "nor has a finger that rests");
    send(0xd0, 127, 0);
    note_on(0, 61, 100);
    check_between(gesture[0].position, 0.5, 0.5, "pressed: in the middle");
    check_between(jw_allocator_palm(&allocator, BAJ), 0.0, 0.0, "and not damped");
}

/********* MPE *********/

/// Place of a note's stroke, after CC 74 of its channel.
static double place_after(int channel, int timbre) {
    control(channel, JW_CC_TIMBRE, timbre);
    note_on(channel, 54, 100);
    const double place = gesture[0].position;
    note_off(channel, 54);
    return place;
}

/// CC 74 of a member leads to both sides of the instrument's own place, which is its centre.
static void check_timbre(void) {
    param[JW_P_PLUCK_POSITION] = 0.2;
    note_on(2, 54, 100);
    check(gesture[0].position < 0.0, "no CC 74 came");
    note_off(2, 54);
    check(place_after(5, 64) < 0.0, "the centre: the instrument's own place");
    check_between(place_after(5, 0), 0.02 - 1e-9, 0.02 + 1e-9, "the least: at the bridge");
    check_between(place_after(5, 32), 0.11, 0.11, "half of the way to it");
    check_between(place_after(5, 127), 0.5, 0.5, "the most: in the middle of the string");
    double before = 0.0;
    for (int timbre = 0; timbre < 128; ++timbre) {
        const double place = place_after(5, timbre), at = place < 0.0 ? 0.2 : place;
        check_between(at, before + 1e-3, before + 0.021, "CC 74: a little further each time");
        before = at;
    }
    control(5, JW_CC_TIMBRE, 64);
    check_between(place_after(0, 0), -1.0, -1.0, "the manager's is not its own notes'");
    check_between(place_after(5, 64), 0.02 - 1e-9, 0.02 + 1e-9, "but its members'");
    check(place_after(5, 127) < 0.0, "with theirs: as far to both sides, the own place");
    control(0, JW_CC_TIMBRE, 64);
    check(place_after(9, 127) < 0.0, "a channel in no zone has none");
    instrument.map.timbre = JW_TOUCH_DAMPING;
    note_on(5, 54, 100);
    const int string = gesture[0].string;
    for (int timbre = 0; timbre < 128; timbre += timbre == 126 ? 1 : 2) {
        control(5, JW_CC_TIMBRE, timbre);
        const double palm = timbre > 64 ? (timbre - 64) / 63.0 : 0.0;
        check_between(jw_allocator_palm(&allocator, string), palm, palm, "CC 74 that damps");
    }
    control(5, JW_CC_TIMBRE, 64);
    note_off(5, 54);
    instrument.map.timbre = JW_TOUCH_PLUCK_POSITION;
}

static void check_zone(void) {
    begin(true, false);
    instrument.map.pressure = JW_TOUCH_DAMPING;
    instrument.map.timbre = JW_TOUCH_PLUCK_POSITION;
    instrument.map.bend = 0;
    instrument.map.pull_up = instrument.map.pull_down = 24.0;
    note_on(4, 60, 100);
    rpn(0, 6, 5); // Members 2 to 6
    one("a new zone ends the notes of its channels", JW_GESTURE_DAMP, BAJ, -1);
    note_on(1, 61, 100);
    one("first note", JW_GESTURE_PLUCK, JOR, 12);
    note_on(2, 61, 100);
    check(n == 1 && gesture[0].string != JOR, "the same key on another channel: another string");
    const int second = gesture[0].string;
    bend(1, 8192 + 4096);
    check_between(jw_allocator_pull(&allocator, JOR), 24.0, 24.0, "its bend: half of 48");
    check_between(jw_allocator_pull(&allocator, second), 0.0, 0.0, "is its own");
    bend(0, 16383);
    check_between(jw_allocator_pull(&allocator, second), 1.999, 2.0,
                  "the manager's bend: all of 2");
    bend(0, 8192);
    rpn(2, 0, 12);
    check_between(jw_allocator_pull(&allocator, JOR), 6.0, 6.0, "a member's range is all members'");
    send(0xd2, 127, 0);
    check_between(jw_allocator_palm(&allocator, second), 1.0, 1.0, "its pressure");
    check_between(jw_allocator_palm(&allocator, JOR), 0.0, 0.0, "is its own");
    send(0xd0, 104, 0);
    check_between(jw_allocator_palm(&allocator, JOR), 24 / 47.0, 24 / 47.0,
                  "the manager's is all's");
    send(0xd0, 0, 0);
    note_off(2, 61);
    check_timbre();
    note_on(5, 54, 100);
    control(0, JW_CC_SUSTAIN, 127);
    note_off(1, 61);
    none("the manager's pedal holds it");
    control(0, JW_CC_SUSTAIN, 0);
    one("and lets it go", JW_GESTURE_DAMP, JOR, -1);
    note_on(1, 61, 100);
    const int caught = gesture[0].string;
    control(0, JW_CC_SOSTENUTO, 127);
    note_off(1, 61);
    none("the manager's sostenuto pedal holds it");
    control(0, JW_CC_SOSTENUTO, 0);
    one("and lets it go", JW_GESTURE_DAMP, caught, -1);
    control(0, JW_CC_ALL_NOTES_OFF, 0);
    check(n >= 1, "the manager's all notes off: %d", n);
    for (int s = 0; s < STRINGS; ++s) {
        check(allocator.note[s].n_fingers == 0, "string %d is free", s);
    }
}

/// A channel goes on to another string: what it bent before stays where it was.
static void check_left_bend(void) {
    begin(true, false);
    instrument.map.bend = 0;
    instrument.map.pull_up = 24.0;
    rpn(0, 6, 15);
    bend(1, 8192 + 1024);
    note_on(1, 61, 100);
    one("on the baj", JW_GESTURE_PLUCK, BAJ, 7);
    note_off(1, 61);
    note_on(1, 50, 100);
    one("on the jor", JW_GESTURE_PLUCK, JOR, 1);
    bend(1, 8192 + 2048);
    check_between(jw_allocator_pull(&allocator, BAJ), 6.0, 6.0, "left behind");
    check_between(jw_allocator_pull(&allocator, JOR), 12.0, 12.0, "in hand");
}

static void check_two_zones(void) {
    begin(true, false);
    rpn(0, 6, 7);
    rpn(15, 6, 7);
    check(allocator.channels.members[0] == 7 && allocator.channels.members[1] == 7, "two zones");
    check(jw_channels_is_member(&allocator.channels, 7) &&
              jw_channels_is_member(&allocator.channels, 8),
          "all channels are members");
    rpn(15, 6, 10);
    check(allocator.channels.members[0] == 4 && allocator.channels.members[1] == 10,
          "the later one takes from the other");
    check(jw_channels_reach(&allocator.channels, 0) == 0x001fu, "lower zone");
    check(jw_channels_reach(&allocator.channels, 15) == 0xffe0u, "upper zone");
    check(jw_channels_reach(&allocator.channels, 3) == 0x0008u, "a member alone");
    rpn(0, 6, 15);
    check(allocator.channels.members[0] == 15 && allocator.channels.members[1] == 0, "one of all");
    rpn(0, 6, 0);
    check(allocator.channels.members[0] == 0 && !jw_channels_is_member(&allocator.channels, 1),
          "none");
    rpn(4, 6, 3);
    check(allocator.channels.members[0] == 0 && allocator.channels.members[1] == 0, "no manager");
}

/// A string by its number is the one that is plucked, open, though others have its note.
static void check_open(void) {
    begin(false, false);
    note_on(0, 61, 100);
    one("the chikari's note is the baj's", JW_GESTURE_PLUCK, BAJ, 7);
    check(jw_allocator_open(&allocator, CHIKARI, 127, param, gesture) &&
              gesture[0].kind == JW_GESTURE_PLUCK && gesture[0].string == CHIKARI &&
              gesture[0].fret == 0 && gesture[0].velocity == 1.0,
          "the chikari itself");
    check(allocator.note[BAJ].fret == 7 && allocator.note[BAJ].n_fingers == 1,
          "and the baj goes on");
    check(jw_allocator_open(&allocator, BAJ, 100, param, gesture) && gesture[0].string == BAJ &&
              gesture[0].fret == 0,
          "a stopped string is let go first");
    note_off(0, 61);
    one("the note's end is the chikari's", JW_GESTURE_DAMP, CHIKARI, -1);
    bend(0, 8192 + 4096);
    check(jw_allocator_pull(&allocator, BAJ) > 0.5, "a bend reaches it");
    check(jw_allocator_open(&allocator, BAJ, 0, param, gesture) &&
              gesture[0].kind == JW_GESTURE_DAMP && gesture[0].string == BAJ,
          "it is let go");
    check(!jw_allocator_open(&allocator, BAJ, 0, param, gesture), "once");
    note_on(0, 56, 100);
    check(!jw_allocator_open(&allocator, BAJ, 0, param, gesture), "no other key is let go");
}

/********* Silence, tuning *********/

static void check_sound_off(void) {
    begin(true, false);
    note_on(0, 61, 100);
    note_on(1, 50, 100);
    control(0, JW_CC_ALL_SOUND_OFF, 0);
    bool jor = false;
    for (int i = 0; i < n; ++i) {
        check(gesture[i].kind == JW_GESTURE_SILENCE, "silence");
        jor |= gesture[i].string == JOR;
    }
    check(n == STRINGS - 1 && !jor, "all but what another channel plays: %d", n);
    control(1, JW_CC_ALL_SOUND_OFF, 0);
    check(n == STRINGS - 1, "the rest: %d", n); // The baj is channel 1's still
    note_off(1, 50);
    none("its key is forgotten");
}

static void check_board(void) {
    static JwFretboard other;
    static JwTuning tuning;
    begin(false, false);
    note_on(0, 61, 100);
    param[JW_P_SA] = 3.0; // D: every string goes up by a semitone
    jw_fretboard_fill(&other, &instrument, NULL, param);
    jw_allocator_set_board(&allocator, &other);
    check(allocator.note[BAJ].fret == 6, "a held note goes to its fret: %d",
          allocator.note[BAJ].fret);
    memset(&tuning, 0, sizeof(tuning));
    tuning.has_scale = true;
    tuning.scale.n = 1;
    tuning.scale.cents[0] = 1200.0; // Nothing but octaves, 12 keys... one key each
    jw_fretboard_fill(&other, &instrument, &tuning, param);
    jw_allocator_set_board(&allocator, &other);
    for (int s = 0; s < STRINGS; ++s) {
        check(allocator.note[s].fret >= 0 && allocator.note[s].fret < other.neck[s].n,
              "string %d is at a fret that it has", s);
    }
}

int main(void) {
    check_mono();
    check_poly();
    check_legato();
    check_pedal();
    check_sostenuto();
    check_sostenuto_acts();
    check_bend();
    check_map();
    check_strokes();
    check_pressure();
    check_zone();
    check_left_bend();
    check_member_slack();
    check_two_zones();
    check_sound_off();
    check_board();
    check_open();
    return check_result();
}
