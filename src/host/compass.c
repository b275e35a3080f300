// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/compass.h"

#include "playing/allocator.h"

#include <math.h>
#include <stdlib.h>

enum { ANY_RATE_HZ = 48000 };

/// Allocator and fretboard like the engine's: they know which keys can be played.
typedef struct {
    JwFretboard board;
    JwAllocator player;
} Bench;

static void ask(JwCompass *c, const Bench *b) {
    const JwMidiMap *map = &b->player.instrument->map;
    c->lowest = JW_KEYS;
    c->highest = -1;
    for (int key = 0; key < JW_KEYS; ++key) {
        bool mapped = false;
        for (int i = 0; i < map->n_keys; ++i) {
            mapped = mapped || map->key[i].key == key;
        }
        c->has[key] = jw_allocator_reaches(&b->player, 0, key);
        if (c->has[key] && !mapped) {
            c->lowest = key < c->lowest ? key : c->lowest;
            c->highest = key;
        }
    }
}

bool jw_compass_find(JwCompass *compass, const JwInstrument *instrument, const JwTuning *tuning,
                     const double *param, JwError *error) {
    Bench *b = calloc(1, sizeof(*b));
    if (!b) {
        return jw_error_set(error, "out of memory");
    }
    jw_fretboard_fill(&b->board, instrument, tuning, param);
    jw_allocator_reset(&b->player, instrument, &b->board, ANY_RATE_HZ, param[JW_P_BEND_RANGE]);
    ask(compass, b);
    compass->tonality = (JwTonality){.sa_key = jw_fretboard_madhya_key(instrument, param),
                                     .raga = (int)lround(param[JW_P_RAGA])};
    jw_raga_tell(compass->tonality.raga, instrument, &b->board, compass->raga);
    free(b);
    return true;
}

bool jw_compass_key(const JwCompass *c, const char *instrument, const char *text, int *key,
                    JwError *error) {
    char low[JW_NOTE_NAME_SIZE], high[JW_NOTE_NAME_SIZE];
    int found = 0;
    const bool read = jw_key_parse(text, &c->tonality, &found);
    if (!read && !jw_sargam_is(text)) {
        return jw_error_set(error, "\"%.40s\" is not a key from 0 to 127 or a name like C#3 or Re'",
                            text);
    }
    if (read && c->has[found]) {
        *key = found;
        return true;
    }
    if (c->lowest > c->highest) {
        return jw_error_set(error, "%.40s: %.80s has no notes", text, instrument);
    }
    return jw_error_set(error, "%.40s is out of reach: %.80s has %s to %s", text, instrument,
                        jw_key_name(c->lowest, low), jw_key_name(c->highest, high));
}
