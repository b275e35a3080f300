// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings that keys tune to themselves: each key has one at its pitch, a key that is let go lets it
// ring and go back, no energy comes of it, and the bits are the same however a host cuts its
// blocks. Arguments: files of instruments with sympathetic strings, or without.

#include "base/pi.h"
#include "engine/engine.h"
#include "engine/loans.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    RATE = TONE_RATE,
    FRAMES = 8 * RATE,
    MOST_EVENTS = 64,
    BURST_FROM = RATE / 4, ///< Frames of the noise that sets strings ringing
    BURST_TO = RATE / 2,
};

static JwInstrument instrument;
static float in[2][FRAMES], left[FRAMES], right[FRAMES], left_again[FRAMES], right_again[FRAMES];
static float stem[JW_MAX_STRINGS][FRAMES];

static JwEvent events[MOST_EVENTS];
static size_t n_events;

static void ask(uint32_t frame, JwParamId id, double value) {
    events[n_events++] =
        (JwEvent){.frame = frame, .type = JW_EVENT_PARAM, .param = {.id = id, .value = value}};
}

static void say(uint32_t frame, JwMidiType type, int key, int value) {
    events[n_events++] = (JwEvent){
        .frame = frame, .type = JW_EVENT_MIDI, .midi = {type, 0, (uint8_t)key, (uint8_t)value}};
}

static void begin(double listen) {
    n_events = 0;
    ask(0, JW_P_LISTEN, listen);
}

static void press(uint32_t frame, int key) {
    say(frame, JW_MIDI_NOTE_ON, key, 90);
}

static void let_go(uint32_t frame, int key) {
    say(frame, JW_MIDI_NOTE_OFF, key, 64);
}

static void draw_noise(int from, int to) {
    uint64_t state = 5;
    memset(in, 0, sizeof(in));
    for (int i = from; i < to; ++i) {
        in[0][i] = in[1][i] = (float)fixture_uniform(&state, -0.9, 0.9);
    }
}

static JwEngine *engine_now(void) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    return engine_prepared(&instrument, RATE, &options);
}

/// Plays frames from `from` to `to` in blocks of one size, with the stems of the strings.
static void play(JwEngine *engine, int from, int to, int block, float *l, float *r) {
    float *stems[2 * JW_MAX_STRINGS + 2] = {NULL};
    JwEvent now[MOST_EVENTS];
    for (int done = from; done < to; done += block) {
        const int n = block < to - done ? block : to - done;
        size_t some = 0;
        for (size_t e = 0; e < n_events; ++e) {
            if ((int)events[e].frame >= done && (int)events[e].frame < done + n) {
                now[some] = events[e];
                now[some++].frame -= (uint32_t)done;
            }
        }
        for (int s = 0; s < instrument.n_strings; ++s) {
            stems[2 * s] = stem[s] + done;
        }
        jw_engine_run_input(engine, now, some, in[0] + done, in[1] + done, l + done, r + done,
                            stems, (uint32_t)n);
    }
}

/// String that a key has, -1: none.
static int string_of(const JwEngine *engine, int key) {
    JwStringReport report;
    int string = -1;
    for (int s = 0; s < instrument.n_strings; ++s) {
        jw_engine_report(engine, s, &report);
        string = report.held_key == key ? s : string;
    }
    return string;
}

static double pitch_now(const JwEngine *engine, int s) {
    double hz, energy_j;
    jw_engine_string_now(engine, s, &hz, &energy_j);
    return hz;
}

static double power_of(const float *x, double from_s, double to_s) {
    double sum = 0.0;
    for (int i = (int)(from_s * RATE); i < (int)(to_s * RATE); ++i) {
        sum += (double)x[i] * (double)x[i];
    }
    return sum;
}

static double key_hz(int key) {
    return 440.0 * exp2((key - 69) / 12.0);
}

/********* Pitch *********/

/// Number of sympathetic strings.
static int n_taraf(void) {
    int n = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        n += instrument.string[s].role == JW_ROLE_TARAF;
    }
    return n;
}

