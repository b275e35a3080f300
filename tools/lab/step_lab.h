// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Experiments on the engine's own step.

#ifndef JW_LAB_STEP_LAB_H
#define JW_LAB_STEP_LAB_H

#include "lab.h"

/// string_force.c: R. Szalai, "Impact mechanics of elastic structures with point contact".
extern const JwLabExperiment jw_lab_string_force;

/// step_study.c: the engine's step compared with RK4 and with its own parts.
extern const JwLabExperiment jw_lab_step_study;

/// bass.c: Issanchou et al. 2018, the electric bass.
extern const JwLabExperiment jw_lab_bass_frets;

/// tanpura.c: M. van Walstijn, J. Bridges, S. Mehes, "A real-time synthesis oriented tanpura
/// model", DAFx-16.
extern const JwLabExperiment jw_lab_tanpura;

#endif // JW_LAB_STEP_LAB_H
