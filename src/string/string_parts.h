// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What string_state.c and string_steps.c share and nobody else calls.

#ifndef JW_STRING_PARTS_H
#define JW_STRING_PARTS_H

#include "string/string_state.h"

/// Marks the string as changed outside a step: no lane holds it as it is any more. [audio]
JW_REALTIME void jw_string_touch(JwStringState *state);

/// Tension's change by displacement, as JwModes.stretch with the axial stiffness in force. [audio]
JW_REALTIME double jw_string_stretch(const JwStringState *state);

/// Whether a palm damps the string. [audio]
JW_REALTIME bool jw_string_palmed(const JwStringState *state);

/// Rows side by side that are in use: the palm's is the last. [audio]
JW_REALTIME int jw_string_rows_in_use(const JwStringState *state);

/// Compliance of all points and springs, then the springs taken out. [audio]
JW_REALTIME void jw_string_eliminate(JwStringState *state);

/// A series over the modes on the bridge's row; 0 where it stands still. [audio]
JW_REALTIME double jw_string_on_bridge(const JwStringState *state, const void *x);

/// Mode j of the string at rest, as q has it. [audio]
JW_REALTIME double jw_string_rest_of(const JwStringState *state, int j);

#endif // JW_STRING_PARTS_H
