// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Published method, implemented as fast as possible, for a fair comparison. The stiffness matrix of
// the grid points is applied directly instead of the transform to modes and back. Since it is
// symmetric about the middle of the string, it separates into two matrices of half the size, which
// are read by columns into registers that hold the sums. Products and sums are fused, everything is
// vectorised and nothing is computed twice. This file is compiled with contraction on.

#include "gi_rk4.h"

#include "base/aligned.h"
#include "base/attributes.h"
#include "base/pi.h"
#include "isa.h"

#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

enum {
    N = JW_BENCH_GI_POINTS,
    VHALF = N / 2,    ///< Number of pairs of points mirrored about the middle
    EVEN = VHALF + 1, ///< Number of pairs and the middle point
    WIDEST = 8,       ///< Largest number of elements of a vector
    SUMS = 13,        ///< Sums in registers at a time
    ROWS = SUMS * WIDEST,
    PADDED = (N + WIDEST - 1) / WIDEST * WIDEST,
    TOUCHED = 67, ///< Points over the obstacle
    FROM = (N - TOUCHED) / 2,
};

_Static_assert(ROWS >= EVEN, "a column has room for half the points");

struct JwBenchGi {
    alignas(64) double even[EVEN * ROWS]; ///< Matrix of the even part, by columns
    alignas(64) double odd[VHALF * ROWS];
    alignas(64) double even_in[ROWS], odd_in[ROWS], even_out[ROWS], odd_out[ROWS];
    alignas(64) double y[2 * PADDED]; ///< eta or p, then zeta or v
    alignas(64) double at[2 * PADDED], slope[2 * PADDED], sum[2 * PADDED];
    alignas(64) double p[PADDED], v[PADDED], force[PADDED];
    double step, k;
    double energy; ///< Energy at the start
};

static const double height = 0.025, amplitude = 0.05, tension = 1.0;

/// Stiffness K between two points, counted from 1.
static double stiffness(int i, int l) {
    double sum = 0.0;
    for (int j = 1; j <= N; ++j) {
        const double omega = j * JW_PI;
        sum += 2.0 * sin(j * JW_PI * i / (N + 1)) * sin(j * JW_PI * l / (N + 1)) * omega * omega;
    }
    return sum / (N + 1);
}

static void fill(JwBenchGi *gi) {
    for (int l = 0; l < EVEN; ++l) {
        double *even = &gi->even[l * ROWS];
        double *odd = l < VHALF ? &gi->odd[l * ROWS] : NULL;
        for (int i = 0; i < EVEN; ++i) {
            const double direct = stiffness(i + 1, l + 1);
            const double mirror = l < VHALF ? stiffness(i + 1, N - l) : 0.0;
            even[i] = direct + mirror;
            if (odd && i < VHALF) {
                odd[i] = direct - mirror;
            }
        }
    }
}

static JW_INLINE double sign(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

/// Displacement and velocity of the touched points from eta and zeta (GI 36-37).
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

/// Adds a stage: sum += weight * slope; at = y + reach * slope.
static JW_INLINE void add_stage(JwBenchGi *gi, double weight, double reach) {
    for (int i = 0; i < 2 * PADDED; ++i) {
        gi->sum[i] += weight * gi->slope[i];
        gi->at[i] = gi->y[i] + reach * gi->slope[i];
    }
}

// Registers hold thirteen sums, a column's number and a factor: no more than 16.
#define LANES 2
#define TARGET
#define NAME(x) x##_baseline
#include "gi_rk4_template.h"
#undef LANES
#undef TARGET
#undef NAME

#ifdef JW_BENCH_LEVELS
#define LANES   4
#define TARGET  JW_BENCH_TARGET_V3
#define NAME(x) x##_v3
#include "gi_rk4_template.h"
#undef LANES
#undef TARGET
#undef NAME

#define LANES   8
#define TARGET  JW_BENCH_TARGET_V4
#define NAME(x) x##_v4
#include "gi_rk4_template.h"
#undef LANES
#undef TARGET
#undef NAME
#endif

static double energy(JwBenchGi *gi) {
    double kinetic = 0.0;
    to_physical(gi, gi->y);
    apply_baseline(gi);
    for (int i = 0; i < N; ++i) {
        kinetic += gi->v[i] * gi->v[i];
    }
    const double s = stretch_baseline(gi);
    return 0.5 * kinetic / (N + 1) + 0.5 * s + 0.25 * tension * s * s;
}

void jw_bench_gi_reset(JwBenchGi *gi) {
    memset(gi->y, 0, sizeof(gi->y));
    for (int i = 0; i < N; ++i) {
        gi->y[i] = amplitude * sin(JW_PI * (i + 1) / (N + 1));
        gi->y[i] -= i >= FROM && i < FROM + TOUCHED ? height : 0.0;
    }
    gi->energy = energy(gi);
}

JwBenchGi *jw_bench_gi_new(double step, double restitution) {
    JwBenchGi *gi = jw_aligned_new(sizeof(JwBenchGi));
    if (gi) {
        gi->step = step;
        gi->k = (1.0 - restitution) / (1.0 + restitution);
        fill(gi);
        jw_bench_gi_reset(gi);
    }
    return gi;
}

void jw_bench_gi_free(JwBenchGi *gi) {
    jw_aligned_free(gi);
}

void jw_bench_gi_run(JwBenchGi *gi, long n_steps) {
#ifdef JW_BENCH_LEVELS
    switch (jw_kernels_isa()) {
    case JW_ISA_V4:
        run_steps_v4(gi, n_steps);
        return;
    case JW_ISA_V3:
        run_steps_v3(gi, n_steps);
        return;
    case JW_ISA_BASELINE:
        break;
    }
#endif
    run_steps_baseline(gi, n_steps);
}

double jw_bench_gi_midpoint(const JwBenchGi *gi) {
    const double at = gi->y[VHALF];
    return height + fabs(at);
}

double jw_bench_gi_energy(JwBenchGi *gi) {
    return energy(gi) / gi->energy;
}

double jw_bench_gi_madds(void) {
    return 4.0 * (EVEN * EVEN + VHALF * VHALF);
}

double jw_bench_gi_held(void) {
    return sizeof(double) * ROWS * (EVEN + VHALF);
}
