// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Between modes and nodes of their grid, by each of the four ways that JwGridRows knows: own rows,
// rows of a node and its image, the same mirrored, a fast sine transform; beside
// sqrt(2) sin(pi i j/(N + 1)) summed up.

#include "trial.h"

#include "base/pi.h"
#include "kernel/sines.h"
#include "string/modes.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    JwPrecision precision;
    bool pushes; ///< From nodes to modes, or the way back
    int n, n_padded;
    const JwGridRows *grid_rows;
    const int *node; ///< Of the string's grid, 1..N
    TrialArray *root, *x, *y, *room, *out_x, *out_y, *impulse, *given, *pull;
} Nodes;

static void call_nodes(void *context, const JwKernels *kernels) {
    const Nodes *s = context;
    const JwModeKernel *k = trial_mode_kernel(kernels, s->precision);
    if (s->pushes) {
        *(double *)s->pull->data = k->nodes_push(s->n_padded, s->grid_rows, s->impulse->data,
                                                 s->x->data, s->room->data, s->given->data);
    } else {
        k->nodes_dot(s->grid_rows, s->n_padded, s->x->data, s->y->data, s->room->data,
                     s->out_x->data, s->out_y->data);
    }
}

/// Row of a node over mode j = 1..N. Its own size is 1, however near a node of the mode it is.
static Num shape(const Nodes *s, int node, int j) {
    const int turns = (int)((long)node * j % (2L * (s->n + 1)));
    const double value = sqrt(2.0) * sin(JW_PI * turns / (s->n + 1));
    return num_mul((Num){value, sqrt(2.0)}, num(trial_get(s->root, j - 1)));
}

static void expect_dot(const Nodes *s) {
    const int n = s->grid_rows->n;
    for (int i = 0; i < n; ++i) {
        Num sum_x = num(0.0), sum_y = num(0.0);
        for (int j = 1; j <= s->n; ++j) {
            const Num row = shape(s, s->node[i], j);
            sum_x = num_fma(row, num(trial_get(s->x, j - 1)), sum_x);
            sum_y = num_fma(row, num(trial_get(s->y, j - 1)), sum_y);
        }
        trial_expect(s->out_x, i, sum_x);
        trial_expect(s->out_y, i, sum_y);
    }
    trial_ignore(s->out_x, n, s->out_x->n);
    trial_ignore(s->out_y, n, s->out_y->n);
}

static void expect_push(const Nodes *s) {
    Num pull = num(0.0);
    for (int j = 1; j <= s->n; ++j) {
        Num sum = num(0.0);
        for (int i = 0; i < s->grid_rows->n; ++i) {
            sum = num_fma(shape(s, s->node[i], j), num(trial_get(s->impulse, i)), sum);
        }
        trial_expect(s->given, j - 1, sum);
        pull = num_fma(sum, num(trial_get(s->x, j - 1)), pull);
    }
    for (int j = s->n; j < s->n_padded; ++j) {
        trial_expect(s->given, j, num(0.0));
    }
    trial_expect(s->pull, 0, pull);
}

static const char *way(const JwGridRows *t) {
    return t->sines.factor ? "by sines"
           : t->mirrored   ? "mirrored rows"
           : t->paired     ? "paired rows"
                           : "own rows";
}

static void begin(const Nodes *s) {
    char factor[24] = "";
    if (s->grid_rows->sines.factor) {
        snprintf(factor, sizeof(factor), ", factor %d", s->grid_rows->sines.factor);
    }
    trial_variant("%d modes, %d nodes from %d on, %s%s", s->n, s->grid_rows->n, s->node[0],
                  way(s->grid_rows), factor);
}

static TrialArray *modes(const Nodes *s, const char *name) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded);
    trial_fill(a, s->n, -1.0, 1.0);
    return a;
}

static void make_and_call(Nodes *s, bool timed) {
    const int n = s->grid_rows->n;
    s->x = modes(s, s->pushes ? "g" : "x");
    s->y = modes(s, "y");
    s->room = trial_array("room", s->precision, JW_NODES_ROOM);
    trial_poison(s->room);
    trial_ignore(s->room, 0, JW_NODES_ROOM);
    if (s->pushes) {
        s->impulse = trial_doubles("impulses", n);
        s->given = trial_array("given", s->precision, s->n_padded);
        s->pull = trial_doubles("pull", 1);
        trial_fill(s->impulse, n, -1.0, 1.0);
        trial_poison(s->given);
        expect_push(s);
    } else {
        // Eight sums are added up at a time.
        s->out_x = trial_doubles("nodes on x", (n + 7) / 8 * 8);
        s->out_y = trial_doubles("nodes on y", (n + 7) / 8 * 8);
        trial_poison(s->out_x);
        trial_poison(s->out_y);
        expect_dot(s);
    }
    trial_call(call_nodes, s, timed ? n : 0.0);
}

/********* By rows *********/

/// Nodes of a string's grid: of one so many times as low, with an odd or even number of modes.
typedef struct {
    double low;
    int odd, first, step, most;
    bool timed;
} Place;

static const Place places[] = {
    {1.0, 0, 1, 3, 7, false},   {1.0, 0, 60, 1, 30, true},    {1.0, 0, 1, 3, 30, true},
    {1.0, 1, 50, 1, 70, true},  {9.0, 0, 490, 1, 256, false}, {9.0, 1, 490, 1, 256, false},
    {9.0, 0, 1, 7, 256, false}, {1.5, 1, 2, 2, 256, false},   {1.0, 1, 2, 2, 256, false},
    {1.0, 0, 68, 1, 9, false},  {0.2, 0, 5, 1, 256, false},   {0.2, 1, 5, 1, 256, false},
};
enum { PLACES = sizeof(places) / sizeof(places[0]) };

