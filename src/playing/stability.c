// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/stability.h"

#include "base/elementary.h"
#include "base/pi.h"
#include "playing/allocator.h"
#include "playing/tables.h"
#include "string/modes.h"

#include <math.h>

/// Largest pull on a string [semitone]: by its tuning, by everything else together, and one
/// semitone for the bridge's effect on the tone.
static const double pull_most = JW_TUNING_RANGE + JW_PULL_MAX + 1;

/// Load m_j^2/(1 - kappa_j/4) of mode j >= 1 at theta [rad/step].
static double load(int j, double theta) {
    const double m = sqrt(2.0) / (j * JW_PI), c = jw_cos(0.5 * theta);
    return m * m / (c * c);
}

/// Highest frequency of mode j of a string [rad/step]. Modes past the n of the string as built are
/// additional modes of a slackened string; `bent` is the ratio of the largest pull.
static double highest(const JwStringData *data, int j, int n, double band, double dt_s,
                      double bent) {
    const double own = j <= n ? fmin(jw_modes_omega(data, j) * dt_s, JW_MODES_THETA) : band;
    return fmax(own, fmin(own * bent, JW_BENT_THETA));
}

/// Equivalent mass [kg] of the pull on the bridge of a string stopped at a fret, at a step rate.
static double pull_kg(const JwStringSpec *string, int fret, double band_hz, double step_rate_hz) {
    JwStringData d = string->data, slack;
    d.length_m = jw_string_data_stopped_length_m(&d, string->fret_semitones[fret]);
    slack = d;
    slack.tension_n = fmax(jw_string_data_tension_n(&d, jw_string_data_pitch_hz(&d) *
                                                            jw_exp2(-JW_TUNING_RANGE / 12.0)),
                           0.0);
    const int n = jw_modes_count(&d, band_hz, step_rate_hz);
    const int n_slack = jw_modes_count(&slack, band_hz, step_rate_hz);
    const double band = 2.0 * JW_PI * band_hz / step_rate_hz;
    const double bent = jw_exp2(pull_most / 12.0);
    double sum = -1.0 / 3.0;
    for (int j = 1; j <= n || j <= n_slack; ++j) {
        sum += load(j, highest(&d, j, n, band, 1.0 / step_rate_hz, bent));
    }
    return d.mu_kg_m * d.length_m * fmax(sum, 0.0);
}

static double strings_kg(const JwInstrument *instrument, int quality, double rate_hz) {
    const double step_rate_hz = rate_hz * quality;
    double sum = 0.0;
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        const int own =
            string->quality > 0 && string->quality < quality ? string->quality : quality;
        double most = 0.0;
        for (int f = 0; f < string->n_frets; ++f) {
            most = fmax(most, pull_kg(string, f, jw_band_hz(own, step_rate_hz), step_rate_hz));
        }
        sum += most;
    }
    return sum;
}

JwStatus jw_stability_check(const JwInstrument *instrument, double rate_hz, JwStability *found) {
    JwStability worst = {0.0, 0.0};
    for (int quality = 1; quality <= 4 && jw_body_couples(instrument->body, instrument->n_body);
         quality *= 2) {
        JwBody body;
        const JwStatus status =
            jw_body_lay_out(&body, instrument->body, instrument->n_body, rate_hz * quality);
        if (status) {
            return status;
        }
        const JwStability here = {strings_kg(instrument, quality, rate_hz),
                                  jw_body_least_mass(&body)};
        if (quality == 1 || here.body_kg * worst.strings_kg < worst.body_kg * here.strings_kg) {
            worst = here;
        }
    }
    if (found) {
        *found = worst;
    }
    return worst.strings_kg == 0.0 || worst.strings_kg < worst.body_kg ? JW_SUCCESS
                                                                       : JW_ERR_UNSTABLE_BODY;
}
