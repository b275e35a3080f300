// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is measured, each case by its name.

#ifndef JW_BENCH_CASES_H
#define JW_BENCH_CASES_H

#include "app/message.h"
#include "band.h"
#include "gi_rk4.h"
#include "measure.h"

#include <stdbool.h>

enum { JW_BENCH_ROUNDS_MAX = 1000 };

typedef enum {
    JW_BENCH_STRINGS,       ///< jw_bench_strings(), points on the grid
    JW_BENCH_DENSE_STRINGS, ///< The same, points where they are
    JW_BENCH_SITAR,         ///< The instrument of that name
    JW_BENCH_TANPURA,       //
    JW_BENCH_GI,            ///< The baseline
    JW_BENCH_PEAK,          ///< Multiply-adds of string-200x6, in registers
} JwBenchKind;

typedef struct {
    const char *name, *what;
    JwBenchKind kind;
    int n_modes, n_points;
    int quality;
    JwBenchScore score;
    double step;  ///< GI: of time
    double share; ///< Of the seconds asked for, in one round
} JwBenchCase;

extern const JwBenchCase jw_bench_cases[];
extern const int jw_bench_n_cases;

/// One case being measured.
typedef struct {
    const JwBenchCase *definition;
    JwBenchBand band; ///< Engine NULL for GI and peak
    JwBenchGi *gi;    ///< NULL for the others
    double reads;     ///< Bytes a second that this core reads of as many as a step goes through
    double cost[JW_BENCH_ROUNDS_MAX];
    int n_rounds;
    JwBenchSpread spread;
} JwBenchRun;

/// Index of a case, -1 for an unknown one.
int jw_bench_case_find(const char *name);

/// Builds all that the case needs; its work is counted if that is wanted. NULL with a message.
JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwMessage *message);

/// NULL is fine.
void jw_bench_run_free(JwBenchRun *run);

/// One round: adds to cost the CPU seconds of a second of audio.
void jw_bench_run_round(JwBenchRun *run, double seconds);

#endif // JW_BENCH_CASES_H
