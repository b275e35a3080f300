// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Finds nonsmooth modes (chain.h) with a given period and number of impacts, and
// follows one over its period.

#ifndef JW_CHAIN_SEARCH_H
#define JW_CHAIN_SEARCH_H

#include "chain.h"

/// Symmetries of an orbit's times that Newton's method preserves. Chains are reversible in time and
/// most of their orbits are symmetric; a search for these only halves the number of unknowns.
typedef enum {
    JW_CHAIN_ANY,          ///< No symmetry
    JW_CHAIN_ABOUT_IMPACT, ///< Symmetric in time about the impact at t = 0
    JW_CHAIN_ABOUT_FLIGHT, ///< Symmetric in time about the middle of the last flight
} JwChainSymmetry;

/// Solves for the impact times by Newton's method from those of `orbit`, which must be ascending
/// and have the symmetry; evaluates the orbit. Returns false if it does not converge.
bool jw_chain_orbit_solve(const JwChain *chain, JwChainOrbit *orbit, JwChainSymmetry symmetry);

typedef struct {
    JwChainOrbit *orbits; ///< Orbits by rising energy, with room for `capacity`; owned by the
                          ///< caller
    int n;                ///< Number found so far
    int capacity;
} JwChainOrbits;

/// Tries start number `start` = 0, 1, ... (a different set of times for each, the same for the same
/// arguments) and adds the orbit to which it leads, unless that is not admissible, repeats a
/// shorter one, or is already known. If there is no room, drops the orbit of highest energy.
/// Returns true if the orbit was added.
bool jw_chain_search(const JwChain *chain, int impacts, double period, unsigned start,
                     JwChainOrbits *found);

/// Moves the orbit along its branch to another period, in steps short enough to stay on it. Returns
/// false, with the orbit at the end of the branch, if the branch does not reach that far: at a
/// fold, where the orbit is no longer admissible, or where it becomes several cycles of a shorter
/// one.
bool jw_chain_branch_follow(const JwChain *chain, JwChainOrbit *orbit, double period);

#endif // JW_CHAIN_SEARCH_H
