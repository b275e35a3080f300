// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shapes of partials and sums of their products, eight partials at a time; kernel/kernels_isa.c
// includes this file. Products and sums are separate operations, never fused.

/// Coefficients of sqrt(2) sin(pi y)/y in powers of y^2: sqrt(2) (-1)^k pi^(2k+1)/(2k+1)!. The
/// truncation error is 2e-18 for |y| <= 1/2.
static const double shape_series[] = {
    0x1.1c5831add62e4p+2,  -0x1.d3ba5c1c5f47ep+2,  0x1.cda1063820e18p+1,  -0x1.b1e9f34ca91f1p-1,
    0x1.dbd6fd56afe6bp-4,  -0x1.558d827798ad9p-7,  0x1.59be1dab08d63p-11, -0x1.03fcf07b172c0p-15,
    0x1.2de1411bcfb09p-20, -0x1.16c70e42c7e3dp-25, 0x1.a343bfe9378e0p-31,
};

/// Numbers 0 to 7.
static JW_INLINE Double8 shape_counts(void) {
    static const double counts[JW_SHAPE_LANES] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
    Double8 out;
    __builtin_memcpy(&out, counts, sizeof(out));
    return out;
}

/// Nearest whole numbers. Adding this constant leaves no digits behind the point.
static JW_INLINE Double8 shape_nearest(Double8 x) {
    const Double8 whole = vsplat(Double8, 0x1.8p52);
    return vsub(vadd(x, whole), whole);
}

/// Number sqrt(2) sin(pi turns).
static JW_INLINE Double8 shape_at(Double8 turns) {
    enum { last = sizeof(shape_series) / sizeof(shape_series[0]) - 1 };
    const Double8 nearest = shape_nearest(turns), y = vsub(turns, nearest);
    const Double8 half = vmul(vsplat(Double8, 0.5), nearest), z = vmul(y, y);
    const Double8 odd = vsub(half, shape_nearest(half)); // 0, or 1/2 either way
    const Double8 sign = vsub(vsplat(Double8, 1.0), vmul(vsplat(Double8, 8.0), vmul(odd, odd)));
    Double8 sum = vsplat(Double8, shape_series[last]);
    UNROLL for (int k = last - 1; k >= 0; --k) {
        sum = vadd(vmul(sum, z), vsplat(Double8, shape_series[k]));
    }
    return vmul(vmul(sign, y), sum);
}

/// Partials that are computed from one starting value, and starting values of a stretch.
enum { SHAPE_STEPS = 32, SHAPE_STARTS = JW_SHAPE_LANES };

/// Numbers sqrt(2) sin and sqrt(2) cos of pi turns.
typedef struct {
    Double8 sine, cosine;
} ShapeTurn;

static JW_INLINE ShapeTurn shape_turn(Double8 turns) {
    return (ShapeTurn){shape_at(turns), shape_at(vadd(turns, vsplat(Double8, 0.5)))};
}

/// Fills the stretch that begins with partial `first`, n of its numbers, each by the sine of a sum
/// from the nearest starting value before it.
static JW_INLINE void shape_stretch(int first, int n, double part, const ShapeTurn *steps,
                                    Double8 *out) {
    double sine[SHAPE_STARTS], cosine[SHAPE_STARTS];
    Double8 starts = shape_counts();
    starts = vadd(vmul(vsplat(Double8, SHAPE_STEPS), starts), vsplat(Double8, (double)first));
    ShapeTurn turn = shape_turn(vmul(starts, vsplat(Double8, part)));
    const Double8 half_root = vsplat(Double8, 0x1.6a09e667f3bcdp-1);
    turn.sine = vmul(turn.sine, half_root);
    turn.cosine = vmul(turn.cosine, half_root);
    __builtin_memcpy(sine, &turn.sine, sizeof(sine));
    __builtin_memcpy(cosine, &turn.cosine, sizeof(cosine));
    for (int b = 0; b < (n + JW_SHAPE_LANES - 1) / JW_SHAPE_LANES; ++b) {
        const int start = b * JW_SHAPE_LANES / SHAPE_STEPS;
        const ShapeTurn *step = steps + b % (SHAPE_STEPS / JW_SHAPE_LANES);
        out[b] = vadd(vmul(vsplat(Double8, sine[start]), step->cosine),
                      vmul(vsplat(Double8, cosine[start]), step->sine));
    }
}

static void shape_fill(int first, int n, double part, double *out) {
    enum { stretch = SHAPE_STEPS * SHAPE_STARTS };
    ShapeTurn steps[SHAPE_STEPS / JW_SHAPE_LANES];
    for (int b = 0; b < SHAPE_STEPS / JW_SHAPE_LANES; ++b) {
        const Double8 j = vadd(shape_counts(), vsplat(Double8, (double)(b * JW_SHAPE_LANES)));
        steps[b] = shape_turn(vmul(j, vsplat(Double8, part)));
    }
    for (int done = 0; done < n; done += stretch) {
        const int some = n - done < stretch ? n - done : stretch;
        shape_stretch(first + done, some, part, steps, (Double8 *)(out + done));
    }
}

/// Adds the products of row i with `some` rows from k on to n_sums sums.
static JW_INLINE void shape_products(const JwGram *g, int i, int k, const int some,
                                     const int n_sums, double *const sum[]) {
    const Double8 *row = (const Double8 *)(g->rows + (ptrdiff_t)i * g->apart);
    const Double8 *other = (const Double8 *)(g->rows + (ptrdiff_t)k * g->apart);
    const ptrdiff_t apart = g->apart / JW_SHAPE_LANES;
    Double8 parts[JW_GRAM_WEIGHTS][2];
    UNROLL for (int w = 0; w < n_sums; ++w) {
        UNROLL for (int c = 0; c < some; ++c) {
            parts[w][c] = vsplat(Double8, 0.0);
        }
    }
    for (int b = 0; b < g->n / JW_SHAPE_LANES; ++b) {
        UNROLL for (int c = 0; c < some; ++c) {
            const Double8 product = vmul(row[b], other[c * apart + b]);
            UNROLL for (int w = 0; w < n_sums; ++w) {
                const Double8 weight = ((const Double8 *)g->weight[w])[b];
                parts[w][c] = vadd(parts[w][c], vmul(product, weight));
            }
        }
    }
    UNROLL for (int w = 0; w < n_sums; ++w) {
        UNROLL for (int c = 0; c < some; ++c) {
            sum[w][(ptrdiff_t)i * g->n_rows + k + c] += vsum(parts[w][c]);
        }
    }
}

static JW_INLINE void shape_sums(const JwGram *g, const int n_sums, double *const sum[]) {
    for (int i = 0; i < g->n_rows; ++i) {
        int k = 0;
        for (; k < i; k += 2) {
            shape_products(g, i, k, 2, n_sums, sum);
        }
        if (k == i) {
            shape_products(g, i, k, 1, n_sums, sum);
        }
    }
}

static void shape_gram(const JwGram *g, double *const sum[]) {
    if (g->n_sums == 1) {
        shape_sums(g, 1, sum);
    } else {
        shape_sums(g, JW_GRAM_WEIGHTS, sum);
    }
}

static const JwShapeLoops shape_loops = {.fill = shape_fill, .gram = shape_gram};
