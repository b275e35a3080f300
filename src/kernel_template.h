// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Body of a kernel; kernel_level.c includes it once a precision with REAL, VEC, OP and NAME set.

/********* A step *********/

/// Modes that a pass takes at a time: what it keeps in between stays in the first-level cache.
enum { NAME(chunk) = 16 };

/// f = sum of impulse[i] rows[i], blocks long; rows `far` apart.
static JW_INLINE JW_REALTIME void NAME(spread)(const VEC *rows, int n_rows, int far,
                                               const double *impulse, int stride, int blocks,
                                               VEC *f) {
    int b = 0;
    for (; b + 4 <= blocks; b += 4) {
        VEC s0 = OP(splat)(0), s1 = s0, s2 = s0, s3 = s0;
        const VEC *row = rows + b;
        for (int i = 0; i < n_rows; ++i, row += far) {
            const VEC r = OP(splat)((REAL)impulse[i * stride]);
            s0 = OP(fma)(row[0], r, s0);
            s1 = OP(fma)(row[1], r, s1);
            s2 = OP(fma)(row[2], r, s2);
            s3 = OP(fma)(row[3], r, s3);
        }
        f[b] = s0;
        f[b + 1] = s1;
        f[b + 2] = s2;
        f[b + 3] = s3;
    }
    for (; b < blocks; ++b) {
        VEC s = OP(splat)(0);
        const VEC *row = rows + b;
        for (int i = 0; i < n_rows; ++i, row += far) {
            s = OP(fma)(row[0], OP(splat)((REAL)impulse[i * stride]), s);
        }
        f[b] = s;
    }
}

/// out[i] += rows[i] on x.
static JW_INLINE JW_REALTIME void NAME(look)(const VEC *rows, int n_rows, int far, int blocks,
                                             const VEC *x, double *out, int stride) {
    for (int i = 0; i < n_rows; i += 4) {
        // Of the last few some are looked at twice.
        const int last = n_rows - 1;
        const VEC *r0 = rows + (size_t)i * far;
        const VEC *r1 = rows + (size_t)(i + 1 < last ? i + 1 : last) * far;
        const VEC *r2 = rows + (size_t)(i + 2 < last ? i + 2 : last) * far;
        const VEC *r3 = rows + (size_t)(i + 3 < last ? i + 3 : last) * far;
        VEC s0 = OP(splat)(0), s1 = s0, s2 = s0, s3 = s0;
        double sum[4];
        for (int b = 0; b < blocks; ++b) {
            s0 = OP(fma)(r0[b], x[b], s0);
            s1 = OP(fma)(r1[b], x[b], s1);
            s2 = OP(fma)(r2[b], x[b], s2);
            s3 = OP(fma)(r3[b], x[b], s3);
        }
        OP(sum4)(s0, s1, s2, s3, sum);
        for (int k = 0; k < 4 && i + k < n_rows; ++k) {
            out[(i + k) * stride] += sum[k];
        }
    }
}

#define TWO_ROWS(r0, r1)                                                                           \
    x0 = OP(fma)((r0)[b], x[b], x0);                                                               \
    h0 = OP(fma)((r0)[b], h[b], h0);                                                               \
    x1 = OP(fma)((r1)[b], x[b], x1);                                                               \
    h1 = OP(fma)((r1)[b], h[b], h1)

/// out_x[i] += rows[i] on x, out_h[i] += rows[i] on h.
static JW_INLINE JW_REALTIME void NAME(look_twice)(const VEC *rows, int n_rows, int far, int blocks,
                                                   const VEC *x, const VEC *h, double *out_x,
                                                   double *out_h, int stride) {
    int i = 0;
    double sum[4];
#if JW_PART_BYTES == 64
    for (; i + 4 <= n_rows; i += 4) {
        const VEC *r = rows + (size_t)i * far;
        VEC x0 = OP(splat)(0), x1 = x0, h0 = x0, h1 = x0, x2 = x0, x3 = x0, h2 = x0, h3 = x0;
        for (int b = 0; b < blocks; ++b) {
            TWO_ROWS(r, r + far);
            x2 = OP(fma)(r[b + 2 * far], x[b], x2);
            h2 = OP(fma)(r[b + 2 * far], h[b], h2);
            x3 = OP(fma)(r[b + 3 * far], x[b], x3);
            h3 = OP(fma)(r[b + 3 * far], h[b], h3);
        }
        OP(sum4)(x0, x1, x2, x3, sum);
        for (int k = 0; k < 4; ++k) {
            out_x[(i + k) * stride] += sum[k];
        }
        OP(sum4)(h0, h1, h2, h3, sum);
        for (int k = 0; k < 4; ++k) {
            out_h[(i + k) * stride] += sum[k];
        }
    }
#endif
    for (; i < n_rows; i += 2) {
        const VEC *r = rows + (size_t)i * far;
        const int next = i + 1 < n_rows ? far : 0;
        VEC x0 = OP(splat)(0), x1 = x0, h0 = x0, h1 = x0;
        for (int b = 0; b < blocks; ++b) {
            TWO_ROWS(r, r + next);
        }
        OP(sum4)(x0, x1, h0, h1, sum);
        out_x[i * stride] += sum[0];
        out_h[i * stride] += sum[2];
        if (next) {
            out_x[(i + 1) * stride] += sum[1];
            out_h[(i + 1) * stride] += sum[3];
        }
    }
}

