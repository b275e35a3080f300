// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Between modes and the nodes of their grid (nodal.h); machine_level.c includes it once a
// precision, after kernel_template.h, whose loops over rows it uses.

/// Outputs of a series and what the last stretch writes past them; classes, sums of sines and of
/// cosines need no more: 272 numbers at most, where one class has all 256.
enum { NAME(room) = JW_SINES_MODES / 2 + 2 * JW_LANES };

/********* Odd and even modes *********/

// Loops over numbers in a row, or every second or third of them, which compilers turn into whole
// registers.

/// Every second number, times its root.
static JW_INLINE JW_REALTIME void NAME(pick)(const REAL *restrict from, const REAL *restrict root,
                                             int n, REAL *restrict to) {
    for (int k = 0; k < n; ++k) {
        to[k] = root[k] * from[2 * k];
    }
}

/// The same, the last one first, as its root is.
static JW_INLINE JW_REALTIME void
NAME(pick_back)(const REAL *restrict from, const REAL *restrict root, int n, REAL *restrict to) {
    REAL every[NAME(room)];
    for (int k = 0; k < n; ++k) {
        every[k] = from[2 * k];
    }
    for (int k = 0; k < n; ++k) {
        to[k] = root[k] * every[n - 1 - k];
    }
}

/// All times their roots.
static JW_INLINE JW_REALTIME void NAME(scale)(const REAL *restrict from, const REAL *restrict root,
                                              int n, REAL *restrict to) {
    for (int k = 0; k < n; ++k) {
        to[k] = root[k] * from[k];
    }
}

/// The same, the last one first.
static JW_INLINE JW_REALTIME void
NAME(scale_back)(const REAL *restrict from, const REAL *restrict root, int n, REAL *restrict to) {
    for (int k = 0; k < n; ++k) {
        to[k] = root[n - 1 - k] * from[n - 1 - k];
    }
}

/// n of the one and of the other by turns.
static JW_INLINE JW_REALTIME void NAME(mix)(const REAL *restrict odd, const REAL *restrict even,
                                            int n, REAL *restrict to) {
    for (int k = 0; k < n; ++k) {
        to[2 * k] = odd[k];
        to[2 * k + 1] = even[k];
    }
}

/********* All nodes at once: sines.h *********/

/// to[k][i] = sum over `length` rows of matrix[row][i] from[k][row], `wide` registers of each of
/// `rhs` sums: they stay where they are.
static JW_INLINE JW_REALTIME void NAME(tile)(const PIECE *matrix, int length, int pieces,
                                             const int wide, const int rhs, const REAL *from,
                                             int from_apart, PIECE *to) {
    PIECE sum[3][4];
    UNROLL for (int k = 0; k < rhs; ++k) {
        UNROLL for (int p = 0; p < wide; ++p) {
            sum[p][k] = OP(spread)(0);
        }
    }
    for (int row = 0; row < length; ++row) {
        UNROLL for (int k = 0; k < rhs; ++k) {
            const PIECE one = OP(spread)(from[k * from_apart + row]);
            UNROLL for (int p = 0; p < wide; ++p) {
                sum[p][k] = OP(fuse)(matrix[row * pieces + p], one, sum[p][k]);
            }
        }
    }
    UNROLL for (int k = 0; k < rhs; ++k) {
        UNROLL for (int p = 0; p < wide; ++p) {
            to[k * pieces + p] = sum[p][k];
        }
    }
}

static JW_INLINE JW_REALTIME void NAME(tiles)(const PIECE *matrix, int length, int pieces,
                                              const int rhs, const REAL *from, int from_apart,
                                              PIECE *to) {
    int p = 0;
    for (; p + 3 <= pieces; p += 3) {
        NAME(tile)(matrix + p, length, pieces, 3, rhs, from, from_apart, to + p);
    }
    if (p + 2 <= pieces) {
        NAME(tile)(matrix + p, length, pieces, 2, rhs, from, from_apart, to + p);
    } else if (p < pieces) {
        NAME(tile)(matrix + p, length, pieces, 1, rhs, from, from_apart, to + p);
    }
}

