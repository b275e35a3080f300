// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pass over the modes for a number of rows known to the compiler: it ends a step, begins the next,
// or both. kernel/mode_step.inc.h includes this file once for each precision.
//
// The recursion of mode j solves q'' + 2 sigma q' + omega^2 q = f (Samukham et al. 2021, Eq. 50,
// with a decay sigma for each mode) exactly between impulses. A step n is 1, s = sigma, c =
// tanh(s), theta^2 = omega^2 - sigma^2; the letters are those of mode_kernel.h:
//
//     force:   f^n = sum_i row_ij r_i^n + bridge_j lift^n + pluck_j finger^n + push^n j^2 q_j^{n-1}
//     v:       v^n = v_free^n + f^n
//     q:       q^n = q^{n-1} + v^n
//     losses:  v_free^{n+1} = v^n - stiff_j q^n - damp_j v^n
//              damp = 2 c/(1 + c),  stiff = 2 (1 - cos(theta)/cosh(s))/(1 + c)
//
// Prediction without contact: x = q^n + v_free^{n+1} + pluck_j force^{n+1}. The displacement of
// point i is the sum over the modes of row_ij q_j (Eq. 53), and g = j^2 q is the direction of the
// tension force (the sum in Eq. 50). Grounded modes replace q by q - bridge_j lift in the losses
// and have no bridge_j in the force.

/// Blocks of JW_LANES modes that a pass processes at a time, so that its intermediate results stay
/// in the first-level cache.
enum { NAME(chunk) = 16 };

/// Largest number of blocks that a pass processes at a time: a chunk plus the second polarisation
/// with the last chunk.
enum { NAME(most_at_once) = NAME(chunk) + JW_MAX_LATERAL / JW_LANES };

/// Largest number of rows that a pass scatters at a time, one impulse each (pushes), and that it
/// gathers at a time, so that their sums with two arrays stay in registers (looks).
enum { NAME(pushes) = 14 };
enum { NAME(looks) = JW_GATHER_ROWS };

/// Number of rows of the next group out of `left` rows: at most `most`, and balanced at the end, so
/// that no short group remains.
static JW_INLINE JW_REALTIME int NAME(next)(int left, int most) {
    return left <= most ? left : left < 2 * most ? left / 2 : most;
}

/// Loads register p of a block of n rows.
static JW_INLINE JW_REALTIME void NAME(load_rows)(const VBLOCK *rows, int p, const int n,
                                                  VREG *row) {
    UNROLL for (int i = 0; i < n; ++i) {
        row[i] = rows[i].reg[p];
    }
}

/// Starting values of the even and the odd sum of scatter(), and flags whether there are any.
typedef struct {
    VREG even, odd;
    bool in_even, in_odd;
} NAME(Start);

/// Sums n rows times their impulses. Even and odd rows have separate sums, because each product
/// waits for the one before.
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

/// Adds row times x and, if these modes stretch the string (bends), row times g to the row's sums.
static JW_INLINE JW_REALTIME void NAME(take_row)(VREG row, const bool bends, VREG x, VREG g,
                                                 VREG *sum_x, VREG *sum_g) {
    *sum_x = vfma(row, x, *sum_x);
    if (bends) {
        *sum_g = vfma(row, g, *sum_g);
    }
}

/// Adds register p of n rows to their sums as take_row() does.
static JW_INLINE JW_REALTIME void NAME(gather)(const VBLOCK *rows, int p, const int n,
                                               const bool bends, VREG x, VREG g, VREG *sum_x,
                                               VREG *sum_g) {
    UNROLL for (int i = 0; i < n; ++i) {
        NAME(take_row)(rows[i].reg[p], bends, x, g, sum_x + i, sum_g + i);
    }
}

/// Computes f = sum of n rows times their impulses. more: adds to f. Sums of odd rows start from
/// `odd`, unless that is NULL.
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

/// Blocks of modes that a pass covers: those of the first or only polarisation and, with the last
/// of these, those of the second, which follow them. The last block of either may use only its
/// first registers.
typedef struct {
    int from;    ///< Index of the first; if not 0, a pass adds to the sums already stored
    int n;       ///< Blocks of the first polarisation
    int used;    ///< Registers in use of the last of these
    int bent;    ///< Leading blocks of these, all or none included, whose modes change the tension
    int lateral; ///< Blocks of the second polarisation, all of which change the tension
    int lateral_used; ///< Registers in use of the last of these
} NAME(Blocks);

