// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_tuner.h"

#include <stdio.h>
#include <string.h>

bool jw_live_tuner_follow(JwLiveTuner *tuner, JwLiveAudio *audio, char text[JW_LIVE_TUNER_TEXT]) {
    char scale[JW_MTS_NAME_SIZE];
    const bool was_on = tuner->keys.is_on;
    if (jw_mts_esp_read(tuner->esp, &tuner->keys)) {
        jw_live_audio_set_keys(audio, &tuner->keys);
    }
    jw_mts_esp_name(tuner->esp, scale);
    if (tuner->keys.is_on == was_on && !strcmp(scale, tuner->scale)) {
        return false;
    }
    snprintf(tuner->scale, sizeof(tuner->scale), "%s", scale);
    snprintf(text, JW_LIVE_TUNER_TEXT,
             tuner->keys.is_on ? "tuned by MTS-ESP: %s" : "MTS-ESP has gone",
             *scale ? scale : "no name");
    return true;
}
