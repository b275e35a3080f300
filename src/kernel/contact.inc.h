// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Step of a contact group: the functions of JwContactStep (kernel/contact_group.h).
// kernel/kernels_isa.c includes this file for one string, for few strings side by side and for
// eight.
//
// Two parts of the step have files of their own, included below:
//
//   kernel/contact_projection.inc.h  impulses that keep all points above the obstacle and do no
//   work kernel/impact.inc.h              impacts by Ivanov's fold
//
// Parameters, undefined again at the end:
//
//   V             type of one number a string
//   W             type of a register: one point of all strings or, for a single string, eight of
//                 its points
//   WIDE(v)       W with v in all elements
//   FOLD(w)       sum of the elements of w
//   MOST(w)       largest element of w
//   LANES(v)      sum of v over the strings
//   KNOWN_STEPS   numbers of points for which the whole step is compiled (kernel/variants.h)
//   KNOWN_GROUNDED
//                 the same for strings whose modes are seen from the ground
//   KNOWN_SWEEPS  numbers of points for which only the sweeps are compiled
//   NAME(x)       name x of this variant

#if !defined(V) || !defined(W) || !defined(WIDE) || !defined(FOLD) || !defined(MOST)
#error "numbers: V, W, WIDE, FOLD, MOST"
#endif
#if !defined(LANES) || !defined(KNOWN_STEPS) || !defined(KNOWN_GROUNDED) ||                        \
    !defined(KNOWN_SWEEPS) || !defined(NAME)
#error "strings: LANES; variants: KNOWN_STEPS, KNOWN_GROUNDED, KNOWN_SWEEPS; names: NAME"
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

/// Flag: a single string, so that V is a double.
// NOLINTNEXTLINE(bugprone-sizeof-expression,misc-redundant-expression)
enum { NAME(alone) = sizeof(V) == sizeof(double) };

/// Register that holds point i.
static JW_INLINE JW_REALTIME int NAME(row_of)(int i) {
    return NAME(alone) ? i / JW_GROUP_LANES : i;
}

/// Number of registers that hold points.
static JW_INLINE JW_REALTIME int NAME(rows)(const JwContactGroup *t) {
    return NAME(row_of)(t->n);
}

/// Size of a contact: known to the compiler if there are few points.
typedef struct {
    int points; ///< Columns of matrices that are not empty
    int rows;   ///< Registers that hold points
    int n;      ///< Points, empty ones included, if the compiler knows the number; otherwise 0
} NAME(Size);

/// Column i of a matrix over the points: the effect of point i on all of them.
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

/// Rows of a product that are summed side by side: as many as registers can hold.
enum { NAME(abreast) = sizeof(W) <= JW_VREG_BYTES ? 4 : 2 };

/// Adds the contribution of point i to rows r to r + n - 1 of matrix times x, and of matrix times y
/// unless y is NULL.
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

/// Computes mx = matrix times x, and my = matrix times y unless y is NULL.
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

/// Displacement p0 shifted with the obstacle: the step is computed in the obstacle's frame.
static JW_INLINE JW_REALTIME W NAME(earlier)(const JwContactGroup *t, int r) {
    if (t->moves == 0) {
        return SEEN(t->p0, r);
    }
    return vadd(SEEN(t->p0, r), vsub(SEEN(t->height, r), SEEN(t->height0, r)));
}

/// True for the commonest step: moving bridge, obstacle at rest, no restitution.
static JW_INLINE JW_REALTIME bool NAME(is_usual)(const JwContactGroup *t) {
    return t->coupled && !t->throws && !t->fold && t->moves == 0;
}

/// Tells the compiler that the step is usual, with n points and grounded as given, so that it
/// leaves out code for other steps. The caller has checked all of that.
static JW_INLINE JW_REALTIME void NAME(assume_usual)(const JwContactGroup *t, int n,
                                                     bool grounded) {
    if (!NAME(is_usual)(t) || t->n != n || t->grounded != grounded) {
        __builtin_unreachable();
    }
}

/********* Springs and bridge *********/

