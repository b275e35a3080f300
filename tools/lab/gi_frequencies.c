// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Natural frequencies before and after the modal-physical transformation (GI 49-56, Fig. 8). On the
// grid x_i = i/(N+1) the transformation is its own inverse up to N+1, and K = Phi^T Omega^2 Phi^-T
// is symmetric. K is formed in double precision, as any user of it would do. Its eigenvalues span a
// factor of N^2, and an eigenvalue solver errs by its precision times the largest: the solver works
// in long double, so that the transformation's rounding is measured and not the solver's.

#include "galerkin_ivanov.h"
#include "gi_grid.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const long double pi_l = 3.14159265358979323846264338327950288L;

// Largest number of sweeps for one eigenvalue, which seldom needs more than two or three.
enum { max_sweeps = 60 };

static void fill_stiffness(JwLab *lab, const JwGiGrid *grid, long double *k) {
    const int n = grid->n;
    for (int i = 0; i < n; ++i) {
        for (int l = 0; l <= i; ++l) {
            const double entry = jw_gi_stiffness(grid, i + 1, l + 1);
            k[(size_t)i * (size_t)n + (size_t)l] = (long double)entry;
            k[(size_t)l * (size_t)n + (size_t)i] = (long double)entry;
        }
        jw_lab_progress(lab, 0.5 * (double)(i + 1) * (i + 1) / ((double)n * n));
    }
}

/********* Eigenvalues of a symmetric matrix *********/

// Computes the Householder vector for a[k+1.., k] into v; returns the one remaining entry of the
// column.
static long double reflector(const long double *a, int n, int k, long double *v) {
    long double square = 0.0L;
    for (int i = k + 1; i < n; ++i) {
        v[i] = a[(size_t)i * (size_t)n + (size_t)k];
        square += v[i] * v[i];
    }
    const long double alpha = v[k + 1] > 0.0L ? -sqrtl(square) : sqrtl(square);
    v[k + 1] -= alpha;
    return alpha;
}

// Reflects a <- H a H below and right of k, H = 1 - 2 v v^T/(v^T v); w is scratch.
static void reflect(long double *a, int n, int k, const long double *v, long double *w) {
    long double square = 0.0L;
    long double product = 0.0L;
    for (int i = k + 1; i < n; ++i) {
        square += v[i] * v[i];
    }
    if (square == 0.0L) {
        return;
    }
    for (int i = k + 1; i < n; ++i) {
        w[i] = 0.0L;
        for (int l = k + 1; l < n; ++l) {
            w[i] += a[(size_t)i * (size_t)n + (size_t)l] * v[l];
        }
        w[i] *= 2.0L / square;
        product += w[i] * v[i];
    }
    for (int i = k + 1; i < n; ++i) {
        w[i] -= product / square * v[i];
    }
    for (int i = k + 1; i < n; ++i) {
        for (int l = k + 1; l < n; ++l) {
            a[(size_t)i * (size_t)n + (size_t)l] -= v[i] * w[l] + w[i] * v[l];
        }
    }
}

// Reduces to tridiagonal form: diagonal d[0..n), d[i] and d[i+1] coupled by e[i].
static void tridiagonalise(JwLab *lab, long double *a, int n, long double *d, long double *e,
                           long double *scratch) {
    for (int k = 0; k < n; ++k) {
        d[k] = a[(size_t)k * (size_t)n + (size_t)k];
        e[k] = 0.0L;
        if (k + 1 < n) {
            e[k] = reflector(a, n, k, scratch);
            reflect(a, n, k, scratch, scratch + n);
        }
        const double left = 1.0 - (k + 1.0) / n;
        jw_lab_progress(lab, 1.0 - 0.5 * left * left * left);
    }
}

