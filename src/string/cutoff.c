// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/cutoff.h"

#include "base/aligned.h"
#include "base/elementary.h"
#include "base/pi.h"
#include "kernel/shapes.h"
#include "string/obstacle.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// Least energy of a direction relative to the first one's; less is noise of the sums.
static const double least_store = 1e-10;

/// Least pivot relative to the first one; less is noise of the sums.
static const double least_pivot = 1e-15;

/// Applies a rotation to two rows of n numbers.
static void rotate(double *restrict x, double *restrict y, int n, double c, double s) {
    for (int k = 0; k < n; ++k) {
        const double u = x[k], v = y[k];
        x[k] = c * u - s * v;
        y[k] = s * u + c * v;
    }
}

/// Tangent of the rotation that eliminates the entry `off` between diagonal entries p and q.
static double turn_of(double p, double q, double off) {
    const double theta = 0.5 * (q - p) / off;
    // Square of a larger theta would overflow.
    return fabs(theta) > 1e150 ? 0.5 / theta
                               : copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
}

/// Finds eigenvalues, on the diagonal of a (n x n, symmetric, n at most JW_LOCAL_MODES, destroyed),
/// and eigenvectors, in the rows of z, by cyclic Jacobi.
static void eigen(double *a, double *z, int n) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            z[i * n + k] = i == k ? 1.0 : 0.0;
        }
    }
    for (int sweep = 0; sweep < JW_CUTOFF_SWEEPS; ++sweep) {
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
                if (fabs(a[p * n + q]) < 1e-300) {
                    continue;
                }
                const double t = turn_of(a[p * n + p], a[q * n + q], a[p * n + q]);
                const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
                for (int k = 0; k < n; ++k) {
                    rotate(a + k * n + p, a + k * n + q, 1, c, s);
                }
                rotate(a + p * n, a + q * n, n, c, s);
                rotate(z + p * n, z + q * n, n, c, s);
            }
        }
    }
}

/// Distance between rows of n numbers, which are summed four at a time.
static int rows_apart(int n) {
    return (n + 3) / 4 * 4;
}

/// Sum of products of two rows, whose length is a multiple of four.
static double dot(const double *x, const double *y, int n) {
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < n; k += 4) {
        for (int l = 0; l < 4; ++l) {
            sum[l] += x[k + l] * y[k + l];
        }
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/// Writes a (n x n, rows `apart` apart, positive, destroyed) as the sum of row^T row over rows of
/// w, the largest first, by Cholesky with pivots. Returns the number of rows; the remainder is
/// noise.
static int factor(double *a, double *w, int n, int apart) {
    double first = 0.0;
    for (int count = 0; count < n; ++count) {
        int best = 0;
        for (int i = 1; i < n; ++i) {
            best = a[i * apart + i] > a[best * apart + best] ? i : best;
        }
        const double pivot = a[best * apart + best];
        first = count == 0 ? pivot : first;
        if (!(pivot > least_pivot * first)) {
            return count;
        }
        double *row = w + count * apart;
        for (int i = 0; i < apart; ++i) {
            row[i] = a[best * apart + i] / sqrt(pivot);
        }
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < apart; ++k) {
                a[i * apart + k] -= row[i] * row[k];
            }
        }
        for (int i = 0; i < n; ++i) {
            a[best * apart + i] = a[i * apart + best] = 0.0;
        }
    }
    return n;
}

/// Rotates rows p and q of w until they are orthogonal; square has their squares. Returns false if
/// they were orthogonal.
static bool part_pair(double *w, int p, int q, int apart, double *square) {
    double *x = w + p * apart, *y = w + q * apart;
    const double least = 1e-16 * apart; // Rounding of a cosine
    const double xy = dot(x, y, apart);
    if (!(xy * xy > least * least * square[p] * square[q])) {
        return false;
    }
    const double apart_by = square[q] - square[p], off = 2.0 * xy;
    const double span = sqrt(apart_by * apart_by + off * off);
    const double t = copysign(off, off * apart_by) / (fabs(apart_by) + span);
    const double c = sqrt(0.5 + 0.5 * fabs(apart_by) / span);
    rotate(x, y, apart, c, t * c);
    square[p] -= t * xy;
    square[q] += t * xy;
    return true;
}

/// Transforms n rows of w into orthogonal rows with the same sum of row^T row: the eigenvectors of
/// that sum, times the roots of the eigenvalues; square receives the eigenvalues. One-sided Jacobi
/// (Hestenes 1958; after Cholesky, Veselic and Hari 1989) keeps small eigenvalues accurate. Pairs
/// are scheduled like a tournament: those of a round have no row in common and are independent.
static void part_rows(double *w, int n, int apart, double *square) {
    const int rounds = (n + 1) / 2 * 2 - 1;
    bool turned = true;
    for (int sweep = 0; sweep < JW_CUTOFF_SWEEPS && turned; ++sweep) {
        turned = false;
        for (int p = 0; p < n; ++p) {
            square[p] = dot(w + p * apart, w + p * apart, apart);
        }
        for (int round = 0; round < rounds; ++round) {
            for (int i = 0; 2 * i < rounds; ++i) {
                const int up = round + i, down = round + rounds - i;
                const int p = i == 0 ? rounds : up < rounds ? up : up - rounds;
                const int q = down < rounds ? down : down - rounds;
                if (p < n && q < n) {
                    turned |= part_pair(w, p < q ? p : q, p < q ? q : p, apart, square);
                }
            }
        }
    }
}

