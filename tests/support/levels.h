// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Level of the instruction set at which a test runs.

#ifndef LEVELS_H
#define LEVELS_H

#include "kernel/kernels.h"

#include <stdbool.h>
#include <string.h>

/// Limits the engine to a level by its name: plain, v3 or v4. False if this machine cannot do that.
static inline bool limit_level(const char *name) {
    static const char *const names[] = {"plain", "v3", "v4"};
    for (int level = JW_ISA_BASELINE; level <= JW_ISA_V4; ++level) {
        if (!strcmp(name, names[level])) {
            jw_kernels_limit((JwIsa)level);
            return jw_kernels_isa() == (JwIsa)level;
        }
    }
    return false;
}

#endif // LEVELS_H
