// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Locks that fork() waits for.
//
// A child has only the thread that forked: what another one had locked stays locked in it for ever,
// and what that one was changing stays half changed. So fork() takes all of these locks first, and
// parent and child give them back: in a child none is held, and what they protect is whole.

#ifndef JW_FORK_LOCK_H
#define JW_FORK_LOCK_H

#include <pthread.h>
#include <stdbool.h>

/// Who holds one takes no other and does not fork.
typedef struct JwForkLock {
    pthread_mutex_t mutex;
    struct JwForkLock *before, *after; ///< Among all there are
} JwForkLock;

/// False if memory is short. [main]
bool jw_fork_lock_init(JwForkLock *lock);

/// Nobody holds it; one that is all zero is fine. [main]
void jw_fork_lock_clear(JwForkLock *lock);

/// [main, worker]
void jw_fork_lock_take(JwForkLock *lock);
void jw_fork_lock_leave(JwForkLock *lock);

#endif // JW_FORK_LOCK_H
