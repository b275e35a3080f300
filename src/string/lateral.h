// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Second polarisation of a string in its state (string/modes.h defines the axes).

#ifndef JW_LATERAL_H
#define JW_LATERAL_H

#include "string/string_state.h"

/// Motion of the lateral modes in both polarisations [m].
typedef struct {
    int n;
    double q[2][JW_MAX_LATERAL], v[2][JW_MAX_LATERAL]; ///< Displacement and increment, towards
                                                       ///< the bridge (y) and across (z)
} JwSideways;

/// Changes the row of a stroke, in which all modes are displaced along the stroke, to its
/// direction. [audio]
JW_REALTIME void jw_lateral_turn_stroke(JwStringState *state);

/// Reads the motion of the modes of those tables in both polarisations. [audio]
JW_REALTIME void jw_lateral_look(const JwStringState *state, const JwModes *modes, JwSideways *to);

/// Restores modes that have two polarisations in the old or in the new tables, with a factor each
/// on displacement and velocity; call it after JwModeKernel.carry. [audio]
JW_REALTIME void jw_lateral_carry(JwStringState *state, const JwModes *modes,
                                  const JwSideways *from, double q_scale, double v_scale);

#endif // JW_LATERAL_H
