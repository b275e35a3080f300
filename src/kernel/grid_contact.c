// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/grid_contact.h"

#include "kernel/kernels.h"

#include <stdlib.h>
#include <string.h>

enum { n_seen = 3 * JW_FEW_GRID_ROWS };

JwStatus jw_grid_contact_init(JwGridContact *nodal, const JwModeKernel *kernel, int n_points,
                              int n_modes) {
    enum { n_arrays = 3 + JW_N_SPRINGS };
    const size_t n = (size_t)jw_contact_padded(n_points);
    const size_t row = ((size_t)n_modes * (size_t)kernel->size + 63) / 64 * 64;
    memset(nodal, 0, sizeof(*nodal));
    if (n_points == 0) {
        return JW_SUCCESS;
    }
    const size_t sums = n_seen * JW_SUM_LANES * (size_t)kernel->size;
    const size_t size = (n_arrays * n + n_seen) * sizeof(double) + sums + 3 * row +
                        JW_NODES_ROOM * (size_t)kernel->size;
    double *next = aligned_alloc(64, size);
    if (!next) {
        return JW_ERR_NO_MEMORY;
    }
    memset(next, 0, size);
    nodal->kernel = kernel;
    nodal->memory = next;
    nodal->meet = jw_contact_step(1);
    nodal->loops = jw_kernels()->nodal;
    double **const array[n_arrays] = {&nodal->ahead,     &nodal->now,       &nodal->change,
                                      &nodal->column[0], &nodal->column[1], &nodal->column[2]};
    for (size_t i = 0; i < n_arrays; ++i, next += n) {
        *array[i] = next;
    }
    nodal->seen = next;
    nodal->sums = next + n_seen;
    nodal->next = (unsigned char *)nodal->sums + sums;
    nodal->given = (unsigned char *)nodal->next + row;
    nodal->bend = (unsigned char *)nodal->next + 2 * row;
    nodal->room = (unsigned char *)nodal->next + 3 * row;
    return JW_SUCCESS;
}

void jw_grid_contact_release(JwGridContact *nodal) {
    free(nodal->memory);
    memset(nodal, 0, sizeof(*nodal));
}

JW_REALTIME void jw_grid_contact_bind(JwGridContact *nodal, const JwModeArrays *arrays,
                                      const JwGridRows *nodes, JwContact *c) {
    double *const array[] = {nodal->ahead,     nodal->now,       nodal->change, nodal->column[0],
                             nodal->column[1], nodal->column[2], c->height,     c->height1,
                             c->height0,       c->restitution,   c->p1,         c->p0,
                             c->pending,       c->impulse,       c->safe,       c->last};
    const int end = jw_contact_padded(c->n);
    for (size_t a = 0; a < sizeof(array) / sizeof(array[0]); ++a) {
        for (int i = c->n; i < end; ++i) {
            array[a][i] = 0.0;
        }
    }
    memset(nodal->sums, 0, n_seen * JW_SUM_LANES * (size_t)nodal->kernel->size);
    nodal->arrays = arrays;
    nodal->nodes = nodes;
    nodal->few = jw_grid_rows_few(nodes);
    nodal->contact = c;
}

JW_REALTIME void jw_grid_contact_look(JwGridContact *nodal, void *scratch) {
    const JwModeArrays *m = nodal->arrays;
    nodal->kernel->before(m, scratch);
    nodal->kernel->nodes_dot(nodal->nodes, m->n_padded, m->q, scratch, nodal->room,
                             nodal->contact->p1, nodal->contact->p0);
}

