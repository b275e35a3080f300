// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// External tuner (MTS-ESP): the worker reads its keys now and then, and the audio thread sends them
// to the engine.

#include "instance.h"

#include <stdlib.h>

/// Interval between reads [s].
static const double look_s = 0.02;

bool jw_instance_tuner_init(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    tuner->esp = jw_mts_esp_new();
    if (!tuner->esp) {
        return true;
    }
    tuner->seen = calloc(1, sizeof(*tuner->seen));
    return tuner->seen != NULL;
}

void jw_instance_tuner_clear(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    jw_mts_esp_free(tuner->esp);
    free(tuner->seen);
}

void jw_instance_tuner_look(JwInstance *instance) {
    JwTuner *tuner = &instance->tuner;
    if (jw_mts_esp_read(tuner->esp, tuner->seen)) {
        jw_deck_set_keys(&instance->model.deck, tuner->seen);
    }
}

JW_REALTIME bool jw_instance_tuner_due(JwInstance *instance, uint32_t n_frames) {
    JwRun *run = &instance->run;
    run->since_look += instance->tuner.esp ? n_frames : 0.0;
    return run->since_look > look_s * instance->rate_hz;
}
