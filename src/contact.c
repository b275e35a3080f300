// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Error of a sum of products, relative to their sizes.
static const double rounding_share = 1e-14;

enum { n_arrays = 20 };

/// JW_CONTACT_LANES numbers wherever they lie; ours lie on their own size, or a store would not be
/// seen by the load after it.
typedef double Lanes __attribute__((vector_size(JW_CONTACT_LANES * sizeof(double)), aligned(8)));

JwStatus jw_contact_init(JwContact *contact, int capacity) {
    memset(contact, 0, sizeof(*contact));
    const size_t n = (size_t)jw_contact_padded(capacity > 0 ? capacity : 1);
    const size_t size = (n_arrays * n + 3 * n * n) * sizeof(double);
    double *block = aligned_alloc(sizeof(Lanes), size);
    if (!block) {
        return JW_ERR_NO_MEMORY;
    }
    memset(block, 0, size);
    double **const array[n_arrays] = {
        &contact->height, &contact->height1, &contact->height0, &contact->restitution,
        &contact->p1,     &contact->p0,      &contact->pending, &contact->impulse,
        &contact->safe,   &contact->lower,   &contact->last,    &contact->folded,
        &contact->image,  &contact->hold,    &contact->pull,    &contact->moved,
        &contact->target, &contact->inverse, &contact->judged,  &contact->judged_hold,
    };
    for (size_t i = 0; i < n_arrays; ++i) {
        *array[i] = block + i * n;
    }
    contact->matrix = block + n_arrays * n;
    contact->capacity = (int)n;
    contact->sweeps = 4;
    contact->warm = 0.5;
    contact->forget = 1.0;
    contact->count = 1.0;
    contact->floor = -HUGE_VAL;
    return JW_SUCCESS;
}

void jw_contact_release(JwContact *contact) {
    free(contact->height);
    memset(contact, 0, sizeof(*contact));
}

JW_REALTIME void jw_contact_reset(JwContact *c, int n, const double *p) {
    c->n = n;
    c->ledger = 0.0;
    c->stale = true;
    for (int i = n; i < c->capacity; ++i) {
        c->impulse[i] = c->safe[i] = c->hold[i] = c->pull[i] = c->lower[i] = 0.0;
    }
    for (int i = 0; i < n; ++i) {
        c->p1[i] = c->p0[i] = p[i];
        c->height1[i] = c->height0[i] = c->height[i];
        c->pending[i] = c->impulse[i] = c->safe[i] = c->last[i] = 0.0;
    }
}

JW_REALTIME void jw_contact_forget(JwContact *c) {
    c->impacts = 0;
    c->penetration = c->impulse_max = c->work = c->mover_work = 0.0;
}

static JW_INLINE JW_REALTIME double larger(double a, double b) {
    return a > b ? a : b;
}

static JW_INLINE JW_REALTIME double smaller(double a, double b) {
    return a < b ? a : b;
}

/// p at the previous sample, carried along with the obstacle: everything is meant in its frame.
static JW_INLINE JW_REALTIME double before(const JwContact *c, int i) {
    return c->p0[i] + (c->height[i] - c->height0[i]);
}

static JW_INLINE JW_REALTIME double dot(const double *x, const double *y, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += x[i] * y[i];
    }
    return sum;
}

/// y += a x over n_padded numbers.
static JW_INLINE JW_REALTIME void add_scaled(double *y, const double *x, double a, int n_padded) {
    for (int b = 0; b < n_padded; b += JW_CONTACT_LANES) {
        *(Lanes *)(y + b) += *(const Lanes *)(x + b) * a;
    }
}

/// y = (a - share pull pull^T) x, a symmetric: columns are added so that the loop runs along
/// memory.
JW_VECTORIZED static JW_REALTIME void multiply(const JwContact *c, const double *a, int stride,
                                               double share, const double *x, double *y) {
    const int n = c->n;
    const double back = -share * dot(c->pull, x, n);
    for (int b = 0; b < stride; b += JW_CONTACT_LANES) {
        Lanes sum = *(const Lanes *)(c->pull + b) * back;
        for (int k = 0; k < n; ++k) {
            sum += *(const Lanes *)(a + (size_t)k * stride + b) * x[k];
        }
        *(Lanes *)(y + b) = sum;
    }
}

