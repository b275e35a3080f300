// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parts of the study of the engine's step that concern sound: each reports keys, tables and panels,
// moves the progress bar between two fractions, and returns false after jw_lab_error().

#ifndef JW_LAB_STEP_STUDY_H
#define JW_LAB_STEP_STUDY_H

#include "lab.h"

/// Checks the options of these parts.
bool jw_study_check(JwLab *lab);

/// Runs a string over a jawari on grid points, with all schemes at 48 kHz and above.
bool jw_study_jawari(JwLab *lab, double from, double to);

/// Varies the ledger's memory.
bool jw_study_memory(JwLab *lab, double from, double to);

/// Compares contact points off the grid and denser than the grid.
bool jw_study_coupled(JwLab *lab, double from, double to);

#endif // JW_LAB_STEP_STUDY_H
