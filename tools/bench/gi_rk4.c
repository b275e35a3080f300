// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is done to be fair to it: the stiffness matrix of the grid points is applied at once instead
// of the transform to modes and back; being symmetric about the middle of the string it falls into
// two of half the size; they are read by columns into registers that hold the sums; products and
// sums are fused; everything is vectorised and nothing is computed twice. This file is compiled
// with contraction on.

#include "gi_rk4.h"

#include "attributes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = JW_BENCH_GI_POINTS,
    HALF = N / 2,    ///< Pairs mirrored about the middle
    EVEN = HALF + 1, ///< and the middle point
    LANES = 8,
    VECTORS = (EVEN + LANES - 1) / LANES, ///< Of a column
    FIRST = 7,                            ///< Of them, whose sums fit into 16 registers of 256 bits
    SECOND = VECTORS - FIRST,
    ROWS = VECTORS * LANES,
    PADDED = (N + LANES - 1) / LANES * LANES,
    TOUCHED = 67, ///< Points over the obstacle,
    FROM = (N - TOUCHED) / 2,
};

typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));

struct JwBenchGi {
    Lanes even[EVEN * VECTORS]; ///< Columns
    Lanes odd[HALF * VECTORS];
    Lanes even_in[VECTORS], odd_in[VECTORS], even_out[VECTORS], odd_out[VECTORS];
    double y[2 * PADDED]; ///< eta or p, then zeta or v
    double at[2 * PADDED], slope[2 * PADDED], sum[2 * PADDED];
    double p[PADDED], v[PADDED], force[PADDED];
    double step, k;
    double energy; ///< At the start
};

static const double pi = 3.14159265358979323846;
static const double height = 0.025, amplitude = 0.05, tension = 1.0;

/// K between two points, counted from 1.
static double stiffness(int i, int l) {
    double sum = 0.0;
    for (int j = 1; j <= N; ++j) {
        const double omega = j * pi;
        sum += 2.0 * sin(j * pi * i / (N + 1)) * sin(j * pi * l / (N + 1)) * omega * omega;
    }
    return sum / (N + 1);
}

static void fill(JwBenchGi *gi) {
    for (int l = 0; l < EVEN; ++l) {
        double *even = (double *)&gi->even[l * VECTORS];
        double *odd = l < HALF ? (double *)&gi->odd[l * VECTORS] : NULL;
        for (int i = 0; i < EVEN; ++i) {
            const double direct = stiffness(i + 1, l + 1);
            const double mirror = l < HALF ? stiffness(i + 1, N - l) : 0.0;
            even[i] = direct + mirror;
            if (odd && i < HALF) {
                odd[i] = direct - mirror;
            }
        }
    }
}

/// Some vectors of a product: sums stay in registers while columns go by.
static JW_INLINE void multiply(const Lanes *a, const double *x, int n, Lanes *out,
                               const int count) {
    Lanes sum[FIRST] = {{0.0}};
    for (int l = 0; l < n; ++l) {
        for (int i = 0; i < count; ++i) {
            sum[i] += a[l * VECTORS + i] * x[l];
        }
    }
    for (int i = 0; i < count; ++i) {
        out[i] = sum[i];
    }
}

static JW_INLINE void apply(JwBenchGi *gi) {
    double *even = (double *)gi->even_in, *odd = (double *)gi->odd_in;
    const double *from = gi->p;
    for (int i = 0; i < HALF; ++i) {
        even[i] = 0.5 * (from[i] + from[N - 1 - i]);
        odd[i] = 0.5 * (from[i] - from[N - 1 - i]);
    }
    even[HALF] = from[HALF];
    multiply(gi->even, even, EVEN, gi->even_out, FIRST);
    multiply(gi->even + FIRST, even, EVEN, gi->even_out + FIRST, SECOND);
    multiply(gi->odd, odd, HALF, gi->odd_out, FIRST);
    multiply(gi->odd + FIRST, odd, HALF, gi->odd_out + FIRST, SECOND);
    const double *e = (const double *)gi->even_out, *o = (const double *)gi->odd_out;
    for (int i = 0; i < HALF; ++i) {
        gi->force[i] = e[i] + o[i];
        gi->force[N - 1 - i] = e[i] - o[i];
    }
    gi->force[HALF] = e[HALF];
}

