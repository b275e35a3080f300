// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/preset_save.h"

#include "files/data_dir.h"
#include "files/preset_text.h"
#include "files/text_file.h"
#include "program/folder.h"
#include "program/target_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, NUMBERS = 999, NAME_MOST = JW_NAME_SIZE - 1 - 8 }; // With -999 and .ttl

static bool check_name(const char *name, JwError *error) {
    JwError unused = {0};
    const size_t n = strlen(name);
    return (n > 0 && n <= NAME_MOST && jw_text_check(name, n, &unused) &&
            !strpbrk(name, "/\r\n\t") && name[0] != '.' && name[0] != ' ' && name[n - 1] != ' ' &&
            !jw_data_has_extension(name, JW_PRESET_EXTENSION)) ||
           jw_error_set(
               error,
               "\"%.80s\" is no name of a preset: one line of 1 to %d bytes without a slash, "
               "a control character, blanks around it, .ttl behind it or a full stop before "
               "it",
               name, (int)NAME_MOST);
}

/// True if a preset has that name, or one that is alike; its path.
static bool is_taken(const char *name, char path[PATH_SIZE]) {
    JwError unused = {0};
    return jw_data_find(name, JW_PRESET_EXTENSION, path, PATH_SIZE, &unused);
}

/// Chooses name and path.
static bool choose(const char *name, bool replaces, char saved[JW_NAME_SIZE], char path[PATH_SIZE],
                   JwError *error) {
    char there[PATH_SIZE], folder[PATH_SIZE];
    if (!jw_data_user_dir(folder, sizeof(folder))) {
        return jw_error_set(error, "no folder for presets: neither XDG_DATA_HOME nor HOME is an "
                                   "absolute path, or it is too long");
    }
    snprintf(saved, JW_NAME_SIZE, "%s", name);
    bool taken = is_taken(saved, there);
    if (taken && replaces && !jw_data_is_own(there)) {
        return jw_error_set(error, "%s is not a preset of your own", there);
    }
    if (taken && replaces) {
        const char *base = strrchr(there, '/') + 1; // The name may only be like the given one
        const size_t n = strlen(base) - strlen(JW_PRESET_EXTENSION);
        snprintf(saved, JW_NAME_SIZE, "%.*s", (int)n, base);
        return snprintf(path, PATH_SIZE, "%s", there) > 0;
    }
    for (int i = 2; taken && i <= NUMBERS; ++i) {
        snprintf(saved, JW_NAME_SIZE, "%.*s-%d", (int)NAME_MOST, name, i);
        taken = is_taken(saved, there);
    }
    const int n = snprintf(path, PATH_SIZE, "%s/%s" JW_PRESET_EXTENSION, folder, saved);
    return (!taken && n > 0 && n < PATH_SIZE) ||
           jw_error_set(error, "%.80s: no name is free", name);
}

bool jw_preset_save(JwPreset *preset, const char *name, bool replaces, char saved[JW_NAME_SIZE],
                    JwError *error) {
    char path[PATH_SIZE];
    if (!check_name(name, error) || !choose(name, replaces, saved, path, error)) {
        return false;
    }
    char *text = malloc(JW_PRESET_TEXT);
    if (!text) {
        return jw_error_set(error, "out of memory");
    }
    if (!*preset->label) {
        snprintf(preset->label, sizeof(preset->label), "%s", saved);
    }
    const size_t n = jw_preset_text(preset, saved, text);
    jw_folder_make_parents(path);
    const bool ok = jw_target_file_save(path, text, n, error);
    free(text);
    return ok;
}
