// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A step of a contact group; kernel/kernels_isa.c includes it for one string and for strings side
// by side.
//
// V is one number a string, W a register of numbers: of one point of all strings, or, for a string
// alone, of eight of its points. WIDE makes a W of a V, FOLD the sum of
// a W over the points in it and MOST their largest, LANES the sum of a V over the strings. These
// words are free again after it.

#if !defined(V) || !defined(W) || !defined(WIDE) || !defined(FOLD) || !defined(MOST)
#error "numbers: V, W, WIDE, FOLD, MOST"
#endif
#if !defined(LANES) || !defined(KNOWN_STEPS) || !defined(KNOWN_SWEEPS) || !defined(NAME)
#error "strings: LANES; variants: KNOWN_STEPS, KNOWN_SWEEPS; names: NAME"
#endif

#define AT(array, i)   (((V *)(array))[i])
#define OF(array, i)   (((const V *)(array))[i])
#define ROW(array, r)  (((W *)(array))[r])
#define SEEN(array, r) (((const W *)(array))[r])
#define EACH(number)   (*(V *)t->each->number.lane)
#define OWN(number)    (*(V *)s->number.lane)
#define CONST(x)       vsplat(V, x)
#define ALL(number)    WIDE(EACH(number))
#define FIX(x)         vsplat(W, x)

/// One string, V a double.
// NOLINTNEXTLINE(bugprone-sizeof-expression,misc-redundant-expression)
enum { NAME(alone) = sizeof(V) == sizeof(double) };

/// The register that point i is in.
static JW_INLINE JW_REALTIME int NAME(row_of)(int i) {
    return NAME(alone) ? i / JW_GROUP_LANES : i;
}

/// Registers of points.
static JW_INLINE JW_REALTIME int NAME(rows)(const JwContactGroup *t) {
    return NAME(row_of)(t->n);
}

/// Of a contact: known to the compiler where there are few points.
typedef struct {
    int points; ///< Columns of matrices that hold something
    int rows;   ///< Registers of points
    int n;      ///< Numbers of points; 0: as the compiler does not know
} NAME(Size);

/// Row i of a matrix of points.
static JW_INLINE JW_REALTIME const W *NAME(column)(const double *matrix, int i, int rows) {
    return (const W *)matrix + (size_t)i * (size_t)rows;
}

static JW_INLINE JW_REALTIME V NAME(dot)(const double *x, const double *y, const int rows) {
    W even = FIX(0.0), odd = FIX(0.0);
    int r = 0;
    for (; r + 2 <= rows; r += 2) {
        even = vfma(SEEN(x, r), SEEN(y, r), even);
        odd = vfma(SEEN(x, r + 1), SEEN(y, r + 1), odd);
    }
    if (r < rows) {
        even = vfma(SEEN(x, r), SEEN(y, r), even);
    }
    return FOLD(vadd(even, odd));
}

/// Rows of a product that are summed side by side, in registers as far as there are any.
enum { NAME(abreast) = sizeof(W) <= JW_VREG_BYTES ? 4 : 2 };

/// What point i adds to rows r to r + n - 1 of matrix times x, and of matrix times y unless that is
/// NULL.
static JW_INLINE JW_REALTIME void NAME(add_point)(const double *matrix, const int rows, int i,
                                                  int r, const int n, const double *x, W *sum_x,
                                                  const double *y, W *sum_y) {
    const W *column = NAME(column)(matrix, i, rows) + r;
    const W by_x = WIDE(OF(x, i)), by_y = y ? WIDE(OF(y, i)) : by_x;
    UNROLL for (int k = 0; k < n; ++k) {
        sum_x[k] = vfma(column[k], by_x, sum_x[k]);
        if (y) {
            sum_y[k] = vfma(column[k], by_y, sum_y[k]);
        }
    }
}

static JW_INLINE JW_REALTIME void NAME(times_some)(const double *matrix, const NAME(Size) size,
                                                   int r, const int n, const double *x, double *mx,
                                                   const double *y, double *my) {
    W even_x[NAME(abreast)], even_y[NAME(abreast)], odd_x[NAME(abreast)], odd_y[NAME(abreast)];
    int i = 0;
    UNROLL for (int k = 0; k < n; ++k) {
        even_x[k] = even_y[k] = odd_x[k] = odd_y[k] = FIX(0.0);
    }
    for (; i + 2 <= size.points; i += 2) {
        NAME(add_point)(matrix, size.rows, i, r, n, x, even_x, y, even_y);
        NAME(add_point)(matrix, size.rows, i + 1, r, n, x, odd_x, y, odd_y);
    }
    if (i < size.points) {
        NAME(add_point)(matrix, size.rows, i, r, n, x, even_x, y, even_y);
    }
    UNROLL for (int k = 0; k < n; ++k) {
        ROW(mx, r + k) = vadd(even_x[k], odd_x[k]);
        if (y) {
            ROW(my, r + k) = vadd(even_y[k], odd_y[k]);
        }
    }
}

/// mx = matrix times x, and my = matrix times y unless y is NULL.
static JW_INLINE JW_REALTIME void NAME(times)(const double *matrix, const NAME(Size) size,
                                              const double *x, double *mx, const double *y,
                                              double *my) {
    int r = 0;
    for (; r + NAME(abreast) <= size.rows; r += NAME(abreast)) {
        NAME(times_some)(matrix, size, r, NAME(abreast), x, mx, y, my);
    }
    if (NAME(abreast) > 2 && r + 2 <= size.rows) {
        NAME(times_some)(matrix, size, r, 2, x, mx, y, my);
        r += 2;
    }
    if (r < size.rows) {
        NAME(times_some)(matrix, size, r, 1, x, mx, y, my);
    }
}

