// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/grid_contact.h"

#include "base/aligned.h"
#include "kernel/kernels.h"

#include <string.h>

enum { n_seen = 3 * JW_FEW_GRID_ROWS };

JwStatus jw_grid_contact_init(JwGridContact *grid, const JwModeKernel *kernel, int n_points,
                              int n_modes) {
    enum { n_arrays = 3 + JW_N_SPRINGS };
    const size_t n = (size_t)jw_contact_padded(n_points);
    const size_t row = ((size_t)n_modes * (size_t)kernel->size + 63) / 64 * 64;
    memset(grid, 0, sizeof(*grid));
    if (n_points == 0) {
        return JW_SUCCESS;
    }
    const size_t sums = n_seen * JW_SUM_LANES * (size_t)kernel->size;
    const size_t size = (n_arrays * n + n_seen) * sizeof(double) + sums + 3 * row +
                        JW_NODES_ROOM * (size_t)kernel->size;
    double *next = jw_aligned_new(size);
    if (!next) {
        return JW_ERR_NO_MEMORY;
    }
    grid->kernel = kernel;
    grid->memory = next;
    grid->contact_step = jw_contact_step(1);
    grid->loops = jw_kernels()->grid;
    double **const array[n_arrays] = {&grid->ahead,     &grid->now,       &grid->change,
                                      &grid->column[0], &grid->column[1], &grid->column[2]};
    for (size_t i = 0; i < n_arrays; ++i, next += n) {
        *array[i] = next;
    }
    grid->seen = next;
    grid->sums = next + n_seen;
    grid->next = (unsigned char *)grid->sums + sums;
    grid->given = (unsigned char *)grid->next + row;
    grid->bend = (unsigned char *)grid->next + 2 * row;
    grid->room = (unsigned char *)grid->next + 3 * row;
    return JW_SUCCESS;
}

void jw_grid_contact_release(JwGridContact *grid) {
    jw_aligned_free(grid->memory);
    memset(grid, 0, sizeof(*grid));
}

JW_REALTIME void jw_grid_contact_bind(JwGridContact *grid, const JwModeArrays *arrays,
                                      const JwGridRows *grid_rows, const double *borne,
                                      JwContact *c) {
    double *const array[] = {grid->ahead,     grid->now,       grid->change, grid->column[0],
                             grid->column[1], grid->column[2], c->height,    c->height1,
                             c->height0,      c->restitution,  c->p1,        c->p0,
                             c->pending,      c->impulse,      c->projected, c->last};
    const int end = jw_contact_padded(c->n);
    for (size_t a = 0; a < sizeof(array) / sizeof(array[0]); ++a) {
        for (int i = c->n; i < end; ++i) {
            array[a][i] = 0.0;
        }
    }
    memset(grid->sums, 0, n_seen * JW_SUM_LANES * (size_t)grid->kernel->size);
    grid->arrays = arrays;
    grid->grid_rows = grid_rows;
    grid->borne = borne;
    grid->few = jw_grid_rows_few(grid_rows);
    grid->contact = c;
}

JW_REALTIME void jw_grid_contact_look(JwGridContact *grid, void *scratch) {
    const JwModeArrays *m = grid->arrays;
    grid->kernel->before(m, scratch);
    grid->kernel->nodes_dot(grid->grid_rows, m->n_padded, m->q, scratch, grid->room,
                            grid->contact->p1, grid->contact->p0);
}

JW_REALTIME void jw_grid_contact_set_column(JwGridContact *grid, const JwSprings *springs,
                                            int spring, const void *row) {
    double *column = grid->column[spring];
    const int n = grid->contact->n;
    if (!row) {
        memset(column, 0, sizeof(double) * (size_t)n);
        return;
    }
    grid->kernel->nodes_dot(grid->grid_rows, grid->arrays->n_padded, row, row, grid->room,
                            grid->now, column);
    for (int before = 0; before < spring; ++before) {
        const double share =
            springs->spring[before].share * springs->column[before][springs->n + spring];
        for (int i = 0; i < n; ++i) {
            column[i] -= share * grid->column[before][i];
        }
    }
}

JW_REALTIME void jw_grid_contact_close(JwGridContact *grid) {
    const JwModeArrays *m = grid->arrays;
    if (grid->open) {
        grid->kernel->nodes_dot(grid->grid_rows, m->n_padded, m->q, m->q, grid->room, grid->ahead,
                                grid->now);
        grid->loops->arrive(grid->contact, grid->now);
        grid->open = false;
    }
}