#undef TWO_ROWS

/// The blocks from `from` on, at most NAME(chunk) of them.
static JW_INLINE JW_REALTIME void NAME(advance_chunk)(const JwModeArrays *m, JwAdvance *a, int from,
                                                      int blocks, bool tension) {
    const int far = m->n_padded / JW_LANES;
    const VEC *damp = (const VEC *)m->damp + from, *stiff = (const VEC *)m->stiff + from;
    const VEC *gain = (const VEC *)m->gain + from, *beta2 = (const VEC *)m->beta2 + from;
    const VEC *rows = (const VEC *)a->rows + from, *listen = (const VEC *)a->listen + from;
    const VEC *pluck = a->pluck ? (const VEC *)a->pluck + from : NULL;
    VEC *q = (VEC *)m->q + from, *v = (VEC *)m->v + from;
    VEC f[NAME(chunk)], x[NAME(chunk)], h[NAME(chunk)];
    const VEC push = OP(splat)((REAL)a->push), zero = OP(splat)(0);
    VEC heard = zero, ahead = zero, behind = zero, stiffening = zero;
    double sum[4];
    if (a->ends) {
        NAME(spread)(rows, a->n_rows, far, a->impulse, a->stride, blocks, f);
        if (pluck) {
            const VEC finger = OP(splat)((REAL)a->finger);
            VEC speed = zero;
            for (int b = 0; b < blocks; ++b) {
                const VEC vl = OP(fnma)(stiff[b], q[b], OP(fnma)(damp[b], v[b], v[b]));
                f[b] = OP(fma)(pluck[b], finger, f[b]);
                const VEC along = tension ? OP(fma)(OP(mul)(beta2[b], q[b]), push, f[b]) : f[b];
                speed = OP(fma)(pluck[b], OP(fma)(gain[b], along, vl), speed);
            }
            OP(sum4)(speed, zero, zero, zero, sum);
            a->finger_speed += sum[0];
        }
    }
    for (int b = 0; b < blocks; ++b) {
        VEC now = q[b], speed = v[b];
        if (a->ends) {
            const VEC vl = OP(fnma)(stiff[b], now, OP(fnma)(damp[b], speed, speed));
            const VEC along = tension ? OP(fma)(OP(mul)(beta2[b], now), push, f[b]) : f[b];
            speed = OP(fma)(gain[b], along, vl);
            now = OP(add)(now, speed);
            v[b] = speed;
            q[b] = now;
        }
        heard = OP(fma)(listen[b], a->hear_speed ? speed : now, heard);
        if (a->begins) {
            VEC vl = OP(fnma)(stiff[b], now, OP(fnma)(damp[b], speed, speed));
            if (pluck) {
                vl = OP(fma)(gain[b], OP(mul)(pluck[b], OP(splat)((REAL)a->force)), vl);
            }
            x[b] = OP(add)(now, vl);
            if (tension) {
                const VEC g = OP(mul)(beta2[b], now);
                h[b] = OP(mul)(g, gain[b]);
                ahead = OP(fma)(g, x[b], ahead);
                behind = OP(fma)(g, OP(sub)(now, speed), behind);
                stiffening = OP(fma)(g, h[b], stiffening);
            }
        }
    }
    OP(sum4)(heard, ahead, behind, stiffening, sum);
    a->heard += sum[0];
    if (!a->begins) {
        return;
    }
    if (tension) {
        a->sums.ahead += sum[1];
        a->sums.behind += sum[2];
        a->sums.stiff += sum[3];
        NAME(look_twice)(rows, a->n_rows, far, blocks, x, h, a->ahead, a->pull, a->stride);
        if (pluck) {
            NAME(look_twice)(pluck, 1, far, blocks, x, h, &a->finger_ahead, &a->finger_pull, 1);
        }
    } else {
        NAME(look)(rows, a->n_rows, far, blocks, x, a->ahead, a->stride);
        if (pluck) {
            NAME(look)(pluck, 1, far, blocks, x, &a->finger_ahead, 1);
        }
    }
}

