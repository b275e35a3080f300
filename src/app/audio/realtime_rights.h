// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// System rights for audio without dropouts: real-time priority and locked memory.

#ifndef JW_REALTIME_RIGHTS_H
#define JW_REALTIME_RIGHTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/// Requests real-time scheduling for a thread and returns its priority. If the system refuses,
/// returns 0 and writes the remedy to text; otherwise text is empty. [main]
int jw_realtime_ask(pthread_t thread, char *text, size_t size);

/// Real-time priority of a thread, 0: none. [main]
int jw_realtime_priority(pthread_t thread);

/// Locks all present and future memory, so that it is not swapped out. If the system refuses,
/// returns false and writes the remedy to text. [main]
bool jw_realtime_lock_memory(char *text, size_t size);

#endif // JW_REALTIME_RIGHTS_H