/// What of pull_share may be taken out of S + C and leave it a compliance: all of it without C.
static JW_REALTIME double soft_share(const JwContact *c, const double *soft, int stride) {
    double share = c->pull_share;
    for (int i = 0; c->cutoff && i < c->n; ++i) {
        const double self = soft[(size_t)i * stride + i], square = c->pull[i] * c->pull[i];
        share = share * square > 0.5 * self ? 0.5 * self / square : share;
    }
    return share;
}

/// Lowest place `safe` may leave each point at: on the obstacle, or where restitution would throw
/// it back to without doing work. A point already below is never lifted here, or lifting would do
/// work; with the cut-off compliance being below is normal, and d itself is the bound.
static JW_REALTIME void set_lower(JwContact *c, const double *ahead, const double *soft, int stride,
                                  double share) {
    // Among dense points one that the others hold up is not falling, though alone it would.
    const bool held = c->cutoff && c->fold;
    if (held) {
        multiply(c, soft, stride, share, c->last, c->image);
    }
    for (int i = 0; i < c->n; ++i) {
        const double self = soft[(size_t)i * stride + i] - share * c->pull[i] * c->pull[i];
        const double others = held ? c->image[i] - self * c->last[i] : 0.0;
        const double d = c->height[i], p0 = before(c, i), R = c->restitution[i];
        const double bound = c->cutoff ? d : smaller(d, p0);
        const double thrown = larger(bound, smaller((1.0 - R) * d + R * p0, p0));
        c->lower[i] = ahead[i] + others < d ? thrown : bound;
    }
}

/// r >= 0, p~ + soft r >= lower, complementary; Gauss-Seidel in alternating directions from the
/// last sample's solution, so that a string at rest stays there exactly.
///
/// Each point's target t is what it would be set to were it its turn, so that setting r_i moves the
/// other targets by a column, scaled, and the chain from one point to the next is three operations.
JW_VECTORIZED static JW_REALTIME void set_targets(JwContact *c, const double *ahead,
                                                  const double *soft, int stride, double share) {
    const int n = c->n;
    double *r = c->safe, *t = c->target, *inverse = c->inverse, *scaled = c->matrix;
    for (int i = 0; i < n; ++i) {
        const double self = soft[(size_t)i * stride + i] - share * c->pull[i] * c->pull[i];
        r[i] = c->hold[i] + c->warm * (r[i] - c->hold[i]);
        inverse[i] = 1.0 / self;
    }
    for (int i = n; i < stride; ++i) {
        inverse[i] = t[i] = 0.0;
    }
    multiply(c, soft, stride, share, r, c->image);
    for (int i = 0; i < n; ++i) {
        t[i] = r[i] + (c->lower[i] - ahead[i] - c->image[i]) * inverse[i];
    }
    for (int i = 0; i < n; ++i) {
        const double *column = soft + (size_t)i * stride;
        double *row = scaled + (size_t)i * stride;
        const double back = share * c->pull[i];
        for (int b = 0; b < stride; b += JW_CONTACT_LANES) {
            const Lanes pulled = *(const Lanes *)(c->pull + b) * back;
            *(Lanes *)(row + b) = (*(const Lanes *)(column + b) - pulled) * *(Lanes *)(inverse + b);
        }
        row[i] = 0.0;
    }
}

/// Several contacts side by side: from one point of a contact to the next there is waiting, which
/// the others fill. Each sees just what it would alone.
static JW_INLINE JW_REALTIME void sweep_group(JwContact *const *group, int count) {
    int sweeps = 0, points = 0;
    for (int g = 0; g < count; ++g) {
        sweeps = group[g]->sweeps > sweeps ? group[g]->sweeps : sweeps;
        points = group[g]->n > points ? group[g]->n : points;
    }
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const int step = sweep % 2 ? -1 : 1;
        int at[JW_CONTACT_GROUP] = {0};
        double target[JW_CONTACT_GROUP] = {0.0};
        for (int g = 0; g < count; ++g) {
            at[g] = sweep % 2 ? group[g]->n - 1 : 0;
            target[g] = group[g]->n > 0 ? group[g]->target[at[g]] : 0.0;
        }
        for (int k = 0; k < points; ++k) {
            for (int g = 0; g < count; ++g) {
                JwContact *c = group[g];
                if (k >= c->n || sweep >= c->sweeps) {
                    continue;
                }
                const int i = at[g], next = k < c->n - 1 ? i + step : i;
                const double *row = c->matrix + (size_t)i * c->stride;
                const double set = larger(0.0, target[g]);
                const double change = set - c->safe[i];
                target[g] = c->target[next] - row[next] * change;
                add_scaled(c->target, row, -change, c->stride);
                c->safe[i] = set;
                at[g] = next;
            }
        }
    }
}

