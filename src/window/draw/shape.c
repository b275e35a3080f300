// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/shape.h"

#include "base/pi.h"

#include <math.h>

/// Number of positions summed in parallel.
enum { LANES = 8 };

int jw_shape_modes(const float *amplitude_m, int n, double least_m) {
    double rest = 0.0;
    while (n > 0) {
        rest += fabs((double)amplitude_m[n - 1]);
        if (!(rest <= least_m)) {
            break;
        }
        --n;
    }
    return n;
}

// Clenshaw's recurrence: one cosine per point instead of one sine per mode.
double jw_shape_m(const float *amplitude_m, int n, double part) {
    const double angle = JW_PI * part;
    const double c = 2.0 * cos(angle);
    double b1 = 0.0, b2 = 0.0;
    for (int j = n - 1; j >= 0; --j) {
        const double b = (double)amplitude_m[j] + c * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    return sin(angle) * b1;
}

/// Clenshaw's recurrence in all lanes, given twice the cosines; returns the sums divided by the
/// sines.
static void sum_lanes(const float *amplitude_m, int n, const double c[LANES], double sum[LANES]) {
    double before[LANES] = {0.0};
    for (int i = 0; i < LANES; ++i) {
        sum[i] = 0.0;
    }
    int j = n - 1;
    for (; j > 0; j -= 2) { // Two modes per turn avoid moving sums
        const double first = (double)amplitude_m[j];
        const double second = (double)amplitude_m[j - 1];
        for (int i = 0; i < LANES; ++i) {
            before[i] = first + c[i] * sum[i] - before[i];
            sum[i] = second + c[i] * before[i] - sum[i];
        }
    }
    for (int i = 0; i < LANES && j == 0; ++i) {
        sum[i] = (double)amplitude_m[0] + c[i] * sum[i] - before[i];
    }
}

void jw_shape_row_m(const float *amplitude_m, int n, double from, double step, int count,
                    double *height_m) {
    const double turn_cos = cos(JW_PI * step);
    const double turn_sin = sin(JW_PI * step);
    double x = cos(JW_PI * from), y = sin(JW_PI * from); // Cosine and sine of a position's angle
    for (int first = 0; first < count; first += LANES) {
        double c[LANES], s[LANES], sum[LANES];
        for (int i = 0; i < LANES; ++i) {
            c[i] = 2.0 * x;
            s[i] = y;
            const double next = x * turn_cos - y * turn_sin;
            y = x * turn_sin + y * turn_cos;
            x = next;
        }
        sum_lanes(amplitude_m, n, c, sum);
        for (int i = 0; i < LANES && first + i < count; ++i) {
            height_m[first + i] = s[i] * sum[i];
        }
    }
}