/// Range of the pitches that strings for keys have, as MIDI keys.
static void range_of(int *lowest, int *highest) {
    *lowest = 127;
    *highest = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        if (!n_taraf() || string->role == JW_ROLE_TARAF) {
            *lowest = string->key < *lowest ? string->key : *lowest;
            *highest = string->key > *highest ? string->key : *highest;
        }
    }
}

/// Cents by which what rings of a string is off a key, from half a second to a second after noise.
static double off_key(int s, double hz) {
    const int from = BURST_TO + RATE / 4;
    return tone_cents(tone_hz(stem[s] + from, RATE, RATE, hz), hz);
}

/// A key has a string that rings at its pitch.
static void check_key(int key, double octaves, double most_cents) {
    begin(JW_LISTEN_TUNED);
    ask(0, JW_P_INTONATION, 2.0);   // Keys in equal temperament
    ask(0, JW_P_SENSITIVITY, 0.05); // Softly: loud strings are sharper
    press(RATE / 8, key);
    draw_noise(BURST_FROM, BURST_TO);
    JwEngine *engine = engine_now();
    play(engine, 0, 3 * RATE, 256, left, right);
    const int s = string_of(engine, key);
    if (check(s >= 0, "%s: key %d has a string", instrument.name, key)) {
        const double hz = key_hz(key) * exp2(octaves);
        check_between(tone_cents(pitch_now(engine, s), hz), -0.5, 0.5,
                      "%s: key %d has string %d, tuned to it [cents]", instrument.name, key, s + 1);
        check_between(off_key(s, hz), -most_cents, most_cents,
                      "%s: key %d, string %d rings off it by [cents]", instrument.name, key, s + 1);
    }
    jw_engine_free(engine);
}

static void check_pitches(void) {
    int lowest, highest;
    // A soft tone of the lowest string, which lies on its bridge, is sharp, in its own tuning too.
    const double most = n_taraf() ? 8.0 : 12.0, most_of_lowest = n_taraf() ? 8.0 : 100.0;
    range_of(&lowest, &highest);
    check_key(lowest, 0.0, most_of_lowest);
    check_key(lowest - JW_LOAN_SEMITONES, 0.0, most_of_lowest);
    check_key((lowest + highest) / 2 + 1, 0.0, most);
    check_key(highest + JW_LOAN_SEMITONES, 0.0, most);
    check_key(lowest - JW_LOAN_SEMITONES - 1, 1.0, most);
    check_key(highest + JW_LOAN_SEMITONES + 13, -2.0, most);
}

/********* Keys *********/

/// A key that is let go leaves its string ringing, bit for bit, for five seconds; then it goes
/// back.
static void check_let_go(void) {
    int lowest, highest;
    range_of(&lowest, &highest);
    const int key = lowest + 1, end = 2 * RATE + (int)(JW_LOAN_RINGS_S * RATE);
    begin(JW_LISTEN_TUNED);
    press(RATE / 8, key);
    draw_noise(BURST_FROM, BURST_TO);
    JwEngine *engine = engine_now();
    play(engine, 0, FRAMES, 256, left_again, right_again);
    jw_engine_reset(engine);
    let_go(2 * RATE, key);
    play(engine, 0, 3 * RATE, 256, left, right);
    check(string_of(engine, key) < 0, "%s: a key that is let go holds no string", instrument.name);
    play(engine, 3 * RATE, FRAMES, 256, left, right);
    check(!memcmp(left, left_again, (size_t)end * sizeof(*left)),
          "%s: its string rings on for %g s, in every bit", instrument.name, JW_LOAN_RINGS_S);
    const double from_s = JW_LOAN_RINGS_S + 2.5, to_s = from_s + 0.5;
    check(power_of(left, from_s, to_s) < 0.1 * power_of(left_again, from_s, to_s),
          "%s: then a hand lies on it: %.1f dB", instrument.name,
          10.0 * log10(power_of(left, from_s, to_s) / power_of(left_again, from_s, to_s)));
    jw_engine_free(engine);
}

