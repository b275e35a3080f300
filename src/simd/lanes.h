// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Numbers side by side, as many as the loops want, in registers as wide as the machine has.
//
// What includes this is compiled once for each level of the instruction set (kernel/kernels.h).
// Products are added without rounding in between where the machine can: the same bits on x86-64-v3,
// v4 and NEON. Plain x86-64 rounds: a second of sitar differs by -87 dB, of tanpura by -76 dB.

#ifndef JW_LANES_H
#define JW_LANES_H

#include "base/attributes.h"

#include <stdbool.h>

#if defined(__AVX512F__)

#include <immintrin.h>
#define JW_VREG_BYTES        64
#define FUSE_FLOAT(a, b, c)  _mm512_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm512_fmadd_pd(a, b, c)
#define FROM_FLOAT(a, b, c)  _mm512_fnmadd_ps(a, b, c)
#define FROM_DOUBLE(a, b, c) _mm512_fnmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm512_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm512_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm512_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define JW_FUSED             1

#elif defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>
#define JW_VREG_BYTES        32
#define FUSE_FLOAT(a, b, c)  _mm256_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm256_fmadd_pd(a, b, c)
#define FROM_FLOAT(a, b, c)  _mm256_fnmadd_ps(a, b, c)
#define FROM_DOUBLE(a, b, c) _mm256_fnmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm256_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm256_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm256_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ))
#define JW_FUSED             1

#elif defined(__SSE2__)

#include <immintrin.h>
#define JW_VREG_BYTES        16
#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define FROM_FLOAT(a, b, c)  ((c) - (a) * (b))
#define FROM_DOUBLE(a, b, c) ((c) - (a) * (b))
#define MAX_DOUBLE(a, b)     _mm_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm_movemask_pd(_mm_cmplt_pd(a, b))
#define JW_FUSED             0

#elif defined(__aarch64__)

#include <arm_neon.h>
#define JW_VREG_BYTES 16
#define FUSE_FLOAT(a, b, c)                                                                        \
    (FloatPart) vfmaq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b))
#define FUSE_DOUBLE(a, b, c)                                                                       \
    (DoublePart) vfmaq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b))
#define FROM_FLOAT(a, b, c)                                                                        \
    (FloatPart) vfmsq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b))
#define FROM_DOUBLE(a, b, c)                                                                       \
    (DoublePart) vfmsq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b))
#define MAX_DOUBLE(a, b) (DoublePart) vmaxq_f64((float64x2_t)(a), (float64x2_t)(b))
#define MIN_DOUBLE(a, b) (DoublePart) vminq_f64((float64x2_t)(a), (float64x2_t)(b))
#define ROOT_DOUBLE(a)   (DoublePart) vsqrtq_f64((float64x2_t)(a))
#define ANY_DOUBLE(a, b)                                                                           \
    vmaxvq_u32(vreinterpretq_u32_u64(vcltq_f64((float64x2_t)(a), (float64x2_t)(b))))
#define JW_FUSED 1

#else

#define JW_VREG_BYTES        16
#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define FROM_FLOAT(a, b, c)  ((c) - (a) * (b))
#define FROM_DOUBLE(a, b, c) ((c) - (a) * (b))
#define MAX_DOUBLE(a, b)                                                                           \
    (DoublePart) {                                                                                 \
        (a)[0] > (b)[0] ? (a)[0] : (b)[0], (a)[1] > (b)[1] ? (a)[1] : (b)[1]                       \
    }
#define MIN_DOUBLE(a, b)                                                                           \
    (DoublePart) {                                                                                 \
        (a)[0] < (b)[0] ? (a)[0] : (b)[0], (a)[1] < (b)[1] ? (a)[1] : (b)[1]                       \
    }
#define ROOT_DOUBLE(a)                                                                             \
    (DoublePart) {                                                                                 \
        __builtin_sqrt((a)[0]), __builtin_sqrt((a)[1])                                             \
    }
#define ANY_DOUBLE(a, b) ((a)[0] < (b)[0] || (a)[1] < (b)[1])
#define JW_FUSED         0

#endif

typedef float FloatPart __attribute__((vector_size(JW_VREG_BYTES)));
typedef double DoublePart __attribute__((vector_size(JW_VREG_BYTES)));
typedef float Float4 __attribute__((vector_size(4 * sizeof(float))));
/// Registers that a number of lanes fills.
#define JW_REGS(type) (sizeof(type) / JW_VREG_BYTES)

typedef float Float8 __attribute__((vector_size(8 * sizeof(float))));
typedef double Double2 __attribute__((vector_size(2 * sizeof(double))));
typedef double Double4 __attribute__((vector_size(4 * sizeof(double))));

