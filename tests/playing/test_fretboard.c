// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Where a string's notes lie under a tuning, at the edges: frets between notes and two for one
// note, keys past the last, scales without a note, strings that a tuning may not move so far.

#include "playing/fretboard.h"
#include "support/check.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static JwInstrument instrument;
static JwTuning tuning;
static JwFretboard board;

/// A string of so many semitones that is tuned to a key, its wrap nowhere.
static void fill(int key, const double *semitones, int n_frets) {
    jw_instrument_init(&instrument);
    memset(&tuning, 0, sizeof(tuning));
    strcpy(instrument.name, "test");
    instrument.n_strings = 1;
    JwStringSpec *s = &instrument.string[0];
    strcpy(s->name, "one");
    s->data = (JwStringData){.length_m = 0.9, .mu_kg_m = 5e-4, .ei_n_m2 = 6e-5};
    s->data.tension_n = jw_string_data_tension_n(&s->data, jw_key_hz(key, 440.0));
    s->key = key;
    s->n_frets = n_frets;
    memcpy(s->fret_semitones, semitones, sizeof(double) * (size_t)n_frets);
}

static const JwNeck *tuned(void) {
    jw_fretboard_fill(&board, &instrument, &tuning, instrument.param);
    return &board.neck[0];
}

static double cents(double hz, double over_hz) {
    return 1200.0 * log2(hz / over_hz);
}

static void check_pitch(const JwNeck *neck, int f, double want, const char *what) {
    check_below(fabs(cents(neck->hz[f], jw_key_hz(60.0, 440.0)) - want), 1e-6, "%s, off by [cent]",
                what);
}

static void check_own(void) {
    static const double semitones[] = {0.0, 0.9, 1.2, 2.0, 2.5, 2.8, 3.1};
    fill(60, semitones, 7);
    const JwNeck *neck = tuned();
    check(neck->n == 7, "seven places");
    for (int f = 0; f < 7; ++f) {
        check_pitch(neck, f, 100.0 * semitones[f], "a fret of its own");
        check(neck->tuned_hz[f] == neck->hz[f], "no wrap");
    }
    // 0.9 is nearer to its note than 1.2; of 2.5, 2.8 and 3.1 the last is nearest to theirs.
    check(neck->key[1] == 61 && neck->key[2] == -1, "two frets for one note");
    check(neck->key[4] == -1 && neck->key[5] == -1 && neck->key[6] == 63,
          "three frets for one note");
    check(jw_neck_find(neck, 61) == 1 && jw_neck_find(neck, 63) == 6, "keys are found");
    check(jw_neck_find(neck, 64) == -1 && jw_neck_find(neck, -1) == -1, "others are not");
    instrument.param[JW_P_INTONATION] = 1.0;
    neck = tuned();
    check_pitch(neck, 3, cents(9.0 / 8.0, 1.0), "near a just note");
    check_pitch(neck, 5, cents(6.0 / 5.0, 1.0), "also of two the further");
    check_pitch(neck, 4, 250.0, "a fret between notes");
}

