// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "cases.h"

#include "ceiling.h"
#include "peak.h"
#include "playing/tables.h"
#include "program/patch_names.h"

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
#define BASS_SCORE                                                                                 \
    { 4, {28, 40, 33, 45}, 0.25 }
#define STRING_SCORE                                                                               \
    { 1, {43}, 0.5 }

// A string of `modes` modes and `points` points, an instrument at a quality, its tables.
#define STRING_OF(kind_, modes, points)                                                            \
    .kind = kind_, .n_modes = modes, .n_points = points, .quality = 1, .score = STRING_SCORE,      \
    .share = 1.0
#define PLAYS(name_, quality_, ...)                                                                \
    .kind = JW_BENCH_INSTRUMENT, .instrument = name_, .quality = quality_, .share = 1.0, __VA_ARGS__
#define TABLES_OF(name_, quality_)                                                                 \
    .kind = JW_BENCH_TABLES, .instrument = name_, .quality = quality_, .share = 1.0

const JwBenchCase jw_bench_cases[] = {
    {"string-200x6", "a string of 200 modes with tension, 6 nodes of its grid on a jawari",
     STRING_OF(JW_BENCH_STRINGS, 200, 6)},
    {"string-200x10", "the same, 10 points on a jawari of 25 mm, denser than the grid",
     STRING_OF(JW_BENCH_DENSE_STRINGS, 200, 10)},
    {"string-200x67", "string-200x6 with 67 nodes on a plate under its middle third",
     STRING_OF(JW_BENCH_STRINGS, 200, 67)},
    {"string-200x200", "the same, all 200 nodes on a plate", STRING_OF(JW_BENCH_STRINGS, 200, 200)},
    {"sitar", "20 strings, all in contact, coupled by the body, quality 1",
     PLAYS("sitar", 1, .score = SITAR_SCORE)},
    {"sitar-default", "the same, main strings at quality 2",
     PLAYS("sitar", 2, .score = SITAR_SCORE)},
    {"tanpura", "4 strings with their threads, quality 2",
     PLAYS("tanpura", 2, .score = TANPURA_SCORE)},
    {"tanpura-1", "the same, quality 1", PLAYS("tanpura", 1, .score = TANPURA_SCORE)},
    {"bass", "4 strings slapped against 20 frets, preset bass-slap, quality 2",
     PLAYS("bass-slap", 2, .is_preset = true, .score = BASS_SCORE)},
    {"sitar-4", "sitar-default at quality 4", PLAYS("sitar", 4, .score = SITAR_SCORE)},
    {"tanpura-4", "tanpura at quality 4", PLAYS("tanpura", 4, .score = TANPURA_SCORE)},
    {"resonator-1", "the sitar, driven by drums, quality 1", PLAYS("sitar", 1, .driven = true)},
    {"resonator", "the same, main strings at quality 2", PLAYS("sitar", 2, .driven = true)},
    {"silent", "the sitar of sitar-default, at rest", PLAYS("sitar", 2, .driven = false)},
    {"tables-sitar", "the tables of sitar-default anew, 20 times a second", TABLES_OF("sitar", 2)},
    {"tables-tanpura", "those of tanpura", TABLES_OF("tanpura", 2)},
    {"tables-bass", "those of the bass, which has most, at quality 2", TABLES_OF("bass", 2)},
    {"gi-rk4-1e-4", "Galerkin-Ivanov by RK4 at its paper's step: N = 201, 67 points, 100 Hz",
     .kind = JW_BENCH_GI, .step = 1e-4, .share = 0.01},
    {"gi-rk4-sample", "the same, one step a sample", .kind = JW_BENCH_GI,
     .step = JW_BENCH_GI_UNITS / JW_BENCH_RATE_HZ, .share = 0.25},
    {"fma-peak", "the multiply-adds of string-200x6 in registers, nothing else",
     STRING_OF(JW_BENCH_PEAK, 200, 6)},
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

/// Loads an instrument with the parameters of a preset.
static bool find_preset(JwInstrument *instrument, const char *name, JwError *error) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    JwPatch *patch = malloc(sizeof(*patch));
    const bool ok = patch ? jw_patch_load(patch, NULL, name, set, value, error)
                          : jw_error_set(error, "out of memory");
    if (ok) {
        *instrument = patch->instrument;
    }
    free(patch);
    return ok;
}

