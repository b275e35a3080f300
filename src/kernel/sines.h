// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fast sine transform between the modes of a string and all nodes of its grid, for plates.
//
// A string of N modes, N even, has nodes at i/M of its length, M = N + 1. At node i, mode M - 2k is
// mode 2k times -(-1)^i, and node M - i mirrors node i. The whole transform is therefore
//
//     Y_i = sum_k u_k sin(2 pi i k/M),  i, k = 1..h, h = N/2,
//
// once for the even modes and once for the odd ones; nodes are transformed to modes in the same
// way. If M = f m, m = 2g + 1, modes are divided into classes by their remainder modulo f (Cooley
// and Tukey 1965): a sine sum of length g for those that f divides, a sine and a cosine sum for
// each pair of the others, and from these f stretches of outputs:
//
//     Y_i = a_i + sum_r (cos(2 pi i r/M) s_r,i + sin(2 pi i r/M) c_r,i),  r = 1..(f - 1)/2,
//
// i = m t - g .. m t + g, where a and s are odd and c is even in i - m t. These sums take 1/f of
// the work of the first form. A series is the input u of one such transform.

#ifndef JW_SINES_H
#define JW_SINES_H

#include "kernel/mode_kernel.h"

#include <stddef.h>

/// Describes a transform for n_modes modes by an odd factor, without tables. Its factor is 0 if
/// `factor` does not divide N + 1, or if n_modes is odd, too large or too small. [any]
JwSines jw_sines_divide(int n_modes, int factor);

/// Describes the transform with the cheapest factor for n_modes modes, without tables. Its factor
/// is 0 if there is none because n_modes is odd or too large. [any]
JwSines jw_sines_plan(int n_modes);

/// Number of multiply-adds of JW_LANES lanes for one series. [any]
double jw_sines_work(const JwSines *sines);

/// Cost of a step in such multiply-adds: six series, and copying modes and nodes in and out. [any]
double jw_sines_cost(const JwSines *sines);

/// Number of bytes that the tables need for elements of `element` bytes. [any]
size_t jw_sines_size(const JwSines *sines, size_t element);

/// Fills the tables into memory, which is 64-byte aligned and jw_sines_size() long. [main]
void jw_sines_fill(JwSines *sines, JwPrecision precision, void *memory);

#endif // JW_SINES_H
