// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/session_text.h"

#include "files/number.h"
#include "files/profile_file.h"
#include "program/arguments.h"

#include <math.h>
#include <string.h>

static bool take_tuning(JwSessionText *session, char *value, JwError *error) {
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

static bool take_yes(const char *key, const char *value, bool *yes, JwError *error) {
    *yes = !strcmp(value, "yes");
    return *yes || !strcmp(value, "no") ||
           jw_error_set(error, "%s: \"%.80s\" is neither yes nor no", key, value);
}

/// A number of a session, and its range.
typedef struct {
    const char *name;
    double least, most;
    bool or_zero; ///< 0 is allowed too: the preset's own
    double *number;
} Number;

/// Reads a value into the number of a name; *is_one is false if no number has it. Errors name the
/// key.
static bool take_number(const Number *numbers, size_t n, const char *name, const char *key,
                        const char *value, bool *is_one, JwError *error) {
    *is_one = true;
    for (size_t i = 0; i < n; ++i) {
        const Number *it = &numbers[i];
        if (!strcmp(name, it->name)) {
            return (jw_number_parse(value, it->number) &&
                    ((*it->number >= it->least && *it->number <= it->most) ||
                     (it->or_zero && *it->number == 0.0))) ||
                   jw_error_set(error, "%s: \"%.80s\" is not a number from %g to %g%s", key, value,
                                it->least, it->most, it->or_zero ? ", or 0" : "");
        }
    }
    *is_one = false;
    return true;
}

/// Reads a line about a companion; *is_one is false if the key is another one.
static bool take_with(JwSessionText *session, const char *key, const char *value, bool *is_one,
                      JwError *error) {
    const bool second = !strncmp(key, "second", 6);
    JwCompanionSettings *with = second ? &session->second : &session->with;
    const Number numbers[] = {
        {"_level", JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX, false, &with->level_db},
        {"_tempo", JW_WITH_TEMPO_MIN, JW_WITH_TEMPO_MAX, true, &with->tempo},
        {"_cents", -JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX, false, &with->cents},
    };
    const char *name = key + (second ? 6 : 4);
    *is_one = second || !strncmp(key, "with", 4);
    if (!*is_one) {
        return true;
    }
    if (!*name) {
        with->preset = value;
        return true;
    }
    if (!strcmp(name, "_on")) {
        return take_yes(key, value, second ? &session->second_on : &session->with_on, error);
    }
    if (!strcmp(name, "_first")) {
        return jw_companion_first(value, &with->first) ||
               jw_error_set(error, "%s: \"%.80s\" is none of Pa, Ma, Ni and own", key, value);
    }
    return take_number(numbers, sizeof(numbers) / sizeof(numbers[0]), name, key, value, is_one,
                       error);
}

/// Reads a line about the clock; *is_one is false if the key is another one.
static bool take_clock(JwSessionText *session, const char *key, const char *value, bool *is_one,
                       JwError *error) {
    JwClockSettings *clock = &session->clock;
    const Number numbers[] = {
        {"clock_tempo", JW_TALA_BPM_MIN, JW_TALA_BPM_MAX, false, &clock->bpm},
        {"clock_growth", -JW_CLICKS_GROWTH_MAX, JW_CLICKS_GROWTH_MAX, false, &clock->growth},
        {"clock_grows_to", JW_TALA_BPM_MIN, JW_TALA_BPM_MAX, false, &clock->grows_to},
    };
    *is_one = true;
    if (!strcmp(key, "clock_on")) {
        session->has_clock = true;
        return take_yes(key, value, &clock->on, error);
    }
    if (!strcmp(key, "clock_tala")) {
        clock->tala = jw_tala_find(value);
        return clock->tala >= 0 ||
               jw_error_set(error, "clock_tala: no tala is called \"%.80s\"", value);
    }
    if (!strcmp(key, "clock_count_in")) {
        return take_yes(key, value, &clock->counts_in, error);
    }
    return take_number(numbers, sizeof(numbers) / sizeof(numbers[0]), key, key, value, is_one,
                       error);
}

bool jw_session_take(void *user, char *key, char *value, JwError *error) {
    JwSessionText *session = user;
    bool is_one = false;
    bool ok = take_with(session, key, value, &is_one, error);
    if (!ok || is_one) {
        return ok;
    }
    ok = take_clock(session, key, value, &is_one, error);
    if (!ok || is_one) {
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
        error,
        "\"%.80s\" is none of instrument, preset, profile, tune, set, keys, with, second and "
        "clock",
        key);
}
