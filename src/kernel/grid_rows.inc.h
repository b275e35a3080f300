// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Passes from modes to the nodes of their grid and back (kernel/grid_contact.h).
// kernel/mode_step.inc.h includes this file once for each precision, after kernel/sine_sums.inc.h.

/********* Node by node *********/

static JW_INLINE JW_REALTIME NAME(Parts) NAME(some_parts)(const JwGridRows *t, int from, int n) {
    return (NAME(Parts)){(const REAL *)t->root_odd + from, (const REAL *)t->root_even + from,
                         t->mirrored, n};
}

/// Index of the odd modes that correspond to the n even modes from index 2 from on.
static JW_INLINE JW_REALTIME int NAME(odd_modes)(const JwGridRows *t, int from, int n) {
    return t->mirrored ? t->n_modes - 2 * (from + n) : 2 * from;
}

/// Consecutive places for the sums of nodes.
static JW_INLINE JW_REALTIME JwSumPlaces NAME(in_order)(VHALF *sum_x, VHALF *sum_y) {
    return (JwSumPlaces){.x = sum_x, .g = sum_y, .stride = 1};
}

/// Rows that are handled at a time; past the last row there are zeros.
enum { NAME(few_rows) = 8 };

static JW_INLINE JW_REALTIME int NAME(whole_rows)(const JwGridRows *t) {
    return (t->n_rows + NAME(few_rows) - 1) / NAME(few_rows) * NAME(few_rows);
}

/// Computes nodes and their images from sums over odd and over even modes.
static JW_INLINE JW_REALTIME void NAME(place)(const JwGridRows *t, const REAL *restrict odd,
                                              const REAL *restrict even, double *restrict out) {
    double up[JW_MAX_GRID_ROWS], down[JW_MAX_GRID_ROWS]; // Images, beginning with the last row's
    const double *restrict sign = t->sign;
    const int all = NAME(whole_rows)(t), n = t->n_rows, low = t->low_row, high = t->high_row;
    for (int k = 0; k < all; k += NAME(few_rows)) {
        for (int i = 0; i < NAME(few_rows); ++i) {
            const double o = sign[k + i] * (double)odd[k + i], e = (double)even[k + i];
            up[k + i] = o + e;
            down[all - 1 - k - i] = o - e;
        }
    }
    if (t->in_a_row) {
        __builtin_memcpy(out + t->low[low], up + low, sizeof(*up) * (size_t)(n - low));
        __builtin_memcpy(out + t->high[n - 1], down + all - n, sizeof(*up) * (size_t)(n - high));
        return;
    }
    for (int k = 0; k < n; ++k) {
        if (t->low[k] >= 0) {
            out[t->low[k]] = up[k];
        }
        if (t->high[k] >= 0) {
            out[t->high[k]] = down[all - 1 - k];
        }
    }
}

/// Reverse of place(): computes sum and difference of the impulses of each node and its image.
static JW_INLINE JW_REALTIME void NAME(pick_up)(const JwGridRows *t, const double *restrict impulse,
                                                REAL *restrict same, REAL *restrict opposite) {
    double up[JW_MAX_GRID_ROWS], down[JW_MAX_GRID_ROWS];
    const double *restrict sign = t->sign;
    const int all = NAME(whole_rows)(t), n = t->n_rows, low = t->low_row, high = t->high_row;
    for (int k = 0; k < all; k += NAME(few_rows)) {
        for (int i = 0; i < NAME(few_rows); ++i) {
            up[k + i] = down[k + i] = 0.0;
        }
    }
    if (t->in_a_row) {
        __builtin_memcpy(up + low, impulse + t->low[low], sizeof(*up) * (size_t)(n - low));
        __builtin_memcpy(down + all - n, impulse + t->high[n - 1],
                         sizeof(*up) * (size_t)(n - high));
    } else {
        for (int k = 0; k < n; ++k) {
            up[k] = t->low[k] >= 0 ? impulse[t->low[k]] : 0.0;
            down[all - 1 - k] = t->high[k] >= 0 ? impulse[t->high[k]] : 0.0;
        }
    }
    for (int k = 0; k < all; k += NAME(few_rows)) {
        for (int i = 0; i < NAME(few_rows); ++i) {
            const double image = down[all - 1 - k - i];
            same[k + i] = (REAL)(sign[k + i] * (up[k + i] + image));
            opposite[k + i] = (REAL)(up[k + i] - image);
        }
    }
}

