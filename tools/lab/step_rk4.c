// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "step_rk4.h"

#include "gi_grid.h"
#include "ivanov.h"
#include "rk4.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct JwStepRk4 {
    int n, first, n_points;
    double k; // Constant of (GI 6)
    JwGiGrid grid;
    double *block;               // Memory of all arrays below
    double *stiffness, *damping; // Matrices K and C in physical coordinates, by columns, n x n
    double *omega, *height;
    double *y;          // Values eta or p, then zeta or p', 2 n
    double *p, *v, *qv; // Physical state; modal velocities
    double *q, *scratch;
};

// Fills in K = Phi Omega^2 Phi/(N + 1) and C = Phi 2 Sigma Phi/(N + 1), both symmetric.
static void fill_matrices(JwStepRk4 *s, const double *sigma) {
    const int n = s->n;
    for (int i = 1; i <= n; ++i) {
        for (int l = 1; l <= i; ++l) {
            double k = 0.0;
            double c = 0.0;
            for (int j = 1; j <= n; ++j) {
                const double phi = jw_gi_phi(&s->grid, j, i) * jw_gi_phi(&s->grid, j, l) / (n + 1);
                k += phi * s->omega[j - 1] * s->omega[j - 1];
                c += phi * 2.0 * sigma[j - 1];
            }
            s->stiffness[(i - 1) * n + l - 1] = s->stiffness[(l - 1) * n + i - 1] = k;
            s->damping[(i - 1) * n + l - 1] = s->damping[(l - 1) * n + i - 1] = c;
        }
    }
}

static void to_physical(JwStepRk4 *s, const double *y) {
    memcpy(s->p, y, (size_t)s->n * sizeof(double));
    memcpy(s->v, y + s->n, (size_t)s->n * sizeof(double));
    for (int k = 0; k < s->n_points; ++k) {
        const int i = s->first + k;
        const double sign = jw_ivanov_sign(y[i]);
        s->p[i] = s->height[k] + sign * y[i];
        s->v[i] = jw_ivanov_weight(s->k, y[i], y[s->n + i]) * sign * y[s->n + i];
    }
}

static void slope(void *system, const double *y, double *dy) {
    JwStepRk4 *s = system;
    const int n = s->n;
    double *force = dy + n;
    to_physical(s, y);
    memcpy(dy, s->v, (size_t)n * sizeof(double));
    memset(force, 0, (size_t)n * sizeof(double));
    for (int l = 0; l < n; ++l) {
        const double *k = s->stiffness + (size_t)l * (size_t)n;
        const double *c = s->damping + (size_t)l * (size_t)n;
        const double p = s->p[l];
        const double v = s->v[l];
        for (int i = 0; i < n; ++i) {
            force[i] -= k[i] * p + c[i] * v;
        }
    }
    for (int k = 0; k < s->n_points; ++k) {
        const int i = s->first + k;
        const double weight = jw_ivanov_weight(s->k, y[i], y[n + i]);
        dy[i] = weight * y[n + i];
        force[i] *= jw_ivanov_sign(y[i]) / weight;
    }
}

static bool allocate(JwStepRk4 *s) {
    const size_t n = (size_t)s->n;
    s->block = calloc(2 * n * n + 15 * n, sizeof(double));
    if (!s->block || jw_gi_grid_init(&s->grid, s->n)) {
        return false;
    }
    s->stiffness = s->block;
    s->damping = s->stiffness + n * n;
    double **const rows[] = {&s->omega, &s->height, &s->p, &s->v, &s->qv, &s->q};
    double *next = s->damping + n * n;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i, next += n) {
        *rows[i] = next;
    }
    s->y = next;
    s->scratch = next + 2 * n;
    return true;
}

JwStepRk4 *jw_step_rk4_new(int n, double length_m, const double *omega, const double *sigma,
                           const double *q, const JwContactPoints *points) {
    JwStepRk4 *s = calloc(1, sizeof(*s));
    if (!s) {
        return NULL;
    }
    s->n = n;
    if (!allocate(s)) {
        jw_step_rk4_free(s);
        return NULL;
    }
    memcpy(s->omega, omega, (size_t)n * sizeof(double));
    fill_matrices(s, sigma);
    s->n_points = points->n;
    s->first = points->n ? (int)lround(points->x_m[0] / length_m * (n + 1)) - 1 : 0;
    s->k = points->n ? jw_ivanov_k(points->restitution[0]) : 0.0;
    jw_gi_to_points(&s->grid, q, s->y);
    for (int k = 0; k < points->n; ++k) {
        s->height[k] = points->base_m[k];
        s->y[s->first + k] -= s->height[k];
    }
    return s;
}

void jw_step_rk4_free(JwStepRk4 *rk4) {
    if (rk4) {
        jw_gi_grid_clear(&rk4->grid);
        free(rk4->block);
        free(rk4);
    }
}

void jw_step_rk4_step(JwStepRk4 *rk4, double dt_s) {
    jw_rk4_step(slope, rk4, rk4->y, 2 * rk4->n, dt_s, rk4->scratch);
}

const double *jw_step_rk4_modes(JwStepRk4 *rk4) {
    to_physical(rk4, rk4->y);
    jw_gi_to_modes(&rk4->grid, rk4->p, rk4->q);
    jw_gi_to_modes(&rk4->grid, rk4->v, rk4->qv);
    return rk4->q;
}

double jw_step_rk4_energy(const JwStepRk4 *rk4) {
    double sum = 0.0;
    for (int j = 0; j < rk4->n; ++j) {
        const double w = rk4->omega[j] * rk4->q[j];
        sum += 0.5 * (rk4->qv[j] * rk4->qv[j] + w * w);
    }
    return sum;
}
