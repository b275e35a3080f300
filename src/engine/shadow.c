// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/shadow.h"

#include <math.h>
#include <string.h>

/// Distance at which a share counts as having reached its goal.
static const double nearness = 1e-12;

void jw_shadow_init(JwShadow *shadow, const JwBody *body, int factor) {
    for (int c = 0; c < 2; ++c) {
        jw_decimator_init(&shadow->out[c], factor);
    }
    jw_shadow_restart(shadow, body, factor);
}

JW_REALTIME void jw_shadow_restart(JwShadow *shadow, const JwBody *body, int factor) {
    for (int c = 0; c < 2; ++c) {
        jw_decimator_restart(&shadow->out[c], factor);
        shadow->body[c] = *body;
    }
    jw_shadow_rest(shadow);
}

JW_REALTIME void jw_shadow_rest(JwShadow *shadow) {
    for (int c = 0; c < 2; ++c) {
        jw_body_reset(&shadow->body[c]);
        jw_decimator_reset(&shadow->out[c]);
    }
    memset(shadow->share, 0, sizeof(shadow->share));
    memset(shadow->step, 0, sizeof(shadow->step));
    memset(shadow->steps, 0, sizeof(shadow->steps));
    shadow->active = false;
}

JW_REALTIME void jw_shadow_bind(JwShadow *shadow, const JwBody *body) {
    for (int c = 0; c < 2; ++c) {
        const JwBody before = shadow->body[c];
        shadow->body[c] = *body;
        jw_body_carry(&shadow->body[c], &before);
    }
}

JW_REALTIME void jw_shadow_switch(JwShadow *shadow, int factor) {
    for (int c = 0; c < 2; ++c) {
        jw_decimator_switch(&shadow->out[c], factor);
        if (!shadow->active) {
            jw_decimator_reset(&shadow->out[c]);
        }
    }
}

JW_REALTIME bool jw_shadow_settle(JwShadow *shadow) {
    const bool left = jw_decimator_settle(&shadow->out[0]);
    return jw_decimator_settle(&shadow->out[1]) && left;
}

JW_REALTIME void jw_shadow_set(JwShadow *shadow, int string, const double *share, int steps) {
    for (int c = 0; c < 2; ++c) {
        const double way = share[c] - shadow->share[string][c];
        const bool there = steps == 0 || fabs(way) <= nearness;
        shadow->share[string][c] = there ? share[c] : shadow->share[string][c];
        shadow->step[string][c] = there ? 0.0 : way / steps;
        shadow->active |= share[c] != 0.0;
    }
}

/// Adds a string's part to the driving force of one side.
static JW_REALTIME void drive(JwShadow *shadow, int string, int side, bool sounds, double *sum,
                              int n_steps) {
    const double *force = shadow->force[string], step = shadow->step[string][side];
    double share = shadow->share[string][side];
    for (int i = 0; i < n_steps; ++i) {
        sum[i] += sounds ? share * force[i] : 0.0;
        share += step;
    }
    shadow->share[string][side] = share;
}

static JW_REALTIME void run_side(JwShadow *shadow, int side, uint32_t strings, int n_steps) {
    JwBody *body = &shadow->body[side];
    float *steps = shadow->steps[side];
    double sum[JW_SHADOW_STEPS] = {0.0};
    bool finite = true;
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        if (shadow->share[s][side] != 0.0 || shadow->step[s][side] != 0.0) {
            drive(shadow, s, side, strings & 1u << s, sum, n_steps);
        }
    }
    jw_body_predict(body);
    for (int i = 0; i < n_steps; ++i) {
        jw_body_step(body, sum[i]);
        steps[1 + i] = (float)(side == 0 ? body->heard_left : body->heard_right);
        finite &= isfinite(steps[1 + i]) != 0;
    }
    if (!finite) {
        jw_body_reset(body);
        memset(shadow->steps[side], 0, sizeof(shadow->steps[side]));
    }
}

JW_REALTIME void jw_shadow_run(JwShadow *shadow, uint32_t strings, int n_steps) {
    for (int side = 0; side < 2 && shadow->active; ++side) {
        run_side(shadow, side, strings, n_steps);
    }
}

JW_REALTIME void jw_shadow_frames(JwShadow *shadow, int side, float *frames, uint32_t n_frames) {
    JwDecimator *out = &shadow->out[side];
    float *steps = shadow->steps[side];
    // Decimators get the output at the start of each step: the last output of this run is the first
    // of the next.
    jw_decimator_run(out, steps, frames, n_frames);
    steps[0] = steps[n_frames * (uint32_t)jw_decimator_factor(out)];
}
