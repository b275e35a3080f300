// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of series at all nodes at once: matrices times a few series, and the fast sine transform
// (kernel/sines.h), which consists of such products. kernel/mode_step.inc.h includes this file once
// for each precision.

/// Length of an array for the outputs of a series and what the last stretch writes past them.
/// Classes, sums of sines and of cosines need no more: at most 272 numbers, for a single class of
/// 256.
enum { NAME(room) = JW_SINES_MODES / 2 + 2 * JW_LANES };

/// Number of odd or even modes that are processed at a time.
enum { NAME(stretch) = JW_SINES_MODES / 2 };

/// Scratch of the passes over all nodes, one pass at a time: too much for the stack of a host's
/// audio thread.
typedef union {
    struct {
        VBLOCK series[4][NAME(room) / JW_LANES]; ///< Series, then their outputs
        VBLOCK odd[4 * NAME(room) / JW_LANES];   ///< Odd parts, then sums of cosines
        VBLOCK even[4 * NAME(room) / JW_LANES];  ///< Even parts
        VBLOCK sines[4 * NAME(room) / JW_LANES]; ///< Impulses, one in each element, then sums of
                                                 ///< sines
    } all;
    struct {
        VBLOCK series[4][NAME(stretch) / JW_LANES], sum[4][JW_MAX_GRID_ROWS / JW_LANES];
    } pairs;
    struct {
        REAL by[2][JW_MAX_GRID_ROWS];
        VBLOCK sum[2][NAME(stretch) / JW_LANES];
    } back;
    VHALF lanes[2][JW_MAX_GRID_ROWS];
} NAME(Room);

_Static_assert(sizeof(NAME(Room)) <= JW_NODES_ROOM * sizeof(REAL), "there is room");

enum { NAME(in_piece) = sizeof(VREG) / sizeof(REAL) };

/// Index at which the next register of n numbers begins, n being at least one register: the last
/// register overlaps the one before, so that no numbers remain.
static JW_INLINE JW_REALTIME int NAME(begin)(int next, int n) {
    return next + NAME(in_piece) <= n ? next : n - NAME(in_piece);
}

static JW_INLINE JW_REALTIME VREG NAME(load)(const REAL *from) {
    VREG piece;
    __builtin_memcpy(&piece, from, sizeof(piece));
    return piece;
}

static JW_INLINE JW_REALTIME void NAME(store)(REAL *to, VREG piece) {
    __builtin_memcpy(to, &piece, sizeof(piece));
}

/********* Odd and even modes *********/

/// Roots of n odd and n even modes, which multiply their series.
typedef struct {
    const REAL *root_odd, *root_even;
    bool back; ///< The last odd mode comes first
    int n;
} NAME(Parts);

/// Separates modes into the series of the odd and of the even ones, times root. odd[0] is the first
/// odd mode, even[1] the first even one; both pointers may be the same.
static JW_INLINE JW_REALTIME void NAME(part_modes)(const NAME(Parts) * t, const REAL *odd,
                                                   const REAL *even, REAL *to_odd, REAL *to_even) {
    enum { wide = NAME(in_piece) };
    const int n = t->n;
    for (int k = 0; k < n && n < wide; ++k) {
        const int to = t->back ? n - 1 - k : k;
        to_odd[to] = t->root_odd[to] * odd[2 * k];
        to_even[k] = t->root_even[k] * even[2 * k + 1];
    }
    for (int next = 0; next < n && n >= wide; next += wide) {
        const int at = NAME(begin)(next, n), to = t->back ? n - wide - at : at;
        const VREG odds = vfirsts(NAME(load)(odd + 2 * at), NAME(load)(odd + 2 * at + wide));
        const VREG evens = vseconds(NAME(load)(even + 2 * at), NAME(load)(even + 2 * at + wide));
        NAME(store)
        (to_odd + to, NAME(load)(t->root_odd + to) * (t->back ? vback(odds) : odds));
        NAME(store)(to_even + at, NAME(load)(t->root_even + at) * evens);
    }
}

