// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Numbers side by side, as many as the loops want, in registers as wide as the machine has.
//
// What includes this is compiled once for each level of the instruction set (machine.h). Products
// are added without rounding in between where the machine can: the same bits on x86-64-v3, v4 and
// NEON. Plain x86-64 rounds: a second of sitar differs by -87 dB, of tanpura by -76 dB.

#ifndef JW_LANES_H
#define JW_LANES_H

#include "attributes.h"

#if defined(__AVX512F__)

#include <immintrin.h>
#define JW_PART_BYTES        64
#define FUSE_FLOAT(a, b, c)  _mm512_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm512_fmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm512_max_pd(a, b)
#define ROOT_DOUBLE(a)       _mm512_sqrt_pd(a)
#define JW_FUSED             1

#elif defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>
#define JW_PART_BYTES        32
#define FUSE_FLOAT(a, b, c)  _mm256_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm256_fmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm256_max_pd(a, b)
#define ROOT_DOUBLE(a)       _mm256_sqrt_pd(a)
#define JW_FUSED             1

#elif defined(__SSE2__)

#include <immintrin.h>
#define JW_PART_BYTES        16
#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define MAX_DOUBLE(a, b)     _mm_max_pd(a, b)
#define ROOT_DOUBLE(a)       _mm_sqrt_pd(a)
#define JW_FUSED             0

#elif defined(__aarch64__)

#include <arm_neon.h>
#define JW_PART_BYTES 16
#define FUSE_FLOAT(a, b, c)                                                                        \
    (FloatPart) vfmaq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b))
#define FUSE_DOUBLE(a, b, c)                                                                       \
    (DoublePart) vfmaq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b))
#define MAX_DOUBLE(a, b) (DoublePart) vmaxq_f64((float64x2_t)(a), (float64x2_t)(b))
#define ROOT_DOUBLE(a)   (DoublePart) vsqrtq_f64((float64x2_t)(a))
#define JW_FUSED         1

#else

#define JW_PART_BYTES        16
#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define MAX_DOUBLE(a, b)                                                                           \
    (DoublePart) {                                                                                 \
        (a)[0] > (b)[0] ? (a)[0] : (b)[0], (a)[1] > (b)[1] ? (a)[1] : (b)[1]                       \
    }
#define ROOT_DOUBLE(a)                                                                             \
    (DoublePart) {                                                                                 \
        __builtin_sqrt((a)[0]), __builtin_sqrt((a)[1])                                             \
    }
#define JW_FUSED 0

#endif

typedef float FloatPart __attribute__((vector_size(JW_PART_BYTES)));
typedef double DoublePart __attribute__((vector_size(JW_PART_BYTES)));
typedef long long DoubleMask __attribute__((vector_size(JW_PART_BYTES)));
typedef float Float4 __attribute__((vector_size(4 * sizeof(float))));
typedef float Float8 __attribute__((vector_size(8 * sizeof(float))));
typedef double Double2 __attribute__((vector_size(2 * sizeof(double))));
typedef double Double4 __attribute__((vector_size(4 * sizeof(double))));

/// 16 floats: modes in 32 bits.
#define COUNT   16
#define REAL    float
#define VEC     Float16
#define PART    FloatPart
#define FUSE    FUSE_FLOAT
#define NAME(x) x##_16f
#include "lanes_template.h"
#undef COUNT
#undef REAL
#undef VEC
#undef PART
#undef FUSE
#undef NAME

/// 16 doubles: modes in 64 bits.
#define COUNT   16
#define REAL    double
#define VEC     Double16
#define PART    DoublePart
#define FUSE    FUSE_DOUBLE
#define NAME(x) x##_16d
#include "lanes_template.h"
#undef COUNT
#undef VEC
#undef NAME

/// 8 doubles: strings side by side.
#define COUNT   8
#define VEC     Double8
#define NAME(x) x##_8d
#include "lanes_template.h"
#undef COUNT
#undef REAL
#undef VEC
#undef PART
#undef FUSE
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
    return -max_1d(-a, -b);
}

