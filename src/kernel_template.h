// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Body of a kernel; machine_level.c includes it once a precision with REAL, VEC, PIECE,
// OP and NAME set.

/********* A step *********/

/// Modes that a pass takes at a time: what it keeps in between stays in the first-level cache.
enum { NAME(chunk) = 16 };

/// f = sum of impulse[i] rows[i], blocks long; rows `far` apart.
static JW_INLINE JW_REALTIME void NAME(spread)(const VEC *rows, int n_rows, int far,
                                               const double *impulse, int stride, int blocks,
                                               VEC *f) {
    int b = 0;
#if JW_PART_BYTES == 64
    for (; b + 8 <= blocks; b += 8) {
        VEC s0 = OP(splat)(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
        const VEC *row = rows + b;
        for (int i = 0; i < n_rows; ++i, row += far) {
            const VEC r = OP(splat)((REAL)impulse[i * stride]);
            s0 = OP(fma)(row[0], r, s0);
            s1 = OP(fma)(row[1], r, s1);
            s2 = OP(fma)(row[2], r, s2);
            s3 = OP(fma)(row[3], r, s3);
            s4 = OP(fma)(row[4], r, s4);
            s5 = OP(fma)(row[5], r, s5);
            s6 = OP(fma)(row[6], r, s6);
            s7 = OP(fma)(row[7], r, s7);
        }
        f[b] = s0;
        f[b + 1] = s1;
        f[b + 2] = s2;
        f[b + 3] = s3;
        f[b + 4] = s4;
        f[b + 5] = s5;
        f[b + 6] = s6;
        f[b + 7] = s7;
    }
#endif
    for (; b < blocks && blocks >= 4; b += 4) {
        // The last four begin among those before them: one alone would wait for each of its sums.
        b = b + 4 <= blocks ? b : blocks - 4;
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

/// Sums of n of four go where they belong, on top of what is there or not.
static JW_INLINE JW_REALTIME void NAME(put)(double *out, int stride, const double *sum, int n,
                                            bool first) {
    if (n == 4) {
        out[0] = first ? sum[0] : out[0] + sum[0];
        out[stride] = first ? sum[1] : out[stride] + sum[1];
        out[2 * stride] = first ? sum[2] : out[2 * stride] + sum[2];
        out[3 * stride] = first ? sum[3] : out[3 * stride] + sum[3];
        return;
    }
    for (int k = 0; k < n; ++k) {
        out[k * stride] = first ? sum[k] : out[k * stride] + sum[k];
    }
}

/// out[i] = rows[i] on x, or that more.
static JW_INLINE JW_REALTIME void NAME(look)(const VEC *rows, int n_rows, int far, int blocks,
                                             const VEC *x, double *out, int stride, bool first) {
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
        NAME(put)(out + i * stride, stride, sum, n_rows - i < 4 ? n_rows - i : 4, first);
    }
}

/// n rows on x and on h, n known to the compiler and all sums in registers; a part of the lanes at
/// a time.
static JW_INLINE JW_REALTIME void NAME(look_at)(const VEC *rows, const int n, int far, int blocks,
                                                const VEC *x, const VEC *h, VEC *sum_x,
                                                VEC *sum_h) {
    for (int p = 0; p < (int)OP(parts); ++p) {
        PIECE sx[8], sh[8];
        UNROLL for (int i = 0; i < n; ++i) {
            sx[i] = sh[i] = OP(splat)(0).part[0];
        }
        for (int b = 0; b < blocks; ++b) {
            const PIECE xb = x[b].part[p], hb = h[b].part[p];
            UNROLL for (int i = 0; i < n; ++i) {
                const PIECE r = rows[(size_t)i * (size_t)far + (size_t)b].part[p];
                sx[i] = OP(fuse)(r, xb, sx[i]);
                sh[i] = OP(fuse)(r, hb, sh[i]);
            }
        }
        UNROLL for (int i = 0; i < n; ++i) {
            sum_x[i].part[p] = sx[i];
            sum_h[i].part[p] = sh[i];
        }
    }
}

static JW_INLINE JW_REALTIME void NAME(look_few)(const VEC *rows, int n, int far, int blocks,
                                                 const VEC *x, const VEC *h, VEC *sum_x,
                                                 VEC *sum_h) {
    switch (n) {
#define FEW(n)                                                                                     \
    case n:                                                                                        \
        NAME(look_at)(rows, n, far, blocks, x, h, sum_x, sum_h);                                   \
        break
        FEW(1);
        FEW(2);
        FEW(3);
        FEW(4);
        FEW(5);
#if JW_PART_BYTES == 64
        FEW(6);
        FEW(7);
        FEW(8);
#endif
#undef FEW
    default:
        break;
    }
}

/// Of that many rows, as many as registers have room for, or half of them.
#if JW_PART_BYTES == 64
static const int NAME(at_once)[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
#else
static const int NAME(at_once)[] = {0, 1, 2, 3, 4, 5, 3, 4, 4};
#endif

/// out_x[i] = rows[i] on x, out_h[i] = rows[i] on h, or that more.
static JW_INLINE JW_REALTIME void NAME(look_twice)(const VEC *rows, int n_rows, int far, int blocks,
                                                   const VEC *x, const VEC *h, double *out_x,
                                                   double *out_h, int stride, bool first) {
    for (int i = 0; i < n_rows; i += 8) {
        const int n = n_rows - i < 8 ? n_rows - i : 8;
        const int half = NAME(at_once)[n];
        const VEC *row = rows + (size_t)i * (size_t)far;
        VEC sum_x[8], sum_h[8];
        double x8[8], h8[8];
        NAME(look_few)(row, half, far, blocks, x, h, sum_x, sum_h);
        NAME(look_few)
        (row + (size_t)half * (size_t)far, n - half, far, blocks, x, h, sum_x + half, sum_h + half);
        for (int k = n; k < 8; ++k) {
            sum_x[k] = sum_h[k] = sum_x[0];
        }
        OP(sum8)(sum_x, n, x8);
        OP(sum8)(sum_h, n, h8);
        for (int k = 0; k < n; ++k) {
            double *to_x = out_x + (i + k) * stride, *to_h = out_h + (i + k) * stride;
            *to_x = first ? x8[k] : *to_x + x8[k];
            *to_h = first ? h8[k] : *to_h + h8[k];
        }
    }
}

/// The blocks from `from` on, at most NAME(chunk) of them.
static JW_INLINE JW_REALTIME void NAME(advance_chunk)(const JwModeArrays *m, JwAdvance *a, int from,
                                                      int blocks, bool first, bool tension,
                                                      bool usual) {
    // Most steps end one and begin the next, with no finger on the string.
    const bool ends = usual || a->ends, begins = usual || a->begins;
    const bool hear_speed = !usual && a->hear_speed;
    const int far = m->n_padded / JW_LANES;
    const VEC *damp = (const VEC *)m->damp + from, *stiff = (const VEC *)m->stiff + from;
    const VEC *gain = (const VEC *)m->gain + from, *beta2 = (const VEC *)m->beta2 + from;
    const VEC *rows = (const VEC *)a->rows + from, *listen = (const VEC *)a->listen + from;
    const VEC *pluck = !usual && a->pluck ? (const VEC *)a->pluck + from : NULL;
    VEC *q = (VEC *)m->q + from, *v = (VEC *)m->v + from;
    VEC f[NAME(chunk)], x[NAME(chunk)], h[NAME(chunk)];
    const VEC push = OP(splat)((REAL)a->push), force = OP(splat)((REAL)a->force);
    const VEC zero = OP(splat)(0);
    VEC heard = zero, ahead = zero, behind = zero, stiffening = zero;
    double sum[4];
    if (ends) {
        NAME(spread)(rows, a->n_rows, far, a->impulse, a->stride, blocks, f);
        const VEC *given = a->given ? (const VEC *)a->given + from : NULL;
        for (int b = 0; given && b < blocks; ++b) {
            f[b] = OP(add)(f[b], given[b]);
        }
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
    for (int p = 0; p < (int)OP(parts); ++p) {
        const PIECE pushed = push.part[p], none = zero.part[p];
        PIECE heard_p = none, ahead_p = none, behind_p = none, stiffening_p = none;
        for (int b = 0; b < blocks; ++b) {
            const PIECE dampen = damp[b].part[p], stiffen = stiff[b].part[p];
            const PIECE give = gain[b].part[p], bend = beta2[b].part[p];
            PIECE now = q[b].part[p], speed = v[b].part[p];
            if (ends) {
                const PIECE vl = OP(fuse)(-stiffen, now, OP(fuse)(-dampen, speed, speed));
                const PIECE r = f[b].part[p];
                speed = OP(fuse)(give, tension ? OP(fuse)(bend * now, pushed, r) : r, vl);
                now += speed;
                v[b].part[p] = speed;
                q[b].part[p] = now;
            }
            heard_p = OP(fuse)(listen[b].part[p], hear_speed ? speed : now, heard_p);
            if (begins) {
                PIECE vl = OP(fuse)(-stiffen, now, OP(fuse)(-dampen, speed, speed));
                if (pluck) {
                    vl = OP(fuse)(give, pluck[b].part[p] * force.part[p], vl);
                }
                const PIECE next = now + vl;
                x[b].part[p] = next;
                if (tension) {
                    const PIECE g = bend * now, gh = g * give;
                    h[b].part[p] = gh;
                    ahead_p = OP(fuse)(g, next, ahead_p);
                    behind_p = OP(fuse)(g, now - speed, behind_p);
                    stiffening_p = OP(fuse)(g, gh, stiffening_p);
                }
            }
        }
        heard.part[p] = heard_p;
        ahead.part[p] = ahead_p;
        behind.part[p] = behind_p;
        stiffening.part[p] = stiffening_p;
    }
    OP(sum4)(heard, ahead, behind, stiffening, sum);
    a->heard = first ? sum[0] : a->heard + sum[0];
    if (!begins) {
        return;
    }
    if (tension) {
        a->sums.ahead = first ? sum[1] : a->sums.ahead + sum[1];
        a->sums.behind = first ? sum[2] : a->sums.behind + sum[2];
        a->sums.stiff = first ? sum[3] : a->sums.stiff + sum[3];
        NAME(look_twice)(rows, a->n_rows, far, blocks, x, h, a->ahead, a->pull, a->stride, first);
        if (pluck) {
            NAME(look_twice)
            (pluck, 1, far, blocks, x, h, &a->finger_ahead, &a->finger_pull, 1, first);
        }
    } else {
        NAME(look)(rows, a->n_rows, far, blocks, x, a->ahead, a->stride, first);
        if (pluck) {
            NAME(look)(pluck, 1, far, blocks, x, &a->finger_ahead, 1, first);
        }
    }
}

static JW_REALTIME void NAME(advance)(const JwModeArrays *m, JwAdvance *a) {
    const int blocks = m->n_padded / JW_LANES;
    if (a->ends && a->begins && a->tension && !a->pluck && !a->hear_speed &&
        blocks <= NAME(chunk)) {
        NAME(advance_chunk)(m, a, 0, blocks, true, true, true);
        return;
    }
    a->finger_ahead = a->finger_pull = a->finger_speed = 0.0;
    a->sums = (JwTensionSums){0.0, 0.0, 0.0};
    for (int i = 0; a->begins && !a->tension && i < a->n_rows; ++i) {
        a->pull[i * a->stride] = 0.0;
    }
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        if (a->tension) {
            NAME(advance_chunk)(m, a, from, n, from == 0, true, false);
        } else {
            NAME(advance_chunk)(m, a, from, n, from == 0, false, false);
        }
    }
}

/********* At nodes *********/

static JW_REALTIME void NAME(predict)(const JwModeArrays *m, const void *pluck, double force,
                                      double tension, void *x) {
    const VEC *damp = m->damp, *stiff = m->stiff, *gain = m->gain, *beta2 = m->beta2;
    const VEC *q = m->q, *v = m->v, *row = pluck;
    const VEC push = OP(splat)((REAL)force), pull = OP(splat)((REAL)tension);
    VEC *out = x;
    for (int b = 0; b < m->n_padded / JW_LANES; ++b) {
        const VEC along = OP(mul)(OP(mul)(beta2[b], q[b]), pull);
        VEC vl = OP(fnma)(stiff[b], q[b], OP(fnma)(damp[b], v[b], v[b]));
        vl = OP(fma)(gain[b], row ? OP(fma)(row[b], push, along) : along, vl);
        out[b] = OP(add)(q[b], vl);
    }
}

/// Odd modes and even ones of two arrays apart, as many as there are, zeros past them.
static JW_INLINE JW_REALTIME void NAME(part_modes)(const REAL *x, int n, int room, REAL *odd,
                                                   REAL *even) {
    for (int k = 0; k < n; ++k) {
        odd[k] = x[2 * k];
        even[k] = x[2 * k + 1];
    }
    for (int k = n; k < room; ++k) {
        odd[k] = even[k] = 0;
    }
}

static JW_REALTIME void NAME(pairs_dot)(const JwNodes *t, int n_padded, const REAL *x,
                                        const REAL *y, double *out_x, double *out_y) {
    double sum[4][JW_MAX_NODES];
    VEC xo[NAME(chunk)], xe[NAME(chunk)], yo[NAME(chunk)], ye[NAME(chunk)];
    const int far = t->far / JW_LANES, half = far / 2;
    for (int from = 0; from < half; from += NAME(chunk)) {
        const int blocks = half - from < NAME(chunk) ? half - from : NAME(chunk);
        const int left = n_padded / 2 - from * JW_LANES, room = blocks * JW_LANES;
        const int n = left < room ? left : room;
        const VEC *rows = (const VEC *)t->rows + from;
        NAME(part_modes)(x + 2 * from * JW_LANES, n, room, (REAL *)xo, (REAL *)xe);
        NAME(part_modes)(y + 2 * from * JW_LANES, n, room, (REAL *)yo, (REAL *)ye);
        NAME(look_twice)(rows, t->n_rows, far, blocks, xo, yo, sum[0], sum[1], 1, from == 0);
        NAME(look_twice)
        (rows + half, t->n_rows, far, blocks, xe, ye, sum[2], sum[3], 1, from == 0);
    }
    for (int k = 0; k < t->n_rows; ++k) {
        if (t->low[k] >= 0) {
            out_x[t->low[k]] = sum[0][k] + sum[2][k];
            out_y[t->low[k]] = sum[1][k] + sum[3][k];
        }
        if (t->high[k] >= 0) {
            out_x[t->high[k]] = sum[0][k] - sum[2][k];
            out_y[t->high[k]] = sum[1][k] - sum[3][k];
        }
    }
}

static JW_REALTIME void NAME(nodes_dot)(const JwNodes *t, int n_padded, const void *x,
                                        const void *y, double *out_x, double *out_y) {
    const int blocks = n_padded / JW_LANES;
    if (t->paired) {
        NAME(pairs_dot)(t, n_padded, x, y, out_x, out_y);
        return;
    }
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(look_twice)
        ((const VEC *)t->rows + from, t->n_rows, t->far / JW_LANES, n, (const VEC *)x + from,
         (const VEC *)y + from, out_x, out_y, 1, from == 0);
    }
}

static JW_REALTIME void NAME(pairs_push)(const JwNodes *t, int n_padded, const double *impulse,
                                         REAL *given) {
    double same[JW_MAX_NODES], opposite[JW_MAX_NODES];
    VEC odd[NAME(chunk)], even[NAME(chunk)];
    const int far = t->far / JW_LANES, half = far / 2;
    for (int k = 0; k < t->n_rows; ++k) {
        const double low = t->low[k] >= 0 ? impulse[t->low[k]] : 0.0;
        const double high = t->high[k] >= 0 ? impulse[t->high[k]] : 0.0;
        same[k] = low + high;
        opposite[k] = low - high;
    }
    for (int from = 0; from < half; from += NAME(chunk)) {
        const int blocks = half - from < NAME(chunk) ? half - from : NAME(chunk);
        const int left = n_padded / 2 - from * JW_LANES;
        const int n = left < blocks * JW_LANES ? left : blocks * JW_LANES;
        const VEC *rows = (const VEC *)t->rows + from;
        NAME(spread)(rows, t->n_rows, far, same, 1, blocks, odd);
        NAME(spread)(rows + half, t->n_rows, far, opposite, 1, blocks, even);
        REAL *out = given + 2 * from * JW_LANES;
        for (int k = 0; k < n; ++k) {
            out[2 * k] = ((const REAL *)odd)[k];
            out[2 * k + 1] = ((const REAL *)even)[k];
        }
    }
}

static JW_REALTIME double NAME(nodes_push)(const JwModeArrays *m, const JwNodes *t,
                                           const double *impulse, void *given) {
    const VEC *gain = m->gain, *beta2 = m->beta2, *q = m->q;
    const VEC zero = OP(splat)(0);
    VEC *f = given, pull = zero;
    double sum[4];
    const int blocks = m->n_padded / JW_LANES;
    if (t->paired) {
        NAME(pairs_push)(t, m->n_padded, impulse, given);
    }
    for (int from = 0; !t->paired && from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(spread)
        ((const VEC *)t->rows + from, t->n_rows, t->far / JW_LANES, impulse, 1, n, f + from);
    }
    for (int b = 0; b < blocks; ++b) {
        pull = OP(fma)(OP(mul)(OP(mul)(beta2[b], q[b]), gain[b]), f[b], pull);
    }
    OP(sum4)(pull, zero, zero, zero, sum);
    return sum[0];
}

/********* Now and then *********/

static JW_REALTIME void NAME(rows_dot)(const void *rows, int n_rows, int n_padded, const void *x,
                                       double *out) {
    NAME(look)(rows, n_rows, n_padded / JW_LANES, n_padded / JW_LANES, x, out, 1, true);
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
    .nodes_dot = NAME(nodes_dot),
    .nodes_push = NAME(nodes_push),
    .predict = NAME(predict),
    .weigh = NAME(weigh),
    .before = NAME(before),
    .energy = NAME(energy),
    .fastest = NAME(fastest),
    .retune = NAME(retune),
    .pluck_row = NAME(pluck_row),
    .carry = NAME(carry),
};
