// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Frequencies, decays and number of a string's modes.

#include "base/elementary.h"
#include "base/pi.h"
#include "string/modes.h"

#include <math.h>

double jw_modes_omega(const JwStringData *data, int n) {
    const double beta = n * JW_PI / data->length_m;
    return sqrt((data->tension_n + data->ei_n_m2 * beta * beta) / data->mu_kg_m) * beta;
}

/// Decay rate [1/s] by Valette & Cuesta 1993 as fitted by Issanchou et al. 2017: air, visco-elastic
/// and constant 1/Q.
static double valette_sigma(const JwStringData *s, int n, double low, double high) {
    const JwLosses *l = &s->losses;
    const double f = jw_modes_omega(s, n) / (2.0 * JW_PI);
    const double f0 = n * sqrt(s->tension_n / s->mu_kg_m) / (2.0 * s->length_m);
    const double drag =
        2.0 * JW_PI *
        (l->air_viscosity + l->diameter_m * sqrt(JW_PI * l->air_viscosity * l->air_density * f));
    const double air = drag / (2.0 * JW_PI * s->mu_kg_m * f) * (f0 / f);
    const double visco = 4.0 * JW_PI * JW_PI * s->mu_kg_m * s->ei_n_m2 * l->viscoelastic * f0 * f0 *
                         f0 / (s->tension_n * s->tension_n * f);
    return JW_PI * f * (low * (air + l->inverse_q) + high * visco);
}

double jw_modes_sigma(const JwStringData *data, int n, double loss_low, double loss_high) {
    if (data->losses.law == JW_LOSS_VALETTE) {
        return valette_sigma(data, n, loss_low, loss_high);
    }
    const JwLosses *l = &data->losses;
    const double beta = n * JW_PI / data->length_m;
    return loss_low * l->s0 + loss_high * (l->s1 + l->s3 * beta * beta) * beta;
}

double jw_modes_radiation(const JwModesSpec *spec, int n, double end_m) {
    const JwStringData *data = &spec->data;
    const double speed = sqrt(data->tension_n / data->mu_kg_m);
    const double there_and_back = 2.0 * data->length_m / speed;
    const double sigma = jw_modes_sigma(data, 2 * n, spec->loss_low, spec->loss_high);
    const double lost = -jw_expm1(-2.0 * there_and_back * sigma);
    return 0.35 * lost * jw_pow(speed / (spec->step_rate_hz * fmax(end_m, 1e-6)), 3.0);
}

int jw_modes_count(const JwStringData *data, double band_hz, double step_rate_hz) {
    const double limit = 2.0 * JW_PI * fmin(band_hz, JW_MODES_SHARE * step_rate_hz);
    int low = 1, high = JW_MAX_MODES + 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (jw_modes_omega(data, middle) <= limit) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Ease of a string with 60 partials or more. Rms of the six cases of tests/test_jawari.c at
/// quality 1: 2.01 dB, without it 2.08, with twice as much 2.25. With fewer partials more is
/// better: on a sitar's chikari with 35, qualities 1 and 4 are 2.0 dB apart with 0.58, and 3.2 dB
/// with 0.15.
static const double ease_of_many = 0.15, most_ease = 0.6;

double jw_modes_ease(int n) {
    return fmin(ease_of_many * fmax(jw_pow(60.0 / fmax(n, 1.0), 2.5), 1.0), most_ease);
}

JwPrecision jw_modes_precision(const JwStringData *data, double loss_low, double loss_high, int n,
                               double step_rate_hz) {
    if (!(jw_modes_omega(data, 1) >= 3e-4 * step_rate_hz)) {
        return JW_PRECISION_F64;
    }
    const double least = 5e-7 * step_rate_hz;
    for (int j = 1; j <= n; ++j) {
        if (!(jw_modes_sigma(data, j, loss_low, loss_high) >= least)) {
            return JW_PRECISION_F64;
        }
    }
    return JW_PRECISION_F32;
}

JW_REALTIME double jw_modes_root(const JwModes *modes, int j) {
    return sqrt(1.0 - 0.5 * jw_element(modes->precision, modes->damp, (size_t)j));
}
