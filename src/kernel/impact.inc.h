// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Impacts by Ivanov's transformation (Samukham et al. 2021, Eqs. 32-37) of points whose impulses
// move each other. Part of kernel/contact.inc.h, which includes this file;
// kernel/grid_contact.inc.h uses the same impact for nodes whose impulses do not.

/// Time in the step at which a falling point reaches the obstacle [steps], and its speed then [m
/// per step].
typedef struct {
    V when, speed;
} NAME(Crossing);

/// Finds time and speed on the parabola through the last two samples and the prediction. x:
/// prediction with the pending impulse; gap: height of the last sample above the obstacle.
static JW_INLINE JW_REALTIME NAME(Crossing) NAME(on_parabola)(V p0, V p1, V ahead, V x, V gap) {
    const V zero = CONST(0.0), one = CONST(1.0), tiny = CONST(1e-200);
    const V bend = vadd(vsub(ahead, vadd(p1, p1)), p0);
    const V v = vfnma(CONST(0.5), bend, vsub(x, p1));
    const V inside = vfnma(vadd(bend, bend), gap, vmul(v, v));
    const V root = vsub(vsqrt(vmax(inside, zero)), v), twice = vadd(gap, gap);
    const V when = vless(twice, root, vdiv(twice, vmax(root, tiny)), one);
    return (NAME(Crossing)){when, vfma(bend, when, v)};
}

/// Impact: its impulse, (1 + R) times the speed, is divided by its time between the samples before
/// and after it.
typedef struct {
    V impulse; ///< Share of this sample
    V pending; ///< Share of the next sample
    V falling; ///< 1: an impact; 0: none, or the point already rises and is only held
    V taken;   ///< Twice the energy that restitution takes
} NAME(Impact);

/// Finds the impact of a point on an obstacle of height d with restitution R. give: inverse of the
/// displacement by a unit impulse; folds: 1, or 0 if the contact is not folded.
static JW_INLINE JW_REALTIME NAME(Impact)
    NAME(impact)(V x, V p1, V d, V R, V pending, V give, V folds, NAME(Crossing) at) {
    const V zero = CONST(0.0), one = CONST(1.0);
    const V hit = vless(x, d, folds, zero);
    const V falling = vless(p1, x, zero, vless(zero, at.speed, zero, hit));
    const V jump = vneg(vmul(vmul(vadd(one, R), at.speed), give));
    const V least = vmul(hit, vmul(vsub(d, x), give));
    const V thrown = vmax(vmul(jump, vsub(one, at.when)), least);
    return (NAME(Impact)){
        .impulse = vadd(pending, vless(zero, falling, thrown, least)),
        .pending = vless(zero, falling, vmul(jump, at.when), zero),
        .falling = falling,
        .taken = vmul(vfnma(R, R, one), vmul(vmul(at.speed, at.speed), give)),
    };
}

/// Finds the impulses of Ivanov's fold, point by point, each with the impulses of the points before
/// it. Returns the energy that restitution takes.
///
/// Where points are denser than the grid, the path between samples is a straight line: the piece of
/// string between such points oscillates within a step, so that three samples say nothing about it.
/// Elsewhere the path is the parabola through the samples. sparse: some lane's points are no denser
/// than its grid.
static JW_INLINE JW_REALTIME V NAME(fold_points)(JwContactGroup *t,
                                                 const NAME(JudgeCompliance) * judge_compliance,
                                                 const bool sparse) {
    const V zero = CONST(0.0), tiny = CONST(1e-200);
    double *p = t->spare; // Displacements, each divided by the compliance of its point
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
        // Straight path.
        NAME(Crossing) at = {vless(zero, drop, vdiv(gap, vmax(drop, tiny)), zero), vneg(drop)};
        if (sparse) {
            const V p0 = vadd(AT(t->p0, i), vsub(d, AT(t->height0, i)));
            const NAME(Crossing) curved = NAME(on_parabola)(p0, p1, AT(t->ahead, i), x, gap);
            at.when = vless(zero, EACH(cutoff), at.when, curved.when);
            at.speed = vless(zero, EACH(cutoff), at.speed, curved.speed);
        }
        const NAME(Impact) found = NAME(impact)(x, p1, d, R, pending, give, EACH(folds), at);
        loss = vfma(vmul(found.falling, CONST(0.5)), vmul(EACH(count), found.taken), loss);
        AT(t->pending, i) = found.pending;
        AT(t->reflected, i) = found.impulse;
        // Later points include this impulse.
        for (int r = NAME(row_of)(i + 1); r < rows; ++r) {
            ROW(p, r) = vfma(NAME(column)(judge_compliance->scaled, i, rows)[r],
                             WIDE(found.impulse), ROW(p, r));
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
