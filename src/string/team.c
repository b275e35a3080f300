// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/team.h"

#include "base/fpu.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/// Looks before a rest: some 20 us. From one run of steps to the next it is less.
enum { LOOKS = 1000 };

void jw_team_init(JwTeam *crew, int n, void (*rest)(int n), double (*now_s)(void)) {
    crew->n = n;
    crew->rest = rest;
    crew->now_s = now_s;
    crew->task = NULL;
    crew->work = NULL;
    crew->mood = (JwTeamPolicy){.shyness = JW_TEAM_SHY};
    atomic_init(&crew->begun.n, 0);
    for (int i = 0; i < JW_TEAM_MAX; ++i) {
        atomic_init(&crew->ended[i].n, 0);
    }
}

/********* Waiting *********/

typedef struct {
    int looks, rests;
    double begun_s; ///< The first rest
} Wait;

/// Between two looks.
static JW_REALTIME void wait(JwTeam *crew, int member, Wait *w) {
    if (w->looks < LOOKS) {
        ++w->looks;
    } else {
        w->begun_s = member == 0 && w->rests == 0 ? crew->now_s() : w->begun_s;
        w->rests += w->rests < INT_MAX;
        crew->rest(w->rests);
        if (member == 0) {
            crew->mood.waited_s = fmax(crew->mood.waited_s, crew->now_s() - w->begun_s);
        }
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Until there are so many.
static JW_REALTIME void wait_for(JwTeam *crew, int member, const JwTeamCount *count, unsigned n) {
    Wait w = {0, 0, 0.0};
    while (atomic_load_explicit(&count->n, memory_order_acquire) != n) {
        wait(crew, member, &w);
    }
}

static JW_REALTIME unsigned begin(JwTeam *crew, void (*task)(void *work, int member), void *work) {
    // Nobody else writes it.
    const unsigned n = atomic_load_explicit(&crew->begun.n, memory_order_relaxed) + 1;
    crew->task = task;
    crew->work = work;
    atomic_store_explicit(&crew->begun.n, n, memory_order_release);
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
    go_on(m, false, false, m->shyness);
    m->shyness = m->shyness < JW_TEAM_SHYEST ? 2 * m->shyness : JW_TEAM_SHYEST;
}

/// What comes after so many tasks.
static JW_REALTIME void think_again(JwTeamPolicy *m) {
    const double step_s = m->took_s / fmax(m->n_steps, 1.0);
    if (!m->trial) {
        go_on(m, false, true, JW_TEAM_TRIAL);
    } else if (!m->together) {
        m->alone_s = step_s;
        go_on(m, true, true, JW_TEAM_TRIAL);
    } else if (step_s < JW_TEAM_WORTH * m->alone_s) {
        go_on(m, true, false, JW_TEAM_TRUST);
        m->shyness = JW_TEAM_SHY;
    } else {
        give_up(m);
    }
}

/// Of a trial's last task, and of what came after it.
static JW_REALTIME void take_time(JwTeamPolicy *m, double now_s) {
    const double took_s = now_s - m->begun_s;
    if (took_s < JW_TEAM_PAUSE_S) {
        m->took_s += took_s;
        m->n_steps += m->steps;
    }
}

JW_REALTIME JwTeam *jw_team_ready(JwTeam *crew, int n_steps) {
    if (!crew) {
        return NULL;
    }
    JwTeamPolicy *m = &crew->mood;
    if (m->trial) {
        take_time(m, crew->now_s());
    }
    if (m->together && m->waited_s > JW_TEAM_LONG_S) {
        give_up(m);
    } else if (m->left == 0) {
        think_again(m);
    }
    if (m->trial) {
        m->begun_s = crew->now_s();
    }
    m->waited_s = 0.0;
    m->steps = n_steps;
    --m->left;
    return m->together ? crew : NULL;
}

/********* Tasks *********/

JW_REALTIME void jw_team_do(JwTeam *crew, void (*task)(void *work, int member), void *work) {
    if (!crew) {
        task(work, 0);
        return;
    }
    const unsigned n = begin(crew, task, work);
    task(work, 0);
    for (int i = 1; i < crew->n; ++i) {
        wait_for(crew, 0, &crew->ended[i], n);
    }
}

JW_REALTIME void jw_team_publish(JwTeamNote *note) {
    const unsigned n = atomic_load_explicit(&note->n, memory_order_relaxed) + 1;
    atomic_store_explicit(&note->n, n, memory_order_release);
}

/// All are looked at each time: what has to come from afar comes at the same time.
static JW_REALTIME unsigned missing(const JwTeamNote *const *note, int n_notes, unsigned n) {
    unsigned different = 0;
    for (int i = 0; i < n_notes; ++i) {
        different |= atomic_load_explicit(&note[i]->n, memory_order_acquire) ^ n;
    }
    return different;
}

JW_REALTIME void jw_team_await(JwTeam *crew, int member, const JwTeamNote *const *note, int n_notes,
                               unsigned n) {
    Wait w = {0, 0, 0.0};
    while (missing(note, n_notes, n)) {
        wait(crew, member, &w);
    }
}

void jw_team_help(JwTeam *crew, int member) {
    const JwFpu own = jw_fpu_flush();
    for (unsigned n = 1;; ++n) {
        wait_for(crew, member, &crew->begun, n);
        if (!crew->task) {
            break;
        }
        crew->task(crew->work, member);
        atomic_store_explicit(&crew->ended[member].n, n, memory_order_release);
    }
    jw_fpu_restore(own);
}

void jw_team_dismiss(JwTeam *crew) {
    begin(crew, NULL, NULL);
}