// Makes one implicit QL sweep with Wilkinson's shift on rows first..last.
static void ql_sweep(long double *d, long double *e, int first, int last) {
    long double g = (d[first + 1] - d[first]) / (2.0L * e[first]);
    long double r = hypotl(g, 1.0L);
    g = d[last] - d[first] + e[first] / (g + (g < 0.0L ? -r : r));
    long double s = 1.0L;
    long double c = 1.0L;
    long double p = 0.0L;
    for (int i = last - 1; i >= first; --i) {
        const long double f = s * e[i];
        const long double b = c * e[i];
        r = hypotl(f, g);
        e[i + 1] = r;
        if (r == 0.0L) {
            d[i + 1] -= p;
            e[last] = 0.0L;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2.0L * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
    }
    d[first] -= p;
    e[first] = g;
    e[last] = 0.0L;
}

static int decoupled_row(const long double *d, const long double *e, int first, int n) {
    int row = first;
    while (row + 1 < n && fabsl(e[row]) > LDBL_EPSILON * (fabsl(d[row]) + fabsl(d[row + 1]))) {
        ++row;
    }
    return row;
}

static bool find_eigenvalues(long double *d, long double *e, int n) {
    for (int first = 0; first < n; ++first) {
        int sweeps = 0;
        for (int last = decoupled_row(d, e, first, n); last > first;
             last = decoupled_row(d, e, first, n)) {
            if (++sweeps > max_sweeps) {
                return false;
            }
            ql_sweep(d, e, first, last);
        }
    }
    return true;
}

static int compare(const void *a, const void *b) {
    const long double x = *(const long double *)a;
    const long double y = *(const long double *)b;
    return (x > y) - (x < y);
}

/********* The experiment *********/

static bool report(JwLab *lab, const long double *eigenvalues, int n) {
    JwLabTable *table = jw_lab_table(lab, "frequencies");
    jw_lab_column(table, "1", "mode");
    jw_lab_column(table, "1", "omega_modal");
    jw_lab_column(table, "1", "omega_physical");
    jw_lab_column(table, "1", "relative_error");
    double worst = 0.0;
    for (int j = 1; j <= n; ++j) {
        if (eigenvalues[j - 1] <= 0.0L) {
            return jw_error_set(jw_lab_error(lab), "eigenvalue %d of K is not positive", j);
        }
        const long double omega = sqrtl(eigenvalues[j - 1]);
        const double error = (double)fabsl(omega / (j * pi_l) - 1.0L);
        worst = fmax(worst, error);
        jw_lab_row(table, (double[]){j, (double)(j * pi_l), (double)omega, error});
    }
    jw_lab_key(lab, worst, "1", "max_relative_error");
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.x_label = "mode number", .y_label = "ω"});
    jw_lab_curve(panel, table, 0, 1, JW_LAB_POINTS, "modal coordinates, ω_m");
    jw_lab_curve(panel, table, 0, 2, JW_LAB_LINE, "physical coordinates, ω_s");
    panel = jw_lab_panel(lab, &(JwLabAxes){.x_label = "mode number",
                                           .y_label = "|ω_s/ω_m - 1|",
                                           .log_y = true,
                                           .y_range = {1e-17, 0.0}});
    jw_lab_curve(panel, table, 0, 3, JW_LAB_POINTS, "%s", "");
    return jw_lab_ok(lab);
}

static bool run(JwLab *lab) {
    const int n = jw_lab_integer(lab, "modes");
    const size_t size = (size_t)n;
    JwGiGrid grid = {0};
    long double *k = calloc(size * size, sizeof(long double));
    long double *work = calloc(4 * size, sizeof(long double));
    long double *d = work;
    long double *e = work ? work + size : NULL;
    if (jw_gi_grid_init(&grid, n) || !k || !work) {
        jw_error_set(jw_lab_error(lab), "out of memory");
    } else {
        fill_stiffness(lab, &grid, k);
        jw_lab_key(lab, (double)k[0], "1", "K_11");
        if (n > 1) {
            jw_lab_key(lab, (double)k[1], "1", "K_12");
        }
        tridiagonalise(lab, k, n, d, e, work + 2 * size);
        if (find_eigenvalues(d, e, n)) {
            qsort(d, size, sizeof(*d), compare);
            report(lab, d, n);
        } else {
            jw_error_set(jw_lab_error(lab), "the eigenvalues of K did not converge");
        }
    }
    free(work);
    free(k);
    jw_gi_grid_clear(&grid);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_INTEGER("modes", "200", 1, 1000, "", "modes N, as many as grid points"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_frequencies = {
    .name = "frequencies",
    .summary = "natural frequencies of the string before and after the change to grid points",
    .source = "Samukham, Khaderi, Vyasarayani (Galerkin-Ivanov), Fig. 8",
    .options = options,
    .run = run,
};
