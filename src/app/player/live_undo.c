// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/live_undo.h"

#include "host/clocks.h"
#include "host/patch.h"
#include "program/patch_names.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double look_s = 0.05; // Time between two looks
static const double rest_s = 0.5;  // Time without a change that ends a step

/// State that can be restored.
typedef struct {
    char instrument[JW_PATCH_NAME_SIZE];
    char preset[JW_PATCH_NAME_SIZE]; // Empty: none
    bool set[JW_N_PARAMS];           // The value differs from that of instrument and preset
    double value[JW_N_PARAMS];
    JwFineTuning fine;
    JwProfile profile;
    bool chosen[JW_N_PARAMS]; // Last: not compared
} State;

struct JwLiveUndoImpl {
    int n; // Steps, the oldest first
    State *step[JW_UNDO_STEPS];
    State *base, *now, *before; // State of rest; state at this look, and at the one before
    bool has_base;
    double looked_s, changed_s; // Times of the last look and the last change
};

JwLiveUndo *jw_live_undo_new(void) {
    JwLiveUndo *u = calloc(1, sizeof(*u));
    bool ok = u != NULL;
    for (int i = 0; ok && i < JW_UNDO_STEPS; ++i) {
        u->step[i] = calloc(1, sizeof(State));
        ok = u->step[i] != NULL;
    }
    if (ok) {
        u->base = calloc(1, sizeof(State));
        u->now = calloc(1, sizeof(State));
        u->before = calloc(1, sizeof(State));
        ok = u->base && u->now && u->before;
    }
    if (!ok) {
        jw_live_undo_free(u);
        return NULL;
    }
    return u;
}

void jw_live_undo_free(JwLiveUndo *u) {
    if (!u) {
        return;
    }
    for (int i = 0; i < JW_UNDO_STEPS; ++i) {
        free(u->step[i]);
    }
    free(u->base);
    free(u->now);
    free(u->before);
    free(u);
}

/********* Looking *********/

static bool is_played(JwParamId id) {
    return id == JW_P_VIBRATO_DEPTH || id == JW_P_VOLUME || id == JW_P_EXPRESSION ||
           id == JW_P_QUALITY;
}

static void look(State *s, JwLive *live) {
    JwLiveState state;
    memset(s, 0, sizeof(*s)); // States are compared as bytes
    jw_live_state(live, &state);
    snprintf(s->instrument, sizeof(s->instrument), "%s", state.instrument_name);
    snprintf(s->preset, sizeof(s->preset), "%s", state.preset_name);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamId id = (JwParamId)i;
        s->value[i] = is_played(id) ? 0.0 : jw_live_param(live, id);
        s->set[i] = !is_played(id) && s->value[i] != jw_live_baseline(live, id);
    }
    memcpy(&s->fine, jw_live_fine_tuning(live), sizeof(s->fine));
    memcpy(&s->profile, jw_live_profile(live), sizeof(s->profile));
    memcpy(s->chosen, jw_live_chosen(live), sizeof(s->chosen));
}

static bool same(const State *a, const State *b) {
    return memcmp(a, b, offsetof(State, chosen)) == 0;
}

/// Makes the state of rest the last step, in place of the oldest one where there are ten.
static void keep_step(JwLiveUndo *u) {
    State *step = u->n < JW_UNDO_STEPS ? u->step[u->n] : u->step[0];
    if (u->n == JW_UNDO_STEPS) {
        memmove(u->step, u->step + 1, sizeof(State *) * (JW_UNDO_STEPS - 1));
        u->step[JW_UNDO_STEPS - 1] = step;
    } else {
        ++u->n;
    }
    memcpy(step, u->base, sizeof(*step));
    memcpy(u->base, u->now, sizeof(*u->base));
}

void jw_live_undo_follow(JwLiveUndo *u, JwLive *live) {
    const double now_s = jw_monotonic_s();
    if (now_s < u->looked_s + look_s) {
        return;
    }
    State *before = u->now;
    u->now = u->before;
    u->before = before;
    u->looked_s = now_s;
    look(u->now, live);
    if (!u->has_base) {
        memcpy(u->base, u->now, sizeof(*u->base));
        u->has_base = true;
    } else if (!same(u->now, u->before)) {
        u->changed_s = now_s;
    } else if (!same(u->now, u->base) && now_s >= u->changed_s + rest_s) {
        keep_step(u);
    } else if (same(u->now, u->base)) {
        memcpy(u->base->chosen, u->now->chosen, sizeof(u->base->chosen));
    }
}

