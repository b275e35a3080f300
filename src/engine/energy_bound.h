// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bound on the energy that parameters, frets and tables may give a string.
//
// Changing the tension, the length or a spring of a moving string does work on it, as on a real
// string; repeated at the right times, it pumps energy in without end (Melde's experiment). So the
// energy of the motion is attributed to two stores: work of strokes, and work of a moving bridge.
// Both fall in proportion when losses lower the energy; work of parameters leaves them unchanged.
// Parameters may raise the energy to JW_BOUND_TIMES the content of the stores, where the bridge's
// share has a ceiling. Beyond that, the motion is scaled down.
//
// Readings come in pairs around each change: jw_bound_before(), the change, jw_bound_after(). All
// energies are in joules and count motion only: the excess over a string at rest.

#ifndef JW_ENERGY_BOUND_H
#define JW_ENERGY_BOUND_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Ratio of the largest allowed energy to the stores. A bend over an octave that follows the pitch
/// doubles the energy; a sudden one makes it 4 times as large.
#define JW_BOUND_TIMES 8.0

typedef struct {
    double stroked; ///< Remainder of the work of strokes
    double moved;   ///< Remainder of the work of a moving bridge
    double ceiling; ///< Largest energy allowed for a moving bridge's work
    double floor;   ///< Energy that is always allowed: inaudible
    double energy;  ///< Energy at the last reading
    uint64_t times; ///< Number of times that motion was scaled down
} JwEnergyBound;

/// Sets both stores to 0, for an engine at rest. Keeps `times`. [any]
JW_REALTIME void jw_bound_rest(JwEnergyBound *bound);

/// Reading before a change: the energy, and the work of strokes and of a moving bridge since the
/// last reading. [any]
JW_REALTIME void jw_bound_before(JwEnergyBound *bound, double energy, double strokes, double moved);

/// Largest energy allowed now. [any]
JW_REALTIME double jw_bound_limit(const JwEnergyBound *bound);

/// Reading after a change: the energy it left, which is at most jw_bound_limit() if the caller has
/// scaled the motion down. [any]
JW_REALTIME void jw_bound_after(JwEnergyBound *bound, double energy);

#endif // JW_ENERGY_BOUND_H
