// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A bound on what parameters, frets and tables may make of a string's energy.
//
// A tension, a length or a spring that changes while a string moves does work on it, as it does on
// a real one; repeated at the right times it pumps without end (Melde's experiment). So two stores
// are kept of the energy in what moves: what strokes put in, and what a moving bridge did. Both
// fall as the whole falls by losses; what parameters do leaves them as they are. Parameters may
// make of the energy JW_BOUND_TIMES what both stores hold, of the bridge's up to a ceiling: above
// that what moves is made smaller.
//
// Readings come in pairs round each change: jw_bound_before(), the change, jw_bound_after(). All
// energies are in joules, of what moves: above those of the string at rest.

#ifndef JW_ENERGY_BOUND_H
#define JW_ENERGY_BOUND_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// A bend over an octave that follows the pitch gives 2 times, a sudden one 4.
#define JW_BOUND_TIMES 8.0

typedef struct {
    double stroked; ///< What is left of the strokes' work
    double moved;   ///< What is left of a moving bridge's
    double ceiling; ///< Most that is allowed for it
    double floor;   ///< No less than this is ever allowed: inaudible [J]
    double energy;  ///< At the last reading
    double strokes; ///< Work of all strokes at the last reading
    uint64_t times; ///< What moves was made smaller
} JwEnergyBound;

/// Nothing moves; strokes: their work so far. `times` goes on. [any]
JW_REALTIME void jw_bound_rest(JwEnergyBound *bound, double strokes);

/// Before a change: energy, work of all strokes so far, and what a moving bridge did since the last
/// reading. [any]
JW_REALTIME void jw_bound_before(JwEnergyBound *bound, double energy, double strokes, double moved);

/// Most that is allowed now. [any]
JW_REALTIME double jw_bound_limit(const JwEnergyBound *bound);

/// After a change, with the energy that it left; then what moves is at most jw_bound_limit() if the
/// caller saw to it. [any]
JW_REALTIME void jw_bound_after(JwEnergyBound *bound, double energy);

#endif // JW_ENERGY_BOUND_H
