// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string of the engine in the laboratory, and its contact step taken apart.

#ifndef JW_LAB_STEP_STRING_H
#define JW_LAB_STEP_STRING_H

#include "lab.h"
#include "string/modes.h"
#include "string/string_state.h"

typedef enum {
    JW_STEP_LEDGER, ///< The engine's own: fold, projection, and the ledger between them
    JW_STEP_FOLD,   ///< Ivanov's fold alone: a ledger that is never empty
    JW_STEP_SAFE,   ///< The projection alone
} JwStepScheme;

typedef struct {
    JwModes *modes;
    JwStringState state;
} JwStepString;

/// Spec of a string at that step rate, modes to `band_hz`: 64 bits, its own losses, no cut-off
/// compliance; `points` (kept, may be NULL) is what it can hit.
JwModesSpec jw_step_spec(const JwStringData *data, double step_rate_hz, double band_hz,
                         const JwContactPoints *points);

/// Straight and at rest, free of what it can hit. False after jw_lab_fail().
bool jw_step_string_init(JwStepString *string, JwLab *lab, const JwModesSpec *spec);

/// Gives partial n = 1 .. modes->n the frequency hz[n - 1] and the decay rate sigma[n - 1] [1/s] in
/// place of the law's; without cut-off compliance. Before the string is set in motion.
void jw_step_set_partials(JwStepString *string, const double *hz, const double *sigma);

/// {0} is fine.
void jw_step_string_clear(JwStepString *string);

/// Takes effect for the steps after it; a start or other tables bring the engine's own back.
void jw_step_use(JwStringState *state, JwStepScheme scheme);

/// From rest at the modal displacements q (modes->n), with nothing touching it and no tension that
/// changes: sets what the step needs of the sample before.
bool jw_step_release(JwStepString *string, JwLab *lab, const double *q);

/// Force of the string on all its contact points over the last step [N].
double jw_step_contact_force(const JwStringState *state);

#endif // JW_LAB_STEP_STRING_H
