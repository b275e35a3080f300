// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes of a string: where the finger is, which way and how hard it pulls.

#include "base/elementary.h"
#include "base/pi.h"
#include "string/lateral.h"
#include "string/string_parts.h"

JW_REALTIME void jw_string_lay_finger(JwStringState *state) {
    const JwModes *m = state->modes;
    state->kernel->pluck_row(&state->arrays, state->pluck_row, m->n,
                             JW_PI * state->pluck_m / m->length_m,
                             JW_PI * state->pluck_width_m / m->length_m);
    // Seen from the ground a stroke does not push the bridge before the string has moved.
    state->pluck_carried = jw_string_grounded(state) ? 0.0 : 1.0 - state->pluck_m / m->length_m;
    if (m->n_lateral > 0) {
        jw_lateral_turn_stroke(state);
        state->pluck_carried *= jw_cos(state->pluck_angle);
    }
    state->pluck_bridge = jw_string_on_bridge(state, state->pluck_row);
    state->kernel->rows_dot(state->pluck_row, 1, 1, m->n_padded, state->arrays.v,
                            &state->pluck_push);
}

JW_REALTIME void jw_string_set_pluck_angle(JwStringState *state, double angle_rad) {
    state->pluck_angle = angle_rad;
}

JW_REALTIME void jw_string_set_pluck_times(JwStringState *state, double rise_s, double release_s) {
    state->pluck.rise_s = rise_s;
    state->pluck.fall_s = release_s;
}

/// Puts the finger where the stroke that begins is.
static JW_REALTIME void begin(JwStringState *state) {
    jw_string_lay_finger(state);
    jw_string_look(state);
    state->springs_changed = true;
}

JW_REALTIME void jw_string_pluck_force(JwStringState *state, JwStroke stroke, double position_m,
                                       double width_m, double force_n, double duration) {
    jw_pluck_start(&state->pluck, stroke, force_n / jw_string_newtons(state), duration,
                   1.0 / state->modes->dt_s);
    state->pluck_m = position_m;
    state->pluck_width_m = width_m * jw_stroke_width(stroke);
    begin(state);
}

JW_REALTIME void jw_string_make_noise(JwStringState *state, const JwNoiseSpec *noise,
                                      double rate_hz) {
    const double frames = rate_hz * state->modes->dt_s;
    jw_pluck_make_noise(&state->pluck, noise, rate_hz, ldexp(1.0, (int)lround(jw_log2(frames))));
}

JW_REALTIME void jw_string_pluck_again(JwStringState *state, double strength) {
    jw_pluck_repeat(&state->pluck, strength);
    begin(state);
}

JW_REALTIME void jw_string_pluck(JwStringState *state, JwStroke stroke, double position_m,
                                 double width_m, double displacement_m, double duration) {
    const JwModes *m = state->modes;
    const double x = position_m / m->length_m;
    const double force =
        displacement_m * m->tension_n * state->tension_scale / (x * (1.0 - x) * m->length_m);
    jw_string_pluck_force(state, stroke, position_m, width_m, force, duration);
}
