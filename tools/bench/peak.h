// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Peak performance of the machine: 32-bit multiply-adds in registers, and bytes per second that one
// core reads from its caches. Measured on the widest vectors.

#ifndef JW_BENCH_PEAK_H
#define JW_BENCH_PEAK_H

#include <stddef.h>

/// Loops n times over multiply-adds in registers, fused or as two instructions; returns the number
/// of multiply-adds.
double jw_bench_fused(long n);
double jw_bench_apart(long n);

enum { JW_BENCH_READ_BYTES = 512 };

/// Reads `size` bytes (a multiple of JW_BENCH_READ_BYTES) n times; returns the bytes read.
double jw_bench_read(const void *from, size_t size, long n);

#endif // JW_BENCH_PEAK_H
