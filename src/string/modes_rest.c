// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Static balance: the shape of a string at rest on its obstacle.

#include "kernel/shapes.h"

#include "base/aligned.h"
#include "string/modes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// List of the points under load, in order of their index.
typedef struct {
    int n;
    int16_t point[JW_CONTACT_POINTS];
} Pushed;

static void add_pushed(Pushed *pushed, int point) {
    int at = pushed->n++;
    for (; at > 0 && pushed->point[at - 1] > point; --at) {
        pushed->point[at] = pushed->point[at - 1];
    }
    pushed->point[at] = (int16_t)point;
}

static void remove_pushed(Pushed *pushed, int point) {
    int at = 0;
    while (pushed->point[at] != point) {
        ++at;
    }
    for (pushed->n -= 1; at < pushed->n; ++at) {
        pushed->point[at] = pushed->point[at + 1];
    }
}

/// Solves for the impulses r by projected Gauss-Seidel to convergence: only at set-up, for a few
/// dozen points, with strictly diagonal gains. Points without load are skipped. left: operations
/// that may still be made beyond JW_REST_SWEEPS sweeps.
static void solve_rest(const double *a, const double *heights, double *r, int n, double *left) {
    Pushed pushed = {.n = 0};
    for (int sweep = 0; sweep < 20000 && (sweep < JW_REST_SWEEPS || *left > 0.0); ++sweep) {
        double moved = 0.0, largest = 0.0;
        for (int s = 0; s < n; ++s) {
            const int i = sweep % 2 ? n - 1 - s : s;
            double p = -heights[i];
            for (int k = 0; k < pushed.n; ++k) {
                p += a[i * n + pushed.point[k]] * r[pushed.point[k]];
            }
            *left -= 10 + pushed.n;
            const double next = fmax(0.0, r[i] - p / a[i * n + i]);
            moved = fmax(moved, fabs(next - r[i]));
            largest = fmax(largest, next);
            if (next > 0.0 && !(r[i] > 0.0)) {
                add_pushed(&pushed, i);
            } else if (!(next > 0.0) && r[i] > 0.0) {
                remove_pushed(&pushed, i);
            }
            r[i] = next;
        }
        if (moved <= 1e-15 * largest) {
            return;
        }
    }
}

/// Contact points' rows over all modes, as used by the kernel, and their components.
typedef struct {
    double *a;      ///< Displacement of each point by an impulse at each point, n_points x n_points
    double *root;   ///< Displacement of each mode over its number in a string (q)
    double *weight; ///< 1 over the stiffness of each mode
    double *rows;   ///< n_points rows of n_padded numbers
} Balance;

static bool balance_new(Balance *balance, const JwModes *m) {
    const size_t n = (size_t)m->n_points, apart = (size_t)m->n_padded;
    const size_t square = (size_t)jw_shapes_padded((int)(n * n));
    double *base = jw_aligned_new(sizeof(double) * (square + (n + 2) * apart));
    if (!base) {
        return false;
    }
    *balance = (Balance){.a = base,
                         .root = base + square,
                         .weight = base + square + apart,
                         .rows = base + square + 2 * apart};
    return true;
}

static void fill_row(const JwModes *m, const Balance *b, int point) {
    double *row = b->rows + (ptrdiff_t)point * m->n_padded;
    if (m->grid_rows.n > 0) {
        jw_shapes_fill(1, m->n_all, m->x_m[point] / m->length_m, row);
    }
    for (int j = 0; j < m->n_all; ++j) {
        row[j] = m->grid_rows.n > 0
                     ? row[j] * b->root[j]
                     : jw_element(m->precision, m->rows,
                                  jw_row_at(m->n_interleaved, jw_modes_interleaved(m, point), j));
    }
}

/// Computes rows and displacements, the latter with the cut-off modes' compliance as in a step.
static void fill_balance(const JwModes *m, const Balance *b) {
    const int n = m->n_points;
    for (int j = 0; j < m->n_all; ++j) {
        b->root[j] = jw_modes_root(m, j);
        b->weight[j] = 1.0 / jw_element(m->precision, m->stiff, (size_t)j);
    }
    for (int i = 0; i < n; ++i) {
        fill_row(m, b, i);
        for (int k = 0; k <= i && m->grid_rows.n == 0; ++k) {
            b->a[i * n + k] = m->cutoff[i * m->n_rows + k];
        }
    }
    const JwGram gram = {
        .rows = b->rows,
        .n_rows = n,
        .apart = m->n_padded,
        .n = m->n_padded,
        .weight = {b->weight},
        .n_sums = 1,
    };
    jw_shapes_gram(&gram, &(double *const){b->a});
    jw_shapes_mirror(b->a, n);
}

/// Motion of a string that presses on its bridge and is only moved by rounding, relative to the
/// rounding of its rest shape: 70 to 820 were measured on raised bridges.
static const double rounding_units = 1000.0;

JwStatus jw_modes_rest(JwModes *m, const double *heights) {
    double left = HUGE_VAL;
    return jw_modes_rest_within(m, heights, &left);
}

/// Finds the static balance stiff q = sum of rows r.
JwStatus jw_modes_rest_within(JwModes *m, const double *heights, double *left) {
    const int n = m->n_points;
    double *q = m->rest_q, *r = m->rest_r;
    memset(q, 0, sizeof(double) * (size_t)m->n_all);
    memset(r, 0, sizeof(double) * (size_t)n);
    double highest = 0.0;
    for (int i = 0; i < n; ++i) {
        highest = fmax(highest, heights[i]);
    }
    m->rests = highest > 0.0;
    m->rounding = 0.0;
    if (!m->rests) {
        return JW_SUCCESS;
    }
    Balance b;
    if (!balance_new(&b, m)) {
        return JW_ERR_NO_MEMORY;
    }
    fill_balance(m, &b);
    solve_rest(b.a, heights, r, n, left);
    for (int i = 0; i < n; ++i) {
        const double *row = b.rows + (ptrdiff_t)i * m->n_padded;
        for (int j = 0; j < m->n_all; ++j) {
            q[j] += row[j] * r[i];
        }
    }
    double most = 0.0;
    for (int j = 0; j < m->n_all; ++j) {
        q[j] *= b.root[j] / jw_element(m->precision, m->stiff, (size_t)j);
        most = fmax(most, fabs(q[j] / jw_modes_root(m, j)));
    }
    const double unit = m->precision == JW_PRECISION_F32 ? 0x1p-24 : 0x1p-53;
    m->rounding = rounding_units * unit * most * sqrt(m->theta2_first);
    jw_aligned_free(b.a); // First piece of the block
    return JW_SUCCESS;
}

double jw_modes_lift_j(const JwModes *m, const double *heights) {
    double sum = 0.0, x = 0.0, y = 0.0;
    for (int next = 0, from = 0; next < m->n_points; from = next + 1) {
        // Next point that the tight string touches, or the other end: the steepest upward
        // direction.
        double steepest = -y / (m->length_m - x);
        next = m->n_points;
        for (int i = from; i < m->n_points; ++i) {
            const double run = m->x_m[i] - x;
            if (run > 0.0 && m->x_m[i] < m->length_m && heights[i] - y > steepest * run) {
                steepest = (heights[i] - y) / run;
                next = i;
            }
        }
        const double to = next < m->n_points ? m->x_m[next] : m->length_m;
        sum += steepest * steepest * (to - x);
        x = to;
        y = next < m->n_points ? heights[next] : 0.0;
    }
    return 0.5 * m->tension_n * sum;
}