/// Number of partials that are summed at a time.
enum { CHUNK = 256 };

/// Sums over the cut-off modes (string/cutoff.h), and scratch for them.
typedef struct {
    double *k0, *g, *d;
    double *rows;                    ///< Shapes of a chunk of modes, a row of CHUNK numbers a point
    double *weight[JW_GRAM_WEIGHTS]; ///< CHUNK numbers each
} Sums;

/// Fills the weights of n modes from number `first` on, followed by zeros.
static void weigh_modes(const Sums *sums, const JwCutoffSpec *spec, int first, int n) {
    const JwStringData *data = spec->data;
    const double dt_s = spec->dt_s;
    for (int j = 0; j < jw_shapes_padded(n); ++j) {
        const double beta = (first + j) * JW_PI / data->length_m;
        const double omega2 =
            (data->tension_n + data->ei_n_m2 * beta * beta) / data->mu_kg_m * beta * beta;
        const double give = j < n ? 1.0 / (omega2 * dt_s * dt_s) : 0.0;
        sums->weight[0][j] = give;
        sums->weight[1][j] = give * give;
        sums->weight[2][j] = give * give * (spec->decay(spec->context, first + j) * dt_s);
    }
}

/// Sums K0, G and D over the cut-off modes.
static void sum_modes(const Sums *sums, const JwCutoffSpec *spec) {
    const int n = spec->n, n_band = spec->n_band;
    double *const sum[JW_GRAM_WEIGHTS] = {sums->k0, sums->g, sums->d};
    const int reach = JW_CUTOFF_REACH * n_band;
    const int last = spec->grazes && reach < JW_CUTOFF_LAST ? JW_CUTOFF_LAST : reach;
    for (int first = n_band + 1; first <= last; first += CHUNK) {
        const int some = last - first + 1 < CHUNK ? last - first + 1 : CHUNK;
        weigh_modes(sums, spec, first, some);
        for (int i = 0; i < n; ++i) {
            jw_shapes_fill(first, some, spec->x_m[i] / spec->data->length_m,
                           sums->rows + (ptrdiff_t)i * CHUNK);
        }
        const JwGram gram = {
            .rows = sums->rows,
            .n_rows = n,
            .apart = CHUNK,
            .n = jw_shapes_padded(some),
            .weight = {sums->weight[0], sums->weight[1], sums->weight[2]},
            .n_sums = JW_GRAM_WEIGHTS,
        };
        jw_shapes_gram(&gram, sum);
    }
    for (int w = 0; w < JW_GRAM_WEIGHTS; ++w) {
        jw_shapes_mirror(sum[w], n);
    }
}

/// Fills `out` with the form p^T a p, m x m, of the first `used` rows and columns of a, n x n; the
/// m vectors are the columns of p.
static void form(const double *a, int n, const double *p, int m, int used, double *out) {
    memset(out, 0, sizeof(*out) * (size_t)(m * m));
    for (int i = 0; i < used; ++i) {
        double to[JW_LOCAL_MODES] = {0.0};
        for (int k = 0; k < used; ++k) {
            for (int l = 0; l < JW_LOCAL_MODES; ++l) {
                to[l] += a[i * n + k] * p[k * JW_LOCAL_MODES + l];
            }
        }
        for (int j = 0; j < m; ++j) {
            for (int l = 0; l < m; ++l) {
                out[j * m + l] += p[i * JW_LOCAL_MODES + j] * to[l];
            }
        }
    }
}

int jw_cutoff_local(int n_points, bool grazes) {
    const int n = n_points > 2 && !grazes ? n_points - 2 : n_points;
    const int most = grazes ? JW_LOCAL_MODES : JW_LOCAL_MODES - 1;
    return n < most ? n : most;
}

/// Finds the directions of the first `used` points in which the cut-off modes store most energy,
/// scaled to unit energy, as columns of p. a, w: used x rows_apart(used), zero. Returns their
/// number.
static int directions(const JwCutoffSpec *spec, const double *g, double *a, double *w, double *p) {
    const int n = spec->n, used = spec->n_wanted, most = jw_cutoff_local(used, spec->grazes);
    const int apart = rows_apart(used);
    for (int i = 0; i < used; ++i) {
        memcpy(a + i * apart, g + i * n, sizeof(*a) * (size_t)used);
    }
    const int rank = factor(a, w, used, apart);
    double store[JW_CONTACT_POINTS], first = 0.0;
    part_rows(w, rank, apart, store);
    int count = 0;
    for (; count < most && count < rank; ++count) {
        int best = 0;
        for (int i = 1; i < rank; ++i) {
            best = store[i] > store[best] ? i : best;
        }
        first = count == 0 ? store[best] : first;
        if (!(store[best] > least_store * first)) {
            break;
        }
        for (int i = 0; i < used; ++i) {
            p[i * JW_LOCAL_MODES + count] = w[best * apart + i] / store[best];
        }
        store[best] = 0.0;
    }
    return count;
}

