// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rest shape: the shape of a string at rest on its obstacle (string/modes_rest.c finds it),
// relative to which its motion, tension and energy are measured.

#include "string/string_parts.h"

JW_REALTIME double jw_string_rest_of(const JwStringState *state, int j) {
    const JwModes *m = state->modes;
    return m->rest_q[j] / jw_element(m->precision, state->arrays.root, (size_t)j);
}

JW_REALTIME void jw_string_add_rest(JwStringState *state, double times) {
    const JwPrecision precision = state->modes->precision;
    for (int j = 0; j < state->modes->n_all; ++j) {
        const double q = jw_element(precision, state->arrays.q, (size_t)j);
        jw_element_put(precision, state->arrays.q, (size_t)j,
                       q + times * jw_string_rest_of(state, j));
    }
}

/// Square j^2 q^2 of the slope at rest of element `at`, which is mode j.
static JW_REALTIME double slope_square(const JwModes *modes, int at, int j) {
    const double root = jw_element(modes->precision, modes->root, (size_t)at);
    const double slope = (j + 1) * modes->rest_q[at] / root;
    return slope * slope;
}

JW_REALTIME double jw_string_rest_stretch(const JwModes *modes) {
    const int n = modes->n_lateral > 0 ? modes->n_first : modes->n_all;
    double sum = 0.0;
    for (int j = 0; j < n && j < modes->n_stretching; ++j) {
        sum += slope_square(modes, j, j);
    }
    for (int j = 0; j < modes->n_lateral; ++j) {
        sum += slope_square(modes, modes->n_first + j, j);
    }
    return sum;
}

JW_REALTIME double jw_string_rest_energy(JwStringState *state) {
    const JwModes *m = state->modes;
    if (!m->rests) {
        return 0.0;
    }
    if (!state->rest_known) {
        double sum = 0.0;
        for (int j = 0; j < m->n_all; ++j) {
            const double q = jw_string_rest_of(state, j);
            sum += 0.5 * jw_element(m->precision, state->arrays.stiff, (size_t)j) * q * q;
        }
        state->rest_energy = sum;
        state->rest_known = true;
    }
    return state->rest_energy;
}

/// Uses the kernel's own loop for a straight rest shape.
JW_REALTIME void jw_string_scale_motion(JwStringState *state, double factor) {
    state->end_known = false;
    const JwPrecision precision = state->modes->precision;
    const JwModeArrays *a = &state->arrays;
    if (!state->modes->rests) {
        state->kernel->carry(a, a->n, a, factor, factor);
        return;
    }
    for (int j = 0; j < state->modes->n_all; ++j) {
        const double rest = jw_string_rest_of(state, j), q = jw_element(precision, a->q, (size_t)j);
        jw_element_put(precision, a->q, (size_t)j, rest + factor * (q - rest));
        jw_element_put(precision, a->v, (size_t)j, factor * jw_element(precision, a->v, (size_t)j));
    }
}

JW_REALTIME double jw_string_rest_at_thread(const JwModes *modes) {
    double sum = 0.0;
    for (int j = 0; j < modes->n_all && modes->rests && modes->thread_row >= 0; ++j) {
        const int row = jw_modes_interleaved(modes, modes->thread_row);
        const size_t at = jw_row_at(modes->n_interleaved, row, j);
        const double q = modes->rest_q[j] / jw_modes_root(modes, j);
        sum += jw_element(modes->precision, modes->rows, at) * q;
    }
    return sum;
}
