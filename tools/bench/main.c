// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari-bench: cost of strings and instruments, beside the published method and the machine's
// limits.

#include "cases.h"
#include "changes.h"
#include "isa.h"
#include "kernel/kernels.h"
#include "program/arguments.h"
#include "program/program.h"
#include "program/target_file.h"
#include "report.h"
#include "sweep.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CASES_MAX = 32,
    OPTION_CSV = 256,
    OPTION_PLOT,
    OPTION_ONLY,
    OPTION_SECONDS,
    OPTION_ROUNDS,
    OPTION_LIST,
    OPTION_ISA,
    OPTION_CHANGES,
};

typedef enum { ACT_MEASURE, ACT_CHANGES, ACT_LIST, ACT_HELP, ACT_VERSION } Action;

typedef struct {
    Action action;
    const char *csv, *plot;
    bool only[CASES_MAX];
    bool any_only;
    double seconds;
    int rounds;
} Options;

static const struct option long_options[] = {
    {"csv", required_argument, NULL, OPTION_CSV},
    {"plot", required_argument, NULL, OPTION_PLOT},
    {"only", required_argument, NULL, OPTION_ONLY},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"rounds", required_argument, NULL, OPTION_ROUNDS},
    {"isa", required_argument, NULL, OPTION_ISA},
    {"changes", no_argument, NULL, OPTION_CHANGES},
    {"list", no_argument, NULL, OPTION_LIST},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "Usage: jawari-bench [OPTIONS]\n"
    "\n"
    "Measures what strings and whole instruments cost: CPU seconds of one core for a second of\n"
    "audio at 48 kHz, all in one process and in turn, beside the Galerkin-Ivanov method as it\n"
    "was published and beside what the machine can do.\n"
    "\n"
    "      --csv FILE        name, cost_min, cost_median, cost_max, ratio_to_gi of each case\n"
    "      --plot FILE.png   measures cost over strings, modes and points as well and draws it\n"
    "                        (gnuplot); .svg does, too\n"
    "      --only NAME       measures this case alone; may be repeated\n"
    "      --seconds S       audio in a round, 0.01 to 60 (1)\n"
    "      --rounds N        1 to 1000 (7)\n"
    "      --isa LEVEL       nothing above this level of the instruction set: baseline, v3 (AVX2)\n"
    "                        or v4 (AVX-512) of x86-64 (what the machine has)\n"
    "      --changes         measures what another instrument, another tonic and quality 4 take "
    "of\n"
    "                        the control thread, for each instrument and preset, and no case\n"
    "      --list            names the cases and stops\n"
    "  -h, --help            this text\n"
    "  -V, --version         version and licence\n"
    "\n"
    "Instruments come from JAWARI_DATA, the installed data or the sources.\n";

/********* Options *********/

static bool parse_only(Options *o, const char *name, JwMessage *message) {
    const int index = jw_bench_case_find(name);
    if (index < 0) {
        return jw_message_set(message, "--only %s: no such case; see --list", name);
    }
    o->only[index] = o->any_only = true;
    return true;
}

static bool parse_plot(Options *o, const char *path, JwMessage *message) {
    o->plot = path;
    return jw_bench_sweep_name_ok(path) ||
           jw_message_set(message, "--plot %s: its name ends neither in .png nor in .svg", path);
}

static bool parse_option(Options *o, int option, JwMessage *message) {
    switch (option) {
    case OPTION_CSV:
        o->csv = optarg;
        return true;
    case OPTION_PLOT:
        return parse_plot(o, optarg, message);
    case OPTION_ONLY:
        return parse_only(o, optarg, message);
    case OPTION_SECONDS:
        return jw_argument_seconds("--seconds", optarg, 60.0, &o->seconds, message) &&
               (o->seconds >= 0.01 ||
                jw_message_set(message, "--seconds %s: less than 0.01", optarg));
    case OPTION_ROUNDS:
        return jw_argument_int("--rounds", optarg, 1, JW_BENCH_ROUNDS_MAX, "", &o->rounds, message);
    case OPTION_ISA:
        return jw_bench_isa_limit(optarg) ||
               jw_message_set(message, "--isa %s: neither baseline nor v3 nor v4", optarg);
    case OPTION_CHANGES:
        o->action = ACT_CHANGES;
        return true;
    case OPTION_LIST:
        o->action = ACT_LIST;
        return true;
    case 'h':
        o->action = ACT_HELP;
        return true;
    case 'V':
        o->action = ACT_VERSION;
        return true;
    }
    return false;
}

