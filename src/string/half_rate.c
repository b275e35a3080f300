// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings at half rate: modes relative to the ground, coupled to the bridge's displacement.

#include "string/string_parts.h"

#include <string.h>

JW_REALTIME double jw_string_unit_kg(const JwStringState *state) {
    const int stride = state->modes->stride;
    return state->modes->mass_kg / (stride * stride);
}

JW_REALTIME bool jw_string_grounded(const JwStringState *state) {
    return state->modes->stride > 1;
}

JW_REALTIME const double *jw_string_levers(const JwStringState *state) {
    const JwModes *m = state->modes;
    return jw_string_grounded(state) ? m->compliance + (size_t)m->bridge_row * m->n_rows : NULL;
}

/// Fills the scratch with the pull of each mode on the bridge, for a string at half rate; returns
/// the pull per metre of the bridge's displacement.
static JW_REALTIME double pull_on_bridge(JwStringState *state) {
    const JwModes *m = state->modes;
    double hold;
    state->kernel->weigh(m->n_padded, state->arrays.stiff, m->bridge, 1, 0, state->scratch);
    state->kernel->rows_dot(m->bridge, 1, 1, m->n_padded, state->scratch, &hold);
    return hold;
}

JW_REALTIME void jw_string_find_pull(JwStringState *state) {
    double own;
    if (jw_string_grounded(state)) {
        state->hold = pull_on_bridge(state);
        state->kernel->rows_dot(state->scratch, 1, 1, state->modes->n_padded, state->arrays.q,
                                &own);
        state->held = state->hold * state->bridge_m - own;
    }
}

JW_REALTIME void jw_string_tie_to_bridge(JwStringState *state, double *system, int total) {
    const JwModes *m = state->modes;
    double *pull = state->rows_now, self;
    state->hold = pull_on_bridge(state);
    state->kernel->rows_dot(state->scratch, 1, 1, m->n_padded, state->scratch, &self);
    memset(pull, 0, sizeof(double) * (size_t)total);
    jw_string_by_point(state, state->scratch, pull);
    pull[m->bridge_row] = self;
    for (int i = 0; i < total; ++i) {
        system[m->bridge_row * total + i] = system[i * total + m->bridge_row] = pull[i];
    }
}

JW_REALTIME void jw_string_go_along(JwStringState *state, double way, double step) {
    const JwPrecision precision = state->modes->precision;
    const JwModeArrays *a = &state->arrays;
    for (size_t j = 0; j < (size_t)a->n_padded && jw_string_grounded(state); ++j) {
        const double share = jw_element(precision, a->bridge, j);
        jw_element_put(precision, a->q, j, jw_element(precision, a->q, j) + share * way);
        jw_element_put(precision, a->v, j, jw_element(precision, a->v, j) + share * step);
    }
}