static JW_INLINE double sign(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

/// (GI 36-37): what eta and zeta of the touched points mean.
static JW_INLINE void to_physical(JwBenchGi *gi, const double *y) {
    memcpy(gi->p, y, N * sizeof(double));
    memcpy(gi->v, y + PADDED, N * sizeof(double));
    const double *eta = y + FROM, *zeta = y + PADDED + FROM;
    for (int i = 0; i < TOUCHED; ++i) {
        const double s = sign(eta[i]);
        const double weight = 1.0 - gi->k * s * sign(zeta[i]);
        gi->p[FROM + i] = height + s * eta[i];
        gi->v[FROM + i] = weight * s * zeta[i];
    }
}

static JW_INLINE double stretch(const JwBenchGi *gi) {
    Lanes sum = {0.0};
    const Lanes *p = (const Lanes *)gi->p, *force = (const Lanes *)gi->force;
    for (int i = 0; i < PADDED / LANES; ++i) {
        sum += p[i] * force[i];
    }
    double all = 0.0;
    for (int i = 0; i < LANES; ++i) {
        all += sum[i];
    }
    return all / (N + 1);
}

static JW_INLINE void find_slope(JwBenchGi *gi, const double *y, double *slope) {
    to_physical(gi, y);
    apply(gi);
    const double scale = -(1.0 + tension * stretch(gi));
    memcpy(slope, gi->v, N * sizeof(double));
    for (int i = 0; i < N; ++i) {
        slope[PADDED + i] = scale * gi->force[i];
    }
    const double *eta = y + FROM, *zeta = y + PADDED + FROM;
    for (int i = 0; i < TOUCHED; ++i) {
        const double s = sign(eta[i]);
        const double weight = 1.0 - gi->k * s * sign(zeta[i]);
        slope[FROM + i] = weight * zeta[i];
        slope[PADDED + FROM + i] *= s / weight;
    }
}

/// sum += weight * slope; at = y + reach * slope
static JW_INLINE void add_stage(JwBenchGi *gi, double weight, double reach) {
    for (int i = 0; i < 2 * PADDED; ++i) {
        gi->sum[i] += weight * gi->slope[i];
        gi->at[i] = gi->y[i] + reach * gi->slope[i];
    }
}

JW_VECTORIZED static void run_steps(JwBenchGi *gi, long n_steps) {
    const double h = gi->step;
    for (long step = 0; step < n_steps; ++step) {
        memset(gi->sum, 0, sizeof(gi->sum));
        find_slope(gi, gi->y, gi->slope);
        add_stage(gi, 1.0, 0.5 * h);
        find_slope(gi, gi->at, gi->slope);
        add_stage(gi, 2.0, 0.5 * h);
        find_slope(gi, gi->at, gi->slope);
        add_stage(gi, 2.0, h);
        find_slope(gi, gi->at, gi->slope);
        for (int i = 0; i < 2 * PADDED; ++i) {
            gi->y[i] += h / 6.0 * (gi->sum[i] + gi->slope[i]);
        }
    }
}

static double energy(JwBenchGi *gi) {
    double kinetic = 0.0;
    to_physical(gi, gi->y);
    apply(gi);
    for (int i = 0; i < N; ++i) {
        kinetic += gi->v[i] * gi->v[i];
    }
    const double s = stretch(gi);
    return 0.5 * kinetic / (N + 1) + 0.5 * s + 0.25 * tension * s * s;
}

void jw_bench_gi_reset(JwBenchGi *gi) {
    memset(gi->y, 0, sizeof(gi->y));
    for (int i = 0; i < N; ++i) {
        gi->y[i] = amplitude * sin(pi * (i + 1) / (N + 1));
        gi->y[i] -= i >= FROM && i < FROM + TOUCHED ? height : 0.0;
    }
    gi->energy = energy(gi);
}

JwBenchGi *jw_bench_gi_new(double step, double restitution) {
    const size_t size = (sizeof(JwBenchGi) + sizeof(Lanes) - 1) / sizeof(Lanes) * sizeof(Lanes);
    JwBenchGi *gi = aligned_alloc(sizeof(Lanes), size);
    if (gi) {
        memset(gi, 0, size);
        gi->step = step;
        gi->k = (1.0 - restitution) / (1.0 + restitution);
        fill(gi);
        jw_bench_gi_reset(gi);
    }
    return gi;
}

void jw_bench_gi_free(JwBenchGi *gi) {
    free(gi);
}

void jw_bench_gi_run(JwBenchGi *gi, long n_steps) {
    run_steps(gi, n_steps);
}

double jw_bench_gi_midpoint(const JwBenchGi *gi) {
    const double at = gi->y[HALF];
    return height + fabs(at);
}

double jw_bench_gi_energy(JwBenchGi *gi) {
    return energy(gi) / gi->energy;
}

double jw_bench_gi_madds(void) {
    return 4.0 * (EVEN * EVEN + HALF * HALF);
}

double jw_bench_gi_held(void) {
    return sizeof(Lanes) * VECTORS * (EVEN + HALF);
}