/// The same of n sums, n even.
static JW_REALTIME void NAME(product)(const JwSines *t, const void *matrix, int length, int n,
                                      const REAL *from, int from_apart, VEC *to) {
    const int pieces = t->blocks * (int)OP(parts);
    for (int k = 0; k < n;) {
        const REAL *one = from + k * from_apart;
        PIECE *at = (PIECE *)(to + k * t->blocks);
        if (k + 4 <= n) {
            NAME(tiles)(matrix, length, pieces, 4, one, from_apart, at);
            k += 4;
        } else {
            NAME(tiles)(matrix, length, pieces, 2, one, from_apart, at);
            k += 2;
        }
    }
}

/// The classes of n series of u_j, j = 1..N/2: odd parts [class][series][1..g], even parts
/// [pair][series][0..g].
static JW_INLINE JW_REALTIME void NAME(part)(const JwSines *t, const REAL *const *in, int n,
                                             REAL *restrict odd, REAL *restrict even) {
    const int g = t->g, f = t->factor;
    for (int k = 0; k < n; ++k) {
        const REAL *restrict u = in[k]; // u[j - 1] is u_j
        for (int i = 1; i <= g; ++i) {
            odd[k * g + i - 1] = u[i * f - 1];
        }
        for (int r = 1; r <= (f - 1) / 2; ++r) {
            REAL *o = odd + (r * n + k) * g, *e = even + ((r - 1) * n + k) * (g + 1);
            e[0] = u[r - 1];
            for (int i = 1; i <= g; ++i) {
                const REAL above = u[i * f + r - 1], below = u[i * f - r - 1];
                o[i - 1] = above + below;
                e[i] = above - below;
            }
        }
    }
}

/// The same of three classes, which compilers load in whole registers.
static JW_INLINE JW_REALTIME void NAME(part_three)(int g, const REAL *const *in, int n,
                                                   REAL *restrict odd, REAL *restrict even) {
    for (int k = 0; k < n; ++k) {
        const REAL *restrict u = in[k];
        REAL *restrict own = odd + k * g, *restrict o = odd + (n + k) * g;
        REAL *restrict e = even + k * (g + 1);
        e[0] = u[0];
        for (int i = 0; i < g; ++i) {
            const REAL below = u[3 * i + 1], here = u[3 * i + 2], above = u[3 * i + 3];
            own[i] = here;
            o[i] = above + below;
            e[i + 1] = above - below;
        }
    }
}

/// All lanes of value from out[0] upward, or its first n, or all, downward: most times all, and
/// their number the compiler then knows.
static JW_INLINE JW_REALTIME void NAME(lay_down)(REAL *out, bool down, VEC value, int n) {
    REAL lane[JW_LANES];
    __builtin_memcpy(lane, &value, sizeof(lane));
    if (!down) {
        __builtin_memcpy(out, &value, sizeof(value));
    } else if (n >= JW_LANES) {
        for (int i = 0; i < JW_LANES; ++i) {
            out[-i] = lane[i];
        }
    } else {
        for (int i = 0; i < n; ++i) {
            out[-i] = lane[i];
        }
    }
}

/// out[k][i] = sqrt(2) sum_j u_k,j sin(2 pi i j/(N + 1)), i, j = 1..N/2, of n series, n even.
static JW_INLINE JW_REALTIME void NAME(sum_sines)(const JwSines *t, const REAL *const *in,
                                                  const int n, REAL (*out)[NAME(room)]) {
    const int pairs = (t->factor - 1) / 2, blocks = t->blocks, g = t->g, m = 2 * g + 1;
    REAL odd[4 * NAME(room)], even[4 * NAME(room)];
    VEC sines[4 * NAME(room) / JW_LANES], cosines[4 * NAME(room) / JW_LANES];
    if (t->factor == 3) {
        NAME(part_three)(g, in, n, odd, even);
    } else {
        NAME(part)(t, in, n, odd, even);
    }
    NAME(product)(t, t->sine, g, n * (1 + pairs), odd, g, sines);
    NAME(product)(t, t->cosine, g + 1, n * pairs, even, g + 1, cosines);
    const VEC *turn = t->turn;
    // In this order: what an upward stretch writes past its end the next one, downward, overwrites.
    for (int stretch = 0; stretch < t->factor; ++stretch, turn += 2 * pairs * blocks) {
        const bool down = stretch % 2 > 0;
        const int from = (stretch + 1) / 2 * m;
        for (int b = 0; b < blocks; ++b) {
            const int at = down ? from - b * JW_LANES : from + b * JW_LANES;
            for (int k = 0; k < n; ++k) {
                const VEC own = sines[k * blocks + b];
                VEC y = down ? OP(sub)(OP(splat)(0), own) : own;
                for (int r = 0; r < pairs; ++r) {
                    const int s = ((r + 1) * n + k) * blocks + b, c = (r * n + k) * blocks + b;
                    y = OP(fma)(turn[2 * r * blocks + b], sines[s], y);
                    y = OP(fma)(turn[(2 * r + 1) * blocks + b], cosines[c], y);
                }
                NAME(lay_down)(out[k] + at, down, y, g + 1 - b * JW_LANES);
            }
        }
    }
}