static bool find_instrument(JwInstrument *instrument, const JwBenchCase *c, JwError *error) {
    switch (c->kind) {
    case JW_BENCH_INSTRUMENT:
    case JW_BENCH_TABLES:
        return c->is_preset ? find_preset(instrument, c->instrument, error)
                            : jw_instrument_find(instrument, c->instrument, error);
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

/// Opens the same band with strings that share their tables.
static bool open_alike(JwBenchRun *run, const JwInstrument *instrument, JwError *error) {
    const JwBenchCase *c = run->definition;
    JwInstrument *alike = malloc(sizeof(*alike));
    bool ok = alike != NULL;
    if (ok) {
        jw_bench_alike(alike, instrument);
        ok = jw_bench_band_open(&run->alike, alike, c->quality, &c->score, error) &&
             jw_bench_band_find_work(&run->alike, alike, c->quality);
        run->alike.driven = c->driven;
    }
    free(alike);
    if (ok) {
        jw_bench_band_play(&run->alike, FIRST_BLOCKS);
    }
    return ok || jw_error_set(error, "out of memory");
}

static bool open_band(JwBenchRun *run, const JwInstrument *instrument, bool counts_work,
                      JwError *error) {
    const JwBenchCase *c = run->definition;
    const bool own = c->n_modes > 0;
    const JwBenchScore score = own ? jw_bench_strings_score(instrument) : c->score;
    if (!jw_bench_band_open(&run->band, instrument, c->quality, &score, error)) {
        return false;
    }
    run->band.driven = c->driven;
    if (counts_work && !jw_bench_band_find_work(&run->band, instrument, c->quality)) {
        return jw_error_set(error, "out of memory");
    }
    if (c->kind != JW_BENCH_PEAK) {
        jw_bench_band_play(&run->band, FIRST_BLOCKS);
    }
    const bool sounds = c->driven || c->score.n > 0;
    return !(counts_work && sounds && c->kind == JW_BENCH_INSTRUMENT) ||
           open_alike(run, instrument, error);
}

static bool open_case(JwBenchRun *run, bool counts_work, JwError *error) {
    const JwBenchCase *c = run->definition;
    if (c->kind == JW_BENCH_GI) {
        run->gi = jw_bench_gi_new(c->step, 0.9);
        return run->gi || jw_error_set(error, "out of memory");
    }
    JwInstrument *instrument = malloc(sizeof(*instrument));
    if (!instrument) {
        return jw_error_set(error, "out of memory");
    }
    const bool found = find_instrument(instrument, c, error);
    if (found && c->kind == JW_BENCH_TABLES) {
        run->instrument = instrument;
        return true;
    }
    const bool ok = found && open_band(run, instrument, counts_work, error);
    free(instrument);
    return ok;
}

JwBenchRun *jw_bench_run_new(const JwBenchCase *definition, bool counts_work, JwError *error) {
    JwBenchRun *run = calloc(1, sizeof(*run));
    if (!run) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    run->definition = definition;
    if (!open_case(run, counts_work, error)) {
        jw_bench_run_free(run);
        return NULL;
    }
    return run;
}

void jw_bench_run_free(JwBenchRun *run) {
    if (run) {
        jw_bench_band_close(&run->band);
        jw_bench_band_close(&run->alike);
        jw_bench_gi_free(run->gi);
        free(run->instrument);
        free(run);
    }
}

static double play(JwBenchBand *band, double seconds) {
    const long blocks = (long)ceil(seconds * JW_BENCH_RATE_HZ / JW_BENCH_BLOCK);
    jw_bench_band_play(band, WARM_BLOCKS);
    const double start = jw_bench_cpu_s();
    jw_bench_band_play(band, blocks);
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

static double build(const JwBenchRun *run, double seconds) {
    const long n = (long)ceil(seconds * JW_BENCH_MOVES);
    JwTablesSpec spec = {.rate_hz = JW_BENCH_RATE_HZ, .precision = JW_PRECISION_F32};
    memcpy(spec.param, run->instrument->param, sizeof(spec.param));
    spec.param[JW_P_QUALITY] = run->definition->quality;
    const double start = jw_bench_cpu_s();
    for (long i = 0; i < n; ++i) {
        spec.param[JW_P_SA] = run->instrument->param[JW_P_SA] + (double)(i % 2);
        jw_tables_free(jw_tables_new(run->instrument, &spec));
    }
    return (jw_bench_cpu_s() - start) * JW_BENCH_MOVES / (double)n;
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
    case JW_BENCH_INSTRUMENT:
        cost = play(&run->band, seconds * c->share);
        break;
    case JW_BENCH_TABLES:
        cost = build(run, seconds * c->share);
        break;
    case JW_BENCH_GI:
        cost = integrate(run, seconds * c->share);
        break;
    case JW_BENCH_PEAK:
        cost = multiply(run);
        break;
    }
    const double alike = run->alike.engine ? play(&run->alike, seconds * c->share) : 0.0;
    const double held = run->gi ? jw_bench_gi_held() : run->band.work.held;
    run->reads = fmax(run->reads, jw_bench_machine_reads(held));
    if (run->n_rounds < JW_BENCH_ROUNDS_MAX) {
        run->alike_cost[run->n_rounds] = alike;
        run->cost[run->n_rounds++] = cost;
    }
}

double jw_bench_run_memory(JwBenchRun *run) {
    if (!run->alike.engine) {
        return -1.0;
    }
    const double alike = jw_bench_spread(run->alike_cost, run->n_rounds).median;
    const double work = run->alike.work.madds / run->band.work.madds;
    return fmax(1.0 - alike / (work * run->spread.median), 0.0);
}
