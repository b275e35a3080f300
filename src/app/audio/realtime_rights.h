// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// System rights for audio without dropouts: real-time priority and locked memory.

#ifndef JW_REALTIME_RIGHTS_H
#define JW_REALTIME_RIGHTS_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>

/// Requests real-time scheduling for a thread and returns its priority. If the system refuses,
/// returns 0 and sets `refused`, with the remedy; otherwise that is empty. [main]
int jw_realtime_ask(pthread_t thread, JwError *refused);

/// Real-time priority of a thread, 0: none. [main]
int jw_realtime_priority(pthread_t thread);

/// Locks all present and future memory, so that it is not swapped out. If the system refuses,
/// returns false and sets an error, with the remedy. [main]
bool jw_realtime_lock_memory(JwError *error);

#endif // JW_REALTIME_RIGHTS_H
