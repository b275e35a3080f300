// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine behind jawari.h: options, events and reports in their stable form.

#include "library/objects.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(JawariEvent) == 48, "the size of an event is part of the interface");

enum { EVENTS = 64 }; // Events converted at once

static const double usual_rate_hz = 48000.0;

struct JawariEngine {
    JwEngine *engine;
    int n_strings;
};

/********* Making *********/

JawariEngine *jawari_engine_new(const JawariInstrument *instrument,
                                const JawariEngineOptions *options, JawariError *error) {
    JawariEngineOptions given;
    if (!instrument) {
        jw_library_fail(error, JAWARI_BAD_ARGUMENT, "an engine without an instrument");
        return NULL;
    }
    jw_library_take(&given, sizeof(given), options);
    const double rate_hz = given.rate_hz != 0.0 ? given.rate_hz : usual_rate_hz;
    const JwEngineOptions own = {
        .precision = given.exact ? JW_PRECISION_F64 : JW_PRECISION_F32,
        .synchronous = given.offline,
    };
    JawariEngine *made = calloc(1, sizeof(*made));
    JwEngine *engine = NULL;
    const JwInstrument *played = &instrument->patch.instrument;
    const JwPatchFit fit = {.tuning = given.tuning ? &given.tuning->tuning : NULL,
                            .profile = given.profile ? &given.profile->profile : NULL};
    JwStatus status =
        made ? jw_patch_engine_new(&engine, played, &fit, rate_hz, &own) : JW_ERR_NO_MEMORY;
    if (!status && given.seed > 0) {
        status = jw_engine_restart(engine, played, given.seed);
    }
    if (status) {
        jw_library_fail_status(error, status, played->name);
        jw_engine_free(engine);
        free(made);
        return NULL;
    }
    *made = (JawariEngine){engine, jw_engine_n_strings(engine)};
    return made;
}

void jawari_engine_free(JawariEngine *engine) {
    if (engine) {
        jw_engine_free(engine->engine);
        free(engine);
    }
}

void jawari_engine_reset(JawariEngine *engine) {
    jw_engine_reset(engine->engine);
}

void jawari_engine_rest(JawariEngine *engine) {
    jw_engine_rest(engine->engine);
}

bool jawari_engine_note_sounds(const JawariEngine *engine, int channel, int key) {
    return jw_engine_note_sounds(engine->engine, channel, key);
}

bool jawari_engine_restart(JawariEngine *engine, const JawariInstrument *instrument, uint32_t seed,
                           JawariError *error) {
    if (!instrument) {
        return jw_library_fail(error, JAWARI_BAD_ARGUMENT, "an engine without an instrument");
    }
    const JwStatus status = jw_engine_restart(engine->engine, &instrument->patch.instrument, seed);
    return !status || jw_library_fail_status(error, status, instrument->patch.instrument.name);
}

/********* Running *********/

static JW_REALTIME bool to_expression(const JawariExpressionEvent *from, JwEvent *to) {
    static const JwExpression kinds[] = {
        [JAWARI_EXPRESSION_CENTS] = JW_EXPRESSION_CENTS,
        [JAWARI_EXPRESSION_PRESSURE] = JW_EXPRESSION_PRESSURE,
        [JAWARI_EXPRESSION_BRIGHTNESS] = JW_EXPRESSION_BRIGHTNESS,
    };
    const bool known = from->kind >= 0 && from->kind <= JAWARI_EXPRESSION_BRIGHTNESS;
    to->type = JW_EVENT_EXPRESSION;
    to->expression.channel = from->channel;
    to->expression.key = from->key;
    to->expression.kind = kinds[known ? from->kind : 0];
    to->expression.value = from->value;
    return known;
}