int jw_live_undo_steps(const JwLiveUndo *u) {
    return u->n;
}

/********* Undoing *********/

/// Describes the difference between two states.
static void describe(const State *from, const State *to, JwError *done) {
    int n = 0, last = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (from->value[i] != to->value[i]) {
            last = i;
            ++n;
        }
    }
    if (strcmp(from->preset, to->preset) != 0 || strcmp(from->instrument, to->instrument) != 0) {
        jw_error_set(done, "%.200s again", *to->preset ? to->preset : to->instrument);
    } else if (n == 1) {
        char number[32];
        const char *label = jw_param_label((JwParamId)last, to->value[last]);
        snprintf(number, sizeof(number), "%.6g", to->value[last]);
        jw_error_set(done, "%s%s %s again", jw_param_info((JwParamId)last)->symbol,
                     label ? ":" : " is", label ? label : number);
    } else if (n > 1) {
        jw_error_set(done, "%d parameters are as before", n);
    } else {
        jw_error_set(done, "the strings' tuning and the bridge are as before");
    }
}

/// Restores different values, where instrument and preset are the same.
static bool move_back(const State *from, const State *to, JwLive *live, JwError *error) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (from->value[i] != to->value[i] && !jw_live_set(live, (JwParamId)i, to->value[i])) {
            return jw_error_set(error, "too many events wait");
        }
    }
    return (memcmp(&from->fine, &to->fine, sizeof(to->fine)) == 0 ||
            jw_live_set_fine_tuning(live, &to->fine, error)) &&
           (memcmp(&from->profile, &to->profile, sizeof(to->profile)) == 0 ||
            jw_live_set_profile(live, &to->profile, error));
}

/// Plays the instrument and the preset of a state as they were. What is played keeps its value if
/// it was moved.
static bool load_back(const State *to, JwLive *live, JwError *error) {
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamId id = (JwParamId)i;
        const double now = jw_live_param(live, id);
        set[i] = is_played(id) ? now != jw_live_baseline(live, id) : to->set[i];
        value[i] = is_played(id) ? now : to->value[i];
    }
    const JwLiveKept kept = {.instrument = to->instrument,
                             .preset = *to->preset ? to->preset : NULL,
                             .set = set,
                             .value = value,
                             .fine = &to->fine,
                             .profile = &to->profile};
    return jw_live_restore(live, &kept, error);
}

/// True if instrument or preset of a state cannot be read any more.
static bool is_gone(const State *state) {
    static const bool none[JW_N_PARAMS];
    static const double zero[JW_N_PARAMS];
    JwError unused = {0};
    JwPatch *patch = calloc(1, sizeof(*patch));
    const bool gone =
        patch && !jw_patch_load(patch, state->instrument, *state->preset ? state->preset : NULL,
                                none, zero, &unused);
    free(patch);
    return gone;
}

/// Restores a state that was followed by the present one.
static bool go_back(const State *now, const State *to, JwLive *live, JwError *error) {
    const bool sounds =
        !strcmp(now->instrument, to->instrument) && !strcmp(now->preset, to->preset);
    bool chosen[JW_N_PARAMS];
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        chosen[i] = is_played((JwParamId)i) ? now->chosen[i] : to->chosen[i];
    }
    if (!(sounds ? move_back(now, to, live, error) : load_back(to, live, error))) {
        return false;
    }
    jw_live_choose(live, chosen);
    return true;
}

bool jw_live_undo(JwLiveUndo *u, JwLive *live, JwError *done, JwError *error) {
    State *now = u->now;
    look(now, live);
    if (u->has_base && !same(now, u->base)) {
        keep_step(u); // What has just been moved is a step, too
    }
    if (u->n == 0) {
        return jw_error_set(error, "nothing to undo");
    }
    const State *to = u->step[u->n - 1];
    if (!go_back(now, to, live, error)) {
        if (is_gone(to)) {
            --u->n;
            jw_error_prefix(error, "this step cannot be undone any more and is left out");
        }
        return false;
    }
    describe(now, to, done);
    --u->n;
    look(u->base, live);
    memcpy(u->now, u->base, sizeof(*u->now));
    memcpy(u->before, u->base, sizeof(*u->before));
    return true;
}
