// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string of the engine in the laboratory, with access to the parts of its contact step.

#ifndef JW_LAB_STEP_STRING_H
#define JW_LAB_STEP_STRING_H

#include "lab.h"
#include "string/modes.h"
#include "string/string_state.h"

typedef enum {
    JW_STEP_LEDGER, ///< The engine's step: fold and projection, chosen by the ledger
    JW_STEP_FOLD,   ///< Only the fold (Ivanov): the ledger is never empty
    JW_STEP_SAFE,   ///< Only the projection
} JwStepScheme;

typedef struct {
    JwModes *modes;
    JwStringState state;
} JwStepString;

/// Specification of a string at a step rate, with modes to `band_hz`: 64 bits, its own losses, no
/// cut-off compliance; `points` (kept, may be NULL) are its contact points.
JwModesSpec jw_step_spec(const JwStringData *data, double step_rate_hz, double band_hz,
                         const JwContactPoints *points);

/// Makes a string straight, at rest and free of its obstacle. Returns false after jw_lab_error().
bool jw_step_string_init(JwStepString *string, JwLab *lab, const JwModesSpec *spec);

/// Sets the frequency of partial n = 1 .. modes->n to hz[n - 1] and its decay rate to sigma[n - 1]
/// [1/s], in place of the law's; without cut-off compliance. Call it before the string moves.
void jw_step_set_partials(JwStepString *string, const double *hz, const double *sigma);

/// Frees a string; accepts {0}.
void jw_step_string_clear(JwStepString *string);

/// Sets the scheme of all further steps; a start or other tables restore the engine's own.
void jw_step_use(JwStringState *state, JwStepScheme scheme);

/// Releases the string from rest at the modal displacements q (modes->n values), without contact or
/// change of tension: sets the previous sample as the step needs it.
bool jw_step_release(JwStepString *string, JwLab *lab, const double *q);

/// Force of the string on all its contact points over the last step [N].
double jw_step_contact_force(const JwStringState *state);

#endif // JW_LAB_STEP_STRING_H
