// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string's second polarisation in its state: direction of strokes, other tables, and
// displacements of modes towards the bridge and across.

#include "string/lateral.h"
#include "base/elementary.h"
#include "string/string_parts.h"

/// Multiplies elements `from` to `to`, exclusive, by a factor.
static JW_REALTIME void scale(JwPrecision precision, void *array, int from, int to, double factor) {
    double *doubles = array;
    float *floats = array;
    if (precision == JW_PRECISION_F64) {
        for (int j = from; j < to; ++j) {
            doubles[j] *= factor;
        }
        return;
    }
    for (int j = from; j < to; ++j) {
        floats[j] = (float)(factor * (double)floats[j]);
    }
}

/// Changes the stroke's row to its direction; pluck_row must be filled as if all modes moved along
/// that direction.
JW_REALTIME void jw_lateral_turn_stroke(JwStringState *state) {
    const JwModes *m = state->modes;
    const double y = jw_cos(state->pluck_angle), z = jw_sin(state->pluck_angle);
    const double first = m->cos_tilt * y - m->sin_tilt * z;
    const double second = m->sin_tilt * y + m->cos_tilt * z;
    scale(m->precision, state->pluck_row, m->n_lateral, m->n, y);
    for (int j = 0; j < m->n_lateral; ++j) {
        const size_t at = (size_t)j, other = (size_t)(m->n_first + j);
        const double row = jw_element(m->precision, state->pluck_row, at);
        const double root = jw_element(m->precision, m->root, at);
        const double root2 = jw_element(m->precision, m->root, other);
        jw_element_put(m->precision, state->pluck_row, at, first * row);
        jw_element_put(m->precision, state->pluck_row, other, second * (row / root * root2));
    }
}

/// Element `at` of an array of modes in metres.
static JW_REALTIME double metres(const JwModes *m, const void *array, int at) {
    return jw_element(m->precision, m->root, (size_t)at) *
           jw_element(m->precision, array, (size_t)at);
}

JW_REALTIME void jw_lateral_look(const JwStringState *state, const JwModes *m, JwSideways *to) {
    to->n = m->n_lateral;
    for (int j = 0; j < m->n_lateral; ++j) {
        const void *const array[2] = {state->arrays.q, state->arrays.v};
        double *const y[2] = {&to->q[0][j], &to->v[0][j]}, *const z[2] = {&to->q[1][j],
                                                                          &to->v[1][j]};
        for (int k = 0; k < 2; ++k) {
            const double first = metres(m, array[k], j),
                         second = metres(m, array[k], m->n_first + j);
            *y[k] = m->cos_tilt * first + m->sin_tilt * second;
            *z[k] = m->cos_tilt * second - m->sin_tilt * first;
        }
    }
}

static JW_REALTIME void put_metres(const JwModes *m, void *array, int at, double value) {
    jw_element_put(m->precision, array, (size_t)at,
                   value / jw_element(m->precision, m->root, (size_t)at));
}

/// Restores the motion of the lateral modes of both tables after carry(), which ignores axes.
/// Motion across is lost for modes that have only one polarisation in the new tables.
JW_REALTIME void jw_lateral_carry(JwStringState *state, const JwModes *m, const JwSideways *from,
                                  double q_scale, double v_scale) {
    for (int j = 0; j < m->n && (j < from->n || j < m->n_lateral); ++j) {
        void *const array[2] = {state->arrays.q, state->arrays.v};
        const double *const y[2] = {&from->q[0][0], &from->v[0][0]};
        const double *const z[2] = {&from->q[1][0], &from->v[1][0]};
        const double scale[2] = {q_scale, v_scale};
        for (int k = 0; k < 2; ++k) {
            const bool both = j < from->n;
            const double towards = both ? scale[k] * y[k][j] : metres(m, array[k], j);
            const double across = both ? scale[k] * z[k][j] : 0.0;
            if (j >= m->n_lateral) {
                put_metres(m, array[k], j, towards);
                continue;
            }
            put_metres(m, array[k], j, m->cos_tilt * towards - m->sin_tilt * across);
            put_metres(m, array[k], m->n_first + j, m->sin_tilt * towards + m->cos_tilt * across);
        }
    }
}

/// Displacement [m] of the mode of element `at` relative to the bridge.
static JW_REALTIME double seen(const JwStringState *state, int at) {
    const JwModes *m = state->modes;
    const double own = metres(m, state->arrays.q, at);
    return jw_string_grounded(state) ? own - state->bridge_m * metres(m, m->bridge, at) : own;
}

JW_REALTIME double jw_string_mode(const JwStringState *state, int j) {
    const JwModes *m = state->modes;
    const double first = seen(state, j);
    return j < m->n_lateral ? m->cos_tilt * first + m->sin_tilt * seen(state, m->n_first + j)
                            : first;
}

JW_REALTIME double jw_string_mode_across(const JwStringState *state, int j) {
    const JwModes *m = state->modes;
    return j < m->n_lateral
               ? m->cos_tilt * seen(state, m->n_first + j) - m->sin_tilt * seen(state, j)
               : 0.0;
}

JW_REALTIME void jw_string_shape(const JwStringState *state, float *q) {
    const int n = state->modes->n;
    int j = state->modes->n_lateral;
    for (int k = 0; k < j; ++k) {
        q[k] = (float)jw_string_mode(state, k);
    }
    const bool grounded = jw_string_grounded(state);
    if (state->modes->precision == JW_PRECISION_F32) {
        const float *own = state->arrays.q, *root = state->arrays.root;
        const float *along = grounded ? state->arrays.bridge : own;
        const float way = grounded ? (float)state->bridge_m : 0.0F;
        for (; j < n; ++j) {
            q[j] = root[j] * (own[j] - way * along[j]);
        }
        return;
    }
    for (; j < n; ++j) {
        q[j] = (float)jw_string_mode(state, j);
    }
}
