// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/fourier.h"

#include "base/elementary.h"
#include "base/pi.h"

void jw_fourier_table(JwComplex *table, size_t n) {
    for (size_t i = 0; i < n / 2; i++) {
        const double angle = -2.0 * JW_PI * (double)i / (double)n;
        table[i] = (JwComplex){jw_cos(angle), jw_sin(angle)};
    }
}

/// Transforms by decimation in frequency, output in natural order. stride: size of the whole table
/// over that for this n.
static void transform(JwComplex *data, JwComplex *work, const JwComplex *table, size_t stride,
                      size_t n) {
    if (n < 2) {
        return;
    }
    const size_t half = n / 2;
    for (size_t i = 0; i < half; i++) {
        const JwComplex a = data[i], b = data[i + half], w = table[stride * i];
        const JwComplex d = {a.re - b.re, a.im - b.im};
        work[i] = (JwComplex){a.re + b.re, a.im + b.im};
        work[i + half] = (JwComplex){d.re * w.re - d.im * w.im, d.re * w.im + d.im * w.re};
    }
    transform(work, data, table, 2 * stride, half);
    transform(work + half, data, table, 2 * stride, half);
    for (size_t i = 0; i < half; i++) {
        data[2 * i] = work[i];
        data[2 * i + 1] = work[i + half];
    }
}

void jw_fourier_transform(JwComplex *data, JwComplex *work, const JwComplex *table, size_t n) {
    transform(data, work, table, 1, n);
}
