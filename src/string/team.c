// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/team.h"

#include "base/fpu.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/// Number of polls before a rest: about 20 us. Waits between two runs of steps are shorter.
enum { LOOKS = 1000 };

void jw_team_init(JwTeam *team, int n, void (*rest)(int n), double (*now_s)(void)) {
    team->n = n;
    team->rest = rest;
    team->now_s = now_s;
    team->task = NULL;
    team->work = NULL;
    team->policy = (JwTeamPolicy){.backoff = JW_TEAM_BACKOFF};
    atomic_init(&team->step_started.n, 0);
    for (int i = 0; i < JW_TEAM_MAX; ++i) {
        atomic_init(&team->ended[i].n, 0);
    }
}

/********* Waiting *********/

typedef struct {
    int looks, rests;
    double begun_s; ///< Time of the first rest
} Wait;

/// Waits between two polls.
static JW_REALTIME void wait(JwTeam *team, int member, Wait *w) {
    if (w->looks < LOOKS) {
        ++w->looks;
    } else {
        w->begun_s = member == 0 && w->rests == 0 ? team->now_s() : w->begun_s;
        w->rests += w->rests < INT_MAX;
        team->rest(w->rests);
        if (member == 0) {
            team->policy.waited_s = fmax(team->policy.waited_s, team->now_s() - w->begun_s);
        }
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Waits until a count is n.
static JW_REALTIME void wait_for(JwTeam *team, int member, const JwTeamCount *count, unsigned n) {
    Wait w = {0, 0, 0.0};
    while (atomic_load_explicit(&count->n, memory_order_acquire) != n) {
        wait(team, member, &w);
    }
}

static JW_REALTIME unsigned begin(JwTeam *team, void (*task)(void *work, int member), void *work) {
    // Relaxed, since no other thread writes the count.
    const unsigned n = atomic_load_explicit(&team->step_started.n, memory_order_relaxed) + 1;
    team->task = task;
    team->work = work;
    atomic_store_explicit(&team->step_started.n, n, memory_order_release);
    return n;
}

/********* Together or alone *********/

static JW_REALTIME void go_on(JwTeamPolicy *m, bool together, bool trial, int tasks) {
    m->together = together;
    m->trial = trial;
    m->left = tasks;
    m->took_s = m->n_steps = 0.0;
}

static JW_REALTIME void give_up(JwTeamPolicy *m) {
    go_on(m, false, false, m->backoff);
    m->backoff = m->backoff < JW_TEAM_BACKOFF_MOST ? 2 * m->backoff : JW_TEAM_BACKOFF_MOST;
}

/// Decides how to run the next tasks.
static JW_REALTIME void think_again(JwTeamPolicy *m) {
    const double step_s = m->took_s / fmax(m->n_steps, 1.0);
    if (!m->trial) {
        go_on(m, false, true, JW_TEAM_TRIAL);
    } else if (!m->together) {
        m->alone_s = step_s;
        go_on(m, true, true, JW_TEAM_TRIAL);
    } else if (step_s < JW_TEAM_WORTH * m->alone_s) {
        go_on(m, true, false, JW_TEAM_TRUST);
        m->backoff = JW_TEAM_BACKOFF;
    } else {
        give_up(m);
    }
}

/// Adds to a trial's time that of its last task and the pause after it.
static JW_REALTIME void take_time(JwTeamPolicy *m, double now_s) {
    const double took_s = now_s - m->begun_s;
    if (took_s < JW_TEAM_PAUSE_S) {
        m->took_s += took_s;
        m->n_steps += m->steps;
    }
}

JW_REALTIME JwTeam *jw_team_ready(JwTeam *team, int n_steps) {
    if (!team) {
        return NULL;
    }
    JwTeamPolicy *m = &team->policy;
    if (m->trial) {
        take_time(m, team->now_s());
    }
    if (m->together && m->waited_s > JW_TEAM_LONG_S) {
        give_up(m);
    } else if (m->left == 0) {
        think_again(m);
    }
    if (m->trial) {
        m->begun_s = team->now_s();
    }
    m->waited_s = 0.0;
    m->steps = n_steps;
    --m->left;
    return m->together ? team : NULL;
}

/********* Tasks *********/

JW_REALTIME void jw_team_do(JwTeam *team, void (*task)(void *work, int member), void *work) {
    if (!team) {
        task(work, 0);
        return;
    }
    const unsigned n = begin(team, task, work);
    task(work, 0);
    for (int i = 1; i < team->n; ++i) {
        wait_for(team, 0, &team->ended[i], n);
    }
}

JW_REALTIME void jw_team_publish(JwTeamNote *note) {
    const unsigned n = atomic_load_explicit(&note->n, memory_order_relaxed) + 1;
    atomic_store_explicit(&note->n, n, memory_order_release);
}

/// True if any note has not reached n. Polls all notes each time: those that must be fetched from
/// other caches are fetched in parallel.
static JW_REALTIME unsigned missing(const JwTeamNote *const *note, int n_notes, unsigned n) {
    unsigned different = 0;
    for (int i = 0; i < n_notes; ++i) {
        different |= atomic_load_explicit(&note[i]->n, memory_order_acquire) ^ n;
    }
    return different;
}

JW_REALTIME void jw_team_await(JwTeam *team, int member, const JwTeamNote *const *note, int n_notes,
                               unsigned n) {
    Wait w = {0, 0, 0.0};
    while (missing(note, n_notes, n)) {
        wait(team, member, &w);
    }
}

void jw_team_help(JwTeam *team, int member) {
    const JwFpu own = jw_fpu_flush();
    for (unsigned n = 1;; ++n) {
        wait_for(team, member, &team->step_started, n);
        if (!team->task) {
            break;
        }
        team->task(team->work, member);
        atomic_store_explicit(&team->ended[member].n, n, memory_order_release);
    }
    jw_fpu_restore(own);
}

void jw_team_dismiss(JwTeam *team) {
    begin(team, NULL, NULL);
}
