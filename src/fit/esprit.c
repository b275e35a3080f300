// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/esprit.h"

#include "fit/algebra.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = JW_ESPRIT_SAMPLES / 3, LEAST_ROWS = 8 };

/// Number of rows of the Hankel matrix of a signal of n samples.
static int rows_of(int n) {
    return n / 3;
}

/// Poles of the signal: eigenvalues of the map that shifts the signal space by one sample.
static bool find_poles(const double complex *x, int n, int n_poles, double complex *z) {
    static const int columns = JW_ESPRIT_SAMPLES;
    const int m = rows_of(n), wide = n - m + 1;
    double complex *hankel = malloc((size_t)ROWS * (size_t)columns * sizeof(*hankel));
    double complex u[ROWS * ROWS], before[ROWS * JW_ESPRIT_ORDER], after[ROWS * JW_ESPRIT_ORDER];
    for (int k = 0; hankel && k < wide; ++k) {
        for (int i = 0; i < m; ++i) {
            hankel[k * m + i] = x[k + i];
        }
    }
    bool ok = hankel && jw_complex_left_vectors(hankel, u, m, wide);
    free(hankel);
    for (int k = 0; ok && k < n_poles; ++k) {
        for (int i = 0; i < m - 1; ++i) {
            before[k * (m - 1) + i] = u[k * m + i];
            after[k * (m - 1) + i] = u[k * m + i + 1];
        }
    }
    ok = ok && jw_complex_least_squares(before, after, m - 1, n_poles, n_poles);
    double complex turn[JW_ESPRIT_ORDER * JW_ESPRIT_ORDER];
    for (int k = 0; ok && k < n_poles; ++k) {
        for (int i = 0; i < n_poles; ++i) {
            turn[k * n_poles + i] = after[k * (m - 1) + i];
        }
    }
    return ok && jw_complex_eigenvalues(turn, z, n_poles);
}

/// Amplitudes of poles by least squares, and the residual.
static bool find_amplitudes(const double complex *x, int n, int n_poles, const double complex *z,
                            double complex *amplitude, double *rest) {
    double complex power[JW_ESPRIT_SAMPLES * JW_ESPRIT_ORDER], b[JW_ESPRIT_SAMPLES];
    for (int k = 0; k < n_poles; ++k) {
        double complex p = 1.0;
        for (int i = 0; i < n; ++i) {
            power[k * n + i] = p;
            p *= z[k];
        }
    }
    for (int i = 0; i < n; ++i) {
        b[i] = x[i];
    }
    if (!jw_complex_least_squares(power, b, n, n_poles, 1)) {
        return false;
    }
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        double complex off = x[i];
        for (int k = 0; k < n_poles; ++k) {
            off -= b[k] * cpow(z[k], i);
        }
        sum += creal(off * conj(off));
    }
    for (int k = 0; k < n_poles; ++k) {
        amplitude[k] = b[k];
    }
    *rest = sqrt(sum / n);
    return isfinite(*rest);
}

/// Energy of a pole over n samples.
static double pole_energy(const JwPole *pole, int n) {
    const double a = creal(pole->amplitude * conj(pole->amplitude)), d = 2.0 * pole->decay;
    return fabs(d) * n < 1e-9 ? a * n : a * (1.0 - exp(-d * n)) / d;
}

static void sort(JwPole *pole, int n_poles, int n) {
    for (int i = 1; i < n_poles; ++i) {
        for (int k = i; k > 0 && pole_energy(&pole[k], n) > pole_energy(&pole[k - 1], n); --k) {
            const JwPole other = pole[k];
            pole[k] = pole[k - 1];
            pole[k - 1] = other;
        }
    }
}

bool jw_esprit(const double complex *x, int n, int n_poles, JwPole *pole, double *rest) {
    double complex z[JW_ESPRIT_ORDER], amplitude[JW_ESPRIT_ORDER];
    if (n > JW_ESPRIT_SAMPLES || rows_of(n) < LEAST_ROWS || !find_poles(x, n, n_poles, z)) {
        return false;
    }
    for (int k = 0; k < n_poles; ++k) {
        // A pole far from the unit circle is noise, and its powers may overflow.
        const double size = cabs(z[k]);
        z[k] = size > 1e-3 && size < 1.2 ? z[k] : 1e-3;
    }
    if (!find_amplitudes(x, n, n_poles, z, amplitude, rest)) {
        return false;
    }
    for (int k = 0; k < n_poles; ++k) {
        pole[k] = (JwPole){carg(z[k]), -log(cabs(z[k])), amplitude[k]};
    }
    sort(pole, n_poles, n);
    return true;
}
