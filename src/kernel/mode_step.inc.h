// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Body of a kernel; kernel/kernels_isa.c includes it once a precision with the words below set,
// which are free again after it.

#if !defined(REAL) || !defined(VBLOCK) || !defined(VHALF) || !defined(VREG) || !defined(TAIL)
#error "numbers: REAL, VBLOCK, VHALF, VREG, TAIL"
#endif
#if !defined(STILL_COUNTS) || !defined(BRIDGED_COUNTS) || !defined(PLUCKED_COUNTS) ||              \
    !defined(NODE_COUNTS)
#error "variants: STILL_COUNTS, BRIDGED_COUNTS, PLUCKED_COUNTS, NODE_COUNTS"
#endif
#ifndef NAME
#error "names: NAME"
#endif

/// Registers of a block of lanes.
enum { NAME(regs) = JW_REGS(VBLOCK) };

/********* A step *********/

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
    int used; ///< Parts of the last one
    int bent; ///< Of the first so many, or all or none, the tension's change is made
} NAME(Blocks);

static JW_INLINE JW_REALTIME NAME(Blocks) NAME(whole)(int n) {
    return (NAME(Blocks)){n, NAME(regs), n};
}

static JW_INLINE JW_REALTIME NAME(Blocks) NAME(blocks)(const JwModeArrays *m) {
    const int wide = JW_LANES / NAME(regs), n = m->n_padded / JW_LANES;
    return (NAME(Blocks)){n, (m->n - (n - 1) * JW_LANES + wide - 1) / wide,
                          m->n_stretching / JW_LANES};
}

static JW_INLINE JW_REALTIME int NAME(in_part)(NAME(Blocks) blocks, int p) {
    return p < blocks.used ? blocks.n : blocks.n - 1;
}

