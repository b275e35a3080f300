// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Forecast of the time that a job still takes, told so that it can be read: it counts down, and
// rises seldom.

#ifndef JW_FORECAST_H
#define JW_FORECAST_H

/// State of the forecast; set to {0} before use.
typedef struct {
    double start_s; ///< Time of the first step
    double at_s;    ///< Time of the last step
    double part;    ///< Part of the job that was done at the last step, 0..1
    double speed;   ///< Parts a second, smoothed; 0 while not known
    double end_s;   ///< Time at which the job ends, smoothed; 0 while not known
    double shown_s; ///< Time left that was told last; 0 if none was
} JwForecast;

/// Notes the part that is done at a time of any steady clock; less than before counts as the same.
/// [main]
void jw_forecast_step(JwForecast *forecast, double now_s, double part);

/// Time left, in whole seconds; negative while nobody can know. [main]
double jw_forecast_left_s(JwForecast *forecast, double now_s);

#endif // JW_FORECAST_H