JW_VECTORIZED JW_REALTIME void jw_contact_sweep(JwContact *const *contact, int n) {
    int g = 0;
    for (; g + JW_CONTACT_GROUP <= n; g += JW_CONTACT_GROUP) {
        sweep_group(contact + g, JW_CONTACT_GROUP);
    }
    if (g + 1 == n) {
        sweep_group(contact + g, 1);
    } else if (g < n) {
        sweep_group(contact + g, n - g);
    }
}

/// Where in the step a point meets the obstacle (0..1), and how fast (<= 0: downward).
typedef struct {
    double when;
    double speed;
} Encounter;

/// On the straight line from p1 to x. Right where points stand denser than the grid: the stretch
/// between them swings in less than a step, and three samples say nothing of its path.
static JW_REALTIME Encounter meet_straight(double p1, double x, double d) {
    const double fall = p1 - x;
    return (Encounter){.when = fall > 0.0 ? larger(p1 - d, 0.0) / fall : 0.0, .speed = -fall};
}

/// On the parabola that leads from p1 to x with acceleration a.
static JW_REALTIME Encounter meet_curved(double p1, double x, double d, double a) {
    const double gap = larger(p1 - d, 0.0), v = x - p1 - 0.5 * a;
    const double root = sqrt(larger(v * v - 2.0 * a * gap, 0.0)) - v;
    const double when = root > 2.0 * gap ? 2.0 * gap / root : 1.0;
    return (Encounter){.when = when, .speed = v + a * when};
}

/// Ivanov's fold, points in order, each seeing its predecessors. The impulse of an impact, (1 + R)
/// times the speed, is shared between the samples around it by where in the step it falls; returns
/// what restitution takes.
static JW_REALTIME double fold(JwContact *c, const double *ahead, const double *soft, int stride,
                               double share) {
    double loss = 0.0, pulled = 0.0;
    double *p = c->image;
    memcpy(p, ahead, sizeof(double) * (size_t)c->n);
    for (int i = 0; i < c->n; ++i) {
        const double *column = soft + (size_t)i * stride;
        const double back = share * c->pull[i];
        const double S = column[i] - back * c->pull[i];
        const double d = c->height[i], R = c->restitution[i];
        const double p1 = c->p1[i] + (d - c->height1[i]);
        const double x = p[i] - back * pulled + S * c->pending[i];
        const Encounter e = c->cutoff ? meet_straight(p1, x, d)
                                      : meet_curved(p1, x, d, ahead[i] - 2.0 * p1 + before(c, i));
        const bool hit = x < d;
        const bool falling = hit && x <= p1 && e.speed <= 0.0;
        const double jump = -(1.0 + R) * e.speed / S;
        // A point that moves up already is only held.
        const double least = hit ? (d - x) / S : 0.0;
        const double r = c->pending[i] + (falling ? larger(jump * (1.0 - e.when), least) : least);
        loss += falling ? c->count * 0.5 * (1.0 - R * R) * e.speed * e.speed / S : 0.0;
        c->pending[i] = falling ? jump * e.when : 0.0;
        c->folded[i] = r;
        pulled += c->pull[i] * r;
        for (int k = 0; k < c->n; ++k) {
            p[k] += column[k] * r;
        }
    }
    return loss;
}

/// Largest t in [0, 1] with a t^2 + b t + e <= 0, where e <= 0 and a >= 0.
static JW_REALTIME double largest_share(double a, double b, double e) {
    const double root = sqrt(larger(b * b - 4.0 * a * e, 0.0));
    // The form that does not cancel; e = 0 gives -b/a or 0.
    const double t = b > 0.0 ? -2.0 * e / (b + root) : (a > 0.0 ? (root - b) / (2.0 * a) : 1.0);
    return smaller(larger(t, 0.0), 1.0);
}

