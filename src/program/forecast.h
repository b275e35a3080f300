// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Forecast of the remaining time of a job, in a form easy to read: it counts down and rises seldom.

#ifndef JW_FORECAST_H
#define JW_FORECAST_H

/// State of the forecast; set to {0} before use.
typedef struct {
    double start_s; ///< Time of the first step
    double at_s;    ///< Time of the last step
    double part;    ///< Part of the job done at the last step, 0..1
    double speed;   ///< Parts per second, smoothed; 0 while unknown
    double end_s;   ///< Time at which the job ends, smoothed; 0 while unknown
    double shown_s; ///< Remaining time shown last; 0: none
} JwForecast;

/// Records the part done at a time of any steady clock; a decrease is ignored. [main]
void jw_forecast_step(JwForecast *forecast, double now_s, double part);

/// Remaining time in whole seconds; negative while unknown. [main]
double jw_forecast_left_s(JwForecast *forecast, double now_s);

#endif // JW_FORECAST_H
