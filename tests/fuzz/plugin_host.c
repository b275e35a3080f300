// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "plugin_host.h"

#include "plugins.h"
#include "ports.h"

#include <lv2/atom/atom.h>
#include <lv2/log/log.h>
#include <math.h>
#include <stdarg.h>

enum { RATE = 8000 };

static int log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list args) {
    char text[2048];
    (void)handle;
    (void)type;
    return vsnprintf(text, sizeof(text), format, args);
}

static int log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = log_vprintf(handle, type, format, args);
    va_end(args);
    return n;
}

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data) {
    (void)size;
    (void)data;
    ++((PluginHost *)handle)->n_todo;
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
    PluginHost *host = handle;
    demand(size <= sizeof(host->answer), "a short answer");
    memcpy(host->answer, data, size);
    host->answer_size = size;
    ++host->n_answers;
    return LV2_WORKER_SUCCESS;
}

static void instantiate(PluginHost *host) {
    static LV2_Log_Log log = {NULL, log_printf, log_vprintf};
    static LV2_Worker_Schedule worker;
    worker = (LV2_Worker_Schedule){host, schedule};
    static const LV2_Feature features[] = {
        {LV2_URID__map, &host_urid_map},
        {LV2_LOG__log, &log},
        {LV2_WORKER__schedule, &worker},
    };
    static const LV2_Feature *const list[] = {&features[0], &features[1], &features[2], NULL};
    host->handle = host->descriptor->instantiate(host->descriptor, RATE, JW_FUZZ_BUNDLE "/", list);
    demand(host->handle != NULL, "an instance");
}

PluginHost *plugin_host_new(void) {
    PluginHost *host = calloc(1, sizeof(*host));
    demand(host != NULL, "memory");
    host->descriptor = lv2_descriptor(JW_PLUGIN_INSTRUMENT);
    host->state = host->descriptor->extension_data(LV2_STATE__interface);
    host->work = host->descriptor->extension_data(LV2_WORKER__interface);
    instantiate(host);
    for (uint32_t i = JW_PORT_FIRST; i < PLUGIN_PORTS; ++i) {
        host->descriptor->connect_port(host->handle, i, &host->knob[i]);
    }
    host->knob[jw_plugin_host_port(JW_PLUGIN_INSTRUMENT, JW_HOST_ENABLED)] = 1.0F;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const int port = jw_plugin_port(JW_PLUGIN_INSTRUMENT, (JwParamId)i);
        if (port >= 0) {
            host->knob[port] = (float)jw_plugin_default(JW_PLUGIN_INSTRUMENT, (JwParamId)i);
        }
    }
    host->descriptor->connect_port(host->handle, JW_PORT_LEFT, host->left);
    host->descriptor->connect_port(host->handle, JW_PORT_RIGHT, host->right);
    return host;
}

void plugin_host_run(PluginHost *host, const void *control, void *notify, size_t room,
                     uint32_t n_frames) {
    LV2_Atom *out = notify;
    // A port's data are the plug-in's to read only, but connect_port() knows no const.
    void *port;
    memcpy(&port, &control, sizeof(port));
    if (out) {
        *out = (LV2_Atom){(uint32_t)(room - sizeof(*out)), host_map(LV2_ATOM__Chunk)};
    }
    host->descriptor->connect_port(host->handle, JW_PORT_CONTROL, port);
    host->descriptor->connect_port(host->handle, JW_PORT_NOTIFY, notify);
    host->descriptor->run(host->handle, n_frames);
    for (uint32_t i = 0; i < n_frames; ++i) {
        demand(isfinite(host->left[i]) && isfinite(host->right[i]), "numbers");
    }
    if (out) {
        demand(out->size <= room - sizeof(*out), "the answer stays in its room");
    }
    if (host->n_answers > 0) {
        host->work->work_response(host->handle, host->answer_size, host->answer);
        host->n_answers = 0;
    }
    host->work->end_run(host->handle);
}

void plugin_host_work(PluginHost *host) {
    demand(host->n_todo <= 1, "one piece of work at a time");
    if (host->n_todo > 0) {
        host->n_todo = 0;
        host->work->work(host->handle, respond, host, 1, "");
    }
}
