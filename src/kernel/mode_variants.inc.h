// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Steps for known numbers of rows (kernel/variants.h lists them) and for any number.
// kernel/mode_step.inc.h includes this file once for each precision, after the pass that all steps
// use.

#define SPREAD(n)                                                                                  \
    static JW_REALTIME void NAME(spread_##n)(const VBLOCK *rows, int apart, const double *impulse, \
                                             int stride, int blocks, bool more, const VBLOCK *odd, \
                                             VBLOCK *f) {                                          \
        NAME(spread_on)(rows, apart, n, impulse, stride, blocks, more, odd, f);                    \
    }
JW_ROW_COUNTS(SPREAD)
#undef SPREAD

/// Computes f = sum of impulse[i] row i over the first n_rows of `apart` rows. more: adds to f.
/// Sums of odd rows start from `odd`, unless that is NULL.
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
    static JW_REALTIME void NAME(look_##n)(const VBLOCK *rows, int apart, int first,               \
                                           NAME(Blocks) blocks, const VBLOCK *x, const VBLOCK *g,  \
                                           bool more, const JwSumPlaces *to) {                     \
        NAME(look_at)(rows, apart, first, n, blocks, true, 2, x, g, more, to);                     \
    }
JW_GATHER_COUNTS(LOOK)
#undef LOOK

/// Sums the products of the first n_rows of `apart` rows with x and with g, lane by lane. more:
/// adds to the sums already stored.
static JW_REALTIME void NAME(gather_all)(const VBLOCK *rows, int apart, int n_rows,
                                         NAME(Blocks) blocks, const VBLOCK *x, const VBLOCK *g,
                                         bool more, const JwSumPlaces *to) {
#define LOOK(n) NAME(look_##n),
    static void (*const some[])(const VBLOCK *, int, int, NAME(Blocks), const VBLOCK *,
                                const VBLOCK *, bool,
                                const JwSumPlaces *) = {JW_GATHER_COUNTS(LOOK)};
#undef LOOK
    for (int done = 0; done < n_rows;) {
        // Takes the rows of the points first, then the others: their sums are stored separately.
        const bool points = done < to->n_points && to->n_points < n_rows;
        const int n = NAME(next)((points ? to->n_points : n_rows) - done, NAME(looks));
        some[n - 1](rows, apart, done, blocks, x, g, more, to);
        done += n;
    }
}

/// Step of a string that touches only the obstacle, at its nodes.
static JW_REALTIME void NAME(advance_given)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(step)
    (m, a, NAME(whole)(m->n_padded / JW_LANES), NAME(still)(false),
     (NAME(Impulses)){.given = a->given}, a->next, a->bend);
}

/// Adds the values of start() in a block for a moving bridge: its even sums to `even`, its odd sums
/// to `odd`, and to `even` too if the step has no rows.
static JW_INLINE JW_REALTIME void NAME(start_block)(const NAME(Pass) * pass, int b, int p,
                                                    bool bends, bool rows, NAME(Squares) * squares,
                                                    VBLOCK *even, VBLOCK *odd) {
    const NAME(Start) start = NAME(start)(pass, b, p, bends, squares);
    if (bends) {
        even[b].reg[p] += start.even;
        NAME(go_on)(squares);
    }
    if (!rows) {
        even[b].reg[p] += start.odd;
    }
    odd[b].reg[p] = start.odd;
}

/// Adds the values of start() in all blocks, like start_block().
static JW_INLINE JW_REALTIME void NAME(start_all)(const JwModeArrays *m, const JwModeStep *a,
                                                  NAME(Blocks) blocks, const NAME(Kind) is,
                                                  VBLOCK *even, VBLOCK *odd) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    const bool rows = a->n_rows > 0;
    for (int p = 0; p < NAME(regs) && is.bridged; ++p) {
        NAME(Squares) squares = {vsplat(VREG, 0), vsplat(VREG, 0)};
        for (int turn = 0; turn < NAME(turns)(is); ++turn) {
            const NAME(Range) range = NAME(bending)(blocks, p, turn);
            squares = NAME(squares)(range.before, p);
            for (int b = range.begin; b < range.end; ++b) {
                NAME(start_block)(&pass, b, p, true, rows, &squares, even, odd);
            }
        }
        for (int b = blocks.bent; b < NAME(in_part)(blocks, p); ++b) {
            NAME(start_block)(&pass, b, p, false, rows, &squares, even, odd);
        }
    }
}