/// 16 floats: modes in 32 bits.
#define COUNT   16
#define REAL    float
#define VBLOCK  Float16
#define PART    FloatPart
#define FUSE    FUSE_FLOAT
#define FROM    FROM_FLOAT
#define NAME(x) x##_16f
#include "simd/lanes.inc.h"
#undef COUNT
#undef REAL
#undef VBLOCK
#undef PART
#undef FUSE
#undef FROM
#undef NAME

/// 16 doubles: modes in 64 bits.
#define COUNT   16
#define REAL    double
#define VBLOCK  Double16
#define PART    DoublePart
#define FUSE    FUSE_DOUBLE
#define FROM    FROM_DOUBLE
#define NAME(x) x##_16d
#include "simd/lanes.inc.h"
#undef COUNT
#undef VBLOCK
#undef NAME

/// 8 doubles: strings side by side, or points.
#define COUNT   8
#define VBLOCK  Double8
#define MAX     MAX_DOUBLE
#define MIN     MIN_DOUBLE
#define ROOT    ROOT_DOUBLE
#define ANY     ANY_DOUBLE
#define NAME(x) x##_8d
#include "simd/lanes.inc.h"

#include "simd/lanes_numbers.inc.h"
#undef COUNT
#undef VBLOCK
#undef NAME

/// 4 doubles: few strings side by side. Where registers are wider, the halves of them.
#if JW_VREG_BYTES == 64
#undef PART
#undef FUSE
#undef FROM
#undef MAX
#undef MIN
#undef ROOT
#undef ANY
#define PART          Double4
#define FUSE(a, b, c) _mm256_fmadd_pd(a, b, c)
#define FROM(a, b, c) _mm256_fnmadd_pd(a, b, c)
#define MAX(a, b)     _mm256_max_pd(a, b)
#define MIN(a, b)     _mm256_min_pd(a, b)
#define ROOT(a)       _mm256_sqrt_pd(a)
#define ANY(a, b)     _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ))
#endif
#define COUNT   4
#define VBLOCK  Lanes4
#define NAME(x) x##_4d
#include "simd/lanes.inc.h"

#include "simd/lanes_numbers.inc.h"
#undef COUNT
#undef REAL
#undef VBLOCK
#undef PART
#undef FUSE
#undef FROM
#undef MAX
#undef MIN
#undef ROOT
#undef ANY
#undef NAME

/********* One *********/

static JW_INLINE JW_REALTIME double splat_1d(double a) {
    return a;
}

static JW_INLINE JW_REALTIME double add_1d(double a, double b) {
    return a + b;
}

static JW_INLINE JW_REALTIME double sub_1d(double a, double b) {
    return a - b;
}

static JW_INLINE JW_REALTIME double mul_1d(double a, double b) {
    return a * b;
}

static JW_INLINE JW_REALTIME double fma_1d(double a, double b, double c) {
    return JW_FUSED ? __builtin_fma(a, b, c) : a * b + c;
}

static JW_INLINE JW_REALTIME double fnma_1d(double a, double b, double c) {
    return JW_FUSED ? __builtin_fma(-a, b, c) : c - a * b;
}

static JW_INLINE JW_REALTIME double div_1d(double a, double b) {
    return a / b;
}

static JW_INLINE JW_REALTIME double neg_1d(double a) {
    return -a;
}

static JW_INLINE JW_REALTIME double max_1d(double a, double b) {
    return a > b ? a : b;
}

static JW_INLINE JW_REALTIME double min_1d(double a, double b) {
    return a < b ? a : b;
}

static JW_INLINE JW_REALTIME double sqrt_1d(double a) {
    return __builtin_sqrt(a);
}

static JW_INLINE JW_REALTIME bool any_1d(double a, double b) {
    return a < b;
}

static JW_INLINE JW_REALTIME double less_1d(double a, double b, double x, double y) {
    return a < b ? x : y;
}

/********* Order *********/

// Lanes of registers of 2 to 16 numbers, of two of them as if they stood one after the other.
#define FIRSTS_2   0, 2
#define FIRSTS_4   0, 2, 4, 6
#define FIRSTS_8   0, 2, 4, 6, 8, 10, 12, 14
#define FIRSTS_16  0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define SECONDS_2  1, 3
#define SECONDS_4  1, 3, 5, 7
#define SECONDS_8  1, 3, 5, 7, 9, 11, 13, 15
#define SECONDS_16 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define BACK_2     1, 0
#define BACK_4     3, 2, 1, 0
#define BACK_8     7, 6, 5, 4, 3, 2, 1, 0
#define BACK_16    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
#define LOW_2      0, 2
#define LOW_4      0, 4, 1, 5
#define LOW_8      0, 8, 1, 9, 2, 10, 3, 11
#define LOW_16     0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_2     1, 3
#define HIGH_4     2, 6, 3, 7
#define HIGH_8     4, 12, 5, 13, 6, 14, 7, 15
#define HIGH_16    8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#if JW_VREG_BYTES == 64
#define OF_FLOATS(x)  x##_16
#define OF_DOUBLES(x) x##_8
#elif JW_VREG_BYTES == 32
#define OF_FLOATS(x)  x##_8
#define OF_DOUBLES(x) x##_4
#else
#define OF_FLOATS(x)  x##_4
#define OF_DOUBLES(x) x##_2
#endif

