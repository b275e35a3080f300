// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loops over the modes that run now and then: energy, new tables, a stroke's row;
// kernel/mode_step.inc.h includes this file once for each precision.

static JW_REALTIME void NAME(rows_dot)(const void *rows, int apart, int n_rows, int n_padded,
                                       const void *x, double *out) {
    for (int i = 0; i < n_rows; ++i) {
        const VBLOCK *row = (const VBLOCK *)rows + i, *y = x;
        VBLOCK sum = vsplat(VBLOCK, 0);
        for (int b = 0; b < n_padded / JW_LANES; ++b, row += apart) {
            sum = vfma(*row, y[b], sum);
        }
        out[i] = vsum(sum);
    }
}

static JW_REALTIME void NAME(weigh)(int n_padded, const void *by, const void *rows, int apart,
                                    int i, void *out) {
    const VBLOCK *r = (const VBLOCK *)rows + i, *weight = by;
    VBLOCK *y = out;
    for (int b = 0; b < n_padded / JW_LANES; ++b, r += apart) {
        y[b] = weight ? vmul(weight[b], *r) : *r;
    }
}

static JW_REALTIME void NAME(before)(const JwModeArrays *m, void *out) {
    const REAL *q = m->q, *v = m->v;
    REAL *y = out;
    for (int j = 0; j < m->n_padded; ++j) {
        y[j] = q[j] - v[j];
    }
}

/// Selects by lane: where ? a : b.
#define EITHER(where, a, b)                                                                        \
    (__typeof__(a))(((where) & (__typeof__(where))(a)) | (~(where) & (__typeof__(where))(b)))

/// Four numbers in the precision in which they are stored.
typedef REAL NAME(Four) __attribute__((vector_size(4 * sizeof(REAL))));

static JW_INLINE JW_REALTIME Double4 NAME(in_64_bits)(NAME(Four) x) {
    return __builtin_convertvector(x, Double4);
}

static JW_REALTIME double NAME(energy)(const JwModeArrays *m, double bridge_m, double *stretch) {
    const NAME(Four) *q = m->q, *v = m->v, *damp = m->damp, *stiff = m->stiff;
    const NAME(Four) *along = m->grounded ? m->bridge : NULL;
    Double4 h[2] = {{0.0}, {0.0}}, s[2] = {{0.0}, {0.0}}, order = {1.0, 2.0, 3.0, 4.0};
    Double4 step = {4.0, 4.0, 4.0, 4.0};
    for (int j = 0; j < m->n_padded / 4; j += 2) {
        if (4 * j == m->n_stretching) {
            order = step = (Double4){0.0};
        }
        if (4 * j == m->n_padded - m->n_lateral) {
            order = (Double4){1.0, 2.0, 3.0, 4.0};
            step = (Double4){4.0, 4.0, 4.0, 4.0};
        }
        UNROLL for (int i = 0; i < 2; ++i) {
            const Double4 gain = 1.0 - 0.5 * NAME(in_64_bits)(damp[j + i]);
            const Double4 qi = NAME(in_64_bits)(q[j + i]), vi = NAME(in_64_bits)(v[j + i]);
            const Double4 qq = qi * (qi - vi);
            Double4 held = qq;
            if (along) {
                const Double4 own = qi - bridge_m * NAME(in_64_bits)(along[j + i]);
                held = own * (own - vi);
            }
            h[i] += 0.5 * (gain * vi * vi + NAME(in_64_bits)(stiff[j + i]) * held);
            s[i] += order * order * qq;
            order += step;
        }
    }
    const Double4 all_h = h[0] + h[1], all_s = s[0] + s[1];
    *stretch = (all_s[0] + all_s[2]) + (all_s[1] + all_s[3]);
    return (all_h[0] + all_h[2]) + (all_h[1] + all_h[3]);
}

static JW_REALTIME double NAME(fastest)(const JwModeArrays *m) {
    const VREG *v = m->v;
    const VREG zero = vsplat(VREG, 0);
    VREG most = zero;
    for (int i = 0; i < m->n_padded / JW_LANES * NAME(regs); ++i) {
        const __typeof__(v[i] < zero) back = v[i] < zero;
        const VREG speed = EITHER(back, -v[i], v[i]);
        const __typeof__(speed > most) more = speed > most;
        most = EITHER(more, speed, most);
    }
    REAL lane[sizeof(VREG) / sizeof(REAL)];
    __builtin_memcpy(lane, &most, sizeof(lane));
    for (size_t i = 1; i < sizeof(VREG) / sizeof(REAL); ++i) {
        lane[0] = lane[i] > lane[0] ? lane[i] : lane[0];
    }
    return (double)lane[0];
}

#undef EITHER

/// Computes 1 - cos(sqrt(z)) by its power series in z: -10 <= z <= pi^2, truncated below 1e-16.
static JW_INLINE JW_REALTIME REAL NAME(one_minus_cos)(REAL z) {
    REAL s = 0;
    for (int k = 14; k >= 1; --k) {
        s = z * ((REAL)1 - s) * ((REAL)1 / (REAL)((2 * k - 1) * 2 * k));
    }
    return s;
}

static JW_REALTIME void NAME(retune)(int n_padded, double scale, const void *theta2_t,
                                     const void *theta2_e, const void *rest_impulse,
                                     const void *sech_gain, void *stiff) {
    const REAL *t = theta2_t, *e = theta2_e, *held = rest_impulse, *sg = sech_gain;
    REAL *out = stiff;
    const REAL most = (REAL)(2.86 * 2.86);
    for (int j = 0; j < n_padded; ++j) {
        REAL z = (REAL)scale * t[j] + e[j];
        const REAL own = t[j] + e[j], cap = own > most ? own : most;
        z = z < cap ? z : cap;
        // Limits z: below -10 a mode dies out within one step for any z.
        z = z > -10 ? z : -10;
        // The sum is kappa/(1+c) = 2 (gain - sech gain) + 2 sech gain (1 - cos theta).
        const REAL s = held[j] + 2 * sg[j] * NAME(one_minus_cos)(z);
        out[j] = s > 0 ? s : 0;
    }
}

static JW_REALTIME void NAME(pluck_row)(const JwModeArrays *m, void *row, int n, double phase,
                                        double width) {
    const REAL *root = m->root;
    REAL *out = row;
    const double turn = 2.0 * jw_cos(phase);
    const double shrink = jw_exp(-width * width);
    double s1 = jw_sin(phase), s0 = 0.0;
    double window = jw_exp(-0.5 * width * width), ratio = window * shrink;
    for (int j = 0; j < m->n_padded; ++j) {
        out[j] = j < n ? (REAL)(sqrt(2.0) * s1 * window) * root[j] : 0;
        const double s2 = turn * s1 - s0;
        s0 = s1;
        s1 = s2;
        window *= ratio;
        ratio *= shrink;
    }
}

static JW_REALTIME void NAME(carry)(const JwModeArrays *to, int n, const JwModeArrays *from,
                                    double q_scale, double v_scale) {
    const REAL *q0 = from->q, *v0 = from->v, *root0 = from->root, *root = to->root;
    REAL *q = to->q, *v = to->v;
    for (int j = 0; j < to->n_padded; ++j) {
        const int keep = j < n && j < from->n_padded;
        const double unit = keep ? (double)root0[j] / (double)root[j] : 0.0;
        q[j] = keep ? (REAL)(q_scale * unit * (double)q0[j]) : 0;
        v[j] = keep ? (REAL)(v_scale * unit * (double)v0[j]) : 0;
    }
}
