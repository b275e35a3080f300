// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Between modes and the nodes of their grid (kernel/grid_contact.h); kernel/kernels_isa.c includes
// it once a precision, after kernel/mode_step.inc.h, whose loops over rows it uses.

/// Outputs of a series and what the last stretch writes past them; classes, sums of sines and of
/// cosines need no more: 272 numbers at most, where one class has all 256.
enum { NAME(room) = JW_SINES_MODES / 2 + 2 * JW_LANES };

/// Odd or even modes that are taken at a time.
enum { NAME(stretch) = JW_SINES_MODES / 2 };

/// What the passes over all nodes work in, one at a time: too much for the stack of a host's audio
/// thread.
typedef union {
    struct {
        VBLOCK series[4][NAME(room) / JW_LANES]; ///< and what comes of them
        VBLOCK odd[4 * NAME(room) / JW_LANES];   ///< Then sums of cosines
        VBLOCK even[4 * NAME(room) / JW_LANES];
        VBLOCK sines[4 * NAME(room) / JW_LANES]; ///< Before them impulses, one an element
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

/// Where the next register of n numbers begins: the last one overlaps those before it, so that none
/// are left over. There are enough for one.
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

/// Series of some odd and as many even modes, and what they are to be multiplied by.
typedef struct {
    const REAL *root_odd, *root_even;
    bool back; ///< The last odd mode first
    int n;
} NAME(Parts);

/// Series of modes, odd[0] being the first and even[1] the second of them, or `odd` any others.
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

/// The way back, modes one after the other.
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

/// to[k][i] = sum over the lines of line[i] from[k][line], on top of what is there or not; lines
/// and sums begin at whole registers.
typedef struct {
    const REAL *line;
    int n_lines, apart; ///< So many elements from one to the next
    const REAL *from;
    int from_apart;
    REAL *to;
    int to_apart;
    bool more;
} NAME(Product);

/// The part of it from i = at on: `wide` registers of each of `rhs` sums, and half a register after
/// them if there is a tail. They stay where they are.
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

/// The whole product: n elements of each of 1, 2 or 4 sums, and what stands after them in the same
/// register.
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

/// Lines of a table of sines or cosines times n series, n even: a sum for each of i = 0..g.
static JW_REALTIME void NAME(product)(const JwSines *t, const void *matrix, int length, int n,
                                      const REAL *from, int from_apart, VBLOCK *to) {
    const int apart = t->blocks * JW_LANES;
    for (int k = 0; k < n; ++k) {
        // The last of them do not fill it.
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

/// Outputs of n series from their sums.
static JW_INLINE JW_REALTIME void NAME(turn)(const JwSines *t, const int n, const int pairs,
                                             const VBLOCK *restrict sines,
                                             const VBLOCK *restrict cosines, REAL *restrict out) {
    const int blocks = t->blocks, g = t->g, m = 2 * g + 1;
    const VBLOCK *turn = t->turn;
    // In this order: what an upward stretch writes past its end the next one, downward, overwrites.
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

/// out[k][i] = sqrt(2) sum_j u_k,j sin(2 pi i j/(N + 1)), i, j = 1..N/2, of n series, n even; out
/// may be where they are.
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

/// Nodes first .. first + n - 1, those of the lower half from below and the others from above.
static JW_INLINE JW_REALTIME void NAME(join)(const JwSines *t, const REAL *restrict even,
                                             const REAL *restrict odd, int first, int n,
                                             double *out) {
    enum { some = 8 };
    double up[NAME(room)], down[NAME(room)]; // Images of the nodes, the last one's first
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
    // Node i is the image of N + 1 - i, which stands at i - image.
    const int from = first > h ? first : h + 1;
    if (from < end) {
        __builtin_memcpy(out + from - first, down + from - image,
                         sizeof(*down) * (size_t)(end - from));
    }
}

static JW_REALTIME void NAME(sines_dot)(const JwGridRows *grid_rows, const REAL *x, const REAL *y,
                                        NAME(Room) * room, double *out_x, double *out_y) {
    const JwSines *t = &grid_rows->sines;
    // Mode j is element j - 1: even ones from the first, odd ones from the last.
    const REAL *const modes[2] = {x, y};
    const int h = t->n_modes / 2;
    REAL *const s[] = {(REAL *)room->all.series[0], (REAL *)room->all.series[1],
                       (REAL *)room->all.series[2], (REAL *)room->all.series[3]};
    const REAL *in[4] = {s[0], s[1], s[2], s[3]};
    const NAME(Parts) parts = {grid_rows->root_odd, grid_rows->root_even, true, h};
    for (int k = 0; k < 4; ++k) {
        // What join() takes along and nothing writes.
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

/********* Node by node *********/

static JW_INLINE JW_REALTIME NAME(Parts) NAME(some_parts)(const JwGridRows *t, int from, int n) {
    return (NAME(Parts)){(const REAL *)t->root_odd + from, (const REAL *)t->root_even + from,
                         t->mirrored, n};
}

/// Where the odd modes are that go with n even ones from 2 from on.
static JW_INLINE JW_REALTIME int NAME(odd_modes)(const JwGridRows *t, int from, int n) {
    return t->mirrored ? t->n_modes - 2 * (from + n) : 2 * from;
}

/// Sums of nodes, one after the other.
static JW_INLINE JW_REALTIME JwSumPlaces NAME(in_order)(VHALF *sum_x, VHALF *sum_y) {
    return (JwSumPlaces){.x = sum_x, .g = sum_y, .stride = 1};
}

/// Rows that are taken at a time: past the last one there are zeros.
enum { NAME(few_rows) = 8 };

static JW_INLINE JW_REALTIME int NAME(whole_rows)(const JwGridRows *t) {
    return (t->n_rows + NAME(few_rows) - 1) / NAME(few_rows) * NAME(few_rows);
}

/// Nodes and their images from sums over odd and over even modes.
static JW_INLINE JW_REALTIME void NAME(place)(const JwGridRows *t, const REAL *restrict odd,
                                              const REAL *restrict even, double *restrict out) {
    double up[JW_MAX_GRID_ROWS], down[JW_MAX_GRID_ROWS]; // Images, the last row's first
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

/// The way back: what a node and its image give together, and what against each other.
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
        // What place() takes along and nothing writes.
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
        ((const VBLOCK *)t->rows + from * apart, apart, apart, n, x + from, y + from, from > 0,
         &to);
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
    // What longer tables left there, which might not be a number.
    for (int j = t->n_modes; j < n_padded; ++j) {
        ((REAL *)given)[j] = 0;
    }
    for (int b = 0; b < blocks; ++b) {
        pull = vfma(along[b], f[b], pull);
    }
    return vsum(pull);
}

/********* Few nodes, along with the modes *********/

/// A step that ends one and begins the next, n known to the compiler. looks_back: at the nodes
/// where the step that ended left them.
static JW_INLINE JW_REALTIME void NAME(advance_few)(const JwModeArrays *m, const JwModeStep *a,
                                                    const int n, const bool looks_back,
                                                    const NAME(Kind) is) {
    const NAME(Blocks) blocks = NAME(blocks)(m);
    const VREG none = vsplat(VREG, 0);
    VBLOCK x[NAME(chunk)], g[NAME(chunk)];
    VBLOCK low_x[JW_FEW_GRID_ROWS], low_g[JW_FEW_GRID_ROWS], low_q[JW_FEW_GRID_ROWS];
    VHALF *to = a->node_sums;
    NAME(step_on)(m, a, a->grid_rows->rows, n, n, a->node_impulse, 1, is, x, g);
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

/// That without looking back, where nothing else touches the string.
static JW_INLINE JW_REALTIME void NAME(advance_told)(const JwModeArrays *m, const JwModeStep *a,
                                                     const int n) {
#if JW_VREG_BYTES == 64
    VHALF *sums = a->node_sums;
    const NAME(Rows) with = {a->grid_rows->rows, n, a->node_impulse, 1,
                             NAME(in_order)(sums, sums + JW_FEW_GRID_ROWS)};
    NAME(advance_at_once)(m, a, &with, n, NAME(still)(false));
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
    }                                                                                              \
    static JW_REALTIME void NAME(few_plucked_##n)(const JwModeArrays *m, const JwModeStep *a) {    \
        NAME(advance_few)(m, a, n, true, NAME(still)(true));                                       \
    }
NODE_COUNTS(FEW)
#undef FEW

/// Any step.
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

/// A step of so many nodes, 0: any; by whether it looks back, with a finger on the string or not.
static JW_REALTIME JwModeStepVariant NAME(few_variant)(const JwModeStep *a, int n_nodes) {
#define FEW(n)         [n] = NAME(few_##n),
#define FEW_BACK(n)    [n] = NAME(few_back_##n),
#define FEW_PLUCKED(n) [n] = NAME(few_plucked_##n),
    static const JwModeStepVariant with[3][JW_FEW_GRID_ROWS + 1] = {
        {NODE_COUNTS(FEW)[0] = NULL},
        {NODE_COUNTS(FEW_BACK)[0] = NULL},
        {NODE_COUNTS(FEW_PLUCKED)[0] = NULL},
    };
#undef FEW
#undef FEW_BACK
#undef FEW_PLUCKED
    const JwModeStepVariant known = with[a->pluck ? 2 : a->looks_back ? 1 : 0][n_nodes];
    return known ? known : NAME(advance_nodes);
}
