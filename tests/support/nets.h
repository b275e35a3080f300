// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Three nets under what must be fit for the audio thread; each misses what another catches. The C
// library's allocator and mutexes are replaced by counting ones, the kernel traps every system call
// (Syscall User Dispatch, Linux 5.11), and the thread's page faults and waits are read before and
// after.
//
//     nets_begin();
//     jw_engine_run(e, NULL, 0, left, right, NULL, 256);
//     nets_end();
//
// For programs that are not built with sanitizers: those have an allocator of their own.

#ifndef JW_TEST_NETS_H
#define JW_TEST_NETS_H

#include <stdbool.h>

typedef struct {
    long blocks;      ///< Pairs of begin and end
    long allocations; ///< malloc(), calloc(), realloc(), aligned_alloc(), free()
    long locks;       ///< pthread_mutex_lock(), _trylock()
    long calls;       ///< System calls
    long last_call;   ///< Number of the last one
    long faults;      ///< Page faults, minor and major
    long waits;       ///< Voluntary context switches
} Nets;

/// Counted since the last clear.
extern Nets nets;

/// True if the kernel traps system calls of this thread from now on, while a net is out.
bool nets_can_trap(void);

/// True if all memory, what there is and what comes, stays in place: page faults count.
bool nets_lock_memory(void);

void nets_begin(void);
void nets_end(void);
void nets_clear(void);

/// Does what is forbidden, one thing of each kind; true if every net caught it.
bool nets_catch(void);

/// Prints what was caught; true if that is nothing.
bool nets_empty(const char *what);

#endif // JW_TEST_NETS_H
