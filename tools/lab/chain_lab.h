// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The experiment of A. Thorin, P. Delezoide, M. Legrand, "Nonsmooth modal analysis of
// piecewise-linear impact systems", ICTAM 2016 (hal-01402551).

#ifndef JW_CHAIN_LAB_H
#define JW_CHAIN_LAB_H

#include "lab.h"

extern const JwLabExperiment jw_lab_nonsmooth_modes;

#endif // JW_CHAIN_LAB_H
