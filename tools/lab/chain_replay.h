// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A nonsmooth mode computed with the engine's contact step: the time for which it stays on its
// orbit.

#ifndef JW_CHAIN_REPLAY_H
#define JW_CHAIN_REPLAY_H

#include "chain.h"

typedef struct {
    double drift;         ///< Error of a displacement at which the run has left the orbit
    int periods;          ///< Largest number of periods that are run
    int steps_per_period; ///< Time steps in a period
} JwChainReplayPlan;

typedef struct {
    int periods;          ///< Whole periods before the drift was reached
    double drift;         ///< Largest error of a displacement at the end of the last of them
    double energy_change; ///< Relative change of the conserved quantity: energy and ledger
    double energy_lent;   ///< Part of the energy that is in the ledger at the end
    double penetration;   ///< Deepest penetration x_n - 1
} JwChainReplay;

/// Called after each period with its number, from 1, and its drift; may be NULL.
typedef void (*JwChainReplayReport)(void *user, int period, double drift);

/// Runs the orbit from the middle of its first flight. Returns false if memory is short or the plan
/// is out of range.
bool jw_chain_replay(const JwChain *chain, const JwChainOrbit *orbit, const JwChainReplayPlan *plan,
                     JwChainReplayReport report, void *user, JwChainReplay *result);

#endif // JW_CHAIN_REPLAY_H
