// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Markers for declarations and definitions that a reader or a checker can search for.

#ifndef JW_ATTRIBUTES_H
#define JW_ATTRIBUTES_H

/// Marks everything reachable from jw_engine_run(). It does no allocation, lock, system call or
/// page fault, and its work does not depend on the number of impacts.
#if defined(__clang__) || defined(__GNUC__)
#define JW_REALTIME            __attribute__((nothrow))
#define JW_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define JW_REALTIME
#define JW_PRINTF(text, first)
#endif

/// Marks functions that the loops of kernel/ call: inlining compiles them with the loops' own
/// instruction set.
#define JW_INLINE inline __attribute__((always_inline))

/// Marks functions that a step calls seldom, to keep them out of the step's code.
#define JW_RARE __attribute__((noinline, cold))

#endif // JW_ATTRIBUTES_H
