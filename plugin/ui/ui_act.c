// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Actions of the user in the window.

#include "plugins.h"
#include "ui.h"
#include "window/shown/hands.h"

#include <stdio.h>
#include <string.h>

enum { SYSTEM_RESET = 0xff };

/********* Presets *********/

static void play_preset(JwUi *ui, int index) {
    char path[JW_TEXT_SIZE];
    if (index >= 0 && index < ui->window.n_presets) {
        const bool bare = ui->window.presets[index].is_instrument;
        const int n =
            snprintf(path, sizeof path, bare ? "%s/instruments/%s.ini" : "%s/presets/%s.ttl",
                     ui->bundle, ui->showing.presets.file[index]);
        if (n > 0 && (size_t)n < sizeof path) {
            jw_ui_send_text(ui, JW_PROPERTY_INSTRUMENT, path);
            jw_ui_leave_selector(ui);
        }
    }
}

static void keep_before(JwUi *ui) {
    JwUiBefore *b = &ui->before;
    if (!b->kept && ui->is_known && ui->has_values) {
        b->kept = true;
        memcpy(b->instrument, ui->choice.shown.of[JW_PROPERTY_INSTRUMENT], sizeof b->instrument);
        memcpy(b->profile, ui->choice.shown.of[JW_PROPERTY_PROFILE], sizeof b->profile);
        b->held = ui->values.held;
        memcpy(b->port, ui->port, sizeof b->port);
    }
}

/// Restores the controls that were moved meanwhile, and then the instrument.
static void go_back(JwUi *ui) {
    JwUiBefore *b = &ui->before;
    if (!b->kept) {
        return;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (ui->port[i] != b->port[i]) {
            jw_ui_set_port(ui, (JwParamId)i, b->port[i]);
        }
    }
    const JwReturn back = {.instrument = b->instrument, .held = b->held};
    jw_ui_send_return(ui, &back);
    if (b->profile[0]) { // An instrument comes with its own bridge
        jw_ui_send_text(ui, JW_PROPERTY_PROFILE, b->profile);
    }
    b->kept = false;
}

static void act_on_presets(JwUi *ui, const JwWindowAction *a) {
    if (a->kind == JW_DO_BACK) {
        go_back(ui);
    } else if (a->kind == JW_DO_AUDITION) {
        keep_before(ui);
        play_preset(ui, a->index);
    } else {
        if (a->kind == JW_DO_PRESET) { // A kept preset plays already
            play_preset(ui, a->index);
        }
        ui->before.kept = false;
    }
}

/********* Strings and keys *********/

static void play(JwUi *ui, const JwWindowAction *a) {
    uint8_t midi[3];
    if (a->kind == JW_DO_PLUCK || a->kind == JW_DO_RELEASE) {
        const bool on = a->kind == JW_DO_PLUCK;
        const JwStringPluck pluck = {.string = a->index,
                                     .velocity = on ? jw_hands_velocity(a->value) : 0,
                                     .place = on ? a->place : 0.0};
        jw_ui_send_pluck(ui, &pluck);
    } else if (jw_hands_midi(&ui->window, a, midi)) {
        jw_ui_send_midi(ui, midi, sizeof midi);
    }
}

static void lay_hand(JwUi *ui, const JwWindowAction *a) {
    const JwStringHand hand = {.string = a->index, .on = a->value > 0.5};
    jw_ui_send_hand(ui, &hand);
}

static void panic(JwUi *ui) {
    const uint8_t reset = SYSTEM_RESET;
    jw_ui_send_midi(ui, &reset, 1);
}

/********* The rest *********/

static void hold(const JwUi *ui, const JwWindowAction *a) {
    const int port = jw_plugin_port(ui->index, (JwParamId)a->index);
    if (ui->host.touch && port >= 0) {
        ui->host.touch->touch(ui->host.touch->handle, (uint32_t)port, a->value > 0.5);
    }
}

static void clear_peaks(JwUi *ui) {
    ui->peak[0] = ui->peak[1] = 0.0;
    ui->limited = ui->picture.of.limited;
}

void jw_ui_act(void *user, const JwWindowAction *a) {
    JwUi *ui = user;
    switch (a->kind) {
    case JW_DO_HOLD:
        hold(ui, a);
        break;
    case JW_DO_PARAM:
        jw_ui_set_port(ui, (JwParamId)a->index, (float)a->value);
        jw_window_bridge_bend(&ui->window);
        break;
    case JW_DO_DAMP:
        lay_hand(ui, a);
        break;
    case JW_DO_STRING:
        jw_ui_choose(ui, a->index);
        break;
    case JW_DO_PRESET:
    case JW_DO_AUDITION:
    case JW_DO_KEEP:
    case JW_DO_BACK:
        act_on_presets(ui, a);
        break;
    case JW_DO_FROM_FILE:
        ui->wants_file[JW_PROPERTY_INSTRUMENT] = true;
        break;
    case JW_DO_SCALE_FILE:
        ui->wants_file[JW_PROPERTY_SCALE] = true;
        break;
    case JW_DO_PANIC:
        panic(ui);
        break;
    case JW_DO_CLEAR_PEAKS:
        clear_peaks(ui);
        break;
    case JW_DO_TUNE:
    case JW_DO_TUNE_RAGA:
        jw_ui_change_text(ui, JW_PROPERTY_STRINGS);
        break;
    default: // Actions of the pen or the window, notes, or functions that the model lacks
        if (jw_window_action_plays(a->kind)) {
            play(ui, a);
        } else if (jw_window_action_draws(a->kind)) {
            jw_ui_change_text(ui, JW_PROPERTY_PROFILE);
        }
        break;
    }
}