/// p at the previous sample, carried along with the obstacle: everything is meant in its frame.
static JW_INLINE JW_REALTIME W NAME(earlier)(const JwContactGroup *t, int r) {
    return vadd(SEEN(t->p0, r), vsub(SEEN(t->height, r), SEEN(t->height0, r)));
}

/********* Springs and bridge *********/

static JW_INLINE JW_REALTIME int NAME(place)(JwContactGroup *t, int spring) {
    return t->n + 1 + spring;
}

/// A hand that goes along comes nearer to rest: once a step, which may be predicted twice.
static JW_INLINE JW_REALTIME void NAME(slow_down)(JwGroupSpring *s) {
    const V along = OWN(along), zero = CONST(0.0);
    // Down to exactly nothing, instead of ever smaller numbers.
    const V least = vmul(CONST(JW_LANDED), OWN(damping));
    const V later = vmul(OWN(keep), vfma(OWN(rate), along, OWN(slowing)));
    OWN(along) = vmax(vsub(vmul(OWN(keep), along), least), zero);
    OWN(slowing) = vmax(vsub(later, least), zero);
}

/// Takes spring u out of the prediction: its own history and what it answers to it.
static JW_INLINE JW_REALTIME void NAME(take_out)(JwContactGroup *t, int u, V *ahead_g, V *self_g) {
    JwGroupSpring *s = &t->spring[u];
    const double *column = t->column[u];
    const int self = NAME(place)(t, u), last = NAME(place)(t, JW_N_SPRINGS);
    const int rows = NAME(rows)(t);
    const V weight = OWN(weight), ahead = vsub(AT(t->ahead, self), OWN(rest));
    const V p1 = OWN(p1), p0 = OWN(p0);
    const V quarter = vmul(CONST(0.25), OWN(stiffness));
    V history = vfnma(OWN(damping), p0, vmul(quarter, vadd(vadd(p1, p1), p0)));
    if (u == JW_PALM) {
        const V along = vadd(OWN(along), OWN(slowing));
        history = vfnma(vadd(along, along), vsub(p1, p0), history);
    }
    const V give = vfma(OWN(self), weight, CONST(1.0));
    const V free = vdiv(vneg(vfma(weight, ahead, history)), give);
    OWN(ahead) = ahead;
    OWN(free) = free;
    OWN(shared) = CONST(0.0);
    for (int r = 0; r < rows; ++r) {
        ROW(t->ahead, r) = vfma(SEEN(column, r), WIDE(free), ROW(t->ahead, r));
    }
    // Of the springs those that have not had their turn.
    for (int i = t->n; i < last; i = i == t->n ? self + 1 : i + 1) {
        AT(t->ahead, i) = vfma(OF(column, i), free, AT(t->ahead, i));
    }
    if (t->tension) {
        const V pull = AT(t->pull, self), shared = vmul(OWN(share), pull);
        OWN(shared) = shared;
        *ahead_g = vfma(pull, free, *ahead_g);
        *self_g = vfnma(shared, pull, *self_g);
        for (int r = 0; r < rows; ++r) {
            ROW(t->pull, r) = vfnma(SEEN(column, r), WIDE(shared), ROW(t->pull, r));
        }
        for (int i = t->n; i < last; i = i == t->n ? self + 1 : i + 1) {
            AT(t->pull, i) = vfnma(OF(column, i), shared, AT(t->pull, i));
        }
    }
}

static JW_REALTIME void NAME(predict)(JwContactGroup *t) {
    const int n = t->n;
    V ahead_g = AT(t->ahead, n + JW_PLACE_SWING), self_g = AT(t->ahead, n + JW_PLACE_STIFFENING);
    if (t->coupled) {
        // From here on what the step gives the bridge.
        AT(t->ahead, n) = vsub(EACH(stroke), AT(t->ahead, n));
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        if (t->spring[u].used) {
            NAME(take_out)(t, u, &ahead_g, &self_g);
        }
    }
    EACH(tension_free) = EACH(tension_share) = CONST(0.0);
    if (t->tension) {
        const V half = vmul(CONST(0.5), EACH(stretch));
        const V rest = vadd(EACH(stretch_rest), EACH(stretch_rest));
        const V share = vdiv(half, vfma(half, self_g, CONST(1.0)));
        const V both = vadd(ahead_g, EACH(swung));
        const V free = vneg(vmul(share, vsub(both, rest)));
        EACH(swing) = ahead_g;
        EACH(stiffening) = self_g;
        EACH(tension_free) = free;
        EACH(tension_share) = share;
        for (int r = 0; r < NAME(rows)(t); ++r) {
            ROW(t->ahead, r) = vfma(ROW(t->pull, r), WIDE(free), ROW(t->ahead, r));
        }
        AT(t->ahead, n) = vfma(AT(t->pull, n), free, AT(t->ahead, n));
    }
    if (t->coupled) {
        const V pull = AT(t->pull, n), share = EACH(tension_share);
        const V self = vfnma(vmul(share, pull), pull, EACH(bridge_self));
        EACH(force) = vmul(EACH(mass), AT(t->ahead, n));
        EACH(reaction) = vmul(EACH(mass), vsub(CONST(1.0 / 3.0), self));
    }
}

