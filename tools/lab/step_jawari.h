// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A plucked string over a jawari, run by different schemes at different rates, to be heard and
// compared: the force on its bridge at 48 kHz, its energy.

#ifndef JW_LAB_STEP_JAWARI_H
#define JW_LAB_STEP_JAWARI_H

#include "step_string.h"

enum { JW_JAWARI_RATE_HZ = 48000 };

/// Where the string starts from, and over what.
typedef struct {
    JwStringData data;
    double highest_hz; ///< Modes up to here
    JwContactPoints points;
    double pluck_x_m, pluck_m; ///< Corner of the plucked string
    bool drawn; ///< Pulled there in 20 ms from rest, and not for RK4; else released there at once
    double seconds;
} JwJawari;

/// A string of 110 Hz with 180 modes over a shallow parabola, whose contact points are grid points:
/// what every scheme can run.
void jw_jawari_on_grid(JwJawari *jawari, double restitution);

/// A C#3 string drawn aside and let go over a bridge of 1 m radius and 24 mm with `n` contact
/// points, or with the points of its grid where n is 0; modes to highest_hz at that step rate.
void jw_jawari_real(JwJawari *jawari, double highest_hz, int n, double restitution);

/// How to run it.
typedef struct {
    double rate_hz; ///< Steps a second, a multiple of 48000
    JwStepScheme scheme;
    bool rk4;      ///< Ivanov's coordinates and RK4 instead; points on the grid only
    double chi;    ///< As JwModesSpec
    double nudge;  ///< Share by which the pluck is changed, to see how far chaos takes that
    double forget; ///< Ledger's memory, as JwContact; 0: the engine's own
    double floor;  ///< What it may owe, as a share of the energy; 0: the engine's own
    double bar_from, bar_to;
} JwJawariPlan;

/// What came of it; owned arrays.
typedef struct {
    int n;             ///< Samples at 48 kHz
    double *sound;     ///< Force on the bridge [N]
    double *energy;    ///< Over its start
    double ledger_due; ///< What the ledger held when it was last looked at, <= 0, over the same
    double lost_s;     ///< When it was no longer finite or had grown tenfold; `seconds` if never
    double cpu_s;      ///< Processor time
    double deepest;    ///< Below the obstacle [m]
    double energy_max;
} JwJawariTake;

/// False after jw_lab_fail(); an unstable run is no failure.
bool jw_jawari_run(JwLab *lab, const JwJawari *jawari, const JwJawariPlan *plan,
                   JwJawariTake *take);

/// {0} is fine.
void jw_jawari_take_clear(JwJawariTake *take);

#endif // JW_LAB_STEP_JAWARI_H