/// Puts an event into the engine's form; false for one of an unknown type.
static JW_REALTIME bool to_own_event(const JawariEvent *from, JwEvent *to) {
    *to = (JwEvent){.frame = from->frame};
    switch (from->type) {
    case JAWARI_EVENT_MIDI:
        to->type = JW_EVENT_MIDI;
        to->midi = jw_midi_decode(from->data.midi.bytes);
        return true;
    case JAWARI_EVENT_SYSEX:
        to->type = JW_EVENT_SYSEX;
        to->sysex.bytes = from->data.sysex.bytes;
        to->sysex.size = from->data.sysex.size;
        return true;
    case JAWARI_EVENT_PARAM:
        to->type = JW_EVENT_PARAM;
        to->param.id = (JwParamId)from->data.param.param;
        to->param.value = from->data.param.value;
        return from->data.param.param >= 0 && from->data.param.param < JW_N_PARAMS;
    case JAWARI_EVENT_TRANSPORT:
        to->type = JW_EVENT_TRANSPORT;
        to->transport.bpm = from->data.transport.bpm;
        to->transport.beat = from->data.transport.beat;
        return true;
    case JAWARI_EVENT_PLUCK:
        to->type = JW_EVENT_OPEN;
        to->open.string = from->data.pluck.string;
        to->open.velocity = from->data.pluck.velocity;
        to->open.place = from->data.pluck.place;
        return true;
    case JAWARI_EVENT_DAMP:
        to->type = JW_EVENT_DAMP;
        to->damp.string = from->data.damp.string;
        to->damp.on = from->data.damp.on != 0;
        return true;
    case JAWARI_EVENT_PANIC:
        to->type = JW_EVENT_PANIC;
        return true;
    case JAWARI_EVENT_NOTE:
        to->type = JW_EVENT_NOTE;
        to->note.channel = from->data.note.channel;
        to->note.key = from->data.note.key;
        to->note.velocity = from->data.note.velocity;
        return true;
    case JAWARI_EVENT_EXPRESSION:
        return to_expression(&from->data.expression, to);
    case JAWARI_EVENT_CHOKE:
        to->type = JW_EVENT_CHOKE;
        to->choke.channel = from->data.choke.channel;
        to->choke.key = from->data.choke.key;
        return true;
    default:
        return false;
    }
}

static JW_REALTIME float *from_frame(float *samples, uint32_t frame) {
    return samples ? samples + frame : NULL;
}

static JW_REALTIME const float *input_from(const float *samples, uint32_t frame) {
    return samples ? samples + frame : NULL;
}

/// Runs the frames from `start` to `end` of a block.
static JW_REALTIME void run_part(JawariEngine *engine, const JwEvent *events, size_t n_events,
                                 const JawariBuffers *buffers, uint32_t start, uint32_t end) {
    float *stem[JW_MAX_STEMS];
    const int n_stems = 2 * (engine->n_strings + 1);
    for (int i = 0; buffers->stems && i < n_stems; ++i) {
        stem[i] = from_frame(buffers->stems[i], start);
    }
    jw_engine_run_input(engine->engine, events, n_events, input_from(buffers->in_left, start),
                        input_from(buffers->in_right, start), buffers->left + start,
                        buffers->right + start, buffers->stems ? stem : NULL, end - start);
}

JW_REALTIME void jawari_engine_run(JawariEngine *engine, const JawariEvent *events, size_t n_events,
                                   const JawariBuffers *buffers, uint32_t n_frames) {
    JawariBuffers known;
    jw_library_take(&known, sizeof(known), buffers);
    if (!known.left || !known.right) {
        return;
    }
    size_t next = 0;
    uint32_t start = 0;
    do {
        JwEvent part[EVENTS];
        size_t n = 0;
        while (next < n_events && n < EVENTS) {
            if (to_own_event(&events[next], &part[n])) {
                part[n].frame = part[n].frame > start ? part[n].frame - start : 0;
                ++n;
            }
            ++next;
        }
        uint32_t end = n_frames;
        if (next < n_events) {
            end = events[next].frame < end ? events[next].frame : end;
            end = end > start ? end : start;
        }
        run_part(engine, part, n, &known, start, end);
        start = end;
    } while (next < n_events || start < n_frames);
}

bool jawari_engine_wants_service(const JawariEngine *engine) {
    return jw_engine_wants_service(engine->engine);
}

bool jawari_engine_service(JawariEngine *engine) {
    return jw_engine_service(engine->engine) == JW_SUCCESS;
}

bool jawari_engine_post(JawariEngine *engine, const JawariEvent *event) {
    JwEvent own;
    return to_own_event(event, &own) && jw_engine_post(engine->engine, &own);
}

bool jawari_engine_set_tuning(JawariEngine *engine, const JawariTuning *tuning,
                              JawariError *error) {
    const JwStatus status = jw_engine_set_tuning(engine->engine, tuning ? &tuning->tuning : NULL);
    return !status || jw_library_fail_status(error, status, "tuning");
}

bool jawari_engine_set_profile(JawariEngine *engine, const JawariProfile *profile,
                               JawariError *error) {
    const JwStatus status =
        jw_engine_set_profile(engine->engine, profile ? &profile->profile : NULL);
    return !status || jw_library_fail_status(error, status, "bridge profile");
}

/********* Asking *********/

