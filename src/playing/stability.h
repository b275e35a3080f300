// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Whether strings may be put on a body: the energy of both together must be positive.
//
// With dw the bridge's step, string and body hold
//     sum_b M_b [...] + sum_s mu L [dw^2/6 + dw sum m_j dq_j + sum (1/2 dq_j^2 + 1/2 kappa_j q_j
//     q_j^-)]
// in the letters of ensemble.h. Over all q the strings' part is at least
//     -1/2 dw^2 sum_s mu L (sum_j m_j^2/(1 - kappa_j/4) - 1/3),
// and the body's at least 1/2 dw^2/sum_b (1/(M_b (1 - kappa_b/4))).

#ifndef JW_STABILITY_H
#define JW_STABILITY_H

#include "base/status.h"
#include "playing/instrument.h"

/// Both masses for that inequality, where they are nearest to each other.
typedef struct {
    double strings_kg; ///< Of the strings' part: what they pull on the bridge with, at most
    double body_kg;    ///< Of the body's: what the bridge keeps, at least
} JwStability;

/// JW_SUCCESS if the body bears its strings at that sample rate at every quality, however far they
/// are tuned, retuned and bent; else JW_ERR_UNSTABLE_BODY. found may be NULL; it is all 0 for an
/// instrument whose bridge stands still. [any]
JwStatus jw_stability_check(const JwInstrument *instrument, double rate_hz, JwStability *found);

#endif // JW_STABILITY_H
