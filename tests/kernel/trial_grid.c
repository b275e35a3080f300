// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact at the nodes of a string's grid (JwGridStep), node by node beside kernel/contact.h: the
// projection, Ivanov's fold on the parabola through three samples, and the ledger that chooses.

#include "trial.h"

#include <string.h>

enum { VARIANTS = 120 };

/// A contact whose arrays the trial has.
typedef struct {
    int n, n_padded;
    double self, tension;
    JwContact start, contact; ///< As it was, and as the loop leaves it
    JwGridRows grid_rows;
    TrialArray *height, *height1, *height0, *restitution, *p1, *p0, *pending, *impulse, *projected,
        *last, *ahead, *change, *seen, *compliance, *now, *numbers, *borne;
} Grid;

/// What of the contact is one number.
enum { LEDGER_DUE, LEDGER, DONE, WORK, MOVER_WORK, PENETRATION, IMPULSE_MAX, IMPACTS, NUMBERS };

static Num at(const TrialArray *a, int i) {
    return num(trial_get(a, i));
}

static TrialArray *points(const Grid *s, const char *name, double least, double most) {
    TrialArray *a = trial_doubles(name, s->n_padded);
    trial_fill(a, s->n, least, most);
    return a;
}

/********* Calls *********/

static void begin_call(Grid *s) {
    s->contact = s->start;
}

static void end_call(const Grid *s) {
    const JwContact *c = &s->contact;
    const double number[NUMBERS] = {c->ledger_due,  c->ledger,         c->done,
                                    c->work,        c->mover_work,     c->penetration,
                                    c->impulse_max, (double)c->impacts};
    memcpy(s->numbers->data, number, sizeof(number));
}

static void call_solve(void *context, const JwKernels *kernels) {
    Grid *s = context;
    begin_call(s);
    kernels->grid->solve(&s->contact, s->self, s->ahead->data, s->change->data);
    end_call(s);
}

static void call_arrive(void *context, const JwKernels *kernels) {
    Grid *s = context;
    begin_call(s);
    kernels->grid->arrive(&s->contact, s->ahead->data);
    end_call(s);
}

static void call_look_ahead(void *context, const JwKernels *kernels) {
    const Grid *s = context;
    kernels->grid->look_ahead(s->seen->data, s->tension, s->ahead->data);
}

static void call_come_to(void *context, const JwKernels *kernels) {
    const Grid *s = context;
    kernels->grid->come_to(s->seen->data, s->tension, &s->grid_rows, s->impulse->data,
                           s->now->data);
}

static void call_pull(void *context, const JwKernels *kernels) {
    const Grid *s = context;
    *(double *)s->now->data = kernels->grid->pull(s->seen->data, s->impulse->data);
}

static void call_bear(void *context, const JwKernels *kernels) {
    const Grid *s = context;
    *(double *)s->now->data = kernels->grid->bear(s->n, s->borne->data, s->impulse->data);
}

/********* Contact *********/

/// Nodes above the obstacle and below, some of them touching it before.
static void make_contact(Grid *s, bool fold) {
    s->height = points(s, "height", -0.1, 0.1);
    s->height1 = points(s, "height1", -0.1, 0.1);
    s->height0 = points(s, "height0", -0.1, 0.1);
    s->restitution = points(s, "restitution", 0.0, fold ? 1.0 : 0.0);
    s->p1 = points(s, "p1", -0.1, 1.0);
    s->p0 = points(s, "p0", -0.1, 1.0);
    s->pending = points(s, "pending", 0.0, fold ? 0.1 : 0.0);
    s->impulse = points(s, "impulse", 0.0, 1.0);
    s->projected = points(s, "projected", 0.0, 1.0);
    s->last = points(s, "last", 0.0, 1.0);
    s->ahead = points(s, "ahead", -1.0, 1.0);
    s->change = points(s, "change", 0.0, 0.0);
    s->numbers = trial_doubles("numbers", NUMBERS);
    for (int i = 0; i < s->n; i += 1 + trial_roll(3)) {
        trial_put(s->last, i, 0.0);
        trial_put(s->impulse, i, 0.0);
        trial_put(s->pending, i, 0.0);
    }
    s->start = (JwContact){
        .n = s->n,
        .capacity = s->n_padded,
        .fold = fold,
        .count = trial_uniform(0.0, 1.0),
        .ledger = trial_coin() ? trial_uniform(-3.0, 0.0) : 0.0,
        .forget = trial_uniform(0.9, 1.0),
        .floor = trial_coin() ? -HUGE_VAL : -1.0,
        .height = s->height->data,
        .height1 = s->height1->data,
        .height0 = s->height0->data,
        .restitution = s->restitution->data,
        .p1 = s->p1->data,
        .p0 = s->p0->data,
        .pending = s->pending->data,
        .impulse = s->impulse->data,
        .projected = s->projected->data,
        .last = s->last->data,
        .ledger_due = trial_uniform(-3.0, 0.0),
        .penetration = trial_uniform(0.0, 0.2),
        .impulse_max = trial_uniform(0.0, 1.0),
        .work = trial_uniform(-1.0, 1.0),
        .mover_work = trial_uniform(-1.0, 1.0),
        .impacts = 3,
    };
}

