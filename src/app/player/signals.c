// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/signals.h"

#include <pthread.h>
#include <stddef.h>
#include <termios.h>

static const int kept_out[] = {SIGINT, SIGTERM, SIGHUP};

enum { N_KEPT_OUT = sizeof(kept_out) / sizeof(kept_out[0]) };

static volatile sig_atomic_t caught;
static volatile sig_atomic_t drawn_on = -1; // Terminal being drawn on, -1: none
static sigset_t blocked;
static sigset_t let_in;

static void catch_signal(int number) {
    caught = number;
    if (drawn_on >= 0) {
        tcflush(drawn_on, TCOFLUSH);
    }
}

void jw_signals_keep_out(void) {
    struct sigaction action = {.sa_handler = catch_signal};
    sigemptyset(&action.sa_mask);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, NULL, &let_in);
    blocked = let_in;
    sigaddset(&blocked, SIGWINCH);
    sigdelset(&let_in, SIGWINCH);
    for (int i = 0; i < N_KEPT_OUT; ++i) {
        struct sigaction old;
        sigaddset(&blocked, kept_out[i]);
        sigdelset(&let_in, kept_out[i]);
        // Signals that nohup ignores stay ignored.
        if (!sigaction(kept_out[i], NULL, &old) && old.sa_handler != SIG_IGN) {
            sigaction(kept_out[i], &action, NULL);
        }
    }
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

const sigset_t *jw_signals_let_in(void) {
    return &let_in;
}

// Unblocks signals itself, because pselect() only does so if it has to wait.
int jw_signals_caught(void) {
    pthread_sigmask(SIG_SETMASK, &let_in, NULL);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    return caught;
}

void jw_signals_begin_drawing(int terminal) {
    drawn_on = terminal;
    if (caught) {
        tcflush(terminal, TCOFLUSH);
    }
    sigset_t only = blocked;
    for (int i = 0; i < N_KEPT_OUT; ++i) {
        sigdelset(&only, kept_out[i]);
    }
    pthread_sigmask(SIG_SETMASK, &only, NULL);
}

void jw_signals_end_drawing(void) {
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    drawn_on = -1;
}

void jw_signals_end(void) {
    pthread_sigmask(SIG_SETMASK, &let_in, NULL);
}
