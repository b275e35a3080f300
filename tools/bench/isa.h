// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Level of the instruction set at which the baseline and the machine are measured: the engine's.

#ifndef JW_BENCH_ISA_H
#define JW_BENCH_ISA_H

#include "kernel/kernels.h"

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define JW_BENCH_LEVELS
#define JW_BENCH_TARGET_V3 __attribute__((target("arch=x86-64-v3")))
#define JW_BENCH_TARGET_V4 __attribute__((target("arch=x86-64-v4")))
#endif

/// Name of a level: baseline, v3 or v4.
const char *jw_bench_isa_name(JwIsa level);

/// Limits the level to the one with this name; returns false for an unknown name.
bool jw_bench_isa_limit(const char *name);

#endif // JW_BENCH_ISA_H
