// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Inner loops at one level of the instruction set. The build compiles this file once for each
// level, with JW_KERNELS the name of the level's table of loops.

#include "base/elementary.h"
#include "kernel/body.h"
#include "kernel/decimator.h"
#include "kernel/kernels.h"
#include "kernel/mode_kernel.h"
#include "kernel/variants.h"
#include "simd/ops.h"

#include <math.h>
#include <stddef.h>

/// Unrolls loops whose count the compiler knows, so that their arrays become registers. Left out
/// with sanitizers, for which compilers would take many minutes.
#ifdef __has_feature // Clang
#define JW_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define JW_SANITIZED 1
#else
#define JW_SANITIZED 0
#endif
#if JW_SANITIZED
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#define REAL                 float
#define VBLOCK               Float16
#define VHALF                Float8
#define VREG                 FloatReg
#define TAIL                 FloatTail
#define STILL_COUNTS         JW_STILL_COUNTS
#define BRIDGED_COUNTS       JW_BRIDGED_COUNTS
#define LATERAL_COUNTS       JW_LATERAL_COUNTS
#define GROUNDED_COUNTS      JW_GROUNDED_COUNTS
#define STILL_PLUCKED_COUNTS JW_STILL_PLUCKED_COUNTS
#define PLUCKED_COUNTS       JW_PLUCKED_COUNTS
#define LONG_COUNTS          JW_LONG_COUNTS
#define NODE_COUNTS          JW_NODE_COUNTS
#define NODE_PLUCKED_COUNTS  JW_NODE_PLUCKED_COUNTS
#define NAME(x)              x##_f32
#include "kernel/mode_step.inc.h"

#define REAL                 double
#define VBLOCK               Double16
#define VHALF                Double8
#define VREG                 DoubleReg
#define TAIL                 DoubleTail
#define STILL_COUNTS         JW_NO_COUNTS
#define BRIDGED_COUNTS       JW_NO_COUNTS
#define LATERAL_COUNTS       JW_NO_COUNTS
#define GROUNDED_COUNTS      JW_NO_COUNTS
#define STILL_PLUCKED_COUNTS JW_NO_COUNTS
#define PLUCKED_COUNTS       JW_NO_COUNTS
#define LONG_COUNTS          JW_NO_COUNTS
#define NODE_COUNTS          JW_NO_COUNTS
#define NODE_PLUCKED_COUNTS  JW_NO_COUNTS
#define NAME(x)              x##_f64
#include "kernel/mode_step.inc.h"

/// Error of a sum of products, relative to the size of the products.
static const double rounding_share = 1e-14;

/// Largest refund of a string, in multiples of one step's excess; more goes to the ledger. The
/// force that presses on a bridge oscillates as the string sounds.
static const double refund_steps = 4.0;

#define V              double
#define W              Double8
#define WIDE(x)        vsplat(Double8, x)
#define FOLD(x)        vsum(x)
#define MOST(x)        vmost(x)
#define LANES(x)       (x)
#define NAME(x)        x##_one
#define KNOWN_STEPS    JW_NO_COUNTS
#define KNOWN_GROUNDED JW_NO_COUNTS
#define KNOWN_SWEEPS   JW_KNOWN_ALONE
#include "kernel/contact.inc.h"

#include "kernel/body.inc.h"

// Loops of known length are left out where there are 16 registers of 16 bytes: these cannot hold a
// whole step of strings side by side, and loops of any length are as fast. Nor can 32 of them hold
// ten points of eight strings: sweeps of known length took 18 % more instructions there.
#if JW_VREG_BYTES > 16 || JW_REGISTERS > 16
#define STEPS_ABREAST    JW_KNOWN_STEPS
#define GROUNDED_ABREAST JW_KNOWN_GROUNDED
#else
#define STEPS_ABREAST    JW_NO_COUNTS
#define GROUNDED_ABREAST JW_NO_COUNTS
#endif
#if JW_VREG_BYTES > 16
#define SWEEPS_ABREAST JW_KNOWN_SWEEPS
#else
#define SWEEPS_ABREAST JW_NO_COUNTS
#endif

#define V              Lanes4
#define W              Lanes4
#define WIDE(x)        (x)
#define FOLD(x)        (x)
#define MOST(x)        (x)
#define LANES(x)       vsum(x)
#define NAME(x)        x##_few
#define KNOWN_STEPS    STEPS_ABREAST
#define KNOWN_GROUNDED GROUNDED_ABREAST
#define KNOWN_SWEEPS   SWEEPS_ABREAST
#include "kernel/contact.inc.h"

#define V              Double8
#define W              Double8
#define WIDE(x)        (x)
#define FOLD(x)        (x)
#define MOST(x)        (x)
#define LANES(x)       vsum(x)
#define NAME(x)        x##_many
#define KNOWN_STEPS    STEPS_ABREAST
#define KNOWN_GROUNDED GROUNDED_ABREAST
#define KNOWN_SWEEPS   SWEEPS_ABREAST
#include "kernel/contact.inc.h"

#include "kernel/grid_contact.inc.h"

// Loops over shapes are compiled with gcc's default instruction order: that of v3 (src/meson.build)
// makes them 5 % slower.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("no-schedule-insns")
#define JW_ORDERED
#endif
#include "kernel/shapes.inc.h"
#ifdef JW_ORDERED
#pragma GCC pop_options
#endif

/// Filters tap by tap over all outputs. The compiler knows their number, so that the loop
/// vectorises while each output's sum keeps one order, with the small taps first: every level gives
/// the same bits.
static JW_INLINE JW_REALTIME void halve_to(const float *taps, int n, const float *even,
                                           const float *odd, float *out, const int outputs) {
    float sum[JW_DECIMATOR_CHUNK] = {0};
    for (int i = n - 1; i >= 0; --i) {
        const float *const after = odd + i;
        const float *const before = odd - 1 - i;
        for (int k = 0; k < outputs; ++k) {
            sum[k] += taps[i] * (after[k] + before[k]);
        }
    }
    for (int k = 0; k < outputs; ++k) {
        out[k] = 0.5f * even[k] + sum[k];
    }
}

static JW_REALTIME void halve(const float *taps, int n, const float *even, const float *odd,
                              float *out, int outputs) {
    if (outputs > JW_DECIMATOR_CHUNK / 2) {
        halve_to(taps, n, even, odd, out, JW_DECIMATOR_CHUNK);
    } else {
        halve_to(taps, n, even, odd, out, JW_DECIMATOR_CHUNK / 2);
    }
}

const JwKernels JW_KERNELS = {
    .f32 = &kernel_f32,
    .f64 = &kernel_f64,
    .contact_step_one = &contact_step_one,
    .contact_step_few = &contact_step_few,
    .contact_step_many = &contact_step_many,
    .grid = &grid_step,
    .body = &body_loops,
    .halve = halve,
    .shapes = &shape_loops,
};
