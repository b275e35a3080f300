// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "delay_beam.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>

static const double sz_beta = 4800.0;
static const double sz_gamma = 0.25;

/********* Timoshenko cantilever *********/
//
// u = sum_i a_i cos k_i x + b_i sin k_i x, i = 1, 2, with z = omega^2 and
//     beta^2 gamma k^4 - beta z (1 + gamma) k^2 + z^2 - beta^2 gamma z = 0;
// k_2^2 < 0 below the cut-off omega = beta sqrt(gamma). With p = z/(beta gamma) - k^2,
// C = cos k, S = sin k / k (functions of k^2), clamped at 0 and driven by a force f at
// 1, the four conditions give u(1)/f = N/(z Delta),
//     Delta = -2 p1 p2 + (p1^2 + p2^2) C1 C2 + p1 p2 (k1^2 + k2^2) S1 S2
//     N     = (p1 - p2) (p2 k1^2 S1 C2 - p1 k2^2 S2 C1)
// whose poles are the modes: n_j^2 = N/(z dDelta/dz). Where k_2 is imaginary, C2 and S2
// grow like exp |k_2|: all is scaled by exp(-|k_2|).

typedef struct {
    double z, k2[2], p[2], c[2], s[2];
    double scale; // Factor exp(-|Im k_2|) that c[1] and s[1] contain
} Waves;

static void wave_functions(double k_squared, double *c, double *s, double *scale) {
    const double k = sqrt(fabs(k_squared));
    *scale = 1.0;
    if (k < 1e-4) { // Further terms are below rounding
        *c = 1.0 - 0.5 * k_squared;
        *s = 1.0 - k_squared / 6.0;
    } else if (k_squared > 0.0) {
        *c = cos(k);
        *s = sin(k) / k;
    } else {
        const double decay = exp(-2.0 * k);
        *scale = exp(-k);
        *c = 0.5 * (1.0 + decay);
        *s = 0.5 * (1.0 - decay) / k;
    }
}

static Waves waves_at(double omega) {
    Waves w = {.z = omega * omega};
    const double root = sqrt(w.z * w.z * (1.0 - sz_gamma) * (1.0 - sz_gamma) +
                             4.0 * sz_beta * sz_beta * sz_gamma * sz_gamma * w.z);
    double unscaled;
    w.k2[0] = (w.z * (1.0 + sz_gamma) + root) / (2.0 * sz_beta * sz_gamma);
    w.k2[1] = w.z * (w.z / (sz_beta * sz_beta * sz_gamma) - 1.0) / w.k2[0];
    for (int i = 0; i < 2; ++i) {
        w.p[i] = w.z / (sz_beta * sz_gamma) - w.k2[i];
    }
    wave_functions(w.k2[0], &w.c[0], &w.s[0], &unscaled);
    wave_functions(w.k2[1], &w.c[1], &w.s[1], &w.scale);
    return w;
}

// Determinant Delta over a positive number that keeps it near 1.
static double characteristic(double omega) {
    const Waves w = waves_at(omega);
    const double squares = w.p[0] * w.p[0] + w.p[1] * w.p[1];
    const double product = w.p[0] * w.p[1];
    return (-2.0 * product * w.scale + squares * w.c[0] * w.c[1] +
            product * (w.k2[0] + w.k2[1]) * w.s[0] * w.s[1]) /
           (squares + fabs(product));
}

// Derivative d/dz of k^2 for both waves, from the dispersion relation.
static void wave_slopes(const Waves *w, double *dk2) {
    for (int i = 0; i < 2; ++i) {
        const double by_z =
            2.0 * w->z - sz_beta * (1.0 + sz_gamma) * w->k2[i] - sz_beta * sz_beta * sz_gamma;
        const double by_k2 =
            2.0 * sz_beta * sz_beta * sz_gamma * w->k2[i] - sz_beta * w->z * (1.0 + sz_gamma);
        dk2[i] = -by_z / by_k2;
    }
}

// Derivative d/d(k^2) of sin k / k, scaled like c and s.
static double s_slope(double k_squared, double c, double s) {
    return fabs(k_squared) < 1e-4 ? -1.0 / 6.0 + k_squared / 60.0 : 0.5 * (c - s) / k_squared;
}

static double characteristic_slope(const Waves *w) {
    double dk2[2];
    double dp[2];
    double dc[2];
    double ds[2];
    wave_slopes(w, dk2);
    for (int i = 0; i < 2; ++i) {
        dp[i] = 1.0 / (sz_beta * sz_gamma) - dk2[i];
        dc[i] = -0.5 * w->s[i] * dk2[i];
        ds[i] = s_slope(w->k2[i], w->c[i], w->s[i]) * dk2[i];
    }
    const double product = w->p[0] * w->p[1];
    const double d_product = dp[0] * w->p[1] + w->p[0] * dp[1];
    const double squares = w->p[0] * w->p[0] + w->p[1] * w->p[1];
    const double d_squares = 2.0 * (w->p[0] * dp[0] + w->p[1] * dp[1]);
    const double k2 = w->k2[0] + w->k2[1];
    const double d_k2 = dk2[0] + dk2[1];
    return -2.0 * d_product * w->scale + d_squares * w->c[0] * w->c[1] +
           squares * (dc[0] * w->c[1] + w->c[0] * dc[1]) +
           (d_product * k2 + product * d_k2) * w->s[0] * w->s[1] +
           product * k2 * (ds[0] * w->s[1] + w->s[0] * ds[1]);
}