static bool is_string(const JawariEngine *engine, int string) {
    return string >= 0 && string < engine->n_strings;
}

static JW_REALTIME bool is_param(int param) {
    return param >= 0 && param < JW_N_PARAMS;
}

double jawari_engine_rate(const JawariEngine *engine) {
    return jw_engine_rate_hz(engine->engine);
}

uint32_t jawari_engine_latency(const JawariEngine *engine, bool with_input) {
    return with_input ? jw_engine_input_latency_frames(engine->engine)
                      : jw_engine_latency_frames(engine->engine);
}

int jawari_engine_string_count(const JawariEngine *engine) {
    return engine->n_strings;
}

bool jawari_engine_silent(const JawariEngine *engine) {
    return jw_engine_silent(engine->engine);
}

double jawari_engine_param(const JawariEngine *engine, int param) {
    return is_param(param) ? jw_engine_param(engine->engine, (JwParamId)param) : 0.0;
}

JW_REALTIME double jawari_engine_param_now(const JawariEngine *engine, int param) {
    return is_param(param) ? jw_engine_param_now(engine->engine, (JwParamId)param) : 0.0;
}

bool jawari_engine_report(const JawariEngine *engine, int string, JawariReport *report) {
    if (string != -1 && !is_string(engine, string)) {
        return false;
    }
    JwStringReport own;
    jw_engine_report(engine->engine, string, &own);
    const JawariReport filled = {
        .frames = own.frames,
        .impacts = own.impacts,
        .dropped_events = own.dropped_events,
        .limited = own.limited,
        .nonfinite = own.nonfinite,
        .energy_j = own.energy_j,
        .energy_excess = own.energy_excess_max,
        .penetration_m = own.penetration_max_m,
        .contact_force_n = own.contact_force_max_n,
        .peak = own.peak,
        .pitch_hz = own.pitch_hz,
        .fret = own.fret,
        .held_key = own.held_key,
        .damped = own.damped,
    };
    jw_library_give(report, &filled, sizeof(filled));
    return true;
}

bool jawari_engine_stroke(const JawariEngine *engine, int string, JawariStroke *stroke) {
    if (!is_string(engine, string)) {
        return false;
    }
    JwStrokeReport own;
    jw_engine_stroke(engine->engine, string, &own);
    const JawariStroke filled = {
        .number = own.number,
        .frame = own.frame,
        .velocity = own.velocity,
        .length_m = own.length_m,
        .place_m = own.place_m,
        .width_m = own.width_m,
        .force_n = own.force_n,
        .rise_s = own.rise_s,
        .release_s = own.release_s,
        .kind = own.kind,
        .fret = own.fret,
    };
    jw_library_give(stroke, &filled, sizeof(filled));
    return true;
}

bool jawari_engine_shape(const JawariEngine *engine, int string, float *height_m, int n) {
    return is_string(engine, string) && n >= 2 && n <= JW_SHAPE_POINTS &&
           jw_engine_shape(engine->engine, string, height_m, n);
}

int jawari_engine_modes(const JawariEngine *engine, int string, float *amplitude_m, int n,
                        double *length_m) {
    if (!is_string(engine, string) || n < 0) {
        return 0;
    }
    JwMotion motion;
    const int has = jw_engine_motion(engine->engine, string, amplitude_m, n, &motion);
    if (length_m) {
        *length_m = motion.length_m;
    }
    return has < n ? has : n;
}

int jawari_engine_forces(const JawariEngine *engine, int string, float *x_m, float *force_n,
                         int n) {
    if (!is_string(engine, string) || n < 0) {
        return 0;
    }
    const int has = jw_engine_contact_forces(engine->engine, string, x_m, force_n, n);
    return has < n ? has : n;
}

int jawari_engine_forces_now(const JawariEngine *engine, int string, float *x_m, float *force_n,
                             int n) {
    if (!is_string(engine, string) || n < 0) {
        return 0;
    }
    const int has = jw_engine_contact_forces_now(engine->engine, string, x_m, force_n, n);
    return has < n ? has : n;
}

bool jawari_engine_string_now(const JawariEngine *engine, int string, double *pitch_hz,
                              double *energy_j) {
    double pitch = 0.0, energy = 0.0;
    if (!is_string(engine, string)) {
        return false;
    }
    jw_engine_string_now(engine->engine, string, &pitch, &energy);
    if (pitch_hz) {
        *pitch_hz = pitch;
    }
    if (energy_j) {
        *energy_j = energy;
    }
    return true;
}
