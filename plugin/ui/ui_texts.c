// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Properties that hands change in the window: the profile that the pen draws, the strings' tuning.

#include "files/profile_file.h"
#include "ui.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double text_s = 0.05; ///< Time between two texts while a hand draws or tunes
static const double own_s = 1.0;   ///< Time for which what is drawn here counts for more
static const double heard_cents = 0.005;

void jw_ui_change_text(JwUi *ui, JwProperty property) {
    ui->text[property].waits = true;
    ui->text[property].changed_s = ui->now_s;
}

/********* Profile *********/

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

/********* Tuning *********/

/// Writes "NAME=CENTS NAME=CENTS" by hand: printf would write a comma where the locale has one.
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

/********* Sending *********/

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