/// Whole blocks of one polarisation, all of whose modes change the tension.
static JW_INLINE JW_REALTIME NAME(Blocks) NAME(whole)(int n) {
    return (NAME(Blocks)){.n = n, .used = NAME(regs), .bent = n, .lateral_used = NAME(regs)};
}

/// Floor of n/size, n >= 0. Without a sign the division is a shift.
static JW_INLINE JW_REALTIME int NAME(parts)(int n, const int size) {
    return (int)((unsigned)n / (unsigned)size);
}

/// Registers used in the last of n_blocks blocks by the first n_modes modes.
static JW_INLINE JW_REALTIME int NAME(used_of)(int n_blocks, int n_modes) {
    const int wide = JW_LANES / NAME(regs);
    const int last = n_modes - (n_blocks - 1) * JW_LANES, used = NAME(parts)(last + wide - 1, wide);
    return used < NAME(regs) ? used : NAME(regs);
}

static JW_INLINE JW_REALTIME NAME(Blocks) NAME(blocks)(const JwModeArrays *m) {
    const int all = NAME(parts)(m->n_padded, JW_LANES);
    const int lateral = NAME(parts)(m->n_lateral, JW_LANES);
    return (NAME(Blocks)){
        .n = all - lateral,
        .used = NAME(used_of)(all - lateral, m->n),
        .bent = NAME(parts)(m->n_stretching, JW_LANES),
        .lateral = lateral,
        .lateral_used = lateral > 0 ? NAME(used_of)(all, m->n) : NAME(regs),
    };
}

/// One chunk of these blocks, beginning at offset `from`.
static JW_INLINE JW_REALTIME NAME(Blocks) NAME(chunk_of)(NAME(Blocks) all, int from) {
    const int left = all.n - from;
    const bool last = left <= NAME(chunk);
    return (NAME(Blocks)){
        .from = all.from + from,
        .n = last ? left : NAME(chunk),
        .used = last ? all.used : NAME(regs),
        .bent = all.bent > from ? all.bent - from : 0,
        .lateral = last ? all.lateral : 0,
        .lateral_used = all.lateral_used,
    };
}

static JW_INLINE JW_REALTIME int NAME(in_part)(NAME(Blocks) blocks, int p) {
    return p < blocks.used ? blocks.n : blocks.n - 1;
}

static JW_INLINE JW_REALTIME int NAME(bent_in_part)(NAME(Blocks) blocks, int p) {
    const int all = NAME(in_part)(blocks, p);
    return blocks.bent < all ? blocks.bent : all;
}

/// Range of blocks, and the number of blocks of their polarisation before them.
typedef struct {
    int begin, end, before;
} NAME(Range);

/// Blocks in register p whose modes change the tension: those of the first polarisation (turn 0),
/// then those of the second (turn 1). Every pass uses this order, before the other blocks, so that
/// all have the same sums.
static JW_INLINE JW_REALTIME NAME(Range) NAME(bending)(NAME(Blocks) blocks, int p, int turn) {
    const int lateral = p < blocks.lateral_used ? blocks.lateral : blocks.lateral - 1;
    return turn == 0 ? (NAME(Range)){0, NAME(bent_in_part)(blocks, p), blocks.from}
                     : (NAME(Range)){blocks.n, blocks.n + lateral, 0};
}

/// Offset of row i's sum among the sums on x, or on g.
static JW_INLINE JW_REALTIME long NAME(sum_at)(const JwSumPlaces *to, int i) {
    return (long)(i < to->n_points ? i : i + to->skip) * to->stride;
}

