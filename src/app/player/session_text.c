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

/// Reads a line with a number; *is_one is false if the key is another one.
static bool take_number(JwSessionText *session, const char *key, const char *value, bool *is_one,
                        JwError *error) {
    const struct {
        const char *key;
        double least, most;
        double *number;
    } rows[] = {
        {"with_level", JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX, &session->with.level_db},
        {"with_tempo", JW_WITH_TEMPO_MIN, JW_WITH_TEMPO_MAX, &session->with.tempo},
        {"with_cents", -JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX, &session->with.cents},
        {"second_level", JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX, &session->second.level_db},
        {"second_tempo", JW_WITH_TEMPO_MIN, JW_WITH_TEMPO_MAX, &session->second.tempo},
        {"second_cents", -JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX, &session->second.cents},
        {"clock_tempo", JW_TALA_BPM_MIN, JW_TALA_BPM_MAX, &session->clock.bpm},
        {"clock_growth", -JW_CLICKS_GROWTH_MAX, JW_CLICKS_GROWTH_MAX, &session->clock.growth},
        {"clock_grows_to", JW_TALA_BPM_MIN, JW_TALA_BPM_MAX, &session->clock.grows_to},
    };
    *is_one = true;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        if (!strcmp(key, rows[i].key)) {
            double *number = rows[i].number;
            // The preset's
            const bool or_zero = number == &session->with.tempo || number == &session->second.tempo;
            return (jw_number_parse(value, number) &&
                    ((*number >= rows[i].least && *number <= rows[i].most) ||
                     (or_zero && *number == 0.0))) ||
                   jw_error_set(error, "%s: \"%.80s\" is not a number from %g to %g%s", key, value,
                                rows[i].least, rows[i].most, or_zero ? ", or 0" : "");
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
    const char *rest = key + (second ? 6 : 4);
    *is_one = true;
    if (!second && strncmp(key, "with", 4) != 0) {
        *is_one = false;
        return true;
    }
    if (!*rest) {
        with->preset = value;
        return true;
    }
    if (!strcmp(rest, "_on")) {
        return take_yes(key, value, second ? &session->second_on : &session->with_on, error);
    }
    if (!strcmp(rest, "_first")) {
        return jw_companion_first(value, &with->first) ||
               jw_error_set(error, "%s: \"%.80s\" is none of Pa, Ma, Ni and own", key, value);
    }
    *is_one = false;
    return true;
}

/// Reads a line about the clock; *is_one is false if the key is another one.
static bool take_clock(JwSessionText *session, const char *key, const char *value, bool *is_one,
                       JwError *error) {
    JwClockSettings *clock = &session->clock;
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
    *is_one = false;
    return true;
}

bool jw_session_take(void *user, char *key, char *value, JwError *error) {
    JwSessionText *session = user;
    bool is_one = false;
    bool ok = take_number(session, key, value, &is_one, error);
    if (!ok || is_one) {
        return ok;
    }
    ok = take_with(session, key, value, &is_one, error);
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
