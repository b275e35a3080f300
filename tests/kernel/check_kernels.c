// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every loop of the kernels' table, at every level of the instruction set that this machine has, in
// both precisions and every variant, on random numbers beside a plain loop.
//
//     test_check_kernels [--list] [--seed N] [--bench] [NAME...]
//
// NAME is a part of a kernel's name; --list prints them. --seed repeats a run: each kernel draws
// the same numbers whichever others run. --bench times each loop, too: more than a minute, by hand.

#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// An entry that has no trial yet is noticed here.
_Static_assert(sizeof(JwKernels) == 9 * sizeof(void *), "every entry has a trial");
_Static_assert(sizeof(JwModeKernel) == 15 * sizeof(void *), "every loop over modes has a trial");
_Static_assert(sizeof(JwContactStep) == 6 * sizeof(void *), "every part of a contact has a trial");
_Static_assert(sizeof(JwGridStep) == 6 * sizeof(void *), "every loop over nodes has a trial");
_Static_assert(sizeof(JwBodyLoops) == 2 * sizeof(void *), "every loop of the body has a trial");
_Static_assert(sizeof(JwShapeLoops) == 2 * sizeof(void *), "every loop over shapes has a trial");

static char **names;
static int n_names, n_wanted;
static bool lists;

static bool wanted(const char *kernel) {
    bool is = n_names == 0;
    for (int i = 0; i < n_names; ++i) {
        is = is || strstr(kernel, names[i]);
    }
    n_wanted += is;
    if (is && lists) {
        printf("%s\n", kernel);
    }
    return is && !lists;
}

static int usage(void) {
    printf("usage: test_check_kernels [--list] [--seed N] [--bench] [NAME...]\n");
    return 2;
}

int main(int argc, char **argv) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    TrialOptions options = {.seed = (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000};
    int i = 1;
    for (; i < argc && !strncmp(argv[i], "--", 2); ++i) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc) {
            options.seed = strtoull(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--bench")) {
            options.bench = true;
        } else if (!strcmp(argv[i], "--list")) {
            lists = true;
        } else {
            return usage();
        }
    }
    names = argv + i;
    n_names = argc - i;
    if (!lists) {
        trial_open(options);
    }
    trial_step(wanted);
    trial_modes(wanted);
    trial_nodes(wanted);
    trial_contact(wanted);
    trial_grid(wanted);
    trial_body(wanted);
    trial_shapes(wanted);
    if (lists) {
        return 0;
    }
    if (n_wanted == 0) {
        printf("no kernel of that name: see --list\n");
    }
    return trial_result();
}
