// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory integral of the delay equation, int L_2(t - s) df(s), over a force f that is linear within
// steps and may jump.
//
// Changes of force in the last few steps are weighted by the kernel's values, older ones by the
// modes of the kernel, each a damped exponential advanced as one complex number: the same integral,
// at a cost that does not grow with time.

#ifndef JW_DELAY_MEMORY_H
#define JW_DELAY_MEMORY_H

#include "delay_kernel.h"

typedef struct JwDelayHistory JwDelayHistory;

/// Makes a history with f = 0 so far. Returns NULL if memory is short.
JwDelayHistory *jw_delay_history_new(const JwDelayBeam *beam, double step);

/// Frees a history; accepts NULL.
void jw_delay_history_free(JwDelayHistory *history);

/// Integral at the end of the next step if the force does not change in it. Call once per step,
/// before jump and add.
double jw_delay_history_past(JwDelayHistory *history);

/// Contribution to that integral of a unit change of force, spread over the next step.
double jw_delay_history_fresh(const JwDelayHistory *history);

/// Adds a jump of the force by `size`, at `age` before the end of the next step, age in [0, step].
/// Returns its contribution to the integral there.
double jw_delay_history_jump(JwDelayHistory *history, double size, double age);

/// Completes the step, over which the force changed by `change` (linearly) in addition to jumps.
void jw_delay_history_add(JwDelayHistory *history, double change);

#endif // JW_DELAY_MEMORY_H
