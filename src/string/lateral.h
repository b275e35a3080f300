// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a string's second polarisation adds to its state (string/modes.h has the axes).

#ifndef JW_LATERAL_H
#define JW_LATERAL_H

#include "string/string_state.h"

/// Motion of the lateral modes in both polarisations [m].
typedef struct {
    int n;
    double q[2][JW_MAX_LATERAL],
        v[2][JW_MAX_LATERAL]; ///< Displacement and increment, towards the bridge (y) and across (z)
} JwSideways;

/// Turns the row of a stroke, in which all modes are displaced along the stroke, into its
/// direction. [audio]
JW_REALTIME void jw_lateral_turn_stroke(JwStringState *state);

/// Looks up how the modes of those tables swing in both polarisations. [audio]
JW_REALTIME void jw_lateral_look(const JwStringState *state, const JwModes *modes, JwSideways *to);

/// Puts modes that swing in two polarisations, in the tables before or in these, to where they
/// were, times a factor each for displacement and velocity; after JwModeKernel.carry. [audio]
JW_REALTIME void jw_lateral_carry(JwStringState *state, const JwModes *modes,
                                  const JwSideways *from, double q_scale, double v_scale);

#endif // JW_LATERAL_H
