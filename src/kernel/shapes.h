// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Building blocks of new tables: shapes of a string's partials, and sums of their products over the
// partials.
//
// Products are rounded before they are added, and sums run in JW_SHAPE_LANES partial sums, so that
// every level of the instruction set gives the same bits.

#ifndef JW_SHAPES_H
#define JW_SHAPES_H

#include "base/attributes.h"

enum {
    JW_SHAPE_LANES = 8,
    JW_GRAM_WEIGHTS = 3, ///< Largest number of sums over the same products
};

/// Rows of numbers of n partials, `apart` from one row to the next, and the weights of their
/// products. Rows and weights begin at a 64-byte boundary; n and apart are multiples of
/// JW_SHAPE_LANES.
typedef struct {
    const double *rows;
    int n_rows, apart, n;
    const double *weight[JW_GRAM_WEIGHTS]; ///< Weights of the partials in each sum
    int n_sums;                            ///< 1 or JW_GRAM_WEIGHTS
} JwGram;

typedef struct {
    void (*fill)(int first, int n, double part, double *out);
    void (*gram)(const JwGram *gram, double *const sum[]);
} JwShapeLoops;

/// Number of partials, rounded up to whole lanes. [any]
static inline int jw_shapes_padded(int n) {
    return (n + JW_SHAPE_LANES - 1) / JW_SHAPE_LANES * JW_SHAPE_LANES;
}

/// Fills `out` with sqrt(2) sin(j pi part) for j from `first` on; part is in 0..1, j up to 2^20.
/// Errors are about 1e-15, relative to the value for the first numbers, plus the effect of rounding
/// j part. Writes jw_shapes_padded(n) numbers; `out` is aligned to 64 bytes. [any]
void jw_shapes_fill(int first, int n, double part, double *out);

/// Adds to the lower half of each sum, a matrix n_rows x n_rows, the sum over the partials of
/// weight row_i row_k. [any]
void jw_shapes_gram(const JwGram *gram, double *const sum[]);

/// Copies the half below the diagonal of a matrix n x n to the half above. [any]
void jw_shapes_mirror(double *sum, int n);

#endif // JW_SHAPES_H
