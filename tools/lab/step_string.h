// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string of the engine in the laboratory, and its contact step taken apart.

#ifndef JW_LAB_STEP_STRING_H
#define JW_LAB_STEP_STRING_H

#include "lab.h"
#include "string/modes.h"
#include "string/string_state.h"

typedef enum {
    JW_STEP_LEDGER, ///< Engine's own step: fold, projection, and the ledger between them
    JW_STEP_FOLD,   ///< Fold alone (Ivanov): the ledger is never empty
    JW_STEP_SAFE,   ///< Projection alone
} JwStepScheme;

typedef struct {
    JwModes *modes;
    JwStringState state;
} JwStepString;

/// Spec of a string at a step rate, with modes to `band_hz`: 64 bits, its own losses, no cut-off
/// compliance; `points` (kept, may be NULL) are its contact points.
JwModesSpec jw_step_spec(const JwStringData *data, double step_rate_hz, double band_hz,
                         const JwContactPoints *points);

/// Makes a string straight and at rest, free of its obstacle. False after jw_lab_fail().
bool jw_step_string_init(JwStepString *string, JwLab *lab, const JwModesSpec *spec);

/// Gives partial n = 1 .. modes->n the frequency hz[n - 1] and the decay rate sigma[n - 1] [1/s] in
/// place of the law's; without cut-off compliance. Must come before the string is set in motion.
void jw_step_set_partials(JwStepString *string, const double *hz, const double *sigma);

/// Frees a string; accepts {0}.
void jw_step_string_clear(JwStepString *string);

/// Sets the scheme of all further steps; a start or other tables bring the engine's own back.
void jw_step_use(JwStringState *state, JwStepScheme scheme);

/// Releases the string from rest at the modal displacements q (modes->n values), with nothing
/// touching it and no tension that changes: sets the sample before as the step needs it.
bool jw_step_release(JwStepString *string, JwLab *lab, const double *q);

/// Force of the string on all its contact points over the last step [N].
double jw_step_contact_force(const JwStringState *state);

#endif // JW_LAB_STEP_STRING_H