/// As a string has them, whose losses are in its rows.
static void try_rows(JwPrecision precision, bool pushes, const Place *place) {
    JwStringData data = fixture_jor_data();
    data.tension_n /= place->low * place->low;
    data.ei_n_m2 = 0.0;
    JwModesSpec spec = fixture_spec(&data, 48000.0);
    int n = jw_modes_count(&spec.data, spec.band_hz, spec.step_rate_hz);
    for (; n % 2 != place->odd; n = jw_modes_count(&spec.data, spec.band_hz, 48000.0)) {
        spec.band_hz *= 0.999;
    }
    static JwContactPoints points;
    int node[JW_CONTACT_POINTS];
    points.n = 0;
    for (int i = place->first; i <= n && points.n < place->most; i += place->step) {
        points.x_m[points.n] = (double)i / (n + 1) * data.length_m;
        points.base_m[points.n] = -1e-3;
        node[points.n++] = i;
    }
    spec.contact = &points;
    spec.grid = true;
    spec.precision = precision;
    JwModes *m = jw_modes_new(&spec);
    Nodes s = {.precision = precision, .pushes = pushes, .n = n, .node = node};
    if (!trial_check(m != NULL, "no memory")) {
        return;
    }
    s.grid_rows = &m->grid_rows;
    s.n_padded = m->n_padded;
    begin(&s);
    s.root = trial_array("root", JW_PRECISION_F64, m->n);
    for (int j = 0; j < m->n; ++j) {
        trial_put(s.root, j, jw_modes_root(m, j));
    }
    make_and_call(&s, place->timed);
    jw_modes_free(m);
}

/********* By sines *********/

/// All nodes from `first` on, or some, by that factor of N + 1.
static void try_sines(JwPrecision precision, bool pushes, const JwSines *plan, int first, int n,
                      bool timed) {
    const int n_modes = plan->n_modes;
    const size_t size = precision == JW_PRECISION_F64 ? sizeof(double) : sizeof(float);
    JwGridRows nodes = {.n = n, .sines = *plan, .first = first, .n_modes = n_modes};
    Nodes s = {.precision = precision, .pushes = pushes, .n = n_modes, .grid_rows = &nodes};
    void *memory = aligned_alloc(64, jw_sines_size(plan, size));
    int node[JW_MAX_GRID_ROWS];
    s.n_padded = (n_modes + JW_LANES - 1) / JW_LANES * JW_LANES;
    s.node = node;
    if (!memory) {
        trial_check(false, "no memory");
        return;
    }
    jw_sines_fill(&nodes.sines, precision, memory);
    for (int i = 0; i < n; ++i) {
        node[i] = first + i;
    }
    begin(&s);
    s.root = trial_array("root", precision, s.n_padded);
    trial_fill(s.root, n_modes, 0.7, 1.0);
    // Mode j + 1: even ones from the first, odd ones from the last.
    TrialArray *odd = trial_array("root_odd", precision, s.n_padded / 2);
    TrialArray *even = trial_array("root_even", precision, s.n_padded / 2);
    for (int j = 0; j < n_modes; ++j) {
        trial_put(j % 2 ? even : odd, j % 2 ? j / 2 : (n_modes - 2 - j) / 2, trial_get(s.root, j));
    }
    nodes.root_odd = odd->data;
    nodes.root_even = even->data;
    make_and_call(&s, timed);
    free(memory);
}

/// All factors that N + 1 has, whatever a plan would choose.
static void try_factors(JwPrecision precision, bool pushes) {
    static const int n_modes[] = {16, 20, 26, 44, 80, 92, 134, 200, 242, 314, 494, 512};
    for (int i = 0; i < (int)(sizeof(n_modes) / sizeof(n_modes[0])); ++i) {
        const int n = n_modes[i], most = n < JW_MAX_GRID_ROWS ? n : JW_MAX_GRID_ROWS;
        for (int factor = 1; factor <= JW_SINES_FACTOR; factor += 2) {
            const JwSines plan = jw_sines_divide(n, factor);
            if (plan.factor == 0) {
                continue;
            }
            const int first = 1 + trial_roll(n - most + 1), some = 1 + trial_roll(most);
            try_sines(precision, pushes, &plan, first, most,
                      n == 200 && factor == jw_sines_plan(n).factor);
            try_sines(precision, pushes, &plan, 1 + trial_roll(n - some + 1), some, false);
        }
    }
}

void trial_nodes(TrialWanted wanted) {
    for (int loop = 0; loop < 4; ++loop) {
        const JwPrecision precision = loop % 2 ? JW_PRECISION_F64 : JW_PRECISION_F32;
        const bool pushes = loop > 1;
        const char *name = trial_name(pushes ? "nodes_push" : "nodes_dot", precision);
        if (!wanted(name)) {
            continue;
        }
        trial_kernel(name, precision);
        if (precision == JW_PRECISION_F64) {
            // Angles of 1,300 modes are rounded that far from ours before a loop sees their sines.
            trial_roundings(1000.0);
        }
        for (int i = 0; i < PLACES; ++i) {
            try_rows(precision, pushes, &places[i]);
        }
        try_factors(precision, pushes);
        trial_kernel_end();
    }
}