static void check_wrap(void) {
    static const double semitones[] = {0.0, 2.0, 4.0};
    fill(60, semitones, 3);
    JwStringSpec *s = &instrument.string[0];
    s->wrap_cents[0] = 3.0;
    s->wrap_cents[1] = 5.0;
    s->wrap_cents[2] = 9.0;
    const JwNeck *neck = tuned();
    for (int f = 0; f < 3; ++f) {
        check_below(fabs(cents(neck->hz[f], neck->tuned_hz[f]) - s->wrap_cents[f]), 1e-9,
                    "what the bridge adds at a fret, off by [cent]");
    }
    // An octave up it wraps half as much; what is taken off for other strings stays.
    tuning.string_cents[0] = 1200.0;
    s->ringing_cents[1] = -1.0;
    neck = tuned();
    check_pitch(neck, 0, 1200.0, "an octave higher");
    check_below(fabs(cents(neck->hz[1], neck->tuned_hz[1]) - 1.5), 1e-9, "less, off by [cent]");
    tuning.string_cents[0] = 0.0;
    s->ringing_cents[1] = 0.0;
    tuning.has_scale = true;
    tuning.scale = (JwScale){.n = 1, .cents = {100.0}};
    neck = tuned();
    check(neck->n == 5, "a scale makes frets of its own");
    static const double between[] = {3.0, 4.0, 5.0, 7.0, 9.0};
    for (int f = 0; f < 5; ++f) {
        check_below(fabs(cents(neck->hz[f], neck->tuned_hz[f]) - between[f]), 1e-6,
                    "and between frets, off by [cent]");
    }
    fill(60, semitones, 1);
    s->wrap_cents[0] = 4.0;
    neck = tuned();
    check(neck->n == 1, "a string without frets");
    check_below(fabs(cents(neck->hz[0], neck->tuned_hz[0]) - 4.0), 1e-9, "open, off by [cent]");
}

/// Frets whose keys would be past the last, and strings that have none.
static void check_last_key(void) {
    static const double semitones[] = {0.0, 2.0, 7.0, 12.0};
    fill(60, semitones, 4);
    instrument.string[0].key = 120;
    instrument.param[JW_P_INTONATION] = 1.0;
    const JwNeck *neck = tuned();
    check(neck->key[1] == 122 && neck->key[2] == 127 && neck->key[3] == -1, "keys to the last");
    check_below(fabs(cents(neck->hz[3], neck->hz[0]) - 1200.0), 1e-6, "as its file says, off by");
    // With Sa moved up five keys there is no key for it at all.
    fill(60, semitones, 4);
    instrument.string[0].key = 126;
    instrument.param[JW_P_SA] = 6.0;
    neck = tuned();
    check(board.sa_key == 65 && neck->key[0] == -1 && neck->key[1] == -1, "no key");
    check_pitch(neck, 0, 500.0, "but it follows Sa");
    instrument.param[JW_P_SA] = 8.0;
    neck = tuned();
    check(board.sa_key == 55 && neck->key[0] == 121, "the nearest Sa is below");
    check_pitch(neck, 0, -500.0, "and it follows down");
}

static void check_roles(void) {
    static const double open[] = {0.0};
    static const double first[] = {0.0, -500.0, 500.0, -100.0};
    fill(60, open, 1);
    instrument.string[0].role = JW_ROLE_DRONE;
    for (int note = 0; note < 4; ++note) {
        instrument.param[JW_P_DRONE_FIRST] = note;
        instrument.drone.first = -1;
        check_pitch(tuned(), 0, 0.0, "a string that the drone does not tune");
        instrument.drone.first = 0;
        check_pitch(tuned(), 0, first[note], "the drone's first string");
    }
    fill(61, open, 1);
    instrument.sa_key = 60;
    instrument.param[JW_P_RAGA] = 1.0;
    check_pitch(tuned(), 0, 100.0, "in a raga a string that is played stays");
    instrument.string[0].role = JW_ROLE_TARAF;
    const int key = jw_raga_key(1, 60, 61);
    check(tuned()->key[0] == key, "a taraf goes to the raga's note");
    check_pitch(&board.neck[0], 0, 100.0 * (key - 60), "its pitch");
}

