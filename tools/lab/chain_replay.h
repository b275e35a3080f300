// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A nonsmooth mode run with the engine's contact step: how long it stays on its orbit.

#ifndef JW_CHAIN_REPLAY_H
#define JW_CHAIN_REPLAY_H

#include "chain.h"

typedef struct {
    double drift;         ///< A displacement off by this much has left the orbit
    int periods;          ///< Run at most this many
    int steps_per_period; ///< The time step is the period over this
} JwChainReplayPlan;

typedef struct {
    int periods;          ///< Whole periods before the drift was reached
    double drift;         ///< Largest difference of a displacement at the end of the last of them
    double energy_change; ///< Relative, over the run, of what the step keeps: energy and ledger
    double energy_lent;   ///< Part of it that is in the ledger at the end
    double penetration;   ///< Deepest x_n - 1
} JwChainReplay;

/// Called after each period with its number from 1 and its drift; may be NULL.
typedef void (*JwChainReplayReport)(void *user, int period, double drift);

/// Runs the orbit from the middle of its first flight. False without memory or for a
/// plan out of range.
bool jw_chain_replay(const JwChain *chain, const JwChainOrbit *orbit, const JwChainReplayPlan *plan,
                     JwChainReplayReport report, void *user, JwChainReplay *result);

#endif // JW_CHAIN_REPLAY_H
