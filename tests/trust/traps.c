// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into a test: a division by zero, an overflow or an operation without a result ends the
// program where it happens. Threads inherit it.

#define _GNU_SOURCE

#include <fenv.h>

__attribute__((constructor)) static void set_traps(void) {
    feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
}
