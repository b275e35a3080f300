// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chain_matrix.h"

#include <math.h>
#include <string.h>

enum { max_impacts = JW_CHAIN_MAX_IMPACTS };

static void swap_rows(int width, double *a, double *b) {
    for (int i = 0; i < width; ++i) {
        const double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static int pivot_row(int n, const double *a, int column) {
    int best = column;
    for (int i = column + 1; i < n; ++i) {
        if (fabs(a[i * n + column]) > fabs(a[best * n + column])) {
            best = i;
        }
    }
    return best;
}

bool jw_chain_solve(int n, double *a, int n_right, double *b) {
    for (int c = 0; c < n; ++c) {
        const int pivot = pivot_row(n, a, c);
        if (!(fabs(a[pivot * n + c]) > 1e-300)) { // True for a NaN too
            return false;
        }
        if (pivot != c) {
            swap_rows(n, a + c * n, a + pivot * n);
            swap_rows(n_right, b + c * n_right, b + pivot * n_right);
        }
        for (int i = 0; i < n; ++i) {
            const double factor = i == c ? 0.0 : a[i * n + c] / a[c * n + c];
            if (factor == 0.0) {
                continue;
            }
            for (int j = c; j < n; ++j) {
                a[i * n + j] -= factor * a[c * n + j];
            }
            for (int r = 0; r < n_right; ++r) {
                b[i * n_right + r] -= factor * b[c * n_right + r];
            }
        }
    }
    for (int i = 0; i < n; ++i) {
        for (int r = 0; r < n_right; ++r) {
            b[i * n_right + r] /= a[i * n + i];
        }
    }
    return true;
}

// Matrices Sigma and Pi, and the derivatives of Pi's entries.
typedef struct {
    double sigma[max_impacts * max_impacts];
    double pi[max_impacts * max_impacts];
    double dpi[max_impacts * max_impacts];
} Matrices;

static void fill(const JwChain *chain, const JwChainOrbit *orbit, Matrices *m) {
    const int k = orbit->impacts;
    for (int i = 0; i < k; ++i) {
        for (int l = 0; l <= i; ++l) {
            double g[3];
            jw_chain_response(chain, orbit->period, orbit->t[i] - orbit->t[l], g);
            m->sigma[i * k + l] = m->sigma[l * k + i] = g[0];
            m->pi[i * k + l] = g[1];
            m->pi[l * k + i] = -g[1];
            m->dpi[i * k + l] = m->dpi[l * k + i] = i == l ? 0.0 : g[2];
        }
    }
}

static bool finite_all(int n, const double *a) {
    for (int i = 0; i < n; ++i) {
        if (!isfinite(a[i])) {
            return false;
        }
    }
    return true;
}

static bool solve_impulses(const Matrices *m, JwChainOrbit *orbit, double *slip) {
    double sigma[max_impacts * max_impacts];
    const int k = orbit->impacts;
    memcpy(sigma, m->sigma, sizeof(sigma));
    for (int i = 0; i < k; ++i) {
        orbit->lambda[i] = -1.0;
    }
    if (!finite_all(k * k, sigma) || !jw_chain_solve(k, sigma, 1, orbit->lambda)) {
        return false;
    }
    for (int i = 0; i < k; ++i) {
        slip[i] = 0.0;
        for (int l = 0; l < k; ++l) {
            slip[i] += m->pi[i * k + l] * orbit->lambda[l];
        }
    }
    return finite_all(k, slip);
}

bool jw_chain_impulses(const JwChain *chain, JwChainOrbit *orbit, double *slip) {
    Matrices m = {0};
    fill(chain, orbit, &m);
    return solve_impulses(&m, orbit, slip);
}

// Derivative with Sigma lambda = -1:  d(Pi lambda) = dPi lambda - Pi Sigma^-1 dSigma lambda. Moving
// t_j changes row and column j of both matrices.
bool jw_chain_jacobian(const JwChain *chain, JwChainOrbit *orbit, double *slip, double *jacobian) {
    Matrices m = {0};
    double shift[max_impacts * max_impacts]; // Sigma^-1 dSigma lambda, a column for each t_j
    const int k = orbit->impacts;
    fill(chain, orbit, &m);
    if (!solve_impulses(&m, orbit, slip)) {
        return false;
    }
    memset(shift, 0, sizeof(shift));
    memset(jacobian, 0, (size_t)(k * k) * sizeof(*jacobian));
    for (int i = 0; i < k; ++i) {
        for (int j = 0; j < k; ++j) {
            shift[i * k + i] += m.pi[i * k + j] * orbit->lambda[j];
            shift[i * k + j] -= m.pi[i * k + j] * orbit->lambda[j];
            jacobian[i * k + i] += m.dpi[i * k + j] * orbit->lambda[j];
            jacobian[i * k + j] -= m.dpi[i * k + j] * orbit->lambda[j];
        }
    }
    if (!jw_chain_solve(k, m.sigma, k, shift)) {
        return false;
    }
    for (int i = 0; i < k; ++i) {
        for (int j = 0; j < k; ++j) {
            for (int l = 0; l < k; ++l) {
                jacobian[i * k + j] -= m.pi[i * k + l] * shift[l * k + j];
            }
        }
    }
    return finite_all(k * k, jacobian);
}