/// No key with a note, and notes too far apart.
static void check_scales(void) {
    static const double semitones[] = {0.0, 2.0, 12.0};
    fill(60, semitones, 3);
    tuning.has_scale = tuning.has_keymap = true;
    tuning.scale = (JwScale){.n = 1, .cents = {1200.0}};
    tuning.keymap = jw_keymap_linear(60, 1e5);
    const JwNeck *neck = tuned();
    int n_notes = 0;
    for (int key = 0; key < JW_KEYS; ++key) {
        n_notes += board.key_hz[key] > 0.0;
    }
    check(n_notes > 0 && board.key_hz[60] == 0.0 && board.key_hz[127] == 0.0, "some have no note");
    check(neck->key[0] < 60 && neck->key[0] >= 0, "the nearest that has");
    tuning.scale.cents[0] = 0.0;
    neck = tuned();
    check(neck->n == 1 && neck->key[0] == -1, "none has");
    check_pitch(neck, 0, 0.0, "then it keeps its pitch");
    tuning.keymap = jw_keymap_linear(60, jw_key_hz(60.0, 440.0) * exp2(1.2));
    tuning.scale.cents[0] = 6000.0;
    neck = tuned();
    check(neck->key[0] == -1, "no note within an octave");
    check_pitch(neck, 0, 0.0, "then it keeps its pitch");
    // A degree a key, as far as there are keys.
    fill(60, semitones, 3);
    instrument.string[0].fret_semitones[2] = 60.0;
    tuning.has_scale = true;
    tuning.scale = (JwScale){.n = 1, .cents = {50.0}};
    neck = tuned();
    check(neck->n == 68, "a fret for each key: %d", neck->n);
    check_pitch(neck, 67, 50.0 * 67, "the last of them");
    tuning.scale = (JwScale){.n = 1, .cents = {-100.0}};
    check(tuned()->n == 1, "a scale that falls gives no frets");
}

/// Scales of many notes an octave leave no string without its top.
static void check_many(void) {
    static const int steps[] = {12, 24, 31, 41, 47, 48, 53, 72, 96, 120, 1024};
    static const double open_and_top[] = {0.0, 36.0};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); ++i) {
        const double step = 1200.0 / steps[i];
        fill(60, open_and_top, 2);
        tuning.has_scale = true;
        tuning.scale = (JwScale){.n = 1, .cents = {step}};
        const JwNeck *neck = tuned();
        const int last = neck->n - 1;
        const int want = (int)fmin(floor(3600.0 / step + 0.01), JW_KEYS - 1 - 60);
        check(last == want, "%d notes an octave: %d places, not %d", steps[i], last, want);
        check_pitch(neck, last, want * step, "the top");
        for (int f = 0; f <= last; ++f) {
            check(jw_neck_find(neck, 60 + f) == f, "%d notes: key %d", steps[i], 60 + f);
        }
    }
    // An open string without a key: every key there is lies above it.
    fill(60, open_and_top, 2);
    instrument.string[0].fret_semitones[1] = 60.0;
    tuning.has_scale = tuning.has_keymap = true;
    tuning.scale = (JwScale){.n = 1, .cents = {10.0}};
    tuning.keymap = jw_keymap_linear(0, 2.1 * jw_key_hz(60.0, 440.0));
    const JwNeck *neck = tuned();
    check(neck->key[0] == -1 && neck->n == JW_MAX_PLACES, "%d places over key %d", neck->n,
          neck->key[0]);
}

/// So stiff a string cannot be tuned down.
static void check_range(void) {
    static const double open[] = {0.0};
    fill(60, open, 1);
    tuning.string_cents[0] = -1200.0;
    check_pitch(tuned(), 0, -1200.0, "an octave down");
    instrument.param[JW_P_SA] = 6.0;
    check_pitch(tuned(), 0, 500.0 - 700.0, "of an octave Sa has taken 5");
    tuning.string_cents[0] = 1200.0;
    check_pitch(tuned(), 0, 1200.0, "nor more than an octave up");
    fill(60, open, 1);
    JwStringSpec *s = &instrument.string[0];
    s->data.ei_n_m2 = 0.5;
    s->data.tension_n = 0.1;
    const double declared_hz = jw_string_data_pitch_hz(&s->data);
    const int key = (int)lround(69.0 + 12.0 * log2(declared_hz / 440.0));
    instrument.a4_hz = 440.0 * declared_hz / jw_key_hz(key, 440.0);
    instrument.param[JW_P_A4] = instrument.a4_hz;
    s->key = key;
    instrument.sa_key = 60;
    instrument.param[JW_P_SA] = 8.0;
    const JwNeck *neck = tuned();
    check(neck->key[0] == -1 && fabs(cents(neck->hz[0], declared_hz)) < 1e-6, "it stays as it is");
    instrument.param[JW_P_SA] = 6.0;
    neck = tuned();
    check(neck->key[0] == key + 5 && fabs(cents(neck->hz[0], declared_hz) - 500.0) < 1e-6,
          "up it goes");
}

