// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A step over nodes that do not see each other: contact.h's step, eight at a time.
// kernel/kernels_isa.c includes it after the contact group's of one string, whose numbers it uses,
// with NAME set.

#define ROW(array, r)  (((Double8 *)(array))[r])
#define SEEN(array, r) (((const Double8 *)(array))[r])

/// `safe` first, then Ivanov's fold on the parabola through three samples, as fold_points() has it
/// away from dense points.
static JW_REALTIME void NAME(solve)(JwContact *c, double self_m, const double *ahead,
                                    double *change) {
    const int rows = jw_contact_padded(c->n) / JW_CONTACT_LANES;
    const Double8 zero = splat_8d(0.0), one = splat_8d(1.0), half = splat_8d(0.5);
    const Double8 self = splat_8d(self_m), give = splat_8d(1.0 / self_m), tiny = splat_8d(1e-200);
    Double8 lin = zero, squares = zero, losses = zero, sizes = zero;
    Double8 change_free = zero, change_safe = zero, change_squares = zero;
    for (int r = 0; r < rows; ++r) {
        const Double8 d = ROW(c->height, r), a = SEEN(ahead, r), R = ROW(c->restitution, r);
        const Double8 p1 = add_8d(ROW(c->p1, r), sub_8d(d, ROW(c->height1, r)));
        const Double8 p0 = add_8d(ROW(c->p0, r), sub_8d(d, ROW(c->height0, r)));
        const Double8 move = mul_8d(half, sub_8d(a, p0));
        const Double8 back = fma_8d(R, p0, mul_8d(sub_8d(one, R), d));
        const Double8 lower = max_8d(min_8d(back, p0), d);
        const Double8 projected = mul_8d(less_8d(a, d, sub_8d(lower, a), zero), give);
        ROW(c->projected, r) = projected;
        lin = fma_8d(projected, move, lin);
        squares = fma_8d(projected, projected, squares);
        if (c->fold) {
            const Double8 pending = ROW(c->pending, r);
            const Double8 x = fma_8d(self, pending, a);
            const Double8 gap = max_8d(sub_8d(p1, d), zero), twice = add_8d(gap, gap);
            const Double8 bend = add_8d(sub_8d(a, add_8d(p1, p1)), p0);
            const Double8 v = fnma_8d(half, bend, sub_8d(x, p1));
            const Double8 inside = fnma_8d(add_8d(bend, bend), gap, mul_8d(v, v));
            const Double8 root = sub_8d(sqrt_8d(max_8d(inside, zero)), v);
            const Double8 when = less_8d(twice, root, div_8d(twice, max_8d(root, tiny)), one);
            const Double8 speed = fma_8d(bend, when, v);
            const Double8 hit = less_8d(x, d, one, zero);
            const Double8 falling = less_8d(p1, x, zero, less_8d(zero, speed, zero, hit));
            const Double8 jump = neg_8d(mul_8d(mul_8d(add_8d(one, R), speed), give));
            const Double8 least = mul_8d(hit, mul_8d(sub_8d(d, x), give));
            const Double8 thrown = max_8d(mul_8d(jump, sub_8d(one, when)), least);
            const Double8 reflected = add_8d(pending, less_8d(zero, falling, thrown, least));
            const Double8 taken = mul_8d(fnma_8d(R, R, one), mul_8d(mul_8d(speed, speed), give));
            const Double8 more = sub_8d(reflected, projected);
            losses = fma_8d(mul_8d(falling, half), taken, losses);
            ROW(c->pending, r) = less_8d(zero, falling, mul_8d(jump, when), zero);
            ROW(change, r) = more;
            sizes = fma_8d(projected, add_8d(size_of_one(a), size_of_one(p0)), sizes);
            change_free = fma_8d(more, move, change_free);
            change_safe = fma_8d(more, projected, change_safe);
            change_squares = fma_8d(more, more, change_squares);
        }
        // What was a sample ago belongs to where the obstacle is now.
        ROW(c->p0, r) = p0;
    }
    const double linear = sum_8d(lin), square = 0.5 * self_m * sum_8d(squares);
    const double ledger_due = c->forget * c->ledger + c->count * sum_8d(losses);
    const double work = linear + square, room = max_1d(-ledger_due, 0.0);
    double scale = room < work ? largest_share_one(square, linear, -room) : 1.0, share = 0.0;
    if (c->fold) {
        const double balance = ledger_due + work;
        const double more = sum_8d(change_free) + self_m * sum_8d(change_safe);
        const double limit = rounding_share * (max_1d(ledger_due, -ledger_due) + sum_8d(sizes));
        if (!(balance > limit)) {
            share = largest_share_one(0.5 * self_m * sum_8d(change_squares), more,
                                      min_1d(balance, 0.0));
            scale = 1.0;
        }
    }
    c->ledger_due = ledger_due;
    Double8 drags = zero;
    for (int r = 0; r < rows; ++r) {
        Double8 impulse = ROW(c->projected, r);
        if (c->fold) {
            impulse = fma_8d(splat_8d(share), ROW(change, r), impulse);
        }
        impulse = mul_8d(splat_8d(scale), impulse);
        const Double8 d = ROW(c->height, r);
        drags = fma_8d(mul_8d(half, impulse), sub_8d(d, ROW(c->height0, r)), drags);
        ROW(c->impulse, r) = impulse;
        ROW(c->height0, r) = ROW(c->height1, r);
        ROW(c->height1, r) = d;
    }
    const double drag = sum_8d(drags);
    c->work += drag;
    c->mover_work += drag;
}

