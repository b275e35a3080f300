// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuner outside (MTS-ESP): the worker looks at its keys now and then, the audio thread tells the
// engine.

#include "instance.h"

#include <stdlib.h>

/// Interval between looks [s].
static const double look_s = 0.02;

bool jw_instance_tuner_init(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    tuner->esp = jw_mts_esp_new();
    if (!tuner->esp) {
        return true;
    }
    tuner->seen = calloc(1, sizeof(*tuner->seen));
    tuner->keys = jw_latest_new(sizeof(JwKeyTable));
    return tuner->seen && tuner->keys;
}

void jw_instance_tuner_clear(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    jw_mts_esp_free(tuner->esp);
    jw_latest_free(tuner->keys);
    free(tuner->seen);
}

void jw_instance_tuner_look(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    if (jw_mts_esp_read(tuner->esp, tuner->seen)) {
        jw_latest_write(tuner->keys, tuner->seen);
    }
}

JW_REALTIME bool jw_instance_tuner_due(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    run->since_look += instance->tuner.esp ? n_frames : 0.0;
    return run->since_look > look_s * instance->rate_hz;
}

JW_REALTIME const JwKeyTable *jw_instance_tuner_news(JwInstance *instance) {
    JwRun *run = &instance->run;
    bool is_new = false;
    const JwKeyTable *keys =
        instance->tuner.esp ? jw_latest_read(instance->tuner.keys, &is_new) : NULL;
    const bool tells = keys && (is_new || (keys->is_on && !run->told_keys));
    run->told_keys = true;
    return tells ? keys : NULL;
}
