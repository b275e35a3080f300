// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The LV2 instance inside: its features, ports and worker.

#define _XOPEN_SOURCE 700

#include "clap.h"
#include "plugins.h"

#include <lv2/urid/urid.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Sample rate until the host tells one [Hz].
static const double first_rate_hz = 48000.0;

/********* Features *********/

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
    JwClap *clap = handle;
    for (int i = 0; i < clap->n_uris; ++i) {
        if (!strcmp(clap->uri[i], uri)) {
            return (LV2_URID)i + 1;
        }
    }
    char *copy = clap->n_uris < JW_CLAP_URIDS ? strdup(uri) : NULL;
    if (!copy) {
        return 0;
    }
    clap->uri[clap->n_uris++] = copy;
    return (LV2_URID)clap->n_uris;
}

static JW_REALTIME LV2_Worker_Status ask_for_work(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                                  const void *data) {
    JwClap *clap = handle;
    (void)size;
    (void)data;
    atomic_store(&clap->work, true);
    clap->host->request_callback(clap->host);
    return LV2_WORKER_SUCCESS;
}

static int log_list(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list values) {
    const JwClap *clap = handle;
    char text[JW_MESSAGE_SIZE];
    const int n = vsnprintf(text, sizeof(text), format, values);
    const bool warns = type && !strcmp(clap->uri[type - 1], LV2_LOG__Warning);
    text[strcspn(text, "\n")] = '\0';
    jw_clap_log(clap, warns ? CLAP_LOG_WARNING : CLAP_LOG_ERROR, text);
    return n;
}

static int log_values(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int n = log_list(handle, type, format, values);
    va_end(values);
    return n;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
    (void)handle;
    (void)size;
    (void)data;
    return LV2_WORKER_SUCCESS;
}

/********* Ports *********/

static void connect_host(JwClap *clap, JwHostPort port, void *data) {
    jw_instance_connect(clap->lv2, (uint32_t)jw_plugin_host_port(clap->index, port), data);
}

static void connect_ports(JwClap *clap) {
    jw_instance_connect(clap->lv2, JW_PORT_CONTROL, &clap->control.sequence);
    jw_instance_connect(clap->lv2, JW_PORT_NOTIFY, &clap->notify.sequence);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const int port = clap->port[i];
        const double value = jw_plugin_default(clap->index, (JwParamId)i);
        clap->param[i] = isnan(value) ? 0.0F : (float)value;
        if (port >= 0) {
            jw_instance_connect(clap->lv2, (uint32_t)port, &clap->param[i]);
        }
    }
    clap->enabled = 1.0F;
    connect_host(clap, JW_HOST_FREEWHEEL, &clap->freewheel);
    connect_host(clap, JW_HOST_ENABLED, &clap->enabled);
    connect_host(clap, JW_HOST_OFFLINE_QUALITY, &clap->offline_quality);
    if (jw_plugin_has_input(clap->index)) {
        connect_host(clap, JW_HOST_IN_PEAK, &clap->in_peak);
        connect_host(clap, JW_HOST_LIMITED, &clap->limited);
    }
}

bool jw_clap_begin(JwClap *clap) {
    const LV2_Descriptor descriptor = {.URI = jw_plugin(clap->index)->uri};
    clap->map = (LV2_URID_Map){clap, map_uri};
    clap->schedule = (LV2_Worker_Schedule){clap, ask_for_work};
    clap->log = (LV2_Log_Log){clap, log_values, log_list};
    const LV2_Feature features[] = {
        {LV2_URID__map, &clap->map},
        {LV2_WORKER__schedule, &clap->schedule},
        {LV2_LOG__log, &clap->log},
    };
    const LV2_Feature *const list[] = {&features[0], &features[1], &features[2], NULL};
    clap->positions = jw_latest_new(sizeof(JwClapPositions));
    clap->moves = jw_ring_new(JW_CLAP_MOVES, sizeof(JwClapMove));
    clap->letters = jw_ring_new(JW_CLAP_LETTERS, sizeof(JwClapLetter));
    clap->news = jw_ring_new(JW_CLAP_NEWS, sizeof(JwClapNews));
    if (!clap->positions || !clap->moves || !clap->letters || !clap->news) {
        jw_clap_log(clap, CLAP_LOG_ERROR, "out of memory");
        return false;
    }
    clap->lv2 = jw_instance_new(&descriptor, first_rate_hz, jw_clap_bundle(), list);
    if (!clap->lv2) {
        return false;
    }
    jw_clap_begin_params(clap);
    connect_ports(clap);
    return jw_clap_start(clap, first_rate_hz);
}

void jw_clap_end(JwClap *clap) {
#if defined JW_CLAP_HAS_WINDOW
    jw_clap_window_close(clap);
#endif
    if (clap->lv2) {
        jw_instance_deactivate(clap->lv2);
        jw_instance_free(clap->lv2);
    }
    jw_latest_free(clap->positions);
    jw_ring_free(clap->moves);
    jw_ring_free(clap->letters);
    jw_ring_free(clap->news);
    for (int i = 0; i < clap->n_uris; ++i) {
        free(clap->uri[i]);
    }
}

/********* Running *********/