static JW_REALTIME void NAME(advance)(const JwModeArrays *m, JwAdvance *a) {
    const int blocks = m->n_padded / JW_LANES;
    a->heard = a->finger_ahead = a->finger_pull = a->finger_speed = 0.0;
    a->sums = (JwTensionSums){0.0, 0.0, 0.0};
    for (int i = 0; a->begins && i < a->n_rows; ++i) {
        a->ahead[i * a->stride] = a->pull[i * a->stride] = 0.0;
    }
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        if (a->tension) {
            NAME(advance_chunk)(m, a, from, n, true);
        } else {
            NAME(advance_chunk)(m, a, from, n, false);
        }
    }
}

/********* Now and then *********/

static JW_REALTIME void NAME(rows_dot)(const void *rows, int n_rows, int n_padded, const void *x,
                                       double *out) {
    for (int i = 0; i < n_rows; ++i) {
        out[i] = 0.0;
    }
    NAME(look)(rows, n_rows, n_padded / JW_LANES, n_padded / JW_LANES, x, out, 1);
}

static JW_REALTIME void NAME(weigh)(int n_padded, const void *gain, const void *row, void *out) {
    const REAL *r = row, *g = gain;
    REAL *y = out;
    for (int j = 0; j < n_padded; ++j) {
        y[j] = g[j] * r[j];
    }
}

static JW_REALTIME void NAME(before)(const JwModeArrays *m, void *out) {
    const REAL *q = m->q, *v = m->v;
    REAL *y = out;
    for (int j = 0; j < m->n_padded; ++j) {
        y[j] = q[j] - v[j];
    }
}

static JW_REALTIME double NAME(energy)(const JwModeArrays *m, double *stretch) {
    const REAL *q = m->q, *v = m->v, *stiff = m->stiff, *gain = m->gain, *beta2 = m->beta2;
    double h[JW_LANES] = {0}, s[JW_LANES] = {0}, sum_h = 0.0, sum_s = 0.0;
    for (int j = 0; j < m->n_padded; j += JW_LANES) {
        for (int i = 0; i < JW_LANES; ++i) {
            const double qi = (double)q[j + i], vi = (double)v[j + i];
            const double gi = (double)gain[j + i], qq = qi * (qi - vi);
            // Past the last mode all is 0, gain too.
            const double kappa = (double)stiff[j + i] / (gi > 0.0 ? gi : 1.0);
            h[i] += 0.5 * (vi * vi + kappa * qq);
            s[i] += (double)beta2[j + i] * qq;
        }
    }
    for (int i = 0; i < JW_LANES; ++i) {
        sum_h += h[i];
        sum_s += s[i];
    }
    *stretch = sum_s;
    return sum_h;
}

static JW_REALTIME double NAME(fastest)(const JwModeArrays *m) {
    const REAL *v = m->v;
    REAL most[JW_LANES] = {0};
    for (int j = 0; j < m->n_padded; j += JW_LANES) {
        for (int i = 0; i < JW_LANES; ++i) {
            const REAL speed = v[j + i] < 0 ? -v[j + i] : v[j + i];
            most[i] = speed > most[i] ? speed : most[i];
        }
    }
    for (int i = 1; i < JW_LANES; ++i) {
        most[0] = most[i] > most[0] ? most[i] : most[0];
    }
    return (double)most[0];
}

/// 1 - cos(sqrt(z)) by its series in z, entire: -10 <= z <= pi^2, truncated below 1e-16.
static JW_INLINE JW_REALTIME REAL NAME(one_minus_cos)(REAL z) {
    REAL s = 0;
    for (int k = 14; k >= 1; --k) {
        s = z * ((REAL)1 - s) * ((REAL)1 / (REAL)((2 * k - 1) * 2 * k));
    }
    return s;
}

static JW_REALTIME void NAME(retune)(int n_padded, double scale, const void *theta2_t,
                                     const void *theta2_e, const void *hold, const void *sech_gain,
                                     void *stiff) {
    const REAL *t = theta2_t, *e = theta2_e, *held = hold, *sg = sech_gain;
    REAL *out = stiff;
    const REAL most = (REAL)(2.86 * 2.86);
    for (int j = 0; j < n_padded; ++j) {
        REAL z = (REAL)scale * t[j] + e[j];
        const REAL own = t[j] + e[j], cap = own > most ? own : most;
        z = z < cap ? z : cap;
        // Below -10 a mode is gone within a step, whatever it is.
        z = z > -10 ? z : -10;
        // kappa/(1+c) = 2 (gain - sech gain) + 2 sech gain (1 - cos theta)
        const REAL s = held[j] + 2 * sg[j] * NAME(one_minus_cos)(z);
        out[j] = s > 0 ? s : 0;
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
    .advance = NAME(advance),
    .rows_dot = NAME(rows_dot),
    .weigh = NAME(weigh),
    .before = NAME(before),
    .energy = NAME(energy),
    .fastest = NAME(fastest),
    .retune = NAME(retune),
    .pluck_row = NAME(pluck_row),
    .carry = NAME(carry),
};
