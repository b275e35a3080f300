// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// High-pass that lets a click through and no string.

#ifndef JW_HIGH_PASS_H
#define JW_HIGH_PASS_H

#include "base/pi.h"

#include <math.h>

/// Butterworth high-pass of the eighth order at 6 kHz, in place.
static inline void high_pass(double *x, int n, double rate_hz) {
    enum { SECTIONS = 4 };
    const double w = 2.0 * JW_PI * 6000.0 / rate_hz;
    for (int k = 0; k < SECTIONS; ++k) {
        const double a = sin(w) * cos(JW_PI * (2 * k + 1) / (4.0 * SECTIONS)), c = cos(w);
        const double b = 0.5 * (1.0 + c) / (1.0 + a);
        double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
        for (int i = 0; i < n; ++i) {
            const double y =
                b * (x[i] - 2.0 * x1 + x2) + (2.0 * c * y1 - (1.0 - a) * y2) / (1.0 + a);
            x2 = x1;
            x1 = x[i];
            y2 = y1;
            y1 = y;
            x[i] = y;
        }
    }
}

#endif // JW_HIGH_PASS_H
