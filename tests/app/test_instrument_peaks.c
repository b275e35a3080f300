// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// No note of an instrument, as it comes, is much softer than another, and none clips: notes at
// velocity 100, each alone, peak within 9 dB of one another and below -3 dBFS; a key that plucks
// several strings, as several notes do, below -1 dBFS. How loud instruments are beside each other
// is for test_levels. Arguments: "quick" (every fifth key and
// the highest) or "all" (every key, longer), then instruments.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "host/compass.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 4800, VELOCITY = 100, QUICK_STEP = 5 };

static const double spread_db = 9.0, most_db = -3.0, most_of_several_db = -1.0;
static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

static JwInstrument instrument;

typedef struct {
    JwEngine *engine;
    bool all;
    int n_notes;
    int lowest_key, highest_key;
    double lowest_db, highest_db, pulled_db;
} Listener;

static double peak_db(JwEngine *engine, const JwEvent *event, double seconds) {
    static float left[BLOCK], right[BLOCK];
    double peak = 1e-10;
    for (long at = 0; at < lround(seconds * RATE); at += BLOCK) {
        jw_engine_run(engine, event, at == 0, left, right, NULL, BLOCK);
        for (int i = 0; i < BLOCK; ++i) {
            peak = fmax(peak, fmax(fabs((double)left[i]), fabs((double)right[i])));
        }
    }
    return 20.0 * log10(peak);
}

/// True for what some string that a hand plucks has at rest, on one of its frets.
static bool is_at_rest(int key) {
    bool has = false;
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        for (int f = 0; f < string->n_frets && string->role != JW_ROLE_TARAF; ++f) {
            has = has || string->key + (int)lround(string->fret_semitones[f]) == key;
        }
    }
    return has;
}

/// Most that a key may peak at.
static double most_of(int key) {
    const JwMidiMap *map = &instrument.map;
    for (int i = 0; i < map->n_keys; ++i) {
        if (map->key[i].key == key && map->key[i].n_strings > 1) {
            return most_of_several_db;
        }
    }
    return most_db;
}

/// A note of channel 1. One that a string has only if it is pulled or slackened far may be softer.
static void note(Listener *l, int key) {
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)key, VELOCITY}};
    const bool at_rest = is_at_rest(key);
    jw_engine_reset(l->engine);
    const double db = peak_db(l->engine, &event, l->all ? 1.0 : 0.3);
    check(db <= most_of(key), "%s, key %d: %.2f dBFS", instrument.name, key, db);
    if (at_rest && most_of(key) == most_db) {
        l->lowest_key = db < l->lowest_db ? key : l->lowest_key;
        l->highest_key = db > l->highest_db ? key : l->highest_key;
        l->lowest_db = fmin(l->lowest_db, db);
        l->highest_db = fmax(l->highest_db, db);
        ++l->n_notes;
    } else if (!at_rest) {
        l->pulled_db = fmax(l->pulled_db, db);
    }
}

static void listen(Listener *l) {
    JwCompass compass;
    JwError error = {0};
    if (!check(jw_compass_find(&compass, &instrument, NULL, instrument.param, &error), "compass")) {
        return;
    }
    for (int key = compass.lowest; key <= compass.highest; ++key) {
        const bool end = key == compass.lowest || key == compass.highest;
        if (compass.has[key] && (l->all || end || key % QUICK_STEP == 0)) {
            note(l, key);
        }
    }
    check(l->n_notes > 0 || !l->all, "%s has notes", instrument.name);
    check(l->highest_db - l->lowest_db <= spread_db || l->n_notes == 0,
          "%s: %.2f dBFS (key %d) to %.2f (key %d)", instrument.name, l->lowest_db, l->lowest_key,
          l->highest_db, l->highest_key);
    printf("%-24s %3d notes: %6.2f (key %d) to %6.2f dBFS (key %d), pulled to %.2f\n",
           instrument.name, l->n_notes, l->lowest_db, l->lowest_key, l->highest_db, l->highest_key,
           l->pulled_db);
}

int main(int argc, char **argv) {
    Listener l = {.engine = jw_engine_new(), .all = argc > 1 && !strcmp(argv[1], "all")};
    for (int i = 2; i < argc && check(l.engine != NULL, "memory"); ++i) {
        JwError error = {0};
        l.n_notes = 0;
        l.lowest_db = HUGE_VAL;
        l.highest_db = -HUGE_VAL;
        l.pulled_db = -HUGE_VAL;
        if (check(!jw_instrument_file_load(argv[i], &instrument, &error) &&
                      !jw_engine_prepare(l.engine, &instrument, RATE, &options),
                  "%s %s", argv[i], error.text)) {
            listen(&l);
        }
    }
    check_between(argc - 2, 14.0, 1000.0, "instruments");
    jw_engine_free(l.engine);
    return check_result();
}
