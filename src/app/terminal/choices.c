// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/terminal/choices.h"

#include "base/ragas.h"
#include "base/talas.h"
#include "files/number.h"

#include <stdio.h>
#include <string.h>

void jw_choices_presets(JwChooser *c, const JwLive *live) {
    const JwPrograms *presets = jw_live_presets(live);
    for (int other = 0; other < 2; ++other) {
        for (int i = 0; i < presets->n; ++i) {
            if (jw_live_preset_fits(live, i) != (other == 1)) {
                jw_chooser_add(c, presets->program[i].name, presets->program[i].instrument);
            }
        }
    }
}

void jw_choices_companions(JwChooser *c, const JwLive *live) {
    const JwPrograms *presets = jw_live_presets(live);
    for (int i = 0; i < presets->n; ++i) {
        const JwProgram *preset = &presets->program[i];
        if (preset->set[JW_P_DRONE] && preset->value[JW_P_DRONE] > 0.5) {
            jw_chooser_add(c, preset->name, preset->instrument);
        }
    }
}

void jw_choices_names(JwChooser *c, const JwNameList *names) {
    for (int i = 0; i < names->n; ++i) {
        jw_chooser_add(c, names->name[i], "");
    }
}

void jw_choices_sa(JwChooser *c) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        if (points[i].id == JW_P_SA) {
            jw_chooser_add(c, points[i].value == 0.0 ? "none" : points[i].label, "");
        }
    }
}

/// True for a tempo and the words that need no line of the list; labels contain them, too.
static bool is_of_clock(const char *typed) {
    double bpm = 0.0;
    return jw_number_parse(typed, &bpm) || !strcmp(typed, "on") || !strcmp(typed, "off") ||
           !strcmp(typed, "tap");
}

void jw_choices_clock(JwChooser *c) {
    static const char *const words[][2] = {{"stop", "ends on sam"},
                                           {"count-in on", "a cycle before it and recordings"},
                                           {"count-in off", ""},
                                           {"grow off", "the tempo stays"},
                                           {"none", "beats without a tala"}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
        jw_chooser_add(c, words[i][0], words[i][1]);
    }
    c->takes = is_of_clock;
    for (int tala = 0; tala < JW_N_TALAS; ++tala) {
        const JwTala *info = jw_tala_info(tala);
        char label[JW_CHOICE_SIZE];
        snprintf(label, sizeof(label), "%2d %-12s %s", info->matras, info->vibhags, info->others);
        jw_chooser_add(c, info->name, label);
    }
}

void jw_choices_ragas(JwChooser *c) {
    jw_chooser_add(c, "none", "");
    for (int raga = 1; raga < jw_raga_count(); ++raga) {
        const JwRaga *info = jw_raga_info(raga);
        char label[JW_CHOICE_SIZE];
        if (jw_raga_is_listed(raga)) {
            snprintf(label, sizeof(label), "%-19s %s", info->notes, info->others);
            jw_chooser_add(c, info->name, label);
        }
    }
}
