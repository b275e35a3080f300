// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Setup: all allocations of the engine, and the functions for the control thread.

#include "base/elementary.h"
#include "base/pi.h"
#include "engine/parts.h"
#include "playing/stability.h"
#include "string/team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

JwEngine *jw_engine_new(void) {
    return calloc(1, sizeof(JwEngine));
}

static void free_audio(JwAudio *audio) {
    if (!audio) {
        return;
    }
    for (int s = 0; audio->string && s < audio->n_strings; ++s) {
        JwVoice *v = &audio->string[s];
        jw_string_release(&v->state);
        jw_latest_free(v->shape);
        jw_latest_free(v->forces);
        jw_latest_free(v->report);
    }
    free(audio->string);
    jw_ensemble_release(&audio->ensemble);
    jw_tables_free(audio->tables);
    jw_tables_free(audio->waiting);
    jw_room_release(&audio->room);
    free(audio);
}

static void free_parts(JwEngine *engine) {
    free_audio(engine->audio);
    jw_tables_free(jw_exchange_publish(&engine->exchange, NULL));
    jw_tables_free(jw_exchange_collect(&engine->exchange));
    jw_ring_free(engine->requests);
    jw_ring_free(engine->posts);
    jw_latest_free(engine->params);
}

void jw_engine_free(JwEngine *engine) {
    if (engine) {
        free_parts(engine);
        free(engine);
    }
}

static JwStatus init_string(JwVoice *v, const JwInstrument *instrument, int s, double rate_hz,
                            const JwEngineOptions *options) {
    JwStringRoom room;
    JwStatus status = jw_tables_capacity(instrument, rate_hz, s, &room);
    if (status) {
        return status;
    }
    const JwPrecision precision =
        jw_tables_precision(&instrument->string[s], options->precision, rate_hz);
    status = jw_string_init(&v->state, precision, &room);
    if (status) {
        return status;
    }
    v->state.phase = s % 2;
    v->state.thread_k = instrument->string[s].thread.stiffness_n_m;
    v->state.thread_rc = instrument->string[s].thread.damping_n_s_m;
    v->shape = jw_latest_new(sizeof(JwShapeHead) + sizeof(float) * (size_t)room.n_modes);
    v->forces = jw_latest_new(sizeof(JwForceHead) + 2 * sizeof(float) * JW_CONTACT_POINTS);
    v->report = jw_latest_new(sizeof(JwStringReport));
    return v->shape && v->forces && v->report ? JW_SUCCESS : JW_ERR_NO_MEMORY;
}

/// Allocates the memory of strings that step together.
static JwStatus init_ensemble(JwAudio *audio) {
    int n_points = 0;
    for (int s = 0; s < audio->n_strings; ++s) {
        const int n = audio->string[s].state.points_capacity;
        n_points = n > n_points ? n : n_points;
    }
    return jw_ensemble_init(&audio->ensemble, audio->n_strings, n_points);
}

/// Designs the filters.
static void init_filters(JwAudio *audio) {
    const int quality = audio->tables->quality;
    for (int s = 0; s < audio->n_strings; ++s) {
        jw_decimator_init(&audio->string[s].decimator, quality);
    }
    for (int c = 0; c < 2; ++c) {
        jw_decimator_init(&audio->body_out[c], quality);
    }
    jw_shadow_init(&audio->shadow, &audio->tables->body, quality);
    jw_interpolator_init(&audio->input.force);
}

