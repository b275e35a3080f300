// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control of the FPU: flushes subnormal numbers to zero while audio runs, then restores the host's
// settings.
//
// A decaying string ends in subnormals, which cost up to a hundred times a normal operation. x86-64
// sets FTZ and DAZ of MXCSR, AArch64 sets FZ of FPCR; other processors have no such setting. The
// setting belongs to the calling thread.

#ifndef JW_FPU_H
#define JW_FPU_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

/// Control register of the host: modes, traps and, on x86, sticky exception flags.
typedef struct {
    uint64_t control;
} JwFpu;

/// True where jw_fpu_flush() has an effect. [any]
JW_REALTIME bool jw_fpu_can_flush(void);

/// Flushes subnormals to zero from here on; rounding and traps stay the same. Returns the value for
/// jw_fpu_restore(). Calls may be nested. [any]
JW_REALTIME JwFpu jw_fpu_flush(void);

/// Restores the control register, sticky flags included. [the thread of jw_fpu_flush()]
JW_REALTIME void jw_fpu_restore(JwFpu host);

#endif // JW_FPU_H
