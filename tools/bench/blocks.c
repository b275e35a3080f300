// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plays blocks of a case for callgrind, which counts the instructions of each block:
//
//     valgrind --tool=callgrind --instr-atstart=no --toggle-collect=jw_engine_run
//         bench_blocks CASE plain|meend|chords|retune|presets BLOCKS FRAMES
//
// Each block has its own file of counts; the control thread's work between blocks is not counted.
// For a case of tables, a block builds them once: --toggle-collect=jw_tables_new.

#include "cases.h"
#include "files/line.h"
#include "program/patch_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

enum { EXIT_USAGE = 2 };

static int fail(const char *what) {
    jw_line_print(stderr, "bench_blocks: %s", what);
    return EXIT_FAILURE;
}

static int find_play(const char *name) {
    static const char *const names[] = {"plain", "meend", "chords", "retune", "presets"};
    for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); ++i) {
        if (!strcmp(names[i], name)) {
            return i;
        }
    }
    return -1;
}

/// The sitar's own presets.
static bool load_programs(JwPatch *patch, JwPrograms *programs, JwError *error) {
    static const bool set[JW_N_PARAMS];
    static const double value[JW_N_PARAMS];
    if (!jw_patch_load(patch, "sitar", NULL, set, value, error) ||
        !jw_patch_load_programs(patch, set, programs, error, error)) {
        return false;
    }
    int n = 0;
    for (int i = 0; i < programs->n; ++i) {
        if (!strncmp(programs->program[i].instrument, "sitar", 5)) {
            programs->program[n++] = programs->program[i];
        }
    }
    programs->n = n;
    return n > 1 || jw_error_set(error, "the sitar has %d presets", n);
}

static void play_block(JwBenchRun *run) {
    if (run->instrument) {
        jw_bench_run_round(run, 1.0 / JW_BENCH_MOVES);
    } else {
        jw_bench_band_play(&run->band, 1);
    }
}

static void play(JwBenchRun *run, long n_blocks) {
    CALLGRIND_START_INSTRUMENTATION;
    // The first block resolves the addresses of functions, and is not counted.
    play_block(run);
    for (long i = 0; i < n_blocks; ++i) {
        CALLGRIND_ZERO_STATS;
        play_block(run);
        CALLGRIND_DUMP_STATS;
    }
    CALLGRIND_STOP_INSTRUMENTATION;
}

int main(int argc, char **argv) {
    const int index = argc == 5 ? jw_bench_case_find(argv[1]) : -1;
    const int kind = argc == 5 ? find_play(argv[2]) : -1;
    const long n_blocks = argc == 5 ? strtol(argv[3], NULL, 10) : 0;
    const long frames = argc == 5 ? strtol(argv[4], NULL, 10) : 0;
    if (index < 0 || kind < 0 || n_blocks < 1 || frames < 1 || frames > JW_BENCH_BLOCK) {
        fputs("usage: bench_blocks CASE plain|meend|chords|retune|presets BLOCKS FRAMES\n", stderr);
        return EXIT_USAGE;
    }
    static JwPrograms programs;
    JwError error = {0};
    JwBenchRun *run = jw_bench_run_new(&jw_bench_cases[index], false, &error);
    JwPatch *patch = calloc(1, sizeof(*patch));
    if (!run || (!run->band.engine && !run->instrument) || !patch) {
        return fail(*error.text ? error.text : "not a case that plays");
    }
    run->band.play = (JwBenchPlay)kind;
    run->band.block = (uint32_t)frames;
    if (run->band.play == JW_BENCH_PRESETS) {
        if (!load_programs(patch, &programs, &error)) {
            return fail(error.text);
        }
        run->band.programs = &programs;
    }
    play(run, n_blocks);
    free(patch);
    jw_bench_run_free(run);
    return EXIT_SUCCESS;
}
