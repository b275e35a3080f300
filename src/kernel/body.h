// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The body under the bridge: modes that move the bridge and are moved by the strings, and
// resonances
// that only radiate.
//
// A mode of mass M at the bridge obeys M (a'' + 2 sigma a' + omega^2 a) = -F, with F the force of
// the strings on the bridge. The displacement of the bridge is the sum of a over the modes. Modes
// are discretised like the string's, with exact frequency and decay. Each mode radiates gain * 2
// sigma M a', so that `gain` is the output per newton at resonance.

#ifndef JW_BODY_H
#define JW_BODY_H

#include "base/attributes.h"
#include "base/status.h"

#include <stdbool.h>

enum { JW_BODY_MODES = 48 };

/// Data of one mode or resonance.
typedef struct {
    double frequency_hz;
    double q;       ///< Quality factor, > 0.5
    double mass_kg; ///< Mass seen at the bridge; 0: a resonance that only radiates
    double gain;    ///< Output per newton at resonance; negative inverts the phase
    double pan;     ///< -1 left .. 1 right
} JwBodyMode;

/// State of a body: lengths in metres, forces in kg m per step squared. Elements from n on are 0.
typedef struct {
    double kappa[JW_BODY_MODES], c[JW_BODY_MODES], mass[JW_BODY_MODES];
    double turn[JW_BODY_MODES], back[JW_BODY_MODES];  ///< (2 - kappa)/(1 + c), (1 - c)/(1 + c)
    double give[JW_BODY_MODES];                       ///< 1/(mass (1 + c))
    double moves[JW_BODY_MODES];                      ///< 1 if the mode moves the bridge, else 0
    double left[JW_BODY_MODES], right[JW_BODY_MODES]; ///< Output per metre per step
    double a1[JW_BODY_MODES], a0[JW_BODY_MODES]; ///< Displacement after the last step and the one
                                                 ///< before
    double ahead[JW_BODY_MODES]; ///< Predicted displacement of the next step, without force
    const struct JwBodyLoops *loops;
    int n;         ///< Modes and resonances
    int n_coupled; ///< Modes with a mass; these come first
    double dt_s;
    double w1, w0;   ///< Bridge displacement after the last step and the one before [m]
    double give_sum; ///< Sum of give over the coupled modes
    double heard_left, heard_right; ///< Output of the last step
} JwBody;

/// Functions that step a body, one set for each level of the instruction set (kernel/kernels.h).
typedef struct JwBodyLoops {
    double (*predict)(JwBody *body);
    double (*step)(JwBody *body, double force);
} JwBodyLoops;

/// Makes a body at rest; leaves out modes above 0.49 of the step rate. Returns JW_ERR_BAD_ARG for
/// invalid data. [main]
JwStatus jw_body_init(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz);

/// The same for a body that is only inspected and never stepped. [any]
JwStatus jw_body_lay_out(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz);

/// Copies the motion of a body at another step rate, mode by mode. [audio]
JW_REALTIME void jw_body_carry(JwBody *body, const JwBody *from);

/// Puts the body to rest. [audio]
JW_REALTIME void jw_body_reset(JwBody *body);

/// Multiplies the body's motion by `factor`. [audio]
JW_REALTIME void jw_body_shrink(JwBody *body, double factor);

/// Predicts the first of a series of steps. Returns the bridge's second difference in that step
/// without force [m]. [audio]
JW_REALTIME double jw_body_predict(JwBody *body);

/// Ends the step predicted last, in which the strings pull with `force`, and predicts the next.
/// Returns the same as jw_body_predict(). [audio]
JW_REALTIME double jw_body_step(JwBody *body, double force);

/// Energy of the coupled modes [kg m^2 per step squared]. [audio]
JW_REALTIME double jw_body_energy(const JwBody *body);

/// True if any of n modes moves the bridge. [any]
bool jw_body_couples(const JwBodyMode *mode, int n);

/// Displacement of the bridge in phase with a force of frequency hz, per newton [m/N]. Negative
/// above a resonance, where the bridge moves against the force. [any]
JW_REALTIME double jw_body_compliance(const JwBodyMode *mode, int n, double hz);

/// Lower bound of the mass [kg] that the body adds to the bridge's dw^2/2, for any motion of the
/// modes. The strings' share of mass must stay below it. 0 without coupled modes. [any]
double jw_body_least_mass(const JwBody *body);

#endif // JW_BODY_H