/// Step for any number of rows, NAME(chunk) blocks at a time.
static JW_INLINE JW_REALTIME void NAME(advance_rows)(const JwModeArrays *m, const JwModeStep *a,
                                                     const NAME(Kind) is) {
    VBLOCK f[NAME(most_at_once)], odd[NAME(most_at_once)], room[2][NAME(most_at_once)];
    NAME(Blocks) all = NAME(blocks)(m);
    all.used = all.lateral_used = NAME(regs); // Sums cover whole blocks here
    for (int from = 0; from < all.n; from += NAME(chunk)) {
        const NAME(Blocks) some = NAME(chunk_of)(all, from);
        const int blocks = some.n + some.lateral;
        const VBLOCK *rows = (const VBLOCK *)a->rows + from * a->apart;
        const VBLOCK *given = a->given ? (const VBLOCK *)a->given + from : NULL;
        VBLOCK *x = a->given ? (VBLOCK *)a->next + from : room[0];
        VBLOCK *g = a->given ? (VBLOCK *)a->bend + from : room[1];
        const bool more = given || is.bridged || a->n_rows == 0 || !is.ends;
        for (int b = 0; b < blocks && more; ++b) {
            f[b] = given ? given[b] : vsplat(VBLOCK, 0);
        }
        if (is.ends) {
            NAME(start_all)(m, a, some, is, f, odd);
            NAME(spread)
            (rows, a->apart, a->n_rows, a->impulse, a->stride, blocks, more,
             is.bridged ? odd : NULL, f);
        }
        NAME(step)
        (m, a, some, is, (NAME(Impulses)){.given = f}, x, g);
        // Whoever sets `given` reads g of all modes.
        for (int b = some.bent; given && b < some.n; ++b) {
            g[b] = vsplat(VBLOCK, 0);
        }
        if (is.begins) {
            NAME(gather_all)(rows, a->apart, a->n_rows, some, x, g, from > 0, &a->sums);
        }
    }
}

static JW_REALTIME void NAME(advance_any)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(advance_rows)(m, a, NAME(kind)(m, a));
}

// Steps for any number of rows over a fixed bridge, with the output row on the string's
// displacement or (speed) velocity: of a string over frets, which touches more places than the
// compiler knows.
#define ROWS(kind, plucked_, speed)                                                                \
    static JW_REALTIME void NAME(rows_##kind)(const JwModeArrays *m, const JwModeStep *a) {        \
        NAME(Kind) is = NAME(still)(plucked_);                                                     \
        is.hear_speed = speed;                                                                     \
        NAME(advance_rows)(m, a, is);                                                              \
    }
ROWS(still, false, false)
ROWS(speed, false, true)
ROWS(still_plucked, true, false)
ROWS(speed_plucked, true, true)
#undef ROWS

/// Step of a string that does not fit into one chunk, with n rows, n known to the compiler. Sums
/// are folded after every chunk, like in advance_any(), at every level.
static JW_INLINE JW_REALTIME void NAME(advance_chunks)(const JwModeArrays *m, const JwModeStep *a,
                                                       const int n, const NAME(Kind) is) {
    const NAME(Blocks) all = NAME(blocks)(m);
    NAME(Kind) first = is;
    first.sideways = false;
    int from = 0;
    // The second polarisation is part of the last chunk.
    for (; is.sideways && all.n - from > NAME(chunk); from += NAME(chunk)) {
        NAME(advance_with)(m, a, NAME(chunk_of)(all, from), n, first);
    }
    for (; from < all.n; from += NAME(chunk)) {
        NAME(advance_with)(m, a, NAME(chunk_of)(all, from), n, is);
    }
}

// There is a separate function for each number of rows: in a common function the compiler would
// compute what all of them need before it knows the number. Steps with a second polarisation are
// separate because other strings have no second loop to begin.
#define KNOWN(kind, n, of)                                                                         \
    static JW_REALTIME void NAME(kind##_##n)(const JwModeArrays *m, const JwModeStep *a) {         \
        NAME(advance_with)(m, a, NAME(blocks)(m), n, of);                                          \
    }
#define BOTH(kind, n, of)                                                                          \
    KNOWN(kind, n, of)                                                                             \
    KNOWN(kind##_lateral, n, NAME(sideways)(of))
#define CHUNKS(kind, n, of)                                                                        \
    static JW_REALTIME void NAME(kind##_##n)(const JwModeArrays *m, const JwModeStep *a) {         \
        NAME(advance_chunks)(m, a, n, of);                                                         \
    }
#define LONG(n)                                                                                    \
    CHUNKS(long, n, NAME(bridged)(false))                                                          \
    CHUNKS(long_lateral, n, NAME(sideways)(NAME(bridged)(false)))                                  \
    CHUNKS(long_plucked, n, NAME(bridged)(true))                                                   \
    CHUNKS(long_plucked_lateral, n, NAME(sideways)(NAME(bridged)(true)))
#define STILL(n)         KNOWN(still, n, NAME(still)(false))
#define BRIDGED(n)       KNOWN(bridged, n, NAME(bridged)(false))
#define LATERAL(n)       BOTH(bridged, n, NAME(bridged)(false))
#define GROUNDED(n)      KNOWN(grounded, n, NAME(grounded)())
#define STILL_PLUCKED(n) KNOWN(still_plucked, n, NAME(still)(true))
#define PLUCKED(n)       BOTH(bridged_plucked, n, NAME(bridged)(true))
STILL_COUNTS(STILL)
BRIDGED_COUNTS(BRIDGED)
LATERAL_COUNTS(LATERAL)
GROUNDED_COUNTS(GROUNDED)
STILL_PLUCKED_COUNTS(STILL_PLUCKED)
PLUCKED_COUNTS(PLUCKED)
LONG_COUNTS(LONG)
#undef LONG
#undef CHUNKS
#undef STILL
#undef BRIDGED
#undef LATERAL
#undef GROUNDED
#undef STILL_PLUCKED
#undef PLUCKED
#undef BOTH
#undef KNOWN
