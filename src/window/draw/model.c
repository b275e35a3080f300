// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/model.h"

#include "window/draw/raga_page.h"

#include <math.h>
#include <string.h>

void jw_window_model_init(JwWindowModel *model) {
    memset(model, 0, sizeof *model);
    jw_params_default(model->param);
    jw_params_default(model->built);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        model->learned[i] = jw_param_info((JwParamId)i)->cc;
    }
    model->learning = -1;
    model->preset = model->with.preset = model->with.first = -1;
    model->clock.tala = -1;
    model->clock.bpm = 60.0;
    model->sa_key = model->madhya_key = model->piano_key = 60;
    model->low_key = 128;
    model->high_key = -1;
    model->zoom = 1.0;
    model->hero.n_frets = 1;
    for (int i = 0; i < 12; ++i) {
        model->raga_cents[i] = 100.0 * i;
    }
    model->input_db = -HUGE_VAL;
    for (int i = 0; i < 2; ++i) {
        model->peak_db[i] = model->held_db[i] = -HUGE_VAL;
    }
    jw_pen_init(&model->pen);
    JwWindowHand *hand = &model->hand;
    hand->menu_at = hand->described = hand->pen_point = hand->family = hand->audition = -1;
    hand->sounding = -1;
    jw_ragas_list("", &hand->ragas);
    hand->start_param[0] = hand->start_param[1] = -1;
    hand->lens_part = 1.0;
    hand->click_s = -1.0;
}

const JwWindowString *jw_window_chosen(const JwWindowModel *model) {
    const int s = model->hero.string;
    return s >= 0 && s < model->n_strings ? &model->string[s] : NULL;
}

JwWindowRole jw_window_role(const JwWindowModel *model) {
    const JwWindowString *chosen = jw_window_chosen(model);
    return chosen ? chosen->role : JW_WINDOW_MELODY;
}

bool jw_window_param_changed(const JwWindowModel *model, JwParamId id) {
    const double tiny = 1e-6 * (jw_param_info(id)->max - jw_param_info(id)->min);
    return fabs(model->param[id] - model->built[id]) > tiny;
}

bool jw_window_has_keys(const JwWindowModel *model) {
    for (int i = 0; i < model->n_strings; ++i) {
        if (model->string[i].role == JW_WINDOW_MELODY) {
            return true;
        }
    }
    return false;
}

bool jw_window_has_svaras(const JwWindowModel *model) {
    for (int i = 0; i < model->n_strings; ++i) {
        if (model->string[i].role != JW_WINDOW_MELODY) {
            return true;
        }
    }
    return model->raga_keys != 0 || model->param[JW_P_SA] > 0.5;
}

double jw_window_profile_m(const double *x_m, const double *h_m, int n, double at_m) {
    if (n < 1 || at_m < x_m[0] || at_m > x_m[n - 1]) {
        return NAN;
    }
    for (int i = 1; i < n; ++i) {
        if (at_m <= x_m[i]) {
            const double part = (at_m - x_m[i - 1]) / fmax(x_m[i] - x_m[i - 1], 1e-12);
            return h_m[i - 1] + part * (h_m[i] - h_m[i - 1]);
        }
    }
    return h_m[n - 1];
}

JwKeyLayout jw_window_keys(const JwWindowModel *m) {
    return jw_key_layout(m->keys_choice, m->raga_keys, m->param[JW_P_SA] > 0.5, m->madhya_key,
                         m->piano_key);
}
