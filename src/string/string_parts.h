// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Functions that files of a string's state share and nobody else calls.

#ifndef JW_STRING_PARTS_H
#define JW_STRING_PARTS_H

#include "string/string_state.h"

/// Marks the string as changed outside a step: no lane holds its present state any more. [audio]
JW_REALTIME void jw_string_touch(JwStringState *state);

/// Factor of the tension's change by displacement: JwModes.stretch with the axial stiffness in
/// force. [audio]
JW_REALTIME double jw_string_stretch(const JwStringState *state);

/// Tells whether a palm damps the string. [audio]
JW_REALTIME bool jw_string_palmed(const JwStringState *state);

/// Number of interleaved rows that are in use; the palm's row is the last. [audio]
JW_REALTIME int jw_string_rows_in_use(const JwStringState *state);

/// Computes from the modes the displacements, now and one step ago, of all that touches the string.
/// [audio]
JW_REALTIME void jw_string_look(JwStringState *state);

/// Fills the row of the plucked place for the modes as they are now, and computes the place's
/// velocity. [audio]
JW_REALTIME void jw_string_lay_finger(JwStringState *state);

/// Computes the compliance of all points and springs, then takes the springs out. [audio]
JW_REALTIME void jw_string_eliminate(JwStringState *state);

/// Sum of a series x over the modes by the bridge's row; 0 where the bridge stands still. [audio]
JW_REALTIME double jw_string_on_bridge(const JwStringState *state, const void *x);

/// True if the string steps at half the body's rate, its modes seen from the ground. [audio]
JW_REALTIME bool jw_string_grounded(const JwStringState *state);

/// Levers of the points of a string at half rate: their ways over that of the bridge; NULL of
/// others. [audio]
JW_REALTIME const double *jw_string_levers(const JwStringState *state);

/// Finds how a string at half rate pulls on the bridge where both are. [audio]
JW_REALTIME void jw_string_find_pull(JwStringState *state);

/// Sets, in the bridge's place of the compliance of all points and springs, what impulses do to the
/// pull of a string at half rate on the bridge. [audio]
JW_REALTIME void jw_string_tie_to_bridge(JwStringState *state, double *system, int total);

/// Adds to the modes of a string at half rate what they have of a bridge that goes `way` metres on,
/// and `step` metres a step faster. [audio]
JW_REALTIME void jw_string_go_along(JwStringState *state, double way, double step);

/// Multiplies all rows but the bridge's by x; the bridge's place receives nothing of use. [audio]
JW_REALTIME void jw_string_by_point(const JwStringState *state, const void *x, double *out);

/// Displacement of mode j at rest, in the units of q. [audio]
JW_REALTIME double jw_string_rest_of(const JwStringState *state, int j);

/// Adds the rest shape of the tables in force to the displacements, so many times. [audio]
JW_REALTIME void jw_string_add_rest(JwStringState *state, double times);

/// Stretch of the rest shape, which the tension contains already, since a string is tuned where it
/// lies. [any]
JW_REALTIME double jw_string_rest_stretch(const JwModes *modes);

/// Scales displacements from rest and velocities. [audio]
JW_REALTIME void jw_string_scale_motion(JwStringState *state, double factor);

#endif // JW_STRING_PARTS_H
