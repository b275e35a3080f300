// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Functions shared by the files of a string's state, and used nowhere else.

#ifndef JW_STRING_PARTS_H
#define JW_STRING_PARTS_H

#include "string/string_state.h"

/// Marks the string as changed outside a step: no lane holds its present state. [audio]
JW_REALTIME void jw_string_touch(JwStringState *state);

/// Growth of the tension by displacement: JwModes.stretch with the axial stiffness in force.
/// [audio]
JW_REALTIME double jw_string_stretch(const JwStringState *state);

/// True if a palm damps the string. [audio]
JW_REALTIME bool jw_string_palmed(const JwStringState *state);

/// Number of interleaved rows that are in use; the palm's row is the last. [audio]
JW_REALTIME int jw_string_rows_in_use(const JwStringState *state);

/// Computes, from the modes, the displacement of everything that touches the string, now and one
/// step ago. [audio]
JW_REALTIME void jw_string_look(JwStringState *state);

/// Fills the row of the plucked place for the present modes, and computes the place's velocity.
/// [audio]
JW_REALTIME void jw_string_lay_finger(JwStringState *state);

/// Computes the compliance of all points and springs, then eliminates the springs. [audio]
JW_REALTIME void jw_string_eliminate(JwStringState *state);

/// Dot product of the bridge's row and x, which has a value for each mode; 0 for a fixed bridge.
/// [audio]
JW_REALTIME double jw_string_on_bridge(const JwStringState *state, const void *x);

/// True if the string steps at half the body's rate, with modes relative to the ground. [audio]
JW_REALTIME bool jw_string_grounded(const JwStringState *state);

/// Levers of the points of a string at half rate: their displacements per metre of the bridge's;
/// NULL for other strings. [audio]
JW_REALTIME const double *jw_string_levers(const JwStringState *state);

/// Computes the pull of a string at half rate on the bridge, for the present positions of both.
/// [audio]
JW_REALTIME void jw_string_find_pull(JwStringState *state);

/// Sets the bridge's entries in the matrix of compliances of all points and springs: the effect of
/// impulses on the pull of a string at half rate on its bridge. [audio]
JW_REALTIME void jw_string_tie_to_bridge(JwStringState *state, double *system, int total);

/// Adds to the modes of a string at half rate their part of a motion of the bridge by `way` metres
/// and of a change of its speed by `step` metres per step. [audio]
JW_REALTIME void jw_string_go_along(JwStringState *state, double way, double step);

/// Multiplies all rows except the bridge's by x; the bridge's place in out is undefined. [audio]
JW_REALTIME void jw_string_by_point(const JwStringState *state, const void *x, double *out);

/// Displacement of mode j at rest, in the units of q. [audio]
JW_REALTIME double jw_string_rest_of(const JwStringState *state, int j);

/// Adds the rest shape of the present tables to the displacements, multiplied by `times`. [audio]
JW_REALTIME void jw_string_add_rest(JwStringState *state, double times);

/// Stretch of the rest shape, which the tension already contains, since a string is tuned in its
/// rest shape. [any]
JW_REALTIME double jw_string_rest_stretch(const JwModes *modes);

/// Scales displacements from rest and velocities. [audio]
JW_REALTIME void jw_string_scale_motion(JwStringState *state, double factor);

#endif // JW_STRING_PARTS_H