/// Nodes first .. first + n - 1, those of the lower half from below and the others from above.
static JW_INLINE JW_REALTIME void NAME(join)(const JwSines *t, const REAL *even, const REAL *odd,
                                             int first, int n, double *restrict out) {
    const int h = t->n_modes / 2, end = first + n - 1, low = end < h ? end : h;
    const REAL *sign = t->sign;
    for (int i = first; i <= low; ++i) {
        out[i - first] = (double)(even[i] - sign[i] * odd[i]);
    }
    // Of the others their images.
    const int all = t->n_modes + 1, from = first > h ? first : h + 1;
    for (int i = from; i <= end; ++i) {
        out[i - first] = (double)(-even[all - i] - sign[all - i] * odd[all - i]);
    }
}

static JW_REALTIME void NAME(sines_dot)(const JwNodes *nodes, const REAL *x, const REAL *y,
                                        double *out_x, double *out_y) {
    const JwSines *t = &nodes->sines;
    // Mode j is element j - 1: even ones from the first, odd ones from the last.
    const REAL *const modes[2] = {x, y};
    const int h = t->n_modes / 2;
    REAL series[4][NAME(room)], sum[4][NAME(room)];
    const REAL *in[4] = {series[0], series[1], series[2], series[3]};
    for (int k = 0; k < 2; ++k) {
        NAME(pick)(modes[k] + 1, nodes->root_even, h, series[2 * k]);
        NAME(pick_back)(modes[k], nodes->root_odd, h, series[2 * k + 1]);
    }
    NAME(sum_sines)(t, in, 4, sum);
    NAME(join)(t, sum[0], sum[1], nodes->first, nodes->n, out_x);
    NAME(join)(t, sum[2], sum[3], nodes->first, nodes->n, out_y);
}

static JW_REALTIME void NAME(sines_push)(const JwNodes *nodes, const double *impulse, REAL *given) {
    const JwSines *t = &nodes->sines;
    const int h = t->n_modes / 2, all = t->n_modes + 1;
    const REAL *sign = t->sign;
    REAL push[JW_SINES_MODES + 1], even[NAME(room)], odd[NAME(room)], sum[2][NAME(room)];
    for (int i = 0; i < all; ++i) {
        push[i] = 0;
    }
    for (int i = 0; i < nodes->n; ++i) {
        push[nodes->first + i] = (REAL)impulse[i];
    }
    for (int i = 1; i <= h; ++i) {
        even[i] = push[i] - push[all - i];
        odd[i] = -sign[i] * (push[i] + push[all - i]);
    }
    const REAL *in[2] = {even + 1, odd + 1};
    NAME(sum_sines)(t, in, 2, sum);
    NAME(scale)(sum[0] + 1, nodes->root_even, h, even);
    NAME(scale_back)(sum[1] + 1, nodes->root_odd, h, odd);
    NAME(mix)(odd, even, h, given);
}

/********* Node by node *********/

/// n odd modes from the first or the last on, and even ones, times their roots; zeros past them.
static JW_INLINE JW_REALTIME void NAME(part_modes)(const JwNodes *t, const REAL *x, int from, int n,
                                                   int room, REAL *odd, REAL *even) {
    const REAL *root_even = (const REAL *)t->root_even + from;
    const REAL *root_odd = (const REAL *)t->root_odd + from;
    NAME(pick)(x + 2 * from + 1, root_even, n, even);
    if (t->mirrored) {
        NAME(pick_back)(x + t->n_modes - 2 * (from + n), root_odd, n, odd);
    } else {
        NAME(pick)(x + 2 * from, root_odd, n, odd);
    }
    for (int k = n; k < room; ++k) {
        odd[k] = even[k] = 0;
    }
}

