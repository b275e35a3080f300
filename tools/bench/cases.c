// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "cases.h"

#include "app/patch_names.h"
#include "ceiling.h"
#include "peak.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WARM_BLOCKS = 8,
    FIRST_BLOCKS = JW_BENCH_RATE_HZ / 4 / JW_BENCH_BLOCK, ///< Blocks until all strings sound
};

#define SITAR_SCORE                                                                                \
    { 5, {54, 61, 56, 49, 66}, 0.2 }
#define TANPURA_SCORE                                                                              \
    { 4, {43, 48, 48, 36}, 0.25 }
#define STRING_SCORE                                                                               \
    { 1, {43}, 0.5 }

const JwBenchCase jw_bench_cases[] = {
    {"string-200x6", "a string of 200 modes with tension, 6 nodes of its grid on a jawari",
     JW_BENCH_STRINGS, 200, 6, 1, STRING_SCORE, 0.0, 1.0},
    {"string-200x10", "the same, 10 points on a jawari of 25 mm, denser than the grid",
     JW_BENCH_DENSE_STRINGS, 200, 10, 1, STRING_SCORE, 0.0, 1.0},
    {"string-200x67", "string-200x6 with 67 nodes on a plate under its middle third",
     JW_BENCH_STRINGS, 200, 67, 1, STRING_SCORE, 0.0, 1.0},
    {"string-200x200", "the same, all 200 nodes on a plate", JW_BENCH_STRINGS, 200, 200, 1,
     STRING_SCORE, 0.0, 1.0},
    {"sitar", "20 strings, all in contact, coupled by the body, quality 1", JW_BENCH_SITAR, 0, 0, 1,
     SITAR_SCORE, 0.0, 1.0},
    {"sitar-default", "the same, main strings at quality 2", JW_BENCH_SITAR, 0, 0, 2, SITAR_SCORE,
     0.0, 1.0},
    {"tanpura", "4 strings with their threads, quality 2", JW_BENCH_TANPURA, 0, 0, 2, TANPURA_SCORE,
     0.0, 1.0},
    {"tanpura-1", "the same, quality 1", JW_BENCH_TANPURA, 0, 0, 1, TANPURA_SCORE, 0.0, 1.0},
    {"silent", "the sitar of sitar-default, at rest", JW_BENCH_SITAR, 0, 0, 2, {0}, 0.0, 1.0},
    {"gi-rk4-1e-4",
     "Galerkin-Ivanov by RK4 at its paper's step: N = 201, 67 points, 100 Hz",
     JW_BENCH_GI,
     0,
     0,
     0,
     {0},
     1e-4,
     0.01},
    {"gi-rk4-sample",
     "the same, one step a sample",
     JW_BENCH_GI,
     0,
     0,
     0,
     {0},
     JW_BENCH_GI_UNITS / JW_BENCH_RATE_HZ,
     0.25},
    {"fma-peak", "the multiply-adds of string-200x6 in registers, nothing else", JW_BENCH_PEAK, 200,
     6, 1, STRING_SCORE, 0.0, 1.0},
};

const int jw_bench_n_cases = (int)(sizeof(jw_bench_cases) / sizeof(jw_bench_cases[0]));

