// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Projection of a contact step: impulses that hold all points over the obstacle and do no work.
// Part of kernel/contact.inc.h, which includes this file.

/// Compliance by which contact is judged: S + C, less what the tension takes of it.
typedef struct {
    const double *scaled, *self, *inverse; ///< As JwContactGroup, or stiffened by the tension
    V share;                               ///< Factor on pull pull^T, which was taken out of S + C
} NAME(JudgeCompliance);

/// Share of pull pull^T that contact sees the tension take out of S + C; with cut-off modes only so
/// much that a compliance is left.
static JW_INLINE JW_REALTIME V NAME(judged_share)(const JwContactGroup *t) {
    const V share = EACH(tension_share);
    W most = FIX(0.0);
    for (int r = 0; r < NAME(rows)(t); ++r) {
        const W pull = SEEN(t->pull, r);
        most = vmax(vmul(vmul(pull, pull), SEEN(t->inverse, r)), most);
    }
    const V least = vdiv(CONST(0.5), vmax(MOST(most), CONST(1e-200)));
    return vless(CONST(0.0), EACH(cutoff), vmin(share, least), share);
}

/// Stiffens the compliance of strings whose bridge stands still by the tension: there contact sees
/// the tension too, and at rest must be in balance with obstacle and tension.
static JW_REALTIME void NAME(stiffen)(JwContactGroup *t, NAME(JudgeCompliance) * judge_compliance) {
    const int rows = NAME(rows)(t);
    const V share = NAME(judged_share)(t);
    double *const stiffer = t->moved; // Scratch, not in use yet
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

/// Lowest place that the projection may leave a point at: on the obstacle, or where restitution
/// throws the point back to without doing work. A point already below is never lifted here, since
/// lifting would do work; with a cut-off compliance being below is normal, and d itself is the
/// bound. held: what all points, this one too, hold each point up by; read only if there is a
/// fold.
static JW_INLINE JW_REALTIME W NAME(lowest)(const JwContactGroup *t,
                                            const NAME(JudgeCompliance) * judge_compliance, int r,
                                            W ahead, const double *held) {
    const W zero = FIX(0.0), d = SEEN(t->height, r), p0 = NAME(earlier)(t, r);
    const W bound = vless(zero, ALL(cutoff), d, vmin(d, p0));
    if (!t->throws) {
        return bound;
    }
    if (t->fold) {
        // Among dense points, a point that the others hold up is not falling, though by itself it
        // would.
        const W others = vsub(SEEN(held, r), SEEN(t->last, r));
        const W counts = vmul(ALL(cutoff), ALL(folds));
        ahead = vfma(vmul(others, SEEN(judge_compliance->self, r)), counts, ahead);
    }
    const W R = SEEN(t->restitution, r);
    const W back = vfma(R, p0, vmul(vsub(FIX(1.0), R), d));
    const W thrown = vmax(vmin(back, p0), bound);
    return vless(ahead, d, thrown, bound);
}

/// Sweeps eight points, in either direction. Setting a point's impulse takes a column off the
/// excess of the others: first of these eight, in registers, then of all.
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

/// Sweeps point i of n, with excess (over) and impulses in registers; next: the point that waits
/// for this one, and is updated first.
static JW_INLINE JW_REALTIME void NAME(sweep_point)(JwContactGroup *t, const double *scaled, int i,
                                                    int next, const int n, V *over, V *impulse) {
    // Matrices have room for n points, no more (room_for() in kernel/contact_group.c): the compiler
    // knows every place in them.
    enum { whole = JW_GROUP_LANES };
    const int rows = NAME(alone) ? (n + whole - 1) / whole : n;
    const double *column = (const double *)((const W *)scaled + i * rows);
    const V less = vmin(over[i], impulse[i]);
    impulse[i] = vsub(impulse[i], less);
    if (!NAME(alone)) {
        // Store at once: otherwise the compiler keeps all of the matrix on the stack.
        AT(t->projected, i) = impulse[i];
    }
    UNROLL for (int more = 0; more < n; ++more) {
        const int k = next > i ? (next + more) % n : (next - more + n) % n;
        over[k] = vfnma(OF(column, k), less, over[k]);
    }
}

/// Makes all sweeps over at most n points, n known to the compiler, there and back. At each end the
/// point that has just had its turn is left out, though relaxed sweeps would move it a little;
/// sweeps over many points leave none out, since that would not be worth it there.
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

/// Sweeps point i of n in memory.
static JW_REALTIME void NAME(sweep_turn)(JwContactGroup *t, const double *scaled, int i, int n) {
    const int rows = NAME(alone) ? (n + JW_GROUP_LANES - 1) / JW_GROUP_LANES : n;
    const double *column = (const double *)((const W *)scaled + i * rows);
    const V impulse = AT(t->projected, i), less = vmin(AT(t->lower, i), impulse);
    AT(t->projected, i) = vsub(impulse, less);
    for (int k = 0; k < n; ++k) {
        AT(t->lower, k) = vfnma(OF(column, k), less, AT(t->lower, k));
    }
}

/// Makes the sweeps of sweep_few() over any number of points.
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
    // Strings alone have room for whole registers, and can be swept eight points at a time.
    if (n <= JW_GROUP_FEW_POINTS || (!NAME(alone) && n % 8 > 0)) {
        NAME(sweep_some)(t, scaled, n);
    } else {
        NAME(sweep_any)(t, scaled);
    }
}

