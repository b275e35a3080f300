// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "rk4.h"

// Adds a stage: sum += weight * slope; at = y + reach * slope.
static void add_stage(const double *y, const double *slope, int n, double weight, double reach,
                      double *sum, double *at) {
    for (int i = 0; i < n; ++i) {
        sum[i] += weight * slope[i];
        at[i] = y[i] + reach * slope[i];
    }
}

void jw_rk4_step(JwSlope slope, void *system, double *y, int n, double h, double *scratch) {
    double *k = scratch;
    double *at = scratch + n;
    double *sum = scratch + 2 * n;
    for (int i = 0; i < n; ++i) {
        sum[i] = 0.0;
    }
    slope(system, y, k);
    add_stage(y, k, n, 1.0, 0.5 * h, sum, at);
    slope(system, at, k);
    add_stage(y, k, n, 2.0, 0.5 * h, sum, at);
    slope(system, at, k);
    add_stage(y, k, n, 2.0, h, sum, at);
    slope(system, at, k);
    for (int i = 0; i < n; ++i) {
        y[i] += h / 6.0 * (sum[i] + k[i]);
    }
}
