// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/patch.h"

#include "files/data_dir.h"
#include "files/instrument_file.h"
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
                   size_t path_size, char *message, size_t message_size) {
    const bool by_name = !strchr(name, '/');
    if (by_name && places->bundle &&
        jw_patch_find_in_bundle(places->bundle, name, extension, path, path_size)) {
        return true;
    }
    if (jw_data_find(name, extension, path, path_size, message, message_size)) {
        return true;
    }
    if (by_name && places->unknown) {
        places->unknown(name, extension, message, message_size);
    }
    return false;
}

/// If names are typed by a user, the name that is meant; otherwise the name itself.
static const char *as_meant(const JwPatchPlaces *places, const char *name, const char *extension,
                            char text[PATH_SIZE]) {
    return places->typed && name ? jw_data_meant(name, extension, text, PATH_SIZE) : name;
}

/// Where to look for files, and where to write messages about them.
typedef struct {
    const JwPatchPlaces *places;
    char *message;
    size_t message_size;
} Search;

static bool find(const Search *s, const char *name, const char *extension, char path[PATH_SIZE]) {
    return jw_patch_find(s->places, name, extension, path, PATH_SIZE, s->message, s->message_size);
}

static bool load_preset(const Search *s, const char *name, JwPreset *preset) {
    char path[PATH_SIZE];
    return find(s, name, JW_PRESET_EXTENSION, path) &&
           !jw_preset_file_load(path, preset, s->message, s->message_size);
}

static bool load_instrument(const Search *s, const char *name, JwInstrument *instrument) {
    char path[PATH_SIZE];
    return find(s, name, JW_INSTRUMENT_EXTENSION, path) &&
           !jw_instrument_file_load(path, instrument, s->message, s->message_size);
}

bool jw_patch_instrument(JwInstrument *instrument, const JwPatchPlaces *places, const char *name,
                         char *message, size_t message_size) {
    char text[PATH_SIZE];
    const Search search = {places, message, message_size};
    return load_instrument(&search, as_meant(places, name, JW_INSTRUMENT_EXTENSION, text),
                           instrument);
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
                   const char *preset, char *message, size_t message_size) {
    const Search search = {places, message, message_size};
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
        if (!load_preset(&search, instrument, &loaded)) {
            return false;
        }
        snprintf(instrument_text, sizeof(instrument_text), "%s", loaded.instrument);
        instrument = instrument_text;
    }
    if (preset && !load_preset(&search, preset, &loaded)) {
        return false;
    }
    const char *name = instrument             ? instrument
                       : loaded.instrument[0] ? loaded.instrument
                                              : JW_DEFAULT_INSTRUMENT;
    char remark[JW_PATCH_REMARK_SIZE];
    const Search for_instrument = {places, remark, sizeof(remark)};
    if (!load_instrument(&for_instrument, name, &patch->instrument)) {
        snprintf(message, message_size, "%s", remark);
        return false;
    }
    memcpy(patch->remark, remark, sizeof(remark));
    snprintf(patch->instrument_name, sizeof(patch->instrument_name), "%s", name);
    snprintf(patch->preset_name, sizeof(patch->preset_name), "%s", preset ? preset : "");
    snprintf(patch->preset_instrument, sizeof(patch->preset_instrument), "%s", loaded.instrument);
    lay_over(patch, &loaded);
    return true;
}

bool jw_patch_is_driven(const JwInstrument *instrument, const char *name, char *text, size_t size) {
    const bool moves = jw_body_couples(instrument->body, instrument->n_body);
    snprintf(text, size, "%.100s%s", moves ? "" : name,
             moves ? ""
                   : " has no body: its bridge does not move, and sound from outside goes by its"
                     " strings");
    return moves;
}