#define PART    FloatPart
#define LIST(x) OF_FLOATS(x)
#define NAME(x) x##_16f
#include "simd/lanes_order.inc.h"
#undef PART
#undef LIST
#undef NAME
#define PART    DoublePart
#define LIST(x) OF_DOUBLES(x)
#define NAME(x) x##_16d
#include "simd/lanes_order.inc.h"
#undef PART
#undef LIST
#undef NAME
#undef OF_FLOATS
#undef OF_DOUBLES

/********* Sums *********/

/// Lanes folded onto a quarter of them, always in the same order.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
#if JW_VREG_BYTES == 64
    const Float8 eight = __builtin_shufflevector(v.reg[0], v.reg[0], 0, 1, 2, 3, 4, 5, 6, 7) +
                         __builtin_shufflevector(v.reg[0], v.reg[0], 8, 9, 10, 11, 12, 13, 14, 15);
#elif JW_VREG_BYTES == 32
    const Float8 eight = v.reg[0] + v.reg[1];
#endif
#if JW_VREG_BYTES == 16
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
#else
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#endif
}

static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
#if JW_VREG_BYTES == 64
    const DoublePart eight = v.reg[0] + v.reg[1];
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#elif JW_VREG_BYTES == 32
    return (v.reg[0] + v.reg[2]) + (v.reg[1] + v.reg[3]);
#else
    const DoublePart low = (v.reg[0] + v.reg[4]) + (v.reg[2] + v.reg[6]);
    const DoublePart high = (v.reg[1] + v.reg[5]) + (v.reg[3] + v.reg[7]);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#endif
}

/// out[0..3] = sums of four.
#define SUM4(a, b, c, d, out)                                                                      \
    do {                                                                                           \
        const __typeof__(a) ab_ =                                                                  \
            __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7); \
        const __typeof__(a) cd_ =                                                                  \
            __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7); \
        const __typeof__(a) all_ = __builtin_shufflevector(ab_, cd_, 0, 1, 4, 5) +                 \
                                   __builtin_shufflevector(ab_, cd_, 2, 3, 6, 7);                  \
        for (int i_ = 0; i_ < 4; ++i_) {                                                           \
            (out)[i_] = (double)all_[i_];                                                          \
        }                                                                                          \
    } while (0)

static JW_INLINE JW_REALTIME double sum_16f(Float16 v) {
    const Float4 four = fold_16f(v);
    return (double)((four[0] + four[2]) + (four[1] + four[3]));
}

static JW_INLINE JW_REALTIME double sum_16d(Double16 v) {
    const Double4 four = fold_16d(v);
    return (four[0] + four[2]) + (four[1] + four[3]);
}

/// Lanes folded onto four of them always in the same order.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
#if JW_VREG_BYTES == 64
    return __builtin_shufflevector(v.reg[0], v.reg[0], 0, 1, 2, 3) +
           __builtin_shufflevector(v.reg[0], v.reg[0], 4, 5, 6, 7);
#elif JW_VREG_BYTES == 32
    return v.reg[0] + v.reg[1];
#else
    const DoublePart low = v.reg[0] + v.reg[2], high = v.reg[1] + v.reg[3];
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#endif
}

/// Lanes folded onto half of them.
static JW_INLINE JW_REALTIME Float8 half_16f(Float16 v) {
#if JW_VREG_BYTES == 64
    return __builtin_shufflevector(v.reg[0], v.reg[0], 0, 1, 2, 3, 4, 5, 6, 7) +
           __builtin_shufflevector(v.reg[0], v.reg[0], 8, 9, 10, 11, 12, 13, 14, 15);
#else
    Float8 half;
    FloatPart folded[JW_REGS(Float8)];
    for (int p = 0; p < (int)JW_REGS(Float8); ++p) {
        folded[p] = v.reg[p] + v.reg[p + (int)JW_REGS(Float8)];
    }
    __builtin_memcpy(&half, folded, sizeof(half));
    return half;
#endif
}

