// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Body of a kernel; kernel.c includes it once a precision with REAL and NAME set.

typedef REAL NAME(Vec) __attribute__((vector_size(JW_LANES * sizeof(REAL))));

typedef REAL NAME(Half) __attribute__((vector_size(JW_LANES / 2 * sizeof(REAL))));

/// Partial sums added in a fixed order, halves onto halves, in 64 bits.
static JW_INLINE JW_REALTIME double NAME(sum)(NAME(Vec) v) {
    const NAME(Half) low = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
    const NAME(Half) high = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
    const Sum8 eight = __builtin_convertvector(low, Sum8) + __builtin_convertvector(high, Sum8);
    const Sum4 four = __builtin_shufflevector(eight, eight, 0, 1, 2, 3) +
                      __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
    const Sum2 two =
        __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

JW_VECTORIZED static JW_REALTIME void NAME(predict)(const JwModeArrays *m, const void *row,
                                                    double force) {
    const NAME(Vec) *q = m->q, *v = m->v, *damp = m->damp, *stiff = m->stiff, *gain = m->gain;
    const NAME(Vec) *pluck = row;
    NAME(Vec) *vl = m->vl, *x = m->x;
    const REAL f = (REAL)force;
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        NAME(Vec) next = v[b] - (damp[b] * v[b] + stiff[b] * q[b]);
        if (pluck) {
            next += gain[b] * (pluck[b] * f);
        }
        vl[b] = next;
        x[b] = q[b] + next;
    }
}

JW_VECTORIZED static JW_REALTIME void NAME(predict_tension)(const JwModeArrays *m, const void *row,
                                                            double force, JwTensionSums *sums) {
    const NAME(Vec) *q = m->q, *v = m->v, *damp = m->damp, *stiff = m->stiff, *gain = m->gain;
    const NAME(Vec) *beta2 = m->beta2, *pluck = row;
    NAME(Vec) *vl = m->vl, *x = m->x, *h = m->h;
    NAME(Vec) ahead = {0}, behind = {0}, stiffening = {0};
    const REAL f = (REAL)force;
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        NAME(Vec) next = v[b] - (damp[b] * v[b] + stiff[b] * q[b]);
        if (pluck) {
            next += gain[b] * (pluck[b] * f);
        }
        const NAME(Vec) g = beta2[b] * q[b];
        vl[b] = next;
        x[b] = q[b] + next;
        h[b] = g * gain[b];
        ahead += g * x[b];
        behind += g * (q[b] - v[b]);
        stiffening += g * h[b];
    }
    sums->ahead = NAME(sum)(ahead);
    sums->behind = NAME(sum)(behind);
    sums->stiff = NAME(sum)(stiffening);
}

JW_VECTORIZED static JW_REALTIME void NAME(rows_dot)(const void *rows, int n_rows, int n_padded,
                                                     const void *x, double *out) {
    const int blocks = n_padded / JW_LANES;
    const NAME(Vec) *y = x;
    int i = 0;
    for (; i + 4 <= n_rows; i += 4) {
        const NAME(Vec) *r = (const NAME(Vec) *)rows + (size_t)i * blocks;
        NAME(Vec) s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (int b = 0; b < blocks; ++b) {
            s0 += r[b] * y[b];
            s1 += r[b + blocks] * y[b];
            s2 += r[b + 2 * blocks] * y[b];
            s3 += r[b + 3 * blocks] * y[b];
        }
        out[i] = NAME(sum)(s0);
        out[i + 1] = NAME(sum)(s1);
        out[i + 2] = NAME(sum)(s2);
        out[i + 3] = NAME(sum)(s3);
    }
    for (; i < n_rows; ++i) {
        const NAME(Vec) *r = (const NAME(Vec) *)rows + (size_t)i * blocks;
        NAME(Vec) s = {0};
        for (int b = 0; b < blocks; ++b) {
            s += r[b] * y[b];
        }
        out[i] = NAME(sum)(s);
    }
}

JW_VECTORIZED static JW_REALTIME void NAME(rows_dot_both)(const void *rows, int n_rows,
                                                          int n_padded, const void *x,
                                                          const void *h, double *out_x,
                                                          double *out_h) {
    const int blocks = n_padded / JW_LANES;
    const NAME(Vec) *y = x, *z = h;
    int i = 0;
    for (; i + 2 <= n_rows; i += 2) {
        const NAME(Vec) *r = (const NAME(Vec) *)rows + (size_t)i * blocks;
        NAME(Vec) x0 = {0}, x1 = {0}, h0 = {0}, h1 = {0};
        for (int b = 0; b < blocks; ++b) {
            x0 += r[b] * y[b];
            h0 += r[b] * z[b];
            x1 += r[b + blocks] * y[b];
            h1 += r[b + blocks] * z[b];
        }
        out_x[i] = NAME(sum)(x0);
        out_x[i + 1] = NAME(sum)(x1);
        out_h[i] = NAME(sum)(h0);
        out_h[i + 1] = NAME(sum)(h1);
    }
    if (i < n_rows) {
        NAME(rows_dot)((const NAME(Vec) *)rows + (size_t)i * blocks, 1, n_padded, x, out_x + i);
        NAME(rows_dot)((const NAME(Vec) *)rows + (size_t)i * blocks, 1, n_padded, h, out_h + i);
    }
}

JW_VECTORIZED static JW_REALTIME void NAME(weigh)(const JwModeArrays *m, const void *row) {
    const NAME(Vec) *r = row, *gain = m->gain;
    NAME(Vec) *x = m->x;
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        x[b] = gain[b] * r[b];
    }
}