/// Creates the audio thread's state. fit: engine that has the tuning and profile.
static JwStatus new_audio(const JwInstrument *instrument, double rate_hz,
                          const JwEngineOptions *options, const JwEngine *fit, JwAudio **result) {
    JwAudio *audio = calloc(1, sizeof(*audio));
    if (!audio) {
        return JW_ERR_NO_MEMORY;
    }
    JwTablesSpec spec = {.rate_hz = rate_hz, .precision = options->precision};
    memcpy(spec.param, instrument->param, sizeof(spec.param));
    jw_engine_fit_spec(fit, &spec);
    audio->instrument = *instrument;
    audio->n_strings = instrument->n_strings;
    audio->string = calloc((size_t)audio->n_strings + 1, sizeof(*audio->string));
    audio->tables = jw_tables_new(instrument, &spec);
    const bool room = jw_room_init(&audio->room, rate_hz);
    JwStatus status = audio->string && audio->tables && room ? JW_SUCCESS : JW_ERR_NO_MEMORY;
    for (int s = 0; !status && s < audio->n_strings; ++s) {
        status = init_string(&audio->string[s], instrument, s, rate_hz, options);
    }
    if (!status) {
        status = init_ensemble(audio);
        init_filters(audio);
    }
    if (status) {
        free_audio(audio);
        return status;
    }
    jw_audio_rest(audio, instrument->param);
    *result = audio;
    return JW_SUCCESS;
}

static JwStatus check(const JwInstrument *instrument, double rate_hz) {
    int string, obstacle;
    if (!instrument) {
        return JW_ERR_BAD_ARG;
    }
    if (!(rate_hz >= JW_RATE_MIN_HZ && rate_hz <= JW_RATE_MAX_HZ)) {
        return JW_ERR_BAD_RATE;
    }
    const JwStatus status = jw_instrument_check(instrument, &string, &obstacle);
    return status ? status : jw_stability_check(instrument, rate_hz, NULL);
}

/// Makes the parts of an engine whose rate and options are set, with the tuning and profile of
/// `fit`.
static JwStatus make_parts(JwEngine *engine, const JwInstrument *instrument, const JwEngine *fit) {
    jw_exchange_init(&engine->exchange);
    engine->requests = jw_ring_new(2, sizeof(JwTablesSpec));
    engine->posts = jw_ring_new(JW_POST_EVENTS, sizeof(JwEvent));
    engine->params = jw_latest_new(sizeof(JwParams));
    if (!engine->requests || !engine->posts || !engine->params) {
        return JW_ERR_NO_MEMORY;
    }
    const JwStatus status =
        new_audio(instrument, engine->rate_hz, &engine->options, fit, &engine->audio);
    if (!status) {
        jw_audio_publish_params(engine->audio, engine->params);
    }
    return status;
}

JwStatus jw_engine_prepare(JwEngine *engine, const JwInstrument *instrument, double rate_hz,
                           const JwEngineOptions *options) {
    if (!engine) {
        return JW_ERR_BAD_ARG;
    }
    JwStatus status = check(instrument, rate_hz);
    if (status) {
        return status;
    }
    // An engine is too large for the stack of a host's thread.
    JwEngine *next = calloc(1, sizeof(*next));
    if (!next) {
        return JW_ERR_NO_MEMORY;
    }
    next->rate_hz = rate_hz;
    next->options = options ? *options : next->options;
    next->tuning = engine->tuning;
    next->profile = engine->profile;
    next->drawn = engine->drawn;
    next->team = engine->team;
    status = make_parts(next, instrument, engine);
    if (status) {
        free_parts(next);
    } else {
        free_parts(engine);
        *engine = *next;
    }
    free(next);
    return status;
}

/// Restores the state after prepare, with other tables if the instrument's parameters or the
/// profile need them; keeps the old ones if memory is short.
static JwStatus rest_anew(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    JwTablesSpec spec = audio->tables->spec;
    JwTables *tables = NULL;
    const bool other = spec.drawn != engine->drawn ||
                       jw_tables_differ(spec.param, audio->instrument.param) ||
                       jw_tables_rest_differs(spec.param, audio->instrument.param);
    jw_tables_free(audio->waiting);
    jw_tables_free(jw_exchange_publish(&engine->exchange, NULL));
    jw_tables_free(jw_exchange_collect(&engine->exchange));
    jw_exchange_init(&engine->exchange);
    jw_ring_reset(engine->requests);
    jw_ring_reset(engine->posts);
    audio->waiting = NULL;
    if (other) {
        memcpy(spec.param, audio->instrument.param, sizeof(spec.param));
        jw_engine_fit_spec(engine, &spec);
        tables = jw_tables_new(&audio->instrument, &spec);
    }
    if (tables) {
        jw_tables_free(audio->tables);
        audio->tables = tables;
    }
    jw_audio_rest(audio, audio->instrument.param);
    jw_audio_publish_params(audio, engine->params);
    return tables || !other ? JW_SUCCESS : JW_ERR_NO_MEMORY;
}

