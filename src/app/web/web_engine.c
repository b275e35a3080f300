// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The audio worklet's side: one instrument, one engine.

#include "app/web/web.h"
#include "files/instrument_file.h"
#include "files/tuned_file.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_EVENTS = 512, MOST_FRAMES = 4096 };

static JwEngine *engine;
static JwInstrument instrument;
static double own[JW_N_PARAMS];
static JwPreset preset;
static JwError error;
static JwEvent event[MOST_EVENTS];
static int n_events;
static float out[2][MOST_FRAMES], in[MOST_FRAMES];
static int watched;
static JwWebReport report;

JwInstrument *jw_web_instrument(void) {
    return &instrument;
}

const double *jw_web_own(void) {
    return own;
}

JwEngine *jw_web_engine(void) {
    return engine;
}

const JwPreset *jw_web_preset(void) {
    return &preset;
}

JwError *jw_web_error_out(void) {
    return &error;
}

/********* Memory *********/

void *JW_WEB_EXPORT(jw_web_alloc)(size_t n);
void *jw_web_alloc(size_t n) {
    return malloc(n);
}

void JW_WEB_EXPORT(jw_web_free)(void *p);
void jw_web_free(void *p) {
    free(p);
}

/// Text of the last error.
const char *JW_WEB_EXPORT(jw_web_error)(void);
const char *jw_web_error(void) {
    return error.text;
}

/********* Instrument *********/

/// Reads an instrument, and its cents if there is a text of them. False: jw_web_error() says why,
/// and the instrument is as it was.
bool JW_WEB_EXPORT(jw_web_load)(const char *text, size_t size, const char *cents,
                                size_t cents_size);
bool jw_web_load(const char *text, size_t size, const char *cents, size_t cents_size) {
    static JwInstrument read;
    if (jw_instrument_file_parse(text, size, "instrument", &read, &error)) {
        return false;
    }
    if (cents_size > 0 &&
        jw_tuned_parse(cents, cents_size, "tuned file", &read, &error) == JW_TUNED_BAD) {
        return false;
    }
    instrument = read;
    memcpy(own, instrument.param, sizeof own);
    return true;
}

/// Reads a preset; returns the name of its instrument, or NULL: jw_web_error() says why, and the
/// preset is as it was.
const char *JW_WEB_EXPORT(jw_web_preset_read)(const char *text, size_t size);
const char *jw_web_preset_read(const char *text, size_t size) {
    return jw_preset_file_parse(text, size, "preset", &preset, &error) ? NULL : preset.instrument;
}

/// Lays the values of the preset over those of the instrument, before jw_web_prepare().
void JW_WEB_EXPORT(jw_web_preset_apply)(void);
void jw_web_preset_apply(void) {
    for (int i = 0; i < preset.n_values; ++i) {
        instrument.param[preset.value[i].id] = preset.value[i].value;
    }
}

/// Gives an instrument that names no room the player's, before jw_web_prepare(). False if it names
/// one.
bool JW_WEB_EXPORT(jw_web_put_into_room)(void);
bool jw_web_put_into_room(void) {
    if (!jw_instrument_put_into_room(&instrument)) {
        return false;
    }
    own[JW_P_ROOM] = instrument.param[JW_P_ROOM];
    return true;
}

/// Number of a parameter; -1: none of that symbol.
int JW_WEB_EXPORT(jw_web_param_find)(const char *symbol);
int jw_web_param_find(const char *symbol) {
    return jw_param_find(symbol);
}

static bool param_ok(int id, double value) {
    return id >= 0 && id < JW_N_PARAMS && isfinite(value);
}

/// Sets the instrument's own value of a parameter, before jw_web_prepare().
bool JW_WEB_EXPORT(jw_web_default)(int id, double value);
bool jw_web_default(int id, double value) {
    if (!param_ok(id, value)) {
        return false;
    }
    instrument.param[id] = jw_param_clamp((JwParamId)id, value, instrument.param[id]);
    return true;
}

/// Prepares the engine; offline: tables are built while it runs, so that the same events give the
/// same samples always. Returns a JwStatus.
int JW_WEB_EXPORT(jw_web_prepare)(double rate_hz, bool offline);
int jw_web_prepare(double rate_hz, bool offline) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = offline};
    if (!engine) {
        engine = jw_engine_new();
    }
    n_events = 0;
    watched = 0;
    report = (JwWebReport){0};
    if (engine) {
        jw_engine_set_tuning(engine, NULL);
        jw_engine_set_profile(engine, NULL);
    }
    return engine ? (int)jw_engine_prepare(engine, &instrument, rate_hz, &options)
                  : (int)JW_ERR_NO_MEMORY;
}

/********* Events *********/

