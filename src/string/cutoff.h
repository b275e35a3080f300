// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cut-off modes: the effect at the contact points of the modes above the band limit.
//
// A string of modes up to 20 kHz is too stiff and too light on a bridge 25 mm long. The cut-off
// modes are replaced in two ways: by a few local modes (residual attachment modes, MacNeal 1971,
// Rubin 1975: the shapes in which the cut-off modes together store most energy), and by a static
// softness for the rest. Both are computed from three matrices over the points,
//     K0 = sum phi phi^T/theta^2,  G = sum phi phi^T/theta^4,  D = sum s phi phi^T/theta^4
// summed over the cut-off modes, theta = omega dt, s = sigma dt.

#ifndef JW_CUTOFF_H
#define JW_CUTOFF_H

#include "base/status.h"
#include "string/string_data.h"

#include <stdbool.h>

enum {
    JW_LOCAL_MODES = 5,    ///< Largest number of local modes
    JW_CUTOFF_REACH = 4,   ///< Factor on the band's number of modes up to which modes are summed
    JW_CUTOFF_LAST = 288,  ///< Mode up to which at least those of a grazing string are summed
    JW_CUTOFF_SWEEPS = 24, ///< Largest number of passes over all pairs of points in the search for
                           ///< local modes
};

/// Local modes of n points; arrays owned.
typedef struct {
    int n;                           ///< Points
    int n_local;                     ///< Local modes
    double theta[JW_LOCAL_MODES];    ///< Angular frequency in a step, by implicit midpoint
    double decay[JW_LOCAL_MODES];    ///< sigma dt
    double theta2_t[JW_LOCAL_MODES]; ///< Growth of theta^2 per relative growth of the tension
    double *shape;                   ///< n_local x n: row of each local mode over the points
    double *softness;                ///< K0 minus the part of the local modes, n x n
} JwCutoff;

/// Largest number of local modes at n_points points: two fewer, and at most four, because if every
/// direction were a local mode, no softness would remain and contact would ring. With this, three
/// points are 0.9 dB nearer to a far finer string than with three local modes, five points with
/// three 0.2 dB nearer than with four (rms, as measured by tests/test_jawari.c). Five, but at most
/// n_points, for a grazing string: contact takes work from a softness and returns none, so that a
/// string that hardly leaves its bridge would be sharp without them. [any]
int jw_cutoff_local(int n_points, bool grazes);

/// Decay rate [1/s] of partial n, by the caller's law.
typedef double (*JwDecayLaw)(const void *context, int n);

/// String and points for which modes are cut off.
typedef struct {
    const JwStringData *data;
    double dt_s;       ///< Duration of a step
    int n_band;        ///< Modes of the band
    const double *x_m; ///< Points
    int n;             ///< Number of points
    int n_wanted;      ///< Number of those, the first ones, that determine the local modes
    bool grazes;       ///< As JwModesSpec.grazes
    JwDecayLaw decay;
    const void *context; ///< Argument of the law
} JwCutoffSpec;

/// Finds local modes and softness at the points. Returns JW_ERR_NO_MEMORY if memory is short.
/// [main]
JwStatus jw_cutoff_init(JwCutoff *cutoff, const JwCutoffSpec *spec);

/// Drops the local modes: softness is K0 again. [main]
void jw_cutoff_restore(JwCutoff *cutoff);

/// Frees the arrays. [main]
void jw_cutoff_release(JwCutoff *cutoff);

#endif // JW_CUTOFF_H
