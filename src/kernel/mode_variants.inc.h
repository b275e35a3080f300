// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Steps of known numbers of rows (kernel/variants.h lists them) and of any number.
// kernel/mode_step.inc.h includes this file once a precision, after the pass that all steps are
// made of.

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
    static JW_REALTIME void NAME(look_##n)(const VBLOCK *rows, int apart, int first, int blocks,   \
                                           const VBLOCK *x, const VBLOCK *g, bool more,            \
                                           const JwSumPlaces *to) {                                \
        NAME(look_at)(rows, apart, first, n, NAME(whole)(blocks), true, x, g, more, to);           \
    }
JW_GATHER_COUNTS(LOOK)
#undef LOOK

/// Sums the products of the first n_rows of `apart` rows with x and with g, lane by lane. more:
/// adds to the sums already stored.
static JW_REALTIME void NAME(gather_all)(const VBLOCK *rows, int apart, int n_rows, int blocks,
                                         const VBLOCK *x, const VBLOCK *g, bool more,
                                         const JwSumPlaces *to) {
#define LOOK(n) NAME(look_##n),
    static void (*const some[])(const VBLOCK *, int, int, int, const VBLOCK *, const VBLOCK *, bool,
                                const JwSumPlaces *) = {JW_GATHER_COUNTS(LOOK)};
#undef LOOK
    for (int done = 0; done < n_rows;) {
        // Takes the rows of the points first, then the others: their sums are stored apart.
        const bool points = done < to->n_points && to->n_points < n_rows;
        const int n = NAME(next)((points ? to->n_points : n_rows) - done, NAME(looks));
        some[n - 1](rows, apart, done, blocks, x, g, more, to);
        done += n;
    }
}

/// Step of a string whose contact is at its nodes and that nothing else touches.
static JW_REALTIME void NAME(advance_given)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(step)
    (m, a, NAME(whole)(m->n_padded / JW_LANES), NAME(still)(false), a->given, a->next, a->bend);
}

