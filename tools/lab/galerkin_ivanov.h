// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The experiments of S. Samukham, S. N. Khaderi, C. P. Vyasarayani,
// "Galerkin-Ivanov transformation for nonsmooth modeling of vibro-impacts in
// continuous structures" (Journal of Vibration and Control); its equation
// numbers are written (GI n) in these files.

#ifndef JW_LAB_GALERKIN_IVANOV_H
#define JW_LAB_GALERKIN_IVANOV_H

#include "lab.h"

extern const JwLabExperiment jw_lab_point_mass;
extern const JwLabExperiment jw_lab_sdof;
extern const JwLabExperiment jw_lab_frequencies;
extern const JwLabExperiment jw_lab_string;

#endif // JW_LAB_GALERKIN_IVANOV_H