void jw_engine_reset(JwEngine *engine) {
    if (engine->audio) {
        rest_anew(engine);
    }
}

JW_REALTIME void jw_engine_rest(JwEngine *engine) {
    JwAudio *audio = engine->audio;
    double param[JW_N_PARAMS];
    if (!audio) {
        return;
    }
    jw_audio_end_wait(engine);
    memcpy(param, audio->param, sizeof(param));
    jw_audio_rest(audio, param);
    jw_audio_publish_params(audio, engine->params);
}

/// True if two instruments have the same strings, obstacles and body.
static bool same_strings(const JwInstrument *a, const JwInstrument *b) {
    return a->n_strings == b->n_strings && a->n_obstacles == b->n_obstacles &&
           a->n_body == b->n_body && !memcmp(a->string, b->string, sizeof(a->string)) &&
           !memcmp(a->obstacle, b->obstacle, sizeof(a->obstacle)) &&
           !memcmp(a->body, b->body, sizeof(a->body)) && a->a4_hz == b->a4_hz &&
           a->sa_key == b->sa_key && a->khula_m == b->khula_m && a->band_m == b->band_m;
}

JwStatus jw_engine_restart(JwEngine *engine, const JwInstrument *instrument, uint32_t seed) {
    if (!engine || !engine->audio) {
        return JW_ERR_NOT_PREPARED;
    }
    const JwStatus status = check(instrument, engine->rate_hz);
    if (status) {
        return status;
    }
    if (!same_strings(&engine->audio->instrument, instrument)) {
        return JW_ERR_BAD_ARG;
    }
    engine->audio->instrument = *instrument;
    // jw_random() takes these numbers times 16: the ranges of different seeds stay apart.
    engine->audio->first_stroke = (uint64_t)seed << 28;
    return rest_anew(engine);
}

JW_REALTIME bool jw_engine_wants_service(const JwEngine *engine) {
    return engine->audio &&
           (jw_ring_count(engine->requests) > 0 || jw_exchange_has_spent(&engine->exchange));
}

static JwStatus publish_tables(JwEngine *engine, JwTablesSpec *spec) {
    jw_engine_fit_spec(engine, spec);
    JwTables *tables = jw_tables_new(&engine->audio->instrument, spec);
    if (!tables) {
        return JW_ERR_NO_MEMORY;
    }
    jw_tables_free(jw_exchange_collect(&engine->exchange));
    jw_tables_free(jw_exchange_publish(&engine->exchange, tables));
    return JW_SUCCESS;
}

JwStatus jw_engine_service(JwEngine *engine) {
    JwTablesSpec spec;
    bool wanted = false;
    if (!engine->audio) {
        return JW_ERR_NOT_PREPARED;
    }
    jw_tables_free(jw_exchange_collect(&engine->exchange));
    while (jw_ring_read(engine->requests, &spec)) {
        wanted = true;
    }
    if (!wanted) {
        return JW_SUCCESS;
    }
    return publish_tables(engine, &spec);
}

/// Builds and publishes tables for the present parameters, if the engine is prepared.
static JwStatus fit_anew(JwEngine *engine) {
    bool is_new;
    if (!engine->audio) {
        return JW_SUCCESS;
    }
    JwTablesSpec spec = {.rate_hz = engine->rate_hz, .precision = engine->options.precision};
    const JwParams *params = jw_latest_read(engine->params, &is_new);
    memcpy(spec.param, params->now, sizeof(spec.param));
    return publish_tables(engine, &spec);
}

