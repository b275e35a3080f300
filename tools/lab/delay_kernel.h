// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory of an elastic body at its contact point: the response of the velocity there to a contact
// force, in the form in which the force is finite.
//
// Source: Szalai (SZ), "Impact mechanics of elastic structures with point contact", Eqs. (4)-(6),
// resolved on y = (displacement, velocity) of the contact point with the lowest mode as the
// projection's range. With a mode's impulse response xi_j(t) = exp(-D omega_j t) sin(omega'_j
// t)/omega'_j, Xi_j its integral and 1/omega_j^2 - Xi_j the part of the integral still to come, the
// second component of L(tau) is
//     L_2(tau) = sum_j n_j^2 [ xi_j - omega_1^2 int_0^tau (1/omega_j^2 - Xi_j)
//                              + 2 D omega_1 Xi_j ].
// Its jump at 0, L_+, is the reciprocal of the impedance: a body without a jump (L_+ = 0) answers a
// velocity step with an infinite force.

#ifndef JW_DELAY_KERNEL_H
#define JW_DELAY_KERNEL_H

#include "delay_beam.h"

#include <complex.h>
#include <string.h>

/// Complex number re + i im. C11's CMPLX() is not available everywhere, and arithmetic with I is
/// computed in float.
static inline double complex jw_delay_complex(double re, double im) {
    const double pair[2] = {re, im};
    double complex z;
    memcpy(&z, pair, sizeof(z));
    return z;
}

/// Jump of the kernel: lim L_2(tau), tau -> 0+, for infinitely many modes, is 2 arccos D/(pi Z
/// sqrt(1 - D^2)), Z the impedance at the contact point; 0 for the Euler-Bernoulli beam.
double jw_delay_kernel_jump(JwDelayKind kind, double damping_ratio);

/// Static value [L_infinity]_2 = omega_1^2 sum_j n_j^2/omega_j^2.
double jw_delay_kernel_static(const JwDelayBeam *beam);

/// Value of L_2(tau), tau >= 0, summed over the modes of `beam`.
double jw_delay_kernel_value(const JwDelayBeam *beam, double tau);

/// Integral of L_2 from 0 to tau.
double jw_delay_kernel_integral(const JwDelayBeam *beam, double tau);

/// Number of modes that resolve L_2 down to `tau`: to 1e-4 of L_+ with damping; without damping,
/// those that turn by 30 periods in that time, which leaves 0.3 %. At most `most`.
int jw_delay_kernel_modes(JwDelayKind kind, double damping_ratio, double tau, int most);

/// Part of one mode in L_2: rest + Re(amplitude exp(rate tau)).
typedef struct {
    double rest;              ///< Value that remains when all motion has decayed
    double complex amplitude; //
    double complex rate;      ///< Complex rate -D omega_j + i omega'_j
} JwDelayTerm;

JwDelayTerm jw_delay_kernel_term(const JwDelayBeam *beam, int j);

/// Growth (exp(rate t) - 1)/rate, the integral of exp(rate t) from 0; any rate, 0 too.
double complex jw_delay_growth(double complex rate, double t);

#endif // JW_DELAY_KERNEL_H
