// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A forced linear modal system that strikes one rigid stop, computed event by event: restitution at
// impacts, chatter shortened by sticking, sticking by a Lagrange multiplier, release when that
// force vanishes.
//
//     x_j'' + d_j x_j' + omega_j^2 x_j = f_j sin(w t + phase) + n_j lambda
//     y = sum_j n_j x_j >= -gap
//
// Source: Vyasarayani, Sandhu, McPhee (VSM), "Nonsmooth modeling of vibro-impacting continuous
// systems with sticking motions", Eqs. (13), (28)-(33), and Szalai, "Impact mechanics of elastic
// structures with point contact", Eqs. (1), (15). Between events the motion is advanced by its
// Taylor series, exact to rounding in flight and in contact alike; an event is a root of the series
// of y or lambda. Times and states are in the units of the system given.

#ifndef JW_BEAM_VIBRO_H
#define JW_BEAM_VIBRO_H

#include <stdbool.h>

/// System. The arrays have n_modes entries and belong to the caller, who keeps them as long as the
/// JwVibro made from them.
typedef struct {
    int n_modes;           ///< Number of modes, at least 1
    const double *omega;   ///< Natural frequencies omega_j [rad/s], >= 0
    const double *damping; ///< Damping d_j = 2 zeta_j omega_j [1/s], >= 0
    const double *shape;   ///< Value n_j of mode j at the stop; not all 0
    const double *force;   ///< Modal amplitude f_j of the forcing
    double drive;          ///< Frequency w of the forcing [rad/s], >= 0
    double drive_phase;    ///< Phase of the forcing [rad]
    double gap;            ///< Distance of the stop: at y = -gap
    double restitution;    ///< Restitution R in [0,1]
    double epsilon;        ///< Impacts closer than this stick [s], > 0
} JwVibroSystem;

typedef enum {
    JW_VIBRO_TIME,    ///< The given end time was reached
    JW_VIBRO_IMPACT,  ///< Impact: rebound with restitution R
    JW_VIBRO_STICK,   ///< Impact after which the system is at rest: contact begins
    JW_VIBRO_RELEASE, ///< Release: the contact force has vanished, flight begins
} JwVibroEvent;

/// State and scratch. Callers only read; this module writes.
typedef struct {
    JwVibroSystem system;
    double t;              ///< Time [s]
    double *x, *v;         ///< Modal displacement and velocity, n_modes each
    bool sticking;         ///< True in contact at rest
    double last_impact;    ///< Time of the last impact, -HUGE_VAL before the first
    double entry_velocity; ///< Velocity y' just before the last impact, <= 0
    double impulse;        ///< Impulse of the last impact, >= 0
    double impulse_sum;    ///< Impulse of all impacts, and of the force while sticking
    double rate;           ///< Bound on the fastest rate of the system [1/s]
    double shape_squared;  ///< sum_j n_j^2
    bool touching;         ///< True for a flight that starts on the stop
    bool at_rest;          ///< True if that flight starts with y' = 0
    bool unloaded;         ///< True if it starts with y'' = 0 as well
    double *series;        ///< Taylor coefficients, one row of order + 1 for each mode
} JwVibro;

/// Checks the system and allocates; starts at rest at t = 0. Returns NULL if a value is not finite
/// or out of range, or memory is short.
JwVibro *jw_vibro_new(const JwVibroSystem *system);

/// Frees a run; accepts NULL.
void jw_vibro_free(JwVibro *vibro);

/// Restarts at time t from n_modes displacements and velocities. Returns false, with nothing
/// changed, if that state is beyond the stop by more than 1e-12 of the displacement's scale. A
/// system that starts at rest on the stop sticks if the forces press it there.
bool jw_vibro_set(JwVibro *vibro, double t, const double *x, const double *v);

/// Advances to the next event or to `t_end`, whichever comes first.
JwVibroEvent jw_vibro_run(JwVibro *vibro, double t_end);

/// Displacement y, at most below -gap by rounding.
double jw_vibro_displacement(const JwVibro *vibro);

/// Velocity y'.
double jw_vibro_velocity(const JwVibro *vibro);

/// Contact force: lambda in contact, 0 in flight.
double jw_vibro_contact_force(const JwVibro *vibro);

/// Kinetic and elastic energy of all modes, per unit modal mass.
double jw_vibro_energy(const JwVibro *vibro);

#endif // JW_BEAM_VIBRO_H