/// Chooses r between `safe` and `folded` by the ledger, energy as S has it.
JW_VECTORIZED static JW_REALTIME void settle(JwContact *c, const double *ahead, const double *s,
                                             int stride) {
    const int n = c->n;
    double *r = c->impulse, *change = c->folded, *image = c->image;
    double linear = 0.0, linear_change = 0.0, rounding = fabs(c->owed);
    double *moved = c->moved;
    multiply(c, s, stride, c->pull_share, c->safe, moved);
    for (int i = 0; i < n; ++i) {
        const double free_move = 0.5 * (ahead[i] - before(c, i));
        change[i] = c->fold ? c->folded[i] - c->safe[i] : 0.0;
        linear += c->safe[i] * free_move;
        rounding += c->safe[i] * (fabs(ahead[i]) + fabs(before(c, i)));
        linear_change += change[i] * (free_move + moved[i]);
    }
    const double work_safe = linear + 0.5 * dot(c->safe, moved, n);
    double square = 0.0;
    if (c->fold) {
        multiply(c, s, stride, c->pull_share, change, image);
        square = 0.5 * dot(change, image, n);
    }
    const double owed = c->owed;
    const double room = larger(-owed, 0.0);
    double share = 0.0, scale = 1.0;
    // At R = 1 `safe` does no work but for rounding, which must not be what forbids the fold.
    if (c->fold && owed + work_safe <= rounding_share * rounding) {
        share = largest_share(square, linear_change, smaller(owed + work_safe, 0.0));
    } else if (work_safe > room) {
        // Coupled points only: the projection itself would do work. W(t) = linear t + rest t^2.
        scale = largest_share(work_safe - linear, linear, -room);
    }
    for (int i = 0; i < n; ++i) {
        r[i] = scale * (c->safe[i] + share * change[i]);
        moved[i] = scale * (moved[i] + (c->fold ? share * image[i] : 0.0));
    }
    c->promised = scale * linear + scale * scale * (work_safe - linear) +
                  share * (linear_change + share * square);
}

/// What the impulses really did, p being where the system went: work, ledger, records.
JW_REALTIME void jw_contact_book(JwContact *c, const double *p) {
    double work = 0.0, drag = 0.0;
    for (int i = 0; i < c->n; ++i) {
        const double r = c->impulse[i];
        work += 0.5 * r * (p[i] - before(c, i));
        drag += 0.5 * r * (c->height[i] - c->height0[i]);
        c->impacts += r > 0.0 && c->last[i] <= 0.0;
        c->last[i] = r;
        c->penetration = larger(c->penetration, c->height[i] - p[i]);
        c->impulse_max = larger(c->impulse_max, r);
        c->p0[i] = c->p1[i];
        c->p1[i] = p[i];
        c->height0[i] = c->height1[i];
        c->height1[i] = c->height[i];
    }
    c->done = work;
    c->ledger = larger(smaller(c->owed + (c->shared ? c->promised : work), 0.0), c->floor);
    c->work += work + drag;
    c->mover_work += drag;
}

JW_REALTIME void jw_contact_open(JwContact *c, const double *ahead, const double *s,
                                 const double *soft, int stride) {
    c->ahead = ahead;
    c->s = s;
    c->soft = soft;
    c->stride = stride;
    c->soft_share = soft_share(c, soft, stride);
    set_lower(c, ahead, soft, stride, c->soft_share);
    set_targets(c, ahead, soft, stride, c->soft_share);
}

JW_REALTIME void jw_contact_close(JwContact *c) {
    const double loss = c->fold ? fold(c, c->ahead, c->soft, c->stride, c->soft_share) : 0.0;
    c->owed = c->forget * c->ledger + loss;
    settle(c, c->ahead, c->s, c->stride);
}

JW_REALTIME void jw_contact_choose(JwContact *c, const double *ahead, const double *s,
                                   const double *soft, int stride) {
    jw_contact_open(c, ahead, s, soft, stride);
    jw_contact_sweep(&c, 1);
    jw_contact_close(c);
}

/// A matrix of n x n with its rows padded.
static JW_REALTIME void pad(const double *from, int stride, int n, double *to) {
    const int padded = jw_contact_padded(n);
    memset(to, 0, sizeof(double) * (size_t)padded * (size_t)padded);
    for (int i = 0; i < n; ++i) {
        memcpy(to + (size_t)i * padded, from + (size_t)i * stride, sizeof(double) * (size_t)n);
    }
}

JW_REALTIME void jw_contact_step(JwContact *c, const double *ahead, const double *s,
                                 const double *soft, int stride) {
    const size_t square = (size_t)c->capacity * (size_t)c->capacity;
    double *own_s = c->matrix + square, *own_soft = own_s + square;
    pad(s, stride, c->n, own_s);
    pad(soft, stride, c->n, own_soft);
    jw_contact_choose(c, ahead, own_s, own_soft, jw_contact_padded(c->n));
    for (int i = 0; i < c->n; ++i) {
        c->moved[i] += ahead[i];
    }
    jw_contact_book(c, c->moved);
}
