// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The body under the bridge: modes that strings move and that move strings,
// and resonances that only listen.
//
// A mode of mass M seen at the bridge obeys M (a'' + 2 sigma a' + omega^2 a) = -F,
// F the force of the strings; the bridge's displacement is the sum of a over the
// modes. Modes are discretised as the string's are: with exact frequency and decay.
// Each mode radiates gain * 2 sigma M a', so that `gain` is the output per newton at
// resonance.

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
    double mass_kg; ///< Mass seen at the bridge; 0: a resonance that only radiates
    double gain;    ///< Output per newton at resonance; negative turns its phase
    double pan;     ///< -1 left .. 1 right
} JwBodyMode;

/// State of a body: lengths in metres, forces in kg m a step squared. Elements past the n modes are
/// 0.
typedef struct {
    double kappa[JW_BODY_MODES], c[JW_BODY_MODES], mass[JW_BODY_MODES];
    double turn[JW_BODY_MODES], back[JW_BODY_MODES];  ///< (2 - kappa)/(1 + c), (1 - c)/(1 + c)
    double give[JW_BODY_MODES];                       ///< 1/(mass (1 + c))
    double moves[JW_BODY_MODES];                      ///< 1 if the mode moves the bridge, else 0
    double left[JW_BODY_MODES], right[JW_BODY_MODES]; ///< Output per metre a step
    double a1[JW_BODY_MODES], a0[JW_BODY_MODES];      ///< Displacement now and a step ago
    double ahead[JW_BODY_MODES];                      ///< Displacement a step ahead, without force
    const struct JwBodyLoops *loops;
    int n;         ///< Modes and resonances
    int n_coupled; ///< Modes with a mass; these come first
    double dt_s;
    double w1, w0;                  ///< Bridge displacement now and a step ago [m]
    double give_sum;                ///< Sum of give over the coupled modes
    double heard_left, heard_right; ///< Output of the last step
} JwBody;

/// Functions that step a body, a set for each level of the instruction set (kernel/kernels.h).
typedef struct JwBodyLoops {
    double (*predict)(JwBody *body);
    double (*step)(JwBody *body, double force);
} JwBodyLoops;

/// Makes a body at rest; modes above 0.49 of the step rate are left out. JW_ERR_BAD_ARG for bad
/// data. [main]
JwStatus jw_body_init(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz);

/// The same for a body that is looked at and never stepped. [any]
JwStatus jw_body_lay_out(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz);

/// Takes over the motion of a body at another step rate, mode for mode. [audio]
JW_REALTIME void jw_body_carry(JwBody *body, const JwBody *from);

/// Puts the body to rest. [audio]
JW_REALTIME void jw_body_reset(JwBody *body);

/// Multiplies the body's motion by `factor`. [audio]
JW_REALTIME void jw_body_shrink(JwBody *body, double factor);

/// Predicts the first of a run of steps; returns the bridge's second difference in that step
/// without force [m]. [audio]
JW_REALTIME double jw_body_predict(JwBody *body);

/// Makes the step that was predicted last, in which the strings pull with `force`; then predicts
/// the next one and returns what jw_body_predict() returns. [audio]
JW_REALTIME double jw_body_step(JwBody *body, double force);

/// Energy of the coupled modes [kg m^2 a step squared]. [audio]
JW_REALTIME double jw_body_energy(const JwBody *body);

/// Tells whether any of n modes moves the bridge. [any]
bool jw_body_couples(const JwBodyMode *mode, int n);

/// Displacement of the bridge in phase with a force at the frequency hz, per newton [m/N]; negative
/// beyond a resonance, where the bridge moves against the force. [any]
JW_REALTIME double jw_body_compliance(const JwBodyMode *mode, int n, double hz);

/// Mass [kg] that the body has for the bridge's dw^2/2 at least, whatever the modes do: the
/// strings' share of mass must stay below it. 0 without coupled modes. [any]
double jw_body_least_mass(const JwBody *body);

#endif // JW_BODY_H
