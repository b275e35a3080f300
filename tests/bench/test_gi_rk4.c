// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The baseline is the published method and no other: against event-driven solutions of its string
// over the flat obstacle, before they are chaotic, and against what RK4 loses at a coarse step.

#include "gi_rk4.h"

#include "support/check.h"

#include <math.h>

typedef struct {
    double restitution;
    double midpoint[2]; ///< At t = 0.5 and 1, exact
} Exact;

static const Exact exact[] = {
    {1.0, {0.042844255, 0.036275015}},
    {0.9, {0.041072479, 0.032656517}},
    {0.8, {0.039258837, 0.029881399}},
};

static void check_midpoint(const Exact *e) {
    const double step = 1e-4;
    JwBenchGi *gi = jw_bench_gi_new(step, e->restitution);
    if (!check(gi != NULL, "no memory")) {
        return;
    }
    for (int i = 0; i < 2; ++i) {
        jw_bench_gi_run(gi, lround(0.5 / step));
        check_below(fabs(jw_bench_gi_midpoint(gi) - e->midpoint[i]), 2e-4,
                    "R = %g, t = %g: midpoint %.6f, exactly %.6f; error", e->restitution,
                    0.5 * (i + 1), jw_bench_gi_midpoint(gi), e->midpoint[i]);
    }
    jw_bench_gi_free(gi);
}

// What RK4 loses of an energy that is 1 for ever: 16 % in two periods at a coarse step, one period
// being 2. Later the motion is chaotic, and its energy another on each instruction set.
static void check_energy(double step, double end, double left, double slack) {
    JwBenchGi *gi = jw_bench_gi_new(step, 1.0);
    if (check(gi != NULL, "no memory")) {
        jw_bench_gi_run(gi, lround(end / step));
        check_between(jw_bench_gi_energy(gi), left - slack, left + slack,
                      "dt = %g: energy at t = %g over the start's", step, end);
    }
    jw_bench_gi_free(gi);
}

int main(void) {
    for (size_t i = 0; i < sizeof(exact) / sizeof(exact[0]); ++i) {
        check_midpoint(&exact[i]);
    }
    check_energy(2.5e-3, 4.0, 0.84, 0.01);
    check_energy(8e-4, 3.0, 0.991, 0.003);
    check_energy(1e-4, 3.0, 1.0, 0.002);
    return check_result();
}
