// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/cutoff.h"
#include "base/pi.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Least part of the first direction's store that another must have; less is noise of the sums.
static const double least_store = 1e-10;

/// Distance between rows of n numbers, such that a column of many rows does not crowd one part of
/// the cache.
static ptrdiff_t rows_apart(int n) {
    return (n / 8 + 1) / 2 * 16 + 8;
}

/// Rotates two rows of n numbers that stand `apart` apart into each other.
static void rotate(double *restrict x, double *restrict y, int n, ptrdiff_t apart, double c,
                   double s) {
    for (int k = 0; k < n; ++k) {
        const double u = x[k * apart], v = y[k * apart];
        x[k * apart] = c * u - s * v;
        y[k * apart] = s * u + c * v;
    }
}

/// Finds eigenvalues, on the diagonal of a (n x n, symmetric, rows `apart` apart, destroyed), and
/// eigenvectors, in the rows of z, by cyclic Jacobi, which keeps small eigenvalues accurate. 5
/// points take 5 sweeps, 256 take 13, at most 17 were seen; where rounding keeps the criterion from
/// being met, more sweeps only turn the noise about.
static void eigen(double *a, double *z, int n, ptrdiff_t apart) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            z[i * apart + k] = i == k ? 1.0 : 0.0;
        }
    }
    for (int sweep = 0; sweep < JW_CUTOFF_SWEEPS; ++sweep) {
        double off = 0.0, diagonal = 0.0;
        for (int p = 0; p < n; ++p) {
            diagonal += a[p * apart + p] * a[p * apart + p];
            for (int q = p + 1; q < n; ++q) {
                off += a[p * apart + q] * a[p * apart + q];
            }
        }
        if (off <= 1e-34 * diagonal) {
            return;
        }
        for (int p = 0; p < n; ++p) {
            for (int q = p + 1; q < n; ++q) {
                const double apq = a[p * apart + q];
                if (fabs(apq) < 1e-300) {
                    continue;
                }
                const double theta = 0.5 * (a[q * apart + q] - a[p * apart + p]) / apq;
                // Square of a larger theta would overflow.
                const double t =
                    fabs(theta) > 1e150
                        ? 0.5 / theta
                        : copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
                const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                rotate(a + p, a + q, n, apart, c, s);
                rotate(a + p * apart, a + q * apart, n, 1, c, s);
                rotate(z + p * apart, z + q * apart, n, 1, c, s);
            }
        }
    }
}

/// Adds a mode's part of row i of the three sums, up to the diagonal.
static void add_products(const double *restrict phi, int i, double theta2, double s,
                         double *restrict k0, double *restrict g, double *restrict d) {
    for (int k = 0; k <= i; ++k) {
        const double p = phi[i] * phi[k] / theta2;
        const double q = p / theta2;
        k0[k] += p;
        g[k] += q;
        d[k] += q * s;
    }
}

/// Copies the half below the diagonal to the half above.
static void mirror(double *a, int n) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) {
            a[k * n + i] = a[i * n + k];
        }
    }
}

double jw_cutoff_shape(int j, double part) {
    // Remainder of the division by 2, exact as fmod() has it.
    const double turns = j * part;
    return sqrt(2.0) * sin(JW_PI * (turns - 2.0 * (double)(int64_t)(0.5 * turns)));
}

/// Sums K0, G and D (string/cutoff.h) over the modes cut off; phi is scratch of n.
static void sum_modes(const JwStringData *data, double dt_s, int n_band, const double *x_m, int n,
                      JwDecayLaw decay, const void *context, double *k0, double *g, double *d,
                      double *phi) {
    for (int j = n_band + 1; j <= JW_CUTOFF_REACH * n_band; ++j) {
        const double beta = j * JW_PI / data->length_m;
        const double omega2 =
            (data->tension_n + data->ei_n_m2 * beta * beta) / data->mu_kg_m * beta * beta;
        const double theta2 = omega2 * dt_s * dt_s;
        const double s = decay(context, j) * dt_s;
        for (int i = 0; i < n; ++i) {
            phi[i] = jw_cutoff_shape(j, x_m[i] / data->length_m);
        }
        for (int i = 0; i < n; ++i) {
            add_products(phi, i, theta2, s, k0 + i * n, g + i * n, d + i * n);
        }
    }
    mirror(k0, n);
    mirror(g, n);
    mirror(d, n);
}

/// Element [a][b] of the form left^T m right: sum over i, k of left[i][a] m[i][k] right[k][b], the
/// vectors in columns, rows `across` apart.
static double form(const double *m, int n, const double *left, const double *right, int across,
                   int a, int b, int used) {
    double sum = 0.0;
    for (int i = 0; i < used; ++i) {
        for (int k = 0; k < used; ++k) {
            sum += left[i * across + a] * m[i * n + k] * right[k * across + b];
        }
    }
    return sum;
}

int jw_cutoff_local(int n_points) {
    const int n = n_points > 2 ? n_points - 2 : n_points > 0;
    return n < JW_LOCAL_MODES ? n : JW_LOCAL_MODES;
}

