// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The parts of the study of the engine's step that are heard: each reports keys, tables and panels,
// moves the bar between two fractions, and returns false after jw_lab_fail().

#ifndef JW_LAB_STEP_STUDY_H
#define JW_LAB_STEP_STUDY_H

#include "lab.h"

/// Looks at the options of these parts.
bool jw_study_check(JwLab *lab);

/// A string over a jawari on grid points, all schemes at 48 kHz and above.
bool jw_study_jawari(JwLab *lab, double from, double to);

/// How long the ledger remembers.
bool jw_study_memory(JwLab *lab, double from, double to);

/// Contact points off the grid and denser than it.
bool jw_study_coupled(JwLab *lab, double from, double to);

#endif // JW_LAB_STEP_STUDY_H
