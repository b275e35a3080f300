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

enum {
    JW_LOCAL_MODES = 4,
    JW_CUTOFF_REACH = 4,   ///< Factor on the band's number of modes up to which modes are summed
    JW_CUTOFF_SWEEPS = 24, ///< Most passes over all pairs of points in the search for local modes
};

/// Local modes of n points; arrays owned.
typedef struct {
    int n;                        ///< Points
    int n_local;                  ///< Local modes
    double theta[JW_LOCAL_MODES]; ///< Angular frequency of a step, as implicit midpoint has it
    double decay[JW_LOCAL_MODES]; ///< sigma dt
    double *shape;                ///< n_local x n: row of each local mode over the points
    double *softness;             ///< K0 less what the local modes take over, n x n
} JwCutoff;

/// Most local modes at n_points points: two fewer, for where every direction is a local mode,
/// nothing is left that gives way at once, and contact rings. Three points are by that 0.9 dB
/// nearer to a far finer string than with three local modes, five points with three 0.2 dB nearer
/// than with four (rms, as tests/test_jawari.c measures it). [any]
int jw_cutoff_local(int n_points);

/// Decay rate [1/s] of partial n, by the caller's law.
typedef double (*JwDecayLaw)(const void *context, int n);

/// Finds local modes and softness at n points x_m [m], the first n_wanted of which shape the local
/// modes. The string has n_band modes of its own. JW_ERR_NO_MEMORY at worst. [main]
JwStatus jw_cutoff_init(JwCutoff *cutoff, const JwStringData *data, double dt_s, int n_band,
                        const double *x_m, int n, int n_wanted, JwDecayLaw decay,
                        const void *context);

/// Gives up the local modes: softness is K0 again. [main]
void jw_cutoff_restore(JwCutoff *cutoff);

/// Frees the arrays. [main]
void jw_cutoff_release(JwCutoff *cutoff);

#endif // JW_CUTOFF_H
