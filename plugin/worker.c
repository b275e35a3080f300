// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The part that may take its time: instruments and tables.

#include "instance.h"

#include <string.h>

unsigned jw_instance_work(JwInstance *instance) {
    const JwRequest *request = &instance->request;
    unsigned failed = 0;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        char message[JW_MESSAGE_SIZE] = "";
        if (request->present[i] &&
            !jw_shelf_choose(&instance->shelf, (JwProperty)i, request->texts.of[i], request->ports,
                             message, sizeof(message))) {
            jw_instance_log(instance, message);
            failed |= 1u << i;
        }
    }
    jw_shelf_service(&instance->shelf);
    return failed;
}

JW_REALTIME void jw_instance_worked(JwInstance *instance, unsigned failed) {
    JwRequest *request = &instance->request;
    JwNotice *notice = &instance->run.notice;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (request->present[i]) {
            const bool ok = !(failed & 1u << i);
            jw_notice_reply(notice, request->sequence[i], ok);
            // The host has shown what was asked for: show it what there is.
            notice->tell[i] = notice->tell[i] || !ok;
            request->present[i] = false;
        }
    }
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle respond_handle, uint32_t size,
                              const void *data) {
    (void)size;
    (void)data;
    const uint32_t failed = jw_instance_work(handle);
    return respond(respond_handle, sizeof(failed), &failed);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *body) {
    JwInstance *instance = handle;
    uint32_t failed;
    if (size != sizeof(failed)) {
        return LV2_WORKER_ERR_UNKNOWN;
    }
    memcpy(&failed, body, sizeof(failed));
    jw_instance_worked(instance, failed);
    instance->run.answered = true;
    return LV2_WORKER_SUCCESS;
}

// Only now is the worker free: until the cycle has ended, a host may still be inside it.
static LV2_Worker_Status end_run(LV2_Handle handle) {
    JwRun *run = &((JwInstance *)handle)->run;
    if (run->answered) {
        run->answered = run->busy = false;
    }
    return LV2_WORKER_SUCCESS;
}

const LV2_Worker_Interface jw_worker_interface = {work, work_response, end_run};