JwStatus jw_engine_set_tuning(JwEngine *engine, const JwTuning *tuning) {
    static const JwTuning none = {0};
    if (tuning && !jw_tuning_ok(tuning)) {
        return JW_ERR_BAD_ARG;
    }
    JwTuning *before = malloc(sizeof(*before));
    if (!before) {
        return JW_ERR_NO_MEMORY;
    }
    *before = engine->tuning;
    engine->tuning = tuning ? *tuning : none;
    const JwStatus status = fit_anew(engine);
    if (status) {
        engine->tuning = *before;
    }
    free(before);
    return status;
}

JwStatus jw_engine_set_profile(JwEngine *engine, const JwProfile *profile) {
    static const JwProfile none = {0};
    const JwProfile before = engine->profile;
    if (profile && !jw_profile_ok(profile)) {
        return JW_ERR_BAD_ARG;
    }
    engine->profile = profile ? *profile : none;
    ++engine->drawn;
    // The strokes of the first frame would come before the build grid's tables.
    const bool fresh = engine->audio && engine->options.synchronous && engine->audio->frame == 0;
    const JwStatus status = fresh ? rest_anew(engine) : fit_anew(engine);
    if (status) {
        engine->profile = before;
    }
    return status;
}

bool jw_engine_post(JwEngine *engine, const JwEvent *event) {
    const bool points = event->type == JW_EVENT_SYSEX || event->type == JW_EVENT_KEYS;
    return engine->audio && !points && jw_ring_write(engine->posts, event);
}

double jw_engine_param(const JwEngine *engine, JwParamId id) {
    if (!engine->audio) {
        return jw_param_info(id)->def;
    }
    bool is_new;
    const JwParams *params = jw_latest_read(engine->params, &is_new);
    return params->now[id];
}

void jw_engine_drone(const JwEngine *engine, JwDronePlace *place) {
    bool is_new;
    const JwParams *params = engine->audio ? jw_latest_read(engine->params, &is_new) : NULL;
    *place = (JwDronePlace){.runs = false};
    if (params) {
        jw_drone_tell(&params->drone, params->frame, params->now, place);
    }
}

double jw_engine_base(const JwEngine *engine, JwParamId id) {
    const int value = jw_channel_value_of(id);
    if (!engine->audio || value < 0) {
        return jw_engine_param(engine, id);
    }
    bool is_new;
    const JwParams *params = jw_latest_read(engine->params, &is_new);
    return params->base[value];
}

uint32_t jw_engine_latency_frames(const JwEngine *engine) {
    return engine->audio ? JW_DECIMATOR_LATENCY_FRAMES : 0;
}

uint32_t jw_engine_input_latency_frames(const JwEngine *engine) {
    return engine->audio ? JW_INPUT_LATENCY_FRAMES : 0;
}

void jw_engine_set_team(JwEngine *engine, JwTeam *team) {
    engine->team = team;
}

int jw_engine_team_max(const JwEngine *engine) {
    const int most = jw_ensemble_groups(jw_engine_n_strings(engine));
    return most < JW_TEAM_MAX ? most : JW_TEAM_MAX;
}

int jw_engine_n_strings(const JwEngine *engine) {
    return engine->audio ? engine->audio->n_strings : 0;
}

/// Adds a string's energies to the sum. Strings on a body share their books, so that each report
/// already has the sum.
static void add_energies(bool coupled, JwStringReport *sum, const JwStringReport *one) {
    const double before = coupled ? 0.0 : 1.0;
    sum->energy_from_strokes_j = before * sum->energy_from_strokes_j + one->energy_from_strokes_j;
    sum->energy_from_parameters_j =
        before * sum->energy_from_parameters_j + one->energy_from_parameters_j;
    sum->energy_from_input_j = one->energy_from_input_j;
    sum->times_bounded = (coupled ? 0 : sum->times_bounded) + one->times_bounded;
}

