// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Projection of a contact step: impulses that keep all points above the obstacle and do no work.
// Part of kernel/contact.inc.h, which includes this file.

/// Compliance by which contact is judged: S + C, minus the effect of the tension.
typedef struct {
    const double *scaled, *self, *inverse; ///< As in JwContactGroup, or stiffened by the tension
    V share;                               ///< Factor on pull pull^T, which was subtracted from S
                                           ///< + C
} NAME(JudgeCompliance);

/// Factor on pull pull^T by which the tension reduces S + C for contact; with cut-off modes it is
/// limited so that the compliance stays positive.
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

/// Stiffens the compliance of strings on a fixed bridge by the tension: contact there includes the
/// tension, and at rest must be in balance with both obstacle and tension.
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

/// Lower bound on a point's position in the projection: the obstacle, or the place to which
/// restitution throws the point back without doing work. The bound never lifts a point that is
/// already below the obstacle, since lifting would do work. With a cut-off compliance points below
/// are normal, and the bound is d itself. held: effect of all points, this one included, on each
/// point; read only if there is a fold.
static JW_INLINE JW_REALTIME W NAME(lowest)(const JwContactGroup *t,
                                            const NAME(JudgeCompliance) * judge_compliance, int r,
                                            W ahead, const double *held) {
    const W zero = FIX(0.0), d = SEEN(t->height, r), p0 = NAME(earlier)(t, r);
    const W bound = vless(zero, ALL(cutoff), d, vmin(d, p0));
    if (!t->throws) {
        return bound;
    }
    if (t->fold) {
        // Among dense points, a point that its neighbours support does not fall, although it would
        // alone.
        const W others = vsub(SEEN(held, r), SEEN(t->last, r));
        const W counts = vmul(ALL(cutoff), ALL(folds));
        ahead = vfma(vmul(others, SEEN(judge_compliance->self, r)), counts, ahead);
    }
    const W R = SEEN(t->restitution, r);
    const W back = vfma(R, p0, vmul(vsub(FIX(1.0), R), d));
    const W thrown = vmax(vmin(back, p0), bound);
    return vless(ahead, d, thrown, bound);
}

/// Sweeps eight points in either direction. Setting the impulse of a point subtracts a column from
/// the excess of the others: first of these eight, in registers, then of all.
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
        const double *effect = (const double *)(column + i * rows);
        const V impulse = AT(t->projected, first + i);
        less[i] = vmin(over[i], impulse);
        AT(t->projected, first + i) = vsub(impulse, less[i]);
        UNROLL for (int k = 0; k < 8; ++k) {
            over[k] = vfnma(OF(effect, first + k), less[i], over[k]);
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

/// Sweeps point i of n, with excess (over) and impulses in registers. next: the point that depends
/// on this one, and is updated first.
static JW_INLINE JW_REALTIME void NAME(sweep_point)(JwContactGroup *t, const double *scaled, int i,
                                                    int next, const int n, V *over, V *impulse) {
    // Matrices hold exactly n points (room_for() in kernel/contact_group.c), so that the compiler
    // knows every index.
    enum { whole = JW_GROUP_LANES };
    const int rows = NAME(alone) ? (n + whole - 1) / whole : n;
    const double *column = (const double *)((const W *)scaled + i * rows);
    const V less = vmin(over[i], impulse[i]);
    impulse[i] = vsub(impulse[i], less);
    if (!NAME(alone)) {
        // An early store, without which the compiler keeps the whole matrix on the stack.
        AT(t->projected, i) = impulse[i];
    }
    UNROLL for (int more = 0; more < n; ++more) {
        const int k = next > i ? (next + more) % n : (next - more + n) % n;
        over[k] = vfnma(OF(column, k), less, over[k]);
    }
}

/// Makes all sweeps, back and forth, over at most n points, n known to the compiler. At a reversal
/// the last point is not repeated, although a relaxed sweep would move it a little. Sweeps over
/// many points do repeat it, since the saving there is not worth it.
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

/// Makes the sweeps of sweep_few() for any number of points.
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
    // A single string has padding up to whole registers, and can be swept eight points at a time.
    if (n <= JW_GROUP_FEW_POINTS || (!NAME(alone) && n % 8 > 0)) {
        NAME(sweep_some)(t, scaled, n);
    } else {
        NAME(sweep_any)(t, scaled);
    }
}

/// Starting value of a projection: rest plus `warm` times the last solution's distance from rest.
static JW_INLINE JW_REALTIME W NAME(warmed)(V warm, W last, W rest) {
    return vfma(WIDE(warm), vsub(last, rest), rest);
}

/// Solves r >= 0, p~ + (S + C) r >= bound, complementary, by Gauss-Seidel in alternating
/// directions. It starts half-way between the impulses at rest and the last sample's solution, so
/// that a string at rest stays exactly there. Before that the bridge moves by lift, as without
/// contact, and the tension with it by `pulled` per metre.
///
/// Sets t->lower to the excess of each point: by how much the impulse of the point would have to be
/// smaller to meet the bound.
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
    // Product (S + C) r, computed from the excess, without the tension.
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

/// Part of its impulse that a separate point does not get, because two relaxed sweeps leave it too
/// (kernel/contact_group.c); 0 for strings with as many sweeps as at quality 4. A bass string
/// slapped onto its frets is 1.5 dB from quality 4 with it at quality 1, and 2.7 dB without
/// (tests/playing).
static JW_INLINE JW_REALTIME V NAME(left_of_way)(const JwContactGroup *t) {
    const V each = vsub(CONST(1.0), EACH(relaxation));
    return t->sweeps > 4 ? CONST(0.0) : vmul(each, each);
}

/// Finds the impulses of project() for separate points, each by itself. The effect of the tension
/// is calculated with the last step's impulses, which are the same for a string at rest. It is up
/// to 0.5 % of the whole at quality 2 and 2 % at quality 1 (a slapped bass), so that one step of
/// delay makes no difference. The work of the impulses is calculated with the present tension.
static JW_INLINE JW_REALTIME void NAME(project_separate)(JwContactGroup *t, const NAME(Size) size) {
    const int rows = size.rows;
    const NAME(JudgeCompliance) none = {t->scaled, t->self, t->inverse, CONST(0.0)};
    const V warm = EACH(warm), relaxed = EACH(relaxation), left = NAME(left_of_way)(t);
    const V whole = vdiv(CONST(1.0), vmax(relaxed, CONST(1e-200))); // Empty lanes are zero
    V back = CONST(0.0);
    if (t->tension) {
        back = vmul(NAME(judged_share)(t), NAME(dot)(t->pull, t->projected, rows));
    }
    for (int r = 0; r < rows; ++r) {
        const W ahead = ROW(t->ahead, r), rest_impulse = ROW(t->rest_impulse, r);
        const W room = vsub(NAME(lowest)(t, &none, r, ahead, t->spare), ahead);
        const W inverse = vmul(WIDE(whole), ROW(t->inverse, r));
        const W solution = vmul(vfma(ROW(t->pull, r), WIDE(back), room), inverse);
        const W start = NAME(warmed)(warm, ROW(t->projected, r), rest_impulse);
        const W impulse = vmax(vfma(WIDE(left), vsub(start, solution), solution), FIX(0.0));
        ROW(t->projected, r) = impulse;
        ROW(t->compliant, r) = vmul(vmul(WIDE(relaxed), ROW(t->self, r)), impulse);
    }
}
