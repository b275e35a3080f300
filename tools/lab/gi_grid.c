// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "gi_grid.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>

int jw_gi_grid_init(JwGiGrid *grid, int n) {
    const int period = 2 * (n + 1);
    grid->n = n;
    grid->sines = malloc((size_t)period * sizeof(double));
    if (!grid->sines) {
        return 1;
    }
    for (int m = 0; m < period; ++m) {
        grid->sines[m] = sqrt(2.0) * sin(JW_PI * m / (n + 1));
    }
    return 0;
}

void jw_gi_grid_clear(JwGiGrid *grid) {
    free(grid->sines);
    *grid = (JwGiGrid){0};
}

double jw_gi_phi(const JwGiGrid *grid, int j, int i) {
    return grid->sines[(j * i) % (2 * (grid->n + 1))];
}

static void transform(const JwGiGrid *grid, const double *from, double scale, double *to) {
    const int n = grid->n;
    const int period = 2 * (n + 1);
    for (int i = 1; i <= n; ++i) {
        double sum = 0.0;
        int m = 0;
        for (int j = 1; j <= n; ++j) {
            m += i;
            m -= m >= period ? period : 0;
            sum += grid->sines[m] * from[j - 1];
        }
        to[i - 1] = scale * sum;
    }
}

void jw_gi_to_modes(const JwGiGrid *grid, const double *p, double *q) {
    transform(grid, p, 1.0 / (grid->n + 1), q);
}

void jw_gi_to_points(const JwGiGrid *grid, const double *q, double *p) {
    transform(grid, q, 1.0, p);
}

double jw_gi_stiffness(const JwGiGrid *grid, int i, int l) {
    const int n = grid->n;
    const int period = 2 * (n + 1);
    double sum = 0.0;
    double rest = 0.0;
    int a = 0; // Products j i and j l modulo the period
    int b = 0;
    for (int j = 1; j <= n; ++j) {
        a = (a + i) % period;
        b = (b + l) % period;
        const double omega = j * JW_PI;
        const double term = grid->sines[a] * grid->sines[b] * omega * omega;
        const double next = sum + term;
        rest += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return (sum + rest) / (n + 1);
}
