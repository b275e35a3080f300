// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player_window/live_window.h"

#include "app/player/live_keys.h"
#include "app/player/live_preset.h"
#include "app/player/live_tuning.h"
#include "app/player/practice.h"
#include "app/player_window/live_model.h"
#include "window/shown/hands.h"
#include "window/view/view.h"

#include <stdlib.h>
#include <string.h>

static const double look_s = 0.0125; ///< Time between two reads of the player's state

/// Patch before presets were tried.
typedef struct {
    bool kept;
    char instrument[4096], preset[4096];
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
    JwProfile profile;
} Before;

struct JwLiveWindowImpl {
    JwView *view;
    double looked_s; ///< Time of the last read of the player's state
    JwError *error;  ///< The caller's, during a step
    JwError unheard; ///< Messages of actions while it closes
    bool drawn;      ///< The pen has drawn since the last step
    bool tuned;      ///< Strings were tuned since the last step
    Before before;
    JwLiveModel model;
};

JwLiveWindow *jw_live_window_open(JwError *error) {
    JwLiveWindow *w = calloc(1, sizeof *w);
    if (!w) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    w->view = jw_view_open();
    if (!w->view) {
        const char *display = getenv("DISPLAY");
        free(w);
        jw_error_set(error,
                     display && *display ? "the display \"%.100s\" cannot be opened"
                                         : "there is no display ($DISPLAY is empty)",
                     display);
        return NULL;
    }
    return w;
}

void jw_live_window_close(JwLiveWindow *w) {
    if (w) {
        w->error = &w->unheard; // Releases held keys
        if (w->model.live) {
            jw_live_audio_listen(jw_live_audio(w->model.live), false);
        }
        jw_view_close(w->view);
        free(w);
    }
}

int jw_live_window_fd(const JwLiveWindow *w) {
    return jw_view_fd(w->view);
}

/********* Actions *********/

/// Plays keys and bends.
static void play(JwLiveWindow *w, const JwWindowAction *a) {
    uint8_t midi[3];
    if (jw_hands_midi(&w->model.window, a, midi)) {
        jw_live_midi(w->model.live, midi[0], midi[1], midi[2]);
    }
}

static void play_preset(JwLiveWindow *w, int index) {
    if (index >= 0 && index < w->model.window.n_presets) {
        const char *file = w->model.showing.presets.file[index];
        if (w->model.window.presets[index].is_set) {
            jw_practice_load(w->model.live, file, w->error);
        } else if (w->model.window.presets[index].is_instrument) {
            jw_live_instrument(w->model.live, file, w->error);
        } else {
            jw_live_preset(w->model.live, file, w->error);
        }
    }
}

static void keep_before(JwLiveWindow *w) {
    Before *b = &w->before;
    const JwLiveState *state = &w->model.state;
    if (b->kept) {
        return;
    }
    snprintf(b->instrument, sizeof b->instrument, "%s", state->instrument_name);
    snprintf(b->preset, sizeof b->preset, "%s", state->preset_name);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        b->value[i] = jw_live_param(w->model.live, (JwParamId)i);
        b->set[i] = b->value[i] != jw_live_baseline(w->model.live, (JwParamId)i);
    }
    b->profile = *jw_live_profile(w->model.live);
    b->kept = true;
}

static void go_back(JwLiveWindow *w) {
    Before *b = &w->before;
    const JwLiveKept kept = {.instrument = b->instrument,
                             .preset = *b->preset ? b->preset : NULL,
                             .set = b->set,
                             .value = b->value,
                             .profile = &b->profile};
    if (b->kept) {
        jw_live_restore(w->model.live, &kept, w->error);
    }
    b->kept = false;
}

static void act_on_presets(JwLiveWindow *w, const JwWindowAction *a) {
    if (a->kind == JW_DO_AUDITION) {
        keep_before(w);
    }
    if (a->kind == JW_DO_BACK) {
        go_back(w);
        return;
    }
    if (a->kind != JW_DO_KEEP) { // A kept preset plays already
        play_preset(w, a->index);
    }
    if (a->kind != JW_DO_AUDITION) {
        w->before.kept = false;
    }
}

/// Switches the metronome, or takes a beat of its tempo.
static void obey_clock(JwLiveWindow *w, const JwWindowAction *a) {
    JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(w->model.live));
    const char *word = a->kind == JW_DO_CLOCK_TAP ? "tap" : clock->setting.on ? "off" : "on";
    jw_live_clock_obey(clock, word, w->error);
}

/// Changes the companion's settings.
static void set_companion(JwLiveWindow *w, const JwWindowAction *a) {
    JwLiveWith *with = jw_live_model_companion(&w->model);
    JwCompanionSettings settings = *jw_live_with_settings(with);
    switch (a->kind) {
    case JW_DO_WITH_FIRST:
        settings.first = a->index;
        break;
    case JW_DO_WITH_TEMPO:
        settings.tempo = a->value;
        break;
    case JW_DO_WITH_LEVEL:
        settings.level_db = a->value;
        break;
    default:
        settings.cents = a->value;
        break;
    }
    jw_live_with_set(with, &settings, jw_live_with_is_on(with), w->error);
}

/// Changes the metronome's tempo or tala, without switching it.
static void set_clock(JwLiveWindow *w, const JwWindowAction *a) {
    JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(w->model.live));
    JwClockSettings settings = jw_live_clock_settings(clock);
    if (a->kind == JW_DO_CLOCK_TALA) {
        jw_live_clock_set_tala(clock, a->index);
        return;
    }
    settings.bpm = a->value;
    jw_live_clock_set(clock, &settings);
}

