// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_session.h"

#include "app/player/live_keys.h"
#include "app/player/session_text.h"
#include "app/player/settings_file.h"
#include "base/ragas.h"
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
    char text[JW_RAGA_NAME + 40];
    double back;
    if (id == JW_P_RAGA && value >= JW_N_RAGAS) {
        // The number of a raga of the user's own is another one when the player starts again.
        return write_line(file, error, "set = raga=%s\n", jw_param_label(id, value));
    }
    snprintf(text, sizeof(text), "%.15g", value);
    if (!jw_number_parse(text, &back) || back != value) {
        snprintf(text, sizeof(text), "%.17g", value);
    }
    return write_line(file, error, "set = %s=%s\n", jw_param_info(id)->symbol, text);
}

/// True if a practice set always says the parameter: whatever options the player has that loads
/// it, these are the set's.
static bool is_of_practice(JwParamId id) {
    static const JwParamId ids[] = {JW_P_SA,   JW_P_A4,        JW_P_RAGA,       JW_P_INTONATION,
                                    JW_P_ROOM, JW_P_ROOM_SIZE, JW_P_ROOM_WIDTH, JW_P_GAIN};
    return jw_param_is_among(id, ids, sizeof(ids) / sizeof(ids[0]));
}

/// True if an option or the configuration file overrides instrument and preset. QUALITY
/// belongs to the machine; the room is the player's own where files name none.
static bool is_by_option(const JwPatch *files, JwParamId id, double value) {
    return id != JW_P_QUALITY && id != JW_P_ROOM && value != files->instrument.param[id];
}

/// Writes the differences from the files of instrument and preset.
static bool write_params(const JwPatch *files, JwLive *live, JwSessionKind kind, JwTargetFile *file,
                         JwError *error) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamId id = (JwParamId)i;
        const double value = jw_live_param(live, id);
        const bool writes = value != jw_live_baseline(live, id) || is_by_option(files, id, value) ||
                            (kind == JW_SESSION_PRACTICE && is_of_practice(id));
        if (writes && !write_param(file, error, id, value)) {
            return false;
        }
    }
    return true;
}

static bool write_patch(JwLive *live, JwSessionKind kind, JwTargetFile *file, JwError *error) {
    static const bool none[JW_N_PARAMS];
    static const double zero[JW_N_PARAMS];
    JwLiveState state;
    JwPatch *files = calloc(1, sizeof(*files));
    jw_live_state(live, &state);
    const char *preset = *state.preset_name ? state.preset_name : NULL;
    const bool ok = (files || jw_error_set(error, "out of memory")) &&
                    jw_patch_load(files, state.instrument_name, preset, none, zero, error) &&
                    write_name(file, error, "instrument", state.instrument_name) &&
                    (!preset || write_name(file, error, "preset", preset)) &&
                    write_params(files, live, kind, file, error);
    free(files);
    return ok;
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

static bool write_number(JwTargetFile *file, JwError *error, const char *key, const char *name,
                         double value) {
    char text[40];
    jw_number_print(text, sizeof(text), value, 17);
    return write_line(file, error, "%s_%s = %s\n", key, name, text);
}

static bool write_companion(const JwLiveWith *with, const char *key, JwTargetFile *file,
                            JwError *error) {
    const JwCompanionSettings *s = jw_live_with_settings(with);
    return !s->preset ||
           (write_name(file, error, key, s->preset) &&
            write_line(file, error, "%s_on = %s\n", key, jw_live_with_is_on(with) ? "yes" : "no") &&
            write_line(file, error, "%s_first = %s\n", key, jw_companion_first_name(s->first)) &&
            write_number(file, error, key, "level", s->level_db) &&
            write_number(file, error, key, "tempo", s->tempo) &&
            write_number(file, error, key, "cents", s->cents));
}

static bool write_with(JwLive *live, JwTargetFile *file, JwError *error) {
    const JwLiveWith *with = jw_live_with(live);
    return write_companion(with, "with", file, error) &&
           write_companion(jw_live_with_second(with), "second", file, error);
}

static bool write_clock(JwLive *live, JwTargetFile *file, JwError *error) {
    const JwClockSettings s = jw_live_clock_settings(jw_live_audio_clock(jw_live_audio(live)));
    return write_line(file, error, "clock_on = %s\n", s.on ? "yes" : "no") &&
           write_number(file, error, "clock", "tempo", s.bpm) &&
           write_line(file, error, "clock_count_in = %s\n", s.counts_in ? "yes" : "no") &&
           write_number(file, error, "clock", "growth", s.growth) &&
           write_number(file, error, "clock", "grows_to", s.grows_to) &&
           (s.tala < 0 || write_name(file, error, "clock_tala", jw_tala_info(s.tala)->name));
}

static bool write_session(JwLive *live, JwSessionKind kind, JwTargetFile *file, JwError *error) {
    return write_line(file, error, "# Jawari %s\n",
                      kind == JW_SESSION_PRACTICE ? "practice set" : "session") &&
           write_patch(live, kind, file, error) &&
           write_tuning(jw_live_fine_tuning(live), file, error) &&
           write_profile(jw_live_profile(live), file, error) && write_with(live, file, error) &&
           write_clock(live, file, error) &&
           write_line(file, error, "keys = %s\n", jw_keys_choice_name(jw_live_keys_choice(live))) &&
           jw_target_file_finish(file, error) && jw_target_file_commit(file, error);
}

/// True if the file exists but is no session, such as an instrument or a sound named by mistake.
static bool is_something_else(const char *path) {
    JwSessionText session = JW_SESSION_TEXT;
    JwError unused = {0};
    char *text = NULL;
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        return errno == EACCES;
    }
    fclose(file);
    const bool other = !jw_settings_read_if_any(path, jw_session_take, &session, &text, &unused);
    free(text);
    return other;
}

