// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ivanov's coordinates and RK4 (GI 36-43) for any string given by the frequencies and losses of its
// modes, whose contact points are grid points: the paper's method in place of the engine's step.

#ifndef JW_LAB_STEP_RK4_H
#define JW_LAB_STEP_RK4_H

#include "string/obstacle.h"

#include <stdbool.h>

typedef struct JwStepRk4 JwStepRk4;

/// Makes a string of n modes and that length; omega [rad/s], sigma [1/s] and q [m] have n values,
/// and the string starts at rest at q. points must lie on the grid i L/(n + 1), with one
/// restitution > 0. NULL without memory.
JwStepRk4 *jw_step_rk4_new(int n, double length_m, const double *omega, const double *sigma,
                           const double *q, const JwContactPoints *points);

/// Frees it; accepts NULL.
void jw_step_rk4_free(JwStepRk4 *rk4);

/// Runs one step of dt [s].
void jw_step_rk4_step(JwStepRk4 *rk4, double dt_s);

/// Present modal displacements [m], n values owned by rk4, valid until the next step.
const double *jw_step_rk4_modes(JwStepRk4 *rk4);

/// Energy for unit modal mass, after jw_step_rk4_modes().
double jw_step_rk4_energy(const JwStepRk4 *rk4);

#endif // JW_LAB_STEP_RK4_H