/// Adds what start() computes where the bridge moves: its even sums to `even`; its odd sums go to
/// `odd`, and to `even` too if the step has no rows.
static JW_INLINE JW_REALTIME void NAME(start_all)(const JwModeArrays *m, const JwModeStep *a,
                                                  NAME(Blocks) blocks, const NAME(Kind) is,
                                                  VBLOCK *even, VBLOCK *odd) {
    const NAME(Pass) pass = NAME(pass)(m, a, blocks.from, is);
    for (int p = 0; p < NAME(regs) && is.bridged; ++p) {
        NAME(Squares) squares = NAME(squares)(blocks.before, p);
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

/// Step of any kind of all blocks of one polarisation, NAME(chunk) of them at a time.
static JW_INLINE JW_REALTIME void NAME(advance_blocks)(const JwModeArrays *m, const JwModeStep *a,
                                                       NAME(Blocks) all, const NAME(Kind) is) {
    VBLOCK f[NAME(chunk)], odd[NAME(chunk)], room[2][NAME(chunk)];
    for (int done = 0; done < all.n; done += NAME(chunk)) {
        const NAME(Blocks) some = NAME(chunk_of)(all, done);
        const int from = some.from, blocks = some.n;
        const VBLOCK *rows = (const VBLOCK *)a->rows + from * a->apart;
        const VBLOCK *given = a->given ? (const VBLOCK *)a->given + from : NULL;
        VBLOCK *x = a->given ? (VBLOCK *)a->next + from : room[0];
        VBLOCK *g = a->given ? (VBLOCK *)a->bend + from : room[1];
        const bool more = from > 0;
        for (int b = 0; b < blocks; ++b) {
            f[b] = given ? given[b] : vsplat(VBLOCK, 0);
        }
        if (is.ends) {
            NAME(start_all)(m, a, some, is, f, odd);
            NAME(spread)
            (rows, a->apart, a->n_rows, a->impulse, a->stride, blocks, true,
             is.bridged ? odd : NULL, f);
        }
        NAME(step)
        (m, a, some, is, f, x, g);
        for (int b = some.bent; b < blocks; ++b) {
            g[b] = vsplat(VBLOCK, 0);
        }
        if (is.begins) {
            NAME(gather_all)(rows, a->apart, a->n_rows, blocks, x, g, more, &a->sums);
        }
    }
}

/// Step of any kind of the second polarisation, all of whose modes make the change of tension; its
/// sums are added to those of the first.
static JW_REALTIME void NAME(advance_lateral)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(advance_blocks)(m, a, NAME(lateral_blocks)(m), NAME(kind)(m, a));
}

/// Step of any kind.
static JW_REALTIME void NAME(advance_any)(const JwModeArrays *m, const JwModeStep *a) {
    NAME(Blocks) all = NAME(blocks)(m);
    all.used = NAME(regs); // Sums are made of whole blocks here.
    NAME(advance_blocks)(m, a, all, NAME(kind)(m, a));
    if (m->n_lateral > 0) {
        NAME(advance_lateral)(m, a);
    }
}

/// Step of a string that does not fit in one chunk, with n rows, n known to the compiler. Sums are
/// folded after every chunk, as in advance_blocks(), at every level alike.
static JW_INLINE JW_REALTIME void NAME(advance_chunks)(const JwModeArrays *m, const JwModeStep *a,
                                                       const int n, const NAME(Kind) is) {
    const NAME(Blocks) all = NAME(blocks)(m);
    for (int from = 0; from < all.n; from += NAME(chunk)) {
        NAME(advance_with)(m, a, NAME(chunk_of)(all, from), n, is);
    }
    if (m->n_lateral > 0) {
        NAME(advance_lateral)(m, a);
    }
}

// Functions are separate for each number of rows: with all numbers in one function, the compiler
// would compute what all of them need before it knows which is wanted. Those that step a second
// polarisation too are apart, because what follows a pass takes registers from it.
#define KNOWN(kind, n, of, lateral)                                                                \
    static JW_REALTIME void NAME(kind##_##n)(const JwModeArrays *m, const JwModeStep *a) {         \
        NAME(advance_with)(m, a, NAME(blocks)(m), n, of);                                          \
    }                                                                                              \
    static JW_REALTIME void NAME(kind##_lateral_##n)(const JwModeArrays *m, const JwModeStep *a) { \
        NAME(kind##_##n)(m, a);                                                                    \
        lateral;                                                                                   \
    }
#define LONG(n)                                                                                    \
    static JW_REALTIME void NAME(long_##n)(const JwModeArrays *m, const JwModeStep *a) {           \
        NAME(advance_chunks)(m, a, n, NAME(bridged)(false));                                       \
    }                                                                                              \
    static JW_REALTIME void NAME(long_plucked_##n)(const JwModeArrays *m, const JwModeStep *a) {   \
        NAME(advance_chunks)(m, a, n, NAME(bridged)(true));                                        \
    }
#define ANY              NAME(advance_lateral)(m, a)
#define SAME(n, of)      NAME(advance_with)(m, a, NAME(lateral_blocks)(m), n, of)
#define STILL(n)         KNOWN(still, n, NAME(still)(false), ANY)
#define BRIDGED(n)       KNOWN(bridged, n, NAME(bridged)(false), ANY)
#define LATERAL(n)       KNOWN(bridged, n, NAME(bridged)(false), SAME(n, NAME(bridged)(false)))
#define GROUNDED(n)      KNOWN(grounded, n, NAME(grounded)(), ANY)
#define STILL_PLUCKED(n) KNOWN(still_plucked, n, NAME(still)(true), ANY)
#define PLUCKED(n)       KNOWN(bridged_plucked, n, NAME(bridged)(true), SAME(n, NAME(bridged)(true)))
STILL_COUNTS(STILL)
BRIDGED_COUNTS(BRIDGED)
LATERAL_COUNTS(LATERAL)
GROUNDED_COUNTS(GROUNDED)
STILL_PLUCKED_COUNTS(STILL_PLUCKED)
PLUCKED_COUNTS(PLUCKED)
LONG_COUNTS(LONG)
#undef LONG
#undef STILL
#undef BRIDGED
#undef LATERAL
#undef GROUNDED
#undef STILL_PLUCKED
#undef PLUCKED
#undef ANY
#undef SAME
#undef KNOWN
