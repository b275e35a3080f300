// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A plucked string over a jawari, computed by different schemes at different rates for comparison:
// the force on its bridge at 48 kHz, and its energy.

#ifndef JW_LAB_STEP_JAWARI_H
#define JW_LAB_STEP_JAWARI_H

#include "step_string.h"

enum { JW_JAWARI_RATE_HZ = 48000 };

/// Start of the string, and the bridge under it.
typedef struct {
    JwStringData data;
    double highest_hz; ///< Frequency up to which there are modes
    JwContactPoints points;
    double pluck_x_m, pluck_m; ///< Corner of the plucked string
    bool drawn; ///< Pulled there in 20 ms from rest, which RK4 cannot do; false: released there at
                ///< once
    double seconds;
} JwJawari;

/// Makes a string of 110 Hz with 180 modes over a shallow parabola, whose contact points are grid
/// points, so that every scheme can run it.
void jw_jawari_on_grid(JwJawari *jawari, double restitution);

/// Makes a C#3 string, drawn aside and released, over a bridge of 1 m radius and 24 mm with `n`
/// contact points, or with the points of its grid if n is 0; modes to highest_hz at that step rate.
void jw_jawari_real(JwJawari *jawari, double highest_hz, int n, double restitution);

/// Plan of a run.
typedef struct {
    double rate_hz; ///< Steps per second, a multiple of 48000
    JwStepScheme scheme;
    bool rk4;   ///< Ivanov's coordinates and RK4 in place of the engine's step; only for points on
                ///< the grid
    double chi; ///< Value for chi of JwModesSpec
    double nudge;  ///< Relative change of the pluck, to measure the effect of chaos
    double forget; ///< Ledger's memory, as in JwContact; 0: the engine's own
    double floor;  ///< Most that the ledger may owe, as a part of the energy; 0: the engine's own
    double bar_from, bar_to;
} JwJawariPlan;

/// Results of a run; owned arrays.
typedef struct {
    int n;             ///< Number of samples at 48 kHz
    double *sound;     ///< Force on the bridge [N]
    double *energy;    ///< Energy relative to its start
    double ledger_due; ///< Ledger at its last audit, <= 0, relative to the energy at the start
    double lost_s;  ///< Time when the energy was no longer finite or had grown tenfold; `seconds`
                    ///< if never
    double cpu_s;   ///< Processor time
    double deepest; ///< Deepest point below the obstacle [m]
    double energy_max;
} JwJawariTake;

/// Runs a plan. Returns false after jw_lab_error(); an unstable run is no failure.
bool jw_jawari_run(JwLab *lab, const JwJawari *jawari, const JwJawariPlan *plan,
                   JwJawariTake *take);

/// Frees a take; accepts {0}.
void jw_jawari_take_clear(JwJawariTake *take);

#endif // JW_LAB_STEP_JAWARI_H
