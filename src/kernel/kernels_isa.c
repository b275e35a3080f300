// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The inner loops at one level of the instruction set: the build compiles this file once a level,
// with JW_KERNELS the level's own name for what it offers.

#include "kernel/body.h"
#include "kernel/decimator.h"
#include "kernel/kernels.h"
#include "kernel/mode_kernel.h"
#include "simd/lanes.h"

#include <math.h>
#include <stddef.h>

/// On loops whose count the compiler knows: their arrays become registers. Not where a sanitizer
/// looks at every access: compilers take many minutes over that.
#ifdef __has_feature // clang's
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

#define REAL    float
#define VBLOCK  Float16
#define VHALF   Float8
#define VREG    FloatPart
#define OP(x)   x##_16f
#define NAME(x) x##_f32
#if JW_VREG_BYTES == 64
/// Half a register, where a whole one would be half empty.
#define TAIL               Float8
#define TAIL_OF(x)         __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7)
#define TAIL_FUSE(a, b, c) _mm256_fmadd_ps(a, b, c)
#else
#define TAIL               VREG
#define TAIL_OF(x)         (x)
#define TAIL_FUSE(a, b, c) OP(fuse)(a, b, c)
#endif
#include "kernel/mode_step.inc.h"

#define REAL               double
#define VBLOCK             Double16
#define VHALF              Double8
#define VREG               DoublePart
#define OP(x)              x##_16d
#define NAME(x)            x##_f64
#define TAIL               VREG
#define TAIL_OF(x)         (x)
#define TAIL_FUSE(a, b, c) OP(fuse)(a, b, c)
#include "kernel/mode_step.inc.h"

/// Error of a sum of products, relative to their sizes.
static const double rounding_share = 1e-14;

#define V        double
#define W        Double8
#define OP(x)    x##_1d
#define ON(x)    x##_8d
#define WIDE(x)  splat_8d(x)
#define FOLD(x)  sum_8d(x)
#define MOST(x)  most_8d(x)
#define LANES(x) (x)
#define NAME(x)  x##_one
#define ABREAST  0
#include "kernel/contact.inc.h"
#undef ABREAST
#undef V
#undef W
#undef OP
#undef ON
#undef WIDE
#undef FOLD
#undef MOST
#undef LANES
#undef NAME

#define NAME(x) x##_nodes
#include "kernel/grid_contact.inc.h"
#undef NAME

#define OP(x) x##_8d
#include "kernel/body.inc.h"
#undef OP

#define ABREAST 1
#define WIDE(x) (x)
#define FOLD(x) (x)
#define MOST(x) (x)

#define V        Lanes4
#define W        Lanes4
#define OP(x)    x##_4d
#define ON(x)    x##_4d
#define LANES(x) sum_4d(x)
#define NAME(x)  x##_few
#include "kernel/contact.inc.h"
#undef V
#undef W
#undef OP
#undef ON
#undef LANES
#undef NAME

#define V        Double8
#define W        Double8
#define OP(x)    x##_8d
#define ON(x)    x##_8d
#define LANES(x) sum_8d(x)
#define NAME(x)  x##_many
#include "kernel/contact.inc.h"
#undef V
#undef W
#undef OP
#undef ON
#undef LANES
#undef NAME

/// Tap by tap over all outputs, their number known to the compiler, so that the loop vectorises
/// while each output's sum keeps one order, the small taps first: the same bits at every level.
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
};
