// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/command.h"

#include "app/player/live_preset.h"
#include "app/player/live_session.h"
#include "app/player/practice.h"
#include "files/line.h"

#include <inttypes.h>
#include <string.h>

static bool stop_recording(JwCommand *c) {
    JwLiveState s;
    jw_live_state(c->live, &s);
    const bool ran = s.recorder.running;
    if (!jw_live_record_stop(c->live, c->error)) {
        return false;
    }
    jw_live_state(c->live, &s);
    if (ran) {
        jw_line_print(c->out, "recorded = %s", s.recorder.path);
        fprintf(c->out, "recorded_frames = %" PRIu64 "\nrecord_lost = %" PRIu64 "\n",
                s.recorder.frames, s.recorder.lost);
    }
    return true;
}

bool jw_command_record(JwCommand *c) {
    if (!strcmp(c->rest, "stop")) {
        return stop_recording(c);
    }
    JwLiveState s;
    if (*c->rest ? !jw_live_record(c->live, c->rest, c->error)
                 : !jw_live_record_next(c->live, c->error)) {
        return false;
    }
    jw_live_state(c->live, &s);
    jw_line_print(c->out, "recording = %s", s.recorder.path);
    return true;
}

static bool stop_stems(JwCommand *c) {
    const JwLiveWith *with = jw_live_with(c->live);
    const bool ran = jw_live_with_recorded(with, false).running;
    if (!jw_live_with_record_stop(jw_live_with(c->live), c->error)) {
        return false;
    }
    for (int i = 0; i < 2 && ran; ++i) {
        const JwRecorderState state = jw_live_with_recorded(with, i == 1);
        jw_line_print(c->out, "recorded = %s", state.path);
        fprintf(c->out, "recorded_frames = %" PRIu64 "\nrecord_lost = %" PRIu64 "\n", state.frames,
                state.lost);
    }
    return true;
}

bool jw_command_stems(JwCommand *c) {
    JwLiveWith *with = jw_live_with(c->live);
    JwLiveState state;
    if (!strcmp(c->rest, "stop")) {
        return stop_stems(c);
    }
    jw_live_state(c->live, &state);
    if (state.backend.rate_hz <= 0.0) {
        return jw_error_set(c->error, "there is no sound to record");
    }
    if (!jw_live_with_record(with, c->rest, state.backend.rate_hz, c->error)) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        jw_line_print(c->out, "recording = %s", jw_live_with_recorded(with, i == 1).path);
    }
    return true;
}

bool jw_command_save(JwCommand *c) {
    return jw_session_save(c->live, c->rest, JW_SESSION_WHOLE, c->error);
}

bool jw_command_load(JwCommand *c) {
    return jw_session_load(c->live, c->rest, c->error);
}

/********* Presets *********/

static bool save_preset(JwCommand *c, bool replaces) {
    char saved[JW_NAME_SIZE];
    JwError left = {0};
    if (!jw_live_preset_save(c->live, c->rest, replaces, saved, &left, c->error)) {
        return false;
    }
    jw_line_print(c->out, "saved_preset = %s", saved);
    if (*left.text) {
        jw_line_print(c->out, "%s", left.text);
    }
    return true;
}

bool jw_command_save_preset(JwCommand *c) {
    return save_preset(c, false);
}

bool jw_command_replace_preset(JwCommand *c) {
    return save_preset(c, true);
}

/********* Practice sets *********/

const char *jw_command_after_word(const JwCommand *c) {
    const char *at = c->rest + strcspn(c->rest, " \t");
    return at + strspn(at, " \t");
}

bool jw_command_practice(JwCommand *c) {
    static const char usage[] = "practice save|load|delete NAME, practice list";
    const char *name = jw_command_after_word(c);
    if (!strcmp(c->word[0], "list")) {
        return *name ? jw_error_set(c->error, "%s", usage) : jw_practice_print(c->out, c->error);
    }
    if (!*name) {
        return jw_error_set(c->error, "%s", usage);
    }
    if (!strcmp(c->word[0], "save")) {
        return jw_practice_save(c->live, name, c->error);
    }
    if (!strcmp(c->word[0], "load")) {
        return jw_practice_load(c->live, name, c->error);
    }
    return !strcmp(c->word[0], "delete") ? jw_practice_delete(name, c->error)
                                         : jw_error_set(c->error, "%s", usage);
}
