// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/companion.h"

#include "program/patch_names.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { OCTAVE = 12 };

/// Notes of the first string, by values of DRONE_FIRST; the first stands for the preset's own.
static const char *const notes[] = {"own", "Pa", "Ma", "Ni"};

enum { NOTES = sizeof(notes) / sizeof(notes[0]) };

bool jw_companion_first(const char *text, int *first) {
    for (int i = 0; i < NOTES; ++i) {
        if (!strcasecmp(text, notes[i])) {
            *first = i > 0 ? i : -1;
            return true;
        }
    }
    return false;
}

bool jw_companion_read_first(const JwOptionGiven *given) {
    int *first = (int *)((char *)given->options + given->row->at);
    return jw_companion_first(given->text, first) ||
           jw_error_set(given->error, "--%s: \"%.40s\" is none of Pa, Ma, Ni and own",
                        given->row->name, given->text);
}

const char *jw_companion_first_name(int first) {
    return notes[first > 0 && first < NOTES ? first : 0];
}

bool jw_companion_load(JwPatch *patch, const char *preset, JwError *error) {
    static const bool none[JW_N_PARAMS];
    static const double unused[JW_N_PARAMS];
    if (!jw_patch_load(patch, NULL, preset, none, unused, error)) {
        return false;
    }
    return (patch->instrument.drone.n > 0 && patch->instrument.param[JW_P_DRONE] > 0.5) ||
           jw_error_set(error, "%.400s: does not play by itself, as tanpura-plays does", preset);
}

int jw_companion_sa_key(const JwInstrument *instrument, const double *param) {
    const int sa = (int)lround(param[JW_P_SA]);
    return sa > 0 ? sa - 1 : (instrument->sa_key % OCTAVE + OCTAVE) % OCTAVE;
}

bool jw_companion_value(const JwPatch *patch, const JwCompanionSettings *settings,
                        const double *param, int sa_key, JwParamId id, double *value) {
    const double *own = patch->instrument.param;
    switch (id) {
    case JW_P_SA:
        *value = sa_key % OCTAVE + 1;
        return true;
    case JW_P_A4:
    case JW_P_RAGA:
    case JW_P_INTONATION:
    case JW_P_ROOM:
    case JW_P_ROOM_SIZE:
    case JW_P_ROOM_WIDTH:
        *value = param[id];
        return true;
    case JW_P_GAIN:
        *value = jw_param_clamp(id, own[id] + settings->level_db, own[id]);
        return true;
    case JW_P_TUNE:
        *value = jw_param_clamp(id, own[id] + settings->cents, own[id]);
        return true;
    case JW_P_DRONE_FIRST:
        // As it is tuned, the first string has the note of a raga that names one.
        *value = settings->first > 0 ? settings->first : 0.0;
        return settings->first > 0 || jw_raga_first((int)lround(param[JW_P_RAGA])) >= 0;
    case JW_P_DRONE_TEMPO:
        *value = settings->tempo;
        return settings->tempo > 0.0;
    default:
        return false;
    }
}

void jw_companion_share(JwPatch *patch, const JwCompanionSettings *settings, const double *param,
                        int sa_key) {
    double value[JW_N_PARAMS];
    bool set[JW_N_PARAMS];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        set[i] = jw_companion_value(patch, settings, param, sa_key, (JwParamId)i, &value[i]);
    }
    set[JW_P_DRONE] = true;
    value[JW_P_DRONE] = 1.0;
    jw_patch_set(patch, set, value);
}

void jw_companion_tuning(JwTuning *tuning, const JwTuning *of_instrument) {
    *tuning = *of_instrument;
    memset(tuning->string_cents, 0, sizeof(tuning->string_cents));
}