static JW_INLINE JW_REALTIME Double8 half_16d(Double16 v) {
    Double8 half;
    __builtin_memcpy(&half, &v, sizeof(half));
    for (int p = 0; p < (int)JW_REGS(Double8); ++p) {
        half.reg[p] += v.reg[p + (int)JW_REGS(Double8)];
    }
    return half;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// gcc does not see that every part is put before it is added up.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/// Parts of a sum come one after the other; then its lanes are folded onto half of them, on top of
/// what is there or not. low keeps what comes first.
static JW_INLINE JW_REALTIME void put_16f(Float8 *to, Float16 *low, int p, FloatPart sum,
                                          bool more) {
#if JW_VREG_BYTES == 64
    low->reg[p] = sum;
    const Float8 folded = half_16f(*low);
    *to = more ? *to + folded : folded;
#else
    const int half = (int)JW_REGS(Float8);
    if (p < half) {
        low->reg[p] = sum;
    } else {
        FloatPart *at = (FloatPart *)to + (p - half);
        const FloatPart folded = low->reg[p - half] + sum;
        *at = more ? *at + folded : folded;
    }
#endif
}

static JW_INLINE JW_REALTIME void put_16d(Double8 *to, Double16 *low, int p, DoublePart sum,
                                          bool more) {
    const int half = (int)JW_REGS(Double8);
    if (p < half) {
        low->reg[p] = sum;
    } else {
        DoublePart *at = &to->reg[p - half];
        const DoublePart folded = low->reg[p - half] + sum;
        *at = more ? *at + folded : folded;
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Sums of eight that were folded.
static JW_INLINE JW_REALTIME void sum8_16f(const Float8 *v, double *out) {
#if JW_VREG_BYTES >= 32
// Of 256 bits at every level: half of wider registers would be moved about for nothing, and a load
// of two sums that were stored one by one would wait until both are done.
#define QUARTERS(x, y)                                                                             \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11) +                                     \
     __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15))
#define PAIRS(x, y)                                                                                \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) +                                     \
     __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
#define ONES(x, y)                                                                                 \
    (__builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14) +                                    \
     __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15))
    // Of a and e, then of a and c, then of a and b: what is left of each stands in its own lane.
    const Float8 ae = QUARTERS(v[0], v[4]), bf = QUARTERS(v[1], v[5]);
    const Float8 cg = QUARTERS(v[2], v[6]), dh = QUARTERS(v[3], v[7]);
    const Float8 sums = ONES(PAIRS(ae, bf), PAIRS(cg, dh));
#if JW_VREG_BYTES == 64
// In one go: the compiler's own conversion takes halves.
#define WIDEN(x) _mm512_cvtps_pd(x)
    const DoublePart wide = WIDEN(sums);
#undef WIDEN
#else
    const Float4 low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3);
    const Float4 high = __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
    const DoublePart wide[] = {__builtin_convertvector(low, DoublePart),
                               __builtin_convertvector(high, DoublePart)};
#endif
    __builtin_memcpy(out, &wide, sizeof(wide));
#undef QUARTERS
#undef PAIRS
#undef ONES
#else
    for (int i = 0; i < 8; i += 4) {
        Float4 four[4];
        for (int k = 0; k < 4; ++k) {
            const Float4 *half = (const Float4 *)&v[i + k];
            four[k] = half[0] + half[1];
        }
        SUM4(four[0], four[1], four[2], four[3], out + i);
    }
#endif
}

static JW_INLINE JW_REALTIME void sum8_16d(const Double8 *v, double *out) {
    for (int i = 0; i < 8; i += 4) {
        Double4 four[4];
        for (int k = 0; k < 4; ++k) {
            four[k] = quarter_8d(v[i + k]);
        }
        SUM4(four[0], four[1], four[2], four[3], out + i);
    }
}

/********* Of eight *********/

static JW_INLINE JW_REALTIME double sum_8d(Double8 v) {
    const Double4 four = quarter_8d(v);
    const Double2 two =
        __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

static JW_INLINE JW_REALTIME double sum_4d(Lanes4 v) {
    double four[4];
    __builtin_memcpy(four, &v, sizeof(four));
    return (four[0] + four[2]) + (four[1] + four[3]);
}

static JW_INLINE JW_REALTIME double most_8d(Double8 v) {
#if JW_VREG_BYTES == 64
    const DoublePart all = v.reg[0];
    const DoublePart half = __builtin_shufflevector(all, all, 4, 5, 6, 7, 4, 5, 6, 7);
    const DoublePart four = MAX_DOUBLE(all, half);
    const DoublePart pair = __builtin_shufflevector(four, four, 2, 3, 2, 3, 2, 3, 2, 3);
    const DoublePart two = MAX_DOUBLE(four, pair);
    return max_1d(two[0], two[1]);
#else
    double most = v.reg[0][0];
    for (int i = 1; i < 8; ++i) {
        const int each = (int)(JW_VREG_BYTES / sizeof(double));
        most = max_1d(most, v.reg[i / each][i % each]);
    }
    return most;
#endif
}

#endif // JW_LANES_H
