// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "engine/energy_bound.h"

#include <math.h>

/// Largest content of both stores, relative to the present energy: energy that parameters have
/// taken away cannot be given back without end.
static const double credit = 4.0;

static JW_REALTIME double at_least(double x, double least) {
    return x > least ? x : least; // `least` for a NaN
}

JW_REALTIME void jw_bound_rest(JwEnergyBound *bound) {
    bound->stroked = bound->moved = bound->energy = 0.0;
}

JW_REALTIME void jw_bound_before(JwEnergyBound *bound, double energy, double strokes,
                                 double moved) {
    const double stroke = at_least(strokes, 0.0);
    const double rest = at_least(energy - stroke - moved, 0.0);
    const double kept = rest < bound->energy ? rest / bound->energy : 1.0;
    bound->stroked = bound->stroked * kept + stroke;
    bound->moved = at_least(bound->moved * kept + moved, 0.0);
    const double sum = bound->stroked + bound->moved, most = credit * at_least(energy, 0.0);
    if (sum > most) {
        bound->stroked *= most / sum;
        bound->moved *= most / sum;
    }
    bound->energy = at_least(energy, 0.0);
}

JW_REALTIME double jw_bound_limit(const JwEnergyBound *bound) {
    const double moved = fmin(JW_BOUND_TIMES * bound->moved, bound->ceiling);
    return fmax(JW_BOUND_TIMES * bound->stroked + moved, bound->floor);
}

JW_REALTIME void jw_bound_after(JwEnergyBound *bound, double energy) {
    bound->energy = at_least(energy, 0.0);
}
