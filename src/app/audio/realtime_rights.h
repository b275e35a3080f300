// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rights that sound without gaps needs from the system: real-time priority, memory that stays.

#ifndef JW_REALTIME_RIGHTS_H
#define JW_REALTIME_RIGHTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/// Asks for real-time scheduling of a thread and returns its priority then. If the system refuses,
/// returns 0, and text says what to change; else text is empty. [main]
int jw_realtime_ask(pthread_t thread, char *text, size_t size);

/// Real-time priority that a thread has, 0 for none. [main]
int jw_realtime_priority(pthread_t thread);

/// Keeps all memory, also what is allocated later, from being swapped out. If the system refuses,
/// returns false, and text says what to change. [main]
bool jw_realtime_lock_memory(char *text, size_t size);

#endif // JW_REALTIME_RIGHTS_H