/// The way back; all at once if these are all.
static JW_INLINE JW_REALTIME void NAME(join_modes)(const JwNodes *t, const REAL *odd,
                                                   const REAL *even, int from, int n, REAL *to) {
    REAL scaled_odd[NAME(chunk) * JW_LANES], scaled_even[NAME(chunk) * JW_LANES];
    const REAL *root_odd = (const REAL *)t->root_odd + from;
    NAME(scale)(even, (const REAL *)t->root_even + from, n, scaled_even);
    if (t->mirrored) {
        NAME(scale_back)(odd, root_odd, n, scaled_odd);
    } else {
        NAME(scale)(odd, root_odd, n, scaled_odd);
    }
    if (n == t->n_modes / 2) {
        NAME(mix)(scaled_odd, scaled_even, n, to);
        return;
    }
    REAL *odd_to = to + (t->mirrored ? t->n_modes - 2 * (from + n) : 2 * from);
    for (int k = 0; k < n; ++k) {
        odd_to[2 * k] = scaled_odd[k];
        to[2 * (from + k) + 1] = scaled_even[k];
    }
}

/// Rows over the odd modes; those over the even ones are the same or stand behind them.
static JW_INLINE JW_REALTIME const VEC *NAME(even_rows)(const JwNodes *t, const VEC *odd) {
    return t->mirrored ? odd : odd + t->blocks * t->n_rows;
}

/// Sums of nodes, one after the other.
static JW_INLINE JW_REALTIME JwSumPlaces NAME(in_order)(HALF *sum_x, HALF *sum_y) {
    return (JwSumPlaces){.x = sum_x, .g = sum_y, .stride = 1};
}

static JW_REALTIME void NAME(pairs_dot)(const JwNodes *t, const REAL *x, const REAL *y,
                                        double *out_x, double *out_y) {
    double sum[4][JW_MAX_NODES];
    HALF lanes[4][JW_MAX_NODES];
    VEC xo[NAME(chunk)], xe[NAME(chunk)], yo[NAME(chunk)], ye[NAME(chunk)];
    JwSumPlaces odd = NAME(in_order)(NULL, NULL), even = odd;
    const int apart = t->n_rows;
    for (int block = 0; block < t->blocks; block += NAME(chunk)) {
        const int some = t->blocks - block < NAME(chunk) ? t->blocks - block : NAME(chunk);
        const int from = block * JW_LANES, room = some * JW_LANES;
        const int left = (t->n_modes + 1) / 2 - from, n = left < room ? left : room;
        const VEC *rows = (const VEC *)t->rows + block * apart;
        NAME(part_modes)(t, x, from, n, room, (REAL *)xo, (REAL *)xe);
        NAME(part_modes)(t, y, from, n, room, (REAL *)yo, (REAL *)ye);
        for (int i = 0; i < apart; i += NAME(looks)) {
            // Once the odd modes were looked at, rows for the even ones are near.
            const int k = apart - i < NAME(looks) ? apart - i : NAME(looks);
            const bool more = block > 0;
            odd.x = lanes[0] + i;
            odd.g = lanes[1] + i;
            even.x = lanes[2] + i;
            even.g = lanes[3] + i;
            NAME(look)(rows + i, apart, k, some, xo, yo, more, &odd);
            NAME(look)(NAME(even_rows)(t, rows) + i, apart, k, some, xe, ye, more, &even);
        }
    }
    for (int k = 0; k < 4; ++k) {
        NAME(sum_few)(lanes[k], t->n_rows, sum[k]);
    }
    for (int k = 0; k < t->n_rows; ++k) {
        const double odd_x = t->sign[k] * sum[0][k], odd_y = t->sign[k] * sum[1][k];
        if (t->low[k] >= 0) {
            out_x[t->low[k]] = odd_x + sum[2][k];
            out_y[t->low[k]] = odd_y + sum[3][k];
        }
        if (t->high[k] >= 0) {
            out_x[t->high[k]] = odd_x - sum[2][k];
            out_y[t->high[k]] = odd_y - sum[3][k];
        }
    }
}

static JW_REALTIME void NAME(own_look)(const JwNodes *t, int blocks, const VEC *x, const VEC *y,
                                       HALF *sum_x, HALF *sum_y) {
    const JwSumPlaces to = NAME(in_order)(sum_x, sum_y);
    const int apart = t->n_rows;
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(look)
        ((const VEC *)t->rows + from * apart, apart, apart, n, x + from, y + from, from > 0, &to);
    }
}

