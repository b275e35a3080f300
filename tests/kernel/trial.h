// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Trials of the inner loops: each is called at every level of the instruction set on the same
// random arrays, and what it leaves is compared with what a plain loop expects.
//
// One trial goes on at a time. trial_variant() begins one, trial_array() makes what the loop works
// on, trial_expect() says what it must leave, and trial_call() runs it: elements that nobody
// expects to change must be the same to the bit, guards around each array as well, and v4 must
// leave the same bits as v3.

#ifndef JW_TRIAL_H
#define JW_TRIAL_H

#include "kernel/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/// Number of a reference, and the sum of the sizes of all that went into it: rounding is bound by
/// that, however much of the number cancels. Long, so that what is rounded is the loop's.
typedef struct {
    long double value;
    double size;
} Num;

static inline Num num(double x) {
    return (Num){x, fabs(x)};
}

static inline Num num_add(Num a, Num b) {
    return (Num){a.value + b.value, a.size + b.size};
}

static inline Num num_sub(Num a, Num b) {
    return (Num){a.value - b.value, a.size + b.size};
}

static inline Num num_mul(Num a, Num b) {
    return (Num){a.value * b.value, a.size * b.size};
}

/// sum + a b
static inline Num num_fma(Num a, Num b, Num sum) {
    return num_add(num_mul(a, b), sum);
}

/// Array that a loop reads or writes, 64-byte aligned, guarded on both sides.
typedef struct {
    const char *name;
    JwPrecision precision;
    int n;      ///< Elements
    int parts;  ///< Elements that add up to one number: 1, or JW_SUM_LANES
    void *data; ///< Of the loop
    // For trial.c alone
    size_t bytes;
    unsigned char *memory, *start, *bits;
    Num *expected;
    unsigned char *rule;
} TrialArray;

/// Calls a loop of that table on the arrays of the trial.
typedef void (*TrialCall)(void *context, const JwKernels *kernels);

typedef struct {
    uint64_t seed;
    bool bench;
} TrialOptions;

/// Reads the machine's levels, and prints them. [once]
void trial_open(TrialOptions options);

/// Exit status of the program.
int trial_result(void);

/// Begins a kernel, whose sums are rounded like that: its dice are the seed's.
void trial_kernel(const char *name, JwPrecision precision);

/// Ends it: prints what was found; its time, if that is wanted.
void trial_kernel_end(void);

/// Error that is allowed, in roundings of the size of what is summed: 16 at the kernel's begin.
void trial_roundings(double most);

/// All levels leave the same bits, the plain one too, until the kernel ends.
void trial_same_bits(void);

/// Begins a variant of the kernel, named in a failure.
__attribute__((format(printf, 1, 2))) void trial_variant(const char *format, ...);

/// Array of n zeros, none of which may change. The trial frees it.
TrialArray *trial_array(const char *name, JwPrecision precision, int n);

/// Array of n sums in JW_SUM_LANES parts, all of them no numbers.
TrialArray *trial_sums(const char *name, JwPrecision precision, int n);

/// Array of doubles, as results are.
TrialArray *trial_doubles(const char *name, int n);

double trial_get(const TrialArray *array, int i);
void trial_put(TrialArray *array, int i, double value);

/// Elements 0..n-1 at random, and no numbers in all.
void trial_fill(TrialArray *array, int n, double least, double most);
void trial_poison(TrialArray *array);

/// Element i (sum i) must become that, within the rounding of its size.
void trial_expect(TrialArray *array, int i, Num value);

/// Elements from `from` to `end` - 1 (sums) may become anything.
void trial_ignore(TrialArray *array, int from, int end);

/// Runs the loop at each level. units: what it works on, modes or points, for the time of each;
/// 0: not timed.
void trial_call(TrialCall call, void *context, double units);

/// Random numbers of this kernel.
double trial_uniform(double least, double most);
int trial_roll(int n);
bool trial_coin(void);

/// Counts a comparison that is not of arrays; a failure names kernel, level and variant.
__attribute__((format(printf, 2, 3))) bool trial_check(bool ok, const char *format, ...);

/// Keeps the largest error beside the size of what was summed, for the kernel's end.
void trial_error(double relative);

/// Levels of this machine; NULL: it has none such.
extern const JwKernels *trial_kernels[JW_ISA_V4 + 1];

/// Level of what trial_check() names.
void trial_at_level(int level);

/// Times a call at each level if that is wanted: `renew` comes before each and is not counted.
void trial_time(TrialCall call, TrialCall renew, void *context, double units);

// Families of loops: each begins and ends its kernels. `wanted` says whether to run one.
typedef bool (*TrialWanted)(const char *kernel);
void trial_step(TrialWanted wanted);
void trial_modes(TrialWanted wanted);
void trial_nodes(TrialWanted wanted);
void trial_contact(TrialWanted wanted);
void trial_grid(TrialWanted wanted);
void trial_body(TrialWanted wanted);
void trial_shapes(TrialWanted wanted);

/// "f32" or "f64" after a name.
const char *trial_name(const char *kernel, JwPrecision precision);

static inline const JwModeKernel *trial_mode_kernel(const JwKernels *k, JwPrecision precision) {
    return precision == JW_PRECISION_F64 ? k->f64 : k->f32;
}

#endif // JW_TRIAL_H
