// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari-lab: recomputes the systems of four papers on strings and beams with impacts, so that
// readers can check the engine against the literature.

#include "files/line.h"
#include "program/nearest.h"
#include "program/program.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "jawari-lab";

static void print_list(void) {
    for (int i = 0; jw_lab_experiments[i]; ++i) {
        const JwLabExperiment *experiment = jw_lab_experiments[i];
        printf("%-16s %s\n%-16s %s\n", experiment->name, experiment->summary, "",
               experiment->source);
    }
}

/********* Without an experiment *********/

enum { ACT_LIST = JW_ACTION_OWN };

typedef struct {
    int action;
} Options;

static const JwOption rows[] = {
    {"list", 0, NULL, "names the experiments and stops", JW_OPTION_ACT(Options, ACT_LIST)},
    JW_OPTIONS_COMMON(Options),
};

static const JwOptionTable table = {
    .program = name,
    .head = "Usage: jawari-lab EXPERIMENT [--OPTION VALUE]... [--csv FILE] "
            "[--plot FILE.png|FILE.svg]\n"
            "       jawari-lab --list\n"
            "       jawari-lab --help [EXPERIMENT]\n",
    .rows = rows,
    .operands = "--list",
};

static bool run_alone(int argc, char **argv, int *status, JwError *error) {
    Options options = {JW_ACTION_RUN};
    *status = JW_EXIT_USAGE;
    if (jw_options_parse(&table, jw_option_keep, &options, argc, argv, error) < 0) {
        return false;
    }
    if (options.action == JW_ACTION_RUN) {
        return jw_error_set(error, "an experiment is needed; see --list");
    }
    if (options.action == ACT_LIST) {
        print_list();
    } else {
        jw_options_answer(&table, options.action);
    }
    return true;
}

/********* With one *********/

static const JwLabExperiment *find_experiment(const char *wanted, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(wanted);
    for (int i = 0; jw_lab_experiments[i]; ++i) {
        if (!strcmp(jw_lab_experiments[i]->name, wanted)) {
            return jw_lab_experiments[i];
        }
        jw_nearest_offer(&nearest, jw_lab_experiments[i]->name);
    }
    jw_error_set(error, "no experiment \"%s\"%s; see --list", wanted,
                 jw_nearest_text(&nearest, near, sizeof(near)));
    return NULL;
}

static bool run_experiment(int argc, char **argv, int *status, JwError *error) {
    const JwLabExperiment *experiment = find_experiment(argv[0], error);
    *status = JW_EXIT_USAGE;
    if (!experiment) {
        return false;
    }
    JwLab lab;
    jw_lab_init(&lab, experiment);
    bool ok = jw_lab_options_parse(&lab, argc, argv);
    if (ok && !jw_lab_options_answer(&lab)) {
        *status = EXIT_FAILURE;
        ok = jw_lab_files_check(&lab) && experiment->run(&lab) && jw_lab_ok(&lab) &&
             jw_lab_files_write(&lab);
        jw_progress_end(&lab.progress);
    }
    if (ok) {
        jw_lab_keys_print(&lab);
    } else {
        *error = lab.error;
        jw_error_prefix(error, experiment->name);
    }
    jw_lab_clear(&lab);
    return ok;
}

int main(int argc, char **argv) {
    JwError error = {0};
    int status = JW_EXIT_USAGE;
    jw_program_begin();
    // --help EXPERIMENT is EXPERIMENT --help.
    if (argc == 3 && !strcmp(argv[1], "--help") && *argv[2] != '-') {
        char *help = argv[1];
        argv[1] = argv[2];
        argv[2] = help;
    }
    const bool alone = argc < 2 || *argv[1] == '-';
    const bool ok = alone ? run_alone(argc, argv, &status, &error)
                          : run_experiment(argc - 1, argv + 1, &status, &error);
    if (!ok) {
        return jw_program_fail(name, &error, status);
    }
    return jw_program_end_output(&error) ? EXIT_SUCCESS
                                         : jw_program_fail(name, &error, EXIT_FAILURE);
}