static JW_REALTIME void NAME(own_dot)(const JwNodes *t, int blocks, const VEC *x, const VEC *y,
                                      double *out_x, double *out_y) {
    HALF lanes[2][JW_MAX_NODES];
    NAME(own_look)(t, blocks, x, y, lanes[0], lanes[1]);
    NAME(sum_few)(lanes[0], t->n_rows, out_x);
    NAME(sum_few)(lanes[1], t->n_rows, out_y);
}

static JW_REALTIME void NAME(nodes_dot)(const JwNodes *t, int n_padded, const void *x,
                                        const void *y, double *out_x, double *out_y) {
    if (t->sines.factor) {
        NAME(sines_dot)(t, x, y, out_x, out_y);
    } else if (t->paired) {
        NAME(pairs_dot)(t, x, y, out_x, out_y);
    } else {
        NAME(own_dot)(t, n_padded / JW_LANES, x, y, out_x, out_y);
    }
}

static JW_REALTIME void NAME(add_tension)(int n_padded, double tension, const void *g, void *x) {
    const VEC pull = OP(splat)((REAL)tension), *along = g;
    VEC *out = x;
    for (int b = 0; b < n_padded / JW_LANES; ++b) {
        out[b] = OP(fma)(along[b], pull, out[b]);
    }
}

static JW_REALTIME void NAME(pairs_push)(const JwNodes *t, const double *impulse, REAL *given) {
    double same[JW_MAX_NODES], opposite[JW_MAX_NODES];
    VEC odd[NAME(chunk)], even[NAME(chunk)];
    const int apart = t->n_rows;
    for (int k = 0; k < t->n_rows; ++k) {
        const double low = t->low[k] >= 0 ? impulse[t->low[k]] : 0.0;
        const double high = t->high[k] >= 0 ? impulse[t->high[k]] : 0.0;
        same[k] = t->sign[k] * (low + high);
        opposite[k] = low - high;
    }
    for (int block = 0; block < t->blocks; block += NAME(chunk)) {
        const int some = t->blocks - block < NAME(chunk) ? t->blocks - block : NAME(chunk);
        const int from = block * JW_LANES, left = (t->n_modes + 1) / 2 - from;
        const int n = left < some * JW_LANES ? left : some * JW_LANES;
        const VEC *rows = (const VEC *)t->rows + block * apart;
        for (int i = 0; i < apart; i += NAME(pushes)) {
            const int k = apart - i < NAME(pushes) ? apart - i : NAME(pushes);
            NAME(spread)(rows + i, apart, k, same + i, 1, some, i > 0, odd);
            NAME(spread)
            (NAME(even_rows)(t, rows) + i, apart, k, opposite + i, 1, some, i > 0, even);
        }
        NAME(join_modes)(t, (const REAL *)odd, (const REAL *)even, from, n, given);
    }
}

static JW_REALTIME void NAME(own_push)(const JwNodes *t, int blocks, const double *impulse,
                                       VEC *given) {
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(spread)
        ((const VEC *)t->rows + from * t->n_rows, t->n_rows, t->n_rows, impulse, 1, n, false,
         given + from);
    }
}

static JW_REALTIME double NAME(nodes_push)(int n_padded, const JwNodes *t, const double *impulse,
                                           const void *g, void *given) {
    const VEC *along = g;
    VEC *f = given, pull = OP(splat)(0);
    const int blocks = n_padded / JW_LANES;
    if (t->sines.factor) {
        NAME(sines_push)(t, impulse, given);
    } else if (t->paired) {
        NAME(pairs_push)(t, impulse, given);
    } else {
        NAME(own_push)(t, blocks, impulse, f);
    }
    // What longer tables left there, which might not be a number.
    for (int j = t->n_modes; j < n_padded; ++j) {
        ((REAL *)given)[j] = 0;
    }
    for (int b = 0; b < blocks; ++b) {
        pull = OP(fma)(along[b], f[b], pull);
    }
    return OP(sum)(pull);
}

/********* Few nodes, along with the modes *********/

