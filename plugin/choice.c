// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "choice.h"

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/number.h"
#include "files/preset_file.h"
#include "files/scala_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(char *message, size_t size, const char *name, const char *what) {
    snprintf(message, size, "%.200s: %s", name, what);
    return false;
}

/********* Files *********/

bool jw_choice_is_file(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

/// Folders of the bundle, and the bundle itself: earlier versions had no folders.
static const char *const folders[] = {"/instruments", "/presets", ""};

enum { N_FOLDERS = sizeof(folders) / sizeof(folders[0]) };

/// Name of a file in the bundle; NULL for any other file.
static const char *name_in_bundle(const char *bundle, const char *path) {
    const size_t n = strlen(bundle);
    for (int i = 0; i < N_FOLDERS && !strncmp(path, bundle, n); ++i) {
        const size_t m = n + strlen(folders[i]);
        if (!strncmp(path + n, folders[i], m - n) && path[m] == '/' && !strchr(path + m + 1, '/')) {
            return path + m + 1;
        }
    }
    return NULL;
}

static bool find_in_bundle(const char *bundle, const char *name, const char *extension,
                           char *path) {
    const char *const endings[] = {"", extension};
    for (int i = 0; i < 2 * N_FOLDERS && name[0] != '.'; ++i) {
        const int n =
            snprintf(path, JW_TEXT_SIZE, "%s%s/%s%s", bundle, folders[i / 2], name, endings[i % 2]);
        if (n > 0 && n < JW_TEXT_SIZE && jw_choice_is_file(path)) {
            return true;
        }
    }
    return false;
}

static bool find_by_name(const char *bundle, const char *name, const char *extension, char *path,
                         char *message, size_t message_size) {
    const bool is_preset = jw_data_has_extension(name, JW_PRESET_EXTENSION);
    return find_in_bundle(bundle, name, extension, path) ||
           jw_data_find(name, is_preset ? JW_PRESET_EXTENSION : extension, path, JW_TEXT_SIZE,
                        message, message_size);
}

bool jw_choice_knows(JwProperty property, const char *text, const char *bundle) {
    const char *extension = jw_property_info(property)->extension;
    char path[JW_TEXT_SIZE], message[256];
    return extension && text[0] && !strchr(text, '/') &&
           find_by_name(bundle, text, extension, path, message, sizeof(message));
}

/// Finds a file. *kept is the text for the state: a file of the bundle is kept by its name, under
/// which it is found again wherever the bundle goes.
static bool find(const char *bundle, const char *text, const char *extension, char *path,
                 const char **kept, char *message, size_t message_size) {
    *kept = text;
    if (!strchr(text, '/')) {
        return find_by_name(bundle, text, extension, path, message, message_size);
    }
    if (text[0] != '/') {
        return fail(message, message_size, text, "not an absolute path");
    }
    const char *name = name_in_bundle(bundle, text);
    *kept = name ? name : text;
    if (!name || !find_in_bundle(bundle, name, extension, path)) {
        strcpy(path, text);
    }
    return true;
}

/// Reads an instrument into the choice, or a preset with its instrument.
static bool read_instrument(JwChoice *choice, const char *path, const char *bundle, char *message,
                            size_t message_size) {
    char instrument_path[JW_TEXT_SIZE];
    JwPreset preset = {.n_values = 0};
    const bool is_preset = jw_data_has_extension(path, JW_PRESET_EXTENSION);
    if (is_preset && (jw_preset_file_load(path, &preset, message, message_size) ||
                      !find_by_name(bundle, preset.instrument, JW_INSTRUMENT_EXTENSION,
                                    instrument_path, message, message_size))) {
        return false;
    }
    if (jw_instrument_file_load(is_preset ? instrument_path : path, &choice->instrument, message,
                                message_size)) {
        return false;
    }
    choice->is_preset = is_preset;
    memset(choice->named, 0, sizeof(choice->named));
    for (int i = 0; i < preset.n_values; ++i) {
        choice->named[preset.value[i].id] = true;
        choice->instrument.param[preset.value[i].id] = preset.value[i].value;
    }
    return true;
}

/// Reads a property's file into the choice; an empty path means none.
static bool read(JwChoice *choice, JwProperty property, const char *path, const char *bundle,
                 char *message, size_t message_size) {
    JwTuning *tuning = &choice->tuning;
    bool *has = property == JW_PROPERTY_SCALE ? &tuning->has_scale : &tuning->has_keymap;
    if (property == JW_PROPERTY_INSTRUMENT) {
        return read_instrument(choice, path, bundle, message, message_size);
    }
    const bool ok =
        !path[0] || (property == JW_PROPERTY_SCALE
                         ? !jw_scale_file_load(path, &tuning->scale, message, message_size)
                         : !jw_keymap_file_load(path, &tuning->keymap, message, message_size));
    *has = ok ? path[0] != '\0' : *has;
    return ok;
}

bool jw_choice_set(JwChoice *choice, JwProperty property, const char *text, const char *bundle,
                   char *message, size_t message_size) {
    const JwPropertyInfo *info = jw_property_info(property);
    char path[JW_TEXT_SIZE] = "";
    const char *kept = text;
    if (strlen(text) >= JW_TEXT_SIZE) {
        return fail(message, message_size, text, "too long");
    }
    if (!info->extension) {
        strcpy(path, text);
    } else if (!text[0] && property == JW_PROPERTY_INSTRUMENT) {
        return fail(message, message_size, "instrument", "no file is named");
    } else if (text[0] &&
               !find(bundle, text, info->extension, path, &kept, message, message_size)) {
        return false;
    }
    if (info->extension && !read(choice, property, path, bundle, message, message_size)) {
        return false;
    }
    strcpy(choice->kept.of[property], kept);
    strcpy(choice->shown.of[property], path);
    return true;
}

/********* Tuning *********/

/// Applies "NAME=CENTS"; skips names that this instrument does not have.
static bool tune_string(JwChoice *choice, char *word) {
    char *equals = strrchr(word, '=');
    double cents;
    if (!equals || !jw_number_parse(equals + 1, &cents)) {
        return false;
    }
    *equals = '\0';
    for (int s = 0; s < choice->instrument.n_strings; ++s) {
        if (!strcmp(choice->instrument.string[s].name, word)) {
            choice->tuning.string_cents[s] = cents;
        }
    }
    return true;
}

bool jw_choice_tune(JwChoice *choice, char *message, size_t message_size) {
    const char *text = choice->kept.of[JW_PROPERTY_STRINGS];
    char word[JW_NAME_SIZE + 32];
    memset(choice->tuning.string_cents, 0, sizeof(choice->tuning.string_cents));
    while (jw_word_next(&text, word, sizeof(word))) {
        if (!tune_string(choice, word)) {
            return fail(message, message_size, word, "NAME=CENTS is needed");
        }
    }
    if (text[strspn(text, " \t")]) {
        return fail(message, message_size, text, "NAME=CENTS is needed");
    }
    return jw_tuning_ok(&choice->tuning) ||
           fail(message, message_size, "tuning", "more than an octave from the string's own");
}