/// Finds the directions of the first `used` points in which the cut-off modes store most, scaled to
/// unit store, as columns of p. Returns their number.
static int directions(const double *g, int n, int used, double *a, double *z, double *p) {
    const ptrdiff_t apart = rows_apart(used);
    for (int i = 0; i < used; ++i) {
        for (int k = 0; k < used; ++k) {
            a[i * apart + k] = g[i * n + k];
        }
    }
    eigen(a, z, used, apart);
    int count = 0;
    double first = 0.0;
    for (; count < jw_cutoff_local(used); ++count) {
        int best = -1;
        for (int i = 0; i < used; ++i) {
            const double value = a[i * apart + i];
            if (value > 0.0 && (best < 0 || value > a[best * apart + best])) {
                best = i;
            }
        }
        if (best < 0 || a[best * apart + best] <= least_store * first) {
            break;
        }
        const double store = a[best * apart + best];
        first = count == 0 ? store : first;
        for (int i = 0; i < used; ++i) {
            p[i * JW_LOCAL_MODES + count] = z[best * apart + i] / sqrt(store);
        }
        a[best * apart + best] = 0.0;
    }
    return count;
}

/// Finds the Ritz modes in the directions p; w = p y leaves frequencies, decays and shapes.
static void solve_local(JwCutoff *c, const double *k0, const double *d, const double *p, int used) {
    double a[JW_LOCAL_MODES * JW_LOCAL_MODES], y[JW_LOCAL_MODES * JW_LOCAL_MODES];
    const int m = c->n_local;
    for (int i = 0; i < m; ++i) {
        for (int k = 0; k < m; ++k) {
            a[i * m + k] = form(k0, c->n, p, p, JW_LOCAL_MODES, i, k, used);
        }
    }
    eigen(a, y, m, m);
    for (int l = 0; l < m; ++l) {
        const double w = a[l * m + l];
        double damping = 0.0;
        for (int i = 0; i < m; ++i) {
            for (int k = 0; k < m; ++k) {
                damping +=
                    y[l * m + i] * y[l * m + k] * form(d, c->n, p, p, JW_LOCAL_MODES, i, k, used);
            }
        }
        // Implicit midpoint: static compliance is exact, any frequency within the step's reach.
        const double theta = 2.0 * atan(0.5 * sqrt(w));
        const double gain = 2.0 * (1.0 - cos(theta)) / w;
        c->theta[l] = theta;
        c->decay[l] = damping;
        for (int i = 0; i < c->n; ++i) {
            double shape = 0.0;
            for (int k = 0; k < used; ++k) {
                for (int r = 0; r < m; ++r) {
                    shape += k0[i * c->n + k] * p[k * JW_LOCAL_MODES + r] * y[l * m + r];
                }
            }
            c->shape[l * c->n + i] = sqrt(gain) * shape;
        }
        for (int i = 0; i < c->n; ++i) {
            for (int k = 0; k < c->n; ++k) {
                c->softness[i * c->n + k] -=
                    c->shape[l * c->n + i] * c->shape[l * c->n + k] / (gain * w);
            }
        }
    }
}

JwStatus jw_cutoff_init(JwCutoff *cutoff, const JwStringData *data, double dt_s, int n_band,
                        const double *x_m, int n, int n_wanted, JwDecayLaw decay,
                        const void *context) {
    const size_t square = (size_t)n * (size_t)n;
    memset(cutoff, 0, sizeof(*cutoff));
    cutoff->n = n;
    if (n < 1 || n_wanted < 1) {
        return JW_SUCCESS;
    }
    cutoff->softness = calloc(square + (size_t)n * JW_LOCAL_MODES, sizeof(double));
    const size_t padded = (size_t)n_wanted * (size_t)rows_apart(n_wanted);
    double *scratch =
        calloc(3 * square + 2 * padded + (size_t)n * JW_LOCAL_MODES + (size_t)n, sizeof(double));
    if (!cutoff->softness || !scratch) {
        free(scratch);
        jw_cutoff_release(cutoff);
        return JW_ERR_NO_MEMORY;
    }
    double *g = scratch, *d = g + square, *k0 = d + square, *a = k0 + square, *z = a + padded;
    double *p = z + padded, *phi = p + (size_t)n * JW_LOCAL_MODES;
    cutoff->shape = cutoff->softness + square;
    sum_modes(data, dt_s, n_band, x_m, n, decay, context, k0, g, d, phi);
    memcpy(cutoff->softness, k0, square * sizeof(double));
    cutoff->n_local = directions(g, n, n_wanted, a, z, p);
    solve_local(cutoff, k0, d, p, n_wanted);
    free(scratch);
    return JW_SUCCESS;
}

void jw_cutoff_restore(JwCutoff *c) {
    for (int l = 0; l < c->n_local; ++l) {
        const double static_gain = 2.0 * (1.0 - cos(c->theta[l]));
        for (int i = 0; i < c->n; ++i) {
            for (int k = 0; k < c->n; ++k) {
                c->softness[i * c->n + k] +=
                    c->shape[l * c->n + i] * c->shape[l * c->n + k] / static_gain;
            }
        }
    }
    c->n_local = 0;
}

void jw_cutoff_release(JwCutoff *cutoff) {
    free(cutoff->softness);
    memset(cutoff, 0, sizeof(*cutoff));
}
