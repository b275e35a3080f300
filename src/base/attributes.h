// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Markers that a reader and a checker can grep for.

#ifndef JW_ATTRIBUTES_H
#define JW_ATTRIBUTES_H

/// On declaration and definition of everything reachable from jw_engine_run():
/// no allocation, lock, system call, page fault, or work that depends on how
/// many impacts happen.
#if defined(__clang__) || defined(__GNUC__)
#define JW_REALTIME            __attribute__((nothrow))
#define JW_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define JW_REALTIME
#define JW_PRINTF(text, first)
#endif

/// On the loops over modes and points: one version for each level of the instruction set, chosen
/// when the program is loaded. Contraction being off, all give the same bits. Not under sanitizers,
/// whose run-time is not there yet when the choice is made.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(JW_ONE_VERSION)
#define JW_VECTORIZED __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define JW_VECTORIZED
#endif

/// On what those loops call, so that it takes their instructions.
#define JW_INLINE inline __attribute__((always_inline))

/// On what a step seldom comes to: out of its way.
#define JW_RARE __attribute__((noinline, cold))

#endif // JW_ATTRIBUTES_H
