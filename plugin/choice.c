// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "choice.h"

#include "files/data_dir.h"
#include "files/number.h"
#include "files/paths.h"
#include "files/profile_file.h"
#include "files/scala_file.h"

#include <stdio.h>
#include <string.h>

static bool fail(JwError *error, const char *name, const char *what) {
    return jw_error_set(error, "%.200s: %s", name, what);
}

/********* Files *********/

static bool find_by_name(const char *bundle, const char *name, const char *extension, char *path,
                         JwError *error) {
    const JwPatchPlaces places = {.bundle = bundle};
    const bool is_preset = jw_data_has_extension(name, JW_PRESET_EXTENSION);
    return jw_patch_find(&places, name, is_preset ? JW_PRESET_EXTENSION : extension, path,
                         JW_TEXT_SIZE, error);
}

bool jw_choice_knows(JwProperty property, const char *text, const char *bundle) {
    const char *extension = jw_property_info(property)->extension;
    char path[JW_TEXT_SIZE];
    JwError unread = {0};
    return extension && text[0] && !strchr(text, '/') &&
           find_by_name(bundle, text, extension, path, &unread);
}

/// Finds a file. Sets *kept to the text for the state: a file of the bundle is stored by its name,
/// so that it is found again wherever the bundle is moved.
static bool find(const char *bundle, const char *text, const char *extension, char *path,
                 const char **kept, JwError *error) {
    *kept = text;
    if (!strchr(text, '/')) {
        return find_by_name(bundle, text, extension, path, error);
    }
    if (!jw_path_is_absolute(text)) {
        return fail(error, text, "not an absolute path");
    }
    const char *name = jw_patch_name_in_bundle(bundle, text);
    *kept = name ? name : text;
    if (!name || !jw_patch_find_in_bundle(bundle, name, extension, path, JW_TEXT_SIZE)) {
        strcpy(path, text);
    }
    return true;
}

/// Reads a property's file into the choice; an empty path means none.
static bool read(JwChoice *choice, JwProperty property, const char *path, const char *bundle,
                 JwError *error) {
    JwTuning *tuning = &choice->tuning;
    bool *has = property == JW_PROPERTY_SCALE ? &tuning->has_scale : &tuning->has_keymap;
    if (property == JW_PROPERTY_INSTRUMENT) {
        const JwPatchPlaces places = {.bundle = bundle};
        return jw_patch_read(&choice->patch, &places, path, NULL, error);
    }
    const bool ok = !path[0] || (property == JW_PROPERTY_SCALE
                                     ? !jw_scale_file_load(path, &tuning->scale, error)
                                     : !jw_keymap_file_load(path, &tuning->keymap, error));
    *has = ok ? path[0] != '\0' : *has;
    return ok;
}

bool jw_choice_set(JwChoice *choice, JwProperty property, const char *text, const char *bundle,
                   JwError *error) {
    const JwPropertyInfo *info = jw_property_info(property);
    char path[JW_TEXT_SIZE] = "";
    const char *kept = text;
    if (strlen(text) >= JW_TEXT_SIZE) {
        return fail(error, text, "too long");
    }
    if (property == JW_PROPERTY_PROFILE && !jw_profile_parse(text, &choice->profile)) {
        return fail(error, "bridge profile", JW_PROFILE_WANTED);
    }
    if (!info->extension) {
        strcpy(path, text);
    } else if (!text[0] && property == JW_PROPERTY_INSTRUMENT) {
        return fail(error, "instrument", "no file is named");
    } else if (text[0] && !find(bundle, text, info->extension, path, &kept, error)) {
        return false;
    }
    if (info->extension && !read(choice, property, path, bundle, error)) {
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
    for (int s = 0; s < choice->patch.instrument.n_strings; ++s) {
        if (!strcmp(choice->patch.instrument.string[s].name, word)) {
            choice->tuning.string_cents[s] = cents;
        }
    }
    return true;
}

bool jw_choice_tune(JwChoice *choice, JwError *error) {
    const char *text = choice->kept.of[JW_PROPERTY_STRINGS];
    char word[JW_NAME_SIZE + 32];
    memset(choice->tuning.string_cents, 0, sizeof(choice->tuning.string_cents));
    while (jw_word_next(&text, word, sizeof(word))) {
        if (!tune_string(choice, word)) {
            return fail(error, word, "NAME=CENTS is needed");
        }
    }
    if (text[strspn(text, " \t")]) {
        return fail(error, text, "NAME=CENTS is needed");
    }
    return jw_tuning_ok(&choice->tuning) ||
           fail(error, "tuning", "more than an octave from the string's own");
}
