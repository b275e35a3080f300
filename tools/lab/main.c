// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari-lab: the systems of four papers on strings and beams that hit
// something, recomputed, so that a reader can check the engine against the
// literature.

#define _XOPEN_SOURCE 700 // For SIGXFSZ

#include "files/line.h"
#include "run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: jawari-lab EXPERIMENT [--OPTION VALUE]... [--csv FILE] "
                            "[--plot FILE.png|FILE.svg]\n"
                            "       jawari-lab --list\n"
                            "       jawari-lab --help [EXPERIMENT]\n";

static const JwLabExperiment *find_experiment(const char *name) {
    for (int i = 0; jw_lab_experiments[i]; ++i) {
        if (!strcmp(jw_lab_experiments[i]->name, name)) {
            return jw_lab_experiments[i];
        }
    }
    return NULL;
}

static void print_list(void) {
    for (int i = 0; jw_lab_experiments[i]; ++i) {
        const JwLabExperiment *experiment = jw_lab_experiments[i];
        printf("%-16s %s\n%-16s %s\n", experiment->name, experiment->summary, "",
               experiment->source);
    }
}

static void print_option(const JwLabOption *option) {
    char head[160];
    const bool numeric = option->kind <= JW_LAB_NUMBERS;
    const char *value = "";
    switch (option->kind) {
    case JW_LAB_NUMBER:
    case JW_LAB_INTEGER:
        value = " NUMBER";
        break;
    case JW_LAB_NUMBERS:
        value = " NUMBER,...";
        break;
    case JW_LAB_CHOICE:
    case JW_LAB_FLAG:
        break;
    case JW_LAB_TEXT:
        value = " TEXT";
        break;
    case JW_LAB_FLAG_OR_TEXT:
        value = " [TEXT]";
        break;
    }
    snprintf(head, sizeof(head), "--%s%s%s%s", option->name, value, option->choices ? " " : "",
             option->choices ? option->choices : "");
    printf("  %-26s ", head);
    if (strlen(head) > 26) {
        printf("\n%29s", ""); // Options too long for the column have a line of their own
    }
    printf("%s", option->help);
    if (numeric) {
        const bool unit = option->unit && strcmp(option->unit, "1") != 0;
        printf(" (%g to %g%s%s)", option->min, option->max, unit ? " " : "",
               unit ? option->unit : "");
    }
    if (option->fallback) {
        printf(" [%s]", option->fallback);
    }
    printf("\n");
}

static void print_help(const JwLabExperiment *experiment) {
    printf("%s: %s\nSource: %s\n\nOptions, with their ranges and [what applies otherwise]:\n",
           experiment->name, experiment->summary, experiment->source);
    for (int i = 0; experiment->options[i].name; ++i) {
        print_option(&experiment->options[i]);
    }
    printf("  %-26s %s\n", "--csv FILE", "writes all curves");
    printf("  %-26s %s\n", "--plot FILE.png|FILE.svg", "draws them");
}

static int finish_stdout(void) {
    if (fflush(stdout) || ferror(stdout)) {
        fputs("jawari-lab: cannot write to standard output\n", stderr);
        return 1;
    }
    return 0;
}

static int run(const JwLabExperiment *experiment, int n_arguments, char **arguments) {
    JwLab lab;
    jw_lab_init(&lab, experiment);
    int result = 0;
    if (!jw_lab_options_parse(&lab, n_arguments, arguments)) {
        result = 2;
    } else if (lab.help) {
        print_help(experiment);
        result = finish_stdout();
    } else if (!jw_lab_files_check(&lab) || !experiment->run(&lab) || !jw_lab_ok(&lab) ||
               !jw_lab_files_write(&lab) || !jw_lab_keys_print(&lab)) {
        result = 1;
    }
    jw_lab_bar_clear(&lab);
    if (lab.failed) {
        jw_line_print(stderr, "jawari-lab: %s: %s", experiment->name,
                      lab.error ? lab.error : "out of memory");
    }
    jw_lab_clear(&lab);
    return result;
}

static int help(const char *name) {
    const JwLabExperiment *experiment = name ? find_experiment(name) : NULL;
    if (experiment) {
        print_help(experiment);
    } else if (name) {
        jw_line_print(stderr, "jawari-lab: no experiment '%s' (--list names them)", name);
        return 2;
    } else {
        printf("%s\nExperiments:\n", usage);
        print_list();
    }
    return finish_stdout();
}

int main(int argc, char **argv) {
    // Writes past a limit on file sizes must fail, with a message, and not kill the program.
    signal(SIGXFSZ, SIG_IGN);
    jw_line_begin();
    if (argc < 2) {
        fputs(usage, stderr);
        return 2;
    }
    if (!strcmp(argv[1], "--list") && argc == 2) {
        print_list();
        return finish_stdout();
    }
    if (!strcmp(argv[1], "--help") && argc <= 3) {
        return help(argv[2]); // NULL when there is none
    }
    const JwLabExperiment *experiment = find_experiment(argv[1]);
    if (!experiment) {
        jw_line_print(stderr, "jawari-lab: %s '%s' (--list names the experiments)",
                      argv[1][0] == '-' ? "unknown or misplaced option" : "no experiment", argv[1]);
        return 2;
    }
    return run(experiment, argc - 2, argv + 2);
}
