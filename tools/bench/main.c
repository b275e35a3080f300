// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari-bench: cost of strings and instruments, compared with the published method and the
// machine's limits.

#include "cases.h"
#include "changes.h"
#include "isa.h"
#include "kernel/kernels.h"
#include "program/option_table.h"
#include "program/program.h"
#include "program/target_file.h"
#include "report.h"
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES_MAX = 32, ACT_MEASURE = JW_ACTION_RUN, ACT_CHANGES = JW_ACTION_OWN, ACT_LIST };

typedef struct {
    int action;
    const char *csv, *plot;
    bool only[CASES_MAX];
    bool any_only;
    double seconds;
    int rounds;
} Options;

/********* Options *********/

static bool read_only(const JwOptionGiven *given) {
    Options *o = given->options;
    const int index = jw_bench_case_find(given->text);
    if (index < 0) {
        return jw_error_set(given->error, "--only: no case \"%s\"; see --list", given->text);
    }
    o->only[index] = o->any_only = true;
    return true;
}

static bool read_plot(const JwOptionGiven *given) {
    Options *o = given->options;
    o->plot = given->text;
    return jw_bench_sweep_name_ok(given->text) ||
           jw_error_set(given->error, "--plot: \"%s\" ends neither in .png nor in .svg",
                        given->text);
}

static bool read_isa(const JwOptionGiven *given) {
    return jw_bench_isa_limit(given->text) ||
           jw_error_set(given->error, "--isa: \"%s\" is not baseline, v3 or v4", given->text);
}

#define AT(field) JW_OPTION_AT(Options, field)

static const JwOption rows[] = {
    {"csv", 0, "FILE", "name, cost_min, cost_median, cost_max, ratio_to_gi of each case", AT(csv)},
    {"plot", 0, "FILE.png",
     "measures cost over strings, modes and points as well and draws it (gnuplot); .svg does, too",
     JW_OPTION_BY(read_plot)},
    {"only", 0, "NAME", "measures this case alone; may be repeated", JW_OPTION_BY(read_only),
     .offers = "--list"},
    {"seconds", 0, "S", "audio in a round, 0.01 to 60 (1)", AT(seconds),
     JW_OPTION_RANGE(0.01, 60.0, "s")},
    {"rounds", 0, "N", "1 to 1000 (7)", AT(rounds), JW_OPTION_RANGE(1, JW_BENCH_ROUNDS_MAX, "")},
    {"isa", 0, "LEVEL",
     "nothing above this level of the instruction set: baseline, v3 (AVX2) or v4 (AVX-512) of "
     "x86-64 (what the machine has)",
     JW_OPTION_BY(read_isa), .offers = "baseline|v3|v4"},
    {"changes", 0, NULL,
     "measures, instead of the cases, the time of the control thread for another instrument, "
     "another tonic and quality 4, for each instrument and preset",
     JW_OPTION_ACT(Options, ACT_CHANGES)},
    {"list", 0, NULL, "names the cases and stops", JW_OPTION_ACT(Options, ACT_LIST)},
    JW_OPTIONS_COMMON(Options),
};

static const JwOptionTable table = {
    .program = "jawari-bench",
    .head =
        "Usage: jawari-bench [OPTIONS]\n"
        "\n"
        "Measures what strings and whole instruments cost: CPU seconds of one core for a second "
        "of\n"
        "audio at 48 kHz. The cases take turns in one process. For comparison it measures the\n"
        "published Galerkin-Ivanov method and the limits of the machine.\n",
    .rows = rows,
    .foot = "Instruments come from JAWARI_DATA, the installed data or the sources.\n",
};

/********* Measuring *********/

typedef struct {
    JwBenchRun *run[CASES_MAX];
    int n;
    const JwBenchRun *ratio_to; ///< Run of the baseline, or NULL
    JwBenchMachine machine;
} Session;

static bool open_runs(Session *session, const Options *o, JwError *error) {
    for (int i = 0; i < jw_bench_n_cases; ++i) {
        if (o->any_only && !o->only[i]) {
            continue;
        }
        JwBenchRun *run = jw_bench_run_new(&jw_bench_cases[i], true, error);
        if (!run) {
            return false;
        }
        session->run[session->n++] = run;
        if (!strcmp(run->definition->name, "gi-rk4-1e-4")) {
            session->ratio_to = run;
        }
    }
    return true;
}

// Cases take turns, so that a disturbance of the machine affects all of them.
static void measure(Session *session, const Options *o) {
    for (int round = 0; round < o->rounds; ++round) {
        jw_bench_machine_round(&session->machine);
        for (int i = 0; i < session->n; ++i) {
            jw_bench_run_round(session->run[i], o->seconds);
        }
    }
    for (int i = 0; i < session->n; ++i) {
        JwBenchRun *run = session->run[i];
        run->spread = jw_bench_spread(run->cost, run->n_rounds);
    }
}

/// Checks that a file can be written, before minutes are spent on results that would be lost.
static bool can_write(const char *path, JwError *error) {
    JwTargetFile file = {0};
    const bool ok = !path || jw_target_file_open(&file, path, error);
    jw_target_file_discard(&file);
    return ok;
}

static bool measure_all(Session *session, const Options *o, JwError *error) {
    if (!can_write(o->csv, error) || !can_write(o->plot, error) || !open_runs(session, o, error)) {
        return false;
    }
    measure(session, o);
    printf("Instruction set: %s\n", jw_bench_isa_name(jw_kernels_isa()));
    jw_bench_print_table(session->run, session->n, session->ratio_to);
    jw_bench_print_limits(session->run, session->n, &session->machine);
    return (!o->csv ||
            jw_bench_write_csv(o->csv, session->run, session->n, session->ratio_to, error)) &&
           (!o->plot || jw_bench_sweep(o->plot, o->seconds, error));
}

static bool act(const Options *o, JwError *error) {
    switch (o->action) {
    case ACT_CHANGES:
        return jw_bench_changes(o->rounds, error);
    case ACT_LIST:
        for (int i = 0; i < jw_bench_n_cases; ++i) {
            printf("%-15s %s\n", jw_bench_cases[i].name, jw_bench_cases[i].what);
        }
        return true;
    case ACT_MEASURE:
        break;
    default:
        return jw_options_answer(&table, o->action);
    }
    Session session = {.n = 0};
    const bool ok = measure_all(&session, o, error);
    for (int i = 0; i < session.n; ++i) {
        jw_bench_run_free(session.run[i]);
    }
    return ok;
}

int main(int argc, char **argv) {
    static const char name[] = "jawari-bench";
    Options options = {.seconds = 1.0, .rounds = 7};
    JwError error = {0};
    jw_program_begin();
    if (jw_options_parse(&table, jw_option_keep, &options, argc, argv, &error) < 0) {
        return jw_program_fail(name, &error, JW_EXIT_USAGE);
    }
    if (!act(&options, &error) || !jw_program_end_output(&error)) {
        return jw_program_fail(name, &error, EXIT_FAILURE);
    }
    return EXIT_SUCCESS;
}
