// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/close_in_time.h"

#include "host/clocks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static const double rest_s = 0.002;
static bool stuck;

typedef struct {
    void (*close)(void *user);
    void *user;
    atomic_bool closed;
    atomic_bool left; // Set by the first of the two threads that leaves; the other one frees this
} Closing;

static void leave(Closing *c) {
    if (atomic_exchange(&c->left, true)) {
        free(c);
    }
}

static void *run(void *user) {
    Closing *c = user;
    c->close(c->user);
    atomic_store(&c->closed, true);
    leave(c);
    return NULL;
}

// Returns false if the thread has not ended in time, or could not be started.
static bool ends_in_time(void (*close)(void *user), void *user, double patience_s) {
    pthread_t thread;
    Closing *c = calloc(1, sizeof(*c));
    if (!c) {
        return false;
    }
    c->close = close;
    c->user = user;
    const double end_s = jw_monotonic_s() + patience_s;
    if (pthread_create(&thread, NULL, run, c)) {
        free(c);
        return false;
    }
    pthread_detach(thread);
    while (!atomic_load(&c->closed) && jw_monotonic_s() < end_s) {
        jw_monotonic_sleep(rest_s);
    }
    const bool closed = atomic_load(&c->closed);
    leave(c);
    return closed;
}

bool jw_close_in_time(void (*close)(void *user), void *user, double patience_s) {
    const bool closed = ends_in_time(close, user, patience_s);
    stuck = stuck || !closed;
    return closed;
}

bool jw_close_is_stuck(void) {
    return stuck;
}