static JW_INLINE JW_REALTIME int NAME(place)(JwContactGroup *t, int spring) {
    return t->n + 1 + spring;
}

/// Decays the part C of a landing palm's damping (kernel/springs.h). Called from commit(), once a
/// step: a step may be predicted twice.
static JW_INLINE JW_REALTIME void NAME(slow_down)(JwGroupSpring *s) {
    const V along = OWN(along), zero = CONST(0.0);
    // Smallest decrease per step, so that C ends at exactly 0 and not in subnormal numbers.
    const V least = vmul(CONST(JW_LANDED), OWN(damping));
    const V later = vmul(OWN(keep), vfma(OWN(rate), along, OWN(slowing)));
    OWN(along) = vmax(vsub(vmul(OWN(keep), along), least), zero);
    OWN(slowing) = vmax(vsub(later, least), zero);
}

/// Eliminates spring u: adds the impulse of its history and of its response to the prediction.
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
    // Bridge, then the springs that are not eliminated yet.
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
    if (t->coupled && !t->grounded) {
        // Second difference that the stroke gives the bridge, in place of the bridge row's sum.
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
    if (t->grounded) {
        EACH(force) = vmul(EACH(mass), vsub(EACH(held), AT(t->ahead, n)));
        EACH(reaction) = vmul(EACH(mass), EACH(hold));
    } else if (t->coupled) {
        const V pull = AT(t->pull, n), share = EACH(tension_share);
        const V self = vfnma(vmul(share, pull), pull, EACH(bridge_self));
        EACH(force) = vmul(EACH(mass), AT(t->ahead, n));
        EACH(reaction) = vmul(EACH(mass), vsub(CONST(1.0 / 3.0), self));
    }
}

static JW_REALTIME void NAME(reaction)(const JwContactGroup *t, double *reaction) {
    const V lacking = vmul(EACH(mass), vmax(EACH(ledger), CONST(0.0)));
    reaction[JW_REACTION_FORCE] = LANES(EACH(force));
    reaction[JW_REACTION_MASS] = LANES(EACH(reaction));
    reaction[JW_REACTION_EXCESS] = LANES(vmul(EACH(mass), EACH(excess)));
    reaction[JW_REACTION_LACKING] = LANES(lacking);
}

static JW_REALTIME void NAME(refund)(JwContactGroup *t, double share) {
    const V excess = EACH(excess), most = vmul(CONST(refund_steps), excess);
    const V whole = vfma(CONST(share), excess, EACH(refund)), kept = vmin(whole, most);
    EACH(refund) = kept;
    EACH(ledger) = vsub(vmin(EACH(ledger), CONST(0.0)), vsub(whole, kept));
    EACH(excess) = CONST(0.0);
}

/// Adds to `sum` the impulses of points and thread, each times its `beyond`.
static JW_INLINE JW_REALTIME V NAME(weighed)(const JwContactGroup *t, V sum) {
    const int rows = NAME(rows)(t);
    sum = vadd(rows > 0 ? NAME(dot)(t->beyond, t->impulse, rows) : CONST(0.0), sum);
    if (t->spring[JW_THREAD].used) {
        sum = vfma(EACH(thread_beyond), *(V *)t->spring[JW_THREAD].impulse.lane, sum);
    }
    return sum;
}

static JW_REALTIME void NAME(output)(JwContactGroup *t) {
    const V one = CONST(1.0), zero = CONST(0.0);
    const V to_go = vsub(EACH(tension_scale), EACH(heard_scale));
    const V scale = vfma(EACH(hearing), to_go, EACH(heard_scale));
    const V follows = vless(zero, EACH(heard_follows), scale, one);
    V sum = AT(t->ahead, t->n + JW_PLACE_HEARD);
    if (t->grounded && t->listens) {
        const double pace = t->bridge_m - t->bridge_before_m;
        sum = vfnma(EACH(heard_way), CONST(t->bridge_m), sum);
        sum = vfnma(EACH(heard_pace), CONST(pace), sum);
    }
    if (t->coupled) {
        // Velocity at the bridge's end: stiffness and losses reduce it, contact and thread add to
        // it.
        const V given = NAME(weighed)(t, t->grounded ? vneg(EACH(held)) : AT(t->ahead, t->n));
        sum = vless(zero, EACH(heard_bridge), given, sum);
    } else if (t->bears) {
        const V borne = NAME(weighed)(t, EACH(outer_borne));
        const V whole = vfnma(EACH(bears), borne, EACH(end));
        EACH(end) = vless(zero, EACH(bears), sum, EACH(end));
        sum = vless(zero, EACH(bears), whole, sum);
    }
    EACH(heard_scale) = scale;
    EACH(heard) = vmul(vmul(sum, EACH(heard_unit)), follows);
}

