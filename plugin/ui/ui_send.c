// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Output of the window: values of controls, and messages to the port of events.

#include "files/profile_file.h"
#include "plugins.h"
#include "selector.h"
#include "ui.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double text_s = 0.05; ///< Time between two texts while the user draws or tunes
static const double own_s = 1.0;   ///< Time for which a profile drawn in the window takes
                                   ///< precedence
static const double heard_cents = 0.005;
static const double watch_s = 1.0; ///< Time between two requests for pictures
static const double ask_s = 1.0;   ///< Time after which a request is repeated
static const double step_s = 0.1;  ///< Time between two steps of a control

/********* Messages *********/

static LV2_Atom_Forge *begin(JwUi *ui, JwUiLetter *letter) {
    lv2_atom_forge_set_buffer(&ui->forge, (uint8_t *)letter, sizeof *letter);
    return &ui->forge;
}

static void post(JwUi *ui, const JwUiLetter *letter, bool fits) {
    if (fits) {
        ui->host.write(ui->host.controller, JW_PORT_CONTROL,
                       (uint32_t)sizeof(LV2_Atom) + letter->atom.size, ui->host.event_transfer,
                       letter);
    }
}

void jw_ui_send_midi(JwUi *ui, const uint8_t *bytes, uint32_t n) {
    JwUiLetter letter = {.atom = {n, ui->uris.midi_MidiEvent}};
    memcpy(&letter.atom + 1, bytes, n);
    post(ui, &letter, true);
}

void jw_ui_send_pluck(JwUi *ui, const JwStringPluck *pluck) {
    JwUiLetter letter;
    post(ui, &letter, jw_messages_pluck(begin(ui, &letter), &ui->uris, pluck));
}

void jw_ui_send_hand(JwUi *ui, const JwStringHand *hand) {
    JwUiLetter letter;
    post(ui, &letter, jw_messages_hand(begin(ui, &letter), &ui->uris, hand));
}

void jw_ui_send_text(JwUi *ui, JwProperty property, const char *text) {
    JwUiLetter letter;
    post(ui, &letter, jw_messages_set(begin(ui, &letter), &ui->uris, property, text));
}

void jw_ui_send_return(JwUi *ui, const JwReturn *back) {
    JwUiLetter letter;
    post(ui, &letter, jw_messages_return(begin(ui, &letter), &ui->uris, back));
}

/********* Controls *********/

static void write_port(JwUi *ui, JwParamId id, float value) {
    const int port = jw_plugin_port(ui->index, id);
    ui->port[id] = value;
    if (port >= 0) {
        ui->host.write(ui->host.controller, (uint32_t)port, sizeof value, 0, &value);
    }
}

// A control that is set to its present position would not move, even if another value, the
// instrument's own, is in force. Therefore it first moves to the value in force.
void jw_ui_set_port(JwUi *ui, JwParamId id, float value) {
    const float now = ui->has_values ? ui->values.value[id] : value;
    JwUiStep *step = &ui->step[id];
    ui->moved_s[id] = ui->now_s;
    step->waits = value == ui->port[id] && now != value;
    step->value = value;
    step->due_s = ui->now_s + step_s;
    write_port(ui, id, step->waits ? now : value);
}

// The selector requests nothing there.
void jw_ui_leave_selector(JwUi *ui) {
    const float file = JW_SELECTOR_FILE;
    ui->host.write(ui->host.controller, JW_PORT_INSTRUMENT, sizeof file, 0, &file);
}

/********* What is due *********/

static void send_steps(JwUi *ui) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        JwUiStep *step = &ui->step[i];
        if (step->waits && ui->now_s >= step->due_s) {
            step->waits = false;
            write_port(ui, (JwParamId)i, step->value);
        }
    }
}

/// Watch for the present view.
static JwWatch wish_of(const JwUi *ui) {
    const JwWindowModel *w = &ui->window;
    return (JwWatch){.string = w->hero.string,
                     .rate = JW_WATCH_RATE,
                     .sound = w->hand.page == JW_WINDOW_PLAY && !w->hand.energy_open};
}

static void send_watch(JwUi *ui) {
    const JwWatch wish = wish_of(ui);
    const bool other = wish.string != ui->watch.string || wish.sound != ui->watch.sound;
    if (other || ui->now_s - ui->watched_s >= watch_s) {
        JwUiLetter letter;
        ui->watch = wish;
        ui->watched_s = ui->now_s;
        post(ui, &letter, jw_messages_watch(begin(ui, &letter), &ui->uris, &wish));
    }
}

void jw_ui_send_due(JwUi *ui) {
    send_steps(ui);
    jw_ui_send_texts(ui);
    if (!ui->is_known && ui->now_s - ui->asked_s >= ask_s) {
        JwUiLetter letter;
        ui->asked_s = ui->now_s;
        post(ui, &letter, jw_messages_get(begin(ui, &letter), &ui->uris));
    }
    if (!jw_view_is_hidden(ui->view)) {
        send_watch(ui);
    }
}

/********* Texts *********/

void jw_ui_change_text(JwUi *ui, JwProperty property) {
    ui->text[property].waits = true;
    ui->text[property].changed_s = ui->now_s;
}

void jw_ui_show_profile(JwUi *ui) {
    if (ui->now_s - ui->text[JW_PROPERTY_PROFILE].changed_s >= own_s) {
        jw_showing_profile(&ui->showing, &ui->choice.profile);
    }
}

static bool print_profile(const JwUi *ui, char *text, size_t size) {
    JwProfile profile;
    jw_showing_drawn(&ui->showing, &profile);
    return jw_profile_print(&profile, text, size);
}

/// Writes "NAME=CENTS NAME=CENTS" without printf(), which would use a comma if the locale does.
static bool print_tuning(const JwUi *ui, char *text, size_t size) {
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < ui->window.n_strings && n < size; ++i) {
        const double cents = ui->window.string[i].tune_cents;
        const long hundredths = lround(100.0 * fabs(cents));
        if (fabs(cents) >= heard_cents) {
            n += (size_t)snprintf(text + n, size - n, "%s%s=%s%ld.%02ld", n > 0 ? " " : "",
                                  ui->choice.patch.instrument.string[i].name,
                                  cents < 0.0 ? "-" : "", hundredths / 100, hundredths % 100);
        }
    }
    return n < size;
}

void jw_ui_send_texts(JwUi *ui) {
    static bool (*const print[JW_N_PROPERTIES])(const JwUi *ui, char *text, size_t size) = {
        [JW_PROPERTY_STRINGS] = print_tuning,
        [JW_PROPERTY_PROFILE] = print_profile,
    };
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        JwUiText *own = &ui->text[i];
        char text[JW_TEXT_SIZE];
        if (own->waits && ui->now_s - own->sent_s >= text_s) {
            own->waits = false;
            own->sent_s = ui->now_s;
            if (print[i](ui, text, sizeof text)) {
                jw_ui_send_text(ui, (JwProperty)i, text);
            }
        }
    }
}