static bool parse(Options *o, int argc, char **argv, JwMessage *message) {
    *o = (Options){.seconds = 1.0, .rounds = 7};
    opterr = 0;
    for (;;) {
        const int option = getopt_long(argc, argv, ":hV", long_options, NULL);
        if (option == -1) {
            break;
        }
        if (option == '?' || option == ':') {
            return jw_argument_bad(option, argv, long_options, message);
        }
        if (!parse_option(o, option, message)) {
            return false;
        }
        if (o->action == ACT_HELP || o->action == ACT_VERSION) {
            return true;
        }
    }
    return optind == argc ||
           jw_message_set(message, "%s: takes no operands; see --help", argv[optind]);
}

/********* Measuring *********/

typedef struct {
    JwBenchRun *run[CASES_MAX];
    int n;
    const JwBenchRun *ratio_to; ///< Run of the baseline, or NULL
    JwBenchMachine machine;
} Session;

static bool open_runs(Session *session, const Options *o, JwMessage *message) {
    for (int i = 0; i < jw_bench_n_cases; ++i) {
        if (o->any_only && !o->only[i]) {
            continue;
        }
        JwBenchRun *run = jw_bench_run_new(&jw_bench_cases[i], true, message);
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

// Cases take turns, so that a disturbance of the machine meets all of them.
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

/// Checks that a file can be written, before minutes are spent on figures that could not be kept.
static bool can_write(const char *path, JwMessage *message) {
    JwTargetFile file = {0};
    const bool ok = !path || jw_target_file_open(&file, path, message);
    jw_target_file_discard(&file);
    return ok;
}

static bool measure_all(Session *session, const Options *o, JwMessage *message) {
    if (!can_write(o->csv, message) || !can_write(o->plot, message) ||
        !open_runs(session, o, message)) {
        return false;
    }
    measure(session, o);
    printf("Instruction set: %s\n", jw_bench_isa_name(jw_kernels_isa()));
    jw_bench_print_table(session->run, session->n, session->ratio_to);
    jw_bench_print_limits(session->run, session->n, &session->machine);
    return (!o->csv ||
            jw_bench_write_csv(o->csv, session->run, session->n, session->ratio_to, message)) &&
           (!o->plot || jw_bench_sweep(o->plot, o->seconds, message));
}

static bool act(const Options *o, JwMessage *message) {
    switch (o->action) {
    case ACT_CHANGES:
        return jw_bench_changes(o->rounds, message);
    case ACT_LIST:
        for (int i = 0; i < jw_bench_n_cases; ++i) {
            printf("%-15s %s\n", jw_bench_cases[i].name, jw_bench_cases[i].what);
        }
        return true;
    case ACT_HELP:
        fputs(help, stdout);
        return true;
    case ACT_VERSION:
        puts("jawari-bench " JW_VERSION "\nCopyright 2026 The Jawari authors, ISC licence");
        return true;
    case ACT_MEASURE:
        break;
    }
    Session session = {.n = 0};
    const bool ok = measure_all(&session, o, message);
    for (int i = 0; i < session.n; ++i) {
        jw_bench_run_free(session.run[i]);
    }
    return ok;
}

int main(int argc, char **argv) {
    static const char name[] = "jawari-bench";
    Options options;
    JwMessage message = {""};
    jw_program_begin();
    if (!parse(&options, argc, argv, &message)) {
        return jw_program_fail(name, &message, JW_EXIT_USAGE);
    }
    if (!act(&options, &message) || !jw_program_end_output(&message)) {
        return jw_program_fail(name, &message, EXIT_FAILURE);
    }
    return EXIT_SUCCESS;
}