static JW_REALTIME void NAME(pairs_dot)(const JwGridRows *t, const REAL *x, const REAL *y,
                                        NAME(Room) * room, double *out_x, double *out_y) {
    enum { in_x, in_y, odd = 0, even = 2, n_series = 4 };
    VBLOCK(*series)[NAME(stretch) / JW_LANES] = room->pairs.series;
    VBLOCK(*sum)[JW_MAX_GRID_ROWS / JW_LANES] = room->pairs.sum;
    REAL *const s[] = {(REAL *)series[0], (REAL *)series[1], (REAL *)series[2], (REAL *)series[3]};
    const int half = t->n_modes / 2;
    for (int k = 0; k < n_series; ++k) {
        // Rows that place() reads and nothing else writes.
        for (int row = t->n_rows; row < NAME(whole_rows)(t); ++row) {
            ((REAL *)sum[k])[row] = 0;
        }
    }
    for (int from = 0; from < half; from += NAME(stretch)) {
        const int n = half - from < NAME(stretch) ? half - from : NAME(stretch);
        const NAME(Parts) parts = NAME(some_parts)(t, from, n);
        const int odds = NAME(odd_modes)(t, from, n), evens = 2 * from;
        NAME(part_modes)(&parts, x + odds, x + evens, s[odd + in_x], s[even + in_x]);
        NAME(part_modes)(&parts, y + odds, y + evens, s[odd + in_y], s[even + in_y]);
        NAME(Product)
        p = {
            .line = (const REAL *)t->across + from * t->across_apart,
            .n_lines = n,
            .apart = t->across_apart,
            .from = s[odd],
            .from_apart = NAME(stretch),
            .to = (REAL *)sum[odd],
            .to_apart = JW_MAX_GRID_ROWS,
            .more = from > 0,
        };
        if (t->mirrored) {
            NAME(multiply)(&p, t->n_rows, n_series);
            continue;
        }
        NAME(multiply)(&p, t->n_rows, 2);
        p.line += half * t->across_apart;
        p.from = s[even];
        p.to = (REAL *)sum[even];
        NAME(multiply)(&p, t->n_rows, 2);
    }
    NAME(place)(t, (const REAL *)sum[odd + in_x], (const REAL *)sum[even + in_x], out_x);
    NAME(place)(t, (const REAL *)sum[odd + in_y], (const REAL *)sum[even + in_y], out_y);
}

static JW_REALTIME void NAME(own_look)(const JwGridRows *t, int blocks, const VBLOCK *x,
                                       const VBLOCK *y, VHALF *sum_x, VHALF *sum_y) {
    const JwSumPlaces to = NAME(in_order)(sum_x, sum_y);
    const int apart = t->n_rows;
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(gather_all)
        ((const VBLOCK *)t->rows + from * apart, apart, apart, NAME(whole)(n), x + from, y + from,
         from > 0, &to);
    }
}

static JW_REALTIME void NAME(own_dot)(const JwGridRows *t, int blocks, const VBLOCK *x,
                                      const VBLOCK *y, NAME(Room) * room, double *out_x,
                                      double *out_y) {
    VHALF(*lanes)[JW_MAX_GRID_ROWS] = room->lanes;
    NAME(own_look)(t, blocks, x, y, lanes[0], lanes[1]);
    NAME(sum_few)(lanes[0], t->n_rows, out_x);
    NAME(sum_few)(lanes[1], t->n_rows, out_y);
}

static JW_REALTIME void NAME(nodes_dot)(const JwGridRows *t, int n_padded, const void *x,
                                        const void *y, void *room, double *out_x, double *out_y) {
    if (t->sines.factor) {
        NAME(sines_dot)(t, x, y, room, out_x, out_y);
    } else if (t->paired) {
        NAME(pairs_dot)(t, x, y, room, out_x, out_y);
    } else {
        NAME(own_dot)(t, n_padded / JW_LANES, x, y, room, out_x, out_y);
    }
}

static JW_REALTIME void NAME(add_tension)(int n_padded, double tension, const void *g, void *x) {
    const VBLOCK pull = vsplat(VBLOCK, (REAL)tension), *along = g;
    VBLOCK *out = x;
    for (int b = 0; b < n_padded / JW_LANES; ++b) {
        out[b] = vfma(along[b], pull, out[b]);
    }
}

