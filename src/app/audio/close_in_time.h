// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Closing what a library may never let go of, such as a client of a server that has gone.

#ifndef JW_CLOSE_IN_TIME_H
#define JW_CLOSE_IN_TIME_H

#include <stdbool.h>

/// Runs close(user) on a thread of its own and waits for its end, patience_s [s] at most. Returns
/// false if it has not ended by then, or without a thread: `user` must stay allocated, because
/// close may still use it. [main]
bool jw_close_in_time(void (*close)(void *user), void *user, double patience_s);

/// True once jw_close_in_time() has returned false: this process cannot open such a device again.
/// [main]
bool jw_close_is_stuck(void);

#endif // JW_CLOSE_IN_TIME_H
