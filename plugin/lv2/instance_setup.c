// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "instance.h"

#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2_util.h>
#include <lv2/options/options.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS_MIN = 256,
    EVENTS_DEFAULT = 1024, ///< Number for hosts that do not announce the length of their blocks
    EVENTS_MAX = 8192,
};

/// Number of events: one for every frame of the host's longest block, up to a limit. Blocks with
/// more events are run in two parts.
static size_t events_for(const JwUris *uris, const LV2_Options_Option *options) {
    size_t n = EVENTS_DEFAULT;
    for (const LV2_Options_Option *o = options; o && (o->key || o->value); ++o) {
        if (o->context == LV2_OPTIONS_INSTANCE && o->key == uris->bufsz_maxBlockLength &&
            o->type == uris->atom_Int && o->size == sizeof(int32_t) && o->value) {
            const int32_t frames = *(const int32_t *)o->value;
            n = frames < EVENTS_MIN   ? EVENTS_MIN
                : frames > EVENTS_MAX ? EVENTS_MAX
                                      : (size_t)frames;
        }
    }
    return n + JW_N_PARAMS;
}

/// Reads the host's features; returns false if a required one is missing.
static bool take_features(JwInstance *instance, const LV2_Feature *const *features) {
    LV2_URID_Map *map = lv2_features_data(features, LV2_URID__map);
    if (!map) {
        return false;
    }
    jw_uris_map(&instance->uris, map, instance->index);
    LV2_Log_Log *log = lv2_features_data(features, LV2_LOG__log);
    lv2_log_logger_init(&instance->logger, map, log);
    instance->schedule = lv2_features_data(features, LV2_WORKER__schedule);
    instance->midnam = lv2_features_data(features, JW_MIDNAM_UPDATE_URI);
    jw_notify_init(&instance->run.notice, &instance->uris, map);
    instance->run.n_events_max =
        events_for(&instance->uris, lv2_features_data(features, LV2_OPTIONS__options));
    instance->run.events = calloc(instance->run.n_events_max, sizeof(JwEvent));
    return instance->run.events != NULL;
}

LV2_Handle jw_instance_new(const LV2_Descriptor *descriptor, double rate_hz, const char *bundle,
                           const LV2_Feature *const *features) {
    JwError error = {0};
    float ports[JW_N_CONTROLS];
    JwInstance *instance = calloc(1, sizeof(JwInstance));
    if (!instance) {
        return NULL;
    }
    instance->rate_hz = rate_hz;
    while (strcmp(jw_plugin(instance->index)->uri, descriptor->URI) != 0) {
        ++instance->index;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        ports[i] = (float)jw_plugin_default(instance->index, (JwParamId)i);
    }
    ports[JW_CONTROL_INSTRUMENT] = NAN;
    const bool model =
        jw_plugin_model_init(&instance->model, bundle, rate_hz, instance->index, ports, &error);
    if (!take_features(instance, features) || !model || !jw_instance_tuner_init(instance) ||
        !(rate_hz >= JW_RATE_MIN_HZ) || !(rate_hz <= JW_RATE_MAX_HZ)) {
        jw_instance_log(instance, error.text[0] ? error.text : "the sample rate is out of range");
        jw_instance_free(instance);
        return NULL;
    }
    return instance;
}

static void connect_param(JwInstance *instance, int port, const float *data) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (jw_plugin_port(instance->index, (JwParamId)i) == port) {
            instance->ports.param[i] = data;
        }
    }
}

/// Connects one of the host's ports; returns false for any other.
static bool connect_host(JwPorts *ports, int host_port, void *data) {
    switch (host_port) {
    case JW_HOST_FREEWHEEL:
        ports->freewheel = data;
        return true;
    case JW_HOST_ENABLED:
        ports->enabled = data;
        return true;
    case JW_HOST_LATENCY:
        ports->latency = data;
        return true;
    case JW_HOST_BPM:
        ports->bpm = data;
        return true;
    case JW_HOST_OFFLINE_QUALITY:
        ports->offline_quality = data;
        return true;
    case JW_HOST_IN_LEFT:
    case JW_HOST_IN_RIGHT:
        ports->in[host_port - JW_HOST_IN_LEFT] = data;
        return true;
    case JW_HOST_IN_PEAK:
        ports->in_peak = data;
        return true;
    case JW_HOST_LIMITED:
        ports->limited = data;
        return true;
    default:
        return false;
    }
}

