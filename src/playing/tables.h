// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// All the tables of an instrument: one JwModes for each string at each fret.
//
// Built whole on the control thread whenever a parameter moves that they depend
// on, and exchanged whole; the audio thread only picks among them.

#ifndef JW_TABLES_H
#define JW_TABLES_H

#include "base/params.h"
#include "base/status.h"
#include "kernel/body.h"
#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "string/modes.h"

#include <stdbool.h>

#define JW_BAND_HZ 20000.0 ///< Modes go up to here, times the quality

/// and to this part of the step rate: nearer to its half they are a load on a bridge that moves.
#define JW_BAND_SHARE 0.455

/// Highest mode [Hz] of a string of that quality. [any]
static inline double jw_band_hz(double quality, double step_rate_hz) {
    const double most = JW_BAND_SHARE * step_rate_hz;
    return JW_BAND_HZ * quality < most ? JW_BAND_HZ * quality : most;
}

/// What tables are built from besides the instrument.
typedef struct {
    double param[JW_N_PARAMS];
    double rate_hz; ///< Sample rate
    JwPrecision precision;
    const JwTuning *tuning; ///< While they are built; NULL: none
} JwTablesSpec;

typedef struct {
    JwTablesSpec spec;
    int quality; ///< Steps a sample
    int n_strings;
    JwFretboard board;
    bool coupled;                  ///< The body moves the bridge
    JwBody body;                   ///< At rest, for this step rate
    double mass_kg;                ///< Of all strings, open
    double lift_j[JW_MAX_STRINGS]; ///< Energy of each, open, where its bridge can lift it most
    JwModes *modes[JW_MAX_STRINGS][JW_MAX_PLACES]; ///< Strings that are alike share theirs
} JwTables;

/// True if going from one set of parameters to the other needs new tables. [any]
JW_REALTIME bool jw_tables_differ(const double *param, const double *other);

/// True if strings at rest lie elsewhere with the one set of parameters than with the other: a
/// bridge that has moved. What sounds needs no new tables for that. [any]
JW_REALTIME bool jw_tables_rest_differs(const double *param, const double *other);

/// Builds them; NULL if memory is short or a string's data are bad. [main]
JwTables *jw_tables_new(const JwInstrument *instrument, const JwTablesSpec *spec);

/// True if an earlier string has the same tables there: they are held once. [any]
bool jw_tables_shared(const JwTables *tables, int string, int fret);

/// NULL is fine. [main]
void jw_tables_free(JwTables *tables);

/// Contact points of a string of that speaking length and number of modes at that quality, and
/// whether they are nodes of its own grid. JW_ERR_NO_MEMORY at worst. [main]
JwStatus jw_tables_points(const JwInstrument *instrument, const JwStringSpec *string,
                          double length_m, int n_modes, int quality, JwContactPoints *points,
                          bool *on_grid);

/// True if contact is to be at nodes of the string's own grid: all its obstacles ask for that, and
/// its bridge stands still. [any]
bool jw_tables_want_grid(const JwInstrument *instrument, const JwStringSpec *string);

/// Contact points of a string at most, stopped anywhere, at that quality. [any]
int jw_tables_most_points(const JwInstrument *instrument, const JwStringSpec *string, int quality);

/// Precision of a string's modes: what is wanted, or more if it hardly loses anything or hardly
/// moves in a step, as it is and at quality 1: see jw_modes_precision(). A parameter that moves,
/// quality too, does not change it. [any]
JwPrecision jw_tables_precision(const JwStringSpec *string, JwPrecision wanted, double rate_hz);

/// Room that any tables of this instrument at this rate need: padded modes, contact points. [main]
JwStatus jw_tables_capacity(const JwInstrument *instrument, double rate_hz, int string,
                            int *n_modes, int *n_points);

#endif // JW_TABLES_H
