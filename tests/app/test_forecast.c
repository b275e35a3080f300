// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The time left that a bar tells: near the truth, and steady whatever the speed does.

#include "program/forecast.h"
#include "support/check.h"

#include <math.h>
#include <stdint.h>

static uint64_t seed = 1;

static double random_part(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

typedef struct {
    int n_rises;       ///< Times that more was left than before
    double worst_rise; ///< The most by which it rose [s]
    double worst;      ///< Furthest from the truth, over the truth, after `settled` seconds
    double last;       ///< What was told last
} Told;

/// A job of so many seconds that goes at a random speed within `jitter` of its mean at each step,
/// `factor` times slower in its second half.
static Told watch(double seconds, double step_s, double jitter, double factor, double settled) {
    JwForecast f = {0};
    Told told = {.last = -1.0};
    const double half_s = seconds / (1.0 + factor);
    double part = 0.0, before = -1.0;
    for (double t = 0.0; t < seconds; t += step_s) {
        const double now = 100.0 + t;
        jw_forecast_step(&f, now, part);
        const double left = jw_forecast_left_s(&f, now);
        if (before >= 0.0 && left > before) {
            ++told.n_rises;
            told.worst_rise = fmax(told.worst_rise, left - before);
        }
        if (t > settled && seconds - t > 5.0) {
            told.worst = fmax(told.worst, fabs(left / (seconds - t) - 1.0));
        }
        before = told.last = left;
        const double speed = t < half_s ? 0.5 / half_s : 0.5 / (seconds - half_s);
        part = fmin(part + step_s * speed * (1.0 + jitter * (2.0 * random_part() - 1.0)), 1.0);
    }
    return told;
}

static void check_steady(void) {
    static const double jitters[] = {0.0, 0.5, 0.95};
    for (int i = 0; i < 3; ++i) {
        const Told told = watch(60.0, 0.1, jitters[i], 1.0, 3.0);
        check(told.n_rises == 0, "speed within %g: %d rises", jitters[i], told.n_rises);
        check_below(told.worst, 0.3, "speed within %g: part off", jitters[i]);
        check(told.last >= 1.0 && told.last <= 2.0, "at the end %g s", told.last);
    }
}

/// Twice as slow from the middle on: it learns of that, and says so in a few steps.
static void check_change(void) {
    const Told slower = watch(90.0, 0.1, 0.3, 2.0, 60.0);
    check_below(slower.worst, 0.25, "twice as slow, half a minute later: part off");
    check(slower.n_rises <= 12, "in %d rises", slower.n_rises);
    const Told faster = watch(60.0, 0.1, 0.3, 0.5, 55.0);
    check(faster.n_rises == 0, "twice as fast: %d rises", faster.n_rises);
}

static void check_edges(void) {
    JwForecast f = {0};
    check(jw_forecast_left_s(&f, 5.0) < 0.0, "nothing is known before the first step");
    jw_forecast_step(&f, 5.0, 0.0);
    jw_forecast_step(&f, 5.0, 0.5);
    check(jw_forecast_left_s(&f, 5.5) < 0.0, "nor after half a second");
    jw_forecast_step(&f, 7.0, 0.0);
    jw_forecast_step(&f, 8.0, 0.0);
    check(jw_forecast_left_s(&f, 8.0) < 0.0, "nor where nothing is done");
    jw_forecast_step(&f, 9.0, 0.5);
    jw_forecast_step(&f, 10.0, 0.4);
    check(f.part == 0.5 && isfinite(jw_forecast_left_s(&f, 10.0)), "a job does not go back");
    jw_forecast_step(&f, 11.0, 1.0);
    check(jw_forecast_left_s(&f, 30.0) == 1.0, "the last second");
}

int main(void) {
    check_steady();
    check_change();
    check_edges();
    return check_result();
}
