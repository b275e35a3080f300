// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Forces that a fixed bridge carries: on the string's end, and from below at its points and under
// its thread.
//
// The force on the end is that of the band's modes. An impulse at a point near the end changes it,
// once the modes have responded, by the part that they transmit to the end; the rest is transmitted
// by modes above the band, which respond at once. Both cancel the effect of the impulse on the
// bridge itself, except for the part x/L that the far end carries. What must be subtracted of an
// impulse is therefore the band's transmission to the end, and x/L: near the end, where points are
// closer than the band resolves, much less than the whole impulse.

#include "kernel/shapes.h"
#include "string/modes.h"

#include <math.h>

/// Part of a force at x_m that the band's modes transmit to the end, as in the output row.
static double through_modes(const JwModes *m, double x_m, double *shape) {
    const double unit = m->tension_n * m->dt_s * m->dt_s / m->mass_kg;
    double sum = 0.0;
    jw_shapes_fill(1, m->n, x_m / m->length_m, shape);
    for (int j = 0; j < m->n; ++j) {
        const double towards = j < m->n_lateral ? m->cos_tilt : 1.0;
        sum +=
            towards * shape[j] * jw_modes_root(m, j) * jw_element(m->precision, m->end, (size_t)j);
        if (j < m->n_lateral) {
            const int other = m->n_first + j;
            sum += m->sin_tilt * shape[j] * jw_modes_root(m, other) *
                   jw_element(m->precision, m->end, (size_t)other);
        }
    }
    return unit * sum;
}

static void fill_end(JwModes *m) {
    for (int j = 0; j < m->n_padded; ++j) {
        const size_t at = (size_t)j;
        const double stiff = jw_element(m->precision, m->stiff, at);
        const double end = jw_element(m->precision, m->out[0], at);
        jw_element_put(m->precision, m->end, at, stiff > 0.0 ? end / stiff : 0.0);
    }
}

void jw_modes_find_borne(JwModes *m, const JwContactPoints *points, double *scratch) {
    double last_m = 0.0;
    fill_end(m);
    for (int i = 0; i < m->n_points; ++i) {
        if (points->on_bridge[i]) {
            last_m = fmax(last_m, m->x_m[i]);
            m->borne[i] = through_modes(m, m->x_m[i], scratch) + m->x_m[i] / m->length_m;
        }
    }
    if (m->thread_row >= 0) {
        const double x_m = m->x_m[m->grid_rows.n + m->thread_row];
        m->thread_borne = x_m <= last_m ? through_modes(m, x_m, scratch) + x_m / m->length_m : 0.0;
    }
}