/// What a string's pitch is after an event at two seconds, and what it was before.
static void pitch_around(double hz[2]) {
    JwEngine *engine = engine_now();
    play(engine, 0, 2 * RATE - 64, 64, left, right);
    int s = 0;
    for (int key = 0; key < 128; ++key) {
        s = string_of(engine, key) >= 0 ? string_of(engine, key) : s;
    }
    hz[0] = pitch_now(engine, s);
    play(engine, 2 * RATE - 64, 3 * RATE, 64, left, right);
    hz[1] = pitch_now(engine, s);
    jw_engine_free(engine);
}

/// Bends move a key's string; what silences all sound, and another LISTEN, let it go back at once.
static void check_ends(void) {
    int lowest, highest;
    range_of(&lowest, &highest);
    double hz[2];
    draw_noise(BURST_FROM, 3 * RATE);
    for (int i = 0; i < 4; ++i) {
        begin(JW_LISTEN_TUNED);
        ask(0, JW_P_BEND_RANGE, 2.0);
        press(RATE / 8, lowest - 3);
        if (i == 0) {
            say(2 * RATE, JW_MIDI_BEND, 0, 0);
            events[n_events - 1].midi.value = 8191;
        } else if (i == 1) {
            say(2 * RATE, JW_MIDI_CONTROL, JW_CC_ALL_SOUND_OFF, 0);
        } else if (i == 2) {
            ask(2 * RATE, JW_P_LISTEN, JW_LISTEN_ALL);
        } else {
            events[n_events++] = (JwEvent){.frame = 2 * RATE, .type = JW_EVENT_PANIC};
        }
        pitch_around(hz);
        const double cents = tone_cents(hz[1], hz[0]), meant = i == 0 ? 200.0 : 300.0;
        check_between(cents, meant - 0.5, meant + 0.5,
                      "%s: event %d brings the string up by [cents]", instrument.name, i);
    }
}

static int count_held(const JwEngine *engine) {
    JwStringReport report;
    int n = 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        jw_engine_report(engine, s, &report);
        n += report.held_key >= 0;
    }
    return n;
}

/// Keys have a string each as far as strings go; one that waits gets the next that is free.
static void check_many(void) {
    int lowest, highest;
    range_of(&lowest, &highest);
    const int n = n_taraf() ? n_taraf() : instrument.n_strings;
    begin(JW_LISTEN_TUNED);
    for (int i = 0; i <= n; ++i) {
        press(100 + 64 * i, lowest + i);
    }
    memset(in, 0, sizeof(in));
    JwEngine *engine = engine_now();
    play(engine, 0, RATE / 2, 64, left, right);
    check(count_held(engine) == n, "%s: %d keys have %d strings", instrument.name, n + 1,
          count_held(engine));
    check(string_of(engine, lowest + n) < 0, "%s: the last one waits", instrument.name);
    let_go(RATE / 2, lowest);
    play(engine, RATE / 2, RATE, 64, left, right);
    check(string_of(engine, lowest + n) >= 0, "%s: and gets the next", instrument.name);
    check(power_of(left, 0.0, 1.0) == 0.0, "%s: keys alone make no sound", instrument.name);
    jw_engine_free(engine);
}

/// A string that rings on is spared for its own key, as long as others are near.
static void check_spared(void) {
    int lowest, highest, string[3];
    range_of(&lowest, &highest);
    begin(JW_LISTEN_TUNED);
    memset(in, 0, sizeof(in));
    press(100, lowest - 1);
    let_go(4000, lowest - 1);
    press(8000, lowest - 2);
    press(12000, lowest - 1);
    JwEngine *engine = engine_now();
    for (int i = 0; i < 3; ++i) {
        play(engine, 4000 * 2 * i, 4000 * 2 * i + (i ? 8000 : 3000), 64, left, right);
        string[i] = string_of(engine, i == 1 ? lowest - 2 : lowest - 1);
        play(engine, 4000 * 2 * i + (i ? 8000 : 3000), 4000 * 2 * (i + 1), 64, left, right);
    }
    check(string[0] >= 0 && string[1] >= 0 && string[1] != string[0],
          "%s: another key has string %d, not %d", instrument.name, string[1] + 1, string[0] + 1);
    check(string[2] == string[0], "%s: its own key has it again", instrument.name);
    jw_engine_free(engine);
}

