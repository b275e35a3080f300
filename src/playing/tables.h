// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tables of an instrument: one JwModes for each string at each fret.
//
// They are built as a whole on the control thread when a parameter changes on which they depend,
// and exchanged as a whole; the audio thread only selects among them.

#ifndef JW_TABLES_H
#define JW_TABLES_H

#include "base/params.h"
#include "base/status.h"
#include "kernel/body.h"
#include "playing/bridge_profile.h"
#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "string/string_state.h"

#include <stdbool.h>

#define JW_BAND_HZ 20000.0 ///< Highest mode, times the quality

/// Highest mode relative to the step rate: modes nearer to half the step rate load a moving bridge.
#define JW_BAND_SHARE 0.455

/// Highest mode [Hz] of a string of that quality. [any]
static inline double jw_band_hz(double quality, double step_rate_hz) {
    const double most = JW_BAND_SHARE * step_rate_hz;
    return JW_BAND_HZ * quality < most ? JW_BAND_HZ * quality : most;
}

/// Steps of the body per step of the string at that quality: 2 (half rate) for a string without a
/// thread whose own quality permits it. [any]
int jw_tables_stride(const JwInstrument *instrument, const JwStringSpec *string, int quality);

/// Input of tables besides the instrument.
typedef struct {
    double param[JW_N_PARAMS];
    double rate_hz; ///< Sample rate
    JwPrecision precision;
    const JwTuning *tuning;   ///< Read while tables are built; NULL: none
    const JwProfile *profile; ///< The same
    unsigned drawn; ///< Number of the profile: a different number means different bridge heights
} JwTablesSpec;

typedef struct {
    JwTablesSpec spec;
    int quality; ///< Steps per sample
    int n_strings;
    JwFretboard board;
    bool coupled;                  ///< The body moves the bridge
    JwBody body;                   ///< Body at rest, for this step rate
    double mass_kg;                ///< Mass of all open strings
    double lift_j[JW_MAX_STRINGS]; ///< Energy of each open string where its bridge can lift it
                                   ///< most
    JwModes *modes[JW_MAX_STRINGS][JW_MAX_PLACES]; ///< Modes of each string at each place;
                                                   ///< identical strings share them
} JwTables;

/// True if the difference between two sets of parameters requires new tables. [any]
JW_REALTIME bool jw_tables_differ(const double *param, const double *other);

/// True if two sets of parameters give different rest shapes because the bridge has moved. [any]
JW_REALTIME bool jw_tables_rest_differs(const double *param, const double *other);

/// True if two strings have the same tables at the same pitch. [any]
bool jw_tables_are_twins(const JwStringSpec *a, const JwStringSpec *b);

/// Builds all tables; returns NULL if memory is short or a string's data are invalid. [main]
JwTables *jw_tables_new(const JwInstrument *instrument, const JwTablesSpec *spec);

/// True if an earlier string has the same tables at that fret: shared tables are stored once. [any]
bool jw_tables_shared(const JwTables *tables, int string, int fret);

/// Steps of a string per sample. [any]
static inline JW_REALTIME int jw_tables_steps(const JwTables *tables, int string) {
    return tables->quality / tables->modes[string][0]->stride;
}

/// Frees the tables; accepts NULL. [main]
void jw_tables_free(JwTables *tables);

/// Samples the obstacles of a string. n_modes: number of modes whose grid obstacles may use; 0: no
/// grid. If there are too many points at a high quality or on the grid, uses the declared points,
/// which always fit. (Overlapping obstacles need not share their points.) Returns JW_ERR_NO_MEMORY
/// if memory is short. [main]
JwStatus jw_tables_sample(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points);

/// Finds the contact points of a string of that speaking length and number of modes at that
/// quality, and whether they are nodes of the string's own grid. Returns JW_ERR_NO_MEMORY if memory
/// is short. [main]
JwStatus jw_tables_points(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points,
                          bool *on_grid);

/// True if the string can only hit bridges that are not short. [any]
bool jw_tables_on_wide_bridge(const JwInstrument *instrument, const JwStringSpec *string);

/// True if contact must be at nodes of the string's own grid: all its obstacles request that, and
/// its bridge is fixed. [any]
bool jw_tables_want_grid(const JwInstrument *instrument, const JwStringSpec *string);

/// Largest number of contact points of a string, stopped anywhere, at that quality. [any]
int jw_tables_most_points(const JwInstrument *instrument, const JwStringSpec *string, int quality);

/// Precision of a string's modes: the requested one, or a higher one for a string with very small
/// losses or a very small motion per step, as it is or at quality 1: see jw_modes_precision().
/// Changes of parameters, including quality, do not change it. [any]
JwPrecision jw_tables_precision(const JwStringSpec *string, JwPrecision wanted, double rate_hz);

/// True if contact is at a string's nodes for any tuning and profile, at that rate or a higher one:
/// each obstacle has several nodes under it at the highest pitch and quality 1. [any]
bool jw_tables_keep_grid(const JwInstrument *instrument, const JwStringSpec *string,
                         double rate_hz);

/// Memory that any tables of this instrument need at this rate. [main]
JwStatus jw_tables_capacity(const JwInstrument *instrument, double rate_hz, int string,
                            JwStringRoom *room);

#endif // JW_TABLES_H