static JW_INLINE JW_REALTIME double sqrt_1d(double a) {
    return __builtin_sqrt(a);
}

static JW_INLINE JW_REALTIME double less_1d(double a, double b, double x, double y) {
    return a < b ? x : y;
}

/********* Sums *********/

/// Lanes folded onto a quarter of them, always in the same order.
static JW_INLINE JW_REALTIME Float4 fold_16f(Float16 v) {
#if JW_PART_BYTES == 64
    const Float8 eight =
        __builtin_shufflevector(v.part[0], v.part[0], 0, 1, 2, 3, 4, 5, 6, 7) +
        __builtin_shufflevector(v.part[0], v.part[0], 8, 9, 10, 11, 12, 13, 14, 15);
#elif JW_PART_BYTES == 32
    const Float8 eight = v.part[0] + v.part[1];
#endif
#if JW_PART_BYTES == 16
    return (v.part[0] + v.part[2]) + (v.part[1] + v.part[3]);
#else
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#endif
}

static JW_INLINE JW_REALTIME Double4 fold_16d(Double16 v) {
#if JW_PART_BYTES == 64
    const DoublePart eight = v.part[0] + v.part[1];
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
           __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
#elif JW_PART_BYTES == 32
    return (v.part[0] + v.part[2]) + (v.part[1] + v.part[3]);
#else
    const DoublePart low = (v.part[0] + v.part[4]) + (v.part[2] + v.part[6]);
    const DoublePart high = (v.part[1] + v.part[5]) + (v.part[3] + v.part[7]);
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

static JW_INLINE JW_REALTIME void sum4_16f(Float16 a, Float16 b, Float16 c, Float16 d,
                                           double *out) {
    const Float4 a4 = fold_16f(a), b4 = fold_16f(b), c4 = fold_16f(c), d4 = fold_16f(d);
    SUM4(a4, b4, c4, d4, out);
}

static JW_INLINE JW_REALTIME void sum4_16d(Double16 a, Double16 b, Double16 c, Double16 d,
                                           double *out) {
    const Double4 a4 = fold_16d(a), b4 = fold_16d(b), c4 = fold_16d(c), d4 = fold_16d(d);
    SUM4(a4, b4, c4, d4, out);
}

/// The same of the first n of eight, in sum4()'s order; out has eight. Two at a time are folded in
/// one register.
static JW_INLINE JW_REALTIME void sum8_16f(const Float16 *v, int n, double *out) {
#if JW_PART_BYTES == 64
#define HALVES(x, y)                                                                               \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +       \
     __builtin_shufflevector(x, y, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
#define QUARTERS(x, y)                                                                             \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +     \
     __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31))
#define PAIRS(x, y)                                                                                \
    (__builtin_shufflevector(x, y, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29) +     \
     __builtin_shufflevector(x, y, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31))
    (void)n;
    const FloatPart ab = HALVES(v[0].part[0], v[1].part[0]),
                    cd = HALVES(v[2].part[0], v[3].part[0]);
    const FloatPart ef = HALVES(v[4].part[0], v[5].part[0]),
                    gh = HALVES(v[6].part[0], v[7].part[0]);
    const FloatPart abcd = QUARTERS(ab, cd), efgh = QUARTERS(ef, gh);
    const FloatPart both = PAIRS(abcd, efgh); // a e a e, b f b f, ...
    const Float8 sums = __builtin_shufflevector(both, both, 0, 4, 8, 12, 1, 5, 9, 13) +
                        __builtin_shufflevector(both, both, 2, 6, 10, 14, 3, 7, 11, 15);
    const DoublePart wide = __builtin_convertvector(sums, DoublePart);
    for (int i = 0; i < 8; ++i) {
        out[i] = wide[i];
    }
#undef HALVES
#undef QUARTERS
#undef PAIRS
#elif JW_PART_BYTES == 32
#define HALVES(x) ((x).part[0] + (x).part[1])
#define QUARTERS(x, y)                                                                             \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11) +                                     \
     __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15))
#define PAIRS(x, y)                                                                                \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) +                                     \
     __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
