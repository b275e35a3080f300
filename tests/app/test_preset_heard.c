// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every preset is heard within two seconds of being loaded: by itself if it plays by itself, else
// with one note. Loaded as an instrument with its preset, and laid over the instrument that is
// played already by a program change. Arguments: presets.

#include "engine/engine.h"
#include "files/data_dir.h"
#include "files/preset_file.h"
#include "program/patch_names.h"
#include "program/programs.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RATE = 48000, BLOCK = 4800, FRAMES = 2 * RATE, VELOCITY = 100 };

static const double heard = 0.01; // -40 dBFS
static const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
static const bool set[JW_N_PARAMS];
static const double value[JW_N_PARAMS];

/// Seconds until it is heard, infinite if two are not enough. The events come first.
static double seconds_until_heard(JwEngine *engine, const JwEvent *events, uint32_t n_events) {
    static float left[BLOCK], right[BLOCK];
    for (int at = 0; at < FRAMES; at += BLOCK) {
        jw_engine_run(engine, events, at == 0 ? n_events : 0, left, right, NULL, BLOCK);
        for (int i = 0; i < BLOCK; ++i) {
            if (fmax(fabs((double)left[i]), fabs((double)right[i])) > heard) {
                return (double)(at + i) / RATE;
            }
        }
    }
    return HUGE_VAL;
}

static JwEvent first_note(const JwInstrument *instrument) {
    int string = 0;
    while (string < instrument->n_strings - 1 && instrument->string[string].role == JW_ROLE_TARAF) {
        ++string;
    }
    return (JwEvent){
        .type = JW_EVENT_MIDI,
        .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)instrument->string[string].key, VELOCITY}};
}

/// The preset says that it needs no player, by its name or by what it sets.
static bool is_drone(const JwPreset *preset) {
    bool drones = strcasestr(preset->label, "drone") || strcasestr(preset->description, "drone") ||
                  strcasestr(preset->description, "by itself");
    for (int i = 0; i < preset->n_values; ++i) {
        drones = drones || (preset->value[i].id == JW_P_DRONE && preset->value[i].value > 0.5);
    }
    return drones;
}

static void listen(JwEngine *engine, const JwPreset *preset, const JwInstrument *instrument,
                   const char *how, JwEvent *events, int n) {
    // What goes by a host's tempo has a host.
    static const JwEvent rolls = {.type = JW_EVENT_TRANSPORT, .transport = {.bpm = 120.0}};
    const bool drones = is_drone(preset);
    events[n++] = drones ? rolls : first_note(instrument);
    check_between(seconds_until_heard(engine, events, (uint32_t)n), 0.0, 2.0, "%s, %s: heard %s, s",
                  preset->label, how, drones ? "by itself" : "with one note");
}

static JwPrograms programs;

static bool load(const char *path, JwPreset *preset, JwPatch *patch, JwPatch *plain) {
    JwError m = {0};
    return check(!jw_preset_file_load(path, preset, &m) &&
                     jw_patch_load(patch, NULL, path, set, value, &m) &&
                     jw_patch_load(plain, patch->instrument_name, NULL, set, value, &m) &&
                     jw_patch_load_programs(plain, set, &programs, &m, &m),
                 "%s: %s", path, m.text);
}

/// Number of the program that comes from that file.
static int find_program(const char *path) {
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    int i = 0;
    while (i < programs.n && !jw_data_same(name, programs.program[i].name, JW_PRESET_EXTENSION)) {
        ++i;
    }
    return i;
}

static void check_preset(JwEngine *engine, const char *path, JwPatch *patch, JwPatch *plain) {
    JwEvent events[JW_N_PARAMS + 1];
    JwPreset preset;
    if (!load(path, &preset, patch, plain)) {
        return;
    }
    if (check(!jw_engine_prepare(engine, &patch->instrument, RATE, &options), "%s", path)) {
        listen(engine, &preset, &patch->instrument, "loaded", events, 0);
    }
    const int n = jw_programs_select(&programs, find_program(path), 0, events);
    if (check(n > 0, "%s: is a program", path) &&
        check(!jw_engine_prepare(engine, &plain->instrument, RATE, &options), "%s", path)) {
        listen(engine, &preset, &plain->instrument, "by a program change", events, n);
    }
}

int main(int argc, char **argv) {
    JwEngine *engine = jw_engine_new();
    JwPatch *patch = calloc(2, sizeof(*patch));
    for (int i = 1; i < argc && check(engine && patch, "memory"); ++i) {
        check_preset(engine, argv[i], patch, patch + 1);
    }
    check_between(argc - 1, 24.0, 1000.0, "presets");
    free(patch);
    jw_engine_free(engine);
    return check_result();
}