static JW_REALTIME void NAME(reaction)(const JwContactGroup *t, double *reaction) {
    const V left = vmul(EACH(mass), vsub(EACH(promised), EACH(done)));
    const V weight = vmul(vmul(EACH(push), EACH(push)), EACH(inverse_mass));
    reaction[JW_REACTION_FORCE] = LANES(EACH(force));
    reaction[JW_REACTION_MASS] = LANES(EACH(reaction));
    reaction[JW_REACTION_LEFT] = LANES(left);
    reaction[JW_REACTION_WEIGHT] = LANES(weight);
}

static JW_REALTIME void NAME(refund)(JwContactGroup *t, double share) {
    const V speed = vmul(EACH(push), EACH(inverse_mass));
    EACH(ledger) = vfnma(vmul(speed, speed), CONST(share), EACH(ledger));
}

static JW_REALTIME void NAME(output)(JwContactGroup *t) {
    const V one = CONST(1.0), zero = CONST(0.0);
    const V to_go = vsub(EACH(tension_scale), EACH(heard_scale));
    const V scale = vfma(EACH(hearing), to_go, EACH(heard_scale));
    const V follows = vless(zero, EACH(heard_follows), scale, one);
    V sum = AT(t->ahead, t->n + JW_PLACE_HEARD);
    if (t->coupled) {
        // What stiffness and losses take of the speed the bridge's end feels, and contact's own.
        V given = vadd(NAME(dot)(t->beyond, t->impulse, NAME(rows)(t)), AT(t->ahead, t->n));
        if (t->spring[JW_THREAD].used) {
            const V impulse = *(V *)t->spring[JW_THREAD].impulse.lane;
            given = vfma(EACH(thread_beyond), impulse, given);
        }
        sum = vless(zero, EACH(heard_bridge), given, sum);
    }
    EACH(heard_scale) = scale;
    EACH(heard) = vmul(vmul(sum, EACH(heard_unit)), follows);
}

/********* Contact *********/

/// By what contact is judged: S + C, less what the tension takes of it.
typedef struct {
    const double *scaled, *self, *inverse; ///< As JwContactGroup
    V share;                               ///< Times pull pull^T was taken out
} NAME(JudgeCompliance);

/// Alone, contact sees the tension too: at rest it must be in balance with both. What of it may be
/// taken out of S + C and leave a compliance.
static JW_REALTIME void NAME(stiffen)(JwContactGroup *t, NAME(JudgeCompliance) * judge_compliance) {
    const int rows = NAME(rows)(t);
    V share = EACH(tension_share);
    W most = FIX(0.0);
    for (int r = 0; r < rows; ++r) {
        const W pull = ROW(t->pull, r);
        most = vmax(vmul(vmul(pull, pull), ROW(t->inverse, r)), most);
    }
    const V least = vdiv(CONST(0.5), vmax(MOST(most), CONST(1e-200)));
    share = vless(CONST(0.0), EACH(cutoff), vmin(share, least), share);
    double *const stiffer = t->moved; // scratch
    for (int r = 0; r < rows; ++r) {
        const W pull = ROW(t->pull, r), inverse = ROW(t->inverse, r);
        const W back = vmul(vmul(WIDE(share), pull), inverse);
        ROW(stiffer, r) = vdiv(FIX(1.0), vfnma(back, pull, FIX(1.0)));
        ROW(t->spare, r) = vmul(back, ROW(stiffer, r));
        ROW(t->stiff_inverse, r) = vmul(inverse, ROW(stiffer, r));
        ROW(t->stiff_self, r) = vfnma(vmul(WIDE(share), pull), pull, ROW(t->self, r));
    }
    for (int i = 0; i < t->points; ++i) {
        const W *column = NAME(column)(t->scaled, i, rows);
        const W pull = WIDE(AT(t->pull, i));
        for (int r = 0; r < rows; ++r) {
            ROW(t->stiffened, i * rows + r) =
                vfnma(ROW(t->spare, r), pull, vmul(column[r], ROW(stiffer, r)));
        }
    }
    *judge_compliance =
        (NAME(JudgeCompliance)){t->stiffened, t->stiff_self, t->stiff_inverse, share};
}

/// Lowest place `safe` may leave a point at: on the obstacle, or where restitution would throw it
/// back to without doing work. A point already below is never lifted here, or lifting would do
/// work; with the cut-off compliance being below is normal, and d itself is the bound. held is what
/// the others hold each point up by, itself too, if there is a fold.
static JW_INLINE JW_REALTIME W NAME(lowest)(const JwContactGroup *t,
                                            const NAME(JudgeCompliance) * judge_compliance, int r,
                                            W ahead, const double *held) {
    const W zero = FIX(0.0), d = SEEN(t->height, r), p0 = NAME(earlier)(t, r);
    const W bound = vless(zero, ALL(cutoff), d, vmin(d, p0));
    if (!t->throws) {
        return bound;
    }
    if (t->fold) {
        // Among dense points one that the others hold up is not falling, though alone it would.
        const W others = vsub(SEEN(held, r), SEEN(t->last, r));
        const W counts = vmul(ALL(cutoff), ALL(folds));
        ahead = vfma(vmul(others, SEEN(judge_compliance->self, r)), counts, ahead);
    }
    const W R = SEEN(t->restitution, r);
    const W back = vfma(R, p0, vmul(vsub(FIX(1.0), R), d));
    const W thrown = vmax(vmin(back, p0), bound);
    return vless(ahead, d, thrown, bound);
}

