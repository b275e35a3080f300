// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_session.h"

#include "app/player/live_keys.h"
#include "app/player/settings_file.h"
#include "files/number.h"
#include "files/profile_file.h"
#include "files/regular_file.h"
#include "files/text_file.h"
#include "program/arguments.h"
#include "program/patch_names.h"
#include "program/target_file.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE_SIZE = 64 * JW_PROFILE_POINTS };

/// Contents of a session file; texts point into the file's text.
typedef struct {
    const char *instrument;
    const char *preset;
    JwFineTuning fine;
    JwProfile profile;
    JwCompanionSettings with;
    bool with_on;
    JwKeysChoice keys; ///< JW_N_KEYS_CHOICES: not given
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} Session;

#define EMPTY                                                                                      \
    { .with = JW_COMPANION_NONE, .keys = JW_N_KEYS_CHOICES }

JW_PRINTF(3, 4)
static bool write_line(JwTargetFile *file, JwError *error, const char *format, ...) {
    char line[JW_PATCH_NAME_SIZE + 64];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof(line)) {
        return jw_error_set(error, "a line is too long for a session");
    }
    return jw_target_file_write(file, line, (size_t)n, error);
}

// Writes a name; rejects names that would be read back differently.
static bool write_name(JwTargetFile *file, JwError *error, const char *key, const char *name) {
    const size_t n = strlen(name);
    jw_error_begin(error, name);
    if (!jw_text_check(name, n, error)) {
        return false;
    }
    if (strpbrk(name, "\r\n") || strspn(name, " \t") || (n > 0 && strchr(" \t", name[n - 1]))) {
        return jw_error_set(error, "\"%.400s\": a name that no session can keep", name);
    }
    return write_line(file, error, "%s = %s\n", key, name);
}

// Writes a parameter with enough digits to be read back exactly.
static bool write_param(JwTargetFile *file, JwError *error, JwParamId id, double value) {
    char text[40];
    double back;
    snprintf(text, sizeof(text), "%.15g", value);
    if (!jw_number_parse(text, &back) || back != value) {
        snprintf(text, sizeof(text), "%.17g", value);
    }
    return write_line(file, error, "set = %s=%s\n", jw_param_info(id)->symbol, text);
}

static bool write_params(JwLive *live, JwTargetFile *file, JwError *error) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamId id = (JwParamId)i;
        const double value = jw_live_param(live, id);
        if (value != jw_live_baseline(live, id) && !write_param(file, error, id, value)) {
            return false;
        }
    }
    return true;
}

static bool write_tuning(const JwFineTuning *fine, JwTargetFile *file, JwError *error) {
    char cents[40];
    for (int i = 0; i < fine->n; ++i) {
        jw_number_print(cents, sizeof(cents), fine->string[i].cents, 17);
        if (!write_line(file, error, "tune = %s=%s\n", fine->string[i].name, cents)) {
            return false;
        }
    }
    return true;
}

static bool write_profile(const JwProfile *profile, JwTargetFile *file, JwError *error) {
    char text[PROFILE_SIZE];
    return profile->n == 0 || (jw_profile_print(profile, text, sizeof(text)) &&
                               jw_target_file_write(file, "profile = ", 10, error) &&
                               jw_target_file_write(file, text, strlen(text), error) &&
                               jw_target_file_write(file, "\n", 1, error));
}

static bool write_number(JwTargetFile *file, JwError *error, const char *key, double value) {
    char text[40];
    jw_number_print(text, sizeof(text), value, 17);
    return write_line(file, error, "%s = %s\n", key, text);
}

static bool write_with(JwLive *live, JwTargetFile *file, JwError *error) {
    const JwLiveWith *with = jw_live_with(live);
    const JwCompanionSettings *s = jw_live_with_settings(with);
    return !s->preset ||
           (write_name(file, error, "with", s->preset) &&
            write_line(file, error, "with_on = %s\n", jw_live_with_is_on(with) ? "yes" : "no") &&
            write_line(file, error, "with_first = %s\n", jw_companion_first_name(s->first)) &&
            write_number(file, error, "with_level", s->level_db) &&
            write_number(file, error, "with_tempo", s->tempo) &&
            write_number(file, error, "with_cents", s->cents));
}

static bool write_session(JwLive *live, JwTargetFile *file, JwError *error) {
    JwLiveState state;
    jw_live_state(live, &state);
    return write_line(file, error, "# Jawari session\n") &&
           write_name(file, error, "instrument", state.instrument_name) &&
           (!*state.preset_name || write_name(file, error, "preset", state.preset_name)) &&
           write_params(live, file, error) &&
           write_tuning(jw_live_fine_tuning(live), file, error) &&
           write_profile(jw_live_profile(live), file, error) && write_with(live, file, error) &&
           write_line(file, error, "keys = %s\n", jw_keys_choice_name(jw_live_keys_choice(live))) &&
           jw_target_file_finish(file, error) && jw_target_file_commit(file, error);
}

static bool take_tuning(Session *session, char *value, JwError *error) {
    char *equals = strrchr(value, '=');
    double cents = 0.0;
    if (!equals || !jw_number_parse(equals + 1, &cents) || fabs(cents) > 100.0 * JW_TUNING_RANGE ||
        equals - value >= JW_NAME_SIZE) {
        return jw_error_set(error, "tune: \"%.80s\" is not STRING=CENTS", value);
    }
    *equals = '\0';
    jw_fine_tuning_set(&session->fine, value, cents);
    return true;
}

