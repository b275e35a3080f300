// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Curves of the cents that bridge and thread add to a string's tone when a player moves them.

#ifndef JW_WRAP_CURVE_H
#define JW_WRAP_CURVE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum {
    JW_N_WRAP_CURVES = 3
}; ///< By the bridge's lift, by the factor on the thread, and by the
   ///< thread's shift

/// True if changing the curve's parameter moves something under the string. [any]
bool jw_wrap_curve_acts(const JwInstrument *instrument, int string, int curve);

/// The curve in a string's data. [any]
JwCurve *jw_wrap_curve_of(JwStringSpec *string, int curve);

/// Measures the cents for a value of the parameter; NaN: nothing is heard.
typedef double (*JwWrapHearer)(void *user, JwParamId id, double value);

/// Finds the curve, which is 0 at the instrument's own parameters: few nodes, within a twentieth of
/// a cent of the measurements at all tried points. Returns false if a tone is not found. [any]
bool jw_wrap_curve_find(JwCurve *found, const JwInstrument *instrument, int curve,
                        JwWrapHearer hear, void *user);

#endif // JW_WRAP_CURVE_H
