// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/patch.h"

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/number.h"
#include "files/preset_file.h"
#include "files/regular_file.h"
#include "kernel/body.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = JW_PATCH_NAME_SIZE };

/********* Files *********/

/// Folders of a bundle, and the bundle itself: earlier versions had no subfolders.
static const char *const folders[] = {"/instruments", "/presets", ""};

enum { N_FOLDERS = sizeof(folders) / sizeof(folders[0]) };

const char *jw_patch_name_in_bundle(const char *bundle, const char *path) {
    const size_t n = strlen(bundle);
    for (int i = 0; i < N_FOLDERS && !strncmp(path, bundle, n); ++i) {
        const size_t m = n + strlen(folders[i]);
        if (!strncmp(path + n, folders[i], m - n) && path[m] == '/' && !strchr(path + m + 1, '/')) {
            return path + m + 1;
        }
    }
    return NULL;
}

bool jw_patch_find_in_bundle(const char *bundle, const char *name, const char *extension,
                             char *path, size_t path_size) {
    const char *const endings[] = {"", extension};
    for (int i = 0; i < 2 * N_FOLDERS && name[0] != '.'; ++i) {
        const int n =
            snprintf(path, path_size, "%s%s/%s%s", bundle, folders[i / 2], name, endings[i % 2]);
        if (n > 0 && (size_t)n < path_size && jw_regular_file_is(path)) {
            return true;
        }
    }
    return false;
}

bool jw_patch_find(const JwPatchPlaces *places, const char *name, const char *extension, char *path,
                   size_t path_size, JwError *error) {
    const bool by_name = !strchr(name, '/');
    if (by_name && places->bundle &&
        jw_patch_find_in_bundle(places->bundle, name, extension, path, path_size)) {
        return true;
    }
    if (jw_data_find(name, extension, path, path_size, error)) {
        return true;
    }
    if (by_name && places->unknown) {
        places->unknown(name, extension, error);
    }
    return false;
}

/// If names are typed by a user, the name that is meant; otherwise the name itself.
static const char *as_meant(const JwPatchPlaces *places, const char *name, const char *extension,
                            char text[PATH_SIZE]) {
    return places->typed && name ? jw_data_meant(name, extension, text, PATH_SIZE) : name;
}

static bool load_preset(const JwPatchPlaces *places, const char *name, JwPreset *preset,
                        JwError *error) {
    char path[PATH_SIZE];
    return jw_patch_find(places, name, JW_PRESET_EXTENSION, path, sizeof(path), error) &&
           !jw_preset_file_load(path, preset, error);
}

static bool load_instrument(const JwPatchPlaces *places, const char *name, JwInstrument *instrument,
                            JwError *error) {
    char path[PATH_SIZE];
    return jw_patch_find(places, name, JW_INSTRUMENT_EXTENSION, path, sizeof(path), error) &&
           !jw_instrument_file_load(path, instrument, error);
}

bool jw_patch_instrument(JwInstrument *instrument, const JwPatchPlaces *places, const char *name,
                         JwError *error) {
    char text[PATH_SIZE];
    return load_instrument(places, as_meant(places, name, JW_INSTRUMENT_EXTENSION, text),
                           instrument, error);
}

/********* Patches *********/

/// True if an instrument's name is the file of a preset.
static bool is_preset(const char *name) {
    return name && jw_data_has_extension(name, JW_PRESET_EXTENSION);
}

static void lay_over(JwPatch *patch, const JwPreset *preset) {
    memcpy(patch->own, patch->instrument.param, sizeof(patch->own));
    memset(patch->named, 0, sizeof(patch->named));
    for (int i = 0; i < preset->n_values; ++i) {
        patch->named[preset->value[i].id] = true;
        patch->instrument.param[preset->value[i].id] = preset->value[i].value;
    }
}

bool jw_patch_read(JwPatch *patch, const JwPatchPlaces *places, const char *instrument,
                   const char *preset, JwError *error) {
    JwPreset loaded = {0};
    char instrument_text[PATH_SIZE], preset_text[PATH_SIZE];
    instrument = as_meant(places, instrument,
                          is_preset(instrument) ? JW_PRESET_EXTENSION : JW_INSTRUMENT_EXTENSION,
                          instrument_text);
    preset = as_meant(places, preset, JW_PRESET_EXTENSION, preset_text);
    if (is_preset(instrument) && !preset) {
        preset = instrument;
        instrument = NULL;
    } else if (is_preset(instrument)) {
        // Another preset is loaded after this one, of which only the instrument is used.
        if (!load_preset(places, instrument, &loaded, error)) {
            return false;
        }
        snprintf(instrument_text, sizeof(instrument_text), "%s", loaded.instrument);
        instrument = instrument_text;
    }
    if (preset && !load_preset(places, preset, &loaded, error)) {
        return false;
    }
    const char *name = instrument             ? instrument
                       : loaded.instrument[0] ? loaded.instrument
                                              : JW_DEFAULT_INSTRUMENT;
    if (!load_instrument(places, name, &patch->instrument, error)) {
        return false;
    }
    memcpy(patch->remark, error->text, sizeof(patch->remark));
    error->text[0] = '\0';
    snprintf(patch->instrument_name, sizeof(patch->instrument_name), "%s", name);
    snprintf(patch->preset_name, sizeof(patch->preset_name), "%s", preset ? preset : "");
    snprintf(patch->preset_instrument, sizeof(patch->preset_instrument), "%s", loaded.instrument);
    lay_over(patch, &loaded);
    return true;
}

bool jw_patch_is_driven(const JwInstrument *instrument, const char *name, JwError *warning) {
    return jw_body_couples(instrument->body, instrument->n_body) ||
           jw_error_set(warning,
                        "%.100s has no body: its bridge does not move, and sound from outside goes"
                        " by its strings",
                        name);
}

int jw_patch_string(const JwInstrument *instrument, const char *name) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        if (jw_names_alike(instrument->string[s].name, name)) {
            return s;
        }
    }
    return -1;
}
