// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Stability of strings on a body: their total energy must be positive.
//
// With dw the bridge's step, string and body hold
//     sum_b M_b [...] + sum_s mu L [dw^2/6 + dw sum m_j dq_j + sum (1/2 dq_j^2 + 1/2 kappa_j q_j
//     q_j^-)]
// in the letters of ensemble.h. Over all q the strings' part is at least
//     -1/2 dw^2 sum_s mu L (sum_j m_j^2/(1 - kappa_j/4) - 1/3),
// and the body's part is at least 1/2 dw^2/sum_b (1/(M_b (1 - kappa_b/4))).

#ifndef JW_STABILITY_H
#define JW_STABILITY_H

#include "base/status.h"
#include "playing/instrument.h"

/// Masses on both sides of that inequality, at the quality where they are nearest to each other.
typedef struct {
    double strings_kg; ///< Most mass that the strings pull on the bridge with
    double body_kg;    ///< Least mass that the bridge keeps
} JwStability;

/// Checks that the body bears its strings at a sample rate at every quality, however far the
/// strings are tuned, retuned and bent: JW_SUCCESS, or JW_ERR_UNSTABLE_BODY. found may be NULL, and
/// is all 0 for an instrument whose bridge stands still. [any]
JwStatus jw_stability_check(const JwInstrument *instrument, double rate_hz, JwStability *found);

#endif // JW_STABILITY_H
