// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Baseline: a Galerkin-Ivanov string integrated as its paper does, by RK4 with a fixed step,
// written to be fast.
//
// Samukham, Khaderi, Vyasarayani 2021, Eqs. 36-56: 201 grid points, tension (gamma = 1), a rigid
// flat obstacle under the 67 in the middle, 64-bit numbers. Time is in units of L/c, half a period,
// so that a string of 100 Hz, with its 201 modes to 20 kHz, runs for 200 units a second.

#ifndef JW_BENCH_GI_RK4_H
#define JW_BENCH_GI_RK4_H

enum { JW_BENCH_GI_POINTS = 201 };

/// Number of units of time in a second of a string of 100 Hz.
#define JW_BENCH_GI_UNITS 200.0

typedef struct JwBenchGi JwBenchGi;

/// Makes a string pulled aside by 0.05 sin(pi x) over the obstacle at 0.025, restitution in (0, 1];
/// NULL if memory is short.
JwBenchGi *jw_bench_gi_new(double step, double restitution);

/// Frees the string; accepts NULL.
void jw_bench_gi_free(JwBenchGi *gi);

/// Resets the string to the start.
void jw_bench_gi_reset(JwBenchGi *gi);

void jw_bench_gi_run(JwBenchGi *gi, long n_steps);

/// Displacement of the middle point.
double jw_bench_gi_midpoint(const JwBenchGi *gi);

/// Ratio of the energy to that at the start.
double jw_bench_gi_energy(JwBenchGi *gi);

/// Number of multiply-adds in the products of matrix and vector of one step.
double jw_bench_gi_madds(void);

/// Size of the matrices [bytes].
double jw_bench_gi_held(void);

#endif // JW_BENCH_GI_RK4_H