/// Sums the products of n rows, from row `first` on, with x and with g, register by register. more:
/// adds to the sums already stored. simple: the sums are adjacent. turns: 2 if there may be a
/// second polarisation, otherwise 1.
static JW_INLINE JW_REALTIME void NAME(look_at)(const VBLOCK *rows, int apart, int first,
                                                const int n, NAME(Blocks) blocks, const bool simple,
                                                const int turns, const VBLOCK *x, const VBLOCK *g,
                                                bool more, const JwSumPlaces *to) {
    VBLOCK low_x[NAME(looks)], low_g[NAME(looks)];
    VHALF *const sum_x = to->x, *const sum_g = to->g;
    const long first_at = NAME(sum_at)(to, first);
    for (int p = 0; p < NAME(regs); ++p) {
        VREG sx[NAME(looks)], sg[NAME(looks)];
        UNROLL for (int i = 0; i < n; ++i) {
            sx[i] = vsplat(VREG, 0);
            sg[i] = sx[i];
        }
        for (int turn = 0; turn < turns; ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            const VBLOCK *row = rows + first + range.begin * apart;
            for (int b = range.begin; b < range.end; ++b, row += apart) {
                NAME(gather)(row, p, n, true, x[b].reg[p], g[b].reg[p], sx, sg);
            }
        }
        int b = NAME(bent_in_part)(blocks, p);
        const int all = NAME(in_part)(blocks, p);
        const VBLOCK *row = rows + first + b * apart;
        for (; b < all; ++b, row += apart) {
            NAME(gather)(row, p, n, false, x[b].reg[p], x[b].reg[p], sx, sg);
        }
        UNROLL for (int i = 0; i < n; ++i) {
            const long at = simple ? first_at + i * to->stride : NAME(sum_at)(to, first + i);
            vput(sum_x + at, low_x + i, p, sx[i], more);
            vput(sum_g + at, low_g + i, p, sg[i], more);
        }
    }
}

/// Adds up n sums; sum and out have room for the next multiple of eight.
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

/// Properties of a step besides its rows.
typedef struct {
    bool ends, begins, bridged, grounded, listens, plucked, hear_speed;
    bool sideways; ///< There is a second polarisation
} NAME(Kind);

