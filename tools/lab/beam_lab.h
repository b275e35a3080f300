// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The experiment of C. P. Vyasarayani, S. S. Sandhu, J. McPhee, "Nonsmooth modeling of
// vibro-impacting continuous systems with sticking motions", Advances in Acoustics and
// Vibration (2012); its equation numbers are written (VSM n) in these files.

#ifndef JW_BEAM_LAB_H
#define JW_BEAM_LAB_H

#include "beam.h"
#include "lab.h"

extern const JwLabExperiment jw_lab_beam_sticking;

/// Draws Poincare sections while one parameter of `beam` varies (VSM Figs. 8-9).
bool jw_beam_sweep(JwLab *lab, const JwBeam *beam, double t_end);

/// Starts `beam`, or reports why that fails.
bool jw_beam_start(JwLab *lab, const JwBeam *beam, JwBeamRun *run);

#endif // JW_BEAM_LAB_H
