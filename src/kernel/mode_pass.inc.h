// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A pass over the modes, which ends a step, begins the next, or both, for a number of rows that the
// compiler knows; kernel/mode_step.inc.h includes it once a precision.

/// Blocks of JW_LANES modes that a pass takes at a time: what it keeps in between stays in the
/// first-level cache.
enum { NAME(chunk) = 16 };

/// Rows that a pass takes at a time, an impulse of each; and those whose sums with two arrays stay
/// in registers.
enum { NAME(pushes) = 14 };
enum { NAME(looks) = JW_GATHER_ROWS };

/// How many of the rows that are left are next: at most so many, and no few at the end.
static JW_INLINE JW_REALTIME int NAME(next)(int left, int most) {
    return left <= most ? left : left < 2 * most ? left / 2 : most;
}

/// Part p of n rows.
static JW_INLINE JW_REALTIME void NAME(load_rows)(const VBLOCK *rows, int p, const int n,
                                                  VREG *row) {
    UNROLL for (int i = 0; i < n; ++i) {
        row[i] = rows[i].reg[p];
    }
}

/// What is given besides rows, each to a sum of its own that rows go on with, or nothing.
typedef struct {
    VREG even, odd;
    bool in_even, in_odd;
} NAME(Start);

/// Sum of n rows times their impulses. Two sums: each product waits for the one before.
static JW_INLINE JW_REALTIME VREG NAME(scatter)(const VREG *row, const int n, const VREG *r,
                                                NAME(Start) start) {
    VREG even = start.even, odd = start.odd;
    UNROLL for (int i = 0; i < n; ++i) {
        const bool more = i > 1 || (i == 0 ? start.in_even : start.in_odd);
        VREG *sum = i % 2 == 0 ? &even : &odd;
        *sum = more ? vfma(row[i], r[i], *sum) : row[i] * r[i];
    }
    return n > 1 || start.in_odd ? even + odd : even;
}

/// A row times x and, if it bends, g, on top of its sums.
static JW_INLINE JW_REALTIME void NAME(take_row)(VREG row, const bool bends, VREG x, VREG g,
                                                 VREG *sum_x, VREG *sum_g) {
    *sum_x = vfma(row, x, *sum_x);
    if (bends) {
        *sum_g = vfma(row, g, *sum_g);
    }
}

/// Part p of n rows likewise.
static JW_INLINE JW_REALTIME void NAME(gather)(const VBLOCK *rows, int p, const int n,
                                               const bool bends, VREG x, VREG g, VREG *sum_x,
                                               VREG *sum_g) {
    UNROLL for (int i = 0; i < n; ++i) {
        NAME(take_row)(rows[i].reg[p], bends, x, g, sum_x + i, sum_g + i);
    }
}

/// f = sum of n rows times their impulses, on top of f if there is something in it, and of `odd`,
/// if there is one, in the sum of the odd rows.
static JW_INLINE JW_REALTIME void NAME(spread_on)(const VBLOCK *rows, int apart, const int n,
                                                  const double *impulse, int stride, int blocks,
                                                  bool more, const VBLOCK *odd, VBLOCK *f) {
    VREG r[NAME(pushes)];
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = vsplat(VREG, (REAL)impulse[i * stride]);
    }
    for (int b = 0; b < blocks; ++b, rows += apart) {
        for (int p = 0; p < NAME(regs); ++p) {
            VREG row[NAME(pushes)];
            NAME(load_rows)(rows, p, n, row);
            NAME(Start) start = {f[b].reg[p], vsplat(VREG, 0), more, odd};
            if (odd) {
                start.odd = odd[b].reg[p];
            }
            f[b].reg[p] = NAME(scatter)(row, n, r, start);
        }
    }
}

/// Blocks of modes: in part p of the lanes so many. The last block of a string's may end before
/// its last part.
typedef struct {
    int n;
    int used;  ///< Parts of the last one
    int bent;  ///< Of the first so many, or all or none, the tension's change is made,
    int first; ///< and of all from this one on, where j begins again; behind the last: nowhere
} NAME(Blocks);

static JW_INLINE JW_REALTIME NAME(Blocks) NAME(whole)(int n) {
    return (NAME(Blocks)){n, NAME(regs), n, n};
}

