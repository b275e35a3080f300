// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cases of the benchmark, by name.

#ifndef JW_BENCH_CASES_H
#define JW_BENCH_CASES_H

#include "band.h"
#include "base/error.h"
#include "gi_rk4.h"
#include "measure.h"

#include <stdbool.h>

enum { JW_BENCH_ROUNDS_MAX = 1000 };

typedef enum {
    JW_BENCH_STRINGS,       ///< Strings of jw_bench_strings(), points on the grid
    JW_BENCH_DENSE_STRINGS, ///< Strings of jw_bench_strings(), points at any position
    JW_BENCH_INSTRUMENT,    ///< Instrument by its name
    JW_BENCH_TABLES,        ///< Its tables, rebuilt JW_BENCH_MOVES times a second
    JW_BENCH_GI,            ///< Published method, for comparison
    JW_BENCH_PEAK,          ///< Multiply-adds of string-200x6, only in registers
} JwBenchKind;

enum { JW_BENCH_MOVES = 20 }; ///< Changes of Sa per second

typedef struct {
    const char *name, *what;
    JwBenchKind kind;
    const char *instrument; ///< Name of an instrument or preset
    bool is_preset;         ///< It is a preset's name
    int n_modes, n_points;  ///< Of the strings of jw_bench_strings()
    int quality;
    JwBenchScore score;
    bool driven;  ///< Drums are the audio input
    double step;  ///< Step in time, for GI
    double share; ///< Part of the requested seconds that one round takes
} JwBenchCase;

extern const JwBenchCase jw_bench_cases[];
extern const int jw_bench_n_cases;

/// State of a case.
typedef struct {
    const JwBenchCase *definition;
    JwBenchBand band;  ///< Band; its engine is NULL for GI and peak
    JwBenchBand alike; ///< The same with strings that share their tables: the difference in cost
                       ///< is due to memory. Its engine is NULL except for instruments of several
                       ///< strings
    JwBenchGi *gi;     ///< NULL for all other cases
    JwInstrument *instrument; ///< For tables; NULL for all other cases
    double reads; ///< Bytes per second that this core reads from a set as large as the one that a
                  ///< step accesses
    double cost[JW_BENCH_ROUNDS_MAX];
    double alike_cost[JW_BENCH_ROUNDS_MAX];
    int n_rounds;
    JwBenchSpread spread;
} JwBenchRun;

/// Index of a case, -1 for an unknown one.
int jw_bench_case_find(const char *name);

/// Builds everything that the case needs; counts_work: also counts its work. Returns NULL, with a
/// error, on failure.
JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwError *error);

/// Frees the run; accepts NULL.
void jw_bench_run_free(JwBenchRun *run);

/// Part of the cost that disappears when strings share their tables, from medians; negative if that
/// was not measured. Fills in the spread of the costs.
double jw_bench_run_memory(JwBenchRun *run);

/// Runs one round: adds to `cost` the CPU seconds of a second of audio.
void jw_bench_run_round(JwBenchRun *run, double seconds);

#endif // JW_BENCH_CASES_H
