// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Locks that fork() acquires.
//
// A child process has only the thread that forked. A lock held by another thread would stay locked
// in the child for ever, with its data half changed. Therefore fork() acquires all of these locks
// first, and parent and child release them: in the child no lock is held, and the protected data
// are consistent.

#ifndef JW_FORK_LOCK_H
#define JW_FORK_LOCK_H

#include <pthread.h>
#include <stdbool.h>

/// Lock; a thread that holds one acquires no other and does not fork.
typedef struct JwForkLock {
    pthread_mutex_t mutex;
    struct JwForkLock *before, *after; ///< Neighbours in the ring of all locks
} JwForkLock;

/// Makes a lock; returns false if memory is short. [main]
bool jw_fork_lock_init(JwForkLock *lock);

/// Destroys a lock that nobody holds; accepts one that is all zero. [main]
void jw_fork_lock_clear(JwForkLock *lock);

/// Acquire and release a lock. [main, worker]
void jw_fork_lock_take(JwForkLock *lock);
void jw_fork_lock_leave(JwForkLock *lock);

#endif // JW_FORK_LOCK_H