/// Interleaves two such series into consecutive modes, times root: the reverse of part_modes().
static JW_INLINE JW_REALTIME void NAME(join_modes)(const NAME(Parts) * t, const REAL *odd,
                                                   const REAL *even, REAL *to) {
    enum { wide = NAME(in_piece) };
    const int n = t->n;
    for (int k = 0; k < n && n < wide; ++k) {
        const int from = t->back ? n - 1 - k : k;
        to[2 * k] = t->root_odd[from] * odd[from];
        to[2 * k + 1] = t->root_even[k] * even[k];
    }
    for (int next = 0; next < n && n >= wide; next += wide) {
        const int at = NAME(begin)(next, n), from = t->back ? n - wide - at : at;
        const VREG some = NAME(load)(t->root_odd + from) * NAME(load)(odd + from);
        const VREG odds = t->back ? vback(some) : some;
        const VREG evens = NAME(load)(t->root_even + at) * NAME(load)(even + at);
        NAME(store)(to + 2 * at, vlow(odds, evens));
        NAME(store)(to + 2 * at + wide, vhigh(odds, evens));
    }
}

/********* A matrix times a few series *********/

/// Product to[k][i] = sum over the lines l of line[l][i] from[k][l]. Lines and sums begin at whole
/// registers.
typedef struct {
    const REAL *line;
    int n_lines, apart; ///< Lines; elements from one line to the next
    const REAL *from;
    int from_apart;
    REAL *to;
    int to_apart;
    bool more; ///< Adds to the contents of `to`
} NAME(Product);

/// Computes a tile of a product from i = at on: `wide` registers of each of `rhs` sums and, with a
/// tail, half a register after them. The sums stay in registers.
static JW_INLINE JW_REALTIME void NAME(tile)(const NAME(Product) * t, int at, const int wide,
                                             const int rhs, const bool tail) {
    const REAL *line = t->line + at;
    VREG sum[4][6], one[4];
    TAIL rest[4];
    UNROLL for (int k = 0; k < rhs; ++k) {
        const REAL *to = t->to + k * t->to_apart + at;
        UNROLL for (int p = 0; p < wide; ++p) {
            sum[k][p] = t->more ? ((const VREG *)to)[p] : vsplat(VREG, 0);
        }
        rest[k] = tail && t->more ? *(const TAIL *)((const VREG *)to + wide) : (TAIL){0};
    }
    for (int l = 0; l < t->n_lines; ++l, line += t->apart) {
        UNROLL for (int k = 0; k < rhs && wide > rhs; ++k) {
            one[k] = vsplat(VREG, t->from[k * t->from_apart + l]);
        }
        UNROLL for (int p = 0; p < wide && wide > rhs; ++p) {
            const VREG piece = ((const VREG *)line)[p];
            UNROLL for (int k = 0; k < rhs; ++k) {
                sum[k][p] = vfma(piece, one[k], sum[k][p]);
            }
        }
        UNROLL for (int k = 0; k < rhs && wide <= rhs; ++k) {
            one[k] = vsplat(VREG, t->from[k * t->from_apart + l]);
            UNROLL for (int p = 0; p < wide; ++p) {
                sum[k][p] = vfma(((const VREG *)line)[p], one[k], sum[k][p]);
            }
        }
        UNROLL for (int k = 0; k < rhs && tail; ++k) {
            rest[k] = vtail_fma(*(const TAIL *)((const VREG *)line + wide), vtail(one[k]), rest[k]);
        }
    }
    UNROLL for (int k = 0; k < rhs; ++k) {
        REAL *to = t->to + k * t->to_apart + at;
        UNROLL for (int p = 0; p < wide; ++p) {
            NAME(store)(to + p * NAME(in_piece), sum[k][p]);
        }
        if (tail) {
            *(TAIL *)((VREG *)to + wide) = rest[k];
        }
    }
}

#define TILE(wide, rhs)                                                                            \
    static JW_REALTIME void NAME(tile_##wide##_##rhs)(const NAME(Product) * t, int at) {           \
        NAME(tile)(t, at, wide, rhs, false);                                                       \
    }                                                                                              \
    static JW_REALTIME void NAME(tile_##wide##_##rhs##_tail)(const NAME(Product) * t, int at) {    \
        NAME(tile)(t, at, wide, rhs, true);                                                        \
    }
#define TILES(DO)                                                                                  \
    DO(1, 1)                                                                                       \
    DO(2, 1)                                                                                       \
    DO(3, 1)                                                                                       \
    DO(4, 1)                                                                                       \
    DO(5, 1)                                                                                       \
    DO(6, 1) DO(1, 2) DO(2, 2) DO(3, 2) DO(4, 2) DO(5, 2) DO(6, 2) DO(1, 4) DO(2, 4) DO(3, 4)
TILES(TILE)
#undef TILE

