// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_session.h"

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
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} Session;

JW_PRINTF(3, 4)
static bool write_line(JwTargetFile *file, JwMessage *message, const char *format, ...) {
    char line[JW_PATCH_NAME_SIZE + 64];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof(line)) {
        return jw_message_set(message, "a line is too long for a session");
    }
    return jw_target_file_write(file, line, (size_t)n, message);
}

// Writes a name; rejects names that would be read back differently.
static bool write_name(JwTargetFile *file, JwMessage *message, const char *key, const char *name) {
    const size_t n = strlen(name);
    JwFault fault = jw_fault_none(name, message->text, sizeof(message->text));
    if (!jw_text_check(name, n, &fault)) {
        return false;
    }
    if (strpbrk(name, "\r\n") || strspn(name, " \t") || (n > 0 && strchr(" \t", name[n - 1]))) {
        return jw_message_set(message, "\"%.400s\": a name that no session can keep", name);
    }
    return write_line(file, message, "%s = %s\n", key, name);
}

// Writes a parameter with enough digits to be read back exactly.
static bool write_param(JwTargetFile *file, JwMessage *message, JwParamId id, double value) {
    char text[40];
    double back;
    snprintf(text, sizeof(text), "%.15g", value);
    if (!jw_number_parse(text, &back) || back != value) {
        snprintf(text, sizeof(text), "%.17g", value);
    }
    return write_line(file, message, "set = %s=%s\n", jw_param_info(id)->symbol, text);
}

static bool write_params(JwLive *live, JwTargetFile *file, JwMessage *message) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamId id = (JwParamId)i;
        const double value = jw_live_param(live, id);
        if (value != jw_live_baseline(live, id) && !write_param(file, message, id, value)) {
            return false;
        }
    }
    return true;
}

static bool write_tuning(const JwFineTuning *fine, JwTargetFile *file, JwMessage *message) {
    char cents[40];
    for (int i = 0; i < fine->n; ++i) {
        jw_number_print(cents, sizeof(cents), fine->string[i].cents, 17);
        if (!write_line(file, message, "tune = %s=%s\n", fine->string[i].name, cents)) {
            return false;
        }
    }
    return true;
}

static bool write_profile(const JwProfile *profile, JwTargetFile *file, JwMessage *message) {
    char text[PROFILE_SIZE];
    return profile->n == 0 || (jw_profile_print(profile, text, sizeof(text)) &&
                               jw_target_file_write(file, "profile = ", 10, message) &&
                               jw_target_file_write(file, text, strlen(text), message) &&
                               jw_target_file_write(file, "\n", 1, message));
}

static bool write_session(JwLive *live, JwTargetFile *file, JwMessage *message) {
    JwLiveState state;
    jw_live_state(live, &state);
    return write_line(file, message, "# Jawari session\n") &&
           write_name(file, message, "instrument", state.instrument_name) &&
           (!*state.preset_name || write_name(file, message, "preset", state.preset_name)) &&
           write_params(live, file, message) &&
           write_tuning(jw_live_fine_tuning(live), file, message) &&
           write_profile(jw_live_profile(live), file, message) &&
           jw_target_file_finish(file, message) && jw_target_file_commit(file, message);
}

static bool take_tuning(Session *session, char *value, JwMessage *message) {
    char *equals = strrchr(value, '=');
    double cents = 0.0;
    if (!equals || !jw_number_parse(equals + 1, &cents) || fabs(cents) > 100.0 * JW_TUNING_RANGE ||
        equals - value >= JW_NAME_SIZE) {
        return jw_message_set(message, "tune: \"%.80s\" is not STRING=CENTS", value);
    }
    *equals = '\0';
    jw_fine_tuning_set(&session->fine, value, cents);
    return true;
}

static bool take_line(void *user, char *key, char *value, JwMessage *message) {
    Session *session = user;
    if (!strcmp(key, "instrument")) {
        session->instrument = value;
        return true;
    }
    if (!strcmp(key, "preset")) {
        session->preset = value;
        return true;
    }
    if (!strcmp(key, "set")) {
        return jw_argument_set(session->set, session->value, value, message);
    }
    if (!strcmp(key, "tune")) {
        return take_tuning(session, value, message);
    }
    if (!strcmp(key, "profile")) {
        return jw_profile_parse(value, &session->profile) ||
               jw_message_set(message, "profile: rising positions and heights in mm are needed");
    }
    return jw_message_set(message, "\"%.80s\" is none of instrument, preset, profile, tune and set",
                          key);
}

/// True if the file exists but is no session, such as an instrument or a sound named by mistake.
static bool is_something_else(const char *path) {
    Session session = {0};
    JwMessage unused;
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

bool jw_session_save(JwLive *live, const char *path, JwMessage *message) {
    JwTargetFile file = {0};
    if (is_something_else(path)) {
        return jw_message_set(message, "%s: there is another file, which is no session", path);
    }
    jw_settings_make_folder(path);
    const bool ok =
        jw_target_file_open(&file, path, message) && write_session(live, &file, message);
    jw_target_file_discard(&file);
    return ok;
}

static bool restore(JwLive *live, const Session *s, JwMessage *message) {
    return jw_live_restore(live, s->instrument, s->preset, s->set, s->value, message) &&
           jw_live_set_fine_tuning(live, &s->fine, message) &&
           (s->profile.n == 0 || jw_live_set_profile(live, &s->profile, message));
}

bool jw_session_load(JwLive *live, const char *path, JwMessage *message) {
    Session session = {0};
    char *text = NULL;
    const bool ok = jw_settings_read(path, take_line, &session, &text, message) &&
                    restore(live, &session, message);
    free(text);
    return ok;
}

bool jw_session_load_if_any(JwLive *live, const char *path, JwMessage *message) {
    Session session = {0};
    char *text = NULL;
    const bool ok = jw_settings_read_if_any(path, take_line, &session, &text, message) &&
                    (!text || restore(live, &session, message));
    free(text);
    return ok;
}
