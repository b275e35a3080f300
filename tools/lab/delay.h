// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Impact of an elastic body on a rigid stop with a finite contact force, by the delay equation of
// its contact point.
//
// Source: Szalai (SZ), "Impact mechanics of elastic structures with point contact", Eqs. (4), (6),
// (7) and the scheme (9)-(11), with three corrections. g(t) contains the external force itself (+ V
// f(t)). Contact requires both y_1 <= stop and y_2 < 0, or it would never end. Cells of the kernel
// are represented by their mean and the rest by the trapezoidal rule, and the moment of contact is
// interpolated, which makes the scheme second order in the step where (9)-(11) are first order. The
// motion without contact is linear, known in closed form, and computed separately.

#ifndef JW_DELAY_H
#define JW_DELAY_H

#include "delay_beam.h"

/// Start and forcing: the body starts in its first mode and is forced in its second, both given by
/// their motion at the contact point.
typedef struct {
    double displacement; ///< Part of y_1(0) in psi_1, with psi_1 = 1 at the contact point
    double velocity;     ///< Velocity y_2(0)
    double force;        ///< Amplitude F of F cos(w t) psi_2, with psi_2 = 1 at the contact point
    double drive;        ///< Frequency w [rad/s]
    double gap;          ///< Distance of the stop: at y_1 = -gap
} JwDelayStart;

/// Displacement and velocity of the contact point at time t without the stop.
void jw_delay_free_motion(const JwDelayBeam *beam, const JwDelayStart *start, double t,
                          double y[2]);

typedef struct {
    double enter, leave; ///< Times at which the contact begins and ends
    double speed;        ///< Velocity on entry, < 0
    double impulse;      ///< Integral of the force
    double force_max;    //
} JwDelayContact;

/// A run. Callers only read; this module writes.
typedef struct {
    double t;               //
    double y[2];            ///< Displacement and velocity of the contact point
    double force;           ///< Contact force, >= 0
    bool touching;          //
    JwDelayContact contact; ///< Current contact, or else the last one
    int n_contacts;         ///< Number of contacts begun so far
    struct JwDelayMemory *memory;
} JwDelayRun;

/// Starts at t = 0. `beam` (the caller's, kept until the run is freed) should have at least
/// jw_delay_impact_modes() modes for this step. Returns NULL if the kernel has no jump, the start
/// is beyond the stop, an argument is not finite, or memory is short.
JwDelayRun *jw_delay_run_new(const JwDelayBeam *beam, const JwDelayStart *start, double step);

/// Frees a run; accepts NULL.
void jw_delay_run_free(JwDelayRun *run);

/// Advances by one step.
void jw_delay_run_step(JwDelayRun *run);

/// Number of modes that resolve the kernel's mean over cells of length `step`; at most `most`.
int jw_delay_impact_modes(JwDelayKind kind, double damping_ratio, double step, int most);

#endif // JW_DELAY_H
