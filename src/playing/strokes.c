// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/strokes.h"

#include "base/params.h"
#include "base/pi.h"

static const struct {
    double min, max;
} ranges[JW_N_STROKE_FIGURES] = {
    [JW_STROKE_RISE_S] = {0.0001, 0.2},
    [JW_STROKE_RELEASE_S] = {0.00001, 0.05},
    [JW_STROKE_WIDTH_M] = {0.0002, 0.06},
    [JW_STROKE_AT_M] = {0.001, 5.0},
    [JW_STROKE_ANGLE_RAD] = {-2.0 * JW_PI, 2.0 * JW_PI},
    [JW_STROKE_STRENGTH] = {0.0, 4.0},
    [JW_STROKE_POWER] = {0.0, 4.0},
    [JW_STROKE_HARDNESS] = {0.0, 2.0},
    [JW_STROKE_VARY_STRENGTH] = {0.0, 0.9},
    [JW_STROKE_VARY_PLACE] = {0.0, 0.5},
    [JW_STROKE_VARY_TIMES] = {0.0, 2.0},
    [JW_STROKE_VARY_ANGLE_RAD] = {0.0, 0.25 * JW_PI},
    [JW_STROKE_VARY_RELEASE] = {0.0, 2.0},
    [JW_STROKE_NOISE_LOW_DB] = {-100.0, -10.0},
    [JW_STROKE_NOISE_MID_DB] = {-100.0, -10.0},
    [JW_STROKE_NOISE_HIGH_DB] = {-100.0, -10.0},
    [JW_STROKE_NOISE_LOW_S] = {0.0005, 0.2},
    [JW_STROKE_NOISE_MID_S] = {0.0005, 0.2},
    [JW_STROKE_NOISE_HIGH_S] = {0.0005, 0.2},
    [JW_STROKE_NOISE_POWER] = {0.0, 2.0},
    [JW_STROKE_SCRAPE_DB] = {-100.0, 0.0},
    [JW_STROKE_NOISE_BRIDGE] = {0.0, 4.0},
    [JW_STROKE_NOISE_AIR] = {0.0, 1.0},
    [JW_STROKE_SECOND_S] = {0.005, 0.2},
    [JW_STROKE_SECOND_STRENGTH] = {0.0, 1.0},
};

bool jw_stroke_spec_ok(const JwStrokeSpec *stroke) {
    // Units that are not the file's move a limit by a rounding.
    const double slack = 1e-12;
    for (int i = 0; i < JW_N_STROKE_FIGURES; ++i) {
        const double value = stroke->figure[i];
        if (stroke->given >> i & 1u &&
            !(value >= ranges[i].min - slack && value <= ranges[i].max + slack)) {
            return false;
        }
    }
    return jw_param_valid(JW_P_PLUCK_STROKE, stroke->kind) &&
           (stroke->direction == JW_DIRECTION_BOTH || stroke->direction == JW_DIRECTION_DA ||
            stroke->direction == JW_DIRECTION_RA) &&
           !(stroke->given >> JW_N_STROKE_FIGURES) && stroke->seed >= 0 && stroke->seed <= 9999;
}

JW_REALTIME void jw_stroke_overlay(JwStrokeSpec *stroke, const JwStrokeSpec *other, int string,
                                   bool outward) {
    const JwDirection away = outward ? JW_DIRECTION_DA : JW_DIRECTION_RA;
    if (other->kind != stroke->kind || other->direction == away ||
        (other->strings && !(other->strings >> string & 1u))) {
        return;
    }
    for (int i = 0; i < JW_N_STROKE_FIGURES; ++i) {
        if (other->given >> i & 1u) {
            stroke->figure[i] = other->figure[i];
        }
    }
    stroke->seed = other->seed;
}
