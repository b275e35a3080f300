// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the benchmark says it plays is what it plays: modes, points, and every string sounding.

#include "band.h"
#include "cases.h"
#include "string/modes.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Sounding strings; `own`: each has a key of its own, so that no note is lost.
static void check_sounding(JwEngine *engine, bool own, const char *name) {
    const int n = jw_engine_n_strings(engine);
    int n_sounding = 0;
    JwStringReport all;
    for (int s = 0; s < n; ++s) {
        JwStringReport r;
        jw_engine_report(engine, s, &r);
        n_sounding += r.peak > 0.0;
    }
    jw_engine_report(engine, -1, &all);
    check_between(n_sounding, n, n, "%s: strings that sound", name);
    check_between((double)all.impacts, 20.0, INFINITY, "%s: impacts", name);
    check_below((double)(all.nonfinite + (own ? all.dropped_events : 0)), 0.0, "%s: lost", name);
}

static void check_case(const char *name) {
    JwError error = {0};
    const JwBenchCase *c = &jw_bench_cases[jw_bench_case_find(name)];
    JwBenchRun *run = jw_bench_run_new(c, true, &error);
    if (!check(run != NULL, "%s: %s", name, error.text)) {
        return;
    }
    if (c->n_modes > 0) {
        const int local = run->band.work.n_modes - c->n_modes;
        check_between(local, 0, 8, "%s: modes beyond the %d", name, c->n_modes);
        check_between(run->band.work.n_points, c->n_points, c->n_points, "%s: points", name);
    }
    check_sounding(run->band.engine, true, name);
    if (run->alike.engine) {
        const JwBenchWork *own = &run->band.work, *alike = &run->alike.work;
        check_sounding(run->alike.engine, false, name);
        check_between(alike->madds / own->madds, 0.9, 1.1, "%s: work of strings alike", name);
        check_below(alike->held / own->held, 0.75, "%s: what they hold", name);
    }
    jw_bench_run_free(run);
}

/// Tables are built anew as often as the case says, and no other case builds any.
static void check_tables(const char *name) {
    JwError error = {0};
    JwBenchRun *run = jw_bench_run_new(&jw_bench_cases[jw_bench_case_find(name)], true, &error);
    if (check(run && run->instrument && !run->band.engine, "%s: %s", name, error.text)) {
        jw_bench_run_round(run, 0.1);
        check(run->n_rounds == 1 && run->cost[0] > 0.0, "%s: a round", name);
    }
    jw_bench_run_free(run);
}

int main(void) {
    check_case("string-200x6");
    check_case("string-200x10");
    check_case("string-200x67");
    check_case("string-200x200");
    check_case("sitar");
    check_case("tanpura-1");
    check_case("resonator-1");
    check_tables("tables-tanpura");
    return check_result();
}