#include "kernel/contact_projection.inc.h"
#include "kernel/impact.inc.h"

/********* Choice *********/

/// Largest x in [0, 1] with a x^2 + b x + e <= 0, where e <= 0 and a >= 0.
static JW_INLINE JW_REALTIME V NAME(largest_share)(V a, V b, V e) {
    const V zero = CONST(0.0), one = CONST(1.0), tiny = CONST(1e-200);
    const V inside = vfnma(vmul(CONST(4.0), a), e, vmul(b, b));
    const V root = vsqrt(vmax(inside, zero));
    // Form of the root without cancellation; e = 0 gives -b/a or 0.
    const V over = vless(zero, b, vmul(CONST(-2.0), e), vsub(root, b));
    const V under = vless(zero, b, vadd(b, root), vadd(a, a));
    const V share = vdiv(over, vmax(under, tiny));
    const V falling = vless(zero, a, share, one);
    return vmin(vmax(vless(zero, b, share, falling), zero), one);
}

/// Factor on `by` for the reaction of impulses on all points: through a moving bridge or, over a
/// fixed one, through the tension.
static JW_INLINE JW_REALTIME V NAME(come_back)(const JwContactGroup *t, const double *by,
                                               const double *impulse, const int rows) {
    const V share = t->coupled ? EACH(back) : vneg(EACH(tension_share));
    return vmul(share, NAME(dot)(by, impulse, rows));
}

static JW_INLINE JW_REALTIME W NAME(size_of)(W x) {
    return vmax(x, vneg(x));
}

/// Scale of a projection without a fold. Points just above the obstacle lose energy when the
/// tension of other points pulls them down; scaling all impulses returns that energy, so that the
/// projection does no work where restitution is 1.
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

/// Scale of a projection whose points land. It takes away energy that a string with more modes
/// would keep, and smaller impulses take less. Impulses that do no work keep their size: on a
/// string at rest they differ from that only by rounding.
static JW_INLINE JW_REALTIME V NAME(landing)(const JwContactGroup *t, V linear, V square, V scale) {
    const V one = CONST(1.0), barely = CONST(1.0 + 1e-6);
    const V idle =
        vdiv(vneg(linear), vmax(square, CONST(1e-200))); // Scale at which the impulses do no work
    const V falls = vmin(vmax(vsub(idle, barely), CONST(0.0)), one);
    return vfnma(vmul(EACH(ease), falls), scale, scale);
}