/********* Steps *********/

/// Predicts the nodes, from the modes' prediction with tension, into x->ahead. Returns the nodes'
/// present positions.
static JW_REALTIME const double *look_ahead(JwGridContact *x, double tension) {
    const JwModeArrays *m = x->arrays;
    if (x->few) {
        x->kernel->sum_up(x->sums, x->open ? n_seen : 2 * JW_FEW_GRID_ROWS, x->seen);
        x->loops->look_ahead(x->seen, tension, x->ahead);
        return x->seen + 2 * JW_FEW_GRID_ROWS;
    }
    x->kernel->add_tension(m->n_padded, tension, x->bend, x->next);
    x->kernel->nodes_dot(x->grid_rows, m->n_padded, x->next, m->q, x->room, x->ahead, x->now);
    return x->now;
}

/// Finds the effect of the impulses on the modes and returns their effect on the tension. Few nodes
/// need no pass for that, since JwModeStep takes their impulses directly.
static JW_REALTIME double push(JwGridContact *x) {
    const double *impulse = x->contact->impulse;
    if (x->few) {
        return x->loops->pull(x->seen, impulse);
    }
    return x->kernel->nodes_push(x->arrays->n_padded, x->grid_rows, impulse, x->bend, x->room,
                                 x->given);
}

/// Eliminates springs and tension from the prediction, then predicts the nodes.
static JW_REALTIME void predict_nodes(JwContactGroup *t) {
    JwGridContact *x = t->grid;
    x->contact_step->predict(t);
    const double tension = t->each->tension_free.lane[0];
    const double *now = look_ahead(x, tension);
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        const JwGroupSpring *s = &t->spring[u];
        if (!s->used) {
            continue;
        }
        const double impulse = s->free.lane[0] - s->shared.lane[0] * tension;
        for (int i = 0; i < x->contact->n; ++i) {
            x->ahead[i] += impulse * x->column[u][i];
        }
    }
    if (x->open) {
        x->loops->arrive(x->contact, now);
        x->open = false;
    }
}

static JW_REALTIME double choose_nodes(JwContactGroup *t, double lift) {
    JwGridContact *x = t->grid;
    (void)lift; // Zero: the bridge is fixed
    x->loops->solve(x->contact, x->grid_rows->self, x->ahead, x->change);
    return 0.0;
}

static JW_REALTIME void finish_nodes(JwContactGroup *t, double lift, double lift_more) {
    JwGridContact *x = t->grid;
    const double *impulse = x->contact->impulse;
    double pull = push(x);
    bool sprung = false;
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwGroupSpring *s = &t->spring[u];
        if (!s->used) {
            s->outer.lane[0] = 0.0;
            continue;
        }
        double through = 0.0;
        // Springs that act in this step: one used earlier in this run may have left the string, and
        // the division into runs must not matter.
        sprung |= s->weight.lane[0] != 0.0;
        for (int i = 0; i < x->contact->n; ++i) {
            through += x->column[u][i] * impulse[i];
        }
        s->outer.lane[0] = through;
        pull -= s->shared.lane[0] * through;
    }
    t->each->outer_pull.lane[0] = pull;
    x->contact_step->commit(t, lift, lift_more);
    if (x->few && !sprung) {
        x->loops->come_to(x->seen, t->each->pushed.lane[0], x->grid_rows, impulse, x->now);
        x->loops->arrive(x->contact, x->now);
        return;
    }
    x->open = true;
}

static JW_REALTIME void react_nodes(const JwContactGroup *t, double *reaction) {
    t->grid->contact_step->reaction(t, reaction);
}

static JW_REALTIME void refund_nodes(JwContactGroup *t, double share) {
    t->grid->contact_step->refund(t, share);
}

static JW_REALTIME void hear_nodes(JwContactGroup *t) {
    const JwGridContact *x = t->grid;
    if (t->bears) {
        t->each->outer_borne.lane[0] = x->loops->bear(x->contact->n, x->borne, x->contact->impulse);
    }
    t->grid->contact_step->output(t);
}

JW_REALTIME const JwContactStep *jw_grid_contact_step(void) {
    static const JwContactStep step = {
        .predict = predict_nodes,
        .reaction = react_nodes,
        .refund = refund_nodes,
        .solve = choose_nodes,
        .commit = finish_nodes,
        .output = hear_nodes,
    };
    return &step;
}
