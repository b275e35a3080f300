// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Springs: everything that acts linearly on a string, eliminated in closed form.
//
// A spring and dashpot at a point (thread, palm, plucking finger) push with
//     r_t = -K (p^{n+1} + 2 p^n + p^{n-1})/4 - D (p^{n+1} - p^{n-1}),
// K = k dt^2/(mu L), D = rc dt/(2 mu L): unconditionally stable and passive.
//
// A palm that came down at once would cause a click. Therefore a part C <= D of its damping moves
// with the string at first,
//     r_t = ... - (D - C)(p^{n+1} - p^{n-1}) - C (p^{n+1} - 2 p^n + p^{n-1}).
// The last term is a mass C of the palm while it comes to rest, with an energy of its own, C (p^n -
// p^{n-1})^2/2. Energy that the palm gives to the string in a step is taken from it, and C only
// decreases, to 0 within some milliseconds: passive. The compliances contain all of D meanwhile; C
// acts only in the prediction, by 2 C (p^n - p^{n-1}).
//
// Kirchhoff-Carrier tension is another such spring, at the virtual point p_g = sum_j g_j q_j, with
// r_g = -(a/2)(p_g^{n+1} + p_g^{n-1}). Each spring is linear in the unknown p^{n+1}. Eliminating
// one leaves the other points with a new prediction and a compliance minus a rank-one term, so that
// rigid contact sees the same step on a slightly stiffer string.

#ifndef JW_SPRINGS_H
#define JW_SPRINGS_H

#include "base/attributes.h"
#include "base/status.h"
#include "kernel/contact.h"
#include "kernel/mode_kernel.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { JW_THREAD, JW_PALM, JW_FINGER, JW_N_SPRINGS };

/// Part of its damping that a palm may still lack when it counts as landed.
#define JW_LANDED 1e-8

/// Spring and dashpot at one place, in units of a step.
typedef struct {
    double stiffness;  ///< First part of C: multiplied by `keep` in each step
    double damping;    ///< Second part of C: becomes keep (slowing + rate along) in each step
    double along;      ///< First part of C: each step multiplies it by `keep`
    double slowing;    ///< Second part of C: each step makes it keep (slowing + rate along)
    double keep, rate; ///< After i steps C is (1 + i rate) keep^i times its first value
    double rest;       ///< Displacement without force [m]
    double p1, p0;     ///< Displacement from rest, present and one step ago [m]
    double impulse;    ///< r_t of the last step
    double weight;     ///< K/4 + D
    double share;      ///< weight/(1 + S_tt weight)
    double self;       ///< S_tt, with earlier springs eliminated
} JwSpring;

/// Springs of one string; matrices n x n, rows `stride` apart, owned.
typedef struct {
    int n;      ///< Rigid points, including the bridge if there is one
    int stride; ///< n rounded up to JW_CONTACT_LANES; rows are zero from n on
    JwSpring spring[JW_N_SPRINGS];
    double *column[JW_N_SPRINGS]; ///< Effect of spring t's impulse on points, then on later
                                  ///< springs
    double *s;                    ///< S with the springs eliminated
    double *least;                ///< Smallest diagonal of soft_compliance
    double *soft_compliance;      ///< S + C, by which contact is judged: see
                                  ///< jw_springs_eliminate()
    double back; ///< Factor on the square of the last point's column: the reaction through that
                 ///< point
    uint64_t version; ///< Version of the matrices: changes with each jw_springs_eliminate()
} JwSprings;

/// Allocates memory for up to `capacity` rigid points. [main]
JwStatus jw_springs_init(JwSprings *springs, int capacity);

/// Frees the matrices. [main]
void jw_springs_release(JwSprings *springs);

/// Displacement of a point relative to that of the bridge in a grounded string's step, from its
/// lever: at the end of the step minus before, each counted twice. [any]
static inline JW_REALTIME double jw_springs_way(double lever) {
    return 2.0 * lever;
}

/// Largest effect of an impulse at a point through the bridge, from its lever and its effect on the
/// string's pull on the bridge. [any]
static inline JW_REALTIME double jw_springs_reach(double lever, double tie) {
    const double way = jw_springs_way(lever);
    return fmax(fabs(way), fabs(way - tie));
}

/// Eliminates the springs from two compliances of n points and JW_N_SPRINGS springs, S and S + C,
/// both total x total with total = n + JW_N_SPRINGS; overwrites both. relief: upper bound of the
/// reaction through the last point (the bridge), as a factor on its column's square. lever: of each
/// other point of a grounded string; NULL: not grounded. Contact is judged with the results.
/// Tension changes them in every step, but only ever stiffens, so that the calculated work is an
/// upper bound of the actual work. Call it whenever a spring or the string has changed. [audio]
JW_REALTIME void jw_springs_eliminate(JwSprings *springs, int n, double *work, double *soft,
                                      const double *lever, double relief);

/// Potential energy of the springs, in units of modal mass and step. [audio]
JW_REALTIME double jw_springs_energy(const JwSprings *springs);

#endif // JW_SPRINGS_H
