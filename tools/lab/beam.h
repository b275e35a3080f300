// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The pinned beam of the sticking experiments, in modes.
//
// Source: Vyasarayani, Sandhu, McPhee (VSM), "Nonsmooth modeling of vibro-impacting
// continuous systems with sticking motions", Eqs. (3)-(15): Euler-Bernoulli, simply
// supported, scaled to unit length, density and stiffness, with modes W_j =
// sqrt2 sin(j pi x), omega_j = (j pi)^2, damping c and a uniform force
// F sin(w tau). In the text under (13), alpha_j is the integral of W_j, not W_k.

#ifndef JW_BEAM_H
#define JW_BEAM_H

#include "beam_vibro.h"

enum { JW_BEAM_MAX_MODES = 64 };

/// Beam, its stop and its force, in VSM's dimensionless units.
typedef struct {
    int n_modes;        ///< Number of modes, 1 to JW_BEAM_MAX_MODES; VSM take 4
    double stop;        ///< Place of the stop along the beam, in (0,1); VSM take 0.4
    double gap;         ///< Distance of the stop below the beam, d
    double damping;     ///< Damping c
    double force;       ///< Amplitude F of the force
    double frequency;   ///< Frequency w of the force over omega_1
    double restitution; ///< Restitution R
    double epsilon;     ///< Time between impacts below which the beam sticks
    bool bent;          ///< True to start from 3 sin(pi x) at rest, false to start from 0
} JwBeam;

/// Running beam. Owned by the caller; must not be moved while `vibro` is in use.
typedef struct {
    JwVibro *vibro; ///< State of the beam and its next events
    double omega[JW_BEAM_MAX_MODES];
    double damping[JW_BEAM_MAX_MODES];
    double shape[JW_BEAM_MAX_MODES];
    double force[JW_BEAM_MAX_MODES];
} JwBeamRun;

/// Starts at tau = 0. Returns false, with nothing to clear, if a value is out of range or memory is
/// short; otherwise `*feasible` is set to whether the start is above the stop.
bool jw_beam_init(JwBeamRun *run, const JwBeam *beam, bool *feasible);

/// Frees the run.
void jw_beam_clear(JwBeamRun *run);

/// Duration of one cycle of the force.
double jw_beam_period(const JwBeam *beam);

/// Phase of the force at time tau, as a part of its cycle in [0,1).
double jw_beam_phase(const JwBeam *beam, double tau);

#endif // JW_BEAM_H