bool jw_session_save(JwLive *live, const char *path, JwSessionKind kind, JwError *error) {
    JwTargetFile file = {0};
    if (is_something_else(path)) {
        return jw_error_set(error, "%s: the file exists and is not a session", path);
    }
    jw_folder_make_parents(path);
    const bool ok =
        jw_target_file_open(&file, path, error) && write_session(live, kind, &file, error);
    jw_target_file_discard(&file);
    return ok;
}

static bool restore_instrument(JwLive *live, const JwSessionText *s, JwError *error) {
    const JwLiveKept kept = {.instrument = s->instrument,
                             .preset = s->preset,
                             .set = s->set,
                             .value = s->value,
                             .fine = &s->fine,
                             .profile = s->profile.n > 0 ? &s->profile : NULL};
    return jw_live_restore(live, &kept, error);
}

/// Reads the companions' presets first: one may be gone, and then nothing changes.
static bool restore(JwLive *live, const JwSessionText *s, JwError *error) {
    JwLiveWith *with = jw_live_with(live), *second = jw_live_with_second(with);
    if (!jw_live_with_check(with, &s->with, error) ||
        !jw_live_with_check(second, &s->second, error) || !restore_instrument(live, s, error) ||
        !jw_live_with_set(with, &s->with, s->with_on, error) ||
        !jw_live_with_set(second, &s->second, s->second_on, error)) {
        return false;
    }
    if (s->with.preset) {
        jw_live_with_keep(with); // Whatever the file's DRONE
    }
    if (s->keys != JW_N_KEYS_CHOICES) {
        jw_live_audio_keys(jw_live_audio(live))->choice = s->keys;
    }
    if (s->has_clock) {
        jw_live_clock_set(jw_live_audio_clock(jw_live_audio(live)), &s->clock);
    }
    return true;
}

bool jw_session_load(JwLive *live, const char *path, JwError *error) {
    JwSessionText session = JW_SESSION_TEXT;
    char *text = NULL;
    const bool ok = jw_settings_read(path, jw_session_take, &session, &text, error) &&
                    restore(live, &session, error);
    free(text);
    return ok;
}

bool jw_session_load_if_any(JwLive *live, const char *path, JwError *error) {
    JwSessionText session = JW_SESSION_TEXT;
    char *text = NULL;
    const bool ok = jw_settings_read_if_any(path, jw_session_take, &session, &text, error) &&
                    (!text || restore(live, &session, error));
    free(text);
    return ok;
}