static JW_REALTIME void NAME(arrive)(JwContact *c, const double *now) {
    const int rows = jw_contact_padded(c->n) / JW_CONTACT_LANES;
    const Double8 zero = splat_8d(0.0), one = splat_8d(1.0), half = splat_8d(0.5);
    Double8 works = zero, depths = zero, most = zero, impacts = zero;
    for (int r = 0; r < rows; ++r) {
        const Double8 impulse = ROW(c->impulse, r), p = SEEN(now, r);
        const Double8 begins = less_8d(zero, ROW(c->last, r), zero, one);
        works = fma_8d(mul_8d(half, impulse), sub_8d(p, ROW(c->p0, r)), works);
        impacts = add_8d(impacts, less_8d(zero, impulse, begins, zero));
        depths = max_8d(depths, sub_8d(ROW(c->height1, r), p));
        most = max_8d(most, impulse);
        ROW(c->last, r) = impulse;
        ROW(c->p0, r) = ROW(c->p1, r);
        ROW(c->p1, r) = p;
    }
    c->done = sum_8d(works);
    c->ledger = max_1d(min_1d(c->ledger_due + c->done, 0.0), c->floor);
    c->penetration = max_1d(c->penetration, most_8d(depths));
    c->impulse_max = max_1d(c->impulse_max, most_8d(most));
    c->impacts += (uint64_t)sum_8d(impacts);
    c->work += c->done;
}

static JW_REALTIME void NAME(look_ahead)(const double *seen, double tension, double *ahead) {
    ROW(ahead, 0) = fma_8d(splat_8d(tension), SEEN(seen, 1), SEEN(seen, 0));
}

static JW_REALTIME void NAME(come_to)(const double *seen, double tension,
                                      const JwGridRows *grid_rows, const double *impulse,
                                      double *now) {
    NAME(look_ahead)(seen, tension, now);
    Double8 sum = SEEN(now, 0);
    for (int i = 0; i < grid_rows->n; ++i) {
        sum = fma_8d(SEEN(grid_rows->compliance, i), splat_8d(impulse[i]), sum);
    }
    ROW(now, 0) = sum;
}

static JW_REALTIME double NAME(pull)(const double *seen, const double *impulse) {
    return sum_8d(mul_8d(SEEN(impulse, 0), SEEN(seen, 1)));
}

static const JwGridStep grid_step = {
    .look_ahead = NAME(look_ahead),
    .come_to = NAME(come_to),
    .pull = NAME(pull),
    .solve = NAME(solve),
    .arrive = NAME(arrive),
};

#undef ROW
#undef SEEN