/// Reads a line about the companion; *is_one is false if the key is another one.
static bool take_with(Session *session, const char *key, const char *value, bool *is_one,
                      JwError *error) {
    static const struct {
        const char *key;
        double least, most;
    } numbers[] = {{"with_level", JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX},
                   {"with_tempo", 0.0, 300.0},
                   {"with_cents", -JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX}};
    JwCompanionSettings *with = &session->with;
    double *const to[] = {&with->level_db, &with->tempo, &with->cents};
    *is_one = true;
    if (!strcmp(key, "with")) {
        with->preset = value;
        return true;
    }
    if (!strcmp(key, "with_on")) {
        session->with_on = !strcmp(value, "yes");
        return session->with_on || !strcmp(value, "no") ||
               jw_error_set(error, "with_on: \"%.80s\" is neither yes nor no", value);
    }
    if (!strcmp(key, "with_first")) {
        return jw_companion_first(value, &with->first) ||
               jw_error_set(error, "with_first: \"%.80s\" is none of Pa, Ma, Ni and own", value);
    }
    for (int i = 0; i < 3; ++i) {
        if (!strcmp(key, numbers[i].key)) {
            return (jw_number_parse(value, to[i]) && *to[i] >= numbers[i].least &&
                    *to[i] <= numbers[i].most) ||
                   jw_error_set(error, "%s: \"%.80s\" is not a number from %g to %g", key, value,
                                numbers[i].least, numbers[i].most);
        }
    }
    *is_one = false;
    return true;
}

static bool take_line(void *user, char *key, char *value, JwError *error) {
    Session *session = user;
    bool is_with = false;
    const bool ok = take_with(session, key, value, &is_with, error);
    if (!ok || is_with) {
        return ok;
    }
    if (!strcmp(key, "instrument")) {
        session->instrument = value;
        return true;
    }
    if (!strcmp(key, "preset")) {
        session->preset = value;
        return true;
    }
    if (!strcmp(key, "set")) {
        return jw_argument_set(session->set, session->value, value, error);
    }
    if (!strcmp(key, "tune")) {
        return take_tuning(session, value, error);
    }
    if (!strcmp(key, "keys")) {
        return jw_keys_choice_find(value, &session->keys) ||
               jw_error_set(error, "keys: \"%.80s\" is none of auto, piano and sargam", value);
    }
    if (!strcmp(key, "profile")) {
        return jw_profile_parse(value, &session->profile) ||
               jw_error_set(error, "profile: rising positions and heights in mm are needed");
    }
    return jw_error_set(
        error, "\"%.80s\" is none of instrument, preset, profile, tune, set, keys and with", key);
}

/// True if the file exists but is no session, such as an instrument or a sound named by mistake.
static bool is_something_else(const char *path) {
    Session session = EMPTY;
    JwError unused = {0};
    char *text = NULL;
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return errno == EACCES;
    }
    fclose(file);
    const bool other = !jw_settings_read_if_any(path, take_line, &session, &text, &unused);
    free(text);
    return other;
}

bool jw_session_save(JwLive *live, const char *path, JwError *error) {
    JwTargetFile file = {0};
    if (is_something_else(path)) {
        return jw_error_set(error, "%s: the file exists and is not a session", path);
    }
    jw_settings_make_folder(path);
    const bool ok = jw_target_file_open(&file, path, error) && write_session(live, &file, error);
    jw_target_file_discard(&file);
    return ok;
}

static bool restore_instrument(JwLive *live, const Session *s, JwError *error) {
    return jw_live_restore(live, s->instrument, s->preset, s->set, s->value, error) &&
           jw_live_set_fine_tuning(live, &s->fine, error) &&
           (s->profile.n == 0 || jw_live_set_profile(live, &s->profile, error));
}

/// Restores the companion first: its preset may be gone, and then nothing changes.
static bool restore(JwLive *live, const Session *s, JwError *error) {
    JwLiveWith *with = jw_live_with(live);
    char preset[JW_PATCH_NAME_SIZE];
    JwError unused = {0};
    JwCompanionSettings before = *jw_live_with_settings(with);
    const bool was_on = jw_live_with_is_on(with);
    snprintf(preset, sizeof(preset), "%s", before.preset ? before.preset : "");
    before.preset = before.preset ? preset : NULL;
    if (!jw_live_with_set(with, &s->with, s->with_on, error)) {
        return false;
    }
    const bool ok = restore_instrument(live, s, error);
    if (!ok) {
        jw_live_with_set(with, &before, was_on, &unused);
    } else if (s->keys != JW_N_KEYS_CHOICES) {
        jw_live_audio_keys(jw_live_audio(live))->choice = s->keys;
    }
    return ok;
}

bool jw_session_load(JwLive *live, const char *path, JwError *error) {
    Session session = EMPTY;
    char *text = NULL;
    const bool ok =
        jw_settings_read(path, take_line, &session, &text, error) && restore(live, &session, error);
    free(text);
    return ok;
}

bool jw_session_load_if_any(JwLive *live, const char *path, JwError *error) {
    Session session = EMPTY;
    char *text = NULL;
    const bool ok = jw_settings_read_if_any(path, take_line, &session, &text, error) &&
                    (!text || restore(live, &session, error));
    free(text);
    return ok;
}