int jw_bench_case_find(const char *name) {
    for (int i = 0; i < jw_bench_n_cases; ++i) {
        if (!strcmp(jw_bench_cases[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static bool find_instrument(JwInstrument *instrument, const JwBenchCase *c, JwMessage *message) {
    switch (c->kind) {
    case JW_BENCH_SITAR:
        return jw_instrument_find(instrument, "sitar", message);
    case JW_BENCH_TANPURA:
        return jw_instrument_find(instrument, "tanpura", message);
    case JW_BENCH_DENSE_STRINGS:
        jw_bench_strings(instrument, 1, c->n_modes, c->n_points, JW_BENCH_DENSE);
        return true;
    case JW_BENCH_STRINGS:
    case JW_BENCH_PEAK:
    case JW_BENCH_GI:
        jw_bench_strings(instrument, 1, c->n_modes, c->n_points, JW_BENCH_GRID);
        return true;
    }
    return false;
}

static bool open_band(JwBenchRun *run, bool counts_work, JwMessage *message) {
    const JwBenchCase *c = run->definition;
    JwInstrument *instrument = malloc(sizeof(*instrument));
    if (!instrument) {
        return jw_message_set(message, "out of memory");
    }
    bool ok = find_instrument(instrument, c, message);
    if (ok) {
        const bool own = c->n_modes > 0;
        const JwBenchScore score = own ? jw_bench_strings_score(instrument) : c->score;
        ok = jw_bench_band_open(&run->band, instrument, c->quality, &score, message);
        if (ok && counts_work && !jw_bench_band_find_work(&run->band, instrument, c->quality)) {
            ok = jw_message_set(message, "out of memory");
        }
    }
    free(instrument);
    if (ok && c->kind != JW_BENCH_PEAK) {
        jw_bench_band_play(&run->band, FIRST_BLOCKS);
    }
    return ok;
}

JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwMessage *message) {
    JwBenchRun *run = calloc(1, sizeof(*run));
    bool ok = run != NULL;
    if (ok) {
        run->definition = definition;
        if (definition->kind == JW_BENCH_GI) {
            run->gi = jw_bench_gi_new(definition->step, 0.9);
            ok = run->gi != NULL;
        } else if (!open_band(run, counts_work, message)) {
            jw_bench_run_free(run);
            return NULL;
        }
    }
    if (!ok) {
        jw_message_set(message, "out of memory");
        jw_bench_run_free(run);
        return NULL;
    }
    return run;
}

void jw_bench_run_free(JwBenchRun *run) {
    if (run) {
        jw_bench_band_close(&run->band);
        jw_bench_gi_free(run->gi);
        free(run);
    }
}

static double play(JwBenchRun *run, double seconds) {
    const long blocks = (long)ceil(seconds * JW_BENCH_RATE_HZ / JW_BENCH_BLOCK);
    jw_bench_band_play(&run->band, WARM_BLOCKS);
    const double start = jw_bench_cpu_s();
    jw_bench_band_play(&run->band, blocks);
    return (jw_bench_cpu_s() - start) * JW_BENCH_RATE_HZ / ((double)blocks * JW_BENCH_BLOCK);
}

static double integrate(JwBenchRun *run, double seconds) {
    const double steps_a_second = JW_BENCH_GI_UNITS / run->definition->step;
    const long steps = (long)ceil(seconds * steps_a_second);
    jw_bench_gi_reset(run->gi);
    jw_bench_gi_run(run->gi, 100);
    const double start = jw_bench_cpu_s();
    jw_bench_gi_run(run->gi, steps);
    return (jw_bench_cpu_s() - start) * steps_a_second / (double)steps;
}

static double multiply(const JwBenchRun *run) {
    const long n = 2000000;
    jw_bench_fused(n / 10);
    const double start = jw_bench_cpu_s();
    const double done = jw_bench_fused(n);
    return (jw_bench_cpu_s() - start) * run->band.work.madds / done;
}

void jw_bench_run_round(JwBenchRun *run, double seconds) {
    const JwBenchCase *c = run->definition;
    double cost = 0.0;
    switch (c->kind) {
    case JW_BENCH_STRINGS:
    case JW_BENCH_DENSE_STRINGS:
    case JW_BENCH_SITAR:
    case JW_BENCH_TANPURA:
        cost = play(run, seconds * c->share);
        break;
    case JW_BENCH_GI:
        cost = integrate(run, seconds * c->share);
        break;
    case JW_BENCH_PEAK:
        cost = multiply(run);
        break;
    }
    const double held = run->gi ? jw_bench_gi_held() : run->band.work.held;
    run->reads = fmax(run->reads, jw_bench_machine_reads(held));
    if (run->n_rounds < JW_BENCH_ROUNDS_MAX) {
        run->cost[run->n_rounds++] = cost;
    }
}