/// Chooses r between `projected` and `reflected` by the ledger. Energies are calculated with S and
/// the reaction through bridge or tension.
static JW_INLINE JW_REALTIME void NAME(settle)(JwContactGroup *t, V loss, const NAME(Size) size) {
    const int rows = size.rows;
    const V zero = CONST(0.0), one = CONST(1.0);
    const V ledger_due = vfma(EACH(forget), EACH(ledger), loss);
    const V due = vsub(ledger_due, EACH(refund));
    const double *by = t->grounded ? t->reach : t->coupled ? t->bridge : t->pull;
    V change_back = zero;
    W lin = FIX(0.0), twice = lin, sizes = lin, change_free = lin, change_moved = lin;
    W change_twice = lin;
    if (t->fold) {
        // Change from `projected` to `reflected`, 0 in lanes that do not fold.
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
    const V work = vadd(linear, square), room = vmax(vneg(due), zero);
    V scale = one, share = zero;
    // With points that are coupled to each other the projection itself may do work: W(x) = linear x
    // + square x^2 with impulses scaled by x.
    if (vany(room, work)) {
        const V less = NAME(largest_share)(square, linear, vneg(room));
        scale = vless(room, work, less, one);
    }
    if (!t->fold && t->throws) {
        scale = NAME(keep)(t, linear, square, scale);
    }
    if (t->eases) {
        scale = NAME(landing)(t, linear, square, scale);
    }
    V linear_change = zero, square_change = zero;
    if (t->fold) {
        const V balance = vadd(due, work);
        linear_change = vadd(FOLD(change_free), FOLD(change_moved));
        square_change = vmul(CONST(0.5), FOLD(change_twice));
        // The fold must not be forbidden because of rounding: at R = 1 `projected` does no other
        // work.
        const V rounding = vadd(vmax(due, vneg(due)), FOLD(sizes));
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
    if (t->grounded) {
        EACH(tied) = NAME(dot)(t->tie, t->impulse, rows);
        EACH(reached) = NAME(dot)(t->reach, t->impulse, rows);
    }
    const V promised = vmul(scale, vfma(scale, square, linear));
    EACH(promised) = vfma(share, vfma(share, square_change, linear_change), promised);
}

static JW_INLINE JW_REALTIME double NAME(solve_of)(JwContactGroup *t, double lift,
                                                   const NAME(Size) size) {
    NAME(JudgeCompliance) judge_compliance = {t->scaled, t->self, t->inverse, CONST(0.0)};
    const V pulled = vmul(EACH(tension_share), AT(t->pull, t->n));
    // A moving bridge couples all its points, so that none are separate.
    const bool separate = t->separate && !t->coupled && !t->throws && !t->fold;
    if (t->tension && !t->coupled && !separate) {
        NAME(stiffen)(t, &judge_compliance);
    }
    if (separate) {
        NAME(project_separate)(t, size);
    } else if (t->grounded) {
        // Points are judged as seen from a bridge that continues its motion. Its displacement in
        // the step is a central difference, like that in the work of impulses.
        const double way = lift - t->bridge_m + 0.5 * t->bridge_before_m;
        NAME(project)(t, &judge_compliance, CONST(0.0), way, size);
    } else {
        NAME(project)(t, &judge_compliance, pulled, lift, size);
    }
    V loss = CONST(0.0);
    if (t->fold) {
        loss = t->sparse ? NAME(fold_sparse)(t, &judge_compliance)
                         : NAME(fold_dense)(t, &judge_compliance);
    }
    NAME(settle)(t, loss, size);
    const V felt = vfnma(pulled, EACH(felt), t->grounded ? EACH(tied) : EACH(through));
    const V push = vmul(EACH(mass), t->grounded ? vsub(EACH(through), felt) : felt);
    EACH(push) = push;
    return LANES(push);
}

static JW_REALTIME double NAME(solve_any)(JwContactGroup *t, double lift) {
    return NAME(solve_of)(t, lift, (NAME(Size)){t->points, NAME(rows)(t), 0});
}

// Steps for numbers of points that the compiler knows, as most strings side by side have. usual_N()
// and grounded_N() also assume a moving bridge, an obstacle at rest and no restitution.
#define CHOOSE(few)                                                                                \
    static JW_REALTIME double NAME(choose_##few)(JwContactGroup * t, double lift) {                \
        return NAME(solve_of)(t, lift, (NAME(Size)){few, few, few});                               \
    }                                                                                              \
    static JW_REALTIME double NAME(usual_##few)(JwContactGroup * t, double lift) {                 \
        NAME(assume_usual)(t, few, false);                                                         \
        return NAME(solve_of)(t, lift, (NAME(Size)){few, few, few});                               \
    }
#define CHOOSE_GROUNDED(few)                                                                       \
    static JW_REALTIME double NAME(grounded_##few)(JwContactGroup * t, double lift) {              \
        NAME(assume_usual)(t, few, true);                                                          \
        return NAME(solve_of)(t, lift, (NAME(Size)){few, few, few});                               \
    }
KNOWN_STEPS(CHOOSE)
KNOWN_GROUNDED(CHOOSE_GROUNDED)
#undef CHOOSE
#undef CHOOSE_GROUNDED

static JW_REALTIME double NAME(solve)(JwContactGroup *t, double lift) {
    const bool usual = NAME(is_usual)(t);
#define CHOOSE(few)                                                                                \
    if (t->n == few) {                                                                             \
        return usual && !t->grounded ? NAME(usual_##few)(t, lift) : NAME(choose_##few)(t, lift);   \
    }
#define CHOOSE_GROUNDED(few)                                                                       \
    if (t->n == few && usual && t->grounded) {                                                     \
        return NAME(grounded_##few)(t, lift);                                                      \
    }
    KNOWN_GROUNDED(CHOOSE_GROUNDED)
    KNOWN_STEPS(CHOOSE)
#undef CHOOSE
#undef CHOOSE_GROUNDED
    (void)usual;
    return NAME(solve_any)(t, lift);
}

/********* After contact *********/

/// Updates the records with the step that ends: contacts that begin, deepest point, largest
/// impulse. Separate from the loop that books the work, whose sums fill the registers.
static JW_INLINE JW_REALTIME void NAME(keep_records)(JwContactGroup *t) {
    const W zero = FIX(0.0), one = FIX(1.0);
    W depths = zero, most = zero, impacts = zero;
    for (int r = 0; r < NAME(rows)(t); ++r) {
        const W impulse = ROW(t->impulse, r);
        const W touches = vless(zero, impulse, one, zero),
                touched = vless(zero, ROW(t->last, r), one, zero);
        impacts = vadd(impacts, vmax(vsub(touches, touched), zero));
        depths = vmax(depths, vsub(ROW(t->height, r), ROW(t->p1, r)));
        most = vmax(most, impulse);
        ROW(t->last, r) = ROW(t->give, r) = impulse;
    }
    EACH(penetration) = vmax(EACH(penetration), MOST(depths));
    EACH(impulse_max) = vmax(EACH(impulse_max), MOST(most));
    EACH(impacts) = vadd(EACH(impacts), FOLD(impacts));
}

/// Moves the points by the contact impulses and by the bridge, lifted by lift_more, and books the
/// actual effect of the impulses: work, ledger, records.
static JW_INLINE JW_REALTIME void NAME(book)(JwContactGroup *t, double lift_more, double turned) {
    const W zero = FIX(0.0), half = FIX(0.5);
    const int n = t->n;
    const double *by = t->grounded ? t->reach : t->bridge;
    W works = zero, drags = zero;
    V pushed_more = CONST(0.0), pulled_more = pushed_more;
    if (t->coupled) {
        // Corrects `moved`, which contains the upper bound of the reaction: replaces the bound by
        // the actual reaction.
        const V lift = CONST(t->grounded ? 0.0 : lift_more), bridge_pull = AT(t->pull, n);
        pushed_more = vfma(EACH(back), t->grounded ? EACH(reached) : EACH(through), lift);
        pulled_more = vmul(EACH(tension_share), vfnma(bridge_pull, lift, EACH(felt)));
    }
    for (int r = 0; r < NAME(rows)(t); ++r) {
        const W impulse = ROW(t->impulse, r);
        W moved = ROW(t->moved, r);
        if (t->coupled) {
            moved = vfnma(SEEN(by, r), WIDE(pushed_more), moved);
            moved = vfnma(ROW(t->pull, r), WIDE(pulled_more), moved);
        }
        if (t->grounded) {
            moved = vfnma(ROW(t->bridge, r), FIX(lift_more), moved);
        }
        const W judged = vadd(ROW(t->ahead, r), moved);
        const W p = t->grounded ? vfma(ROW(t->bridge, r), FIX(turned), judged) : judged;
        const W pushed = vmul(half, impulse);
        works = vfma(pushed, vsub(judged, NAME(earlier)(t, r)), works);
        ROW(t->p0, r) = ROW(t->p1, r);
        ROW(t->p1, r) = p;
        if (t->moves > 0) {
            const W d = ROW(t->height, r);
            drags = vfma(pushed, vsub(d, ROW(t->height0, r)), drags);
            ROW(t->height0, r) = ROW(t->height1, r);
            ROW(t->height1, r) = d;
        }
    }
    t->moves -= t->moves > 0;
    NAME(keep_records)(t);
    const V work = FOLD(works), drag = FOLD(drags);
    const V account = vadd(EACH(ledger_due), t->coupled ? EACH(promised) : work);
    const V none = CONST(0.0);
    V ledger = vmin(account, none);
    if (t->coupled) {
        // The part that the bound overestimated is refunded. A string that gained more through the
        // bridge than its own bound pays from its ledger, or from the other strings' ledgers.
        const V excess = vsub(EACH(promised), work);
        EACH(refund) = vmax(vsub(EACH(refund), vmax(account, none)), none);
        EACH(excess) = vmax(excess, none);
        ledger = vsub(ledger, vmin(excess, none));
    }
    EACH(done) = work;
    EACH(ledger) = vmax(ledger, EACH(floor));
    EACH(work) = vadd(EACH(work), vadd(work, drag));
    EACH(mover_work) = vadd(EACH(mover_work), drag);
}

/// Finds the impulses of the springs, last first, from those of the points and the bridge.
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

/// Ends a step of grounded strings; the bridge is then at bridge_m.
static JW_INLINE JW_REALTIME void NAME(commit_grounded)(JwContactGroup *t, double lift_more,
                                                        double bridge_m) {
    const double turned = bridge_m - 2.0 * t->bridge_m + t->bridge_before_m;
    NAME(book)(t, lift_more, 0.5 * turned);
    NAME(resolve)(t, CONST(0.0));
    const V pulled = vmul(EACH(tension_share), AT(t->pull, t->n));
    const V own = vfnma(pulled, EACH(felt), vadd(AT(t->ahead, t->n), EACH(tied)));
    EACH(held) = vsub(vmul(EACH(hold), CONST(bridge_m)), own);
    t->bridge_before_m = t->bridge_m;
    t->bridge_m = t->lifted = bridge_m;
}

static JW_INLINE JW_REALTIME void NAME(commit_of)(JwContactGroup *t, double lift,
                                                  double lift_more) {
    if (t->grounded) {
        NAME(commit_grounded)(t, lift_more, lift);
        return;
    }
    t->lifted = t->coupled ? -(lift + lift_more) : 0.0;
    NAME(book)(t, lift_more, 0.0);
    NAME(resolve)(t, CONST(t->lifted));
}

#define COMMIT(few, kind, grounded)                                                                \
    static JW_REALTIME void NAME(commit_##kind##_##few)(JwContactGroup * t, double lift,           \
                                                        double lift_more) {                        \
        NAME(assume_usual)(t, few, grounded);                                                      \
        NAME(commit_of)(t, lift, lift_more);                                                       \
    }
#define COMMIT_USUAL(few)    COMMIT(few, usual, false)
#define COMMIT_GROUNDED(few) COMMIT(few, grounded, true)
KNOWN_STEPS(COMMIT_USUAL)
KNOWN_GROUNDED(COMMIT_GROUNDED)
#undef COMMIT

static JW_REALTIME void NAME(commit)(JwContactGroup *t, double lift, double lift_more) {
    const bool usual = NAME(is_usual)(t);
#define COMMIT(few, kind, is_grounded)                                                             \
    if (t->n == few && usual && t->grounded == is_grounded) {                                      \
        NAME(commit_##kind##_##few)(t, lift, lift_more);                                           \
        return;                                                                                    \
    }
    KNOWN_STEPS(COMMIT_USUAL)
    KNOWN_GROUNDED(COMMIT_GROUNDED)
#undef COMMIT
#undef COMMIT_USUAL
#undef COMMIT_GROUNDED
    (void)usual;
    NAME(commit_of)(t, lift, lift_more);
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
#undef KNOWN_GROUNDED
#undef KNOWN_SWEEPS
#undef NAME
