// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Locks that fork() waits for.
//
// A child has only the thread that forked. A lock that another thread held would stay locked in the
// child for ever, and its data half changed. So fork() takes all of these locks first, and parent
// and child give them back: in a child none is held, and the data they protect are whole.

#ifndef JW_FORK_LOCK_H
#define JW_FORK_LOCK_H

#include <pthread.h>
#include <stdbool.h>

/// Lock; a thread that holds one takes no other and does not fork.
typedef struct JwForkLock {
    pthread_mutex_t mutex;
    struct JwForkLock *before, *after; ///< Neighbours in the ring of all locks
} JwForkLock;

/// Makes a lock; returns false if memory is short. [main]
bool jw_fork_lock_init(JwForkLock *lock);

/// Ends a lock that nobody holds; one that is all zero is fine. [main]
void jw_fork_lock_clear(JwForkLock *lock);

/// Take and give back a lock. [main, worker]
void jw_fork_lock_take(JwForkLock *lock);
void jw_fork_lock_leave(JwForkLock *lock);

#endif // JW_FORK_LOCK_H
