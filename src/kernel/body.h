// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The body under the bridge: modes that strings move and that move strings,
// and resonances that only listen.
//
// A mode of mass M seen at the bridge obeys M (a'' + 2 sigma a' + omega^2 a) = -F,
// F the force of the strings; the bridge's displacement is the sum of a over the
// modes. Discretised as the string's modes: exact frequency and decay. Each
// radiates gain * 2 sigma M a', so gain is what comes of a newton at resonance.

#ifndef JW_BODY_H
#define JW_BODY_H

#include "base/attributes.h"
#include "base/status.h"

#include <stdbool.h>

enum { JW_BODY_MODES = 48 };

/// One mode or resonance, as data.
typedef struct {
    double frequency_hz;
    double q;       ///< Quality factor, > 0.5
    double mass_kg; ///< Seen at the bridge; 0: a resonance that only radiates
    double gain;    ///< Output per newton at resonance; negative turns its phase
    double pan;     ///< -1 left .. 1 right
} JwBodyMode;

/// State; lengths in metres, forces in kg m a step squared. Past the n modes all is 0.
typedef struct {
    double kappa[JW_BODY_MODES], c[JW_BODY_MODES], mass[JW_BODY_MODES];
    double turn[JW_BODY_MODES], back[JW_BODY_MODES];  ///< (2 - kappa)/(1 + c), (1 - c)/(1 + c)
    double give[JW_BODY_MODES];                       ///< 1/(mass (1 + c))
    double moves[JW_BODY_MODES];                      ///< 1 if it moves the bridge, else 0
    double left[JW_BODY_MODES], right[JW_BODY_MODES]; ///< Output per metre a step
    double a1[JW_BODY_MODES], a0[JW_BODY_MODES];      ///< Displacement now and a step ago
    double ahead[JW_BODY_MODES];                      ///< Without force
    const struct JwBodyLoops *loops;
    int n;         ///< Modes and resonances
    int n_coupled; ///< Modes with a mass: the first of them
    double dt_s;
    double w1, w0;                  ///< Bridge displacement now and a step ago [m]
    double give_sum;                ///< Of the coupled modes
    double heard_left, heard_right; ///< What was radiated in the last step
} JwBody;

/// Its steps, by machine level (kernel/kernels.h).
typedef struct JwBodyLoops {
    double (*predict)(JwBody *body);
    double (*step)(JwBody *body, double force);
} JwBodyLoops;

/// At rest; modes above 0.49 of the step rate are left out. JW_ERR_BAD_ARG for bad data. [main]
JwStatus jw_body_init(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz);

/// Takes over the motion of a body at another step rate, mode for mode. [audio]
JW_REALTIME void jw_body_carry(JwBody *body, const JwBody *from);

/// At rest. [audio]
JW_REALTIME void jw_body_reset(JwBody *body);

/// Makes its motion smaller, times `factor`. [audio]
JW_REALTIME void jw_body_shrink(JwBody *body, double factor);

/// Before the first of some steps: returns the second difference of the bridge in it without force
/// [m]. [audio]
JW_REALTIME double jw_body_predict(JwBody *body);

/// A step in which the strings pull with that force, after its prediction; predicts the next one as
/// jw_body_predict() does. [audio]
JW_REALTIME double jw_body_step(JwBody *body, double force);

/// Energy of the coupled modes [kg m^2 a step squared]. [audio]
JW_REALTIME double jw_body_energy(const JwBody *body);

/// True if any of n modes moves the bridge. [any]
bool jw_body_couples(const JwBodyMode *mode, int n);

/// How far the bridge gives way, in phase, to a newton at that frequency [m/N]; beyond a resonance
/// it goes against it. [any]
JW_REALTIME double jw_body_compliance(const JwBodyMode *mode, int n, double hz);

/// Mass [kg] that the bridge keeps for dw^2/2 at least, whatever the modes do: the strings' share
/// must stay below it. 0 without coupled modes. [any]
double jw_body_least_mass(const JwBody *body);

#endif // JW_BODY_H