JW_VECTORIZED static JW_REALTIME void NAME(before)(const JwModeArrays *m) {
    const NAME(Vec) *q = m->q, *v = m->v;
    NAME(Vec) *x = m->x;
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        x[b] = q[b] - v[b];
    }
}

JW_VECTORIZED static JW_REALTIME void NAME(correct)(const JwModeArrays *m, const void *rows,
                                                    int n_rows, const double *r, const void *extra,
                                                    double extra_r, double tension) {
    const int blocks = m->n_padded / JW_LANES;
    const NAME(Vec) *vl = m->vl, *gain = m->gain, *h = m->h, *pluck = extra;
    NAME(Vec) *q = m->q, *v = m->v;
    const REAL rg = (REAL)tension, rp = (REAL)extra_r;
    for (int b = 0; b < blocks; ++b) {
        const NAME(Vec) *row = (const NAME(Vec) *)rows + b;
        NAME(Vec) s0 = {0}, s1 = {0};
        int i = 0;
        for (; i + 2 <= n_rows; i += 2, row += 2 * blocks) {
            s0 += row[0] * (REAL)r[i];
            s1 += row[blocks] * (REAL)r[i + 1];
        }
        if (i < n_rows) {
            s0 += row[0] * (REAL)r[i];
        }
        if (pluck) {
            s1 += pluck[b] * rp;
        }
        NAME(Vec) next = vl[b] + gain[b] * (s0 + s1);
        if (rg != 0) {
            next += h[b] * rg;
        }
        v[b] = next;
        q[b] += next;
    }
}

JW_VECTORIZED static JW_REALTIME double NAME(energy)(const JwModeArrays *m, double *stretch) {
    const REAL *q = m->q, *v = m->v, *stiff = m->stiff, *gain = m->gain, *beta2 = m->beta2;
    double h = 0.0, s = 0.0;
    for (int j = 0; j < m->n_padded; ++j) {
        const double qq = (double)q[j] * ((double)q[j] - (double)v[j]);
        h += 0.5 * (double)v[j] * (double)v[j];
        h += gain[j] > 0 ? 0.5 * (double)stiff[j] / (double)gain[j] * qq : 0.0;
        s += (double)beta2[j] * qq;
    }
    *stretch = s;
    return h;
}

/// 1 - cos(sqrt(z)) by its series in z, entire: -10 <= z <= pi^2, truncated below 1e-16.
static JW_INLINE JW_REALTIME NAME(Vec) NAME(one_minus_cos)(NAME(Vec) z) {
    NAME(Vec) s = {0};
    for (int k = 14; k >= 1; --k) {
        s = z * ((REAL)1 - s) / (REAL)((2 * k - 1) * 2 * k);
    }
    return s;
}

JW_VECTORIZED static JW_REALTIME void NAME(retune)(const JwModeArrays *m, double scale,
                                                   const void *theta2_t, const void *theta2_e,
                                                   const void *hold, const void *sech_gain,
                                                   void *stiff) {
    const NAME(Vec) *t = theta2_t, *e = theta2_e, *held = hold, *sg = sech_gain;
    NAME(Vec) *out = stiff;
    const REAL most = (REAL)(2.86 * 2.86);
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        NAME(Vec) z = (REAL)scale * t[b] + e[b];
        const NAME(Vec) own = t[b] + e[b];
        for (int i = 0; i < JW_LANES; ++i) {
            const REAL cap = own[i] > most ? own[i] : most;
            // Below -10 a mode is gone within a step, whatever it is.
            z[i] = z[i] < cap ? (z[i] > -10 ? z[i] : -10) : cap;
        }
        // kappa/(1+c) = 2 (gain - sech gain) + 2 sech gain (1 - cos theta)
        NAME(Vec) s = held[b] + 2 * sg[b] * NAME(one_minus_cos)(z);
        for (int i = 0; i < JW_LANES; ++i) {
            s[i] = s[i] > 0 ? s[i] : 0;
        }
        out[b] = s;
    }
}

static JW_REALTIME void NAME(pluck_row)(void *row, int n, int n_padded, double phase,
                                        double width) {
    REAL *out = row;
    const double turn = 2.0 * cos(phase);
    const double shrink = exp(-width * width);
    double s1 = sin(phase), s0 = 0.0;
    double window = exp(-0.5 * width * width), ratio = window * shrink;
    for (int j = 0; j < n_padded; ++j) {
        out[j] = j < n ? (REAL)(sqrt(2.0) * s1 * window) : 0;
        const double s2 = turn * s1 - s0;
        s0 = s1;
        s1 = s2;
        window *= ratio;
        ratio *= shrink;
    }
}

static JW_REALTIME void NAME(carry)(const JwModeArrays *to, int n, const JwModeArrays *from,
                                    double q_scale, double v_scale) {
    const REAL *q0 = from->q, *v0 = from->v;
    REAL *q = to->q, *v = to->v;
    for (int j = 0; j < to->n_padded; ++j) {
        const int keep = j < n && j < from->n_padded;
        q[j] = keep ? (REAL)(q_scale * (double)q0[j]) : 0;
        v[j] = keep ? (REAL)(v_scale * (double)v0[j]) : 0;
    }
}

static const JwKernel NAME(kernel) = {
    .size = sizeof(REAL),
    .predict = NAME(predict),
    .predict_tension = NAME(predict_tension),
    .rows_dot = NAME(rows_dot),
    .rows_dot_both = NAME(rows_dot_both),
    .weigh = NAME(weigh),
    .before = NAME(before),
    .correct = NAME(correct),
    .energy = NAME(energy),
    .retune = NAME(retune),
    .pluck_row = NAME(pluck_row),
    .carry = NAME(carry),
};