/// Number of polarisations that a pass may have to handle.
static JW_INLINE JW_REALTIME int NAME(turns)(const NAME(Kind) is) {
    return is.sideways ? 2 : 1;
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(sideways)(NAME(Kind) is) {
    is.sideways = true;
    return is;
}

/// Common kinds of steps: the bridge is fixed (still), or it moves and its force is the output
/// (bridged, grounded); each with or without a finger on the string.
static JW_INLINE JW_REALTIME NAME(Kind) NAME(still)(bool plucked) {
    return (NAME(Kind)){.ends = true, .begins = true, .listens = true, .plucked = plucked};
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(bridged)(bool plucked) {
    return (NAME(Kind)){.ends = true, .begins = true, .bridged = true, .plucked = plucked};
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(grounded)(void) {
    return (NAME(Kind)){.ends = true, .begins = true, .grounded = true};
}

static JW_INLINE JW_REALTIME NAME(Kind) NAME(kind)(const JwModeArrays *m, const JwModeStep *a) {
    return (NAME(Kind)){.ends = a->ends,
                        .begins = a->begins,
                        .bridged = m->bridge && !m->grounded,
                        .grounded = m->grounded,
                        .listens = a->listen,
                        .plucked = a->pluck,
                        .hear_speed = a->hear_speed,
                        .sideways = m->n_lateral > 0};
}

/// Arrays of a pass over the modes from a block on, and the numbers of the step that it needs.
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
        .bridge = is.bridged || is.grounded ? (const VBLOCK *)m->bridge + from : NULL,
        .q = (VBLOCK *)m->q + from,
        .v = (VBLOCK *)m->v + from,
        .v_free = (VBLOCK *)m->v_free + from,
        .push = vsplat(VREG, (REAL)a->push),
        .force = vsplat(VREG, (REAL)a->force),
        .finger = vsplat(VREG, (REAL)(is.ends ? a->finger : 0.0)),
        .lift = vsplat(VREG, (REAL)(is.ends || is.grounded ? a->lift : 0.0)),
        .keeps = a->keeps,
    };
}

/// Squares j^2 of the modes of a block: whole numbers, exact for the first 4,096 modes in 32 bits
/// and at most one unit in the last place off above. They are cheaper to compute from the block
/// before than to read.
typedef struct {
    VREG square, more; ///< Difference to the squares of the next block
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

/// Sums of a pass besides those of the rows, lane by lane.
typedef struct {
    VREG heard, speed, swing, stiffening, finger_x, finger_g;
    VREG bridge_restoring, bridge_g;
} NAME(Found);

/// Reads the bridge's row before a step stores anything; afterwards the compiler would read it
/// again. x86 multiplies directly from memory.
static JW_INLINE JW_REALTIME VREG NAME(bridge_early)(const NAME(Pass) * t, int b, int p) {
    return JW_BY_LANE && (t->is.bridged || t->is.grounded) ? t->bridge[b].reg[p] : vsplat(VREG, 0);
}

static JW_INLINE JW_REALTIME VREG NAME(bridge)(const NAME(Pass) * t, int b, int p, VREG early) {
    return JW_BY_LANE ? early : t->bridge[b].reg[p];
}

/// Steps register p of block b of the modes. f: impulse on them in the step that ends; x and g
/// belong to the step that begins. bends: the modes stretch the string; otherwise g is not set.
static JW_INLINE JW_REALTIME void NAME(step_block)(const NAME(Pass) * t, int b, int p,
                                                   const bool bends, VREG f,
                                                   NAME(Squares) * squares, VREG *x, VREG *g,
                                                   NAME(Found) * found) {
    const VREG dampen = t->damp[b].reg[p], stiffen = t->stiff[b].reg[p];
    const VREG bend = squares->square;
    if (bends) {
        NAME(go_on)(squares);
    }
    const VREG early = NAME(bridge_early)(t, b, p);
    VREG now = t->q[b].reg[p], speed;
    if (t->is.ends) {
        VREG impulse = t->is.plucked ? vfma(t->pluck[b].reg[p], t->finger, f) : f;
        impulse = bends && !t->is.bridged ? vfma(bend * now, t->push, impulse) : impulse;
        speed = t->v_free[b].reg[p] + impulse;
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
    const VREG from_bridge =
        t->is.grounded ? vfma(NAME(bridge)(t, b, p, early), -t->lift, now) : now;
    const VREG restoring = vfma(stiffen, from_bridge, dampen * speed);
    if (t->is.bridged) {
        found->bridge_restoring =
            vfma(NAME(bridge)(t, b, p, early), restoring, found->bridge_restoring);
    }
    if (t->is.begins) {
        VREG v_ahead = speed - restoring;
        t->v_free[b].reg[p] = v_ahead;
        if (t->is.plucked) {
            v_ahead = vfma(t->pluck[b].reg[p], t->force, v_ahead);
        }
        const VREG next = now + v_ahead;
        *x = next;
        if (t->is.grounded) {
            found->bridge_restoring =
                vfma(NAME(bridge)(t, b, p, early) * stiffen, next, found->bridge_restoring);
        }
        if (t->is.plucked) {
            found->finger_x = vfma(t->pluck[b].reg[p], next, found->finger_x);
        }
        if (!bends) {
            return;
        }
        const VREG along = bend * now;
        *g = along;
        if (t->is.bridged) {
            found->bridge_g = vfma(NAME(bridge)(t, b, p, early), along, found->bridge_g);
        }
        if (t->is.grounded) {
            found->bridge_g = vfma(NAME(bridge)(t, b, p, early) * stiffen, along, found->bridge_g);
        }
        found->swing = vfma(along, next, found->swing);
        found->stiffening = vfma(along, along, found->stiffening);
        if (t->is.plucked) {
            found->finger_g = vfma(t->pluck[b].reg[p], along, found->finger_g);
        }
    }
}

/// Starting values of scatter() for a moving bridge in the step that ends: the bridge's impulse
/// and, for modes that stretch the string, the tension's. For a fixed bridge, step_block() adds the
/// tension's after those of the rows.
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

/// Impulse of rows, tension and moving bridge on register p of block b, whose rows begin at `row`.
static JW_INLINE JW_REALTIME VREG NAME(give_block)(const NAME(Pass) * t, const VBLOCK *row, int b,
                                                   int p, const int n, const VREG *r,
                                                   const bool bends, const NAME(Squares) * s) {
    VREG loaded[NAME(pushes)];
    NAME(load_rows)(row, p, n, loaded);
    return NAME(scatter)(loaded, n, r, NAME(start)(t, b, p, bends, s));
}

/// Number of sums in Found
enum { NAME(finds) = 8 };

/// Stores register p of the other sums of a pass.
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
    if (is.bridged || is.grounded) {
        vput(to->bridge_restoring, low + 6, p, found->bridge_restoring, more);
        vput(to->bridge_g, low + 7, p, found->bridge_g, more);
    }
}

/// Rows of a step, their impulses and the addresses of their sums.
typedef struct {
    const VBLOCK *rows;
    int apart;
    const double *impulse;
    int stride;
    JwSumPlaces sums;
} NAME(Rows);

/// Impulses of the step that ends: `given` for each mode or, if that is NULL, r for each of n rows.
typedef struct {
    const VBLOCK *given;
    const NAME(Rows) * with;
    int n;
    const VREG *r;
} NAME(Impulses);

static JW_INLINE JW_REALTIME VREG NAME(impulse)(const NAME(Pass) * t, const NAME(Impulses) impulses,
                                                int b, int p, const bool bends,
                                                const NAME(Squares) * squares) {
    if (!t->is.ends || impulses.given) {
        return t->is.ends ? impulses.given[b].reg[p] : vsplat(VREG, 0);
    }
    const VBLOCK *row = impulses.with->rows + b * impulses.with->apart;
    return NAME(give_block)(t, row, b, p, impulses.n, impulses.r, bends, squares);
}

/// Steps blocks of the modes.
static JW_INLINE JW_REALTIME void NAME(step)(const JwModeArrays *m, const JwModeStep *a,
                                             NAME(Blocks) blocks, const NAME(Kind) is,
                                             const NAME(Impulses) impulses, VBLOCK *x, VBLOCK *g) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)];
    for (int p = 0; p < NAME(regs); ++p) {
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = {none, none};
        for (int turn = 0; turn < NAME(turns)(is); ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            squares = NAME(squares)(range.before, p);
            for (int b = range.begin; b < range.end; ++b) {
                const VREG f = NAME(impulse)(&pass, impulses, b, p, true, &squares);
                NAME(step_block)
                (&pass, b, p, true, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
            }
        }
        for (int b = NAME(bent_in_part)(blocks, p); b < NAME(in_part)(blocks, p); ++b) {
            const VREG f = NAME(impulse)(&pass, impulses, b, p, false, &squares);
            NAME(step_block)(&pass, b, p, false, f, &squares, &x[b].reg[p], &g[b].reg[p], &found);
        }
        NAME(put_found)(a, is, low, p, &found, blocks.from > 0);
    }
}

