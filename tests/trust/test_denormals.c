// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Subnormal numbers cost many times a normal one's time. A string's loops over numbers that small,
// under the engine's own setting of the processor, take as long as over others.
//
// It measures time: for an idle machine (nightly). Each figure is the least of many.

#define _XOPEN_SOURCE 700

#include "base/fpu.h"
#include "kernel/mode_kernel.h"
#include "support/check.h"
#include "support/clock.h"
#include "support/fixtures.h"

enum { STEPS = 2000, TURNS = 40 };

/// Sets every mode to about that size.
static void fill(JwStringState *state, double size) {
    const JwModeArrays *m = &state->arrays;
    for (int i = 0; i < state->modes->n; ++i) {
        if (state->kernel->size == (int)sizeof(float)) {
            ((float *)m->q)[i] = ((float *)m->v)[i] = (float)size;
        } else {
            ((double *)m->q)[i] = ((double *)m->v)[i] = size;
        }
    }
}

/// Least time of some steps [s] that start from modes of that size.
static double cost(FixtureString *string, double size, bool flush) {
    double least = 1e9;
    for (int turn = 0; turn < TURNS; ++turn) {
        fill(&string->state, size);
        const JwFpu host = flush ? jw_fpu_flush() : (JwFpu){0};
        const double start = clock_s(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < STEPS; ++i) {
            jw_string_step(&string->state);
        }
        const double took = clock_s(CLOCK_THREAD_CPUTIME_ID) - start;
        if (flush) {
            jw_fpu_restore(host);
        }
        least = took < least ? took : least;
    }
    return least;
}

int main(void) {
    const JwStringData data = fixture_tanpura_data();
    for (int i = 0; i < 2; ++i) {
        const bool is_double = i == 1;
        JwModesSpec spec = fixture_spec(&data, 48000.0);
        FixtureString string;
        spec.precision = is_double ? JW_PRECISION_F64 : JW_PRECISION_F32;
        if (!check(fixture_string_init(&string, &spec, NULL), "string")) {
            return 1;
        }
        const double tiny = is_double ? 1e-310 : 1e-40;
        const double normal = cost(&string, 1e-6, true);
        const double flushed = cost(&string, tiny, true);
        const double bare = cost(&string, tiny, false);
        printf("%d bits: %.3g us a step; subnormal numbers %.3f times that, without the setting "
               "%.1f times\n",
               is_double ? 64 : 32, 1e6 * normal / STEPS, flushed / normal, bare / normal);
        check_between(flushed / normal, 0.5, 1.1, "slow-down");
        fixture_string_free(&string);
    }
    return check_result();
}
