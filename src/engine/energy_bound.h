// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bound on the energy that parameters, frets and tables may give a string.
//
// A tension, a length or a spring that changes while a string moves does work on it, as it does on
// a real string; repeated at the right times the work pumps without end (Melde's experiment). So
// the energy of what moves is accounted for in two stores: work of strokes, and work of a moving
// bridge. Both stores fall in proportion when losses lower the whole; work of parameters leaves
// them as they are. Parameters may raise the energy to JW_BOUND_TIMES what the stores hold, the
// bridge's share up to a ceiling: above that, the motion is scaled down.
//
// Readings come in pairs round each change: jw_bound_before(), the change, jw_bound_after(). All
// energies are in joules, and are those of motion: energy above that of the string at rest.

#ifndef JW_ENERGY_BOUND_H
#define JW_ENERGY_BOUND_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Factor between the stores and the most that is allowed. A bend over an octave that follows the
/// pitch raises the energy 2 times, a sudden one 4 times.
#define JW_BOUND_TIMES 8.0

typedef struct {
    double stroked; ///< Remainder of the strokes' work
    double moved;   ///< Remainder of a moving bridge's work
    double ceiling; ///< Most that is allowed for a moving bridge's work
    double floor;   ///< Least that is always allowed: inaudible
    double energy;  ///< Energy at the last reading
    uint64_t times; ///< Number of times that the motion was scaled down
} JwEnergyBound;

/// Sets both stores to 0: nothing moves. `times` is kept. [any]
JW_REALTIME void jw_bound_rest(JwEnergyBound *bound);

/// Reads before a change: energy, and work of strokes and of a moving bridge since the last
/// reading. [any]
JW_REALTIME void jw_bound_before(JwEnergyBound *bound, double energy, double strokes, double moved);

/// Most energy that is allowed now. [any]
JW_REALTIME double jw_bound_limit(const JwEnergyBound *bound);

/// Reads after a change: energy that the change left, at most jw_bound_limit() if the caller has
/// scaled the motion down. [any]
JW_REALTIME void jw_bound_after(JwEnergyBound *bound, double energy);

#endif // JW_ENERGY_BOUND_H
