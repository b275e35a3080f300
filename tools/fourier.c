// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fourier.h"

#include "base/pi.h"

#include <math.h>

// Decimates in frequency; the result is in order.
void fourier_transform(Complex *data, Complex *work, size_t n) {
    if (n < 2) {
        return;
    }
    const size_t half = n / 2;
    for (size_t i = 0; i < half; i++) {
        const double angle = -2.0 * JW_PI * (double)i / (double)n;
        const Complex a = data[i];
        const Complex b = data[i + half];
        const Complex d = {a.re - b.re, a.im - b.im};
        work[i] = (Complex){a.re + b.re, a.im + b.im};
        work[i + half] =
            (Complex){d.re * cos(angle) - d.im * sin(angle), d.re * sin(angle) + d.im * cos(angle)};
    }
    fourier_transform(work, data, half);
    fourier_transform(work + half, data, half);
    for (size_t i = 0; i < half; i++) {
        data[2 * i] = work[i];
        data[2 * i + 1] = work[i + half];
    }
}
