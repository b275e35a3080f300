// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact points that are judged separately, such as a bass's frets: no wave travels from one to
// another within a step.

#include "string/modes.h"

#include <math.h>

/// Least distance of separate points, in half waves of the highest mode: a wave travels at most one
/// of them in a step.
static const double least_half_waves = 2.0;

bool jw_modes_points_separate(const JwModesSpec *spec, int n_modes) {
    const JwContactPoints *points = spec->contact;
    const double least_m = least_half_waves * spec->data.length_m / n_modes;
    bool separate = !spec->coupled && !spec->grid && spec->chi < 0.0;
    for (int i = 0; separate && points && i < points->n; ++i) {
        for (int k = 0; separate && k < i; ++k) {
            separate = fabs(points->x_m[i] - points->x_m[k]) >= least_m;
        }
    }
    return separate;
}

void jw_modes_judge_each(JwModes *m) {
    for (int i = 0; i < m->n_points; ++i) {
        for (int k = 0; k < m->n_points; ++k) {
            if (i != k) {
                m->cutoff[i * m->n_rows + k] = -m->compliance[i * m->n_rows + k];
            }
        }
    }
}