/// Part of a string's stiffness that comes from tension, at omega [rad/s]; the rest is from
/// bending.
static double tension_share(const JwStringData *data, double omega) {
    // omega^2 = (T + EI beta^2)/mu beta^2
    const double t = data->tension_n;
    const double bending = 4.0 * data->ei_n_m2 * data->mu_kg_m * omega * omega / (t * t);
    return 2.0 / (1.0 + sqrt(1.0 + bending));
}

/// Finds the Ritz modes in the directions p; w = p y gives frequencies, decays and shapes.
static void solve_local(JwCutoff *c, const JwCutoffSpec *spec, const double *k0, const double *d,
                        const double *p) {
    const int used = spec->n_wanted;
    double a[JW_LOCAL_MODES * JW_LOCAL_MODES], y[JW_LOCAL_MODES * JW_LOCAL_MODES];
    double loss[JW_LOCAL_MODES * JW_LOCAL_MODES];
    const int m = c->n_local;
    form(k0, c->n, p, m, used, a);
    form(d, c->n, p, m, used, loss);
    eigen(a, y, m);
    for (int l = 0; l < m; ++l) {
        const double w = a[l * m + l];
        double damping = 0.0;
        for (int i = 0; i < m; ++i) {
            for (int k = 0; k < m; ++k) {
                damping += y[l * m + i] * y[l * m + k] * loss[i * m + k];
            }
        }
        // Implicit midpoint: the static compliance is exact, and any frequency is within range.
        const double theta = 2.0 * jw_atan(0.5 * sqrt(w));
        const double gain = 2.0 * (1.0 - jw_cos(theta)) / w;
        c->theta[l] = theta;
        c->decay[l] = damping;
        // Slope of theta^2 over w, times the tension's part of w
        c->theta2_t[l] = theta * jw_sin(theta) * tension_share(spec->data, sqrt(w) / spec->dt_s);
        double *shape = c->shape + l * c->n;
        for (int k = 0; k < used; ++k) {
            double push = 0.0;
            for (int r = 0; r < m; ++r) {
                push += p[k * JW_LOCAL_MODES + r] * y[l * m + r];
            }
            for (int i = 0; i < c->n; ++i) {
                shape[i] += sqrt(gain) * push * k0[k * c->n + i];
            }
        }
        for (int i = 0; i < c->n; ++i) {
            for (int k = 0; k < c->n; ++k) {
                c->softness[i * c->n + k] -= shape[i] * shape[k] / (gain * w);
            }
        }
    }
}

JwStatus jw_cutoff_init(JwCutoff *cutoff, const JwCutoffSpec *spec) {
    const int n = spec->n, n_wanted = spec->n_wanted;
    const size_t square = (size_t)n * (size_t)n;
    memset(cutoff, 0, sizeof(*cutoff));
    cutoff->n = n;
    if (n < 1 || n_wanted < 1) {
        return JW_SUCCESS;
    }
    cutoff->softness = calloc(square + (size_t)n * JW_LOCAL_MODES, sizeof(double));
    const size_t padded = (size_t)n_wanted * (size_t)(size_t)rows_apart(n_wanted);
    const size_t chunks = ((size_t)n + JW_GRAM_WEIGHTS) * CHUNK;
    const size_t size = chunks + 3 * square + 2 * padded + (size_t)n * JW_LOCAL_MODES;
    double *scratch = jw_aligned_new(sizeof(double) * size);
    if (!cutoff->softness || !scratch) {
        jw_aligned_free(scratch);
        jw_cutoff_release(cutoff);
        return JW_ERR_NO_MEMORY;
    }
    Sums sums = {.rows = scratch, .k0 = scratch + chunks};
    for (int w = 0; w < JW_GRAM_WEIGHTS; ++w) {
        sums.weight[w] = scratch + ((size_t)n + (size_t)w) * CHUNK;
    }
    sums.g = sums.k0 + square;
    sums.d = sums.g + square;
    double *a = sums.d + square, *w = a + padded, *p = w + padded;
    cutoff->shape = cutoff->softness + square;
    sum_modes(&sums, spec);
    memcpy(cutoff->softness, sums.k0, square * sizeof(double));
    cutoff->n_local = directions(spec, sums.g, a, w, p);
    solve_local(cutoff, spec, sums.k0, sums.d, p);
    jw_aligned_free(scratch);
    return JW_SUCCESS;
}

void jw_cutoff_restore(JwCutoff *c) {
    for (int l = 0; l < c->n_local; ++l) {
        const double static_gain = 2.0 * (1.0 - jw_cos(c->theta[l]));
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
