// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The fast sine transform (sines.h) beside its definition, sqrt(2) sin(pi i j/(N + 1)) summed up:
// every way to divide N + 1, some or all nodes, there and back.

#include "base/pi.h"
#include "kernel/kernels.h"
#include "kernel/sines.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double shape(const JwSines *s, int node, int mode) {
    return sqrt(2.0) * sin(JW_PI * (node * mode % (2 * (s->n_modes + 1))) / (s->n_modes + 1));
}

/// Largest errors over the size of what is summed.
typedef struct {
    double there, back;
} Errors;

/// Keeps the larger error; false if it is not a number.
static bool keep_worst(double error, double *worst) {
    if (!(error <= *worst)) {
        *worst = error;
    }
    return isfinite(error);
}

/// All that comes out goes into the hash.
static Errors compare(const JwSines *plan, JwPrecision precision, int first, int n, uint64_t *dice,
                      uint64_t *hash) {
    enum { most = JW_SINES_MODES + JW_LANES };
    static _Alignas(64) double x[most], y[most], g[most], given[most];
    static _Alignas(64) double root[most], odd[most] = {0.0}, even[most] = {0.0};
    static _Alignas(64) double room[JW_NODES_ROOM];
    static double out_x[JW_MAX_GRID_ROWS + 1], out_y[JW_MAX_GRID_ROWS + 1],
        impulse[JW_MAX_GRID_ROWS];
    const JwModeKernel *kernel = jw_mode_kernel(precision);
    const int n_modes = plan->n_modes, n_padded = (n_modes + JW_LANES - 1) / JW_LANES * JW_LANES;
    const size_t size = jw_sines_size(plan, (size_t)kernel->size);
    JwGridRows nodes = {
        .n = n, .sines = *plan, .first = first, .n_modes = n_modes, .self = n_modes + 1.0};
    void *memory = aligned_alloc(64, size);
    Errors worst = {0.0, 0.0};
    if (!memory) {
        check(false, "no memory");
        return worst;
    }
    jw_sines_fill(&nodes.sines, precision, memory);
    memset(x, 0, sizeof(x));
    memset(y, 0, sizeof(y));
    memset(g, 0, sizeof(g));
    for (int j = 0; j < most; ++j) {
        jw_element_put(precision, given, j, NAN);
    }
    for (int i = 0; i <= JW_MAX_GRID_ROWS; ++i) {
        out_x[i] = out_y[i] = NAN;
    }
    for (int j = 0; j < n_modes; ++j) {
        jw_element_put(precision, x, j, fixture_uniform(dice, -1.0, 1.0));
        jw_element_put(precision, y, j, fixture_uniform(dice, -1.0, 1.0));
        jw_element_put(precision, g, j, fixture_uniform(dice, -1.0, 1.0));
        jw_element_put(precision, root, j, fixture_uniform(dice, 0.7, 1.0));
        // Mode j + 1: even ones from the first, odd ones from the last.
        jw_element_put(precision, j % 2 ? even : odd, j % 2 ? j / 2 : (n_modes - 2 - j) / 2,
                       jw_element(precision, root, j));
    }
    nodes.root_odd = odd;
    nodes.root_even = even;
    for (int i = 0; i < n; ++i) {
        impulse[i] = fixture_uniform(dice, -1.0, 1.0);
    }
    kernel->nodes_dot(&nodes, n_padded, x, y, room, out_x, out_y);
    const double pull = kernel->nodes_push(n_padded, &nodes, impulse, g, room, given);
    check(isnan(out_x[n]) && isnan(out_y[n]), "something past the last node");
    bool finite = true;
    for (int i = 0; i < n; ++i) {
        double sum_x = 0.0, sum_y = 0.0;
        for (int j = 0; j < n_modes; ++j) {
            const double number = shape(plan, first + i, j + 1) * jw_element(precision, root, j);
            sum_x += number * jw_element(precision, x, j);
            sum_y += number * jw_element(precision, y, j);
        }
        finite = keep_worst(fabs(sum_x - out_x[i]) / sqrt(n_modes), &worst.there) && finite;
        finite = keep_worst(fabs(sum_y - out_y[i]) / sqrt(n_modes), &worst.there) && finite;
    }
    double expected = 0.0;
    for (int j = 0; j < n_modes; ++j) {
        double sum = 0.0;
        for (int i = 0; i < n; ++i) {
            sum += shape(plan, first + i, j + 1) * jw_element(precision, root, j) * impulse[i];
        }
        expected += sum * jw_element(precision, g, j);
        finite = keep_worst(fabs(sum - jw_element(precision, given, j)) / sqrt(n), &worst.back) &&
                 finite;
    }
    finite = keep_worst(fabs(expected - pull) / n_modes, &worst.back) && finite;
    check(finite, "%d modes, nodes from %d on: not a number", n_modes, first);
    *hash = hash_bytes(*hash, out_x, sizeof(*out_x) * (size_t)n);
    *hash = hash_bytes(*hash, out_y, sizeof(*out_y) * (size_t)n);
    *hash = hash_bytes(*hash, given, (size_t)n_modes * (size_t)kernel->size);
    *hash = hash_bytes(*hash, &pull, sizeof(pull));
    for (int j = n_modes; j < n_padded; ++j) {
        check(jw_element(precision, given, j) == 0.0, "mode %d past the last one moves", j + 1);
    }
    free(memory);
    return worst;
}

