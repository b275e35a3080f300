// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fourier transform of as many numbers as a power of two.

#ifndef JW_FOURIER_H
#define JW_FOURIER_H

#include <stddef.h>

typedef struct {
    double re;
    double im;
} Complex;

/// Transforms data in place; work has n places too, and n = 2^k.
void fourier_transform(Complex *data, Complex *work, size_t n);

#endif // JW_FOURIER_H