static JW_INLINE JW_REALTIME NAME(Blocks) NAME(blocks)(const JwModeArrays *m) {
    const int wide = JW_LANES / NAME(regs), n = m->n_padded / JW_LANES;
    return (NAME(Blocks)){n, (m->n - (n - 1) * JW_LANES + wide - 1) / wide,
                          m->n_stretching / JW_LANES, n - m->n_lateral / JW_LANES};
}

static JW_INLINE JW_REALTIME int NAME(in_part)(NAME(Blocks) blocks, int p) {
    return p < blocks.used ? blocks.n : blocks.n - 1;
}

/// Blocks in part p of the lanes as a pass goes through them: up to `bent` they bend, up to `end`
/// not; then the same once more up to `all`, where all bend.
typedef struct {
    int bent, end, all;
} NAME(Span);

static JW_INLINE JW_REALTIME NAME(Span) NAME(span)(NAME(Blocks) blocks, int p) {
    const int all = NAME(in_part)(blocks, p);
    if (blocks.first <= 0) {
        return (NAME(Span)){all, all, all};
    }
    const int end = blocks.first < all ? blocks.first : all;
    return (NAME(Span)){blocks.bent < end ? blocks.bent : end, end, all};
}

/// The second polarisation after the first; false: there is none.
static JW_INLINE JW_REALTIME bool NAME(next_span)(NAME(Span) * span) {
    const bool more = span->end < span->all;
    span->bent = span->end = span->all;
    return more;
}

/// Where the sum of row i is, in those with x or with g.
static JW_INLINE JW_REALTIME long NAME(sum_at)(const JwSumPlaces *to, int i) {
    return (long)(i < to->n_points ? i : i + to->skip) * to->stride;
}

/// Sums of n rows, the first being row `first`, with x and with g, on top of what is there or not;
/// a part of the lanes at a time. simple: there is a g of all blocks, and the sums follow each
/// other.
static JW_INLINE JW_REALTIME void NAME(look_at)(const VBLOCK *rows, int apart, int first,
                                                const int n, NAME(Blocks) blocks, const bool simple,
                                                const VBLOCK *x, const VBLOCK *g, bool more,
                                                const JwSumPlaces *to) {
    VBLOCK low_x[NAME(looks)], low_g[NAME(looks)];
    VHALF *const sum_x = to->x, *const sum_g = to->g;
    const long first_at = NAME(sum_at)(to, first);
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = rows + first;
        VREG sx[NAME(looks)], sg[NAME(looks)];
        UNROLL for (int i = 0; i < n; ++i) {
            sx[i] = vsplat(VREG, 0);
            sg[i] = sx[i];
        }
        NAME(Span) span = NAME(span)(blocks, p);
        span.bent = simple ? span.all : span.bent;
        int b = 0;
        do {
            for (; b < span.bent; ++b, row += apart) {
                NAME(gather)(row, p, n, true, x[b].reg[p], g[b].reg[p], sx, sg);
            }
            for (; !simple && b < span.end; ++b, row += apart) {
                NAME(gather)(row, p, n, false, x[b].reg[p], x[b].reg[p], sx, sg);
            }
        } while (!simple && NAME(next_span)(&span));
        UNROLL for (int i = 0; i < n; ++i) {
            const long at = simple ? first_at + i * to->stride : NAME(sum_at)(to, first + i);
            vput(sum_x + at, low_x + i, p, sx[i], more);
            vput(sum_g + at, low_g + i, p, sg[i], more);
        }
    }
}

/// n sums; sum and out have room for the next multiple of eight.
static JW_INLINE JW_REALTIME void NAME(sum_few)(VHALF *sum, int n, double *out) {
    for (int k = n; k % 8 > 0; ++k) {
        sum[k] = vhalf(vsplat(VBLOCK, 0));
    }
    for (int k = 0; k < n; k += 8) {
        vsum8(sum + k, out + k);
    }
}

static JW_REALTIME void NAME(sum_up)(const void *sums, int n, double *out) {
    for (int k = 0; k < n; k += 8) {
        vsum8((const VHALF *)sums + k, out + k);
    }
}

/// What a step has to do with besides its rows.
typedef struct {
    bool ends, begins, bridged, listens, plucked, hear_speed;
} NAME(Kind);