/// The sweep's next eight points, in either direction: setting one's impulse moves what the others
/// are over by a column; first of these eight, in registers, then of all.
static JW_INLINE JW_REALTIME void NAME(sweep_eight)(JwContactGroup *t, const double *scaled,
                                                    int first, const bool back) {
    const int rows = NAME(rows)(t);
    const W *column = NAME(column)(scaled, first, rows);
    V over[8], less[8];
    UNROLL for (int i = 0; i < 8; ++i) {
        over[i] = AT(t->lower, first + i);
    }
    UNROLL for (int turn = 0; turn < 8; ++turn) {
        const int i = back ? 7 - turn : turn;
        const double *own = (const double *)(column + i * rows);
        const V impulse = AT(t->projected, first + i);
        less[i] = vmin(over[i], impulse);
        AT(t->projected, first + i) = vsub(impulse, less[i]);
        UNROLL for (int k = 0; k < 8; ++k) {
            over[k] = vfnma(OF(own, first + k), less[i], over[k]);
        }
    }
    for (int r = 0; r < rows; ++r) {
        W all = ROW(t->lower, r);
        UNROLL for (int i = 0; i < 8; ++i) {
            all = vfnma(column[i * rows + r], WIDE(less[i]), all);
        }
        ROW(t->lower, r) = all;
    }
}

/// The turn of point i of n, what they are over by and the impulses in registers; `next` is the one
/// that waits for it.
static JW_INLINE JW_REALTIME void NAME(sweep_point)(JwContactGroup *t, const double *scaled, int i,
                                                    int next, const int n, V *over, V *impulse) {
    // There is room for n, no more (room_for() in kernel/contact_group.c): every place in it is
    // known.
    enum { whole = JW_GROUP_LANES };
    const int rows = NAME(alone) ? (n + whole - 1) / whole : n;
    const double *column = (const double *)((const W *)scaled + i * rows);
    const V less = vmin(over[i], impulse[i]);
    impulse[i] = vsub(impulse[i], less);
    if (!NAME(alone)) {
        // Or the compiler would keep all of the matrix on the stack.
        AT(t->projected, i) = impulse[i];
    }
    UNROLL for (int more = 0; more < n; ++more) {
        const int k = next > i ? (next + more) % n : (next - more + n) % n;
        over[k] = vfnma(OF(column, k), less, over[k]);
    }
}

/// All sweeps over at most n points, n known to the compiler, there and back. Where they
/// turn around, a point has just had its turn and is left out, though sweeps that go a part of the
/// way would move it a little; with more points that would not be worth it.
static JW_INLINE JW_REALTIME void NAME(sweep_few)(JwContactGroup *t, const double *scaled,
                                                  const int n) {
    V over[JW_GROUP_FEW_POINTS], impulse[JW_GROUP_FEW_POINTS];
    UNROLL for (int i = 0; i < n; ++i) {
        over[i] = AT(t->lower, i);
        impulse[i] = AT(t->projected, i);
    }
    NAME(sweep_point)(t, scaled, 0, 1, n, over, impulse);
    for (int sweep = 0; sweep < t->sweeps; sweep += 2) {
        UNROLL for (int i = 1; i < n; ++i) {
            NAME(sweep_point)(t, scaled, i, i + 1 < n ? i + 1 : i - 1, n, over, impulse);
        }
        UNROLL for (int i = n - 2; i >= 0; --i) {
            NAME(sweep_point)(t, scaled, i, i > 0 ? i - 1 : 1, n, over, impulse);
        }
    }
    UNROLL for (int i = 0; i < n; ++i) {
        AT(t->lower, i) = over[i];
        if (NAME(alone)) {
            AT(t->projected, i) = impulse[i];
        }
    }
}

#define SWEEP(n)                                                                                   \
    static JW_REALTIME void NAME(sweep_##n)(JwContactGroup * t, const double *scaled) {            \
        NAME(sweep_few)(t, scaled, n);                                                             \
    }
KNOWN_SWEEPS(SWEEP)
#undef SWEEP

/// The turn of point i of n in memory.
static JW_REALTIME void NAME(sweep_turn)(JwContactGroup *t, const double *scaled, int i, int n) {
    const int rows = NAME(alone) ? (n + JW_GROUP_LANES - 1) / JW_GROUP_LANES : n;
    const double *column = (const double *)((const W *)scaled + i * rows);
    const V impulse = AT(t->projected, i), less = vmin(AT(t->lower, i), impulse);
    AT(t->projected, i) = vsub(impulse, less);
    for (int k = 0; k < n; ++k) {
        AT(t->lower, k) = vfnma(OF(column, k), less, AT(t->lower, k));
    }
}

/// The same sweeps as sweep_few(), over any few points.
static JW_REALTIME void NAME(sweep_some)(JwContactGroup *t, const double *scaled, int n) {
    NAME(sweep_turn)(t, scaled, 0, n);
    for (int sweep = 0; sweep < t->sweeps; sweep += 2) {
        for (int i = 1; i < n; ++i) {
            NAME(sweep_turn)(t, scaled, i, n);
        }
        for (int i = n - 2; i >= 0; --i) {
            NAME(sweep_turn)(t, scaled, i, n);
        }
    }
}

