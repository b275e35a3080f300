// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _GNU_SOURCE // sched_getaffinity()

#include "program/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS_MAX = 256 };

typedef struct {
    void (*task)(void *user, int i);
    void *user;
    int n;
    atomic_int next;
} Work;

int jw_parallel_cores(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    const int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);
    return n > 1 ? n : 1;
}

static void *take_tasks(void *argument) {
    Work *work = argument;
    for (;;) {
        const int i = atomic_fetch_add(&work->next, 1);
        if (i >= work->n) {
            return NULL;
        }
        work->task(work->user, i);
    }
}

void jw_parallel_each(int n_threads, int n, void (*task)(void *user, int i), void *user) {
    Work work = {.task = task, .user = user, .n = n};
    pthread_t thread[THREADS_MAX];
    int n_started = 0;
    const int wanted = n_threads < n ? n_threads : n;
    while (n_started < wanted - 1 && n_started < THREADS_MAX &&
           !pthread_create(&thread[n_started], NULL, take_tasks, &work)) {
        ++n_started;
    }
    take_tasks(&work);
    for (int i = 0; i < n_started; ++i) {
        pthread_join(thread[i], NULL);
    }
}