static JW_REALTIME void NAME(pairs_push)(const JwGridRows *t, const double *impulse,
                                         NAME(Room) * room, REAL *given) {
    enum { same, opposite };
    REAL(*by)[JW_MAX_GRID_ROWS] = room->back.by;
    VBLOCK(*sum)[NAME(stretch) / JW_LANES] = room->back.sum;
    const int half = t->n_modes / 2, apart = t->blocks * JW_LANES;
    NAME(pick_up)(t, impulse, by[same], by[opposite]);
    for (int from = 0; from < half; from += NAME(stretch)) {
        const int n = half - from < NAME(stretch) ? half - from : NAME(stretch);
        NAME(Product)
        p = {
            .line = (const REAL *)t->rows + from,
            .n_lines = t->n_rows,
            .apart = apart,
            .from = by[same],
            .from_apart = JW_MAX_GRID_ROWS,
            .to = (REAL *)sum[same],
            .to_apart = NAME(stretch),
        };
        if (t->mirrored) {
            NAME(multiply)(&p, n, 2);
        } else {
            NAME(multiply)(&p, n, 1);
            p.line += t->n_rows * apart;
            p.from = by[opposite];
            p.to = (REAL *)sum[opposite];
            NAME(multiply)(&p, n, 1);
        }
        const NAME(Parts) parts = NAME(some_parts)(t, from, n);
        const REAL *odd = (const REAL *)sum[same], *even = (const REAL *)sum[opposite];
        if (n == half) {
            NAME(join_modes)(&parts, odd, even, given);
            continue;
        }
        REAL *odds = given + NAME(odd_modes)(t, from, n);
        for (int k = 0; k < n; ++k) {
            const int own = t->mirrored ? n - 1 - k : k;
            odds[2 * k] = parts.root_odd[own] * odd[own];
            given[2 * (from + k) + 1] = parts.root_even[k] * even[k];
        }
    }
}

static JW_REALTIME void NAME(own_push)(const JwGridRows *t, int blocks, const double *impulse,
                                       VBLOCK *given) {
    for (int from = 0; from < blocks; from += NAME(chunk)) {
        const int n = blocks - from < NAME(chunk) ? blocks - from : NAME(chunk);
        NAME(spread)
        ((const VBLOCK *)t->rows + from * t->n_rows, t->n_rows, t->n_rows, impulse, 1, n, false,
         NULL, given + from);
    }
}

static JW_REALTIME double NAME(nodes_push)(int n_padded, const JwGridRows *t, const double *impulse,
                                           const void *g, void *room, void *given) {
    const VBLOCK *along = g;
    VBLOCK *f = given, pull = vsplat(VBLOCK, 0);
    const int blocks = n_padded / JW_LANES;
    if (t->sines.factor) {
        NAME(sines_push)(t, impulse, room, given);
    } else if (t->paired) {
        NAME(pairs_push)(t, impulse, room, given);
    } else {
        NAME(own_push)(t, blocks, impulse, f);
    }
    // Clears elements past the modes, which longer tables may have left as NaN.
    for (int j = t->n_modes; j < n_padded; ++j) {
        ((REAL *)given)[j] = 0;
    }
    for (int b = 0; b < blocks; ++b) {
        pull = vfma(along[b], f[b], pull);
    }
    return vsum(pull);
}

/********* Few nodes, along with the modes *********/

/// Ends a step and begins the next for n nodes, n known to the compiler. looks_back: also sums the
/// nodes at the end of the step that ended.
static JW_INLINE JW_REALTIME void NAME(advance_few)(const JwModeArrays *m, const JwModeStep *a,
                                                    const int n, const bool looks_back,
                                                    const NAME(Kind) is) {
    const NAME(Blocks) blocks = NAME(blocks)(m);
    const VREG none = vsplat(VREG, 0);
    VBLOCK x[NAME(chunk)], g[NAME(chunk)];
    VBLOCK low_x[JW_FEW_GRID_ROWS], low_g[JW_FEW_GRID_ROWS], low_q[JW_FEW_GRID_ROWS];
    VHALF *to = a->node_sums;
    const NAME(Rows)
        with = {.rows = a->grid_rows->rows, .apart = n, .impulse = a->node_impulse, .stride = 1};
    NAME(step_on)(m, a, blocks, &with, n, is, x, g);
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = a->grid_rows->rows, *q = m->q;
        VREG sum_x[JW_FEW_GRID_ROWS], sum_g[JW_FEW_GRID_ROWS], sum_q[JW_FEW_GRID_ROWS];
        UNROLL for (int i = 0; i < n; ++i) {
            sum_x[i] = sum_g[i] = sum_q[i] = none;
        }
        for (int b = 0; b < NAME(in_part)(blocks, p); ++b, row += n) {
            NAME(gather)(row, p, n, true, x[b].reg[p], g[b].reg[p], sum_x, sum_g);
            UNROLL for (int i = 0; i < n && looks_back; ++i) {
                sum_q[i] = vfma(row[i].reg[p], q[b].reg[p], sum_q[i]);
            }
        }
        UNROLL for (int i = 0; i < n; ++i) {
            vput(to + i, low_x + i, p, sum_x[i], false);
            vput(to + JW_FEW_GRID_ROWS + i, low_g + i, p, sum_g[i], false);
            if (looks_back) {
                vput(to + 2 * JW_FEW_GRID_ROWS + i, low_q + i, p, sum_q[i], false);
            }
        }
    }
}