static JW_REALTIME void NAME(sweep_any)(JwContactGroup *t, const double *scaled) {
    for (int sweep = 0; sweep < t->sweeps; ++sweep) {
        for (int i = 0; i < t->n; i += 8) {
            if (sweep % 2) {
                NAME(sweep_eight)(t, scaled, t->n - 8 - i, true);
            } else {
                NAME(sweep_eight)(t, scaled, i, false);
            }
        }
    }
}

static JW_INLINE JW_REALTIME void NAME(sweep_all)(JwContactGroup *t, const double *scaled,
                                                  const NAME(Size) size) {
    if (size.n > 0) {
        NAME(sweep_few)(t, scaled, size.n);
        return;
    }
    if (t->points == 0) {
        return;
    }
    const int n = jw_contact_group_size(t->points);
    switch (n) {
#define SWEEP(n)                                                                                   \
    case n:                                                                                        \
        NAME(sweep_##n)(t, scaled);                                                                \
        return;
        KNOWN_SWEEPS(SWEEP)
#undef SWEEP
    default:
        break;
    }
    if (n <= JW_GROUP_FEW_POINTS) {
        NAME(sweep_some)(t, scaled, n);
    } else {
        NAME(sweep_any)(t, scaled);
    }
}

/// r >= 0, p~ + (S + C) r >= lower, complementary; Gauss-Seidel in alternating directions from
/// half-way to the last sample's solution, so that a string at rest stays there exactly. First the
/// bridge moves by lift without contact, tension of `pulled` a metre with it.
///
/// lower becomes what they are over by: how much less each point's own impulse would have to be to
/// meet its bound.
static JW_INLINE JW_REALTIME void NAME(project)(JwContactGroup *t,
                                                const NAME(JudgeCompliance) * judge_compliance,
                                                V pulled, double lift, const NAME(Size) size) {
    const int rows = size.rows;
    const bool stiff = judge_compliance->scaled != t->scaled;
    const V warm = EACH(warm);
    double *held = t->spare;
    V back = CONST(0.0);
    if (t->throws && t->fold) {
        NAME(times)(judge_compliance->scaled, size, t->last, held, NULL, NULL);
    }
    if (stiff) {
        const V rest_impulse = NAME(dot)(t->pull, t->rest_impulse, rows),
                last = NAME(dot)(t->pull, t->projected, rows);
        back = vmul(judge_compliance->share, vfma(warm, vsub(last, rest_impulse), rest_impulse));
    }
    for (int r = 0; r < rows; ++r) {
        W ahead = ROW(t->ahead, r);
        if (t->coupled) {
            const W give = vfnma(WIDE(pulled), ROW(t->pull, r), ROW(t->bridge, r));
            ahead = vfnma(give, FIX(lift), ahead);
            ROW(t->ahead, r) = ahead;
        }
        const W rest_impulse = ROW(t->rest_impulse, r), still = ROW(t->compliant_rest, r);
        const W image = vfma(WIDE(warm), vsub(ROW(t->compliant, r), still), still);
        const W room = vsub(NAME(lowest)(t, judge_compliance, r, ahead, held), ahead);
        W over = vsub(image, room);
        if (stiff) {
            over = vfnma(ROW(t->pull, r), WIDE(back), over);
        }
        ROW(t->projected, r) =
            vfma(WIDE(warm), vsub(ROW(t->projected, r), rest_impulse), rest_impulse);
        ROW(t->compliant, r) = room;
        ROW(t->lower, r) = vmul(over, SEEN(judge_compliance->inverse, r));
    }
    NAME(sweep_all)(t, judge_compliance->scaled, size);
    // (S + C) r, tension not counted, from that.
    const V more =
        stiff ? vmul(judge_compliance->share, NAME(dot)(t->pull, t->projected, rows)) : CONST(0.0);
    for (int r = 0; r < rows; ++r) {
        W image = vfma(ROW(t->lower, r), SEEN(judge_compliance->self, r), ROW(t->compliant, r));
        if (stiff) {
            image = vfma(ROW(t->pull, r), WIDE(more), image);
        }
        ROW(t->compliant, r) = image;
    }
}

/// Ivanov's fold, points in order, each seeing its predecessors. The impulse of an impact, (1 + R)
/// times the speed, is shared between the samples around it by where in the step it falls; returns
/// what restitution takes.
///
/// Where points stand denser than the grid the path between samples is a straight line: the stretch
/// between them swings in less than a step, and three samples say nothing of it. Elsewhere,
/// `sparse` if there are such points, it is the parabola through them.
static JW_INLINE JW_REALTIME V NAME(fold_points)(JwContactGroup *t,
                                                 const NAME(JudgeCompliance) * judge_compliance,
                                                 const bool sparse) {
    const V zero = CONST(0.0), one = CONST(1.0), tiny = CONST(1e-200);
    double *p = t->spare; // displacements, each over its own compliance
    const int rows = NAME(rows)(t);
    V loss = zero;
    for (int r = 0; r < rows; ++r) {
        ROW(p, r) = vmul(ROW(t->ahead, r), SEEN(judge_compliance->inverse, r));
    }
    for (int i = 0; i < t->points; ++i) {
        const V self = OF(judge_compliance->self, i), give = OF(judge_compliance->inverse, i);
        const V d = AT(t->height, i), R = AT(t->restitution, i), pending = AT(t->pending, i);
        const V p1 = vadd(AT(t->p1, i), vsub(d, AT(t->height1, i)));
        const V x = vmul(self, vadd(pending, AT(p, i)));
        const V gap = vmax(vsub(p1, d), zero), drop = vsub(p1, x);
        // A straight path.
        V when = vless(zero, drop, vdiv(gap, vmax(drop, tiny)), zero);
        V speed = vneg(drop);
        if (sparse) {
            // A parabola.
            const V p0 = vadd(AT(t->p0, i), vsub(d, AT(t->height0, i)));
            const V bend = vadd(vsub(AT(t->ahead, i), vadd(p1, p1)), p0);
            const V v = vfnma(CONST(0.5), bend, vsub(x, p1));
            const V inside = vfnma(vadd(bend, bend), gap, vmul(v, v));
            const V root = vsub(vsqrt(vmax(inside, zero)), v), twice = vadd(gap, gap);
            const V curved = vless(twice, root, vdiv(twice, vmax(root, tiny)), one);
            when = vless(zero, EACH(cutoff), when, curved);
            speed = vless(zero, EACH(cutoff), speed, vfma(bend, curved, v));
        }
        // A point that moves up already is only held. These two are 1 or 0.
        const V hit = vless(x, d, EACH(folds), zero);
        const V falling = vless(p1, x, zero, vless(zero, speed, zero, hit));
        const V jump = vneg(vmul(vmul(vadd(one, R), speed), give));
        const V least = vmul(hit, vmul(vsub(d, x), give));
        const V thrown = vmax(vmul(jump, vsub(one, when)), least);
        const V impulse = vadd(pending, vless(zero, falling, thrown, least));
        const V taken = vmul(vfnma(R, R, one), vmul(vmul(speed, speed), give));
        loss = vfma(vmul(falling, CONST(0.5)), vmul(EACH(count), taken), loss);
        AT(t->pending, i) = vless(zero, falling, vmul(jump, when), zero);
        AT(t->reflected, i) = impulse;
        // For those that are still to come
        for (int r = NAME(row_of)(i + 1); r < rows; ++r) {
            ROW(p, r) =
                vfma(NAME(column)(judge_compliance->scaled, i, rows)[r], WIDE(impulse), ROW(p, r));
        }
    }
    return loss;
}

static JW_REALTIME V NAME(fold_sparse)(JwContactGroup *t,
                                       const NAME(JudgeCompliance) * judge_compliance) {
    return NAME(fold_points)(t, judge_compliance, true);
}

static JW_REALTIME V NAME(fold_dense)(JwContactGroup *t,
                                      const NAME(JudgeCompliance) * judge_compliance) {
    return NAME(fold_points)(t, judge_compliance, false);
}

/// Largest x in [0, 1] with a x^2 + b x + e <= 0, where e <= 0 and a >= 0.
static JW_INLINE JW_REALTIME V NAME(largest_share)(V a, V b, V e) {
    const V zero = CONST(0.0), one = CONST(1.0), tiny = CONST(1e-200);
    const V inside = vfnma(vmul(CONST(4.0), a), e, vmul(b, b));
    const V root = vsqrt(vmax(inside, zero));
    // The form that does not cancel; e = 0 gives -b/a or 0.
    const V over = vless(zero, b, vmul(CONST(-2.0), e), vsub(root, b));
    const V under = vless(zero, b, vadd(b, root), vadd(a, a));
    const V share = vdiv(over, vmax(under, tiny));
    const V falling = vless(zero, a, share, one);
    return vmin(vmax(vless(zero, b, share, falling), zero), one);
}

/// What comes back of impulses through the bridge, or alone the tension: so much along `by`.
static JW_INLINE JW_REALTIME V NAME(come_back)(const JwContactGroup *t, const double *by,
                                               const double *impulse, const int rows) {
    const V share = t->coupled ? EACH(back) : vneg(EACH(tension_share));
    return vmul(share, NAME(dot)(by, impulse, rows));
}

static JW_INLINE JW_REALTIME W NAME(size_of)(W x) {
    return vmax(x, vneg(x));
}

/// The projection alone does no work where restitution takes nothing: what it loses at points just
/// above the obstacle that the tension of others pulls down comes back with all impulses.
static JW_INLINE JW_REALTIME V NAME(keep)(JwContactGroup *t, V linear, V square, V scale) {
    const V zero = CONST(0.0);
    W taken = FIX(0.0);
    for (int r = 0; r < NAME(rows)(t); ++r) {
        taken = vfma(ROW(t->projected, r), vsub(FIX(1.0), ROW(t->restitution, r)), taken);
    }
    const V all = vdiv(vneg(linear), vmax(square, CONST(1e-200)));
    const V elastic = vless(zero, vadd(FOLD(taken), EACH(cutoff)), scale, vmin(all, CONST(2.0)));
    return vless(vadd(linear, square), zero, elastic, scale);
}

/// Chooses r between `safe` and `folded` by the ledger, energy as S has it, and what comes back.
static JW_INLINE JW_REALTIME void NAME(settle)(JwContactGroup *t, V loss, const NAME(Size) size) {
    const int rows = size.rows;
    const V zero = CONST(0.0), one = CONST(1.0);
    const V ledger_due = vfma(EACH(forget), EACH(ledger), loss);
    const double *by = t->coupled ? t->bridge : t->pull;
    V change_back = zero;
    W lin = FIX(0.0), twice = lin, sizes = lin, change_free = lin, change_moved = lin;
    W change_twice = lin;
    if (t->fold) {
        // Of what is folded the change from `safe`.
        for (int r = 0; r < rows; ++r) {
            ROW(t->reflected, r) =
                vmul(ALL(folds), vsub(ROW(t->reflected, r), ROW(t->projected, r)));
        }
        NAME(times)(t->s, size, t->projected, t->moved, t->reflected, t->reflected_moved);
        change_back = NAME(come_back)(t, by, t->reflected, rows);
    } else {
        NAME(times)(t->s, size, t->projected, t->moved, NULL, NULL);
    }
    const V safe_back = NAME(come_back)(t, by, t->projected, rows);
    for (int r = 0; r < rows; ++r) {
        const W projected = ROW(t->projected, r), ahead = ROW(t->ahead, r),
                p0 = NAME(earlier)(t, r);
        const W move = vmul(FIX(0.5), vsub(ahead, p0));
        const W moved = vfma(SEEN(by, r), WIDE(safe_back), ROW(t->moved, r));
        ROW(t->moved, r) = moved;
        lin = vfma(projected, move, lin);
        twice = vfma(projected, moved, twice);
        if (t->fold) {
            const W change = ROW(t->reflected, r);
            const W further = vfma(SEEN(by, r), WIDE(change_back), ROW(t->reflected_moved, r));
            ROW(t->reflected_moved, r) = further;
            sizes = vfma(projected, vadd(NAME(size_of)(ahead), NAME(size_of)(p0)), sizes);
            change_free = vfma(change, move, change_free);
            change_moved = vfma(change, moved, change_moved);
            change_twice = vfma(change, further, change_twice);
        }
    }
    const V linear = FOLD(lin), square = vmul(CONST(0.5), FOLD(twice));
    const V work = vadd(linear, square), room = vmax(vneg(ledger_due), zero);
    V scale = one, share = zero;
    // Coupled points only: the projection itself would do work. W(x) = linear x + square x^2.
    if (vany(room, work)) {
        const V less = NAME(largest_share)(square, linear, vneg(room));
        scale = vless(room, work, less, one);
    }
    if (!t->fold && t->throws) {
        scale = NAME(keep)(t, linear, square, scale);
    }
    V linear_change = zero, square_change = zero;
    if (t->fold) {
        const V balance = vadd(ledger_due, work);
        linear_change = vadd(FOLD(change_free), FOLD(change_moved));
        square_change = vmul(CONST(0.5), FOLD(change_twice));
        // At R = 1 `safe` does no work but for rounding, which must not be what forbids the fold.
        const V rounding = vadd(vmax(ledger_due, vneg(ledger_due)), FOLD(sizes));
        const V limit = vmul(CONST(rounding_share), rounding);
        const V found = NAME(largest_share)(square_change, linear_change, vmin(balance, zero));
        share = vmul(EACH(folds), vless(limit, balance, zero, found));
        scale = vless(limit, balance, scale, vless(zero, EACH(folds), one, scale));
    }
    EACH(ledger_due) = ledger_due;
    W through = FIX(0.0), felt = through;
    for (int r = 0; r < rows; ++r) {
        W impulse = ROW(t->projected, r), moved = ROW(t->moved, r);
        if (t->fold) {
            impulse = vfma(WIDE(share), ROW(t->reflected, r), impulse);
            moved = vfma(WIDE(share), ROW(t->reflected_moved, r), moved);
        }
        impulse = vmul(WIDE(scale), impulse);
        ROW(t->impulse, r) = impulse;
        ROW(t->moved, r) = vmul(WIDE(scale), moved);
        through = vfma(ROW(t->bridge, r), impulse, through);
        felt = vfma(ROW(t->pull, r), impulse, felt);
    }
    EACH(through) = FOLD(through);
    EACH(felt) = FOLD(felt);
    const V promised = vmul(scale, vfma(scale, square, linear));
    EACH(promised) = vfma(share, vfma(share, square_change, linear_change), promised);
}

static JW_INLINE JW_REALTIME double NAME(solve_of)(JwContactGroup *t, double lift,
                                                   const NAME(Size) size) {
    NAME(JudgeCompliance) judge_compliance = {t->scaled, t->self, t->inverse, CONST(0.0)};
    const V pulled = vmul(EACH(tension_share), AT(t->pull, t->n));
    if (t->tension && !t->coupled) {
        NAME(stiffen)(t, &judge_compliance);
    }
    NAME(project)(t, &judge_compliance, pulled, lift, size);
    V loss = CONST(0.0);
    if (t->fold) {
        loss = t->sparse ? NAME(fold_sparse)(t, &judge_compliance)
                         : NAME(fold_dense)(t, &judge_compliance);
    }
    NAME(settle)(t, loss, size);
    const V push = vmul(EACH(mass), vfnma(pulled, EACH(felt), EACH(through)));
    EACH(push) = push;
    return LANES(push);
}

static JW_REALTIME double NAME(solve_any)(JwContactGroup *t, double lift) {
    return NAME(solve_of)(t, lift, (NAME(Size)){t->points, NAME(rows)(t), 0});
}

/// Strings side by side mostly have so few points.
#define CHOOSE(few)                                                                                \
    static JW_REALTIME double NAME(choose_##few)(JwContactGroup * t, double lift) {                \
        return NAME(solve_of)(t, lift, (NAME(Size)){few, few, few});                               \
    }
KNOWN_STEPS(CHOOSE)
#undef CHOOSE

static JW_REALTIME double NAME(solve)(JwContactGroup *t, double lift) {
#define CHOOSE(few)                                                                                \
    if (t->n == few) {                                                                             \
        return NAME(choose_##few)(t, lift);                                                        \
    }
    KNOWN_STEPS(CHOOSE)
#undef CHOOSE
    return NAME(solve_any)(t, lift);
}

/********* After contact *********/

/// Where everything really goes: contact impulses, and the bridge moved by lift_more; and what the
/// impulses really did: work, ledger, records.
static JW_INLINE JW_REALTIME void NAME(book)(JwContactGroup *t, double lift_more) {
    const W zero = FIX(0.0), half = FIX(0.5);
    const int n = t->n;
    W works = zero, drags = zero, depths = zero, most = zero, impacts = zero;
    V pushed_more = CONST(0.0), pulled_more = pushed_more;
    if (t->coupled) {
        // moved holds what comes back at most: less that, and what really does.
        const V lift = CONST(lift_more), bridge_pull = AT(t->pull, n);
        pushed_more = vfma(EACH(back), EACH(through), lift);
        pulled_more = vmul(EACH(tension_share), vfnma(bridge_pull, lift, EACH(felt)));
    }
    for (int r = 0; r < NAME(rows)(t); ++r) {
        const W impulse = ROW(t->impulse, r), d = ROW(t->height, r);
        W moved = ROW(t->moved, r);
        if (t->coupled) {
            moved = vfnma(ROW(t->bridge, r), WIDE(pushed_more), moved);
            moved = vfnma(ROW(t->pull, r), WIDE(pulled_more), moved);
        }
        const W p = vadd(ROW(t->ahead, r), moved);
        const W pushed = vmul(half, impulse);
        const W begins = vless(zero, ROW(t->last, r), zero, FIX(1.0));
        works = vfma(pushed, vsub(p, NAME(earlier)(t, r)), works);
        drags = vfma(pushed, vsub(d, ROW(t->height0, r)), drags);
        impacts = vadd(impacts, vless(zero, impulse, begins, zero));
        depths = vmax(depths, vsub(d, p));
        most = vmax(most, impulse);
        ROW(t->last, r) = ROW(t->give, r) = impulse;
        ROW(t->p0, r) = ROW(t->p1, r);
        ROW(t->p1, r) = p;
        ROW(t->height0, r) = ROW(t->height1, r);
        ROW(t->height1, r) = d;
    }
    const V work = FOLD(works), drag = FOLD(drags);
    const V account = vadd(EACH(ledger_due), t->coupled ? EACH(promised) : work);
    EACH(done) = work;
    EACH(ledger) = vmax(vmin(account, CONST(0.0)), EACH(floor));
    EACH(penetration) = vmax(EACH(penetration), MOST(depths));
    EACH(impulse_max) = vmax(EACH(impulse_max), MOST(most));
    EACH(impacts) = vadd(EACH(impacts), FOLD(impacts));
    EACH(work) = vadd(EACH(work), vadd(work, drag));
    EACH(mover_work) = vadd(EACH(mover_work), drag);
}

/// Impulses of the springs, last first, from those of points and bridge.
static JW_INLINE JW_REALTIME void NAME(resolve)(JwContactGroup *t, V bridge) {
    const int rows = NAME(rows)(t), n = t->n;
    const V points = vadd(EACH(outer_pull), EACH(felt));
    const V pulled_by = vfma(AT(t->pull, n), bridge, points);
    const V pulled = vfnma(EACH(tension_share), pulled_by, EACH(tension_free));
    EACH(pushed) = pulled;
    if (t->tension) {
        const V swing = vfma(EACH(stiffening), pulled, vadd(EACH(swing), pulled_by));
        EACH(swung) = vless(CONST(0.0), EACH(stretch), swing, CONST(0.0));
    }
    for (int u = JW_N_SPRINGS - 1; u >= 0; --u) {
        JwGroupSpring *s = &t->spring[u];
        const double *column = t->column[u];
        if (!s->used) {
            continue;
        }
        V push = vadd(OWN(outer), NAME(dot)(column, t->impulse, rows));
        push = vfma(OF(column, n), bridge, push);
        push = vfma(AT(t->pull, NAME(place)(t, u)), pulled, push);
        for (int later = u + 1; later < JW_N_SPRINGS; ++later) {
            if (t->spring[later].used) {
                const V impulse = *(V *)t->spring[later].impulse.lane;
                push = vfma(OF(column, NAME(place)(t, later)), impulse, push);
            }
        }
        OWN(impulse) = vfnma(OWN(share), push, OWN(free));
        OWN(p0) = OWN(p1);
        OWN(p1) = vfma(OWN(self), OWN(impulse), vadd(OWN(ahead), push));
        if (u == JW_PALM) {
            NAME(slow_down)(s);
        }
    }
}

static JW_REALTIME void NAME(commit)(JwContactGroup *t, double lift, double lift_more) {
    t->lifted = t->coupled ? -(lift + lift_more) : 0.0;
    NAME(book)(t, lift_more);
    NAME(resolve)(t, CONST(t->lifted));
}

static const JwContactStep NAME(contact_step) = {
    .predict = NAME(predict),
    .reaction = NAME(reaction),
    .refund = NAME(refund),
    .solve = NAME(solve),
    .commit = NAME(commit),
    .output = NAME(output),
};

#undef AT
#undef OF
#undef ROW
#undef SEEN
#undef EACH
#undef OWN
#undef CONST
#undef ALL
#undef FIX
#undef V
#undef W
#undef WIDE
#undef FOLD
#undef MOST
#undef LANES
#undef KNOWN_STEPS
#undef KNOWN_SWEEPS
#undef NAME
