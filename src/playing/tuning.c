// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/tuning.h"

#include "base/elementary.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { SEMITONES = 12 };

/// Range of pitches that a key may have; scales with many octaves per step exceed it.
static const double least_hz = 1.0;
static const double most_hz = 30000.0;

typedef struct {
    int numerator, denominator;
} Ratio;

/// The two places of each note in the 22 shrutis: a lower and a higher one.
static const Ratio places[SEMITONES][2] = {
    {{1, 1}, {1, 1}},    {{256, 243}, {16, 15}}, {{10, 9}, {9, 8}},      {{32, 27}, {6, 5}},
    {{5, 4}, {81, 64}},  {{4, 3}, {27, 20}},     {{45, 32}, {729, 512}}, {{3, 2}, {3, 2}},
    {{128, 81}, {8, 5}}, {{5, 3}, {27, 16}},     {{16, 9}, {9, 5}},      {{15, 8}, {243, 128}},
};

/// Places in just intonation, also of notes that a raga does not have; 0 is the lower one. Some
/// thats differ (column `just` of ragas.def): they have the one that forms fifths and fourths with
/// their other notes. Dha of Yaman is a fifth above Re; Todi's low Re, Ga and Dha are in a series
/// of fifths.
static const int usual[SEMITONES] = {0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0};

/// The seven svaras; the other form of each note, -1 if there is none.
static const int svara[SEMITONES] = {0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6};
static const int other_form[SEMITONES] = {-1, 2, 1, 4, 3, 6, 5, -1, 9, 8, 11, 10};

enum { MA = 5, PA = 7, NI = 11 };

static int modulo(int a, int n) {
    const int r = a % n;
    return r < 0 ? r + n : r;
}

static int periods(int a, int n) {
    return (a - modulo(a, n)) / n;
}

double jw_key_hz(double key, double a4_hz) {
    return a4_hz * jw_exp2((key - 69.0) / SEMITONES);
}

/********* Scala *********/

JwKeymap jw_keymap_linear(int middle_key, double hz) {
    return (JwKeymap){
        .last_key = JW_KEYS - 1,
        .middle_key = middle_key,
        .reference_key = middle_key,
        .reference_hz = hz,
    };
}

double jw_scale_degree_cents(const JwScale *scale, int degree) {
    if (scale->n == 0) {
        return 0.0;
    }
    const int step = modulo(degree, scale->n);
    const double within = step > 0 ? scale->cents[step - 1] : 0.0;
    return periods(degree, scale->n) * scale->cents[scale->n - 1] + within;
}

/// Interval of a key above degree 0 of the middle key; returns false if the key has no note.
static bool key_cents(const JwScale *scale, const JwKeymap *map, int key, double *cents) {
    const int from = key - map->middle_key;
    if (map->n == 0) {
        *cents = jw_scale_degree_cents(scale, from);
        return true;
    }
    const int degree = map->degree[modulo(from, map->n)];
    const int octave = map->octave != 0 ? map->octave : scale->n;
    *cents = periods(from, map->n) * jw_scale_degree_cents(scale, octave) +
             jw_scale_degree_cents(scale, degree);
    return degree != JW_UNMAPPED;
}

bool jw_keymap_usable(const JwKeymap *map) {
    return map->n == 0 ||
           map->degree[modulo(map->reference_key - map->middle_key, map->n)] != JW_UNMAPPED;
}

double jw_keymap_hz(const JwScale *scale, const JwKeymap *map, int key, double a4_hz) {
    double cents, reference;
    if (key < map->first_key || key > map->last_key) {
        return jw_key_hz(key, a4_hz);
    }
    if (!key_cents(scale, map, key, &cents) ||
        !key_cents(scale, map, map->reference_key, &reference)) {
        return 0.0;
    }
    // A huge number of octaves would give an infinite ratio, and no pitch.
    const double octaves = (cents - reference) / 1200.0;
    const double hz = fabs(octaves) < 100.0 ? map->reference_hz * jw_exp2(octaves) : 0.0;
    return hz >= least_hz && hz <= most_hz ? hz : 0.0;
}

/********* Ragas *********/

/// Place of a note in a list like "r1 G2"; -1 if it is not there.
static int place_in(const char *list, int semitone) {
    const char *at = strchr(list, jw_svara_letter(semitone));
    return at ? at[1] - '1' : -1;
}