/// A step that ends one and begins the next, n known to the compiler. looks_back: at the nodes
/// where the step that ended left them.
static JW_INLINE JW_REALTIME void NAME(advance_few)(const JwModeArrays *m, const JwAdvance *a,
                                                    const int n, const bool looks_back,
                                                    const NAME(Kind) is) {
    const NAME(Blocks) blocks = NAME(blocks)(m);
    const PIECE none = OP(spread)(0);
    VEC x[NAME(chunk)], g[NAME(chunk)];
    VEC low_x[JW_FEW_NODES], low_g[JW_FEW_NODES], low_q[JW_FEW_NODES];
    HALF *to = a->node_sums;
    NAME(step_on)(m, a, a->nodes->rows, n, n, a->node_impulse, 1, is, x, g);
    for (int p = 0; p < (int)OP(parts); ++p) {
        const VEC *row = a->nodes->rows, *q = m->q;
        PIECE sum_x[JW_FEW_NODES], sum_g[JW_FEW_NODES], sum_q[JW_FEW_NODES];
        UNROLL for (int i = 0; i < n; ++i) {
            sum_x[i] = sum_g[i] = sum_q[i] = none;
        }
        for (int b = 0; b < NAME(in_part)(blocks, p); ++b, row += n) {
            NAME(take)(row, p, n, true, x[b].part[p], g[b].part[p], sum_x, sum_g);
            UNROLL for (int i = 0; i < n && looks_back; ++i) {
                sum_q[i] = OP(fuse)(row[i].part[p], q[b].part[p], sum_q[i]);
            }
        }
        UNROLL for (int i = 0; i < n; ++i) {
            OP(put)(to + i, low_x + i, p, sum_x[i], false);
            OP(put)(to + JW_FEW_NODES + i, low_g + i, p, sum_g[i], false);
            if (looks_back) {
                OP(put)(to + 2 * JW_FEW_NODES + i, low_q + i, p, sum_q[i], false);
            }
        }
    }
}

/// That without looking back, where nothing else touches the string.
static JW_INLINE JW_REALTIME void NAME(advance_told)(const JwModeArrays *m, const JwAdvance *a,
                                                     const int n) {
#if JW_PART_BYTES == 64
    HALF *sums = a->node_sums;
    const NAME(Rows)
        with = {a->nodes->rows, n, a->node_impulse, 1, NAME(in_order)(sums, sums + JW_FEW_NODES)};
    NAME(advance_at_once)(m, a, &with, n, NAME(still)(false));
#else
    NAME(advance_few)(m, a, n, false, NAME(still)(false));
#endif
}

#define FEW(n)                                                                                     \
    static JW_REALTIME void NAME(few_##n)(const JwModeArrays *m, const JwAdvance *a) {             \
        NAME(advance_told)(m, a, n);                                                               \
    }                                                                                              \
    static JW_REALTIME void NAME(few_back_##n)(const JwModeArrays *m, const JwAdvance *a) {        \
        NAME(advance_few)(m, a, n, true, NAME(still)(false));                                      \
    }                                                                                              \
    static JW_REALTIME void NAME(few_plucked_##n)(const JwModeArrays *m, const JwAdvance *a) {     \
        NAME(advance_few)(m, a, n, true, NAME(still)(true));                                       \
    }
FEW(1)
FEW(2)
FEW(3)
FEW(4)
FEW(5)
FEW(6)
FEW(7)
FEW(8)
#undef FEW

/// Any step.
static JW_REALTIME void NAME(advance_nodes)(const JwModeArrays *m, const JwAdvance *a) {
    const JwNodes *t = a->nodes;
    const int blocks = m->n_padded / JW_LANES;
    if (a->ends) {
        NAME(own_push)(t, blocks, a->node_impulse, a->given);
    }
    NAME(advance_any)(m, a);
    if (a->begins) {
        HALF *sums = a->node_sums, again[JW_FEW_NODES];
        NAME(own_look)(t, blocks, a->next, a->bend, sums, sums + JW_FEW_NODES);
        if (a->looks_back) {
            NAME(own_look)(t, blocks, m->q, m->q, sums + 2 * JW_FEW_NODES, again);
        }
    }
}

/// By whether it looks back, a finger on the string or not, and how many nodes; 0: any step.
#define FEW(name)                                                                                  \
    {                                                                                              \
        NAME(advance_nodes), NAME(name##_1), NAME(name##_2), NAME(name##_3), NAME(name##_4),       \
            NAME(name##_5), NAME(name##_6), NAME(name##_7), NAME(name##_8)                         \
    }
static const JwAdvanceWay NAME(few)[3][JW_FEW_NODES + 1] = {FEW(few), FEW(few_back),
                                                            FEW(few_plucked)};
#undef FEW
