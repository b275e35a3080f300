// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Recordings of the player: of its output, and of instrument and companion apart.

#include "app/player/live_impl.h"

#include <math.h>
#include <stdio.h>

bool jw_live_record(JwLive *live, const char *path, JwError *error) {
    return jw_live_audio_record(live->audio, path, NULL, (int)lround(live->rate_hz), error);
}

bool jw_live_record_next(JwLive *live, JwError *error) {
    return jw_live_audio_record(live->audio, NULL, live->setup.folder, (int)lround(live->rate_hz),
                                error);
}

bool jw_live_record_stop(JwLive *live, JwError *error) {
    return jw_recorder_end(live->recorder, live->rate_hz, error);
}

bool jw_live_record_stop_all(JwLive *live, void (*tell)(void *user, const char *text), void *user,
                             JwError *error) {
    JwError told = {0};
    error->text[0] = '\0';
    bool ok = true;
    for (int i = 0; i < 2; ++i) {
        const bool ended = i == 0 ? jw_live_record_stop(live, &told)
                                  : jw_live_with_record_end(live->with, live->rate_hz, &told);
        if (!ended && ok) {
            *error = told;
        } else if (*told.text) {
            tell(user, told.text);
        }
        ok = ok && ended;
    }
    return ok;
}

void jw_live_record_follow(JwLive *live) {
    JwError error = {0};
    if (jw_recorder_state(live->recorder).failed && !jw_recorder_stop(live->recorder, &error)) {
        jw_live_say(live, error.text);
    }
}

static void say_end(void *user, const char *text) {
    JwError line = {0};
    jw_error_set(&line, "%s", text);
    jw_error_prefix(&line, "the recording ends with the rate");
    jw_live_say(user, line.text);
}

void jw_live_record_leave_rate(JwLive *live, double rate_hz) {
    JwError error = {0};
    char text[128];
    snprintf(text, sizeof(text), "the sample rate is %g Hz now", rate_hz);
    jw_live_say(live, text);
    if (!jw_live_record_stop_all(live, say_end, live, &error)) {
        jw_live_say(live, error.text);
    }
}
