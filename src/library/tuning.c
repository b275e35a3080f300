// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunings, bridge profiles, and lists of installed files.

#include "files/data_dir.h"
#include "files/profile_file.h"
#include "files/scala_file.h"
#include "library/objects.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/********* Tunings *********/

static JawariTuning *tuning_new(JawariError *error) {
    JawariTuning *tuning = calloc(1, sizeof(*tuning));
    if (!tuning) {
        jw_library_fail(error, JAWARI_NO_MEMORY, "out of memory");
    }
    return tuning;
}

/// Takes the result of a reader of scales, mappings or profiles.
static bool is_read(JwStatus status, const char *name, const JwError *own, JawariError *error) {
    return !status || jw_library_fail_by(error, JAWARI_BAD_TEXT, name, own);
}

/// A scale that gives every key its pitch leaves a mapping nothing to do.
static bool go_together(const JwTuning *tuning, JawariError *error) {
    return !tuning->has_scale || !tuning->has_keymap || tuning->scale.key_0_hz <= 0.0 ||
           jw_library_fail(error, JAWARI_BAD_ARGUMENT,
                           "a mapping together with a scale that gives every key its pitch");
}

JawariTuning *jawari_tuning_load(const char *scale_path, const char *keymap_path,
                                 JawariError *error) {
    JwError own = {0};
    JawariTuning *made = tuning_new(error);
    if (!made) {
        return NULL;
    }
    JwTuning *tuning = &made->tuning;
    tuning->has_scale = scale_path != NULL;
    tuning->has_keymap = keymap_path != NULL;
    if ((scale_path &&
         !is_read(jw_scale_file_load(scale_path, &tuning->scale, &own), scale_path, &own, error)) ||
        (keymap_path && !is_read(jw_keymap_file_load(keymap_path, &tuning->keymap, &own),
                                 keymap_path, &own, error)) ||
        !go_together(tuning, error)) {
        free(made);
        return NULL;
    }
    return made;
}

JawariTuning *jawari_tuning_parse(const char *scale, size_t scale_size, const char *keymap,
                                  size_t keymap_size, JawariError *error) {
    JwError own = {0};
    JawariTuning *made = tuning_new(error);
    if (!made) {
        return NULL;
    }
    JwTuning *tuning = &made->tuning;
    tuning->has_scale = scale != NULL;
    tuning->has_keymap = keymap != NULL;
    if ((scale && !is_read(jw_scale_file_parse(scale, scale_size, "scale", &tuning->scale, &own),
                           "scale", &own, error)) ||
        (keymap &&
         !is_read(jw_keymap_file_parse(keymap, keymap_size, "mapping", &tuning->keymap, &own),
                  "mapping", &own, error)) ||
        !go_together(tuning, error)) {
        free(made);
        return NULL;
    }
    return made;
}

bool jawari_tuning_set_string(JawariTuning *tuning, int string, double cents) {
    const double most = 100.0 * JW_TUNING_RANGE;
    if (string < 0 || string >= JW_MAX_STRINGS || !(fabs(cents) <= most)) {
        return false;
    }
    tuning->tuning.string_cents[string] = cents;
    return true;
}

void jawari_tuning_free(JawariTuning *tuning) {
    free(tuning);
}

/********* Profiles *********/

static JawariProfile *profile_new(JawariError *error) {
    JawariProfile *profile = calloc(1, sizeof(*profile));
    if (!profile) {
        jw_library_fail(error, JAWARI_NO_MEMORY, "out of memory");
    }
    return profile;
}

JawariProfile *jawari_profile_load(const char *path, JawariError *error) {
    JwError own = {0};
    JawariProfile *made = profile_new(error);
    if (made && !is_read(jw_profile_file_load(path, &made->profile, &own), path, &own, error)) {
        free(made);
        return NULL;
    }
    return made;
}

JawariProfile *jawari_profile_new(const double *x_m, const double *height_m, int n,
                                  JawariError *error) {
    if (n < 1 || n > JW_PROFILE_POINTS) {
        jw_library_fail(error, JAWARI_BAD_ARGUMENT, "a profile has 1 to 256 points");
        return NULL;
    }
    JawariProfile *made = profile_new(error);
    if (!made) {
        return NULL;
    }
    made->profile.n = n;
    for (int i = 0; i < n; ++i) {
        made->profile.x_m[i] = (float)x_m[i];
        made->profile.h_m[i] = (float)height_m[i];
    }
    if (!jw_profile_ok(&made->profile)) {
        jw_library_fail(error, JAWARI_BAD_ARGUMENT,
                        "a profile's places ascend, and all its numbers are those of a bridge");
        free(made);
        return NULL;
    }
    return made;
}

void jawari_profile_free(JawariProfile *profile) {
    free(profile);
}

/********* Names *********/

struct JawariNames {
    bool are_ragas; ///< Names from the table of ragas; otherwise from `list`
    JwNameList list;
};

JawariNames *jawari_names_new(JawariNameKind kind) {
    JawariNames *names = calloc(1, sizeof(*names));
    if (!names) {
        return NULL;
    }
    names->are_ragas = kind == JAWARI_RAGAS;
    const char *extension = kind == JAWARI_PRESETS ? JW_PRESET_EXTENSION : JW_INSTRUMENT_EXTENSION;
    if (!names->are_ragas && !jw_data_list(extension, &names->list)) {
        free(names);
        return NULL;
    }
    return names;
}

int jawari_names_count(const JawariNames *names) {
    return names->are_ragas ? jw_raga_count() : names->list.n;
}

const char *jawari_names_get(const JawariNames *names, int i) {
    if (i < 0 || i >= jawari_names_count(names)) {
        return NULL;
    }
    if (names->are_ragas) {
        const char *name = jw_raga_name(i);
        return name ? name : "None";
    }
    return names->list.name[i];
}

void jawari_names_free(JawariNames *names) {
    if (names) {
        jw_name_list_clear(&names->list);
        free(names);
    }
}
