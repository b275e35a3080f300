// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "delay_kernel.h"
#include "base/pi.h"

#include <math.h>

// Force over velocity of an infinite body: one shear wave (beta gamma = 1200), two waves on the
// string.
static double impedance(JwDelayKind kind) {
    switch (kind) {
    case JW_DELAY_TIMOSHENKO:
        return sqrt(1200.0);
    case JW_DELAY_EULER_BERNOULLI:
        return HUGE_VAL;
    case JW_DELAY_STRING:
        return 2.0;
    }
    return HUGE_VAL;
}

double jw_delay_kernel_jump(JwDelayKind kind, double damping_ratio) {
    const double loss = sqrt(1.0 - damping_ratio * damping_ratio);
    return 2.0 * acos(damping_ratio) / (JW_PI * impedance(kind) * loss);
}

double jw_delay_kernel_static(const JwDelayBeam *beam) {
    double sum = 0.0;
    for (int j = beam->n_modes - 1; j >= 0; --j) {
        const double ratio = beam->shape[j] * beam->omega[0] / beam->omega[j];
        sum += ratio * ratio;
    }
    return sum;
}

JwDelayTerm jw_delay_kernel_term(const JwDelayBeam *beam, int j) {
    const double d = beam->damping_ratio;
    const double w1 = beam->omega[0];
    const double w = beam->omega[j];
    const double n2 = beam->shape[j] * beam->shape[j];
    const double a = d * w;
    const double b = w * sqrt(1.0 - d * d);
    const double r = w1 / w;
    // Terms, with E = exp(-a tau): xi = E sin(b tau)/b, Xi = [1 - E (cos + a/b sin)]/w^2, int
    // (1/w^2 - Xi) = [2a + E (-2a cos + (b^2 - a^2)/b sin)]/w^4.
    const double cosine = n2 / w * (2.0 * d * r * r - 2.0 * d * r);
    const double sine = n2 / b * (1.0 - r * r * (1.0 - 2.0 * d * d) - 2.0 * d * d * r);
    return (JwDelayTerm){.rest = n2 / w * 2.0 * d * r * (1.0 - r),
                         .amplitude = jw_delay_complex(cosine, -sine),
                         .rate = jw_delay_complex(-a, b)};
}

double jw_delay_kernel_value(const JwDelayBeam *beam, double tau) {
    double sum = 0.0;
    for (int j = beam->n_modes - 1; j >= 0; --j) {
        const JwDelayTerm term = jw_delay_kernel_term(beam, j);
        sum += term.rest;
        if (creal(term.rate) * tau > -40.0) { // Smaller terms are below rounding
            sum += creal(term.amplitude * cexp(term.rate * tau));
        }
    }
    return sum;
}

double complex jw_delay_growth(double complex rate, double t) {
    const double complex angle = rate * t;
    if (cabs(angle) > 0.1) {
        return (cexp(angle) - 1.0) / rate;
    }
    double complex term = t; // Series, where the difference would cancel
    double complex sum = 0.0;
    for (int k = 2; k < 14; ++k) {
        sum += term;
        term *= angle / k;
    }
    return sum;
}

double jw_delay_kernel_integral(const JwDelayBeam *beam, double tau) {
    double sum = 0.0;
    for (int j = beam->n_modes - 1; j >= 0; --j) {
        const JwDelayTerm term = jw_delay_kernel_term(beam, j);
        sum += term.rest * tau + creal(term.amplitude * jw_delay_growth(term.rate, tau));
    }
    return sum;
}

int jw_delay_kernel_modes(JwDelayKind kind, double damping_ratio, double tau, int most) {
    // Remainder of the sum, of order exp(-D w tau)/(w tau) of L_+.
    const double angle = fmin(2.0 * JW_PI * 30.0, damping_ratio > 0.0 ? 9.0 / damping_ratio : 1e9);
    const double omega = angle / tau;
    const double n = kind == JW_DELAY_EULER_BERNOULLI
                         ? sqrt(omega) / JW_PI + 1.0
                         : omega / jw_delay_beam_spacing(kind, 0) + 1.0;
    return n < most ? (int)ceil(n) : most;
}
