// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Equations for the impact times of a nonsmooth mode (chain.h), and their derivatives.

#ifndef JW_CHAIN_MATRIX_H
#define JW_CHAIN_MATRIX_H

#include "chain.h"

/// G(t), G'(t) and G''(t) for |t| <= period; G'(0) = 0, the mean of both sides.
void jw_chain_response(const JwChain *chain, double period, double t, double g[3]);

/// Solves Sigma lambda = -1 for orbit->lambda and writes Pi lambda, the velocity
/// mismatch at the impacts, to `slip`. False if Sigma is singular.
bool jw_chain_impulses(const JwChain *chain, JwChainOrbit *orbit, double *slip);

/// Does the work of jw_chain_impulses(), and writes the derivative of `slip` with respect to every
/// impact time, `jacobian[i * impacts + m]` = d slip_i / d t_m.
bool jw_chain_jacobian(const JwChain *chain, JwChainOrbit *orbit, double *slip, double *jacobian);

/// Solves the n x n system a x = b in place (a, row by row, is lost; b becomes x)
/// with n_right right-hand sides, b[i * n_right + r]. False if it is singular.
bool jw_chain_solve(int n, double *a, int n_right, double *b);

#endif // JW_CHAIN_MATRIX_H
