// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random search for a string that gains energy without work.
//
// A case is determined by a seed and an index, so that any of them can be repeated separately.
// Every parameter of a string is drawn from a range far wider than the musical one, in every second
// case only from the ends of those ranges. While the string runs, players pluck, damp, bend, move
// the bridge, and change the tables and the thread. Energy and the work of the players are computed
// here from the modes, independently of the engine's own books.

#ifndef JW_PASSIVITY_H
#define JW_PASSIVITY_H

#include "string/modes.h"
#include "string/string_state.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_PASSIVITY_TABLES = 3, ///< Tables of one case: the first, and those that may replace it
    JW_PASSIVITY_POINTS = 24,
    JW_PASSIVITY_MODES = 320,
};

/// State of the string at the first step.
typedef enum { JW_START_REST, JW_START_STRAIGHT, JW_START_RANDOM } JwPassivityStart;

/// One string and the events that happen to it.
typedef struct {
    uint64_t seed, index;
    JwPrecision asked;   ///< Requested precision. With 32 bits, spec[] has them where the engine
                         ///< would choose them, see jw_modes_precision()
    bool corner;         ///< Every number is at an end of its range
    bool played;         ///< Players pluck the string
    bool energy_is_open; ///< Players act on the string all the time
    JwPassivityStart start;
    JwModesSpec spec[JW_PASSIVITY_TABLES];
    JwContactPoints points[JW_PASSIVITY_TABLES];
    JwBridge bridge;
    double amplitude_m; ///< Amplitude of start and plucks
    double roughness;   ///< Random start: q_j falls as j^-roughness
    double thread_k, thread_rc;
    double pluck_m, pluck_width_m;
    JwStroke stroke;
    double count;    ///< Value for JwContact.count
    int sweeps;      ///< Value for JwContact.sweeps
    int audit_every; ///< Steps between two audits; 0: never
    uint64_t events; ///< Seed of the events
} JwPassivityCase;

/// Maxima of a run. Energies are relative to the largest energy put in so far.
typedef struct {
    uint64_t nonfinite; ///< Number of steps after which the energy was not finite
    double excess;      ///< Largest energy relative to the energy put in
    double growth;      ///< Largest gain within one step of the energy plus the ledger's debt
    /// Largest difference between the engine's books and the energies computed here
    double booking;
    double penetration_m; ///< Deepest point below its obstacle
    uint64_t impacts;
    uint64_t acts;   ///< Actions of players
    uint64_t let_go; ///< Actions not made because the string moved too far, or would have
    /// Times that the string moved so far that players stopped acting on it
    uint64_t torn;
} JwPassivityResult;

/// Draws the case with that index; 32 bits have narrower ranges. Without players the string starts
/// moving and is left alone. [any]
void jw_passivity_draw(uint64_t seed, uint64_t index, JwPrecision precision, bool played,
                       JwPassivityCase *result);

/// Runs a case for that many steps; false if memory is short. [any]
bool jw_passivity_run(const JwPassivityCase *drawn, long n_steps, JwPassivityResult *result);

/// Summary of a search so far; initially zero.
typedef struct {
    JwPassivityResult worst; ///< Maxima over all cases; sums of the counts
    double sunk;             ///< Deepest point below its obstacle relative to the case's amplitude
    uint64_t excess_index, growth_index, booking_index, penetration_index;
    /// Numbers of cases: all, with constant action of players, with 32-bit modes
    uint64_t n, n_open, n_single;
    uint64_t n_above; ///< Number of cases whose excess is above `bound`
    double bound;     ///< Bound on the excess, set by the caller
} JwPassivitySummary;

/// Adds a case's result. [any]
void jw_passivity_note(JwPassivitySummary *summary, const JwPassivityCase *drawn,
                       const JwPassivityResult *result);

/// Receives one number of a case; unit "1" if it has none.
typedef void (*JwPassivityTell)(void *context, const char *name, double value, const char *unit);

/// Passes the most important numbers of a case to tell(); seed and index repeat it. [any]
void jw_passivity_describe(const JwPassivityCase *drawn, JwPassivityTell tell, void *context);

#endif // JW_PASSIVITY_H
