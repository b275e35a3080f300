// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/program.h"

#include "files/line.h"

#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t caught;

static void catch_signal(int number) {
    caught = number;
}

void jw_program_begin(void) {
    jw_line_begin();
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

void jw_program_catch_signals(void) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = catch_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); ++i) {
        struct sigaction old;
        // Signals that nohup ignores stay ignored.
        if (!sigaction(ending[i], NULL, &old) && old.sa_handler != SIG_IGN) {
            sigaction(ending[i], &action, NULL);
        }
    }
}

int jw_program_caught(void) {
    return caught;
}

bool jw_program_is_stopped(void) {
    return caught != 0;
}

bool jw_program_end_output(JwError *error) {
    return !(fflush(stdout) || ferror(stdout)) ||
           jw_error_set(error, "standard output: write failed");
}

int jw_program_fail(const char *name, const JwError *error, int status) {
    if (*error->text) {
        jw_line_print(stderr, "%s: %s", name, error->text);
    }
    return status;
}
