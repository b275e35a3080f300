// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Linear algebra for the fit, done by LAPACK; matrices are stored by columns.

#ifndef JW_ALGEBRA_H
#define JW_ALGEBRA_H

#include <complex.h>
#include <stdbool.h>

/// Least squares: the n numbers x that minimize |A x - b|, where A has m >= n rows. Overwrites a
/// and b; the first n numbers of b become x. Returns false if the columns are linearly dependent.
/// [any]
bool jw_least_squares(double *a, double *b, int m, int n);

/// The same for complex numbers, with `sides` columns of b. [any]
bool jw_complex_least_squares(double complex *a, double complex *b, int m, int n, int sides);

/// Eigenvalues of a symmetric matrix with n rows, ascending; its columns become the eigenvectors.
/// [any]
bool jw_symmetric_eigen(double *a, double *value, int n);

/// Eigenvalues of a complex matrix with n rows; overwrites it. [any]
bool jw_complex_eigenvalues(double complex *a, double complex *value, int n);

/// Left singular vectors of a matrix with m rows and n >= m columns, in order of descending
/// singular values; overwrites a. u has m x m elements. [any]
bool jw_complex_left_vectors(double complex *a, double complex *u, int m, int n);

#endif // JW_ALGEBRA_H