static void add_report(JwStringReport *sum, const JwStringReport *one) {
    sum->frames = one->frames;
    sum->nonfinite += one->nonfinite;
    sum->impacts += one->impacts;
    sum->dropped_events = one->dropped_events;
    sum->limited = one->limited;
    sum->limited_stems = one->limited_stems;
    sum->limited_peak = one->limited_peak;
    sum->nonfinite_input = one->nonfinite_input;
    sum->input_peak = one->input_peak;
    sum->cut_bends += one->cut_bends;
    sum->ignored_sysex = one->ignored_sysex;
    sum->energy_j += one->energy_j;
    sum->energy_ledger_j += one->energy_ledger_j;
    sum->energy_body_j = one->energy_body_j;
    sum->energy_excess_max = fmax(sum->energy_excess_max, one->energy_excess_max);
    sum->penetration_max_m = fmax(sum->penetration_max_m, one->penetration_max_m);
    sum->contact_force_max_n = fmax(sum->contact_force_max_n, one->contact_force_max_n);
    sum->peak = fmax(sum->peak, one->peak);
}

void jw_engine_report(const JwEngine *engine, int string, JwStringReport *report) {
    bool is_new;
    memset(report, 0, sizeof(*report));
    for (int s = 0; s < jw_engine_n_strings(engine); ++s) {
        if (string < 0 || s == string) {
            const JwInstrument *instrument = &engine->audio->instrument;
            const JwStringReport *one = jw_latest_read(engine->audio->string[s].report, &is_new);
            add_report(report, one);
            add_energies(jw_body_couples(instrument->body, instrument->n_body), report, one);
            report->pitch_hz = string < 0 ? 0.0 : one->pitch_hz;
            report->fret = string < 0 ? 0 : one->fret;
            report->damped = string >= 0 && one->damped;
            report->held_key = string < 0 ? -1 : one->held_key;
        }
    }
}

bool jw_engine_shape(const JwEngine *engine, int string, float *height_m, int n) {
    if (string < 0 || string >= jw_engine_n_strings(engine) || n < 2 || n > JW_SHAPE_POINTS) {
        return false;
    }
    bool is_new;
    const JwShapeHead *head = jw_latest_read(engine->audio->string[string].shape, &is_new);
    const float *q = (const float *)(head + 1);
    for (int i = 0; i < n; ++i) {
        // Sum of sqrt(2) sin(j pi i/(n - 1)) q_j by Clenshaw's recurrence
        const double angle = JW_PI * i / (n - 1);
        double b1 = 0.0, b2 = 0.0;
        for (int j = head->n - 1; j >= 0; --j) {
            const double b = (double)q[j] + 2.0 * jw_cos(angle) * b1 - b2;
            b2 = b1;
            b1 = b;
        }
        height_m[i] = (float)(sqrt(2.0) * jw_sin(angle) * b1);
    }
    return true;
}

int jw_engine_motion(const JwEngine *engine, int string, float *amplitude_m, int n,
                     JwMotion *motion) {
    if (string < 0 || string >= jw_engine_n_strings(engine)) {
        return 0;
    }
    bool is_new;
    const JwShapeHead *head = jw_latest_read(engine->audio->string[string].shape, &is_new);
    const float *q = (const float *)(head + 1);
    for (int j = 0; j < head->n && j < n; ++j) {
        amplitude_m[j] = (float)sqrt(2.0) * q[j];
    }
    *motion =
        (JwMotion){.frame = head->frame, .length_m = head->length_m, .n_across = head->n_across};
    for (int j = 0; j < head->n_across; ++j) {
        motion->across_m[j] = (float)sqrt(2.0) * head->across[j];
    }
    return head->n;
}

int jw_engine_contact_forces(const JwEngine *engine, int string, float *x_m, float *force_n,
                             int n) {
    if (string < 0 || string >= jw_engine_n_strings(engine)) {
        return 0;
    }
    bool is_new;
    const JwForceHead *head = jw_latest_read(engine->audio->string[string].forces, &is_new);
    const float *values = (const float *)(head + 1);
    for (int i = 0; i < head->n && i < n; ++i) {
        x_m[i] = values[i];
        force_n[i] = values[head->n + i];
    }
    return head->n;
}
