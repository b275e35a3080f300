// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The classical Runge-Kutta method of fourth order with a fixed step, the
// integrator of the Galerkin-Ivanov paper.

#ifndef JW_LAB_RK4_H
#define JW_LAB_RK4_H

/// Slope dy/dt of an autonomous system: reads y, writes dy, both of the length given to
/// jw_rk4_step().
typedef void (*JwSlope)(void *system, const double *y, double *dy);

/// Takes a step h from y (n values, overwritten); `scratch` holds 3 n values.
void jw_rk4_step(JwSlope slope, void *system, double *y, int n, double h, double *scratch);

#endif // JW_LAB_RK4_H