/// Largest number of rows whose impulses fit into registers beside the values and sums of a step:
/// such rows are scattered while the modes are stepped.
enum { NAME(together) = JW_REGISTERS >= 32 ? NAME(pushes) : 5 };

/// Computes the impulses of n rows on the modes, tension and moving bridge included.
static JW_INLINE JW_REALTIME void NAME(give)(const JwModeArrays *m, const JwModeStep *a,
                                             NAME(Blocks) blocks, const NAME(Rows) * with,
                                             const int n, const NAME(Kind) is, const VREG *r,
                                             VBLOCK *f) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    const int apart = with->apart;
    for (int p = 0; p < NAME(regs); ++p) {
        NAME(Squares) squares = {vsplat(VREG, 0), vsplat(VREG, 0)};
        // For a fixed bridge the tension's part is added later, so that all blocks are alike.
        for (int turn = is.bridged ? 0 : 1; turn < NAME(turns)(is); ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            const VBLOCK *row = with->rows + range.begin * apart;
            squares = NAME(squares)(range.before, p);
            for (int b = range.begin; b < range.end; ++b, row += apart) {
                f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
                NAME(go_on)(&squares);
            }
        }
        int b = is.bridged ? NAME(bent_in_part)(blocks, p) : 0;
        const VBLOCK *row = with->rows + b * apart;
        for (; b < NAME(in_part)(blocks, p); ++b, row += apart) {
            f[b].reg[p] = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
        }
    }
}