/// Start of a projection: as far from what it is at rest as `warm` of the way of the last one.
static JW_INLINE JW_REALTIME W NAME(warmed)(V warm, W last, W rest) {
    return vfma(WIDE(warm), vsub(last, rest), rest);
}

/// Solves r >= 0, p~ + (S + C) r >= bound, complementary, by Gauss-Seidel in alternating
/// directions. The start is half-way to the last sample's solution from the impulses at rest, so
/// that a string at rest stays there exactly. Before that the bridge moves by lift without contact,
/// and the tension with it by `pulled` a metre.
///
/// t->lower becomes the excess of each point: how much less its own impulse would have to be to
/// meet the bound.
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
        const W image = NAME(warmed)(warm, ROW(t->compliant, r), still);
        const W room = vsub(NAME(lowest)(t, judge_compliance, r, ahead, held), ahead);
        W over = vsub(image, room);
        if (stiff) {
            over = vfnma(ROW(t->pull, r), WIDE(back), over);
        }
        ROW(t->projected, r) = NAME(warmed)(warm, ROW(t->projected, r), rest_impulse);
        ROW(t->compliant, r) = room;
        ROW(t->lower, r) = vmul(over, SEEN(judge_compliance->inverse, r));
    }
    NAME(sweep_all)(t, judge_compliance->scaled, size);
    // Product (S + C) r from the excess, tension not counted.
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

/// Part of the way to its own impulse that a separate point is left short of, as two relaxed sweeps
/// leave it (kernel/contact_group.c); 0 of strings that are swept as often as at quality 4. A bass
/// string slapped onto its frets is 1.5 dB from quality 4 with it at quality 1, and 2.7 if it goes
/// all the way there (tests/playing).
static JW_INLINE JW_REALTIME V NAME(left_of_way)(const JwContactGroup *t) {
    const V each = vsub(CONST(1.0), EACH(relaxation));
    return t->sweeps > 4 ? CONST(0.0) : vmul(each, each);
}

/// Finds the impulses that project() is there for where points are separate: each by itself.
/// What the tension takes of them is taken by the last step's impulses: a string at rest has the
/// same ones. It is up to 0.5 % of all at quality 2, 2 % at quality 1 (a bass, slapped), so a step
/// late makes no difference; the work of the impulses is judged by the tension as it is.
static JW_INLINE JW_REALTIME void NAME(project_separate)(JwContactGroup *t, const NAME(Size) size) {
    const int rows = size.rows;
    const NAME(JudgeCompliance) none = {t->scaled, t->self, t->inverse, CONST(0.0)};
    const V warm = EACH(warm), relaxed = EACH(relaxation), left = NAME(left_of_way)(t);
    const V whole = vdiv(CONST(1.0), vmax(relaxed, CONST(1e-200))); // Empty lanes have zeros.
    V back = CONST(0.0);
    if (t->tension) {
        back = vmul(NAME(judged_share)(t), NAME(dot)(t->pull, t->projected, rows));
    }
    for (int r = 0; r < rows; ++r) {
        const W ahead = ROW(t->ahead, r), rest_impulse = ROW(t->rest_impulse, r);
        const W room = vsub(NAME(lowest)(t, &none, r, ahead, t->spare), ahead);
        const W inverse = vmul(WIDE(whole), ROW(t->inverse, r));
        const W own = vmul(vfma(ROW(t->pull, r), WIDE(back), room), inverse);
        const W start = NAME(warmed)(warm, ROW(t->projected, r), rest_impulse);
        const W impulse = vmax(vfma(WIDE(left), vsub(start, own), own), FIX(0.0));
        ROW(t->projected, r) = impulse;
        ROW(t->compliant, r) = vmul(vmul(WIDE(relaxed), ROW(t->self, r)), impulse);
    }
}
