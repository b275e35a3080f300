// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/algebra.h"

#include <lapacke.h>
#include <stdlib.h>

bool jw_least_squares(double *a, double *b, int m, int n) {
    return LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', m, n, 1, a, m, b, m) == 0;
}

bool jw_complex_least_squares(double complex *a, double complex *b, int m, int n, int sides) {
    return LAPACKE_zgels(LAPACK_COL_MAJOR, 'N', m, n, sides, a, m, b, m) == 0;
}

bool jw_symmetric_eigen(double *a, double *value, int n) {
    return LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', n, a, n, value) == 0;
}

bool jw_complex_eigenvalues(double complex *a, double complex *value, int n) {
    return LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', n, a, n, value, NULL, 1, NULL, 1) == 0;
}

bool jw_complex_left_vectors(double complex *a, double complex *u, int m, int n) {
    double *size = malloc((size_t)m * sizeof(*size));
    double complex *right = malloc((size_t)m * (size_t)n * sizeof(*right));
    const bool ok = size && right &&
                    LAPACKE_zgesdd(LAPACK_COL_MAJOR, 'S', m, n, a, m, size, u, m, right, m) == 0;
    free(size);
    free(right);
    return ok;
}
