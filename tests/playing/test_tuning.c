// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ragas, Sa, A4, strings in cents: the pitch that every string and fret is tuned to.
// Arguments: the shipped instruments.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "playing/fretboard.h"
#include "playing/tables.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JwInstrument instrument;
static JwFretboard board;
static JwTuning tuning;

static void fill(const JwTuning *with) {
    jw_fretboard_fill(&board, &instrument, with, instrument.param);
}

/********* Ragas *********/

/// Cents over Sa of the seven notes, worked out by hand from the ratios in the comments.
typedef struct {
    const char *name;
    int key[7];
    double cents[7];
} Raga;

// S 1, r 16/15 or 256/243, R 9/8, g 6/5 or 32/27, G 5/4, m 4/3, M 45/32, P 3/2, d 8/5 or 128/81,
// D 5/3 or 27/16, n 9/5, N 15/8
static const Raga ragas[] = {
    {"Bilawal", {0, 2, 4, 5, 7, 9, 11}, {0, 203.910, 386.314, 498.045, 701.955, 884.359, 1088.269}},
    {"Yaman", {0, 2, 4, 6, 7, 9, 11}, {0, 203.910, 386.314, 590.224, 701.955, 905.865, 1088.269}},
    {"Kafi", {0, 2, 3, 5, 7, 9, 10}, {0, 203.910, 315.641, 498.045, 701.955, 884.359, 1017.596}},
    {"Bhairavi",
     {0, 1, 3, 5, 7, 8, 10},
     {0, 111.731, 315.641, 498.045, 701.955, 813.686, 1017.596}},
    {"Bhairav", {0, 1, 4, 5, 7, 8, 11}, {0, 111.731, 386.314, 498.045, 701.955, 813.686, 1088.269}},
    {"Todi", {0, 1, 3, 6, 7, 8, 11}, {0, 90.225, 294.135, 590.224, 701.955, 792.180, 1088.269}},
};

static int raga_of(const char *name) {
    for (int r = 1; r < JW_N_RAGAS; ++r) {
        if (!strcmp(jw_raga_name(r), name)) {
            return r;
        }
    }
    return -1;
}

static void check_ragas(void) {
    double worst = 0.0, equal = 0.0;
    for (size_t i = 0; i < sizeof(ragas) / sizeof(ragas[0]); ++i) {
        const Raga *r = &ragas[i];
        const int raga = raga_of(r->name);
        double just[JW_KEYS], tempered[JW_KEYS];
        check(raga > 0, "raga %s", r->name);
        const JwTonic tonic = {442.0, 49, raga, true, false};
        const JwTonic plain = {442.0, 49, raga, false, false};
        jw_tonic_keys(&tonic, just);
        jw_tonic_keys(&plain, tempered);
        const double sa_hz = 442.0 * exp2((49 - 69) / 12.0);
        for (int k = 0; k < 7; ++k) {
            for (int octave = -3; octave <= 4; ++octave) {
                const int key = 49 + 12 * octave + r->key[k];
                const double cents = tone_cents(just[key], sa_hz) - 1200.0 * octave;
                worst = fmax(worst, fabs(cents - r->cents[k]));
                equal = fmax(equal, fabs(tone_cents(tempered[key], sa_hz) - 100.0 * (key - 49)));
            }
        }
        for (int key = 1; key < JW_KEYS; ++key) {
            check(just[key] > just[key - 1], "%s rises at key %d", r->name, key);
        }
    }
    check_below(worst, 1e-3, "six ragas in just intonation, cents off");
    check_below(equal, 1e-9, "in equal temperament, cents off");
    check(!jw_raga_name(0) && !jw_raga_name(JW_N_RAGAS) && !jw_raga_name(-1), "ragas end");
}

static void check_raga_keys(void) {
    const int todi = raga_of("Todi");
    // C D E F G A B over Sa = C# is nothing of the raga's: every note goes to its own of them.
    const int from[] = {49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 48, 37};
    const int to[] = {49, 50, 50, 52, 52, 55, 55, 56, 57, 57, 60, 60, 61, 48, 37};
    for (size_t i = 0; i < sizeof(from) / sizeof(from[0]); ++i) {
        check(jw_raga_key(todi, 49, from[i]) == to[i], "Todi: key %d to %d, not %d", from[i],
              jw_raga_key(todi, 49, from[i]), to[i]);
        check(jw_raga_key(0, 49, from[i]) == from[i], "no raga, key %d", from[i]);
    }
}

