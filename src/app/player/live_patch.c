// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_patch.h"

#include "files/data_dir.h"
#include "files/number.h"
#include "host/clocks.h"
#include "program/patch_names.h"
#include "program/profile_argument.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Time for which a requested value counts as in force, since the audio thread takes it later.
static const double echo_s = 0.2;

struct JwLivePatchImpl {
    JwLivePatchOptions *options;
    JwProfile profile;
    JwPatch patch; // Instrument with preset; its parameters are the baseline
    JwPrograms programs;
    const JwLiveAudio *audio;
    const JwEngine *engine;           // Engine that plays the patch; NULL before there is one
    double begin[JW_N_PARAMS];        // Values in force until an engine plays
    double requested[JW_N_PARAMS];    // Value requested last
    double requested_at[JW_N_PARAMS]; // Time of that request; 0: none to the present engine
};

/********* Loading *********/

// Makes a path absolute: a session may be opened from another folder.
static bool make_absolute(char name[JW_PATCH_NAME_SIZE], JwError *error) {
    if (!strchr(name, '/')) {
        return true;
    }
    char *path = realpath(name, NULL);
    if (!path || strlen(path) >= JW_PATCH_NAME_SIZE) {
        const char *why = path ? "its path is too long" : strerror(errno);
        free(path);
        return jw_error_set(error, "%.400s: %s", name, why);
    }
    memcpy(name, path, strlen(path) + 1);
    free(path);
    return true;
}

static bool load_tuning(JwLivePatchOptions *o, const JwInstrument *instrument, JwError *error) {
    o->has_tuning = o->has_tuning ||
                    (jw_tuning_arguments_load(o->tuning_arguments, instrument, &o->tuning, error) &&
                     (!o->profile_path ||
                      jw_profile_argument(o->profile_path, instrument, &o->profile, error)));
    return o->has_tuning;
}

static bool load(JwLivePatch *s, const char *instrument, const char *preset, JwError *error) {
    JwPatch *patch = &s->patch;
    return jw_patch_load(patch, instrument, preset, s->options->set, s->options->value, error) &&
           make_absolute(patch->instrument_name, error) &&
           make_absolute(patch->preset_name, error) &&
           load_tuning(s->options, &patch->instrument, error);
}

/// Adds a warning before those that are there.
static void warn(JwError *warning, const char *what) {
    if (*warning->text) {
        jw_error_prefix(warning, what);
    } else {
        jw_error_set(warning, "%s", what);
    }
}

/// Warns if audio input moves no string.
static void warn_of_rock(const JwLivePatch *s, JwError *warning) {
    JwError what = {0};
    if (!jw_patch_is_driven(&s->patch.instrument, s->patch.instrument_name, &what)) {
        warn(warning, what.text);
    }
}

/// Parameters of the session rather than of an instrument: tonic, room, mix, machine.
static const JwParamId common[] = {JW_P_SA,        JW_P_A4,         JW_P_ROOM,
                                   JW_P_ROOM_SIZE, JW_P_ROOM_WIDTH, JW_P_QUALITY,
                                   JW_P_VOLUME,    JW_P_EXPRESSION, JW_P_PAN};

enum { COMMON = sizeof(common) / sizeof(common[0]) };

bool jw_live_patch_is_common(JwParamId id) {
    return jw_param_is_among(id, common, COMMON);
}

bool jw_live_patch_pin_common(JwLivePatch *s) {
    bool differs = false;
    for (int i = 0; i < COMMON; ++i) {
        const bool pinned = s->options->set[common[i]] || s->options->chosen[common[i]];
        differs = differs || pinned != s->programs.pinned[common[i]];
        s->programs.pinned[common[i]] = pinned;
    }
    return differs;
}

/// Gives instrument and presets that name no room the player's own.
static void put_into_room(JwLivePatch *s) {
    JwInstrument *in = &s->patch.instrument;
    if (!s->options->set[JW_P_ROOM] && jw_instrument_put_into_room(in)) {
        s->programs.base[JW_P_ROOM] = in->param[JW_P_ROOM];
    }
}