/// All odd factors of N + 1, whatever the plan would choose.
static void divide(int n_modes, JwPrecision precision, double bound, uint64_t *hash) {
    uint64_t dice = 5;
    Errors worst = {0.0, 0.0};
    int ways = 0;
    for (int f = 1; f <= JW_SINES_FACTOR; f += 2) {
        const JwSines s = jw_sines_divide(n_modes, f);
        if (s.factor == 0) {
            continue;
        }
        const int most = n_modes < JW_MAX_GRID_ROWS ? n_modes : JW_MAX_GRID_ROWS;
        const int half = n_modes / 2;
        const int part[][2] = {{1, most},     {n_modes + 1 - most, most},
                               {1, 1},        {n_modes, 1},
                               {half, 2},     {half, 1},
                               {half + 1, 1}, {2, half < most ? half : most}};
        for (size_t k = 0; k < sizeof(part) / sizeof(part[0]); ++k) {
            const Errors e = compare(&s, precision, part[k][0], part[k][1], &dice, hash);
            worst.there = fmax(worst.there, e.there);
            worst.back = fmax(worst.back, e.back);
        }
        ++ways;
    }
    const JwSines plan = jw_sines_plan(n_modes);
    printf("%d modes, %d bits, %d ways, planned by %d: ", n_modes,
           8 * jw_mode_kernel(precision)->size, ways, plan.factor);
    check_below(fmax(worst.there, worst.back), bound, "error, there %.1e, back %.1e", worst.there,
                worst.back);
}

/// At every level of the instruction set that the machine has; those that fuse give the same bits.
int main(void) {
    static const int n_modes[] = {16,  20,  26,  44,  80,  86,  92,  134, 198,
                                  200, 224, 242, 254, 314, 464, 494, 512};
    uint64_t hash[JW_ISA_V4 + 1];
    for (int level = JW_ISA_BASELINE; level <= JW_ISA_V4; ++level) {
        jw_kernels_limit((JwIsa)level);
        if (jw_kernels_isa() != (JwIsa)level) {
            break;
        }
        printf("level %d\n", level);
        hash[level] = HASH_START;
        for (size_t i = 0; i < sizeof(n_modes) / sizeof(n_modes[0]); ++i) {
            divide(n_modes[i], JW_PRECISION_F64, 1e-14, &hash[level]);
            divide(n_modes[i], JW_PRECISION_F32, 5e-6, &hash[level]);
        }
        check(level < JW_ISA_V4 || hash[level] == hash[JW_ISA_V3], "v4 has other bits than v3");
    }
    check(jw_sines_plan(201).factor == 0, "an odd number of modes has no such transform");
    check(jw_sines_plan(JW_SINES_MODES + 2).factor == 0, "too many modes");
    check(jw_sines_plan(200).factor == 3, "201 = 3 * 67");
    return check_result();
}
