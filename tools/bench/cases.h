// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cases to be measured, each by its name.

#ifndef JW_BENCH_CASES_H
#define JW_BENCH_CASES_H

#include "app/message.h"
#include "band.h"
#include "gi_rk4.h"
#include "measure.h"

#include <stdbool.h>

enum { JW_BENCH_ROUNDS_MAX = 1000 };

typedef enum {
    JW_BENCH_STRINGS,       ///< Strings of jw_bench_strings(), points on the grid
    JW_BENCH_DENSE_STRINGS, ///< Strings of jw_bench_strings(), points where they are
    JW_BENCH_SITAR,         ///< Instrument of that name
    JW_BENCH_TANPURA,       //
    JW_BENCH_GI,            ///< Published method, for comparison
    JW_BENCH_PEAK,          ///< Multiply-adds of string-200x6, in registers
} JwBenchKind;

typedef struct {
    const char *name, *what;
    JwBenchKind kind;
    int n_modes, n_points;
    int quality;
    JwBenchScore score;
    double step;  ///< Step in time, for GI
    double share; ///< Part of the seconds asked for that one round takes
} JwBenchCase;

extern const JwBenchCase jw_bench_cases[];
extern const int jw_bench_n_cases;

/// Case that is being measured.
typedef struct {
    const JwBenchCase *definition;
    JwBenchBand band; ///< Band; its engine is NULL for GI and peak
    JwBenchGi *gi;    ///< NULL for all other cases
    double reads; ///< Bytes a second that this core reads, from a set as large as the one a step
                  ///< goes through
    double cost[JW_BENCH_ROUNDS_MAX];
    int n_rounds;
    JwBenchSpread spread;
} JwBenchRun;

/// Index of a case, -1 for an unknown one.
int jw_bench_case_find(const char *name);

/// Builds all that the case needs; counts_work: its work is counted too. NULL with a message.
JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwMessage *message);

/// Frees the run; accepts NULL.
void jw_bench_run_free(JwBenchRun *run);

/// Runs one round: adds to `cost` the CPU seconds of a second of audio.
void jw_bench_run_round(JwBenchRun *run, double seconds);

#endif // JW_BENCH_CASES_H
