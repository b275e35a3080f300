// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The bridge after parameters and pen, as in jw_instrument_bridge_m() and the engine.

#include "window/draw/model.h"

#include <math.h>

static double height_m(const JwWindowBridge *b, const double *param) {
    const double jawari = (param[JW_P_JAWARI] - 50.0) / 50.0;
    const double lift_m = jawari < 0.0 ? -jawari * b->khula_m : jawari * jawari * b->band_m;
    return 1e-3 * param[JW_P_BRIDGE_HEIGHT] + lift_m;
}

static void bend(const JwWindowBridge *b, const double *param, double *to_m) {
    const double lift_m = height_m(b, param);
    const double more = jw_param_curvature(param) - 1.0;
    for (int i = 0; i < b->n; ++i) {
        to_m[i] = b->base_m[i] + (b->movable ? lift_m - more * b->sag_m[i] : 0.0);
    }
}

/// Replaces the heights by the pen's profile, as jw_profile_lay() does, plus the lift.
static void draw_over(JwWindowBridge *b, const JwPenProfile *pen) {
    double x_m[JW_PEN_POINTS], h_m[JW_PEN_POINTS];
    for (int i = 0; i < pen->n; ++i) {
        x_m[i] = (double)pen->x_m[i];
        h_m[i] = (double)pen->h_m[i];
    }
    for (int i = 0; i < b->n; ++i) {
        const double at_m = fmin(fmax(b->x_m[i], x_m[0]), x_m[pen->n - 1]);
        b->now_m[i] = b->lift_m + jw_window_profile_m(x_m, h_m, pen->n, at_m);
    }
}

/// True if the pen's profile replaces the bridge's heights.
static bool pen_fits(const JwWindowBridge *b, const JwPenProfile *pen) {
    return pen->n > 0 && b->n > 0 && b->movable && (double)pen->x_m[0] <= b->x_m[b->n - 1] &&
           (double)pen->x_m[pen->n - 1] >= b->x_m[0];
}

void jw_window_bridge_bend(JwWindowModel *m) {
    JwWindowBridge *b = &m->bridge;
    b->lift_m = b->movable ? height_m(b, m->param) : 0.0;
    bend(b, m->built, b->built_m);
    bend(b, m->param, b->now_m);
    if (pen_fits(b, &m->pen.now)) {
        draw_over(b, &m->pen.now);
    }
    b->changed = false;
    for (int i = 0; i < b->n; ++i) {
        b->changed = b->changed || fabs(b->now_m[i] - b->built_m[i]) > 1e-9;
    }
    b->radius_m = b->own_radius_m / jw_param_curvature(m->param);
    b->has_thread = b->has_own_thread && m->param[JW_P_THREAD] > 0.0;
    b->thread_m = b->own_thread_m + 1e-3 * m->param[JW_P_THREAD_POSITION];
}

/********* Lens *********/

static const double firmer = 1.41, beaten_s = 0.3; ///< 3 dB for this time move the lens
static const double slide_s = 0.07;                ///< Time constant of its way

/// Largest recent force at a contact within some millimetres of a place.
static double held_at(const JwWindowBridge *b, double x_m) {
    double most = 0.0;
    for (int i = 0; i < b->n_contacts; ++i) {
        most = fabs(b->contact_m[i] - x_m) < 8e-3 ? fmax(most, b->held_n[i]) : most;
    }
    return most;
}

void jw_window_lens_follow(JwWindowModel *m, double now_s) {
    JwWindowBridge *b = &m->bridge;
    int best = -1;
    for (int i = 0; i < b->n_contacts && b->along; ++i) {
        best = b->held_n[i] > 1e-3 && (best < 0 || b->held_n[i] > b->held_n[best]) ? i : best;
    }
    const double gap_s = fmin(fmax(now_s - b->lens_s, 0.0), 1.0);
    b->lens_s = now_s;
    if (best < 0) {
        return;
    }
    if (b->lens_m <= 0.0) {
        b->lens_m = b->lens_to_m = b->contact_m[best];
        return;
    }
    if (b->held_n[best] < firmer * held_at(b, b->lens_to_m)) {
        b->beaten_s = now_s;
    } else if (now_s - b->beaten_s >= beaten_s) {
        b->lens_to_m = b->contact_m[best];
        b->beaten_s = now_s;
    }
    b->lens_m += (b->lens_to_m - b->lens_m) * (1.0 - exp(-gap_s / slide_s));
}