#define ONES(x, y)                                                                                 \
    (__builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14) +                                    \
     __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15))
    (void)n;
    // Of a and b, then of a and c, then of a and e: what is left of each stands in its own lane.
    const FloatPart ae = QUARTERS(HALVES(v[0]), HALVES(v[4])),
                    bf = QUARTERS(HALVES(v[1]), HALVES(v[5]));
    const FloatPart cg = QUARTERS(HALVES(v[2]), HALVES(v[6])),
                    dh = QUARTERS(HALVES(v[3]), HALVES(v[7]));
    const FloatPart sums = ONES(PAIRS(ae, bf), PAIRS(cg, dh));
    for (int i = 0; i < 8; ++i) {
        out[i] = (double)sums[i];
    }
#undef HALVES
#undef QUARTERS
#undef PAIRS
#undef ONES
#else
    sum4_16f(v[0], v[1], v[2], v[3], out);
    if (n > 4) {
        sum4_16f(v[4], v[5], v[6], v[7], out + 4);
    }
#endif
}

static JW_INLINE JW_REALTIME void sum8_16d(const Double16 *v, int n, double *out) {
    sum4_16d(v[0], v[1], v[2], v[3], out);
    if (n > 4) {
        sum4_16d(v[4], v[5], v[6], v[7], out + 4);
    }
}

/********* Of strings side by side *********/

static JW_INLINE JW_REALTIME Double8 div_8d(Double8 a, Double8 b) {
    for (int p = 0; p < (int)parts_8d; ++p) {
        a.part[p] /= b.part[p];
    }
    return a;
}

/// The larger; b where they are equal.
static JW_INLINE JW_REALTIME Double8 max_8d(Double8 a, Double8 b) {
    for (int p = 0; p < (int)parts_8d; ++p) {
        a.part[p] = MAX_DOUBLE(a.part[p], b.part[p]);
    }
    return a;
}

static JW_INLINE JW_REALTIME Double8 neg_8d(Double8 a) {
    for (int p = 0; p < (int)parts_8d; ++p) {
        a.part[p] = -a.part[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME Double8 min_8d(Double8 a, Double8 b) {
    return neg_8d(max_8d(neg_8d(a), neg_8d(b)));
}

static JW_INLINE JW_REALTIME Double8 sqrt_8d(Double8 a) {
    for (int p = 0; p < (int)parts_8d; ++p) {
        a.part[p] = ROOT_DOUBLE(a.part[p]);
    }
    return a;
}

/// a < b ? x : y, lane by lane.
static JW_INLINE JW_REALTIME Double8 less_8d(Double8 a, Double8 b, Double8 x, Double8 y) {
    for (int p = 0; p < (int)parts_8d; ++p) {
        const DoubleMask m = (DoubleMask)(a.part[p] < b.part[p]);
        x.part[p] = (DoublePart)(((DoubleMask)x.part[p] & m) | ((DoubleMask)y.part[p] & ~m));
    }
    return x;
}

/// Lanes folded onto four of them by + or the larger, always in the same order.
static JW_INLINE JW_REALTIME Double4 quarter_8d(Double8 v) {
#if JW_PART_BYTES == 64
    return __builtin_shufflevector(v.part[0], v.part[0], 0, 1, 2, 3) +
           __builtin_shufflevector(v.part[0], v.part[0], 4, 5, 6, 7);
#elif JW_PART_BYTES == 32
    return v.part[0] + v.part[1];
#else
    const DoublePart low = v.part[0] + v.part[2], high = v.part[1] + v.part[3];
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#endif
}

static JW_INLINE JW_REALTIME double sum_8d(Double8 v) {
    const Double4 four = quarter_8d(v);
    const Double2 two =
        __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

static JW_INLINE JW_REALTIME double most_8d(Double8 v) {
    double most = v.part[0][0];
    for (int i = 1; i < 8; ++i) {
        const int each = (int)(JW_PART_BYTES / sizeof(double));
        most = max_1d(most, v.part[i / each][i % each]);
    }
    return most;
}

#endif // JW_LANES_H
