// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Curves of the cents that bridge and thread add to a string's tone where a player moves them.

#ifndef JW_WRAP_CURVE_H
#define JW_WRAP_CURVE_H

#include "playing/instrument.h"

#include <stdbool.h>

enum { JW_N_WRAP_CURVES = 3 }; ///< By the bridge's lift, the factor on the thread, the thread's way

/// True if moving what the curve is by moves something under the string. [any]
bool jw_wrap_curve_acts(const JwInstrument *instrument, int string, int curve);

/// The curve in a string's data. [any]
JwCurve *jw_wrap_curve_of(JwStringSpec *string, int curve);

/// Cents that are heard where the parameter has that value; NaN: nothing is heard.
typedef double (*JwWrapHearer)(void *user, JwParamId id, double value);

/// Finds the curve of an instrument whose own parameters have it 0: few nodes, which come within a
/// twentieth of a cent of what is heard at all places that were tried. False if something is not
/// heard. [any]
bool jw_wrap_curve_find(JwCurve *found, const JwInstrument *instrument, int curve,
                        JwWrapHearer hear, void *user);

#endif // JW_WRAP_CURVE_H