/// Puts the messages of the window into the block; those without room wait for the next.
static JW_REALTIME void take_letters(JwClap *clap) {
    LV2_Atom_Sequence *sequence = &clap->control.sequence;
    const JwUris *uris = &clap->lv2->uris;
    const uint32_t room = sizeof(LV2_Atom_Event) + JW_CLAP_LETTER_SIZE;
    uint32_t at = sizeof(LV2_Atom_Sequence);
    JwClapLetter letter;
    while (at + room <= JW_CLAP_SEQUENCE_SIZE && jw_ring_read(clap->letters, &letter)) {
        LV2_Atom_Event *event = (LV2_Atom_Event *)((uint8_t *)sequence + at);
        const uint32_t size = (uint32_t)sizeof(LV2_Atom) + letter.atom.size;
        event->time.frames = 0;
        memcpy(&event->body, &letter, size);
        at += (uint32_t)sizeof(event->time) + ((size + 7u) & ~7u);
    }
    sequence->atom = (LV2_Atom){at - (uint32_t)sizeof(LV2_Atom), uris->atom_Sequence};
    sequence->body = (LV2_Atom_Sequence_Body){0, 0};
}

/// Passes the instance's messages to the window. Those without room are dropped, as hosts of LV2
/// do.
static JW_REALTIME void pass_news(JwClap *clap) {
    const bool any = clap->notify.sequence.atom.size > sizeof(LV2_Atom_Sequence_Body);
    if (any && atomic_load_explicit(&clap->watched, memory_order_relaxed)) {
        jw_ring_write(clap->news, &clap->notify);
    }
}

JW_REALTIME void jw_clap_take_positions(JwClap *clap) {
    bool is_new = false;
    const JwClapPositions *positions = jw_latest_read(clap->positions, &is_new);
    if (is_new) {
        memcpy(clap->param, positions->param, sizeof(clap->param));
        clap->offline_quality = positions->other[0];
        clap->enabled = positions->other[1] > 0.5F ? 0.0F : 1.0F;
    }
}

/// Copies the values that the instance does not report, after n frames.
static JW_REALTIME void show_others(JwClap *clap, uint32_t n) {
    atomic_store_explicit(&clap->other[0], clap->offline_quality, memory_order_relaxed);
    atomic_store_explicit(&clap->other[1], 1.0F - clap->enabled, memory_order_relaxed);
    if (n > 0) {
        atomic_store_explicit(&clap->levels[0], clap->in_peak, memory_order_relaxed);
        atomic_store_explicit(&clap->levels[1], clap->limited, memory_order_relaxed);
    }
}

/// Asks for the main thread if another instrument is in force: an export has chosen it here.
static JW_REALTIME void look_at_terms(JwClap *clap) {
    if (clap->lv2->run.generation != clap->generation) {
        clap->generation = clap->lv2->run.generation;
        clap->host->request_callback(clap->host);
    }
}

JW_REALTIME void jw_clap_run(JwClap *clap, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right, uint32_t n) {
    JwPorts *ports = &clap->lv2->ports;
    take_letters(clap);
    ports->left = left;
    ports->right = right;
    ports->in[0] = in ? in[0] : NULL;
    ports->in[1] = in ? in[1] : NULL;
    clap->freewheel = atomic_load_explicit(&clap->offline, memory_order_relaxed) ? 1.0F : 0.0F;
    clap->notify.sequence.atom =
        (LV2_Atom){JW_CLAP_NEWS_SIZE - sizeof(LV2_Atom), clap->lv2->uris.atom_Chunk};
    jw_instance_give(clap->lv2, events, n_events);
    jw_instance_run(clap->lv2, n);
    atomic_fetch_add_explicit(&clap->n_runs, 1, memory_order_relaxed);
    pass_news(clap);
    show_others(clap, n);
    look_at_terms(clap);
}

bool jw_clap_start(JwClap *clap, double rate_hz) {
    jw_instance_deactivate(clap->lv2);
    jw_instance_set_rate(clap->lv2, rate_hz);
    clap->n_events = 0;
    clap->n_notes = 0;
    jw_clap_take_positions(clap); // Of a state that was loaded while nothing ran
    jw_instance_activate(clap->lv2);
    jw_clap_catch_up(clap);
    return clap->lv2->model.active;
}

void jw_clap_catch_up(JwClap *clap) {
    float nowhere[2];
    if (clap->active) {
        return;
    }
    jw_clap_take_positions(clap);
    jw_clap_run(clap, NULL, 0, NULL, &nowhere[0], &nowhere[1], 0);
    // Without frames no fade ends, and the next engine would wait for it.
    if (jw_deck_fades(&clap->lv2->model.deck)) {
        jw_instance_silence(clap->lv2);
    }
}

/********* Main thread *********/

/// Reports changes to the host: of values, of the names of notes, and of the project since it was
/// saved.
static void tell_host(const clap_host *host, bool values, bool names, bool dirty) {
    const clap_host_params *params = host->extension(host, CLAP_PARAMS);
    const clap_host_note_names *note_names = host->extension(host, CLAP_NOTE_NAMES);
    const clap_host_state *state = host->extension(host, CLAP_STATE);
    if (values && params) {
        params->rescan(host, CLAP_RESCAN_VALUES);
    }
    if (names && note_names) {
        note_names->changed(host);
    }
    if (dirty && state) {
        state->mark_dirty(host);
    }
}

void jw_clap_serve(JwClap *clap) {
    const clap_host *host = clap->host;
    if (atomic_exchange(&clap->work, false)) {
        jw_worker_interface.work(clap->lv2, respond, NULL, 0, NULL);
        jw_clap_catch_up(clap);
        host->request_process(host); // One that sleeps plays the new instrument
    }
    uint32_t chosen, restored;
    jw_plugin_model_generations(&clap->lv2->model, &chosen, &restored);
    const bool is_chosen = chosen != clap->told_chosen;
    const bool is_new = is_chosen || restored != clap->told_restored;
    clap->told_chosen = chosen;
    clap->told_restored = restored;
    const bool lost = atomic_exchange(&clap->values_lost, false);
    tell_host(host, is_new || lost, is_new, is_chosen);
}