/// Kinds that most steps are of: the bridge stands still; it moves, and tells what is heard; and
/// the same with a finger on the string.
static JW_INLINE JW_REALTIME NAME(Kind) NAME(still)(bool plucked) {
    return (NAME(Kind)){.ends = true, .begins = true, .listens = true, .plucked = plucked};
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(bridged)(bool plucked) {
    return (NAME(Kind)){.ends = true, .begins = true, .bridged = true, .plucked = plucked};
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(kind)(const JwModeArrays *m, const JwModeStep *a) {
    return (NAME(Kind)){a->ends, a->begins, m->bridge, a->listen, a->pluck, a->hear_speed};
}

/// What a pass over the modes reads and writes, from a block on, and what it takes from a step.
typedef struct {
    NAME(Kind) is;
    const VBLOCK *damp, *stiff, *listen, *pluck, *bridge;
    VBLOCK *q, *v, *v_free;
    VREG push, force, finger, lift;
    bool keeps;
} NAME(Pass);

static JW_INLINE JW_REALTIME NAME(Pass)
    NAME(pass)(const JwModeArrays *m, const JwModeStep *a, int from, const NAME(Kind) is) {
    return (NAME(Pass)){
        .is = is,
        .damp = (const VBLOCK *)m->damp + from,
        .stiff = (const VBLOCK *)m->stiff + from,
        .listen = is.listens ? (const VBLOCK *)a->listen + from : NULL,
        .pluck = is.plucked ? (const VBLOCK *)a->pluck + from : NULL,
        .bridge = is.bridged ? (const VBLOCK *)m->bridge + from : NULL,
        .q = (VBLOCK *)m->q + from,
        .v = (VBLOCK *)m->v + from,
        .v_free = (VBLOCK *)m->v_free + from,
        .push = vsplat(VREG, (REAL)a->push),
        .force = vsplat(VREG, (REAL)a->force),
        .finger = vsplat(VREG, (REAL)(is.ends ? a->finger : 0.0)),
        .lift = vsplat(VREG, (REAL)(is.ends ? a->lift : 0.0)),
        .keeps = a->keeps,
    };
}

/// j^2 of the modes of a block: whole numbers, which no rounding touches (of the first 4,096 in 32
/// bits, of those above the last bit), and cheaper to go on with than to read.
typedef struct {
    VREG square, more; ///< And what the next block's are more
} NAME(Squares);

static JW_INLINE JW_REALTIME NAME(Squares) NAME(squares)(int block, int p) {
    static const _Alignas(64)
        REAL lane[JW_LANES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    VREG j;
    __builtin_memcpy(&j, lane + p * (JW_LANES / NAME(regs)), sizeof(j));
    j += (REAL)(block * JW_LANES);
    return (NAME(Squares)){j * j, (REAL)(2 * JW_LANES) * j + (REAL)(JW_LANES * JW_LANES)};
}

/// Those of blocks that begin with block `from`, of whose polarisation it may not be the first.
static JW_INLINE JW_REALTIME NAME(Squares)
    NAME(squares_from)(NAME(Blocks) blocks, int from, int p) {
    return NAME(squares)(blocks.first <= 0 ? -blocks.first : from, p);
}

static JW_INLINE JW_REALTIME void NAME(go_on)(NAME(Squares) * s) {
    s->square += s->more;
    s->more += (REAL)(2 * JW_LANES * JW_LANES);
}

/// What it finds besides, lane by lane.
typedef struct {
    VREG heard, speed, swing, stiffening, finger_x, finger_g;
    VREG bridge_lost, bridge_g;
} NAME(Found);

/// Part p of block b of the modes: f is what the step that ends gives them, x and g are of the one
/// that begins. bends: they stretch the string; otherwise there is no g.
static JW_INLINE JW_REALTIME void NAME(step_block)(const NAME(Pass) * t, int b, int p,
                                                   const bool bends, VREG f,
                                                   NAME(Squares) * squares, VREG *x, VREG *g,
                                                   NAME(Found) * found) {
    const VREG dampen = t->damp[b].reg[p], stiffen = t->stiff[b].reg[p];
    const VREG bend = squares->square;
    if (bends) {
        NAME(go_on)(squares);
    }
    VREG now = t->q[b].reg[p], speed;
    if (t->is.ends) {
        VREG own = t->is.plucked ? vfma(t->pluck[b].reg[p], t->finger, f) : f;
        own = bends && !t->is.bridged ? vfma(bend * now, t->push, own) : own;
        speed = t->v_free[b].reg[p] + own;
        now += speed;
        if (t->keeps) {
            t->v[b].reg[p] = speed;
        }
        t->q[b].reg[p] = now;
    } else {
        speed = t->v[b].reg[p];
    }
    if (t->is.listens) {
        found->heard = vfma(t->listen[b].reg[p], t->is.hear_speed ? speed : now, found->heard);
    }
    if (t->is.plucked) {
        found->speed = vfma(t->pluck[b].reg[p], speed, found->speed);
    }
    const VREG lost = vfma(stiffen, now, dampen * speed);
    if (t->is.bridged) {
        found->bridge_lost = vfma(t->bridge[b].reg[p], lost, found->bridge_lost);
    }
    if (t->is.begins) {
        VREG vl = speed - lost;
        t->v_free[b].reg[p] = vl;
        if (t->is.plucked) {
            vl = vfma(t->pluck[b].reg[p], t->force, vl);
        }
        const VREG next = now + vl;
        *x = next;
        if (t->is.plucked) {
            found->finger_x = vfma(t->pluck[b].reg[p], next, found->finger_x);
        }
        if (!bends) {
            return;
        }
        const VREG along = bend * now;
        *g = along;
        if (t->is.bridged) {
            found->bridge_g = vfma(t->bridge[b].reg[p], along, found->bridge_g);
        }
        found->swing = vfma(along, next, found->swing);
        found->stiffening = vfma(along, along, found->stiffening);
        if (t->is.plucked) {
            found->finger_g = vfma(t->pluck[b].reg[p], along, found->finger_g);
        }
    }
}

/// What a step that ends gives besides rows if the bridge moves: by the tension, if it bends, and
/// by the bridge. Where it stands still the tension's comes after the rows'.
static JW_INLINE JW_REALTIME NAME(Start)
    NAME(start)(const NAME(Pass) * t, int b, int p, const bool bends, const NAME(Squares) * s) {
    NAME(Start) start = {vsplat(VREG, 0), vsplat(VREG, 0), bends && t->is.bridged, t->is.bridged};
    if (start.in_even) {
        start.even = s->square * t->q[b].reg[p] * t->push;
    }
    if (start.in_odd) {
        start.odd = t->bridge[b].reg[p] * t->lift;
    }
    return start;
}

/// All that it gives part p of block b, whose rows begin at `row`.
static JW_INLINE JW_REALTIME VREG NAME(give_block)(const NAME(Pass) * t, const VBLOCK *row, int b,
                                                   int p, const int n, const VREG *r,
                                                   const bool bends, const NAME(Squares) * s) {
    VREG own[NAME(pushes)];
    NAME(load_rows)(row, p, n, own);
    return NAME(scatter)(own, n, r, NAME(start)(t, b, p, bends, s));
}

/// Sums that it may go to
enum { NAME(finds) = 8 };

/// Part p of what was found goes to its sums.
static JW_INLINE JW_REALTIME void NAME(put_found)(const JwModeStep *a, const NAME(Kind) is,
                                                  VBLOCK *low, int p, const NAME(Found) * found,
                                                  bool more) {
    const JwSumPlaces *to = &a->sums;
    if (is.listens) {
        vput(to->heard, low, p, found->heard, more);
    }
    vput(to->swing, low + 1, p, found->swing, more);
    vput(to->stiffening, low + 2, p, found->stiffening, more);
    if (is.plucked) {
        vput(to->speed, low + 3, p, found->speed, more);
    }
    if (is.plucked && a->plucks) {
        vput(to->finger_x, low + 4, p, found->finger_x, more);
        vput(to->finger_g, low + 5, p, found->finger_g, more);
    }
    if (is.bridged) {
        vput(to->bridge_lost, low + 6, p, found->bridge_lost, more);
        vput(to->bridge_g, low + 7, p, found->bridge_g, more);
    }
}

/// `blocks` of the modes from `from` on.
static JW_INLINE JW_REALTIME void NAME(step)(const JwModeArrays *m, const JwModeStep *a, int from,
                                             NAME(Blocks) blocks, const NAME(Kind) is,
                                             const VBLOCK *f, VBLOCK *x, VBLOCK *g) {
    const NAME(Pass) pass = NAME(pass)(m, a, from, is);
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)];
    for (int p = 0; p < NAME(regs); ++p) {
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = NAME(squares_from)(blocks, from, p);
        NAME(Span) span = NAME(span)(blocks, p);
        int b = 0;
        while (true) {
            for (; b < span.bent; ++b) {
                NAME(step_block)
                (&pass, b, p, true, is.ends ? f[b].reg[p] : none, &squares, &x[b].reg[p],
                 &g[b].reg[p], &found);
            }
            for (; b < span.end; ++b) {
                NAME(step_block)
                (&pass, b, p, false, is.ends ? f[b].reg[p] : none, &squares, &x[b].reg[p],
                 &g[b].reg[p], &found);
            }
            if (!NAME(next_span)(&span)) {
                break;
            }
            squares = NAME(squares)(0, p);
        }
        NAME(put_found)(a, is, low, p, &found, from > 0);
    }
}

/// A step that ends one and begins the next, but for the sums of n rows, which have impulses.
static JW_INLINE JW_REALTIME void NAME(step_on)(const JwModeArrays *m, const JwModeStep *a,
                                                const VBLOCK *rows, int apart, const int n,
                                                const double *impulse, int stride,
                                                const NAME(Kind) is, VBLOCK *x, VBLOCK *g) {
    const NAME(Blocks) blocks = NAME(blocks)(m);
    const NAME(Pass) pass = NAME(pass)(m, a, 0, is);
    VREG r[NAME(pushes)];
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = vsplat(VREG, (REAL)impulse[i * stride]);
    }
#if JW_VREG_BYTES == 64
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)];
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = rows;
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = NAME(squares)(0, p);
        NAME(Span) span = NAME(span)(blocks, p);
        int b = 0;
        while (true) {
            for (; b < span.bent; ++b, row += apart) {
                const VREG f = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
                NAME(step_block)
                (&pass, b, p, true, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
            }
            for (; b < span.end; ++b, row += apart) {
                const VREG f = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
                NAME(step_block)
                (&pass, b, p, false, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
            }
            if (!NAME(next_span)(&span)) {
                break;
            }
            squares = NAME(squares)(0, p);
        }
        NAME(put_found)(a, is, low, p, &found, false);
    }
#else
    // Impulses and all that a step takes are too many for the registers.
    VBLOCK f[NAME(chunk)];
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = rows;
        NAME(Squares) squares = NAME(squares)(0, p);
        NAME(Span) span = NAME(span)(blocks, p);
        int b = 0;
        while (true) {
            for (; b < span.bent && is.bridged; ++b, row += apart) {
                f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
                NAME(go_on)(&squares);
            }
            for (; b < span.end; ++b, row += apart) {
                f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
            }
            if (!NAME(next_span)(&span)) {
                break;
            }
            squares = NAME(squares)(0, p);
        }
    }
    NAME(step)(m, a, 0, blocks, is, f, x, g);