JwLivePatch *jw_live_patch_load(JwLivePatchOptions *options, const char *instrument,
                                const char *preset, JwError *warning, JwError *error) {
    JwLivePatch *s = calloc(1, sizeof(*s));
    JwError why = {0};
    warning->text[0] = '\0';
    if (!s) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    s->options = options;
    if (!load(s, instrument, preset, error)) {
        free(s);
        return NULL;
    }
    s->profile = options->profile;
    if (!jw_patch_load_programs(&s->patch, options->set, &s->programs, warning, &why)) {
        jw_error_set(warning, "no program changes: %s", why.text);
    }
    put_into_room(s);
    memcpy(s->begin, s->patch.instrument.param, sizeof(s->begin));
    jw_live_patch_pin_common(s);
    if (*s->patch.remark) {
        warn(warning, s->patch.remark);
    }
    if (options->input) {
        warn_of_rock(s, warning);
    }
    return s;
}

void jw_live_patch_free(JwLivePatch *s) {
    free(s);
}

void jw_live_patch_begin_with(JwLivePatch *s, JwParamId id, double value) {
    s->begin[id] = jw_param_clamp(id, value, s->begin[id]);
}

/// Value of a parameter: a recent request, otherwise the engine's.
static double value_of(const JwLivePatch *s, JwParamId id,
                       double (*engine_value)(const JwEngine *, JwParamId)) {
    if (!s->engine) {
        return s->begin[id];
    }
    if (jw_monotonic_s() < s->requested_at[id] + echo_s) {
        return s->requested[id];
    }
    return id == JW_P_QUALITY ? jw_live_audio_quality(s->audio) : engine_value(s->engine, id);
}

void jw_live_patch_begin_after(JwLivePatch *s, const JwLivePatch *before) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const double value = value_of(before, (JwParamId)i, jw_engine_base);
        if (value != jw_live_patch_baseline(before, (JwParamId)i)) {
            s->begin[i] = value;
        }
    }
}

void jw_live_patch_choose_common(JwLivePatchOptions *options, const bool *set,
                                 const double *value) {
    for (int i = 0; i < COMMON; ++i) {
        const JwParamId id = common[i];
        options->chosen[id] = set[id] && !(id == JW_P_SA && value[id] == 0.0);
    }
}

JwLivePatch *jw_live_patch_keep_common(JwLivePatch *s, const JwLivePatch *before) {
    for (int i = 0; i < COMMON && s; ++i) {
        const double value = value_of(before, common[i], jw_engine_base);
        if (s->options->chosen[common[i]] || value != jw_live_patch_baseline(before, common[i])) {
            s->options->chosen[common[i]] = true;
            s->begin[common[i]] = value;
            jw_live_patch_pin_common(s);
        }
    }
    return s;
}

/********* Engines *********/

void jw_live_patch_fit_tuning(const JwLivePatch *s) {
    JwLivePatchOptions *o = s->options;
    jw_tuning_arguments_refit(o->tuning_arguments, &s->patch.instrument, &o->tuning);
    jw_fine_tuning_fit(&o->fine, &s->patch.instrument, &o->tuning);
}

JwEngine *jw_live_patch_build(const JwLivePatch *s, double rate_hz, JwError *error) {
    JwLivePatchOptions *o = s->options;
    JwInstrument *instrument = malloc(sizeof(*instrument));
    if (!instrument) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    *instrument = s->patch.instrument;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        instrument->param[i] = value_of(s, (JwParamId)i, jw_engine_base);
    }
    jw_live_patch_fit_tuning(s);
    const JwPatchFit fit = {.tuning = &o->tuning, .profile = &s->profile};
    JwEngine *engine =
        jw_patch_engine(instrument, s->patch.instrument_name, &fit, rate_hz, NULL, error);
    free(instrument);
    return engine;
}

void jw_live_patch_plays(JwLivePatch *s, const JwLiveAudio *audio, const JwEngine *engine) {
    s->audio = audio;
    s->engine = engine;
    memset(s->requested_at, 0, sizeof(s->requested_at));
}

