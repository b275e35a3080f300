// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/shape.h"

#include "base/pi.h"

#include <math.h>

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

// Clenshaw's recurrence: one cosine a point, not a sine a mode.
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