/// Does the same without looks_back, if nothing else touches the string.
static JW_INLINE JW_REALTIME void NAME(advance_told)(const JwModeArrays *m, const JwModeStep *a,
                                                     const int n) {
#if JW_VREG_BYTES == 64
    VHALF *sums = a->node_sums;
    const NAME(Rows) with = {a->grid_rows->rows, n, a->node_impulse, 1,
                             NAME(in_order)(sums, sums + JW_FEW_GRID_ROWS)};
    NAME(advance_at_once)(m, a, NAME(blocks)(m), &with, n, NAME(still)(false));
#else
    NAME(advance_few)(m, a, n, false, NAME(still)(false));
#endif
}

#define FEW(n)                                                                                     \
    static JW_REALTIME void NAME(few_##n)(const JwModeArrays *m, const JwModeStep *a) {            \
        NAME(advance_told)(m, a, n);                                                               \
    }                                                                                              \
    static JW_REALTIME void NAME(few_back_##n)(const JwModeArrays *m, const JwModeStep *a) {       \
        NAME(advance_few)(m, a, n, true, NAME(still)(false));                                      \
    }
#define FEW_PLUCKED(n)                                                                             \
    static JW_REALTIME void NAME(few_plucked_##n)(const JwModeArrays *m, const JwModeStep *a) {    \
        NAME(advance_few)(m, a, n, true, NAME(still)(true));                                       \
    }
NODE_COUNTS(FEW)
NODE_PLUCKED_COUNTS(FEW_PLUCKED)
#undef FEW
#undef FEW_PLUCKED

/// Makes any step for any number of few nodes.
static JW_REALTIME void NAME(advance_nodes)(const JwModeArrays *m, const JwModeStep *a) {
    const JwGridRows *t = a->grid_rows;
    const int blocks = m->n_padded / JW_LANES;
    if (a->ends) {
        NAME(own_push)(t, blocks, a->node_impulse, a->given);
    }
    NAME(advance_any)(m, a);
    if (a->begins) {
        VHALF *sums = a->node_sums, again[JW_FEW_GRID_ROWS];
        NAME(own_look)(t, blocks, a->next, a->bend, sums, sums + JW_FEW_GRID_ROWS);
        if (a->looks_back) {
            NAME(own_look)(t, blocks, m->q, m->q, sums + 2 * JW_FEW_GRID_ROWS, again);
        }
    }
}

/// Returns the function for a step with n_nodes nodes; 0: for any step. There are separate
/// functions for steps without looks_back, with it, and with a finger on the string.
static JW_REALTIME JwModeStepVariant NAME(few_variant)(const JwModeStep *a, int n_nodes) {
#define FEW(n)         [n] = NAME(few_##n),
#define FEW_BACK(n)    [n] = NAME(few_back_##n),
#define FEW_PLUCKED(n) [n] = NAME(few_plucked_##n),
    static const JwModeStepVariant with[3][JW_FEW_GRID_ROWS + 1] = {
        {NODE_COUNTS(FEW)[0] = NULL},
        {NODE_COUNTS(FEW_BACK)[0] = NULL},
        {NODE_PLUCKED_COUNTS(FEW_PLUCKED)[0] = NULL},
    };
#undef FEW
#undef FEW_BACK
#undef FEW_PLUCKED
    const JwModeStepVariant known = with[a->pluck ? 2 : a->looks_back ? 1 : 0][n_nodes];
    return known ? known : NAME(advance_nodes);
}
