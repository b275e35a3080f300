// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Modes of a body at rest, without the loops that step it.

#include "base/elementary.h"
#include "base/pi.h"
#include "kernel/body.h"

#include <math.h>
#include <string.h>

static bool valid(const JwBodyMode *m) {
    return m->frequency_hz > 0.0 && isfinite(m->frequency_hz) && m->q > 0.5 && isfinite(m->q) &&
           m->mass_kg >= 0.0 && isfinite(m->mass_kg) && isfinite(m->gain) && fabs(m->pan) <= 1.0;
}

static void add_mode(JwBody *body, const JwBodyMode *mode) {
    const int b = body->n++;
    const double omega = 2.0 * JW_PI * mode->frequency_hz * body->dt_s;
    const double s = 0.5 * omega / mode->q;
    const double turn = sqrt(omega * omega - s * s);
    const double half = jw_sin(0.5 * turn);
    const double sech = 1.0 / jw_cosh(s);
    body->c[b] = jw_tanh(s);
    body->kappa[b] = 4.0 * sech * (jw_sinh(0.5 * s) * jw_sinh(0.5 * s) + half * half);
    body->mass[b] = mode->mass_kg > 0.0 ? mode->mass_kg : 1.0;
    body->turn[b] = (2.0 - body->kappa[b]) / (1.0 + body->c[b]);
    body->back[b] = (1.0 - body->c[b]) / (1.0 + body->c[b]);
    body->give[b] = 1.0 / (body->mass[b] * (1.0 + body->c[b]));
    // Radiated force 2 sigma M a' [N] with a' = (a1 - a0)/dt. It is scaled so that one newton at
    // resonance gives `gain` for any step: (1 + c) a' is there 2 sin(turn/2) over 2 sin(turn) per
    // newton, in steps.
    const double force = mode->gain * 2.0 * body->c[b] * jw_cos(0.5 * turn) * body->mass[b] /
                         (body->dt_s * body->dt_s);
    body->left[b] = force * sqrt(2.0) * jw_cos(0.25 * JW_PI * (1.0 + mode->pan));
    body->right[b] = force * sqrt(2.0) * jw_sin(0.25 * JW_PI * (1.0 + mode->pan));
    if (mode->mass_kg > 0.0) {
        body->moves[b] = 1.0;
        ++body->n_coupled;
        body->give_sum += body->give[b];
    }
}

JwStatus jw_body_lay_out(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz) {
    memset(body, 0, sizeof(*body));
    body->dt_s = 1.0 / step_rate_hz;
    if (n < 0 || n > JW_BODY_MODES) {
        return JW_ERR_TOO_MANY;
    }
    for (int coupled = 1; coupled >= 0; --coupled) {
        for (int b = 0; b < n; ++b) {
            if (!valid(&mode[b])) {
                return JW_ERR_BAD_ARG;
            }
            if ((mode[b].mass_kg > 0.0) == (coupled == 1) &&
                mode[b].frequency_hz < 0.49 * step_rate_hz) {
                add_mode(body, &mode[b]);
            }
        }
    }
    return JW_SUCCESS;
}

bool jw_body_couples(const JwBodyMode *mode, int n) {
    for (int b = 0; b < n; ++b) {
        if (mode[b].mass_kg > 0.0) {
            return true;
        }
    }
    return false;
}

double jw_body_least_mass(const JwBody *body) {
    double sum = 0.0;
    for (int b = 0; b < body->n_coupled; ++b) {
        sum += 1.0 / (body->mass[b] * (1.0 - 0.25 * body->kappa[b]));
    }
    return sum > 0.0 ? 1.0 / sum : 0.0;
}

JW_REALTIME double jw_body_compliance(const JwBodyMode *mode, int n, double hz) {
    double sum = 0.0;
    for (int b = 0; b < n; ++b) {
        if (mode[b].mass_kg > 0.0) {
            // Real part of 1/(M (omega_b^2 - omega^2 + i omega omega_b/Q)).
            const double r = hz / mode[b].frequency_hz, spring = 1.0 - r * r, loss = r / mode[b].q;
            const double omega = 2.0 * JW_PI * mode[b].frequency_hz;
            sum += spring / (mode[b].mass_kg * omega * omega * (spring * spring + loss * loss));
        }
    }
    return sum;
}
