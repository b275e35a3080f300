// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Nonsmooth modes: periodic motions of a chain of masses whose last one bounces off a rigid wall
// without loss, k times in each period.
//
// n unit masses, unit springs, the first tied to the ground, the last free and
// one unit of length away from the wall: displacement x_n <= 1.
//
// Source: Thorin, Delezoide, Legrand (TDL), "Nonsmooth modal analysis of
// piecewise-linear impact systems", Eqs. (1)-(2) and Figs. 2-3. With
//     G(t) = sum_j b_j^2 cos(omega_j (|t| - T/2)) / (2 omega_j sin(omega_j T/2)),
// the T-periodic response of the last mass to a unit impulse each period, an orbit
// with impulses lambda_l >= 0 from the wall at the times t_l obeys
//     Sigma lambda = -1, Pi lambda = 0,  Sigma_il = G(t_i - t_l), Pi_il = G'(t_i - t_l)
// (contact at every t_i, and a velocity there that only changes its sign).
// Masses, stiffnesses and the gap being 1, all quantities are without dimension.

#ifndef JW_CHAIN_H
#define JW_CHAIN_H

#include <stdbool.h>

enum { JW_CHAIN_MAX_DOFS = 64, JW_CHAIN_MAX_IMPACTS = 16 };

typedef struct {
    int n;                           ///< Number of masses, 1 to JW_CHAIN_MAX_DOFS
    double omega[JW_CHAIN_MAX_DOFS]; ///< Natural frequencies, rising
    double end[JW_CHAIN_MAX_DOFS];   ///< Mass-normalised mode at the last mass, b_j
} JwChain;

typedef struct {
    int impacts;                         ///< Number of impacts k
    double period;                       ///< Period T
    double t[JW_CHAIN_MAX_IMPACTS + 1];  ///< Times of the impacts, t[0] = 0 < ... < t[k] = T
    double lambda[JW_CHAIN_MAX_IMPACTS]; ///< Impulse from the wall at t[l], l < k
    double energy;                       ///< Kinetic and elastic energy
    double gap_min;                      ///< Smallest distance to the wall between impacts
} JwChainOrbit;

/// Fills in a chain; false if `n` is out of range.
bool jw_chain_init(JwChain *chain, int n);

/// Value of mode j at mass i, both from 0.
double jw_chain_mode(const JwChain *chain, int j, int i);

/// Fills in lambda, energy and gap_min for the times of `orbit`. Returns the largest velocity
/// mismatch |Pi lambda|, or HUGE_VAL if Sigma is singular.
double jw_chain_orbit_evaluate(const JwChain *chain, JwChainOrbit *orbit);

/// True if the evaluated motion is possible: every impulse is positive, and the gap nowhere below
/// -1e-9.
bool jw_chain_orbit_admissible(const JwChainOrbit *orbit);

/// True if the orbit consists of several cycles of a shorter one.
bool jw_chain_orbit_repeated(const JwChainOrbit *orbit);

/// Modal state at time t in [0, period]; at an impact, the state just after it.
void jw_chain_orbit_state(const JwChain *chain, const JwChainOrbit *orbit, double t, double *q,
                          double *v);

/// Distance to the wall at time t.
double jw_chain_orbit_gap(const JwChain *chain, const JwChainOrbit *orbit, double t);

/// Runs TDL (1) over one period: flights of the orbit's lengths, each followed by the impact law.
/// Returns the largest difference of any displacement or velocity between the two ends.
double jw_chain_orbit_error(const JwChain *chain, const JwChainOrbit *orbit);

/// Runs one period from the state in the middle of the first flight, and finds impacts event by
/// event, without the orbit's times. Returns the largest difference of any displacement or velocity
/// between the two ends; HUGE_VAL if there are not k impacts, or without memory. An unstable orbit
/// multiplies rounding errors.
double jw_chain_orbit_replay(const JwChain *chain, const JwChainOrbit *orbit);

#endif // JW_CHAIN_H
