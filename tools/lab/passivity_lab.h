// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Experiments on the engine's own energy.

#ifndef JW_PASSIVITY_LAB_H
#define JW_PASSIVITY_LAB_H

#include "lab.h"

extern const JwLabExperiment jw_lab_passivity;

#endif // JW_PASSIVITY_LAB_H