JW_REALTIME void jw_grid_contact_set_column(JwGridContact *nodal, const JwSprings *springs,
                                            int spring, const void *row) {
    double *column = nodal->column[spring];
    const int n = nodal->contact->n;
    if (!row) {
        memset(column, 0, sizeof(double) * (size_t)n);
        return;
    }
    nodal->kernel->nodes_dot(nodal->nodes, nodal->arrays->n_padded, row, row, nodal->room,
                             nodal->now, column);
    for (int before = 0; before < spring; ++before) {
        const double share =
            springs->spring[before].share * springs->column[before][springs->n + spring];
        for (int i = 0; i < n; ++i) {
            column[i] -= share * nodal->column[before][i];
        }
    }
}

JW_REALTIME void jw_grid_contact_close(JwGridContact *nodal) {
    const JwModeArrays *m = nodal->arrays;
    if (nodal->open) {
        nodal->kernel->nodes_dot(nodal->nodes, m->n_padded, m->q, m->q, nodal->room, nodal->ahead,
                                 nodal->now);
        nodal->loops->arrive(nodal->contact, nodal->now);
        nodal->open = false;
    }
}

/********* Steps *********/

/// The nodes on what the modes will be with their tension; returns where they are.
static JW_REALTIME const double *look_ahead(JwGridContact *x, double tension) {
    const JwModeArrays *m = x->arrays;
    if (x->few) {
        x->kernel->sum_up(x->sums, x->open ? n_seen : 2 * JW_FEW_GRID_ROWS, x->seen);
        x->loops->look_ahead(x->seen, tension, x->ahead);
        return x->seen + 2 * JW_FEW_GRID_ROWS;
    }
    x->kernel->add_tension(m->n_padded, tension, x->bend, x->next);
    x->kernel->nodes_dot(x->nodes, m->n_padded, x->next, m->q, x->room, x->ahead, x->now);
    return x->now;
}

/// What the impulses do to the modes; returns what the tension feels of them.
static JW_REALTIME double push(JwGridContact *x) {
    const double *impulse = x->contact->impulse;
    if (x->few) {
        return x->loops->pull(x->seen, impulse);
    }
    return x->kernel->nodes_push(x->arrays->n_padded, x->nodes, impulse, x->bend, x->room,
                                 x->given);
}

/// Springs and tension, then the nodes.
static JW_REALTIME void predict_nodes(JwContactGroup *t) {
    JwGridContact *x = t->nodal;
    x->meet->predict(t);
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
    JwGridContact *x = t->nodal;
    (void)lift; // the bridge stands still
    x->loops->choose(x->contact, x->nodes->self, x->ahead, x->change);
    return 0.0;
}

static JW_REALTIME void finish_nodes(JwContactGroup *t, double lift, double lift_more) {
    JwGridContact *x = t->nodal;
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
        // One that is used in this run may have left the string: what runs there are must not
        // matter.
        sprung |= s->weight.lane[0] != 0.0;
        for (int i = 0; i < x->contact->n; ++i) {
            through += x->column[u][i] * impulse[i];
        }
        s->outer.lane[0] = through;
        pull -= s->shared.lane[0] * through;
    }
    t->each->outer_pull.lane[0] = pull;
    x->meet->finish(t, lift, lift_more);
    if (x->few && !sprung) {
        x->loops->come_to(x->seen, t->each->pushed.lane[0], x->nodes, impulse, x->now);
        x->loops->arrive(x->contact, x->now);
        return;
    }
    x->open = true;
}

static JW_REALTIME void react_nodes(const JwContactGroup *t, double *reaction) {
    t->nodal->meet->react(t, reaction);
}

static JW_REALTIME void refund_nodes(JwContactGroup *t, double share) {
    t->nodal->meet->refund(t, share);
}

static JW_REALTIME void hear_nodes(JwContactGroup *t) {
    t->nodal->meet->hear(t);
}

JW_REALTIME const JwContactStep *jw_grid_contact_step(void) {
    static const JwContactStep step = {
        .predict = predict_nodes,
        .react = react_nodes,
        .refund = refund_nodes,
        .choose = choose_nodes,
        .finish = finish_nodes,
        .hear = hear_nodes,
    };
    return &step;
}