/// Ends a step with the impulses of n rows and begins the next; leaves the sums of the rows to
/// look_at().
static JW_INLINE JW_REALTIME void NAME(step_on)(const JwModeArrays *m, const JwModeStep *a,
                                                NAME(Blocks) blocks, const NAME(Rows) * with,
                                                const int n, const NAME(Kind) is, VBLOCK *x,
                                                VBLOCK *g) {
    VREG r[NAME(pushes)];
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = vsplat(VREG, (REAL)with->impulse[i * with->stride]);
    }
    if (n <= NAME(together)) {
        NAME(step)(m, a, blocks, is, (NAME(Impulses)){.with = with, .n = n, .r = r}, x, g);
    } else {
        VBLOCK f[NAME(most_at_once)];
        NAME(give)(m, a, blocks, with, n, is, r, f);
        NAME(step)(m, a, blocks, is, (NAME(Impulses)){.given = f}, x, g);
    }
}

#if JW_REGISTERS >= 32
/// Largest number of rows whose impulses fit into registers beside the sums: with more rows, some
/// would leave the registers in every block.
enum { NAME(spread_out) = 8 };

/// Running sums of rows, lane by lane.
typedef struct {
    VREG x[NAME(pushes)], g[NAME(pushes)];
} NAME(RowSums);

/// Impulses of rows and the other factors of a pass. Where an instruction multiplies by one lane of
/// a register, several numbers share a register: spread out, they would fill too many.
#if JW_BY_LANE
typedef struct {
    VREG part[(NAME(pushes) + 2) * NAME(regs) / JW_LANES + 1];
} NAME(Numbers);

static JW_INLINE JW_REALTIME void NAME(put_number)(NAME(Numbers) * numbers, int i, REAL number) {
    enum { wide = JW_LANES / NAME(regs) };
    numbers->part[i / wide][i % wide] = number;
}

static JW_INLINE JW_REALTIME VREG NAME(number)(const NAME(Numbers) * numbers, int i) {
    enum { wide = JW_LANES / NAME(regs) };
    return vsplat(VREG, numbers->part[i / wide][i % wide]);
}

static JW_INLINE JW_REALTIME NAME(Numbers)
    NAME(numbers)(const NAME(Rows) * with, const int n, const JwModeStep *a) {
    NAME(Numbers) numbers = {{{0}}};
    UNROLL for (int i = 0; i < n; ++i) {
        NAME(put_number)(&numbers, i, (REAL)with->impulse[i * with->stride]);
    }
    NAME(put_number)(&numbers, n, (REAL)a->push);
    NAME(put_number)(&numbers, n + 1, (REAL)a->lift);
    return numbers;
}

/// Takes n impulses, and push and lift of the pass.
static JW_INLINE JW_REALTIME void NAME(take_numbers)(NAME(Numbers) * numbers, const int n, VREG *r,
                                                     NAME(Pass) * pass) {
    // Keeps them together in registers: the compiler must assume that they change from block to
    // block.
    UNROLL for (int i = 0; i < n + 2; i += JW_LANES / NAME(regs)) {
        __asm__ volatile("" : "+w"(numbers->part[i * NAME(regs) / JW_LANES]));
    }
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = NAME(number)(numbers, i);
    }
    pass->push = NAME(number)(numbers, n);
    pass->lift = NAME(number)(numbers, n + 1);
}
#else
typedef struct {
    REAL impulse[NAME(pushes)];
} NAME(Numbers);

static JW_INLINE JW_REALTIME NAME(Numbers)
    NAME(numbers)(const NAME(Rows) * with, const int n, const JwModeStep *a) {
    (void)a;
    NAME(Numbers) numbers;
    UNROLL for (int i = 0; i < n; ++i) {
        numbers.impulse[i] = (REAL)with->impulse[i * with->stride];
    }
    return numbers;
}

static JW_INLINE JW_REALTIME void NAME(take_numbers)(NAME(Numbers) * numbers, const int n, VREG *r,
                                                     NAME(Pass) * pass) {
    (void)pass;
    if (n > NAME(spread_out)) {
        // Keeps the impulses in memory: the compiler must assume that they change from block to
        // block.
        __asm__ volatile("" : "+m"(numbers->impulse));
    }
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = vsplat(VREG, numbers->impulse[i]);
    }
}
#endif