/********* Strings *********/

static void check_own(void) {
    double worst = 0.0;
    int n = 0;
    fill(NULL);
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        check(board.neck[s].n == string->n_frets, "%s: frets", string->name);
        for (int f = 0; f < string->n_frets; ++f, ++n) {
            const double hz =
                jw_string_data_pitch_hz(&string->data) * exp2(string->fret_semitones[f] / 12.0);
            const double tuned =
                hz * exp2(-(string->wrap_cents[f] + string->ringing_cents[f]) / 1200.0);
            worst = fmax(worst, fabs(tone_cents(board.neck[s].hz[f], hz)));
            worst = fmax(worst, fabs(tone_cents(board.neck[s].tuned_hz[f], tuned)));
        }
    }
    check_below(worst, 1e-9, "%s: %d strings and frets as the file says, cents off",
                instrument.name, n);
}

/// Frequency of a table's first mode along one of its axes [Hz], losses aside.
static double first_hz(const JwModes *m, int axis) {
    const size_t at = axis == 0 ? 0 : (size_t)m->n_first;
    const double damp = jw_element(m->precision, m->damp, at);
    const double s = atanh(damp / (2.0 - damp)); // damp = 2 tanh s/(1 + tanh s)
    const double theta2 = jw_element(m->precision, m->theta2_t, at) +
                          jw_element(m->precision, m->theta2_e, at) + s * s;
    return sqrt(theta2) / (2.0 * JW_PI * m->dt_s);
}

/// How far the fundamental of a table is off [cents]: tension and length give the tuned pitch, and
/// the axes of a string of two polarisations lie half the split below it and above.
static double table_off(const JwModes *m, const JwLateral *lateral, double tuned_hz) {
    const int n_axes = lateral->hz > 0.0 && instrument.param[JW_P_LATERAL] > 0.0 ? 2 : 1;
    const double split = n_axes == 2 ? lateral->split_cents * instrument.param[JW_P_LATERAL] : 0.0;
    const double lower_hz = sqrt(m->theta2_first) / (2.0 * JW_PI * m->dt_s);
    double off = fabs(tone_cents(lower_hz, tuned_hz) + 0.5 * split);
    check((m->n_lateral > 0) == (n_axes == 2), "%s: %d axes", instrument.name, n_axes);
    for (int axis = 0; axis < n_axes; ++axis) {
        const double expected = (axis - 0.5) * split;
        off = fmax(off, fabs(tone_cents(first_hz(m, axis), tuned_hz) - expected));
    }
    return off;
}

/// The tables that are built.
static void check_tables(const JwTuning *with, const char *what) {
    JwTablesSpec spec = {.rate_hz = 48000.0, .precision = JW_PRECISION_F64, .tuning = with};
    memcpy(spec.param, instrument.param, sizeof(spec.param));
    JwTables *tables = jw_tables_new(&instrument, &spec);
    double worst = 0.0;
    if (!check(tables != NULL, "tables")) {
        return;
    }
    for (int s = 0; s < instrument.n_strings; ++s) {
        for (int f = 0; f < tables->board.neck[s].n; ++f) {
            const double tuned_hz = tables->board.neck[s].tuned_hz[f];
            const JwLateral *lateral = &instrument.string[s].data.lateral;
            worst = fmax(worst, table_off(tables->modes[s][f], lateral, tuned_hz));
        }
    }
    check_below(worst, 1e-6, "%s, %s: tables, cents off", instrument.name, what);
    jw_tables_free(tables);
}

static void check_sa(void) {
    const double before = instrument.param[JW_P_SA];
    double worst = 0.0;
    for (int sa = 1; sa <= 12; ++sa) {
        instrument.param[JW_P_SA] = sa;
        fill(NULL);
        int shift = sa - 1 - instrument.sa_key % 12;
        shift -= shift > 5 ? 12 : shift < -6 ? -12 : 0;
        check(board.sa_key == instrument.sa_key + shift, "Sa %d: key %d", sa, board.sa_key);
        for (int s = 0; s < instrument.n_strings; ++s) {
            const double hz =
                jw_string_data_pitch_hz(&instrument.string[s].data) * exp2(shift / 12.0);
            worst = fmax(worst, fabs(tone_cents(board.neck[s].hz[0], hz)));
            check(board.neck[s].key[0] == instrument.string[s].key + shift, "key moves along");
        }
    }
    check_below(worst, 1e-9, "%s: every Sa, cents off", instrument.name);
    instrument.param[JW_P_SA] = before;
}

