// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fourier transform of as many numbers as a power of two.

#ifndef JW_FOURIER_H
#define JW_FOURIER_H

#include <stddef.h>

typedef struct {
    double re;
    double im;
} JwComplex;

/// Fills n / 2 places with the numbers that jw_fourier_transform() turns by. [any]
void jw_fourier_table(JwComplex *table, size_t n);

/// Transforms data in place; work has n places too, and n = 2^k. [any]
void jw_fourier_transform(JwComplex *data, JwComplex *work, const JwComplex *table, size_t n);

#endif // JW_FOURIER_H
