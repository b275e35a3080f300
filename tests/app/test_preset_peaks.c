// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every preset is as loud as the others: a stroke of velocity 100 on a string peaks between -12 and
// -1 dBFS. Arguments: "quick" (each preset's lowest, middle and highest string, open) or "all"
// (every string that is plucked, open and an octave above, longer, and a round of the drone), then
// presets.

#include "engine/engine.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 4800, CHANNELS = 16, VELOCITY = 100 };

static const double least_db = -12.0, most_db = -1.0;
static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};

static JwPreset preset;
static JwInstrument instrument;

typedef struct {
    JwEngine *engine;
    double lowest_db, highest_db; ///< Of the preset's strokes
    bool all;
} Listener;

static double level_db(double peak) {
    return 20.0 * log10(fmax(peak, 1e-10));
}

/// Instrument of a preset, its parameters in it.
static bool load(const char *path) {
    char message[512] = "", found[512] = "";
    if (!check(!jw_preset_file_load(path, &preset, message, sizeof(message)) &&
                   jw_data_find(preset.instrument, JW_INSTRUMENT_EXTENSION, found, sizeof(found),
                                message, sizeof(message)) &&
                   !jw_instrument_file_load(found, &instrument, message, sizeof(message)),
               "%s (%s)", path, message)) {
        return false;
    }
    for (int i = 0; i < preset.n_values; ++i) {
        instrument.param[preset.value[i].id] = preset.value[i].value;
    }
    return true;
}

/// Strings that a hand plucks, each on a channel of its own.
static int route(int *string) {
    int n = 0;
    for (int s = 0; s < instrument.n_strings && n < CHANNELS; ++s) {
        if (instrument.string[s].role != JW_ROLE_TARAF) {
            instrument.map.channel[n] = 1u << s;
            string[n++] = s;
        }
    }
    instrument.map.n_keys = 0;
    return n;
}

static double peak_of(JwEngine *engine, const JwEvent *event, double seconds) {
    static float left[BLOCK], right[BLOCK];
    double peak = 0.0;
    for (long at = 0; at < lround(seconds * RATE); at += BLOCK) {
        jw_engine_run(engine, event, event && at == 0, left, right, NULL, BLOCK);
        for (int i = 0; i < BLOCK; ++i) {
            peak = fmax(peak, fmax(fabs((double)left[i]), fabs((double)right[i])));
        }
    }
    return peak;
}

static void stroke(Listener *l, int channel, const JwStringSpec *string, int fret) {
    const int key = string->key + (int)lround(string->fret_semitones[fret]);
    const JwEvent event = {
        .type = JW_EVENT_MIDI,
        .midi = {JW_MIDI_NOTE_ON, (uint8_t)channel, (uint8_t)(key < 127 ? key : 127), VELOCITY}};
    jw_engine_reset(l->engine);
    const double db = level_db(peak_of(l->engine, &event, l->all ? 1.2 : 0.5));
    check(db >= least_db && db <= most_db, "%s, %s, fret %d: %.2f dBFS", preset.label, string->name,
          fret, db);
    l->lowest_db = fmin(l->lowest_db, db);
    l->highest_db = fmax(l->highest_db, db);
}

static void strokes(Listener *l, const int *string, int n) {
    for (int c = 0; c < n; ++c) {
        const JwStringSpec *s = &instrument.string[string[c]];
        if (l->all || c == 0 || c == n / 2 || c == n - 1) {
            stroke(l, c, s, 0);
        }
        if (l->all && s->n_frets > 1) {
            stroke(l, c, s, s->n_frets > 12 ? 12 : s->n_frets - 1);
        }
    }
}

static void drone(Listener *l) {
    const JwDronePattern *d = &instrument.drone;
    double counts = 0.0;
    for (int i = 0; i < d->n; ++i) {
        counts += d->counts[i];
    }
    jw_engine_reset(l->engine);
    const double seconds = counts * 60.0 / instrument.param[JW_P_DRONE_TEMPO] + 2.0;
    check_between(level_db(peak_of(l->engine, NULL, seconds)), least_db, most_db,
                  "%s: a round of its drone, dBFS", preset.label);
}

static void check_preset(Listener *l, const char *path) {
    int string[CHANNELS];
    if (!load(path)) {
        return;
    }
    const bool drones = instrument.param[JW_P_DRONE] > 0.0;
    const int n = route(string);
    instrument.param[JW_P_DRONE] = 0.0;
    l->lowest_db = HUGE_VAL;
    l->highest_db = -HUGE_VAL;
    if (check(!jw_engine_prepare(l->engine, &instrument, RATE, &options), "%s", preset.label)) {
        strokes(l, string, n);
        printf("%-28s %d strings: %6.2f to %6.2f dBFS\n", preset.label, n, l->lowest_db,
               l->highest_db);
    }
    instrument.param[JW_P_DRONE] = 1.0;
    // No host here whose tempo it could follow.
    instrument.param[JW_P_DRONE_SYNC] = 0.0;
    if (l->all && drones &&
        check(!jw_engine_prepare(l->engine, &instrument, RATE, &options), "%s", preset.label)) {
        drone(l);
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || (strcmp(argv[1], "quick") && strcmp(argv[1], "all"))) {
        fprintf(stderr, "usage: test_preset_peaks quick|all PRESET...\n");
        return 2;
    }
    Listener l = {.engine = jw_engine_new(), .all = !strcmp(argv[1], "all")};
    for (int i = 2; i < argc && check(l.engine != NULL, "memory"); ++i) {
        check_preset(&l, argv[i]);
    }
    check_between(argc - 2, 24.0, 1000.0, "presets");
    jw_engine_free(l.engine);
    return check_result();
}