/// Adds an event of the next run; false if there is no room for more.
static bool add_to_run(const JwEvent *e) {
    if (n_events == MOST_EVENTS || (n_events > 0 && event[n_events - 1].frame > e->frame)) {
        return false;
    }
    event[n_events++] = *e;
    return true;
}

/// A MIDI message at a frame of the next run; frames ascend.
bool JW_WEB_EXPORT(jw_web_midi)(uint32_t frame, int status, int first, int second);
bool jw_web_midi(uint32_t frame, int status, int first, int second) {
    const uint8_t byte[3] = {(uint8_t)status, (uint8_t)(first & 127), (uint8_t)(second & 127)};
    return add_to_run(
        &(JwEvent){.frame = frame, .type = JW_EVENT_MIDI, .midi = jw_midi_decode(byte)});
}

/// A parameter at a frame of the next run; frames ascend.
bool JW_WEB_EXPORT(jw_web_param)(uint32_t frame, int id, double value);
bool jw_web_param(uint32_t frame, int id, double value) {
    return param_ok(id, value) &&
           add_to_run(&(JwEvent){.frame = frame,
                                 .type = JW_EVENT_PARAM,
                                 .param = {.id = (JwParamId)id, .value = value}});
}

static bool take_event(const JwEvent *e) {
    const bool ok = e->type == JW_EVENT_PARAM
                        ? param_ok((int)e->param.id, e->param.value)
                        : e->type == JW_EVENT_MIDI || e->type == JW_EVENT_OPEN ||
                              e->type == JW_EVENT_DAMP || e->type == JW_EVENT_PANIC;
    return ok && e->frame == 0 && add_to_run(e);
}

/// True if the numbers that a tuning is indexed by are in range; the engine checks the others.
static bool is_tuning(const JwTuning *t) {
    const bool scale = t->scale.n > 0 && t->scale.n <= JW_SCALE_DEGREES;
    const bool map = t->keymap.n >= 0 && t->keymap.n <= JW_KEYMAP_KEYS;
    return (!t->has_scale || scale) && (!t->has_keymap || map);
}

/// Takes a message of the window's (JwWebMessage); false if it is not one, or refused.
bool JW_WEB_EXPORT(jw_web_take)(int kind, const void *bytes, size_t size);
bool jw_web_take(int kind, const void *bytes, size_t size) {
    if (kind == JW_WEB_EVENT && size == sizeof(JwEvent)) {
        return take_event(bytes);
    }
    if (kind == JW_WEB_PROFILE && size == sizeof(JwProfile)) {
        return engine && !jw_engine_set_profile(engine, bytes);
    }
    if (kind == JW_WEB_TUNING && size == sizeof(JwTuning)) {
        return engine && is_tuning(bytes) && !jw_engine_set_tuning(engine, bytes);
    }
    if (kind == JW_WEB_WATCH && size == sizeof(int32_t)) {
        memcpy(&watched, bytes, size);
        return true;
    }
    return false;
}

/********* Sound *********/

/// Room for the samples of a run: side 0 left, 1 right; 2: the input.
float *JW_WEB_EXPORT(jw_web_samples)(int side);
float *jw_web_samples(int side) {
    return side == 0 ? out[0] : side == 1 ? out[1] : in;
}

/// Runs n frames, at most 4096 (does nothing for more); has_input: jw_web_samples(2) moves the
/// bridge.
void JW_WEB_EXPORT(jw_web_run)(uint32_t n, bool has_input);
void jw_web_run(uint32_t n, bool has_input) {
    if (!engine || n > MOST_FRAMES) {
        return;
    }
    jw_engine_run_input(engine, event, (size_t)n_events, has_input ? in : NULL, NULL, out[0],
                        out[1], NULL, n);
    n_events = 0;
    for (int side = 0; side < 2; ++side) {
        for (uint32_t i = 0; i < n; ++i) {
            report.peak[side] = fmaxf(report.peak[side], fabsf(out[side][i]));
        }
    }
}

/// Builds tables that changed parameters need; between two runs.
void JW_WEB_EXPORT(jw_web_service)(void);
void jw_web_service(void) {
    if (engine && jw_engine_wants_service(engine)) {
        jw_engine_service(engine);
    }
}

/// What the window shows: a JwWebReport of jw_web_report_size() bytes.
const JwWebReport *JW_WEB_EXPORT(jw_web_report)(void);
const JwWebReport *jw_web_report(void) {
    static JwWebReport given;
    if (engine && jw_engine_picture(engine, watched, &report.picture)) {
        report.rate_hz = jw_engine_rate_hz(engine);
        report.silent = jw_engine_silent(engine);
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            report.param[i] = jw_engine_param_now(engine, (JwParamId)i);
        }
    }
    given = report;
    report.peak[0] = report.peak[1] = 0.0F;
    return &given;
}

size_t JW_WEB_EXPORT(jw_web_report_size)(void);
size_t jw_web_report_size(void) {
    return sizeof(JwWebReport);
}
