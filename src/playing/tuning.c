// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/tuning.h"

#include "base/elementary.h"

#include <math.h>
#include <stddef.h>

enum { SEMITONES = 12 };

/// Range of pitches that a key may have; scales with many octaves per step exceed it.
static const double least_hz = 1.0;
static const double most_hz = 30000.0;

/// The seven notes (svara) of a raga.
enum { SA, RE, GA, MA, PA, DHA, NI, SWARAS };

typedef struct {
    int numerator, denominator;
} Ratio;

/// Ratios of plain just intonation, also used for notes that a raga does not have.
static const Ratio chromatic[SEMITONES] = {
    {1, 1},   {16, 15}, {9, 8}, {6, 5}, {5, 4}, {4, 3},
    {45, 32}, {3, 2},   {8, 5}, {5, 3}, {9, 5}, {15, 8},
};

/// A that: semitones above Sa of its seven notes, and their ratios.
typedef struct {
    const char *name;
    int semitone[SWARAS];
    Ratio ratio[SWARAS];
} Raga;

// Ratios of the ragas. Of the two shrutis of a note, the table has the one that forms fifths and
// fourths with the raga's other notes: Dha of Yaman is a fifth above Re; Todi's low Re, Ga and Dha
// are in a series of fifths.
static const Raga ragas[JW_N_RAGAS] = {
    {NULL, {0, 0, 0, 0, 0, 0, 0}, {{0, 0}}},
    {"Bilawal", {0, 2, 4, 5, 7, 9, 11}, {{1, 1}, {9, 8}, {5, 4}, {4, 3}, {3, 2}, {5, 3}, {15, 8}}},
    {"Yaman",
     {0, 2, 4, 6, 7, 9, 11},
     {{1, 1}, {9, 8}, {5, 4}, {45, 32}, {3, 2}, {27, 16}, {15, 8}}},
    {"Khamaj", {0, 2, 4, 5, 7, 9, 10}, {{1, 1}, {9, 8}, {5, 4}, {4, 3}, {3, 2}, {5, 3}, {16, 9}}},
    {"Kafi", {0, 2, 3, 5, 7, 9, 10}, {{1, 1}, {9, 8}, {6, 5}, {4, 3}, {3, 2}, {5, 3}, {9, 5}}},
    {"Asavari", {0, 2, 3, 5, 7, 8, 10}, {{1, 1}, {9, 8}, {6, 5}, {4, 3}, {3, 2}, {8, 5}, {9, 5}}},
    {"Bhairavi",
     {0, 1, 3, 5, 7, 8, 10},
     {{1, 1}, {16, 15}, {6, 5}, {4, 3}, {3, 2}, {8, 5}, {9, 5}}},
    {"Bhairav",
     {0, 1, 4, 5, 7, 8, 11},
     {{1, 1}, {16, 15}, {5, 4}, {4, 3}, {3, 2}, {8, 5}, {15, 8}}},
    {"Purvi",
     {0, 1, 4, 6, 7, 8, 11},
     {{1, 1}, {16, 15}, {5, 4}, {45, 32}, {3, 2}, {8, 5}, {15, 8}}},
    {"Marwa",
     {0, 1, 4, 6, 7, 9, 11},
     {{1, 1}, {16, 15}, {5, 4}, {45, 32}, {3, 2}, {5, 3}, {15, 8}}},
    {"Todi",
     {0, 1, 3, 6, 7, 8, 11},
     {{1, 1}, {256, 243}, {32, 27}, {45, 32}, {3, 2}, {128, 81}, {15, 8}}},
};

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

static double just_ratio(const Raga *raga, int semitone) {
    const Ratio *ratio = &chromatic[semitone];
    for (int i = 0; raga->name && i < SWARAS; ++i) {
        if (raga->semitone[i] == semitone) {
            ratio = &raga->ratio[i];
        }
    }
    return (double)ratio->numerator / ratio->denominator;
}

void jw_tonic_keys(const JwTonic *tonic, double hz[JW_KEYS]) {
    const double sa_hz = jw_key_hz(tonic->sa_key, tonic->a4_hz);
    for (int key = 0; key < JW_KEYS; ++key) {
        const int from = key - tonic->sa_key;
        hz[key] = tonic->just
                      ? ldexp(sa_hz * just_ratio(&ragas[tonic->raga], modulo(from, SEMITONES)),
                              periods(from, SEMITONES))
                      : jw_key_hz(key, tonic->a4_hz);
    }
}

int jw_raga_key(int raga, int sa_key, int key) {
    static const int swara_of[SEMITONES] = {SA, RE, RE, GA, GA, MA, MA, PA, DHA, DHA, NI, NI};
    if (!ragas[raga].name) {
        return key;
    }
    const int semitone = modulo(key - sa_key, SEMITONES);
    return key - semitone + ragas[raga].semitone[swara_of[semitone]];
}

const char *jw_raga_name(int raga) {
    return raga > 0 && raga < JW_N_RAGAS ? ragas[raga].name : NULL;
}
