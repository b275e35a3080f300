// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "crew.h"

#include "fpu.h"

#include <stddef.h>

/// Looks before a rest: some 20 us. From one run of steps to the next it is less.
enum { LOOKS = 1000 };

void jw_crew_init(JwCrew *crew, int n, void (*rest)(void)) {
    crew->n = n;
    crew->rest = rest;
    crew->task = NULL;
    crew->work = NULL;
    atomic_init(&crew->begun.n, 0);
    for (int i = 0; i < JW_CREW_MAX; ++i) {
        atomic_init(&crew->ended[i].n, 0);
    }
}

/// Between two looks.
static JW_REALTIME void wait(const JwCrew *crew, int *looks) {
    if (*looks == LOOKS) {
        crew->rest();
    } else {
        ++*looks;
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Until there are so many.
static JW_REALTIME void wait_for(const JwCrew *crew, const JwCrewCount *count, unsigned n) {
    int looks = 0;
    while (atomic_load_explicit(&count->n, memory_order_acquire) != n) {
        wait(crew, &looks);
    }
}

static JW_REALTIME unsigned begin(JwCrew *crew, void (*task)(void *work, int member), void *work) {
    // Nobody else writes it.
    const unsigned n = atomic_load_explicit(&crew->begun.n, memory_order_relaxed) + 1;
    crew->task = task;
    crew->work = work;
    atomic_store_explicit(&crew->begun.n, n, memory_order_release);
    return n;
}

JW_REALTIME void jw_crew_do(JwCrew *crew, void (*task)(void *work, int member), void *work) {
    if (!crew) {
        task(work, 0);
        return;
    }
    const unsigned n = begin(crew, task, work);
    task(work, 0);
    for (int i = 1; i < crew->n; ++i) {
        wait_for(crew, &crew->ended[i], n);
    }
}

JW_REALTIME void jw_crew_tell(JwCrewNote *note) {
    const unsigned n = atomic_load_explicit(&note->n, memory_order_relaxed) + 1;
    atomic_store_explicit(&note->n, n, memory_order_release);
}

/// All are looked at each time: what has to come from afar comes at the same time.
static JW_REALTIME unsigned missing(const JwCrewNote *const *note, int n_notes, unsigned n) {
    unsigned different = 0;
    for (int i = 0; i < n_notes; ++i) {
        different |= atomic_load_explicit(&note[i]->n, memory_order_acquire) ^ n;
    }
    return different;
}

JW_REALTIME void jw_crew_hear(const JwCrew *crew, const JwCrewNote *const *note, int n_notes,
                              unsigned n) {
    int looks = 0;
    while (missing(note, n_notes, n)) {
        wait(crew, &looks);
    }
}

void jw_crew_help(JwCrew *crew, int member) {
    const JwFpu own = jw_fpu_flush();
    for (unsigned n = 1;; ++n) {
        wait_for(crew, &crew->begun, n);
        if (!crew->task) {
            break;
        }
        crew->task(crew->work, member);
        atomic_store_explicit(&crew->ended[member].n, n, memory_order_release);
    }
    jw_fpu_restore(own);
}

void jw_crew_dismiss(JwCrew *crew) {
    begin(crew, NULL, NULL);
}