#endif
}

#if JW_VREG_BYTES == 64
/// Rows of a step, their impulses and where their sums go.
typedef struct {
    const VBLOCK *rows;
    int apart;
    const double *impulse;
    int stride;
    JwSumPlaces sums;
} NAME(Rows);

/// The most rows whose impulses are spread out in registers beside the sums: of more, some would
/// leave the registers in every block.
enum { NAME(spread_out) = 8 };

/// Sums of rows as they grow, lane by lane.
typedef struct {
    VREG x[NAME(pushes)], g[NAME(pushes)];
} NAME(RowSums);

/// Blocks b to end - 1 from `row` on; returns the row after them. Few rows are read once: with more
/// reads than products the products would wait.
static JW_INLINE JW_REALTIME const VBLOCK *
NAME(go_through)(const NAME(Pass) * pass, const VBLOCK *row, int apart, int b, int end, int p,
                 const int n, const bool bends, REAL *impulse, NAME(Squares) * squares,
                 NAME(Found) * found, NAME(RowSums) * sums) {
    for (; b < end; ++b, row += apart) {
        const bool few = n <= NAME(spread_out);
        VREG own[NAME(pushes)], r[NAME(pushes)], x, g = vsplat(VREG, 0);
        if (!few) {
            // They stay in memory: for all the compiler knows they change from block to block.
            __asm__ volatile("" : "+m"(*(REAL(*)[NAME(pushes)])impulse));
        }
        UNROLL for (int i = 0; i < n; ++i) {
            r[i] = vsplat(VREG, impulse[i]);
        }
        NAME(load_rows)(row, p, n, own);
        NAME(step_block)
        (pass, b, p, bends, NAME(scatter)(own, n, r, NAME(start)(pass, b, p, bends, squares)),
         squares, &x, &g, found);
        UNROLL for (int i = 0; i < n; ++i) {
            NAME(take_row)(few ? own[i] : row[i].reg[p], bends, x, g, sums->x + i, sums->g + i);
        }
    }
    return row;
}

