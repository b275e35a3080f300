// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_tuning.h"

#include "program/tuning_arguments.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static void values_of(const JwLive *live, double param[JW_N_PARAMS]) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        param[i] = jw_live_param(live, (JwParamId)i);
    }
}

void jw_live_fretboard(const JwLive *live, JwFretboard *board) {
    double param[JW_N_PARAMS];
    values_of(live, param);
    jw_fretboard_fill(board, jw_live_playing(live), jw_live_scale(live), param);
}

bool jw_live_compass(const JwLive *live, JwCompass *compass, JwError *error) {
    double param[JW_N_PARAMS];
    values_of(live, param);
    return jw_compass_find(compass, jw_live_playing(live), jw_live_scale(live), param, error);
}

static bool set_all(JwLive *live, const bool *set, const double *value, JwError *error) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (set[i] && !jw_live_set(live, (JwParamId)i, value[i])) {
            return jw_error_set(error, "too many events wait");
        }
    }
    return true;
}

static bool set_option(JwLive *live, const char *option, const char *text, JwError *error) {
    bool set[JW_N_PARAMS] = {false};
    double value[JW_N_PARAMS] = {0.0};
    JwTuningArguments unused = {0};
    if (jw_tuning_argument(&unused, option, text, set, value, error)) {
        return set_all(live, set, value, error);
    }
    // Strips the hyphens of an option's name: here it is no option.
    char *begin = error->text + strspn(error->text, "-");
    memmove(error->text, begin, strlen(begin) + 1);
    return false;
}

bool jw_live_set_sa(JwLive *live, const char *text, JwError *error) {
    if (!strcasecmp(text, "none")) {
        return jw_live_set(live, JW_P_SA, 0.0) || jw_error_set(error, "too many events wait");
    }
    return set_option(live, "sa", text, error);
}

bool jw_live_set_raga(JwLive *live, const char *text, JwError *error) {
    jw_live_renew_ragas(live);
    if (!strcasecmp(text, "none")) {
        return (jw_live_set(live, JW_P_RAGA, 0.0) && jw_live_set(live, JW_P_INTONATION, 0.0)) ||
               jw_error_set(error, "too many events wait");
    }
    return set_option(live, "raga", text, error);
}

void jw_live_choose_raga(JwLive *live, int raga) {
    const double now = jw_live_param(live, JW_P_INTONATION);
    jw_live_set(live, JW_P_RAGA, raga);
    if (raga == 0) {
        jw_live_set(live, JW_P_INTONATION, jw_live_baseline(live, JW_P_INTONATION));
    } else if (now == JW_INTONATION_INSTRUMENT) {
        jw_live_set(live, JW_P_INTONATION, JW_INTONATION_JUST);
    }
}

bool jw_live_tune(JwLive *live, const char *text, JwError *error) {
    JwLiveState state;
    JwFineTuning fine = *jw_live_fine_tuning(live);
    int string = 0;
    double cents = 0.0;
    jw_live_state(live, &state);
    if (!jw_tuning_arguments_string(text, state.instrument, &string, &cents, error)) {
        char *begin = error->text + strspn(error->text, "-");
        memmove(error->text, begin, strlen(begin) + 1);
        return false;
    }
    jw_fine_tuning_set(&fine, state.instrument->string[string].name, cents);
    return jw_live_set_fine_tuning(live, &fine, error);
}

bool jw_live_tune_all(JwLive *live, const double *cents, JwError *error) {
    const double most = 100.0 * JW_TUNING_RANGE, *now = jw_live_string_cents(live);
    JwLiveState state;
    JwFineTuning fine = *jw_live_fine_tuning(live);
    jw_live_state(live, &state);
    for (int s = 0; s < state.instrument->n_strings; ++s) {
        if (cents[s] != now[s]) {
            jw_fine_tuning_set(&fine, state.instrument->string[s].name,
                               fmin(fmax(cents[s], -most), most));
        }
    }
    return jw_live_set_fine_tuning(live, &fine, error);
}