static void check_differs(void) {
    double a[JW_N_PARAMS], b[JW_N_PARAMS];
    static const JwParamId tunes[] = {JW_P_A4, JW_P_SA, JW_P_RAGA, JW_P_INTONATION,
                                      JW_P_DRONE_FIRST};
    int n = 0;
    jw_params_default(a);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_params_default(b);
        b[i] += 1.0;
        n += jw_fretboard_differs(a, b);
    }
    check(n == 5 && !jw_fretboard_differs(a, a), "five parameters tune");
    for (int i = 0; i < 5; ++i) {
        jw_params_default(b);
        b[tunes[i]] += 1.0;
        check(jw_fretboard_differs(a, b), "parameter %d tunes", (int)tunes[i]);
    }
}

/// A value of a tuning and what it may not be.
typedef struct {
    size_t offset;
    bool is_int;
    double value;
} Bad;

#define NUMBER(field) offsetof(JwTuning, field), false
#define WHOLE(field)  offsetof(JwTuning, field), true

static void check_refused(void) {
    static const Bad bad[] = {
        {WHOLE(scale.n), -1},
        {WHOLE(scale.n), JW_SCALE_DEGREES + 1},
        {NUMBER(scale.cents[1]), 120001.0},
        {NUMBER(scale.cents[1]), -120001.0},
        {NUMBER(scale.cents[1]), (double)NAN},
        {WHOLE(keymap.n), -1},
        {WHOLE(keymap.n), JW_KEYMAP_KEYS + 1},
        {WHOLE(keymap.first_key), -JW_KEYS},
        {WHOLE(keymap.last_key), JW_KEYS},
        {WHOLE(keymap.middle_key), JW_KEYS},
        {WHOLE(keymap.reference_key), -JW_KEYS},
        {WHOLE(keymap.octave), 10001},
        {WHOLE(keymap.octave), -10001},
        {NUMBER(keymap.reference_hz), 0.0},
        {NUMBER(keymap.reference_hz), 1.1e5},
        {NUMBER(keymap.reference_hz), (double)NAN},
        {WHOLE(keymap.degree[0]), JW_UNMAPPED},
        {NUMBER(string_cents[JW_MAX_STRINGS - 1]), -1200.1},
        {NUMBER(string_cents[0]), (double)NAN},
    };
    static JwTuning good;
    good.has_scale = good.has_keymap = true;
    good.scale = (JwScale){.n = 2, .cents = {700.0, 1200.0}};
    good.keymap = jw_keymap_linear(60, 260.0);
    good.keymap.n = 1;
    check(jw_tuning_ok(&good), "a good tuning");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        const int whole = bad[i].is_int ? (int)bad[i].value : 0;
        tuning = good;
        memcpy((char *)&tuning + bad[i].offset,
               bad[i].is_int ? (const void *)&whole : (const void *)&bad[i].value,
               bad[i].is_int ? sizeof(int) : sizeof(double));
        check(!jw_tuning_ok(&tuning), "value %d: %g", (int)i, bad[i].value);
    }
    tuning.string_cents[0] = 0.0;
    tuning.has_scale = tuning.has_keymap = false;
    tuning.scale.n = tuning.keymap.n = -1;
    check(jw_tuning_ok(&tuning), "what is not used may be anything");
}

int main(void) {
    check_own();
    check_wrap();
    check_last_key();
    check_roles();
    check_scales();
    check_many();
    check_range();
    check_differs();
    check_refused();
    return check_result();
}