static JW_INLINE JW_REALTIME int NAME(bent_in_part)(NAME(Blocks) blocks, int p) {
    const int all = NAME(in_part)(blocks, p);
    return blocks.bent < all ? blocks.bent : all;
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
        const int all = NAME(in_part)(blocks, p),
                  some = simple ? all : NAME(bent_in_part)(blocks, p);
        int b = 0;
        for (; b < some; ++b, row += apart) {
            NAME(gather)(row, p, n, true, x[b].reg[p], g[b].reg[p], sx, sg);
        }
        for (; !simple && b < all; ++b, row += apart) {
            NAME(gather)(row, p, n, false, x[b].reg[p], x[b].reg[p], sx, sg);
        }
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
        NAME(Squares) squares = NAME(squares)(from, p);
        int b = 0;
        for (; b < NAME(bent_in_part)(blocks, p); ++b) {
            NAME(step_block)
            (&pass, b, p, true, is.ends ? f[b].reg[p] : none, &squares, &x[b].reg[p], &g[b].reg[p],
             &found);
        }
        for (; b < NAME(in_part)(blocks, p); ++b) {
            NAME(step_block)
            (&pass, b, p, false, is.ends ? f[b].reg[p] : none, &squares, &x[b].reg[p], &g[b].reg[p],
             &found);
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
        int b = 0;
        for (; b < NAME(bent_in_part)(blocks, p); ++b, row += apart) {
            const VREG f = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
            NAME(step_block)(&pass, b, p, true, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
        }
        for (; b < NAME(in_part)(blocks, p); ++b, row += apart) {
            const VREG f = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
            NAME(step_block)(&pass, b, p, false, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
        }
        NAME(put_found)(a, is, low, p, &found, false);
    }
#else
    // Impulses and all that a step takes are too many for the registers.
    VBLOCK f[NAME(chunk)];
    for (int p = 0; p < NAME(regs); ++p) {
        const VBLOCK *row = rows;
        NAME(Squares) squares = NAME(squares)(0, p);
        int b = 0;
        for (; b < NAME(bent_in_part)(blocks, p) && is.bridged; ++b, row += apart) {
            f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
            NAME(go_on)(&squares);
        }
        for (; b < NAME(in_part)(blocks, p); ++b, row += apart) {
            f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
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
        const int bent = NAME(bent_in_part)(blocks, p), all = NAME(in_part)(blocks, p);
        row = NAME(go_through)(&pass, row, with->apart, 0, bent, p, n, true, impulse, &squares,
                               &found, &sums);
        NAME(go_through)
        (&pass, row, with->apart, bent, all, p, n, false, impulse, &squares, &found, &sums);
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

// A function for each number of rows: side by side in one, the compiler would work out what all of
// them need before it knows which is wanted.
#define STILL(n)                                                                                   \
    static JW_REALTIME void NAME(still_##n)(const JwModeArrays *m, const JwModeStep *a) {          \
        NAME(advance_with)(m, a, n, NAME(still)(false));                                           \
    }
#define BRIDGED(n)                                                                                 \
    static JW_REALTIME void NAME(bridged_##n)(const JwModeArrays *m, const JwModeStep *a) {        \
        NAME(advance_with)(m, a, n, NAME(bridged)(false));                                         \
    }
#define PLUCKED(n)                                                                                 \
    static JW_REALTIME void NAME(still_plucked_##n)(const JwModeArrays *m, const JwModeStep *a) {  \
        NAME(advance_with)(m, a, n, NAME(still)(true));                                            \
    }                                                                                              \
    static JW_REALTIME void NAME(bridged_plucked_##n)(const JwModeArrays *m,                       \
                                                      const JwModeStep *a) {                       \
        NAME(advance_with)(m, a, n, NAME(bridged)(true));                                          \
    }
STILL_COUNTS(STILL)
BRIDGED_COUNTS(BRIDGED)
PLUCKED_COUNTS(PLUCKED)
#undef STILL
#undef BRIDGED
#undef PLUCKED
#define SPREAD(n)                                                                                  \
    static JW_REALTIME void NAME(spread_##n)(const VBLOCK *rows, int apart, const double *impulse, \
                                             int stride, int blocks, bool more, const VBLOCK *odd, \
                                             VBLOCK *f) {                                          \
        NAME(spread_on)(rows, apart, n, impulse, stride, blocks, more, odd, f);                    \
    }
JW_ROW_COUNTS(SPREAD)
#undef SPREAD

/// f = sum of impulse[i] row i, the first n_rows of `apart`, on top of f or not; odd rows on top of
/// `odd`, if there is one.
static JW_REALTIME void NAME(spread)(const VBLOCK *rows, int apart, int n_rows,
                                     const double *impulse, int stride, int blocks, bool more,
                                     const VBLOCK *odd, VBLOCK *f) {
#define SPREAD(n) NAME(spread_##n),
    static void (*const some[])(const VBLOCK *, int, const double *, int, int, bool, const VBLOCK *,
                                VBLOCK *) = {JW_ROW_COUNTS(SPREAD)};
#undef SPREAD
    for (int done = 0; done < n_rows; more = true) {
        const int n = NAME(next)(n_rows - done, NAME(pushes));
        some[n - 1](rows + done, apart, impulse + done * stride, stride, blocks, more, odd, f);
        done += n;
        odd = NULL;
    }
}

#define LOOK(n)                                                                                    \
    static JW_REALTIME void NAME(look_##n)(const VBLOCK *rows, int apart, int first, int blocks,   \
                                           const VBLOCK *x, const VBLOCK *g, bool more,            \
                                           const JwSumPlaces *to) {                                \
        NAME(look_at)(rows, apart, first, n, NAME(whole)(blocks), true, x, g, more, to);           \
    }
JW_GATHER_COUNTS(LOOK)
#undef LOOK

/// Sums of the first n_rows of `apart` rows with x and with g, lane by lane, on top of what is
/// there or not.
static JW_REALTIME void NAME(gather_all)(const VBLOCK *rows, int apart, int n_rows, int blocks,
                                         const VBLOCK *x, const VBLOCK *g, bool more,
                                         const JwSumPlaces *to) {
#define LOOK(n) NAME(look_##n),
    static void (*const some[])(const VBLOCK *, int, int, int, const VBLOCK *, const VBLOCK *, bool,
                                const JwSumPlaces *) = {JW_GATHER_COUNTS(LOOK)};
#undef LOOK
    for (int done = 0; done < n_rows;) {
        // Those of the points, then those after them.
        const bool points = done < to->n_points && to->n_points < n_rows;
        const int n = NAME(next)((points ? to->n_points : n_rows) - done, NAME(looks));
        some[n - 1](rows, apart, done, blocks, x, g, more, to);
        done += n;
    }
}

/// The same of a string whose contact is at its nodes and that nothing else touches.
static JW_REALTIME void NAME(advance_given)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(step)
    (m, a, 0, NAME(whole)(m->n_padded / JW_LANES), NAME(still)(false), a->given, a->next, a->bend);
}

/// What a step gives besides rows if the bridge moves, as start() has it, goes on top of even and
/// to odd, or all to even if there are no rows.
static JW_INLINE JW_REALTIME void NAME(start_all)(const JwModeArrays *m, const JwModeStep *a,
                                                  int from, NAME(Blocks) blocks,
                                                  const NAME(Kind) is, VBLOCK *even, VBLOCK *odd) {
    const NAME(Pass) pass = NAME(pass)(m, a, from, is);
    for (int p = 0; p < NAME(regs) && is.bridged; ++p) {
        NAME(Squares) squares = NAME(squares)(from, p);
        for (int b = 0; b < NAME(in_part)(blocks, p); ++b) {
            const bool bends = b < blocks.bent;
            const NAME(Start) start = NAME(start)(&pass, b, p, bends, &squares);
            if (bends) {
                even[b].reg[p] += start.even;
            }
            if (a->n_rows == 0) {
                even[b].reg[p] += start.odd;
            }
            odd[b].reg[p] = start.odd;
            NAME(go_on)(&squares);
        }
    }
}

/// Any step, NAME(chunk) blocks at a time.
static JW_REALTIME void NAME(advance_any)(const JwModeArrays *m, const JwModeStep *a) {
    const int all = m->n_padded / JW_LANES, bent = m->n_stretching / JW_LANES;
    const NAME(Kind) is = NAME(kind)(m, a);
    VBLOCK f[NAME(chunk)], odd[NAME(chunk)], room[2][NAME(chunk)];
    for (int from = 0; from < all; from += NAME(chunk)) {
        const int blocks = all - from < NAME(chunk) ? all - from : NAME(chunk);
        NAME(Blocks) some = NAME(whole)(blocks);
        some.bent = bent - from;
        const VBLOCK *rows = (const VBLOCK *)a->rows + from * a->apart;
        const VBLOCK *given = a->given ? (const VBLOCK *)a->given + from : NULL;
        VBLOCK *x = a->given ? (VBLOCK *)a->next + from : room[0];
        VBLOCK *g = a->given ? (VBLOCK *)a->bend + from : room[1];
        const bool more = from > 0;
        for (int b = 0; b < blocks; ++b) {
            f[b] = given ? given[b] : vsplat(VBLOCK, 0);
        }
        if (is.ends) {
            NAME(start_all)(m, a, from, some, is, f, odd);
            NAME(spread)
            (rows, a->apart, a->n_rows, a->impulse, a->stride, blocks, true,
             is.bridged ? odd : NULL, f);
        }
        NAME(step)
        (m, a, from, some, is, f, x, g);
        for (int b = some.bent > 0 ? some.bent : 0; b < blocks; ++b) {
            g[b] = vsplat(VBLOCK, 0);
        }
        if (is.begins) {
            NAME(gather_all)(rows, a->apart, a->n_rows, blocks, x, g, more, &a->sums);
        }
    }
}

#include "kernel/grid_rows.inc.h"

static JW_REALTIME JwModeStepVariant NAME(variant)(const JwModeArrays *m, const JwModeStep *a) {
    // By number of rows; NULL: any step.
#define STILL(n)           [n] = NAME(still_##n),
#define BRIDGED(n)         [n] = NAME(bridged_##n),
#define STILL_PLUCKED(n)   [n] = NAME(still_plucked_##n),
#define BRIDGED_PLUCKED(n) [n] = NAME(bridged_plucked_##n),
    static const JwModeStepVariant with[4][NAME(pushes) + 1] = {
        {STILL_COUNTS(STILL)[0] = NULL},
        {BRIDGED_COUNTS(BRIDGED)[0] = NULL},
        {PLUCKED_COUNTS(STILL_PLUCKED)[0] = NULL},
        {PLUCKED_COUNTS(BRIDGED_PLUCKED)[0] = NULL},
    };
#undef STILL
#undef BRIDGED
#undef STILL_PLUCKED
#undef BRIDGED_PLUCKED
    // Most steps end one and begin the next; of longer strings sums are folded every so many
    // blocks, at every level.
    const bool usual =
        a->ends && a->begins && !a->hear_speed && m->n_padded <= NAME(chunk) * JW_LANES;
    const bool free = usual && a->given && a->n_rows == 0;
    if (a->grid_rows) {
        return NAME(few_variant)(a, free ? a->grid_rows->n : 0);
    }
    if (free && !a->pluck) {
        return NAME(advance_given);
    }
    // On a body a string is mostly heard by what its bridge feels.
    const bool own =
        usual && !a->given && a->n_rows <= NAME(pushes) && !m->bridge == (a->listen != NULL);
    const int kind = (m->bridge ? 1 : 0) + (a->pluck ? 2 : 0);
    const JwModeStepVariant known = with[kind][own ? a->n_rows : 0];
    return known ? known : NAME(advance_any);
}

static JW_REALTIME void NAME(mode_step)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(variant)(m, a)(m, a);
}

/********* Now and then *********/

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

/// where ? a : b
#define EITHER(where, a, b)                                                                        \
    (__typeof__(a))(((where) & (__typeof__(where))(a)) | (~(where) & (__typeof__(where))(b)))

/// Four numbers as they are stored.
typedef REAL NAME(Four) __attribute__((vector_size(4 * sizeof(REAL))));

static JW_INLINE JW_REALTIME Double4 NAME(in_64_bits)(NAME(Four) x) {
    return __builtin_convertvector(x, Double4);
}

static JW_REALTIME double NAME(energy)(const JwModeArrays *m, double *stretch) {
    const NAME(Four) *q = m->q, *v = m->v, *damp = m->damp, *stiff = m->stiff;
    Double4 h[2] = {{0.0}, {0.0}}, s[2] = {{0.0}, {0.0}}, order = {1.0, 2.0, 3.0, 4.0};
    Double4 step = {4.0, 4.0, 4.0, 4.0};
    for (int j = 0; j < m->n_padded / 4; j += 2) {
        if (4 * j == m->n_stretching) {
            order = step = (Double4){0.0};
        }
        UNROLL for (int i = 0; i < 2; ++i) {
            const Double4 gain = 1.0 - 0.5 * NAME(in_64_bits)(damp[j + i]);
            const Double4 qi = NAME(in_64_bits)(q[j + i]), vi = NAME(in_64_bits)(v[j + i]);
            const Double4 qq = qi * (qi - vi);
            h[i] += 0.5 * (gain * vi * vi + NAME(in_64_bits)(stiff[j + i]) * qq);
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

/// 1 - cos(sqrt(z)) by its series in z, entire: -10 <= z <= pi^2, truncated below 1e-16.
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
        // Below -10 a mode is gone within a step, whatever it is.
        z = z > -10 ? z : -10;
        // kappa/(1+c) = 2 (gain - sech gain) + 2 sech gain (1 - cos theta)
        const REAL s = held[j] + 2 * sg[j] * NAME(one_minus_cos)(z);
        out[j] = s > 0 ? s : 0;
    }
}

static JW_REALTIME void NAME(pluck_row)(const JwModeArrays *m, void *row, int n, double phase,
                                        double width) {
    const REAL *root = m->root;
    REAL *out = row;
    const double turn = 2.0 * cos(phase);
    const double shrink = exp(-width * width);
    double s1 = sin(phase), s0 = 0.0;
    double window = exp(-0.5 * width * width), ratio = window * shrink;
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

static const JwModeKernel NAME(kernel) = {
    .size = sizeof(REAL),
    .mode_step = NAME(mode_step),
    .variant = NAME(variant),
    .sum_up = NAME(sum_up),
    .rows_dot = NAME(rows_dot),
    .nodes_dot = NAME(nodes_dot),
    .nodes_push = NAME(nodes_push),
    .add_tension = NAME(add_tension),
    .weigh = NAME(weigh),
    .before = NAME(before),
    .energy = NAME(energy),
    .fastest = NAME(fastest),
    .retune = NAME(retune),
    .pluck_row = NAME(pluck_row),
    .carry = NAME(carry),
};

#undef TAIL
#undef STILL_COUNTS
#undef BRIDGED_COUNTS
#undef PLUCKED_COUNTS
#undef NODE_COUNTS
#undef REAL
#undef VBLOCK
#undef VHALF
#undef VREG
#undef NAME
