// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/helpers.h"

#include "base/aligned.h"
#include "host/clocks.h"
#include "program/parallel.h"
#include "string/team.h"

#include <pthread.h>
#include <sched.h>

enum { PATIENCE = 300 }; ///< Times that a helper yields the processor before it sleeps

static const double nap_s = 5e-5;

typedef struct {
    JwTeam *team;
    int member;
    pthread_t thread;
    double cpu_s;
} Helper;

struct JwHelpers {
    JwTeam team;
    JwEngine *engine;
    Helper helper[JW_TEAM_MAX]; ///< Members 1..n - 1 of the team; 0 is the caller
};

/// Yields the processor; a helper that has waited long sleeps.
static void give_way(int n) {
    if (n < PATIENCE) {
        sched_yield();
    } else {
        jw_monotonic_sleep(nap_s);
    }
}

static void *help(void *argument) {
    Helper *helper = argument;
    jw_team_help(helper->team, helper->member);
    helper->cpu_s = jw_thread_cpu_s();
    return NULL;
}

JwHelpers *jw_helpers_start(JwEngine *engine, int n_threads) {
    const int most = jw_engine_team_max(engine), wanted = n_threads < most ? n_threads : most;
    JwHelpers *h = wanted > 1 ? jw_aligned_new(sizeof(*h)) : NULL;
    if (!h) {
        return NULL;
    }
    h->engine = engine;
    jw_team_init(&h->team, 1, give_way, jw_monotonic_s);
    for (int i = 1; i < wanted; ++i) {
        h->helper[i].team = &h->team;
        h->helper[i].member = i;
        if (pthread_create(&h->helper[i].thread, NULL, help, &h->helper[i])) {
            break;
        }
        ++h->team.n;
    }
    if (h->team.n == 1) {
        jw_aligned_free(h);
        return NULL;
    }
    jw_engine_set_team(engine, &h->team);
    return h;
}

double jw_helpers_stop(JwHelpers *helpers) {
    double cpu_s = 0.0;
    if (!helpers) {
        return cpu_s;
    }
    jw_engine_set_team(helpers->engine, NULL);
    jw_team_dismiss(&helpers->team);
    for (int i = 1; i < helpers->team.n; ++i) {
        pthread_join(helpers->helper[i].thread, NULL);
        cpu_s += helpers->helper[i].cpu_s;
    }
    jw_aligned_free(helpers);
    return cpu_s;
}
