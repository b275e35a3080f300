// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "program/tuning_arguments.h"

#include "base/elementary.h"
#include "files/number.h"
#include "files/scala_file.h"
#include "host/patch.h"
#include "program/arguments.h"
#include "program/nearest.h"
#include "program/raga_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TEXT_SIZE = 64 };

static void set_param(JwParamId id, double number, bool *set, double *value) {
    set[id] = true;
    value[id] = number;
}

/// Reads C, C#, Db and so on, with or without an octave, as 0..11.
static bool parse_tonic(const char *text, int *note) {
    char with_octave[TEXT_SIZE];
    int key = 0;
    const bool has_octave = *text && strchr("0123456789", text[strlen(text) - 1]);
    snprintf(with_octave, sizeof(with_octave), "%s%s", text, has_octave ? "" : "4");
    if (!jw_note_parse(with_octave, &key)) {
        return false;
    }
    *note = key % 12;
    return true;
}

static bool parse_sa(JwTuningArguments *a, const char *text, bool *set, double *value,
                     JwError *error) {
    int note = 0;
    double hz = 0.0;
    if (parse_tonic(text, &note)) {
        set_param(JW_P_SA, note + 1, set, value);
        return true;
    }
    if (!jw_argument_number(text, "Hz", &hz) || !(hz >= 20.0 && hz <= 2000.0)) {
        return jw_error_set(
            error, "--sa: \"%s\" is neither a note (C#) nor a pitch from 20 to 2000 Hz", text);
    }
    const int key = (int)lround(69.0 + 12.0 * jw_log2(hz / 440.0));
    set_param(JW_P_SA, key % 12 + 1, set, value);
    set_param(JW_P_A4, hz * jw_exp2((69 - key) / 12.0), set, value);
    a->sa_hz = true;
    return true;
}

/// Reads the intonation after a raga's name.
static bool parse_intonation(const char *text, int raga, double *value, JwError *error) {
    static const char *const names[] = {[JW_INTONATION_JUST] = "just",
                                        [JW_INTONATION_EQUAL] = "equal",
                                        [JW_INTONATION_RAGA] = "own"};
    for (int i = JW_INTONATION_JUST; i <= JW_INTONATION_RAGA; ++i) {
        if (!strcasecmp(text, names[i])) {
            *value = i;
            return i != JW_INTONATION_RAGA || *jw_raga_info(raga)->own ||
                   jw_error_set(error, "--raga: no intonation of its own is known for %s",
                                jw_raga_name(raga));
        }
    }
    return jw_error_set(error, "--raga: \"%.40s\" is neither just, equal nor own", text);
}

static bool parse_raga(JwTuningArguments *a, const char *text, bool *set, double *value,
                       JwError *error) {
    char name[JW_RAGA_NAME];
    const char *colon = strrchr(text, ':');
    double intonation = JW_INTONATION_JUST;
    snprintf(name, sizeof(name), "%.*s", (int)(colon ? colon - text : (long)strlen(text)), text);
    const int raga = jw_raga_named(name, error);
    if (!raga) {
        return jw_error_prefix(error, "--raga");
    }
    if (colon && !parse_intonation(colon + 1, raga, &intonation, error)) {
        return false;
    }
    a->raga = true;
    set_param(JW_P_RAGA, raga, set, value);
    set_param(JW_P_INTONATION, intonation, set, value);
    return true;
}

/// Finds the cents after STRING=; returns NULL, with an error, if there are none.
static const char *cents_of(const char *text, JwError *error) {
    const char *equals = strchr(text, '=');
    if (!equals) {
        jw_error_set(error, "--tune %s: STRING=CENTS is needed", text);
        return NULL;
    }
    return equals + 1;
}

