// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The level of the instruction set that engine and baseline run at.

#ifndef JW_BENCH_ISA_H
#define JW_BENCH_ISA_H

#if defined(__x86_64__) && defined(__GNUC__)
#define JW_BENCH_LEVELS
#endif

typedef enum {
    JW_BENCH_BASELINE, ///< SSE2, or whatever the machine's own baseline is
    JW_BENCH_V3,       ///< x86-64-v3: AVX2, FMA
    JW_BENCH_V4,       ///< x86-64-v4: AVX-512
} JwBenchIsa;

/// The best that machine, compiler and engine have.
JwBenchIsa jw_bench_isa(void);

/// baseline, v3 or v4.
const char *jw_bench_isa_name(JwBenchIsa isa);

#endif // JW_BENCH_ISA_H