/// Saves the sound as a preset, or all that is played as a practice set, under the typed name.
static void save(JwLiveWindow *w, bool as_set) {
    const char *name = w->model.window.hand.name;
    if (!as_set) {
        jw_live_preset_keep(w->model.live, name, w->error, w->error);
        w->before.kept = false;
    } else if (jw_practice_keep(w->model.live, name, w->error, w->error)) {
        jw_live_model_list_sets(&w->model);
    }
}

/// Acts on companion, metronome or files; false for other actions.
static bool act_beside(JwLiveWindow *w, const JwWindowAction *a) {
    JwLiveWith *with = jw_live_model_companion(&w->model);
    switch (a->kind) {
    case JW_DO_WITH_SHOWN:
        w->model.window.with_shown = a->index;
        break;
    case JW_DO_WITH:
        jw_live_with_switch(with, !jw_live_with_is_on(with), w->error);
        break;
    case JW_DO_WITH_PRESET:
        if (a->index >= 0 && a->index < w->model.window.n_presets) {
            jw_live_with_preset(with, w->model.showing.presets.file[a->index], w->error);
        }
        break;
    case JW_DO_WITH_FIRST:
    case JW_DO_WITH_TEMPO:
    case JW_DO_WITH_LEVEL:
    case JW_DO_WITH_CENTS:
        set_companion(w, a);
        break;
    case JW_DO_CLOCK:
    case JW_DO_CLOCK_TAP:
        obey_clock(w, a);
        break;
    case JW_DO_SAVE_PRESET:
    case JW_DO_SAVE_SET:
        save(w, a->kind == JW_DO_SAVE_SET);
        break;
    case JW_DO_CLOCK_TEMPO:
    case JW_DO_CLOCK_TALA:
        set_clock(w, a);
        break;
    default:
        return false;
    }
    return true;
}

static void act(void *user, const JwWindowAction *a) {
    JwLiveWindow *w = user;
    JwLive *live = w->model.live;
    if (act_beside(w, a)) {
        return;
    }
    switch (a->kind) {
    case JW_DO_PARAM:
        if (a->index == JW_P_RAGA) {
            jw_live_choose_raga(live, (int)a->value);
        } else {
            jw_live_set(live, (JwParamId)a->index, a->value);
        }
        jw_window_bridge_bend(&w->model.window);
        break;
    case JW_DO_PLUCK:
        jw_live_pluck(live, a->index, jw_hands_velocity(a->value), a->place);
        break;
    case JW_DO_RELEASE:
        jw_live_pluck(live, a->index, 0, 0.0);
        break;
    case JW_DO_KEY_ON:
    case JW_DO_KEY_OFF:
    case JW_DO_BEND:
    case JW_DO_PEDAL:
        play(w, a);
        break;
    case JW_DO_LETTERS:
        jw_live_keys_choose(live, jw_keys_choice_name((JwKeysChoice)a->index), w->error);
        break;
    case JW_DO_DAMP:
        jw_live_send(live, &(JwEvent){.type = JW_EVENT_DAMP, .damp = {a->index, a->value > 0.5}});
        break;
    case JW_DO_TUNE:
    case JW_DO_TUNE_RAGA:
        w->tuned = true;
        break;
    case JW_DO_STRING:
        jw_live_model_choose(&w->model, a->index);
        break;
    case JW_DO_PRESET:
    case JW_DO_AUDITION:
    case JW_DO_KEEP:
    case JW_DO_BACK:
        act_on_presets(w, a);
        break;
    case JW_DO_PANIC:
        jw_live_panic(live);
        break;
    case JW_DO_CLEAR_PEAKS:
        jw_live_model_clear_peaks(&w->model);
        break;
    case JW_DO_LEARN:
        jw_live_learn(live, a->index);
        break;
    default: // Actions of the pen or the window, or of functions that the model lacks
        w->drawn = w->drawn || jw_window_action_draws(a->kind);
        break;
    }
}

/********* Steps *********/

bool jw_live_window_show(JwLiveWindow *w, JwLive *live, JwError *error) {
    jw_live_model_begin(&w->model, live);
    const JwViewSetup setup = {.title = "Jawari", .model = &w->model.window, .user = w, .act = act};
    const char *wrong = jw_view_show(w->view, &setup);
    return !wrong || jw_error_set(error, "%s", wrong);
}

bool jw_live_window_step(JwLiveWindow *w, double now_s, JwError *error) {
    error->text[0] = 0;
    w->error = error;
    if (now_s - w->looked_s >= look_s) {
        w->looked_s = now_s;
        jw_view_change(w->view, jw_live_model_look(&w->model, now_s));
    }
    const bool goes_on = jw_view_step(w->view, now_s);
    // A drag may move a point or a string many times in a step.
    if (w->drawn) {
        w->drawn = false;
        jw_live_model_draw(&w->model, error);
    }
    if (w->tuned) {
        w->tuned = false;
        jw_live_model_tune(&w->model, error);
    }
    if (goes_on) {
        return true;
    }
    error->text[0] = 0;
    if (jw_view_is_lost(w->view)) {
        jw_error_set(error, "the display is gone: the player goes on without its window (the "
                            "command window, or the key W, opens one)");
    }
    return false;
}
