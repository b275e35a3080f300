// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How long a job still takes, told so that it can be read: it counts down, and changes its mind
// slowly.

#ifndef JW_FORECAST_H
#define JW_FORECAST_H

/// Set to {0} before use.
typedef struct {
    double start_s; ///< Of the first step
    double at_s;    ///< of the last one,
    double part;    ///< and how much of the job was done then, 0..1
    double speed;   ///< Parts a second, smoothed; 0: not known yet
    double end_s;   ///< When the job ends, smoothed; 0: not known
    double shown_s; ///< Time left, as it was told last; 0: never
} JwForecast;

/// Takes what is done at an instant of any steady clock; less than before counts as the same.
/// [main]
void jw_forecast_step(JwForecast *forecast, double now_s, double part);

/// Time left, in whole seconds; negative as long as nobody can know. [main]
double jw_forecast_left_s(JwForecast *forecast, double now_s);

#endif // JW_FORECAST_H
