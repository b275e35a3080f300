// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The grid x_i = i/(N+1) and the change between modes and grid points (GI 49-56):
// p_i = sum_j phi_j(x_i) q_j, phi_j(x) = sqrt(2) sin(j pi x), j and i from 1 to N.
// On this grid Phi Phi^T = (N+1) I, so that the inverse is Phi/(N+1).

#ifndef JW_LAB_GI_GRID_H
#define JW_LAB_GI_GRID_H

typedef struct {
    int n;         ///< Number of modes and of grid points
    double *sines; ///< Table of sqrt(2) sin(m pi/(n+1)), m from 0 to 2 n + 1; owned
} JwGiGrid;

/// Fills in a grid; 0, or nonzero without memory; free with jw_gi_grid_clear().
int jw_gi_grid_init(JwGiGrid *grid, int n);

void jw_gi_grid_clear(JwGiGrid *grid);

/// Mode phi_j(x_i), both indices from 1 to n.
double jw_gi_phi(const JwGiGrid *grid, int j, int i);

/// Computes modal coordinates q from grid values p (n each) in O(n^2).
void jw_gi_to_modes(const JwGiGrid *grid, const double *p, double *q);

/// Computes grid values p from modal coordinates q (n each).
void jw_gi_to_points(const JwGiGrid *grid, const double *q, double *p);

/// Entry K_il of K = Phi^T Omega^2 Phi^-T (GI 56) without tension, omega_j = j pi; by compensated
/// summation, so good to the last digits.
double jw_gi_stiffness(const JwGiGrid *grid, int i, int l);

#endif // JW_LAB_GI_GRID_H
