// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/patch.h"

#include "app/nearest.h"
#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = JW_PATCH_NAME_SIZE };

// Finds a file by name; the message for an unknown name tells the nearest ones.
static bool find(const char *kind, const char *name, const char *extension, char *path,
                 JwMessage *message) {
    JwNameList list = {0, NULL};
    char near[256];
    if (jw_data_find(name, extension, path, PATH_SIZE, message->text, sizeof(message->text))) {
        return true;
    }
    if (strchr(name, '/') || !jw_data_list(extension, &list)) {
        return false;
    }
    JwNearest nearest = jw_nearest_start(name);
    for (int i = 0; i < list.n; ++i) {
        jw_nearest_offer(&nearest, list.name[i]);
    }
    jw_nearest_text(&nearest, near, sizeof(near));
    jw_name_list_clear(&list);
    return jw_message_set(message, "unknown %s \"%.80s\"%s; see --list-%ss", kind, name, near,
                          kind);
}

/// Name that the user means: the path of a file in the current folder, or the spelling of a name
/// that is only alike, else the name as it is.
static const char *as_meant(const char *name, const char *extension, char text[PATH_SIZE]) {
    char path[PATH_SIZE];
    JwMessage unused;
    if (!name || strchr(name, '/')) {
        return name;
    }
    if (jw_data_is_here(name, extension)) {
        snprintf(text, PATH_SIZE, "./%s", name);
        return text;
    }
    if (!jw_data_find(name, extension, path, sizeof(path), unused.text, sizeof(unused.text))) {
        return name;
    }
    const char *base = strrchr(path, '/') + 1;
    snprintf(text, PATH_SIZE, "%.*s", (int)(strlen(base) - strlen(extension)), base);
    return jw_data_same(text, name, extension) ? name : text;
}

/// Returns true for the file of a preset in the place of an instrument.
static bool is_preset(const char *name) {
    return name && jw_data_has_extension(name, JW_PRESET_EXTENSION);
}

bool jw_instrument_find(JwInstrument *instrument, const char *name, JwMessage *message) {
    char path[PATH_SIZE];
    return find("instrument", name, JW_INSTRUMENT_EXTENSION, path, message) &&
           !jw_instrument_file_load(path, instrument, message->text, sizeof(message->text));
}

static bool load_preset(JwPreset *preset, const char *name, JwMessage *message) {
    char path[PATH_SIZE];
    return find("preset", name, JW_PRESET_EXTENSION, path, message) &&
           !jw_preset_file_load(path, preset, message->text, sizeof(message->text));
}

bool jw_instrument_find_named(JwInstrument *instrument, const char *name, JwMessage *message) {
    char path[PATH_SIZE];
    return jw_instrument_find(instrument, as_meant(name, JW_INSTRUMENT_EXTENSION, path), message);
}

bool jw_patch_load(JwPatch *patch, const char *instrument, const char *preset, const bool *set,
                   const double *value, JwMessage *message) {
    JwPreset loaded = {0};
    char instrument_path[PATH_SIZE], preset_path[PATH_SIZE];
    instrument =
        as_meant(instrument, is_preset(instrument) ? JW_PRESET_EXTENSION : JW_INSTRUMENT_EXTENSION,
                 instrument_path);
    preset = as_meant(preset, JW_PRESET_EXTENSION, preset_path);
    if (is_preset(instrument) && !preset) {
        preset = instrument;
        instrument = NULL;
    } else if (is_preset(instrument)) {
        // Another preset lies over this one: only the instrument of this one is used.
        if (!load_preset(&loaded, instrument, message)) {
            return false;
        }
        snprintf(instrument_path, sizeof(instrument_path), "%s", loaded.instrument);
        instrument = instrument_path;
    }
    if (preset && !load_preset(&loaded, preset, message)) {
        return false;
    }
    const char *name = instrument             ? instrument
                       : loaded.instrument[0] ? loaded.instrument
                                              : JW_DEFAULT_INSTRUMENT;
    if (!jw_instrument_find(&patch->instrument, name, message)) {
        return false;
    }
    snprintf(patch->instrument_name, sizeof(patch->instrument_name), "%s", name);
    snprintf(patch->preset_name, sizeof(patch->preset_name), "%s", preset ? preset : "");
    snprintf(patch->preset_instrument, sizeof(patch->preset_instrument), "%s", loaded.instrument);
    patch->programs.n = 0;
    memcpy(patch->programs.base, patch->instrument.param, sizeof(patch->programs.base));
    memcpy(patch->programs.pinned, set, sizeof(patch->programs.pinned));
    for (int i = 0; i < loaded.n_values; ++i) {
        patch->instrument.param[loaded.value[i].id] = loaded.value[i].value;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        patch->instrument.param[i] = set[i] ? value[i] : patch->instrument.param[i];
    }
    return true;
}

/// Compares file names: a preset names the file of its instrument without a folder.
static bool is_elsewhere(const JwPatch *patch, const JwPreset *preset) {
    const char *slash = strrchr(patch->instrument_name, '/');
    return !jw_data_same(slash ? slash + 1 : patch->instrument_name, preset->instrument,
                         JW_INSTRUMENT_EXTENSION);
}

static bool add_program(JwPatch *patch, const char *name, JwMessage *message) {
    JwPreset preset;
    if (!load_preset(&preset, name, message)) {
        return false;
    }
    JwProgram *program = &patch->programs.program[patch->programs.n++];
    *program = (JwProgram){.elsewhere = is_elsewhere(patch, &preset)};
    snprintf(program->name, sizeof(program->name), "%s", name);
    snprintf(program->instrument, sizeof(program->instrument), "%s", preset.instrument);
    for (int i = 0; i < preset.n_values; ++i) {
        program->set[preset.value[i].id] = true;
        program->value[preset.value[i].id] = preset.value[i].value;
    }
    return true;
}

bool jw_patch_load_programs(JwPatch *patch, JwMessage *message) {
    JwNameList list = {0, NULL};
    bool ok = jw_data_list(JW_PRESET_EXTENSION, &list) || jw_message_set(message, "out of memory");
    patch->programs.n = 0;
    for (int i = 0; i < list.n && i < JW_PROGRAMS && ok; ++i) {
        ok = add_program(patch, list.name[i], message);
    }
    jw_name_list_clear(&list);
    return ok;
}
