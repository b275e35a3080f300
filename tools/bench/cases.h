// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cases to be measured, each by its name.

#ifndef JW_BENCH_CASES_H
#define JW_BENCH_CASES_H

#include "band.h"
#include "base/message.h"
#include "gi_rk4.h"
#include "measure.h"

#include <stdbool.h>

enum { JW_BENCH_ROUNDS_MAX = 1000 };

typedef enum {
    JW_BENCH_STRINGS,       ///< Strings of jw_bench_strings(), points on the grid
    JW_BENCH_DENSE_STRINGS, ///< Strings of jw_bench_strings(), points where they are
    JW_BENCH_INSTRUMENT,    ///< Instrument by its name
    JW_BENCH_TABLES,        ///< Its tables anew, JW_BENCH_MOVES times a second
    JW_BENCH_GI,            ///< Published method, for comparison
    JW_BENCH_PEAK,          ///< Multiply-adds of string-200x6, in registers
} JwBenchKind;

enum { JW_BENCH_MOVES = 20 }; ///< Moves of Sa a second

typedef struct {
    const char *name, *what;
    JwBenchKind kind;
    const char *instrument; ///< Instrument's name; a preset's, if it is one
    bool is_preset;         ///< Flag: a preset's name
    int n_modes, n_points;  ///< Of the strings of jw_bench_strings()
    int quality;
    JwBenchScore score;
    bool driven;  ///< Drums come in
    double step;  ///< Step in time, for GI
    double share; ///< Part of the seconds asked for that one round takes
} JwBenchCase;

extern const JwBenchCase jw_bench_cases[];
extern const int jw_bench_n_cases;

/// Case that is being measured.
typedef struct {
    const JwBenchCase *definition;
    JwBenchBand band; ///< Band; its engine is NULL for GI and peak
    JwBenchBand
        alike;     ///< The same with strings that share their tables: what it costs less, memory
                   ///< costs. Its engine is NULL for all but instruments of several strings
    JwBenchGi *gi; ///< NULL for all other cases
    JwInstrument *instrument; ///< For tables; NULL for all other cases
    double reads; ///< Bytes a second that this core reads, from a set as large as the one a step
                  ///< goes through
    double cost[JW_BENCH_ROUNDS_MAX];
    double alike_cost[JW_BENCH_ROUNDS_MAX];
    int n_rounds;
    JwBenchSpread spread;
} JwBenchRun;

/// Index of a case, -1 for an unknown one.
int jw_bench_case_find(const char *name);

/// Builds all that the case needs; counts_work: its work is counted too. NULL with a message.
JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwMessage *message);

/// Frees the run; accepts NULL.
void jw_bench_run_free(JwBenchRun *run);

/// Part of the cost that goes when strings share their tables, from medians; negative if that was
/// not measured. The spread of the costs is known.
double jw_bench_run_memory(JwBenchRun *run);

/// Runs one round: adds to `cost` the CPU seconds of a second of audio.
void jw_bench_run_round(JwBenchRun *run, double seconds);

#endif // JW_BENCH_CASES_H