/// Numbers of the contact stay as they are.
static void expect_numbers(const Grid *s) {
    const JwContact *c = &s->start;
    const double number[NUMBERS] = {c->ledger_due,  c->ledger,         c->done,
                                    c->work,        c->mover_work,     c->penetration,
                                    c->impulse_max, (double)c->impacts};
    for (int i = 0; i < NUMBERS; ++i) {
        trial_expect(s->numbers, i, num(number[i]));
    }
}

/// One node in the frame of its obstacle, and what the two ways to hold it would push with.
typedef struct {
    double p0, move, projected, change, pending, taken, size;
} Node;

/// Largest x in [0, 1] with a x^2 + b x + e <= 0, where e <= 0 and a >= 0.
static double largest_share(double a, double b, double e) {
    if (a == 0.0) {
        return b > 0.0 ? fmin(-e / b, 1.0) : 1.0;
    }
    const double root = sqrt(fmax(b * b - 4.0 * a * e, 0.0));
    const double share = b > 0.0 ? -2.0 * e / (b + root) : (root - b) / (2.0 * a);
    return fmin(fmax(share, 0.0), 1.0);
}

/// Restitution throws a node back where it meets the obstacle on its parabola; what it would do
/// after that waits in `pending`.
static void fold_node(const Grid *s, int i, Node *o) {
    const double d = trial_get(s->height, i), R = trial_get(s->restitution, i);
    const double a = trial_get(s->ahead, i), pending = trial_get(s->pending, i);
    const double p1 = trial_get(s->p1, i) + (d - trial_get(s->height1, i));
    const double x = a + s->self * pending, gap = fmax(p1 - d, 0.0);
    const double bend = a - 2.0 * p1 + o->p0, v = x - p1 - 0.5 * bend;
    const double root = sqrt(fmax(v * v - 2.0 * bend * gap, 0.0)) - v;
    const double when = 2.0 * gap < root ? 2.0 * gap / root : 1.0;
    const double speed = v + bend * when;
    const bool hit = x < d, falling = hit && p1 >= x && speed <= 0.0;
    const double jump = -(1.0 + R) * speed / s->self, least = hit ? (d - x) / s->self : 0.0;
    const double thrown = fmax(jump * (1.0 - when), least);
    o->taken = falling ? 0.5 * (1.0 - R * R) * speed * speed / s->self : 0.0;
    o->pending = falling ? jump * when : 0.0;
    o->change = pending + (falling ? thrown : least) - o->projected;
}

/// Held where it was, where restitution would throw it, or on the obstacle.
static Node hold_node(const Grid *s, int i) {
    const double d = trial_get(s->height, i), R = trial_get(s->restitution, i);
    const double a = trial_get(s->ahead, i);
    Node o = {.p0 = trial_get(s->p0, i) + (d - trial_get(s->height0, i))};
    const double lower = fmax(fmin(R * o.p0 + (1.0 - R) * d, o.p0), d);
    o.move = 0.5 * (a - o.p0);
    o.projected = a < d ? (lower - a) / s->self : 0.0;
    o.pending = trial_get(s->pending, i);
    o.size = o.projected * (fabs(a) + fabs(o.p0));
    if (s->start.fold) {
        fold_node(s, i, &o);
    }
    return o;
}