static void check_a4(void) {
    instrument.param[JW_P_A4] = instrument.a4_hz * 432.0 / 440.0;
    fill(NULL);
    double worst = 0.0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const double hz = jw_string_data_pitch_hz(&instrument.string[s].data) * 432.0 / 440.0;
        worst = fmax(worst, fabs(tone_cents(board.neck[s].hz[0], hz)));
    }
    instrument.param[JW_P_A4] = instrument.a4_hz;
    check_below(worst, 1e-9, "%s: another A4, cents off", instrument.name);
}

static void check_instrument(const char *path) {
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    check(instrument.param[JW_P_A4] == instrument.a4_hz, "%s: A4 as built", path);
    check_own();
    check_tables(NULL, "as built");
    check_sa();
    check_a4();
}

/// A string to begin with: steel, 0.88 m, F#3, key 54.
static JwStringSpec *add_string(const char *name, JwStringRole role, int key) {
    JwStringSpec *s = &instrument.string[instrument.n_strings++];
    *s = (JwStringSpec){.role = role, .key = key, .n_frets = 1, .gain = 1.0};
    snprintf(s->name, sizeof(s->name), "%s", name);
    s->data = fixture_jor_data();
    s->data.tension_n = jw_string_data_tension_n(&s->data, jw_key_hz(key, 440.0));
    return s;
}

static void begin_sitar(void) {
    jw_instrument_init(&instrument);
    strcpy(instrument.name, "Test");
    instrument.sa_key = 49;
    instrument.n_strings = 0;
}

static void check_raga_strings(void) {
    begin_sitar();
    JwStringSpec *baj = add_string("baj", JW_ROLE_MELODY, 54);
    baj->n_frets = 25;
    for (int f = 0; f < 25; ++f) {
        baj->fret_semitones[f] = f;
    }
    baj->fret_semitones[3] = 3.04; // Moved by a hand: a raga moves it back
    add_string("ni", JW_ROLE_TARAF, 48);
    add_string("re", JW_ROLE_TARAF, 51);
    add_string("ga", JW_ROLE_TARAF, 53)->tune_cents = 2.0;
    instrument.string[3].data.tension_n =
        jw_string_data_tension_n(&instrument.string[3].data, jw_key_hz(53.02, 440.0));
    add_string("jor", JW_ROLE_MELODY, 51); // A melody string keeps its key
    instrument.param[JW_P_RAGA] = raga_of("Todi");
    instrument.param[JW_P_INTONATION] = 1.0;
    fill(NULL);
    const double sa = jw_key_hz(49, 440.0);
    const double expected[] = {498.045, 1088.269 - 1200.0, 90.225, 294.135 + 2.0, 203.910};
    double worst = 0.0;
    for (int s = 0; s < 5; ++s) {
        worst = fmax(worst, fabs(tone_cents(board.neck[s].hz[0], sa) - expected[s]));
    }
    check_below(worst, 1e-3, "open strings of Todi, cents off");
    // Frets of the baj: M at 1, P at 2, d at 3, N at 6, S at 7, r at 8
    const int fret[] = {1, 2, 3, 6, 7, 8, 19};
    const double cents[] = {590.224, 701.955, 792.180, 1088.269, 1200.0, 1290.225, 2400.0};
    worst = 0.0;
    for (int i = 0; i < 7; ++i) {
        worst = fmax(worst, fabs(tone_cents(board.neck[0].hz[fret[i]], sa) - cents[i]));
        check(jw_neck_find(&board.neck[0], 54 + fret[i]) == fret[i], "key of fret %d", fret[i]);
    }
    check_below(worst, 1e-3, "frets of Todi, cents off");
    check_tables(NULL, "Todi");
    instrument.param[JW_P_INTONATION] = 0.0;
    fill(NULL);
    check_below(fabs(tone_cents(board.neck[2].hz[0], sa) - 100.0), 1e-9, "komal Re as built");
    check_below(fabs(tone_cents(board.neck[0].hz[3], sa) - 804.0), 1e-9, "a fret as built");
    instrument.param[JW_P_INTONATION] = 2.0;
    fill(NULL);
    check_below(fabs(tone_cents(board.neck[0].hz[3], sa) - 800.0), 1e-9, "a fret, equal");
}