/// Computes a whole product: n elements of each of rhs = 1, 2 or 4 sums; the rest of the last
/// register is written, too.
static JW_REALTIME void NAME(multiply)(const NAME(Product) * t, int n, int rhs) {
#define TILE(wide, rhs) [rhs][wide] = {NAME(tile_##wide##_##rhs), NAME(tile_##wide##_##rhs##_tail)},
    static void (*const tile[5][7][2])(const NAME(Product) *, int) = {TILES(TILE)};
#undef TILE
    const int most = rhs == 4 ? 3 : 6;
    int pieces = n / NAME(in_piece);
    const int left = n - pieces * NAME(in_piece);
    const bool tail = sizeof(TAIL) < sizeof(VREG) && pieces > 0 && left > 0 &&
                      left <= (int)(sizeof(TAIL) / sizeof(REAL));
    pieces += left > 0 && !tail;
    for (int at = 0; pieces > 0;) {
        const int wide = NAME(next)(pieces, most);
        tile[rhs][wide][tail && wide == pieces](t, at);
        at += wide * NAME(in_piece);
        pieces -= wide;
    }
}
#undef TILES

/********* All nodes at once: sines.h *********/

/// Multiplies the lines of a table of sines or cosines by n series, n even: one sum for each i =
/// 0..g.
static JW_REALTIME void NAME(product)(const JwSines *t, const void *matrix, int length, int n,
                                      const REAL *from, int from_apart, VBLOCK *to) {
    const int apart = t->blocks * JW_LANES;
    for (int k = 0; k < n; ++k) {
        // Last block of a sum, which the sum does not fill.
        to[(k + 1) * t->blocks - 1] = vsplat(VBLOCK, 0);
    }
    for (int k = 0; k < n;) {
        const int rhs = k + 4 <= n ? 4 : 2;
        const NAME(Product) p = {
            .line = matrix,
            .n_lines = length,
            .apart = apart,
            .from = from + k * from_apart,
            .from_apart = from_apart,
            .to = (REAL *)(to + k * t->blocks),
            .to_apart = apart,
        };
        NAME(multiply)(&p, t->g + 1, rhs);
        k += rhs;
    }
}

/// Divides n series of u_j, j = 1..N/2, into classes: odd parts [class][series][1..g], even parts
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

/// Divides series into three classes like part(), in loops that compilers vectorise.
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