/// How much of the projection, and of the change from it to the fold, the ledger pays for.
static void judge(const Grid *s, const Node *node, double *due, double *scale, double *share) {
    double linear = 0.0, square = 0.0, loss = 0.0, size = 0.0;
    double more_linear = 0.0, more_square = 0.0;
    for (int i = 0; i < s->n; ++i) {
        const Node *o = &node[i];
        linear += o->projected * o->move;
        square += 0.5 * s->self * o->projected * o->projected;
        loss += o->taken;
        size += o->size;
        more_linear += o->change * (o->move + s->self * o->projected);
        more_square += 0.5 * s->self * o->change * o->change;
    }
    *due = s->start.forget * s->start.ledger + s->start.count * loss;
    const double work = linear + square, room = fmax(-*due, 0.0), balance = *due + work;
    *scale = room < work ? largest_share(square, linear, -room) : 1.0;
    *share = 0.0;
    if (s->start.fold && !(balance > 1e-14 * (fabs(*due) + size))) {
        *share = largest_share(more_square, more_linear, fmin(balance, 0.0));
        *scale = 1.0;
    }
}

/// Everything is near 1, and a sum of the nodes decides: what is rounded is some n of them.
static Num near(const Grid *s, double value) {
    return (Num){value, s->n + fabs(value)};
}

static void expect_solved(const Grid *s) {
    Node node[JW_MAX_GRID_ROWS + JW_CONTACT_LANES];
    double due, scale, share, drag = 0.0;
    // Past the last one, too: nothing is there.
    for (int i = 0; i < s->n_padded; ++i) {
        node[i] = hold_node(s, i);
    }
    judge(s, node, &due, &scale, &share);
    for (int i = 0; i < s->n_padded; ++i) {
        const Node *o = &node[i];
        const double impulse = scale * (o->projected + share * o->change);
        drag += 0.5 * impulse * (trial_get(s->height, i) - trial_get(s->height0, i));
        trial_expect(s->impulse, i, near(s, impulse));
        trial_expect(s->projected, i, near(s, o->projected));
        trial_expect(s->pending, i, near(s, o->pending));
        trial_expect(s->p0, i, near(s, o->p0));
        trial_expect(s->height0, i, at(s->height1, i));
        trial_expect(s->height1, i, at(s->height, i));
    }
    trial_ignore(s->change, 0, s->n_padded);
    expect_numbers(s);
    trial_expect(s->numbers, LEDGER_DUE, near(s, due));
    trial_expect(s->numbers, WORK, near(s, s->start.work + drag));
    trial_expect(s->numbers, MOVER_WORK, near(s, s->start.mover_work + drag));
}

static void expect_arrived(const Grid *s) {
    const JwContact *c = &s->start;
    Num work = num(0.0);
    double depth = c->penetration, most = c->impulse_max;
    int impacts = (int)c->impacts;
    for (int i = 0; i < s->n_padded; ++i) {
        const Num impulse = at(s->impulse, i), p = at(s->ahead, i);
        work = num_fma(num_mul(num(0.5), impulse), num_sub(p, at(s->p0, i)), work);
        impacts += trial_get(s->impulse, i) > 0.0 && !(trial_get(s->last, i) > 0.0);
        depth = fmax(depth, trial_get(s->height1, i) - trial_get(s->ahead, i));
        most = fmax(most, trial_get(s->impulse, i));
        trial_expect(s->last, i, impulse);
        trial_expect(s->p0, i, at(s->p1, i));
        trial_expect(s->p1, i, p);
    }
    const double ledger = fmin(c->ledger_due + (double)work.value, 0.0);
    expect_numbers(s);
    trial_expect(s->numbers, DONE, work);
    trial_expect(s->numbers, LEDGER, near(s, fmax(ledger, c->floor)));
    trial_expect(s->numbers, WORK, num_add(num(c->work), work));
    trial_expect(s->numbers, PENETRATION, num(depth));
    trial_expect(s->numbers, IMPULSE_MAX, num(most));
    trial_expect(s->numbers, IMPACTS, num(impacts));
}

static void try_contact(int variant, bool solves) {
    Grid s = {.n = variant ? 1 + trial_roll(variant % 3 ? 20 : JW_MAX_GRID_ROWS) : 200};
    const bool fold = variant % 2 == 0;
    s.n_padded = jw_contact_padded(s.n);
    s.self = trial_uniform(0.5, 2.0);
    trial_variant("%d nodes%s", s.n, fold ? ", thrown back" : "");
    make_contact(&s, fold);
    if (solves) {
        expect_solved(&s);
    } else {
        expect_arrived(&s);
    }
    trial_call(solves ? call_solve : call_arrive, &s, variant < 2 ? s.n : 0.0);
}

static void try_solve(int variant) {
    try_contact(variant, true);
}