static double just_ratio(const JwTonic *tonic, int semitone) {
    const JwRaga *raga = jw_raga_info(tonic->raga);
    if (raga && tonic->own && raga->cents && raga->cents[semitone] >= 0.0) {
        return jw_exp2(raga->cents[semitone] / 1200.0);
    }
    int place = raga && tonic->own ? place_in(raga->own, semitone) : -1;
    if (raga && place < 0) {
        place = place_in(raga->just, semitone);
    }
    const Ratio *ratio = &places[semitone][place >= 0 ? place : usual[semitone]];
    return (double)ratio->numerator / ratio->denominator;
}

void jw_tonic_keys(const JwTonic *tonic, double hz[JW_KEYS]) {
    const double sa_hz = jw_key_hz(tonic->sa_key, tonic->a4_hz);
    for (int key = 0; key < JW_KEYS; ++key) {
        const int from = key - tonic->sa_key;
        hz[key] = tonic->just ? ldexp(sa_hz * just_ratio(tonic, modulo(from, SEMITONES)),
                                      periods(from, SEMITONES))
                              : jw_key_hz(key, tonic->a4_hz);
    }
}

static bool has(unsigned notes, int semitone) {
    return semitone >= 0 && (notes >> semitone & 1u);
}

int jw_raga_key(int raga, int sa_key, int key) {
    const unsigned notes = jw_raga_notes(raga);
    const int semitone = modulo(key - sa_key, SEMITONES), other = other_form[semitone];
    return has(notes, semitone) || !has(notes, other) ? key : key - semitone + other;
}

int jw_svara(int sa_key, int key) {
    return svara[modulo(key - sa_key, SEMITONES)];
}

int jw_raga_first(int raga) {
    const JwRaga *info = jw_raga_info(raga);
    return raga > JW_RAGA_LAST_THAT && info ? jw_svara_semitone(info->first) : -1;
}

/// Times that a note is in aroha and avaroha.
static int frequency(const JwRaga *raga, int semitone) {
    int n = 0;
    for (int down = 0; down < 2; ++down) {
        for (const char *at = down ? raga->avaroha : raga->aroha; *at; ++at) {
            n += *at == jw_svara_letter(semitone);
        }
    }
    return n;
}

/// Interval to the nearest note, the upper one of two.
static int nearest_note(unsigned notes, int semitone) {
    for (int by = 1; by < SEMITONES; ++by) {
        if (has(notes, modulo(semitone + by, SEMITONES))) {
            return by;
        }
        if (has(notes, modulo(semitone - by, SEMITONES))) {
            return -by;
        }
    }
    return 0;
}

static bool is_made_for(int taraf, int of_svara) {
    return svara[(jw_taraf_notes[taraf] + SEMITONES) % SEMITONES] == of_svara;
}

/// Semitones by which a raga of the user's own tunes the taraf string number `before` of those that
/// are made for this svara.
static int own_taraf(const JwRaga *raga, int of_svara, int before) {
    int n = 0;
    for (int i = 0; i < JW_TARAF_NOTES; ++i) {
        n += is_made_for(i, of_svara);
    }
    before %= n;
    for (int i = 0; i < JW_TARAF_NOTES; ++i) {
        if (is_made_for(i, of_svara) && before-- == 0) {
            return raga->tuned[i];
        }
    }
    return 0;
}

int jw_raga_taraf_key(int raga, int sa_key, int key, int before) {
    const JwRaga *info = jw_raga_info(raga);
    const unsigned notes = jw_raga_notes(raga);
    const int semitone = modulo(key - sa_key, SEMITONES), other = other_form[semitone];
    if (!info) {
        return key;
    }
    if (info->tuned) {
        // From the shuddha note of the svara, whichever form the string is made for
        static const int shuddha[SEMITONES] = {0, 2, 2, 4, 4, 5, 5, 7, 9, 9, 11, 11};
        return key - semitone + shuddha[semitone] + own_taraf(info, svara[semitone], before);
    }
    if (has(notes, semitone) && has(notes, other)) {
        const bool begins = frequency(info, semitone) >= frequency(info, other);
        return begins == (before % 2 == 0) ? key : key - semitone + other;
    }
    if (has(notes, semitone) || has(notes, other)) {
        return jw_raga_key(raga, sa_key, key);
    }
    if (semitone == PA && (has(notes, MA) || has(notes, NI))) {
        return key - PA + (has(notes, MA) ? MA : NI);
    }
    return key + nearest_note(notes, semitone);
}
