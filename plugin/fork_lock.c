// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "fork_lock.h"

#include <stddef.h>

/// Ring of all locks, linked through this one, whose mutex protects the ring.
static JwForkLock ring = {PTHREAD_MUTEX_INITIALIZER, &ring, &ring};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool installed; ///< The handlers of fork() are installed

#if !defined _WIN32
static void take_all(void) {
    pthread_mutex_lock(&ring.mutex);
    for (JwForkLock *lock = ring.after; lock != &ring; lock = lock->after) {
        pthread_mutex_lock(&lock->mutex);
    }
}

static void leave_all(void) {
    for (JwForkLock *lock = ring.before; lock != &ring; lock = lock->before) {
        pthread_mutex_unlock(&lock->mutex);
    }
    pthread_mutex_unlock(&ring.mutex);
}
#endif

static void make_fork_wait(void) {
#if defined _WIN32
    installed = true; // There is no fork()
#else
    installed = !pthread_atfork(take_all, leave_all, leave_all);
#endif
}

bool jw_fork_lock_init(JwForkLock *lock) {
    if (pthread_once(&once, make_fork_wait) || !installed ||
        pthread_mutex_init(&lock->mutex, NULL)) {
        return false;
    }
    pthread_mutex_lock(&ring.mutex);
    lock->before = ring.before;
    lock->after = &ring;
    ring.before->after = lock;
    ring.before = lock;
    pthread_mutex_unlock(&ring.mutex);
    return true;
}

void jw_fork_lock_clear(JwForkLock *lock) {
    if (!lock->after) {
        return;
    }
    pthread_mutex_lock(&ring.mutex);
    lock->before->after = lock->after;
    lock->after->before = lock->before;
    pthread_mutex_unlock(&ring.mutex);
    pthread_mutex_destroy(&lock->mutex);
    *lock = (JwForkLock){.before = NULL};
}

void jw_fork_lock_take(JwForkLock *lock) {
    pthread_mutex_lock(&lock->mutex);
}

void jw_fork_lock_leave(JwForkLock *lock) {
    pthread_mutex_unlock(&lock->mutex);
}