/// Stores n lanes of value: from out[0] upward or, down, from out[0] downward; at most all of them.
/// Mostly it is all, a number that the compiler knows.
static JW_INLINE JW_REALTIME void NAME(lay_down)(REAL *out, bool down, VBLOCK value, int n) {
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

/// Combines the sums of sines and cosines of n series into their outputs, stretch by stretch.
static JW_INLINE JW_REALTIME void NAME(turn)(const JwSines *t, const int n, const int pairs,
                                             const VBLOCK *restrict sines,
                                             const VBLOCK *restrict cosines, REAL *restrict out) {
    const int blocks = t->blocks, g = t->g, m = 2 * g + 1;
    const VBLOCK *turn = t->turn;
    // Order of the stretches: the next stretch, which runs downward, overwrites what an upward one
    // writes past its end.
    for (int stretch = 0; stretch < t->factor; ++stretch, turn += 2 * pairs * blocks) {
        const bool down = stretch % 2 > 0;
        const int from = (stretch + 1) / 2 * m;
        for (int b = 0; b < blocks; ++b) {
            const int at = down ? from - b * JW_LANES : from + b * JW_LANES;
            UNROLL for (int k = 0; k < n; ++k) {
                const VBLOCK own = sines[k * blocks + b];
                VBLOCK y = down ? vsub(vsplat(VBLOCK, 0), own) : own;
                for (int r = 0; r < pairs; ++r) {
                    const int s = ((r + 1) * n + k) * blocks + b, c = (r * n + k) * blocks + b;
                    y = vfma(turn[2 * r * blocks + b], sines[s], y);
                    y = vfma(turn[(2 * r + 1) * blocks + b], cosines[c], y);
                }
                NAME(lay_down)(out + k * NAME(room) + at, down, y, g + 1 - b * JW_LANES);
            }
        }
    }
}

/// Computes out[k][i] = sqrt(2) sum_j u_k,j sin(2 pi i j/(N + 1)), i, j = 1..N/2, for n series u_k,
/// n even; out may overlap the series.
static JW_INLINE JW_REALTIME void NAME(sum_sines)(const JwSines *t, const REAL *const *in,
                                                  const int n, NAME(Room) * room, REAL *out) {
    const int pairs = (t->factor - 1) / 2, g = t->g;
    REAL *odd = (REAL *)room->all.odd, *even = (REAL *)room->all.even;
    VBLOCK *sines = room->all.sines, *cosines = room->all.odd;
    if (t->factor == 3) {
        NAME(part_three)(g, in, n, odd, even);
    } else {
        NAME(part)(t, in, n, odd, even);
    }
    NAME(product)(t, t->sine, g, n * (1 + pairs), odd, g, sines);
    NAME(product)(t, t->cosine, g + 1, n * pairs, even, g + 1, cosines);
    if (pairs == 1) {
        NAME(turn)(t, n, 1, sines, cosines, out);
    } else {
        NAME(turn)(t, n, pairs, sines, cosines, out);
    }
}

/// Combines the outputs of even and odd modes into nodes first..first + n - 1: the lower half from
/// the sums, the upper half from their images.
static JW_INLINE JW_REALTIME void NAME(join)(const JwSines *t, const REAL *restrict even,
                                             const REAL *restrict odd, int first, int n,
                                             double *out) {
    enum { some = 8 };
    double up[NAME(room)], down[NAME(room)]; // Images of the nodes, beginning with the last node's
    const int h = t->n_modes / 2, end = first + n, all = (h + some) / some * some;
    const REAL *restrict sign = t->sign;
    for (int i = 0; i < all; i += some) {
        for (int k = i; k < i + some; ++k) {
            const REAL opposite = sign[k] * odd[k];
            up[k] = (double)(even[k] - opposite);
            down[all - 1 - k] = (double)(-even[k] - opposite);
        }
    }
    const int low = end <= h + 1 ? end : h + 1, image = t->n_modes + 1 - all + 1;
    if (first < low) {
        __builtin_memcpy(out, up + first, sizeof(*up) * (size_t)(low - first));
    }
    // Node i is the image of N + 1 - i, which is stored at i - image.
    const int from = first > h ? first : h + 1;
    if (from < end) {
        __builtin_memcpy(out + from - first, down + from - image,
                         sizeof(*down) * (size_t)(end - from));
    }
}

static JW_REALTIME void NAME(sines_dot)(const JwGridRows *grid_rows, const REAL *x, const REAL *y,
                                        NAME(Room) * room, double *out_x, double *out_y) {
    const JwSines *t = &grid_rows->sines;
    // Mode j is element j - 1: even ones are read from the first on, odd ones from the last on.
    const REAL *const modes[2] = {x, y};
    const int h = t->n_modes / 2;
    REAL *const s[] = {(REAL *)room->all.series[0], (REAL *)room->all.series[1],
                       (REAL *)room->all.series[2], (REAL *)room->all.series[3]};
    const REAL *in[4] = {s[0], s[1], s[2], s[3]};
    const NAME(Parts) parts = {grid_rows->root_odd, grid_rows->root_even, true, h};
    for (int k = 0; k < 4; ++k) {
        // Elements that join() reads and nothing else writes.
        for (int i = 1; i <= 8; ++i) {
            s[k][h + i] = 0;
        }
    }
    for (int k = 0; k < 2; ++k) {
        NAME(part_modes)(&parts, modes[k], modes[k], s[2 * k + 1], s[2 * k]);
    }
    NAME(sum_sines)(t, in, 4, room, s[0]);
    NAME(join)(t, s[0], s[1], grid_rows->first, grid_rows->n, out_x);
    NAME(join)(t, s[2], s[3], grid_rows->first, grid_rows->n, out_y);
}

static JW_REALTIME void NAME(sines_push)(const JwGridRows *grid_rows, const double *impulse,
                                         NAME(Room) * room, REAL *given) {
    const JwSines *t = &grid_rows->sines;
    const int h = t->n_modes / 2, all = t->n_modes + 1;
    const REAL *sign = t->sign;
    REAL *restrict push = (REAL *)room->all.sines;
    REAL *restrict even = (REAL *)room->all.series[0], *restrict odd = (REAL *)room->all.series[1];
    REAL *sum[2] = {(REAL *)room->all.series[2], (REAL *)room->all.series[3]};
    for (int i = 0; i < all; ++i) {
        push[i] = 0;
    }
    for (int i = 0; i < grid_rows->n; ++i) {
        push[grid_rows->first + i] = (REAL)impulse[i];
    }
    for (int i = 1; i <= h; ++i) {
        even[i] = push[i] - push[all - i];
        odd[i] = -sign[i] * (push[i] + push[all - i]);
    }
    const REAL *in[2] = {even + 1, odd + 1};
    NAME(sum_sines)(t, in, 2, room, sum[0]);
    const NAME(Parts) parts = {grid_rows->root_odd, grid_rows->root_even, true, h};
    NAME(join_modes)(&parts, sum[1] + 1, sum[0] + 1, given);
}