static void check_first_string(void) {
    // Pa Ma Ni below Sa = C3
    const double expected[] = {-500.0, -500.0, -700.0, -100.0};
    begin_sitar();
    instrument.sa_key = 48;
    add_string("pa", JW_ROLE_DRONE, 43);
    instrument.drone.first = 0;
    for (int first = 0; first < 4; ++first) {
        instrument.param[JW_P_DRONE_FIRST] = first;
        fill(NULL);
        check_below(fabs(tone_cents(board.neck[0].hz[0], jw_key_hz(48, 440.0)) - expected[first]),
                    1e-9, "first string %d, cents off", first);
    }
    instrument.param[JW_P_RAGA] = raga_of("Kafi");
    fill(NULL);
    check_below(fabs(tone_cents(board.neck[0].hz[0], jw_key_hz(48, 440.0)) + 200.0), 1e-9,
                "Kafi's Ni, cents off");
}

static void check_cents(void) {
    begin_sitar();
    add_string("one", JW_ROLE_MELODY, 49);
    JwStringSpec *two = add_string("two", JW_ROLE_MELODY, 49);
    two->n_frets = 3;
    for (int f = 0; f < 3; ++f) {
        two->fret_semitones[f] = 2.0 * f;
        two->wrap_cents[f] = 1.0 + f;
    }
    memset(&tuning, 0, sizeof(tuning));
    tuning.string_cents[0] = -7.5;
    tuning.string_cents[1] = 3.25;
    fill(&tuning);
    const double c = jw_key_hz(49, 440.0);
    check_below(fabs(tone_cents(board.neck[0].hz[0], c) + 7.5), 1e-9, "a string, cents off");
    for (int f = 0; f < 3; ++f) {
        check_below(fabs(tone_cents(board.neck[1].hz[f], c) - 200.0 * f - 3.25), 1e-9,
                    "its fret %d, cents off", f);
        const double wrap = (1.0 + f) * exp2(-3.25 / 1200.0); // Less on a tighter string
        check_below(fabs(tone_cents(board.neck[1].hz[f], board.neck[1].tuned_hz[f]) - wrap), 1e-9,
                    "without what the bridge adds, cents off");
    }
    check_tables(&tuning, "in cents");
    // A string is not tuned further than it bears.
    tuning.string_cents[0] = 1200.0;
    instrument.param[JW_P_A4] = 600.0;
    fill(&tuning);
    check_below(fabs(tone_cents(board.neck[0].hz[0], c) - 1200.0), 1e-9, "an octave at most");
    tuning.string_cents[0] = 1300.0;
    check(!jw_tuning_ok(&tuning), "more than an octave");
    tuning.string_cents[0] = NAN;
    check(!jw_tuning_ok(&tuning), "not a number");
}

/// Scale frets take the compensation of the frets around them.
static void check_scale_frets(void) {
    begin_sitar();
    JwStringSpec *one = add_string("one", JW_ROLE_MELODY, 49);
    one->n_frets = 13;
    for (int f = 0; f < 13; ++f) {
        one->fret_semitones[f] = f;
        one->wrap_cents[f] = 0.5 * f;
    }
    memset(&tuning, 0, sizeof(tuning));
    tuning.has_scale = true;
    tuning.scale.n = 24;
    for (int i = 0; i < 24; ++i) {
        tuning.scale.cents[i] = 50.0 * (i + 1);
    }
    fill(&tuning);
    check(board.neck[0].n == 25, "quarter tones: %d frets", board.neck[0].n);
    double worst = 0.0;
    for (int f = 0; f < board.neck[0].n; ++f) {
        const double hz = board.neck[0].hz[f];
        worst = fmax(worst, fabs(tone_cents(hz, jw_key_hz(49, 440.0)) - 50.0 * f));
        worst = fmax(worst, fabs(tone_cents(hz, board.neck[0].tuned_hz[f]) - 0.25 * f));
        check(board.neck[0].key[f] == 49 + f, "key of quarter tone %d", f);
    }
    check_below(worst, 1e-9, "quarter tones, cents off");
    check_tables(&tuning, "quarter tones");
}

int main(int argc, char **argv) {
    check_ragas();
    check_raga_keys();
    for (int i = 1; i < argc; ++i) {
        check_instrument(argv[i]);
    }
    check(argc > 1, "no instruments given");
    check_raga_strings();
    check_first_string();
    check_cents();
    check_scale_frets();
    return check_result();
}
