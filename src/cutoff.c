// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "cutoff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// A direction that stores less than this part of the first is noise of the sums.
static const double least_store = 1e-10;

/// Eigenvalues on the diagonal of a (n x n, symmetric, destroyed), vectors in the columns of z:
/// cyclic Jacobi, which keeps small eigenvalues accurate.
static void eigen(double *a, double *z, int n) {
    for (int i = 0; i < n * n; ++i) {
        z[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    }
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0.0, diagonal = 0.0;
        for (int p = 0; p < n; ++p) {
            diagonal += a[p * n + p] * a[p * n + p];
            for (int q = p + 1; q < n; ++q) {
                off += a[p * n + q] * a[p * n + q];
            }
        }
        if (off <= 1e-34 * diagonal) {
            return;
        }
        for (int p = 0; p < n; ++p) {
            for (int q = p + 1; q < n; ++q) {
                const double apq = a[p * n + q];
                if (fabs(apq) < 1e-300) {
                    continue;
                }
                const double theta = 0.5 * (a[q * n + q] - a[p * n + p]) / apq;
                // The square of a larger one would overflow.
                const double t =
                    fabs(theta) > 1e150
                        ? 0.5 / theta
                        : copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
                const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                for (int k = 0; k < n; ++k) {
                    const double x = a[k * n + p], y = a[k * n + q];
                    a[k * n + p] = c * x - s * y;
                    a[k * n + q] = s * x + c * y;
                }
                for (int k = 0; k < n; ++k) {
                    const double x = a[p * n + k], y = a[q * n + k];
                    a[p * n + k] = c * x - s * y;
                    a[q * n + k] = s * x + c * y;
                }
                for (int k = 0; k < n; ++k) {
                    const double x = z[k * n + p], y = z[k * n + q];
                    z[k * n + p] = c * x - s * y;
                    z[k * n + q] = s * x + c * y;
                }
            }
        }
    }
}

/// The three sums; phi is scratch of n.
static void sum_modes(const JwStringData *data, double dt_s, int n_band, const double *x_m, int n,
                      JwDecayLaw decay, const void *context, double *k0, double *g, double *d,
                      double *phi) {
    for (int j = n_band + 1; j <= JW_CUTOFF_REACH * n_band; ++j) {
        const double beta = j * pi / data->length_m;
        const double omega2 =
            (data->tension_n + data->ei_n_m2 * beta * beta) / data->mu_kg_m * beta * beta;
        const double theta2 = omega2 * dt_s * dt_s;
        const double s = decay(context, j) * dt_s;
        for (int i = 0; i < n; ++i) {
            phi[i] = sqrt(2.0) * sin(pi * fmod(j * (x_m[i] / data->length_m), 2.0));
        }
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < n; ++k) {
                const double p = phi[i] * phi[k] / theta2;
                k0[i * n + k] += p;
                g[i * n + k] += p / theta2;
                d[i * n + k] += p / theta2 * s;
            }
        }
    }
}

/// out[a][b] = sum over i, k of left[i][a] m[i][k] right[k][b], the vectors in columns, `across`
/// apart.
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

/// Columns of p: the directions of the first `used` points in which the cut-off modes store most,
/// scaled to unit store. Returns how many there are.
static int directions(const double *g, int n, int used, double *a, double *z, double *p) {
    for (int i = 0; i < used; ++i) {
        for (int k = 0; k < used; ++k) {
            a[i * used + k] = g[i * n + k];
        }
    }
    eigen(a, z, used);
    int count = 0;
    double first = 0.0;
    for (; count < jw_cutoff_local(used); ++count) {
        int best = -1;
        for (int i = 0; i < used; ++i) {
            if (a[i * used + i] > 0.0 && (best < 0 || a[i * used + i] > a[best * used + best])) {
                best = i;
            }
        }
        if (best < 0 || a[best * used + best] <= least_store * first) {
            break;
        }
        const double store = a[best * used + best];
        first = count == 0 ? store : first;
        for (int i = 0; i < used; ++i) {
            p[i * JW_LOCAL_MODES + count] = z[i * used + best] / sqrt(store);
        }
        a[best * used + best] = 0.0;
    }
    return count;
}

/// Ritz modes in those directions; w = p y leaves frequencies, decays and shapes.
static void solve_local(JwCutoff *c, const double *k0, const double *d, const double *p, int used) {
    double a[JW_LOCAL_MODES * JW_LOCAL_MODES], y[JW_LOCAL_MODES * JW_LOCAL_MODES];
    const int m = c->n_local;
    for (int i = 0; i < m; ++i) {
        for (int k = 0; k < m; ++k) {
            a[i * m + k] = form(k0, c->n, p, p, JW_LOCAL_MODES, i, k, used);
        }
    }
    eigen(a, y, m);
    for (int l = 0; l < m; ++l) {
        const double w = a[l * m + l];
        double damping = 0.0;
        for (int i = 0; i < m; ++i) {
            for (int k = 0; k < m; ++k) {
                damping +=
                    y[i * m + l] * y[k * m + l] * form(d, c->n, p, p, JW_LOCAL_MODES, i, k, used);
            }
        }
        // Implicit midpoint: static compliance exact, any frequency within the step's reach.
        const double theta = 2.0 * atan(0.5 * sqrt(w));
        const double gain = 2.0 * (1.0 - cos(theta)) / w;
        c->theta[l] = theta;
        c->decay[l] = damping;
        for (int i = 0; i < c->n; ++i) {
            double shape = 0.0;
            for (int k = 0; k < used; ++k) {
                for (int r = 0; r < m; ++r) {
                    shape += k0[i * c->n + k] * p[k * JW_LOCAL_MODES + r] * y[r * m + l];
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
    double *scratch =
        calloc(4 * square + 2 * (size_t)n * JW_LOCAL_MODES + (size_t)n + square, sizeof(double));
    if (!cutoff->softness || !scratch) {
        free(scratch);
        jw_cutoff_release(cutoff);
        return JW_ERR_NO_MEMORY;
    }
    double *g = scratch, *d = g + square, *a = d + square, *z = a + square, *k0 = z + square;
    double *p = k0 + square, *phi = p + (size_t)n * JW_LOCAL_MODES;
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
