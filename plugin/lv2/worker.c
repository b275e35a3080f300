// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Worker of the plug-in, for slow work: instruments and tables.

#define _XOPEN_SOURCE 700

#include "files/data_dir.h"
#include "instance.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Texts of errors, logged after the model is unlocked, because a host's log function may do
/// anything. On the heap: they would be much of a host's stack.
typedef struct {
    char *text[JW_N_PROPERTIES]; ///< NULL: no error, or memory is short
} Complaints;

/// True if the selector requests an instrument that is not to be chosen: the present one, which
/// keeps its bridge, or one from before the host restored a state.
static bool is_void(const JwInstance *instance) {
    const JwRequest *request = &instance->request;
    const JwPluginModel *model = &instance->model;
    return request->by_selector &&
           (jw_plugin_model_restored_since(model, request->generation) ||
            jw_data_same(model->choice->kept.of[JW_PROPERTY_INSTRUMENT],
                         request->texts.of[JW_PROPERTY_INSTRUMENT], JW_INSTRUMENT_EXTENSION));
}

/// Executes the request, which the caller owns, and builds tables for the engine; the plug-in model
/// is locked.
static void carry_out(JwInstance *instance, Complaints *complaints) {
    const JwRequest *request = &instance->request;
    JwError error = {0};
    instance->failed = 0;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const bool leaves = i == JW_PROPERTY_INSTRUMENT && is_void(instance);
        const bool returns = i == JW_PROPERTY_INSTRUMENT && request->returns;
        if (request->present[i] && !leaves &&
            !jw_plugin_model_choose(&instance->model, (JwProperty)i, request->texts.of[i],
                                    request->ports, returns ? &request->held : NULL, &error)) {
            instance->failed |= 1u << i;
            complaints->text[i] = strdup(error.text);
        }
    }
    jw_plugin_model_service(&instance->model);
    jw_instance_tuner_look(instance);
}

static void log_all(JwInstance *instance, Complaints *complaints) {
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (complaints->text[i]) {
            jw_instance_log(instance, complaints->text[i]);
        }
        free(complaints->text[i]);
        complaints->text[i] = NULL;
    }
}

JW_REALTIME void jw_instance_answer(JwNotify *notice, JwRequest *request, int property, bool good) {
    const uint32_t message = request->message[property];
    jw_notify_reply(notice, request->sequence[property], good);
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (request->message[i] == message) {
            request->sequence[i] = 0;
        }
    }
}

static JW_REALTIME bool failed(const JwInstance *instance, uint32_t message) {
    const JwRequest *request = &instance->request;
    bool any = false;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        any |= request->present[i] && request->message[i] == message && instance->failed & 1u << i;
    }
    return any;
}

static JW_REALTIME void answer(JwInstance *instance) {
    JwRequest *request = &instance->request;
    JwNotify *notice = &instance->run.notice;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (request->present[i]) {
            jw_instance_answer(notice, request, i, !failed(instance, request->message[i]));
        }
    }
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (request->present[i]) {
            const bool ok = !(instance->failed & 1u << i);
            // Sends the present value after a failure, since the host shows the requested one.
            notice->tell[i] = notice->tell[i] || !ok;
            request->present[i] = false;
        }
    }
}

JW_REALTIME bool jw_instance_worked(JwInstance *instance) {
    const int state = atomic_load_explicit(&instance->work_state, memory_order_acquire);
    if (state == JW_WORK_DONE) {
        answer(instance);
        atomic_store_explicit(&instance->work_state, JW_WORK_IDLE, memory_order_relaxed);
    }
    return state == JW_WORK_DONE || state == JW_WORK_IDLE;
}

JW_REALTIME bool jw_instance_take_back(JwInstance *instance) {
    int state = JW_WORK_ASKED;
    return atomic_compare_exchange_strong_explicit(&instance->work_state, &state, JW_WORK_IDLE,
                                                   memory_order_relaxed, memory_order_relaxed);
}

static void work_now(JwInstance *instance) {
    Complaints complaints = {0};
    jw_fork_lock_take(&instance->model.lock);
    carry_out(instance, &complaints);
    jw_fork_lock_leave(&instance->model.lock);
    log_all(instance, &complaints);
    jw_instance_warn(instance);
    atomic_store_explicit(&instance->work_state, JW_WORK_DONE, memory_order_relaxed);
    jw_instance_worked(instance);
}

void jw_instance_work_here(JwInstance *instance) {
    static const struct timespec a_while = {0, 500000};
    JwRequest *queued = &instance->run.queued;
    if (jw_instance_take_back(instance)) {
        work_now(instance);
    }
    while (!jw_instance_worked(instance)) {
        nanosleep(&a_while, NULL);
    }
    // The queued request is newer.
    memcpy(&instance->request, queued, sizeof(*queued));
    memset(queued->present, false, sizeof(queued->present));
    work_now(instance);
}

// Executes the request, which also receives the result; data is empty. A second call for the same
// request does nothing.
static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle respond_handle, uint32_t size,
                              const void *data) {
    (void)respond;
    (void)respond_handle;
    (void)size;
    (void)data;
    JwInstance *instance = handle;
    Complaints complaints = {0};
    int state = JW_WORK_ASKED;
    // The lock is held from taking the request to its end: a child of fork() waits for no worker.
    jw_fork_lock_take(&instance->model.lock);
    if (atomic_compare_exchange_strong_explicit(&instance->work_state, &state, JW_WORK_TAKEN,
                                                memory_order_acquire, memory_order_relaxed)) {
        carry_out(instance, &complaints);
        atomic_store_explicit(&instance->work_state, JW_WORK_DONE, memory_order_release);
    }
    jw_fork_lock_leave(&instance->model.lock);
    log_all(instance, &complaints);
    jw_instance_warn(instance);
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *body) {
    (void)handle;
    (void)size;
    (void)body;
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status end_run(LV2_Handle handle) {
    jw_instance_worked(handle);
    return LV2_WORKER_SUCCESS;
}

const LV2_Worker_Interface jw_worker_interface = {work, work_response, end_run};