/********* Whole scenes *********/

/// Bursts, and chords that come and go, with bends, pedal and controls that move.
static void draw_scene(uint64_t *state) {
    static const JwParamId moved[] = {JW_P_TUNE, JW_P_SENSITIVITY, JW_P_HAND, JW_P_FREEZE, JW_P_SA};
    begin(JW_LISTEN_TUNED);
    memset(in, 0, sizeof(in));
    for (int i = 0; i < FRAMES; ++i) {
        const float loud = i % RATE < RATE / 3 && i < 4 * RATE ? 0.9F : 0.0F;
        in[0][i] = in[1][i] = loud * (float)fixture_uniform(state, -1.0, 1.0);
    }
    for (int i = 0; i < 50; ++i) {
        const uint32_t frame = (uint32_t)(i * (FRAMES / 60) + (int)(fixture_random(state) % 900));
        const int key = 36 + (int)(fixture_random(state) % 48), kind = i % 5;
        if (kind < 2) {
            press(frame, key);
            press(frame + 1, key + 7);
        } else if (kind == 2) {
            say(frame, JW_MIDI_CONTROL, JW_CC_SUSTAIN, (int)(fixture_random(state) % 128));
        } else if (kind == 3) {
            const JwParamId id = moved[fixture_random(state) % 5];
            const JwParamInfo *info = jw_param_info(id);
            ask(frame, id, fixture_uniform(state, info->min, info->max));
        } else {
            for (int k = 36; k < 91 && n_events < MOST_EVENTS - 2; k += 12) {
                let_go(frame, k + key % 12);
            }
        }
        if (n_events >= MOST_EVENTS - 2) {
            return;
        }
    }
}

static void check_scene(uint64_t seed) {
    static const int blocks[] = {1024, 61, 16};
    uint64_t state = seed;
    JwStringReport report;
    draw_scene(&state);
    JwEngine *engine = engine_now();
    for (int i = 0; i < 3; ++i) {
        jw_engine_reset(engine);
        play(engine, 0, FRAMES, blocks[i], i ? left_again : left, i ? right_again : right);
        check(i == 0 || (!memcmp(left, left_again, sizeof(left)) &&
                         !memcmp(right, right_again, sizeof(right))),
              "%s: blocks of %d, the same bits", instrument.name, blocks[i]);
    }
    jw_engine_report(engine, -1, &report);
    check_below(report.energy_excess_max, 1e-5, "%s: energy over what was put in", instrument.name);
    check(report.energy_from_input_j > 0.0 && report.nonfinite == 0,
          "%s: the input works (%.3g J), every sample is a number", instrument.name,
          report.energy_from_input_j);
    jw_engine_free(engine);
}

/// "All sound off" frees the strings of keys that are up by then, at once.
static void check_freed(void) {
    static JwInput input;
    JwLoans loans;
    jw_loans_clear(&loans);
    loans.of[3] = (JwLoan){.key = 60, .held = true};
    loans.of[4] = (JwLoan){.key = 61, .held = true};
    input.down[61] = 1;
    jw_loans_end(&loans, &input);
    check(loans.of[3].key < 0 && !loans.of[3].held, "a string whose key is up is free");
    check(loans.of[4].key == 61 && loans.of[4].held, "one whose key is down is not");
}

int main(int argc, char **argv) {
    JwError error = {0};
    check_freed();
    for (int i = 1; i < argc; ++i) {
        if (check(!jw_instrument_file_load(argv[i], &instrument, &error), "%s", error.text)) {
            instrument.param[JW_P_DRY] = -60.0;
            check_pitches();
            check_scene(7);
            instrument.param[JW_P_QUALITY] = 1.0;
            check_let_go();
            check_ends();
            check_many();
            if (n_taraf()) {
                check_spared();
            }
            check_scene(8);
        }
    }
    return check_result();
}