static void try_bear(int variant) {
    Grid s = {.n = variant ? 1 + trial_roll(variant % 3 ? 20 : JW_MAX_GRID_ROWS) : 200};
    s.n_padded = jw_contact_padded(s.n);
    trial_variant("%d nodes", s.n);
    s.borne = points(&s, "borne", -0.5, 1.5);
    s.impulse = points(&s, "impulse", 0.0, 1.0);
    s.now = trial_doubles("sum", 1);
    Num sum = num(0.0);
    for (int i = 0; i < s.n; ++i) {
        sum = num_fma(at(s.borne, i), at(s.impulse, i), sum);
    }
    trial_expect(s.now, 0, sum);
    trial_call(call_bear, &s, variant < 2 ? s.n : 0.0);
}

static void try_arrive(int variant) {
    try_contact(variant, false);
}

/********* Few nodes *********/

/// What JwModeStep saw of them: rows of JW_FEW_GRID_ROWS, those past the last zero.
static Grid make_few(int variant) {
    Grid s = {.n = variant ? 1 + trial_roll(JW_FEW_GRID_ROWS) : JW_FEW_GRID_ROWS};
    s.n_padded = JW_FEW_GRID_ROWS;
    s.tension = trial_uniform(-1.0, 1.0);
    trial_variant("%d nodes", s.n);
    s.seen = trial_doubles("seen", 3 * JW_FEW_GRID_ROWS);
    s.compliance = trial_doubles("compliance", JW_FEW_GRID_ROWS * JW_FEW_GRID_ROWS);
    s.impulse = points(&s, "impulse", 0.0, 1.0);
    s.ahead = points(&s, "ahead", 0.0, 0.0);
    s.now = points(&s, "now", 0.0, 0.0);
    for (int i = 0; i < s.n; ++i) {
        for (int k = 0; k < s.n; ++k) {
            trial_put(s.compliance, i * JW_FEW_GRID_ROWS + k, trial_uniform(-1.0, 1.0));
        }
        for (int row = 0; row < 3; ++row) {
            trial_put(s.seen, row * JW_FEW_GRID_ROWS + i, trial_uniform(-1.0, 1.0));
        }
    }
    s.grid_rows = (JwGridRows){.n = s.n, .n_rows = s.n, .compliance = s.compliance->data};
    return s;
}

static Num seen_ahead(const Grid *s, int i) {
    return num_fma(num(s->tension), at(s->seen, JW_FEW_GRID_ROWS + i), at(s->seen, i));
}

static double few_units(const Grid *s, int variant) {
    return variant ? 0.0 : s->n;
}

static void try_look_ahead(int variant) {
    Grid s = make_few(variant);
    for (int i = 0; i < s.n_padded; ++i) {
        trial_expect(s.ahead, i, seen_ahead(&s, i));
    }
    trial_call(call_look_ahead, &s, few_units(&s, variant));
}

static void try_come_to(int variant) {
    Grid s = make_few(variant);
    for (int i = 0; i < s.n_padded; ++i) {
        Num sum = seen_ahead(&s, i);
        for (int k = 0; k < s.n; ++k) {
            sum = num_fma(at(s.compliance, k * JW_FEW_GRID_ROWS + i), at(s.impulse, k), sum);
        }
        trial_expect(s.now, i, sum);
    }
    trial_call(call_come_to, &s, few_units(&s, variant));
}

static void try_pull(int variant) {
    Grid s = make_few(variant);
    Num sum = num(0.0);
    for (int i = 0; i < s.n; ++i) {
        sum = num_fma(at(s.impulse, i), at(s.seen, JW_FEW_GRID_ROWS + i), sum);
    }
    trial_expect(s.now, 0, sum);
    trial_call(call_pull, &s, few_units(&s, variant));
}

static const struct {
    const char *name;
    void (*try_it)(int variant);
} loops[] = {
    {"grid_solve_f64", try_solve},     {"grid_arrive_f64", try_arrive},
    {"grid_bear_f64", try_bear},       {"grid_look_ahead_f64", try_look_ahead},
    {"grid_come_to_f64", try_come_to}, {"grid_pull_f64", try_pull},
};

void trial_grid(TrialWanted wanted) {
    for (int i = 0; i < (int)(sizeof(loops) / sizeof(loops[0])); ++i) {
        if (wanted(loops[i].name)) {
            trial_kernel(loops[i].name, JW_PRECISION_F64);
            for (int variant = 0; variant < VARIANTS; ++variant) {
                loops[i].try_it(variant);
            }
            trial_kernel_end();
        }
    }
}