/// Steps register p of blocks b to end - 1. Few rows are read only once: with more reads than
/// products the products would have to wait.
static JW_INLINE JW_REALTIME void NAME(go_through)(const NAME(Pass) * whole,
                                                   const NAME(Rows) * with, int b, int end, int p,
                                                   const int n, const bool bends,
                                                   NAME(Numbers) * numbers, NAME(Squares) * squares,
                                                   NAME(Found) * found, NAME(RowSums) * sums) {
    NAME(Pass) pass = *whole;
    const VBLOCK *row = with->rows + b * with->apart;
    for (; b < end; ++b, row += with->apart) {
        const bool few = n <= NAME(spread_out);
        VREG loaded[NAME(pushes)], r[NAME(pushes)], x, g = vsplat(VREG, 0);
        NAME(take_numbers)(numbers, n, r, &pass);
        NAME(load_rows)(row, p, n, loaded);
        NAME(step_block)
        (&pass, b, p, bends, NAME(scatter)(loaded, n, r, NAME(start)(&pass, b, p, bends, squares)),
         squares, &x, &g, found);
        UNROLL for (int i = 0; i < n; ++i) {
            NAME(take_row)(few ? loaded[i] : row[i].reg[p], bends, x, g, sums->x + i, sums->g + i);
        }
    }
}

/// Ends a step and begins the next in a single pass, like most steps: the second-level cache
/// delivers tables while the sums are computed.
static JW_INLINE JW_REALTIME void NAME(advance_at_once)(const JwModeArrays *m, const JwModeStep *a,
                                                        NAME(Blocks) blocks,
                                                        const NAME(Rows) * with, const int n,
                                                        const NAME(Kind) is) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    const bool more = blocks.from > 0;
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)], low_x[NAME(pushes)], low_g[NAME(pushes)];
    NAME(Numbers) numbers = NAME(numbers)(with, n, a);
    // Registers whose sums are added up follow each other. With one loop for each register, all of
    // its places in a block are available.
    UNROLL for (int turn = 0; turn < NAME(regs); ++turn) {
        const int p = turn / 2 + turn % 2 * (NAME(regs) / 2);
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = {none, none};
        NAME(RowSums) sums;
        UNROLL for (int i = 0; i < n; ++i) {
            sums.x[i] = sums.g[i] = none;
        }
        for (int which = 0; which < NAME(turns)(is); ++which) {
            const NAME(Range) range = NAME(bending)(blocks, p, which);
            squares = NAME(squares)(range.before, p);
            NAME(go_through)
            (&pass, with, range.begin, range.end, p, n, true, &numbers, &squares, &found, &sums);
        }
        const int bent = NAME(bent_in_part)(blocks, p), all = NAME(in_part)(blocks, p);
        NAME(go_through)
        (&pass, with, bent, all, p, n, false, &numbers, &squares, &found, &sums);
        NAME(put_found)(a, is, low, p, &found, more);
        UNROLL for (int i = 0; i < n; ++i) {
            const long at = NAME(sum_at)(&with->sums, i);
            vput((VHALF *)with->sums.x + at, low_x + i, p, sums.x[i], more);
            vput((VHALF *)with->sums.g + at, low_g + i, p, sums.g[i], more);
        }
    }
}

#else

/// True for steps in which advance_split() is faster (a sitar with AVX2: 3 to 4 %): those with few
/// rows and, with a second polarisation, some more where many modes do not stretch the string.
/// Other strings with that many rows take 2 % longer with it.
static JW_INLINE JW_REALTIME bool NAME(splits)(NAME(Blocks) blocks, const int n,
                                               const NAME(Kind) is) {
    const bool many = is.sideways && blocks.n - blocks.bent > 5;
    return JW_VREG_BYTES > 16 && (n < NAME(together) || (n == NAME(together) && many));
}