bool jw_tuning_argument(JwTuningArguments *a, const char *option, const char *text, bool *set,
                        double *value, JwError *error) {
    if (!strcmp(option, "a4")) {
        a->a4 = true;
        return jw_argument_set_param(JW_P_A4, text, set, value, error);
    }
    if (!strcmp(option, "sa")) {
        return parse_sa(a, text, set, value, error);
    }
    if (!strcmp(option, "raga")) {
        return parse_raga(a, text, set, value, error);
    }
    if (!strcmp(option, "tuning")) {
        a->scale = text;
        return true;
    }
    if (!strcmp(option, "keymap")) {
        a->keymap = text;
        return true;
    }
    if (a->n_strings == JW_MAX_STRINGS) {
        return jw_error_set(error, "--tune: more than %d strings", JW_MAX_STRINGS);
    }
    if (!cents_of(text, error)) {
        return false;
    }
    a->string[a->n_strings++] = text;
    return true;
}

bool jw_tuning_arguments_agree(const JwTuningArguments *a, JwError *error) {
    if (a->keymap && !a->scale) {
        return jw_error_set(error, "--keymap: needs --tuning");
    }
    return !(a->a4 && a->sa_hz) ||
           jw_error_set(error, "--sa: a pitch sets A4; give a note, or leave --a4 out");
}

static void name_strings(const JwInstrument *instrument, char *text, size_t size) {
    size_t n = 0;
    for (int s = 0; s < instrument->n_strings && n < size; ++s) {
        const int written = snprintf(text + n, size - n, "%s%s", s > 0 ? ", " : "; it has ",
                                     instrument->string[s].name);
        n += written > 0 ? (size_t)written : 0;
    }
}

bool jw_tuning_arguments_string(const char *text, const JwInstrument *instrument, int *string,
                                double *cents, JwError *error) {
    char name[JW_NAME_SIZE], near[256];
    const char *written = cents_of(text, error);
    const double most = 100.0 * JW_TUNING_RANGE;
    if (!written) {
        return false;
    }
    if (!jw_argument_number(written, "cent", cents) || fabs(*cents) > most) {
        return jw_error_set(error, "--tune: \"%s\" is not a number from -%g to %g cents", written,
                            most, most);
    }
    snprintf(name, sizeof(name), "%.*s", (int)(written - 1 - text), text);
    const int found = jw_patch_string(instrument, name);
    if (found >= 0) {
        *string = found;
        return true;
    }
    if (!*jw_nearest_string(instrument, name, near, sizeof(near))) {
        name_strings(instrument, near, sizeof(near));
    }
    return jw_error_set(error, "--tune: the instrument has no string \"%s\"%s", name, near);
}

static bool tune_string(const char *text, const JwInstrument *instrument, JwTuning *tuning,
                        JwError *error) {
    int string = 0;
    double cents = 0.0;
    const bool ok = jw_tuning_arguments_string(text, instrument, &string, &cents, error);
    if (ok) {
        tuning->string_cents[string] = cents;
    }
    return ok;
}

void jw_tuning_arguments_refit(const JwTuningArguments *a, const JwInstrument *instrument,
                               JwTuning *tuning) {
    JwError unknown = {0};
    memset(tuning->string_cents, 0, sizeof(tuning->string_cents));
    for (int i = 0; i < a->n_strings; ++i) {
        tune_string(a->string[i], instrument, tuning, &unknown);
    }
}

bool jw_tuning_arguments_load(const JwTuningArguments *a, const JwInstrument *instrument,
                              JwTuning *tuning, JwError *error) {
    memset(tuning, 0, sizeof(*tuning));
    tuning->has_scale = a->scale != NULL;
    tuning->has_keymap = a->keymap != NULL;
    if ((a->scale && jw_scale_file_load(a->scale, &tuning->scale, error)) ||
        (a->keymap && jw_keymap_file_load(a->keymap, &tuning->keymap, error))) {
        return false;
    }
    if (a->keymap && tuning->scale.key_0_hz > 0.0) {
        return jw_error_set(
            error, "--keymap: not together with %.400s, which gives every key its pitch", a->scale);
    }
    for (int i = 0; i < a->n_strings; ++i) {
        if (!tune_string(a->string[i], instrument, tuning, error)) {
            return false;
        }
    }
    return true;
}
