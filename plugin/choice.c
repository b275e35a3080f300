// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "choice.h"

#include "files/data_dir.h"
#include "files/number.h"
#include "files/profile_file.h"
#include "files/scala_file.h"

#include <stdio.h>
#include <string.h>

static bool fail(char *message, size_t size, const char *name, const char *what) {
    snprintf(message, size, "%.200s: %s", name, what);
    return false;
}

/********* Files *********/

static bool find_by_name(const char *bundle, const char *name, const char *extension, char *path,
                         char *message, size_t message_size) {
    const JwPatchPlaces places = {.bundle = bundle};
    const bool is_preset = jw_data_has_extension(name, JW_PRESET_EXTENSION);
    return jw_patch_find(&places, name, is_preset ? JW_PRESET_EXTENSION : extension, path,
                         JW_TEXT_SIZE, message, message_size);
}

bool jw_choice_knows(JwProperty property, const char *text, const char *bundle) {
    const char *extension = jw_property_info(property)->extension;
    char path[JW_TEXT_SIZE], message[256];
    return extension && text[0] && !strchr(text, '/') &&
           find_by_name(bundle, text, extension, path, message, sizeof(message));
}

/// Finds a file. Sets *kept to the text for the state: a file of the bundle is stored by its name,
/// so that it is found again wherever the bundle is moved.
static bool find(const char *bundle, const char *text, const char *extension, char *path,
                 const char **kept, char *message, size_t message_size) {
    *kept = text;
    if (!strchr(text, '/')) {
        return find_by_name(bundle, text, extension, path, message, message_size);
    }
    if (text[0] != '/') {
        return fail(message, message_size, text, "not an absolute path");
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
                 char *message, size_t message_size) {
    JwTuning *tuning = &choice->tuning;
    bool *has = property == JW_PROPERTY_SCALE ? &tuning->has_scale : &tuning->has_keymap;
    if (property == JW_PROPERTY_INSTRUMENT) {
        const JwPatchPlaces places = {.bundle = bundle};
        return jw_patch_read(&choice->patch, &places, path, NULL, message, message_size);
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
    if (property == JW_PROPERTY_PROFILE && !jw_profile_parse(text, &choice->profile)) {
        return fail(message, message_size, "bridge profile", JW_PROFILE_WANTED);
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
    for (int s = 0; s < choice->patch.instrument.n_strings; ++s) {
        if (!strcmp(choice->patch.instrument.string[s].name, word)) {
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
