// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random search for a string that gains energy from nowhere.
//
// A case is drawn from a seed and an index, so that any of them can be run again
// alone. Every parameter of a string is drawn from a range far wider than music's,
// every second case from the ends of those ranges only. While it runs, players
// pluck, damp, bend, move the bridge, change the tables and the thread. Energy and
// the work of the players are computed here from the modes, beside the books that
// the engine keeps.

#ifndef JW_PASSIVITY_H
#define JW_PASSIVITY_H

#include "string/modes.h"
#include "string/string_state.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_PASSIVITY_TABLES = 3, ///< Of one case: the first, and what it may change to
    JW_PASSIVITY_POINTS = 24,
    JW_PASSIVITY_MODES = 320,
};

/// Where the string is at the first step.
typedef enum { JW_START_REST, JW_START_STRAIGHT, JW_START_RANDOM } JwPassivityStart;

/// One string and what happens to it.
typedef struct {
    uint64_t seed, index;
    JwPrecision
        asked;   ///< 32 bits: spec[] has them where the engine would, see jw_modes_precision()
    bool corner; ///< Every number at an end of its range
    bool played; ///< Plucked, or
    bool energy_is_open; ///< in the hands of players all the time
    JwPassivityStart start;
    JwModesSpec spec[JW_PASSIVITY_TABLES];
    JwContactPoints points[JW_PASSIVITY_TABLES];
    JwBridge bridge;
    double amplitude_m; ///< Of start and plucks
    double roughness;   ///< Random start: q_j falls as j^-roughness
    double thread_k, thread_rc;
    double pluck_m, pluck_width_m;
    JwStroke stroke;
    double count;    ///< JwContact.count
    int sweeps;      ///< JwContact.sweeps
    int audit_every; ///< Steps; 0: never
    uint64_t events; ///< Seed of what happens
} JwPassivityCase;

/// Sizes relative to the most energy put in so far, in every figure.
typedef struct {
    uint64_t nonfinite;   ///< Steps after which the energy was not finite
    double excess;        ///< Largest energy over what was put in
    double growth;        ///< Largest gain of energy plus what the ledger owes within one step
    double booking;       ///< Largest difference between the engine's books and ours
    double penetration_m; ///< Deepest point below its obstacle
    uint64_t impacts;
    uint64_t acts;   ///< Of players
    uint64_t let_go; ///< Left undone, for the string swung out too far or would have
    uint64_t torn;   ///< Thrown out so far that players let go of it for good
} JwPassivityResult;

/// Draws the case of that index, in 32 bits from narrower ranges. Without players it starts moving,
/// anyhow, and is left alone. [any]
void jw_passivity_draw(uint64_t seed, uint64_t index, JwPrecision precision, bool played,
                       JwPassivityCase *result);

/// Runs a case for that many steps; false if memory is short. [any]
bool jw_passivity_run(const JwPassivityCase *drawn, long n_steps, JwPassivityResult *result);

/// What a search found so far; zero at first.
typedef struct {
    JwPassivityResult worst; ///< Largest of each; sums of the counts
    double sunk;             ///< Deepest point below its obstacle over the case's amplitude
    uint64_t excess_index, growth_index, booking_index, penetration_index;
    uint64_t n, n_open, n_single; ///< The last with 32-bit modes
    uint64_t n_above;             ///< Cases whose excess is above `bound`
    double bound;                 ///< The caller's
} JwPassivitySummary;

/// Adds a case's result. [any]
void jw_passivity_note(JwPassivitySummary *summary, const JwPassivityCase *drawn,
                       const JwPassivityResult *result);

/// Receives one number of a case; unit "1" where it has none.
typedef void (*JwPassivityTell)(void *context, const char *name, double value, const char *unit);

/// Tells the numbers of a case that say most about it; seed and index replay it. [any]
void jw_passivity_describe(const JwPassivityCase *drawn, JwPassivityTell tell, void *context);

#endif // JW_PASSIVITY_H
