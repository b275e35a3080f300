// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Springs: everything that pushes on a string linearly, eliminated in closed form.
//
// A spring and dashpot at a point (thread, palm, plucking finger) push with
//     r_t = -K (p^{n+1} + 2 p^n + p^{n-1})/4 - D (p^{n+1} - p^{n-1}),
// K = k dt^2/(mu L), D = rc dt/(2 mu L): unconditionally stable and passive.
//
// A hand that came down at once would be heard as a click. Therefore a part C <= D of its damping
// goes along with the string at first,
//     r_t = ... - (D - C)(p^{n+1} - p^{n-1}) - C (p^{n+1} - 2 p^n + p^{n-1}).
// The last term is a mass of C that the hand has while it comes to rest, with an energy of its own,
// C (p^n - p^{n-1})^2/2. Energy that the hand gives the string in a step it has less of, and C only
// falls, to 0 within some milliseconds: passive. All of D is in the compliances meanwhile: C acts
// in the prediction alone, by 2 C (p^n - p^{n-1}).
//
// Kirchhoff-Carrier tension is one more such spring, at the virtual point
// p_g = sum_j g_j q_j, with r_g = -(a/2)(p_g^{n+1} + p_g^{n-1}). Each spring is linear in
// the unknown p^{n+1}; taking one out leaves the other points a prediction and a
// compliance less a rank-one term, so rigid contact sees the same step on a
// slightly stiffer string.

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

/// Part of its damping with which a hand still goes along when it has landed, at most.
#define JW_LANDED 1e-8

/// Spring and dashpot at one place, in units of a step.
typedef struct {
    double stiffness;  ///< K
    double damping;    ///< D
    double along;      ///< First part of C: each step multiplies it by `keep`
    double slowing;    ///< Second part of C: each step makes it keep (slowing + rate along)
    double keep, rate; ///< After i steps C = (1 + i rate) keep^i of what it was
    double rest;       ///< Displacement at which the spring pushes nothing [m]
    double p1, p0;     ///< Displacement from rest, now and one step ago [m]
    double impulse;    ///< r_t of the last step
    double weight;     ///< K/4 + D
    double share;      ///< weight/(1 + S_tt weight)
    double self;       ///< S_tt, earlier springs taken out
} JwSpring;

/// Springs of one string; matrices n x n, rows `stride` apart, owned.
typedef struct {
    int n;      ///< Rigid points, the bridge among them if there is one
    int stride; ///< n rounded up to JW_CONTACT_LANES; rows are zero past n
    JwSpring spring[JW_N_SPRINGS];
    double *column[JW_N_SPRINGS]; ///< What spring t's impulse does to points, then to later springs
    double *s;                    ///< S with the springs taken out
    double *least;                ///< Smallest diagonal of soft_compliance
    double *soft_compliance;      ///< S + C, by which contact is judged: see jw_springs_eliminate()
    double back; ///< Factor on the last point's column squared: what comes back through that point
    uint64_t version; ///< Version of the matrices: another after each jw_springs_eliminate()
} JwSprings;

/// Makes room for up to capacity rigid points. [main]
JwStatus jw_springs_init(JwSprings *springs, int capacity);

/// Frees the matrices. [main]
void jw_springs_release(JwSprings *springs);

/// Way of a point in a step of a string whose modes are seen from the ground, over that of the
/// bridge, by its lever: the way at the end of the step less that before, each seen twice. [any]
static inline JW_REALTIME double jw_springs_way(double lever) {
    return 2.0 * lever;
}

/// Most that an impulse at that point does through the bridge, by its lever and by what it does to
/// the string's pull on the bridge. [any]
static inline JW_REALTIME double jw_springs_reach(double lever, double tie) {
    const double way = jw_springs_way(lever);
    return fmax(fabs(way), fabs(way - tie));
}

/// Takes the springs out of two compliances of n points and JW_N_SPRINGS springs, S and S + C,
/// total x total, rows `total` apart (total = n + JW_N_SPRINGS), both overwritten. relief: what
/// comes back to the points through the last of them (the bridge), at most, as a factor on its
/// column's square. lever: of each other point, where modes are seen from the ground; NULL: they
/// are not. Contact is judged with the results: tension stiffens them every step, but
/// only ever stiffens, so their work bounds the true work from above. Needed whenever a spring or
/// the string changed. [audio]
JW_REALTIME void jw_springs_eliminate(JwSprings *springs, int n, double *work, double *soft,
                                      const double *lever, double relief);

/// Potential energy in the springs, in units of modal mass and step. [audio]
JW_REALTIME double jw_springs_energy(const JwSprings *springs);

#endif // JW_SPRINGS_H