/// A step that ends one and begins the next in one pass over everything, as most do: tables come
/// from the second-level cache while the sums are made.
static JW_INLINE JW_REALTIME void NAME(advance_at_once)(const JwModeArrays *m, const JwModeStep *a,
                                                        const NAME(Rows) * with, const int n,
                                                        const NAME(Kind) is) {
    const NAME(Blocks) blocks = NAME(blocks)(m);
    const NAME(Pass) pass = NAME(pass)(m, a, 0, is);
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)], low_x[NAME(pushes)], low_g[NAME(pushes)];
    REAL impulse[NAME(pushes)];
    UNROLL for (int i = 0; i < n; ++i) {
        impulse[i] = (REAL)with->impulse[i * with->stride];
    }
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = with->rows;
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = NAME(squares)(0, p);
        NAME(RowSums) sums;
        UNROLL for (int i = 0; i < n; ++i) {
            sums.x[i] = sums.g[i] = none;
        }
        NAME(Span) span = NAME(span)(blocks, p);
        int b = 0;
        while (true) {
            row = NAME(go_through)(&pass, row, with->apart, b, span.bent, p, n, true, impulse,
                                   &squares, &found, &sums);
            b = b < span.bent ? span.bent : b;
            row = NAME(go_through)(&pass, row, with->apart, b, span.end, p, n, false, impulse,
                                   &squares, &found, &sums);
            b = span.end;
            if (!NAME(next_span)(&span)) {
                break;
            }
            squares = NAME(squares)(0, p);
        }
        NAME(put_found)(a, is, low, p, &found, false);
        UNROLL for (int i = 0; i < n; ++i) {
            const long at = NAME(sum_at)(&with->sums, i);
            vput((VHALF *)with->sums.x + at, low_x + i, p, sums.x[i], false);
            vput((VHALF *)with->sums.g + at, low_g + i, p, sums.g[i], false);
        }
    }
}

