// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reports of the measurements.

#ifndef JW_BENCH_REPORT_H
#define JW_BENCH_REPORT_H

#include "cases.h"
#include "ceiling.h"

#include <stdbool.h>

/// Prints a table of all n runs; ratio_to is NULL or the baseline.
void jw_bench_print_table(JwBenchRun *const *run, int n, const JwBenchRun *ratio_to);

/// Prints how close each case comes to the machine's limits.
void jw_bench_print_limits(JwBenchRun *const *run, int n, const JwBenchMachine *machine);

/// Writes the columns name, cost_min, cost_median, cost_max, ratio_to_gi.
bool jw_bench_write_csv(const char *path, JwBenchRun *const *run, int n, const JwBenchRun *ratio_to,
                        JwError *error);

#endif // JW_BENCH_REPORT_H
