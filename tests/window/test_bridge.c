// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The bridge that the window bends is the one that the engine bends: heights of obstacles under
// parameters, against jw_obstacle_sample() and jw_instrument_bridge_m().

#include "playing/instrument.h"
#include "support/check.h"
#include "window/draw/model.h"

#include <math.h>

static JwWindowModel model;
static JwInstrument instrument;
static JwContactPoints points;

static void fill(double radius_m, bool movable) {
    jw_instrument_init(&instrument);
    instrument.khula_m = -0.8e-6;
    instrument.band_m = 20e-6;
    const JwObstacle obstacle = {.kind = JW_OBSTACLE_BRIDGE,
                                 .restitution = -1.0,
                                 .start_m = 1.5e-3,
                                 .end_m = 25e-3,
                                 .n_points = 40,
                                 .radius_m = radius_m,
                                 .apex_m = 2e-3,
                                 .height_m = 1e-5,
                                 .movable = movable};
    points.n = 0;
    check(jw_obstacle_sample(&obstacle, 0.88, &points) == JW_SUCCESS, "an obstacle");
    jw_window_model_init(&model);
    JwWindowBridge *b = &model.bridge;
    b->n = points.n;
    b->movable = movable;
    b->khula_m = instrument.khula_m;
    b->band_m = instrument.band_m;
    b->own_radius_m = radius_m;
    for (int i = 0; i < points.n; ++i) {
        b->x_m[i] = points.x_m[i];
        b->base_m[i] = points.base_m[i];
        b->sag_m[i] = points.sag_m[i];
    }
}

/// Largest difference from the engine's height of a point: engine/voice.c.
static double difference(const double *now_m, const double *param) {
    double most_m = 0.0;
    for (int i = 0; i < points.n; ++i) {
        const double moved_m = jw_instrument_bridge_m(&instrument, param) -
                               (jw_param_curvature(param) - 1.0) * points.sag_m[i];
        most_m = fmax(most_m, fabs(points.base_m[i] + points.movable[i] * moved_m - now_m[i]));
    }
    return most_m;
}

static void test_params(bool movable) {
    fill(0.168, movable);
    const double jawari[] = {0.0, 5.0, 50.0, 70.0, 100.0};
    for (int i = 0; i < 5; ++i) {
        model.param[JW_P_JAWARI] = jawari[i];
        model.param[JW_P_BRIDGE_HEIGHT] = 0.03 * i - 0.05;
        model.param[JW_P_BRIDGE_CURVATURE] = 0.3 + 0.4 * i;
        jw_window_bridge_bend(&model);
        check_below(difference(model.bridge.now_m, model.param), 1e-15,
                    "jawari %g: heights now [m]", jawari[i]);
        check_below(difference(model.bridge.built_m, model.built), 1e-15, "as built [m]");
        check(model.bridge.changed == movable, "changed, if it can be");
        check_below(fabs(model.bridge.radius_m * jw_param_curvature(model.param) - 0.168), 1e-12,
                    "radius [m]");
    }
    jw_params_default(model.param);
    jw_window_bridge_bend(&model);
    check(!model.bridge.changed, "not changed at the instrument's own");
}

static void test_pen(void) {
    fill(0.168, true);
    jw_window_bridge_bend(&model);
    jw_pen_begin(&model.pen, model.bridge.x_m, model.bridge.now_m, model.bridge.n, 9);
    jw_pen_move(&model.pen, 4, (double)model.pen.now.x_m[4], 1e-4);
    jw_window_bridge_bend(&model);
    double most_m = -1.0;
    for (int i = 0; i < model.bridge.n; ++i) {
        most_m = fmax(most_m, model.bridge.now_m[i]);
    }
    check_between(1e3 * most_m, 0.08, 0.1, "a bump of the pen's [mm]");
    check(model.bridge.changed, "changed");
    const double before_m = model.bridge.now_m[3];
    model.param[JW_P_BRIDGE_HEIGHT] += 0.07;
    model.param[JW_P_BRIDGE_CURVATURE] = 3.0;
    jw_window_bridge_bend(&model);
    check_between(1e3 * (model.bridge.now_m[3] - before_m), 0.07 - 1e-9, 0.07 + 1e-9,
                  "height lifts the profile, curvature leaves it alone [mm]");
    model.bridge.movable = false;
    jw_window_bridge_bend(&model);
    check(!model.bridge.changed, "a bridge that does not move is not drawn");
    model.bridge.movable = true;
    check(jw_pen_undo(&model.pen) && model.pen.now.n == 0, "undone");
    check(!jw_pen_undo(&model.pen), "and no more");
}

int main(void) {
    test_params(true);
    test_params(false);
    test_pen();
    const double x_m[] = {0.0, 1.0, 3.0};
    const double h_m[] = {0.0, 2.0, 0.0};
    check(jw_window_profile_m(x_m, h_m, 3, 2.0) == 1.0 &&
              isnan(jw_window_profile_m(x_m, h_m, 3, 3.1)) &&
              isnan(jw_window_profile_m(x_m, h_m, 0, 0.0)),
          "between points by straight lines, outside none");
    return check_result();
}
