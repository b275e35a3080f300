// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/string_data.h"

#include "base/elementary.h"
#include "base/pi.h"

#include <math.h>

// Frequencies are those of a stiff string with hinged ends: mu omega^2 = T beta^2 + EI beta^4, with
// beta = pi/L for the fundamental.

double jw_string_data_pitch_hz(const JwStringData *data) {
    const double beta = JW_PI / data->length_m;
    const double stiffness = data->tension_n + data->ei_n_m2 * beta * beta;
    return beta * sqrt(stiffness / data->mu_kg_m) / (2.0 * JW_PI);
}

double jw_string_data_tension_n(const JwStringData *data, double pitch_hz) {
    const double beta = JW_PI / data->length_m;
    const double c = 2.0 * JW_PI * pitch_hz / beta;
    return data->mu_kg_m * c * c - data->ei_n_m2 * beta * beta;
}

double jw_string_data_stopped_length_m(const JwStringData *data, double semitones) {
    const double omega = 2.0 * JW_PI * jw_string_data_pitch_hz(data) * jw_exp2(semitones / 12.0);
    const double m = data->mu_kg_m * omega * omega;
    const double t = data->tension_n;
    // Root of EI beta^4 + T beta^2 = m, in the form that stays finite for EI = 0.
    const double beta2 = 2.0 * m / (t + sqrt(t * t + 4.0 * data->ei_n_m2 * m));
    return JW_PI / sqrt(beta2);
}
