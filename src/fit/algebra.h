// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Linear algebra of the fit; matrices are stored column by column. LAPACK does the work.

#ifndef JW_ALGEBRA_H
#define JW_ALGEBRA_H

#include <complex.h>
#include <stdbool.h>

/// Least squares: the n numbers x for which |A x - b| is least, A of m >= n rows. Spoils a and b;
/// the first n numbers of b are x. False if the columns depend on one another. [any]
bool jw_least_squares(double *a, double *b, int m, int n);

/// The same of complex numbers, for `sides` columns of b. [any]
bool jw_complex_least_squares(double complex *a, double complex *b, int m, int n, int sides);

/// Eigenvalues of a symmetric matrix of n rows, ascending; its columns become the eigenvectors.
/// [any]
bool jw_symmetric_eigen(double *a, double *value, int n);

/// Eigenvalues of any complex matrix of n rows; spoils it. [any]
bool jw_complex_eigenvalues(double complex *a, double complex *value, int n);

/// Left singular vectors of a matrix of m rows and n >= m columns, those of the largest singular
/// values first; spoils a. u has m x m places. [any]
bool jw_complex_left_vectors(double complex *a, double complex *u, int m, int n);

#endif // JW_ALGEBRA_H
