// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_preset.h"

#include "app/player/live_patch.h"
#include "app/player/live_tuning.h"
#include "base/ragas.h"
#include "files/data_dir.h"
#include "files/preset_file.h"
#include "program/preset_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/// The present preset among the installed ones; NULL if none is chosen, or a file by its path.
static const JwProgram *present(const JwLive *live, const char *name) {
    const JwPrograms *programs = jw_live_presets(live);
    for (int i = 0; i < programs->n; ++i) {
        if (jw_data_same(name, programs->program[i].name, JW_PRESET_EXTENSION)) {
            return &programs->program[i];
        }
    }
    return NULL;
}

/// Value that the new preset sets; false if it leaves the instrument's own.
static bool value_of(const JwLive *live, const JwProgram *before, JwParamId id, double *value) {
    if (jw_live_patch_is_common(id)) {
        *value = before ? before->value[id] : 0.0;
        return before && before->set[id];
    }
    *value = jw_live_param(live, id);
    return *value != jw_live_presets(live)->base[id] && !(id == JW_P_RAGA && *value >= JW_N_RAGAS);
}

/// Name of the instrument's file, by which the preset finds it again.
static bool name_instrument(const char *instrument, JwPreset *preset, JwError *error) {
    char path[PATH_SIZE];
    const char *slash = strrchr(instrument, '/');
    const char *name = slash ? slash + 1 : instrument;
    const char *extension =
        jw_data_has_extension(name, JW_INSTRUMENT_EXTENSION) ? "" : JW_INSTRUMENT_EXTENSION;
    const int n = snprintf(preset->instrument, sizeof(preset->instrument), "%s%s", name, extension);
    return (n > 0 && n < JW_NAME_SIZE &&
            jw_data_find(preset->instrument, JW_INSTRUMENT_EXTENSION, path, sizeof(path), error) &&
            (!slash || !strcmp(path, instrument))) ||
           jw_error_set(error,
                        "%.400s is not found by its name: put the file into ~/.local/share/jawari, "
                        "and choose it there",
                        instrument);
}

/// Reads a preset by its name, for free(); NULL if it cannot be read.
static JwPreset *read_preset(const char *name) {
    char path[PATH_SIZE];
    JwError unused = {0};
    JwPreset *preset = calloc(1, sizeof(*preset));
    if (preset && jw_data_find(name, JW_PRESET_EXTENSION, path, sizeof(path), &unused) &&
        !jw_preset_file_load(path, preset, &unused)) {
        return preset;
    }
    free(preset);
    return NULL;
}

/// Description and family of a new preset, by the preset before.
static void describe(const JwLiveState *state, JwPreset *preset) {
    JwPreset *before = *state->preset_name ? read_preset(state->preset_name) : NULL;
    const char *of = *state->preset_name ? strrchr(state->preset_name, '/') : NULL;
    of = of ? of + 1 : *state->preset_name ? state->preset_name : state->instrument->name;
    snprintf(preset->description, sizeof(preset->description), "Made of %.200s.", of);
    snprintf(preset->family, sizeof(preset->family), "%s",
             before && *before->family ? before->family : state->instrument->name);
    free(before);
}

/// Keeps the number of the preset that is replaced, and its texts.
static void keep_replaced(const char *name, JwPreset *preset) {
    JwPreset *there = read_preset(name);
    if (!there) {
        return;
    }
    preset->program = there->program;
    memcpy(preset->label, there->label, sizeof(preset->label));
    memcpy(preset->moods, there->moods, sizeof(preset->moods));
    memcpy(preset->author, there->author, sizeof(preset->author));
    if (*there->description) {
        memcpy(preset->description, there->description, sizeof(preset->description));
    }
    if (*there->family) {
        memcpy(preset->family, there->family, sizeof(preset->family));
    }
    free(there);
}

/// Says what a preset cannot keep.
static void tell_left(const JwLive *live, JwError *left) {
    const bool raga = jw_live_param(live, JW_P_RAGA) >= JW_N_RAGAS;
    const bool profile = jw_live_profile(live)->n > 0, fine = jw_live_fine_tuning(live)->n > 0;
    left->text[0] = '\0';
    if (raga || profile || fine) {
        jw_error_set(left, "not in the preset:%s%s%s; a practice set keeps them",
                     raga ? " your own raga" : "", profile ? " the bridge's profile" : "",
                     fine ? " the fine tuning of strings" : "");
    }
}

bool jw_live_preset_save(JwLive *live, const char *name, bool replaces, char saved[JW_NAME_SIZE],
                         JwError *left, JwError *error) {
    JwLiveState state;
    JwPreset *preset = calloc(1, sizeof(*preset));
    if (!preset) {
        return jw_error_set(error, "out of memory");
    }
    jw_live_state(live, &state);
    const JwProgram *before = present(live, state.preset_name);
    preset->program = -1;
    bool ok = name_instrument(state.instrument_name, preset, error);
    describe(&state, preset);
    if (replaces) {
        keep_replaced(name, preset);
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        JwPresetValue *value = &preset->value[preset->n_values];
        value->id = (JwParamId)i;
        preset->n_values += value_of(live, before, value->id, &value->value);
    }
    tell_left(live, left);
    ok = ok && jw_preset_save(preset, name, replaces, saved, error);
    free(preset);
    return ok && jw_live_take_preset(live, saved, error);
}

bool jw_live_preset_keep(JwLive *live, const char *name, JwError *told, JwError *error) {
    char saved[JW_NAME_SIZE];
    JwError left = {0};
    const bool ok = jw_live_preset_save(live, name, false, saved, &left, error);
    if (ok) {
        jw_error_set(told, "saved as the preset \"%s\"%s%s", saved, *left.text ? "; " : "",
                     left.text);
    }
    return ok;
}