/// Ends a step with few rows and begins the next on machines with few registers. Modes that stretch
/// the string are stepped first and gathered later, since their own sums fill the registers; the
/// others are gathered while they are stepped.
static JW_INLINE JW_REALTIME void NAME(advance_split)(const JwModeArrays *m, const JwModeStep *a,
                                                      NAME(Blocks) blocks, const NAME(Rows) * with,
                                                      const int n, const NAME(Kind) is) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    const bool more = blocks.from > 0;
    const int apart = with->apart;
    const VREG none = vsplat(VREG, 0);
    VBLOCK low[NAME(finds)], low_x[NAME(together)], low_g[NAME(together)];
    VREG x[NAME(most_at_once)], g[NAME(most_at_once)], r[NAME(together)];
    UNROLL for (int i = 0; i < n; ++i) {
        r[i] = vsplat(VREG, (REAL)with->impulse[i * with->stride]);
    }
    for (int p = 0; p < NAME(regs); ++p) {
        NAME(Found) found = {none, none, none, none, none, none, none, none};
        NAME(Squares) squares = {none, none};
        VREG sum_x[NAME(together)], sum_g[NAME(together)];
        for (int turn = 0; turn < NAME(turns)(is); ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            const VBLOCK *row = with->rows + range.begin * apart;
            squares = NAME(squares)(range.before, p);
            for (int b = range.begin; b < range.end; ++b, row += apart) {
                const VREG f = NAME(give_block)(&pass, row, b, p, n, r, true, &squares);
                NAME(step_block)(&pass, b, p, true, f, &squares, &x[b], &g[b], &found);
            }
        }
        UNROLL for (int i = 0; i < n; ++i) {
            sum_x[i] = sum_g[i] = none;
        }
        for (int turn = 0; turn < NAME(turns)(is); ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            const VBLOCK *row = with->rows + range.begin * apart;
            for (int b = range.begin; b < range.end; ++b, row += apart) {
                NAME(gather)(row, p, n, true, x[b], g[b], sum_x, sum_g);
            }
        }
        UNROLL for (int i = 0; i < n; ++i) {
            vput((VHALF *)with->sums.g + NAME(sum_at)(&with->sums, i), low_g + i, p, sum_g[i],
                 more);
        }
        int b = NAME(bent_in_part)(blocks, p);
        const int all = NAME(in_part)(blocks, p);
        const VBLOCK *row = with->rows + b * apart;
        for (; b < all; ++b, row += apart) {
            const VREG f = NAME(give_block)(&pass, row, b, p, n, r, false, &squares);
            VREG next, unused;
            NAME(step_block)(&pass, b, p, false, f, &squares, &next, &unused, &found);
            NAME(gather)(row, p, n, false, next, next, sum_x, sum_g);
        }
        UNROLL for (int i = 0; i < n; ++i) {
            vput((VHALF *)with->sums.x + NAME(sum_at)(&with->sums, i), low_x + i, p, sum_x[i],
                 more);
        }
        NAME(put_found)(a, is, low, p, &found, more);
    }
}

#endif

/// Ends a step with n rows and begins the next, n known to the compiler.
static JW_INLINE JW_REALTIME void NAME(advance_with)(const JwModeArrays *m, const JwModeStep *a,
                                                     NAME(Blocks) blocks, const int n,
                                                     const NAME(Kind) is) {
    const VBLOCK *rows = (const VBLOCK *)a->rows + blocks.from * a->apart;
    const NAME(Rows) with = {rows, a->apart, a->impulse, a->stride, a->sums};
#if JW_REGISTERS >= 32
    // Strings side by side (stride > 1) take a single pass, and so do few rows. The tables of a
    // single string are in the cache and can be read twice.
    if (n <= NAME(spread_out) || a->stride > 1) {
        NAME(advance_at_once)(m, a, blocks, &with, n, is);
        return;
    }
#else
    if (!is.plucked && NAME(splits)(blocks, n, is)) {
        NAME(advance_split)(m, a, blocks, &with, n, is);
        return;
    }
#endif
    // Gathers in as many groups as registers require, with equal numbers of rows.
    const int looks = (n + NAME(looks) - 1) / NAME(looks);
    const int one = n / looks, two = looks > 1 ? (n - one) / (looks - 1) : 0, three = n - one - two;
    VBLOCK x[NAME(most_at_once)], g[NAME(most_at_once)];
    const JwSumPlaces *to = &a->sums;
    const int turns = NAME(turns)(is);
    const bool more = blocks.from > 0;
    NAME(step_on)(m, a, blocks, &with, n, is, x, g);
    NAME(look_at)(rows, a->apart, 0, one, blocks, false, turns, x, g, more, to);
    if (two > 0) {
        NAME(look_at)(rows, a->apart, one, two, blocks, false, turns, x, g, more, to);
    }
    if (three > 0) {
        NAME(look_at)(rows, a->apart, one + two, three, blocks, false, turns, x, g, more, to);
    }
}
