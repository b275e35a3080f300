// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The elastic bodies of the impact-as-delay-equation experiments, as modes at their
// contact point.
//
// Source: Szalai (SZ), "Impact mechanics of elastic structures with point contact", Eqs. (12)-(14),
// with beta = 4800 and gamma = 1/4. Two boundary conditions are misprinted there: at the free end
// phi' = 0, not phi = 0 (which would be a guided end, omega_1 = 5.563 instead of 3.508), and the
// contact force is beta gamma (u' - phi), not u' - phi.

#ifndef JW_DELAY_BEAM_H
#define JW_DELAY_BEAM_H

#include <stdbool.h>

typedef enum {
    JW_DELAY_TIMOSHENKO,      ///< Cantilever struck at its tip
    JW_DELAY_EULER_BERNOULLI, ///< Cantilever struck at its tip, in the slender limit
    JW_DELAY_STRING,          ///< String of unit tension, density and length, struck at mid-span
} JwDelayKind;

/// Body in modes of unit modal mass, dimensionless.
typedef struct {
    JwDelayKind kind;
    int n_modes;
    double *omega;        ///< Natural frequencies, rising (owned)
    double *shape;        ///< Value n_j at the contact point (owned)
    double damping_ratio; ///< Damping ratio D of every mode, in [0,1)
} JwDelayBeam;

/// Fills in the lowest `n_modes` modes that move the contact point (every second one of the string
/// does not). Returns false if memory is short or an argument is invalid.
bool jw_delay_beam_init(JwDelayBeam *beam, JwDelayKind kind, int n_modes, double damping_ratio);

/// Frees what jw_delay_beam_init() allocated.
void jw_delay_beam_clear(JwDelayBeam *beam);

/// Mean spacing of natural frequencies as omega goes to infinity; for the Euler-Bernoulli beam,
/// where it grows, the spacing after mode n.
double jw_delay_beam_spacing(JwDelayKind kind, int n);

#endif // JW_DELAY_BEAM_H
