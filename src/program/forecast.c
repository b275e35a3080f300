// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/forecast.h"

#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>

static const double known_s = 1.0; // Elapsed time below which there is no forecast
static const double least_speed = 1e-6;
static const double speed_s = 6.0; // Time constant of the smoothed speed
static const double end_s = 4.0;   // Time constant of the smoothed end time

// The time left is shown to rise only if it rises by more than both of these.
static const double rise_s = 3.0;
static const double rise_part = 0.15;

void jw_forecast_step(JwForecast *f, double now_s, double part) {
    if (f->start_s == 0.0) {
        *f = (JwForecast){.start_s = now_s, .at_s = now_s, .part = part};
        return;
    }
    const double elapsed = now_s - f->start_s, step_s = now_s - f->at_s;
    if (step_s <= 0.0) {
        return;
    }
    const double done = fmax(part - f->part, 0.0);
    // The mean over all steps is used while fewer than speed_s seconds are known.
    const double share = fmax(1.0 - jw_exp(-step_s / speed_s), fmin(step_s / elapsed, 1.0));
    f->speed += share * (done / step_s - f->speed);
    f->at_s = now_s;
    f->part += done;
    if (f->speed < least_speed) {
        f->end_s = 0.0;
        return;
    }
    const double end = now_s + (1.0 - f->part) / f->speed;
    const bool fresh = elapsed < known_s || f->end_s == 0.0;
    f->end_s += fresh ? end - f->end_s : (1.0 - jw_exp(-step_s / end_s)) * (end - f->end_s);
}

double jw_forecast_left_s(JwForecast *f, double now_s) {
    if (f->start_s == 0.0 || now_s - f->start_s < known_s || f->end_s == 0.0) {
        return -1.0;
    }
    const double left = ceil(fmax(f->end_s - now_s, 1.0));
    const double most = f->shown_s + fmax(rise_s, rise_part * f->shown_s);
    if (f->shown_s == 0.0 || left < f->shown_s || left > most) {
        f->shown_s = left;
    }
    return f->shown_s;
}