#endif

/// Such a step of n rows, n known to the compiler.
static JW_INLINE JW_REALTIME void NAME(advance_with)(const JwModeArrays *m, const JwModeStep *a,
                                                     const int n, const NAME(Kind) is) {
#if JW_VREG_BYTES == 64
    // A string alone has its tables at hand.
    if (n <= NAME(spread_out) || a->stride > 1) {
        const NAME(Rows) with = {a->rows, a->apart, a->impulse, a->stride, a->sums};
        NAME(advance_at_once)(m, a, &with, n, is);
        return;
    }
#endif
    const NAME(Blocks) blocks = NAME(blocks)(m);
    // As many looks as registers ask for, of as many rows each.
    const int looks = (n + NAME(looks) - 1) / NAME(looks);
    const int one = n / looks, two = looks > 1 ? (n - one) / (looks - 1) : 0, three = n - one - two;
    const VBLOCK *rows = a->rows;
    VBLOCK x[NAME(chunk)], g[NAME(chunk)];
    const JwSumPlaces *to = &a->sums;
    NAME(step_on)(m, a, rows, a->apart, n, a->impulse, a->stride, is, x, g);
    NAME(look_at)(rows, a->apart, 0, one, blocks, false, x, g, false, to);
    if (two > 0) {
        NAME(look_at)(rows, a->apart, one, two, blocks, false, x, g, false, to);
    }
    if (three > 0) {
        NAME(look_at)(rows, a->apart, one + two, three, blocks, false, x, g, false, to);
    }
}
