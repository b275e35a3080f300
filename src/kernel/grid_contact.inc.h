// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Step over nodes whose impulses do not move each other: the contact step of contact.h, eight nodes
// at a time. kernel/kernels_isa.c includes this file after the steps of contact groups, whose
// impact and choice of impulses are used here.

#define ROW(array, r)  (((Double8 *)(array))[r])
#define SEEN(array, r) (((const Double8 *)(array))[r])

/// Projects, then folds by Ivanov on the parabola through three samples, like fold_points() where
/// points are not dense.
static JW_REALTIME void solve_nodes(JwContact *c, double self_m, const double *ahead,
                                    double *change) {
    const int rows = jw_contact_padded(c->n) / JW_CONTACT_LANES;
    const Double8 zero = vsplat(Double8, 0.0), one = vsplat(Double8, 1.0),
                  half = vsplat(Double8, 0.5);
    const Double8 self = vsplat(Double8, self_m), give = vsplat(Double8, 1.0 / self_m);
    Double8 lin = zero, squares = zero, losses = zero, sizes = zero;
    Double8 change_free = zero, change_safe = zero, change_squares = zero;
    for (int r = 0; r < rows; ++r) {
        const Double8 d = ROW(c->height, r), a = SEEN(ahead, r), R = ROW(c->restitution, r);
        const Double8 p1 = vadd(ROW(c->p1, r), vsub(d, ROW(c->height1, r)));
        const Double8 p0 = vadd(ROW(c->p0, r), vsub(d, ROW(c->height0, r)));
        const Double8 move = vmul(half, vsub(a, p0));
        const Double8 back = vfma(R, p0, vmul(vsub(one, R), d));
        const Double8 lower = vmax(vmin(back, p0), d);
        const Double8 projected = vmul(vless(a, d, vsub(lower, a), zero), give);
        ROW(c->projected, r) = projected;
        lin = vfma(projected, move, lin);
        squares = vfma(projected, projected, squares);
        if (c->fold) {
            const Double8 pending = ROW(c->pending, r);
            const Double8 x = vfma(self, pending, a);
            const Double8 gap = vmax(vsub(p1, d), zero);
            const Crossing_many at = on_parabola_many(p0, p1, a, x, gap);
            const Impact_many found = impact_many(x, p1, d, R, pending, give, one, at);
            const Double8 more = vsub(found.impulse, projected);
            losses = vfma(vmul(found.falling, half), found.taken, losses);
            ROW(c->pending, r) = found.pending;
            ROW(change, r) = more;
            sizes = vfma(projected, vadd(size_of_one(a), size_of_one(p0)), sizes);
            change_free = vfma(more, move, change_free);
            change_safe = vfma(more, projected, change_safe);
            change_squares = vfma(more, more, change_squares);
        }
        // Displacement one step ago, shifted to the obstacle's present position.
        ROW(c->p0, r) = p0;
    }
    const double linear = vsum(lin), square = 0.5 * self_m * vsum(squares);
    const double ledger_due = c->forget * c->ledger + c->count * vsum(losses);
    const double work = linear + square, room = vmax(-ledger_due, 0.0);
    double scale = room < work ? largest_share_one(square, linear, -room) : 1.0, share = 0.0;
    if (c->fold) {
        const double balance = ledger_due + work;
        const double more = vsum(change_free) + self_m * vsum(change_safe);
        const double limit = rounding_share * (vmax(ledger_due, -ledger_due) + vsum(sizes));
        if (!(balance > limit)) {
            share =
                largest_share_one(0.5 * self_m * vsum(change_squares), more, vmin(balance, 0.0));
            scale = 1.0;
        }
    }
    c->ledger_due = ledger_due;
    Double8 drags = zero;
    for (int r = 0; r < rows; ++r) {
        Double8 impulse = ROW(c->projected, r);
        if (c->fold) {
            impulse = vfma(vsplat(Double8, share), ROW(change, r), impulse);
        }
        impulse = vmul(vsplat(Double8, scale), impulse);
        const Double8 d = ROW(c->height, r);
        drags = vfma(vmul(half, impulse), vsub(d, ROW(c->height0, r)), drags);
        ROW(c->impulse, r) = impulse;
        ROW(c->height0, r) = ROW(c->height1, r);
        ROW(c->height1, r) = d;
    }
    const double drag = vsum(drags);
    c->work += drag;
    c->mover_work += drag;
}

static JW_REALTIME void arrive_nodes(JwContact *c, const double *now) {
    const int rows = jw_contact_padded(c->n) / JW_CONTACT_LANES;
    const Double8 zero = vsplat(Double8, 0.0), one = vsplat(Double8, 1.0),
                  half = vsplat(Double8, 0.5);
    Double8 works = zero, depths = zero, most = zero, impacts = zero;
    for (int r = 0; r < rows; ++r) {
        const Double8 impulse = ROW(c->impulse, r), p = SEEN(now, r);
        const Double8 begins = vless(zero, ROW(c->last, r), zero, one);
        works = vfma(vmul(half, impulse), vsub(p, ROW(c->p0, r)), works);
        impacts = vadd(impacts, vless(zero, impulse, begins, zero));
        depths = vmax(depths, vsub(ROW(c->height1, r), p));
        most = vmax(most, impulse);
        ROW(c->last, r) = impulse;
        ROW(c->p0, r) = ROW(c->p1, r);
        ROW(c->p1, r) = p;
    }
    c->done = vsum(works);
    c->ledger = vmax(vmin(c->ledger_due + c->done, 0.0), c->floor);
    c->penetration = vmax(c->penetration, vmost(depths));
    c->impulse_max = vmax(c->impulse_max, vmost(most));
    c->impacts += (uint64_t)vsum(impacts);
    c->work += c->done;
}

static JW_REALTIME void look_ahead_nodes(const double *seen, double tension, double *ahead) {
    ROW(ahead, 0) = vfma(vsplat(Double8, tension), SEEN(seen, 1), SEEN(seen, 0));
}

static JW_REALTIME void come_to_nodes(const double *seen, double tension,
                                      const JwGridRows *grid_rows, const double *impulse,
                                      double *now) {
    look_ahead_nodes(seen, tension, now);
    Double8 sum = SEEN(now, 0);
    for (int i = 0; i < grid_rows->n; ++i) {
        sum = vfma(SEEN(grid_rows->compliance, i), vsplat(Double8, impulse[i]), sum);
    }
    ROW(now, 0) = sum;
}

static JW_REALTIME double pull_nodes(const double *seen, const double *impulse) {
    return vsum(vmul(SEEN(impulse, 0), SEEN(seen, 1)));
}

static JW_REALTIME double bear_nodes(int n, const double *borne, const double *impulse) {
    Double8 sum = vsplat(Double8, 0.0);
    for (int r = 0; r < jw_contact_padded(n) / JW_CONTACT_LANES; ++r) {
        sum = vfma(SEEN(borne, r), SEEN(impulse, r), sum);
    }
    return vsum(sum);
}

static const JwGridStep grid_step = {
    .look_ahead = look_ahead_nodes,
    .come_to = come_to_nodes,
    .pull = pull_nodes,
    .solve = solve_nodes,
    .bear = bear_nodes,
    .arrive = arrive_nodes,
};

#undef ROW
#undef SEEN
