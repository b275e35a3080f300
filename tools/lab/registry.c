// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "beam_lab.h"
#include "chain_lab.h"
#include "delay_lab.h"
#include "galerkin_ivanov.h"
#include "passivity_lab.h"
#include "run.h"
#include "step_lab.h"

const JwLabExperiment *const jw_lab_experiments[] = {
    &jw_lab_point_mass,    &jw_lab_sdof,
    &jw_lab_frequencies,   &jw_lab_string,
    &jw_lab_beam_sticking, &jw_lab_delay_kernel,
    &jw_lab_delay_impact,  &jw_lab_nonsmooth_modes,
    &jw_lab_passivity,     &jw_lab_step_study,
    &jw_lab_string_force,  &jw_lab_tanpura,
    &jw_lab_bass_frets,    NULL,
};
