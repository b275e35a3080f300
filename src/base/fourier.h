// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fourier transform whose length is a power of two.

#ifndef JW_FOURIER_H
#define JW_FOURIER_H

#include <stddef.h>

typedef struct {
    double re;
    double im;
} JwComplex;

/// Fills table with the n / 2 twiddle factors of jw_fourier_transform(). [any]
void jw_fourier_table(JwComplex *table, size_t n);

/// Transforms n = 2^k numbers in place; work is scratch of n numbers. [any]
void jw_fourier_transform(JwComplex *data, JwComplex *work, const JwComplex *table, size_t n);

#endif // JW_FOURIER_H