void jw_instance_connect(LV2_Handle handle, uint32_t port, void *data) {
    JwInstance *instance = handle;
    JwPorts *ports = &instance->ports;
    const int first_host = jw_plugin_host_port(instance->index, JW_HOST_FREEWHEEL);
    if ((int64_t)port >= jw_plugin_n_ports(instance->index)) {
        return; // A plug-in without an input has no such port
    }
    switch (port) {
    case JW_PORT_CONTROL:
        ports->control = data;
        return;
    case JW_PORT_NOTIFY:
        ports->notify = data;
        return;
    case JW_PORT_LEFT:
        ports->left = data;
        return;
    case JW_PORT_RIGHT:
        ports->right = data;
        return;
    case JW_PORT_INSTRUMENT:
        ports->selector = data;
        return;
    default:
        if (!connect_host(ports, (int)port - first_host, data)) {
            connect_param(instance, (int)port, data);
        }
    }
}

JW_REALTIME void jw_instance_controls(const JwInstance *instance, float *values) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        values[i] = jw_port_read(instance->ports.param[i], (JwParamId)i);
    }
    values[JW_CONTROL_INSTRUMENT] = jw_selector_read(instance->ports.selector);
}

JW_REALTIME bool jw_instance_offline(const JwInstance *instance) {
    return jw_port_knob(instance->ports.freewheel, 0.0, 1.0, 0.0) > 0.0;
}

JW_REALTIME double jw_instance_quality(const JwInstance *instance, double value) {
    const float *offline = instance->ports.offline_quality;
    return jw_instance_offline(instance)
               ? fmax(value, jw_port_knob(offline, 0.0, jw_param_info(JW_P_QUALITY)->max, 0.0))
               : value;
}

/// Loads the instrument of the selector before the sound starts.
static void choose_selected(JwInstance *instance, const float *controls) {
    JwError error = {0};
    float *was = &instance->run.at[JW_CONTROL_INSTRUMENT];
    if (!jw_plugin_model_select(&instance->model, controls, was, &error)) {
        jw_instance_log(instance, error.text);
    }
}

void jw_instance_rest(JwInstance *instance, JwDeckStart start) {
    float controls[JW_N_CONTROLS];
    jw_instance_controls(instance, controls);
    controls[JW_P_QUALITY] = (float)jw_instance_quality(instance, (double)controls[JW_P_QUALITY]);
    // Completes work that no worker did while audio ran.
    jw_instance_work_here(instance);
    jw_plugin_model_stop(&instance->model);
    choose_selected(instance, controls);
    if (!jw_plugin_model_start(&instance->model, controls, start, instance->run.sent)) {
        jw_instance_log(instance, "out of memory");
    }
    jw_instance_warn(instance);
}

void jw_instance_set_rate(JwInstance *instance, double rate_hz) {
    instance->rate_hz = instance->model.rate_hz = rate_hz;
}

JW_REALTIME void jw_instance_silence(JwInstance *instance) {
    jw_deck_silence(&instance->model.deck);
    jw_instance_resend(&instance->run);
}

void jw_instance_activate(LV2_Handle handle) {
    JwInstance *instance = handle;
    JwRun *run = &instance->run;
    for (int i = 0; i < JW_N_CONTROLS; ++i) {
        run->at[i] = NAN;
    }
    jw_instance_rest(instance, JW_DECK_ANEW);
    run->offline = jw_instance_offline(instance);
    run->fade = jw_instance_enabled(instance) ? 1.0 : 0.0;
    run->time = (JwHostTime){.speed = 1.0, .beats_per_bar = 4.0};
    run->tempo = 0.0;
    run->muted = false;
}

void jw_instance_deactivate(LV2_Handle handle) {
    jw_plugin_model_stop(&((JwInstance *)handle)->model);
}

void jw_instance_free(LV2_Handle handle) {
    JwInstance *instance = handle;
    jw_plugin_model_clear(&instance->model);
    jw_instance_tuner_clear(instance);
    free(instance->run.events);
    free(instance);
}