static double tip_value(double omega) {
    const Waves w = waves_at(omega);
    const double n = (w.p[0] - w.p[1]) *
                     (w.p[1] * w.k2[0] * w.s[0] * w.c[1] - w.p[0] * w.k2[1] * w.s[1] * w.c[0]);
    return sqrt(fmax(n / (w.z * characteristic_slope(&w)), 0.0));
}

static double bisect(double low, double high) {
    const bool falling = characteristic(low) > 0.0;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        if ((characteristic(middle) > 0.0) == falling) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5 * (low + high);
}

// Point of (a, b) where Delta is furthest on the side of -sign: between two near roots it is beyond
// zero.
static double furthest(double a, double b, double sign) {
    const double golden = 0.61803398874989485;
    for (int i = 0; i < 60; ++i) {
        const double left = b - golden * (b - a);
        const double right = a + golden * (b - a);
        if (sign * characteristic(left) < sign * characteristic(right)) {
            b = right;
        } else {
            a = left;
        }
    }
    return 0.5 * (a + b);
}

// Finds all roots of Delta. They are real, hence |Delta| has no minima between them other than
// zeros: a minimum in the scan means that a pair of roots was skipped.
static int timoshenko_frequencies(int n_modes, double *omega) {
    const double step = jw_delay_beam_spacing(JW_DELAY_TIMOSHENKO, 0) / 40.0;
    double x[3] = {0.0, 0.0, 1e-3};
    double y[3] = {0.0, 0.0, characteristic(1e-3)};
    int n = 0;
    for (int i = 0; n < n_modes; ++i) {
        x[0] = x[1];
        y[0] = y[1];
        x[1] = x[2];
        y[1] = y[2];
        x[2] = 1e-3 + step * (i + 1);
        y[2] = characteristic(x[2]);
        const double sign = y[1] > 0.0 ? 1.0 : -1.0;
        if (sign * y[2] <= 0.0) {
            omega[n++] = bisect(x[1], x[2]);
        } else if (i >= 1 && sign * y[0] > sign * y[1] && sign * y[1] < sign * y[2]) {
            const double middle = furthest(x[0], x[2], sign);
            if (sign * characteristic(middle) < 0.0) {
                omega[n++] = bisect(x[0], middle);
                if (n < n_modes) {
                    omega[n++] = bisect(middle, x[2]);
                }
            }
        }
    }
    return n;
}

/********* Slender cantilever: 1 + cos k cosh k = 0, omega = k^2 *********/

static double slender_wave_number(int j) {
    double k = (j + 0.5) * JW_PI;
    for (int i = 0; i < 50; ++i) { // Fixed point of cos k = -1/cosh k near odd multiples of pi/2
        const double tilt = asin(1.0 / cosh(k));
        k = (j + 0.5) * JW_PI + (j % 2 ? -tilt : tilt);
    }
    return k;
}

/********* Common *********/

static void fill_modes(JwDelayBeam *beam) {
    if (beam->kind == JW_DELAY_TIMOSHENKO) {
        timoshenko_frequencies(beam->n_modes, beam->omega);
    }
    for (int j = 0; j < beam->n_modes; ++j) {
        const double sign = j % 2 ? -1.0 : 1.0;
        switch (beam->kind) {
        case JW_DELAY_TIMOSHENKO:
            beam->shape[j] = sign * tip_value(beam->omega[j]);
            break;
        case JW_DELAY_EULER_BERNOULLI:
            beam->omega[j] = slender_wave_number(j) * slender_wave_number(j);
            beam->shape[j] = sign * 2.0;
            break;
        case JW_DELAY_STRING:
            beam->omega[j] = (2 * j + 1) * JW_PI;
            beam->shape[j] = sign * sqrt(2.0);
            break;
        }
    }
}

bool jw_delay_beam_init(JwDelayBeam *beam, JwDelayKind kind, int n_modes, double damping_ratio) {
    if (n_modes < 1 || !(damping_ratio >= 0.0 && damping_ratio < 1.0)) {
        return false;
    }
    double *memory = calloc((size_t)n_modes, 2 * sizeof(double));
    if (!memory) {
        return false;
    }
    *beam = (JwDelayBeam){.kind = kind,
                          .n_modes = n_modes,
                          .omega = memory,
                          .shape = memory + n_modes,
                          .damping_ratio = damping_ratio};
    fill_modes(beam);
    return true;
}

void jw_delay_beam_clear(JwDelayBeam *beam) {
    free(beam->omega);
    beam->omega = beam->shape = NULL;
    beam->n_modes = 0;
}

double jw_delay_beam_spacing(JwDelayKind kind, int n) {
    switch (kind) {
    case JW_DELAY_TIMOSHENKO: // Two wave speeds, each with its own series of frequencies
        return JW_PI / (1.0 / sqrt(sz_beta * sz_gamma) + 1.0 / sqrt(sz_beta));
    case JW_DELAY_EULER_BERNOULLI:
        return 2.0 * JW_PI * JW_PI * n;
    case JW_DELAY_STRING:
        return 2.0 * JW_PI;
    }
    return 1.0;
}