/********* Values *********/

bool jw_live_patch_ask(JwLivePatch *s, JwParamId id, double value) {
    s->requested[id] = value;
    s->requested_at[id] = jw_monotonic_s();
    s->options->chosen[id] = s->options->chosen[id] || jw_live_patch_is_common(id);
    if (id == JW_P_SA && value == 0.0) {
        s->options->chosen[id] = false;
    }
    return jw_live_patch_pin_common(s);
}

double jw_live_patch_param(const JwLivePatch *s, JwParamId id) {
    return value_of(s, id, jw_engine_param);
}

double jw_live_patch_baseline(const JwLivePatch *s, JwParamId id) {
    return s->patch.instrument.param[id];
}

void jw_live_patch_set_profile(JwLivePatch *s, const JwProfile *profile) {
    s->profile = *profile;
}

const JwProfile *jw_live_patch_profile(const JwLivePatch *s) {
    return &s->profile;
}

/********* Programs *********/

/// Makes preset and baseline those of the program.
static void count_from(JwLivePatch *s, int program) {
    const JwPrograms *programs = &s->programs;
    const JwProgram *p = &programs->program[program];
    snprintf(s->patch.preset_name, sizeof(s->patch.preset_name), "%s", p->name);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (!programs->pinned[i]) {
            s->patch.instrument.param[i] = p->set[i] ? p->value[i] : programs->base[i];
        }
    }
}

void jw_live_patch_select(JwLivePatch *s, int program) {
    if (program >= s->programs.n) {
        return; // The program belongs to the previous patch
    }
    count_from(s, program);
    memset(s->requested_at, 0, sizeof(s->requested_at));
}

void jw_live_patch_ask_program(JwLivePatch *s, int program) {
    JwEvent set[JW_N_PARAMS];
    const double now_s = jw_monotonic_s();
    jw_live_patch_select(s, program);
    const int n = jw_programs_select(&s->programs, program, 0, set);
    for (int i = 0; i < n; ++i) {
        s->requested[set[i].param.id] = set[i].param.value;
        s->requested_at[set[i].param.id] = now_s;
    }
}

bool jw_live_patch_add(JwLivePatch *s, const char *name, JwError *error) {
    const int place = jw_patch_add_program(&s->patch, name, &s->programs, error);
    if (place >= 0) {
        count_from(s, place); // Requested values stay: they are the saved ones
    }
    return place >= 0;
}

const JwPrograms *jw_live_patch_programs(const JwLivePatch *s) {
    return &s->programs;
}

int jw_live_patch_find_program(const JwLivePatch *s, const char *name) {
    for (int i = 0; i < s->programs.n; ++i) {
        if (jw_data_same(name, s->programs.program[i].name, JW_PRESET_EXTENSION)) {
            return i;
        }
    }
    for (int i = 0; i < s->programs.n; ++i) {
        if (jw_names_alike(name, s->programs.program[i].name)) {
            return i;
        }
    }
    return -1;
}

int jw_live_patch_step_program(const JwLivePatch *s, int step) {
    const int n = s->programs.n, now = jw_live_patch_find_program(s, s->patch.preset_name);
    // Steps from no preset lead to the first one, or backwards to the last.
    int next = now < 0 ? (step > 0 ? -1 : n) : now;
    for (int i = 0; i < n; ++i) {
        next = (next + (step > 0 ? 1 : -1) + n) % n;
        if (jw_live_patch_has_program(s, next)) {
            return next;
        }
    }
    return -1;
}

bool jw_live_patch_has_program(const JwLivePatch *s, int program) {
    return !s->programs.program[program].elsewhere;
}

/********* Names *********/

const JwInstrument *jw_live_patch_instrument(const JwLivePatch *s) {
    return &s->patch.instrument;
}

const char *jw_live_patch_instrument_name(const JwLivePatch *s) {
    return s->patch.instrument_name;
}

const char *jw_live_patch_preset_name(const JwLivePatch *s) {
    return s->patch.preset_name;
}
