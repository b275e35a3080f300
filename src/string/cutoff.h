// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cut-off modes: what the modes above the band limit do at the contact points.
//
// A string of modes up to 20 kHz is too stiff and too light where it lies on a
// bridge 25 mm long. The modes left out answer there in two ways: a few local
// modes of their own (residual attachment modes, MacNeal 1971, Rubin 1975: the
// shapes in which the cut-off modes together store most), and for the rest a static
// softness. Both come from three matrices over the points,
//     K0 = sum phi phi^T/theta^2,  G = sum phi phi^T/theta^4,  D = sum s phi phi^T/theta^4
// summed over the modes cut off, theta = omega dt, s = sigma dt.

#ifndef JW_CUTOFF_H
#define JW_CUTOFF_H

#include "base/status.h"
#include "string/string_data.h"

#include <stdbool.h>

enum {
    JW_LOCAL_MODES = 5,    ///< Most local modes
    JW_CUTOFF_REACH = 4,   ///< Factor on the band's number of modes up to which modes are summed
    JW_CUTOFF_LAST = 288,  ///< Mode up to which those of a string that grazes are summed at least
    JW_CUTOFF_SWEEPS = 24, ///< Most passes over all pairs of points in the search for local modes
};

/// Local modes of n points; arrays owned.
typedef struct {
    int n;                           ///< Points
    int n_local;                     ///< Local modes
    double theta[JW_LOCAL_MODES];    ///< Angular frequency of a step, as implicit midpoint has it
    double decay[JW_LOCAL_MODES];    ///< sigma dt
    double theta2_t[JW_LOCAL_MODES]; ///< What theta^2 grows by as the tension grows by its own size
    double *shape;                   ///< n_local x n: row of each local mode over the points
    double *softness;                ///< K0 less what the local modes take over, n x n
} JwCutoff;

/// Most local modes at n_points points: two fewer and four at most, for where every direction is a
/// local mode, nothing is left that gives way at once, and contact rings. Three points are by that
/// 0.9 dB nearer to a far finer string than with three local modes, five points with three 0.2 dB
/// nearer than with four (rms, as tests/test_jawari.c measures it). Five, as many as there are
/// points, where a string grazes: contact takes work from a softness and gives none back, so that a
/// string that hardly leaves its bridge does not feel that softness and is sharp. [any]
int jw_cutoff_local(int n_points, bool grazes);

/// Decay rate [1/s] of partial n, by the caller's law.
typedef double (*JwDecayLaw)(const void *context, int n);

/// What is cut off of a string, and where.
typedef struct {
    const JwStringData *data;
    double dt_s;       ///< Duration of a step
    int n_band;        ///< Modes of the band
    const double *x_m; ///< Points
    int n;             ///< Number of points
    int n_wanted;      ///< Number of those, the first ones, that shape the local modes
    bool grazes;       ///< As JwModesSpec.grazes
    JwDecayLaw decay;
    const void *context; ///< Of the law
} JwCutoffSpec;

/// Finds local modes and softness at the points. JW_ERR_NO_MEMORY at worst. [main]
JwStatus jw_cutoff_init(JwCutoff *cutoff, const JwCutoffSpec *spec);

/// Gives up the local modes: softness is K0 again. [main]
void jw_cutoff_restore(JwCutoff *cutoff);

/// Frees the arrays. [main]
void jw_cutoff_release(JwCutoff *cutoff);

#endif // JW_CUTOFF_H
