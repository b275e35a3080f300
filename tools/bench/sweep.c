// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "sweep.h"

#include "cases.h"
#include "measure.h"
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 5, SIZES_MAX = 16, FIRST_BLOCKS = 16 };

static const double share = 0.25; // Part of the requested seconds that one round takes

/// Sweep of one size; the other sizes are fixed.
typedef struct {
    const char *name, *title;
    int n;
    int size[SIZES_MAX];
    int n_strings, n_modes, n_points; ///< Sizes; 0 marks the one that varies
    JwBenchPoints points;
} Series;

static const Series all_series[] = {
    {"strings",
     "Strings of 200 modes, 6 points each",
     8,
     {1, 2, 4, 8, 12, 16, 24, 32},
     0,
     200,
     6,
     JW_BENCH_DENSE},
    {"modes",
     "Modes of one string, 6 points",
     8,
     {25, 50, 100, 200, 400, 600, 800, 1000},
     1,
     0,
     6,
     JW_BENCH_DENSE},
    {"points",
     "Contact points of one string of 200 modes, coupled",
     10,
     {1, 2, 4, 6, 8, 12, 16, 32, 67, 100},
     1,
     200,
     0,
     JW_BENCH_DENSE},
    {"nodes",
     "Nodes of the grid of one string of 200 modes",
     12,
     {1, 2, 4, 6, 8, 12, 16, 32, 67, 100, 150, 200},
     1,
     200,
     0,
     JW_BENCH_GRID},
};

enum { N_SERIES = sizeof(all_series) / sizeof(all_series[0]) };

bool jw_bench_sweep_name_ok(const char *path) {
    return jw_lab_plot_name_ok(path);
}

static bool open_band(JwBenchBand *band, const Series *series, int size, JwError *error) {
    JwInstrument *instrument = malloc(sizeof(*instrument));
    if (!instrument) {
        return jw_error_set(error, "out of memory");
    }
    jw_bench_strings(instrument, series->n_strings ? series->n_strings : size,
                     series->n_modes ? series->n_modes : size,
                     series->n_points ? series->n_points : size, series->points);
    const JwBenchScore score = jw_bench_strings_score(instrument);
    const bool ok = jw_bench_band_open(band, instrument, 1, &score, error);
    free(instrument);
    if (ok) {
        jw_bench_band_play(band, FIRST_BLOCKS);
    }
    return ok;
}

static double play(JwBenchBand *band, double seconds) {
    const long blocks = (long)ceil(seconds * JW_BENCH_RATE_HZ / JW_BENCH_BLOCK);
    const double start = jw_bench_cpu_s();
    jw_bench_band_play(band, blocks);
    return (jw_bench_cpu_s() - start) * JW_BENCH_RATE_HZ / ((double)blocks * JW_BENCH_BLOCK);
}

static bool measure(const Series *series, double seconds, JwLabTable *table, JwError *error) {
    JwBenchBand band[SIZES_MAX] = {{.engine = NULL}};
    double cost[SIZES_MAX][ROUNDS];
    bool ok = true;
    for (int i = 0; i < series->n && ok; ++i) {
        ok = open_band(&band[i], series, series->size[i], error);
    }
    for (int round = 0; round < ROUNDS && ok; ++round) {
        for (int i = 0; i < series->n; ++i) {
            cost[i][round] = play(&band[i], share * seconds);
        }
    }
    printf("\n%s\n", series->title);
    for (int i = 0; i < series->n && ok; ++i) {
        const JwBenchSpread spread = jw_bench_spread(cost[i], ROUNDS);
        printf("%6d %-8s %10.6f  (%.3g each)\n", series->size[i], series->name, spread.median,
               spread.median / series->size[i]);
        jw_lab_row(table, (double[]){series->size[i], spread.median});
    }
    for (int i = 0; i < series->n; ++i) {
        jw_bench_band_close(&band[i]);
    }
    return ok;
}

static void add_panel(JwLab *lab, const Series *series, const JwLabTable *table) {
    const JwLabAxes axes = {
        .title = series->title,
        .x_label = series->name,
        .y_label = "CPU seconds a second",
        .y_from_zero = true,
    };
    jw_lab_curve(jw_lab_panel(lab, &axes), table, 0, 1, JW_LAB_LINEPOINTS, "%s", "");
}

bool jw_bench_sweep(const char *path, double seconds, JwError *error) {
    static const JwLabExperiment nothing = {.name = "bench"};
    JwLab lab;
    bool ok = true;
    jw_lab_init(&lab, &nothing);
    for (int i = 0; i < N_SERIES && ok; ++i) {
        JwLabTable *table = jw_lab_table(&lab, all_series[i].name);
        jw_lab_column(table, NULL, "%s", all_series[i].name);
        jw_lab_column(table, NULL, "cost");
        ok = measure(&all_series[i], seconds, table, error);
        if (ok) {
            add_panel(&lab, &all_series[i], table);
        }
    }
    if (ok && (!jw_lab_ok(&lab) || !jw_lab_plot_write(&lab, path))) {
        *error = lab.error;
        ok = false;
    }
    jw_lab_clear(&lab);
    return ok;
}
