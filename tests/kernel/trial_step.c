// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A step of the modes (JwModeStep) beside its definition in kernel/mode_kernel.h: all numbers of
// rows, bridge, finger, output, nodes; steps that end, begin, or both; whole and half-filled
// blocks; one polarisation or two.

#include "trial.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 17, LONG_ROWS = 33 };

/// What a step has to do with.
typedef struct {
    int n, n_stretching; ///< Modes of the first polarisation
    int n_lateral;       ///< Modes of the second
    int n_rows, apart, stride, n_points, skip;
    bool ends, begins, keeps, bridged, grounded, plucked, plucks, listens, hear_speed, given,
        looks_back;
    int nodes; ///< Few nodes of the grid; 0: none
} Case;

typedef struct {
    JwPrecision precision;
    bool by_variant; ///< Through what variant() says
    Case is;
    int n_padded, n_first; ///< Elements, of both polarisations and of the first
    JwModeArrays m;
    JwModeStep a;
    JwGridRows grid_rows;
    TrialArray *damp, *stiff, *root, *bridge, *q, *v, *v_free, *rows, *pluck, *listen, *given,
        *next, *bend, *impulse, *node_rows, *node_impulse, *node_sums;
    TrialArray *x, *g, *heard, *speed, *swing, *stiffening, *finger_x, *finger_g, *bridge_restoring,
        *bridge_g;
} Step;

static void call_step(void *context, const JwKernels *kernels) {
    Step *s = context;
    const JwModeKernel *k = trial_mode_kernel(kernels, s->precision);
    if (s->by_variant) {
        k->variant(&s->m, &s->a)(&s->m, &s->a);
    } else {
        k->mode_step(&s->m, &s->a);
    }
}

/********* What it works on *********/

/// Number of an element's mode within its polarisation, from 1; 0: the element has no mode.
static int mode_of(const Step *s, int j) {
    const bool second = j >= s->n_first;
    const int own = second ? j - s->n_first : j;
    return own < (second ? s->is.n_lateral : s->is.n) ? own + 1 : 0;
}

/// Fills the elements that have a mode.
static void fill(const Step *s, TrialArray *a, double least, double most) {
    for (int j = 0; j < s->n_padded; ++j) {
        if (mode_of(s, j) > 0) {
            trial_put(a, j, least < most ? trial_uniform(least, most) : least);
        }
    }
}

/// Modes j = 1..n of an array, falling off as a power of j: sums then tell of low modes or of high
/// ones.
static TrialArray *modes(const Step *s, const char *name, double most, int slope) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded);
    for (int j = 0; j < s->n_padded; ++j) {
        if (mode_of(s, j) > 0) {
            trial_put(a, j, trial_uniform(-most, most) * pow(mode_of(s, j), -slope));
        }
    }
    return a;
}

static TrialArray *positive(const Step *s, const char *name, double least, double most) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded);
    fill(s, a, least, most);
    return a;
}

/// Rows side by side; those not in use are no numbers.
static TrialArray *rows_of(const Step *s, const char *name, int n, int apart, int slope) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded * apart);
    for (int j = 0; j < s->n_padded; ++j) {
        const int mode = mode_of(s, j);
        for (int i = 0; i < apart; ++i) {
            const double own = mode > 0 ? trial_uniform(-1.0, 1.0) * pow(mode, -slope) : 0.0;
            trial_put(a, (int)jw_row_at(apart, i, j), i < n ? own : (double)NAN);
        }
    }
    return a;
}

static void make_modes(Step *s, int slope) {
    const Case *is = &s->is;
    s->damp = positive(s, "damp", 0.0, 0.5);
    s->stiff = positive(s, "stiff", 0.0, 3.0);
    s->root = positive(s, "root", 0.8, 1.0);
    const bool moves = is->bridged || is->grounded;
    s->bridge = moves ? modes(s, "bridge", 1.0, slope) : NULL;
    s->q = modes(s, "q", 1.0, slope);
    s->v = modes(s, "v", 1.0, slope);
    s->v_free = modes(s, "v_free", 1.0, slope);
    // Not read, so no matter what is there.
    fill(s, is->ends ? s->v : s->v_free, (double)NAN, (double)NAN);
    s->m = (JwModeArrays){
        .n = is->n_lateral > 0 ? s->n_first + is->n_lateral : is->n,
        .n_padded = s->n_padded,
        .n_lateral = s->n_padded - s->n_first,
        .n_stretching = is->n_stretching,
        .damp = s->damp->data,
        .stiff = s->stiff->data,
        .root = s->root->data,
        .bridge = moves ? s->bridge->data : NULL,
        .grounded = is->grounded,
        .q = s->q->data,
        .v = s->v->data,
        .v_free = s->v_free->data,
    };
}

static void *sums(Step *s, TrialArray **to, const char *name, int n) {
    *to = trial_sums(name, s->precision, n);
    return (*to)->data;
}

static int sum_at(const Case *is, int i) {
    return (i < is->n_points ? i : i + is->skip) * is->stride;
}

static JwSumPlaces make_sums(Step *s) {
    const Case *is = &s->is;
    const int places = is->n_rows > 0 ? sum_at(is, is->n_rows - 1) + is->stride : 0;
    return (JwSumPlaces){
        .x = sums(s, &s->x, "sums on x", places),
        .g = sums(s, &s->g, "sums on g", places),
        .stride = is->stride,
        .n_points = is->n_points,
        .skip = is->skip,
        .heard = sums(s, &s->heard, "heard", 1),
        .speed = sums(s, &s->speed, "speed", 1),
        .swing = sums(s, &s->swing, "swing", 1),
        .stiffening = sums(s, &s->stiffening, "stiffening", 1),
        .finger_x = sums(s, &s->finger_x, "finger_x", 1),
        .finger_g = sums(s, &s->finger_g, "finger_g", 1),
        .bridge_restoring = sums(s, &s->bridge_restoring, "bridge_restoring", 1),
        .bridge_g = sums(s, &s->bridge_g, "bridge_g", 1),
    };
}

static void make_nodes(Step *s, int slope) {
    const int n = s->is.nodes;
    s->node_rows = rows_of(s, "rows of nodes", n, n, slope);
    s->node_impulse = trial_doubles("impulses of nodes", n);
    s->node_sums = trial_sums("sums of nodes", s->precision, 3 * JW_FEW_GRID_ROWS);
    trial_fill(s->node_impulse, n, -1.0, 1.0);
    s->grid_rows = (JwGridRows){
        .n = n,
        .n_rows = n,
        .blocks = s->n_padded / JW_LANES,
        .rows = s->node_rows->data,
        .n_modes = s->is.n + s->is.n % 2,
        .self = s->is.n + 1.0,
    };
    s->a.grid_rows = &s->grid_rows;
    s->a.node_impulse = s->node_impulse->data;
    s->a.node_sums = s->node_sums->data;
    s->a.looks_back = s->is.looks_back;
}

static void make_given(Step *s, int slope) {
    s->given = modes(s, "given", 1.0, slope);
    s->next = trial_array("next", s->precision, s->n_padded);
    s->bend = trial_array("bend", s->precision, s->n_padded);
    trial_poison(s->next);
    trial_poison(s->bend);
    if (!s->is.ends || s->is.nodes > 0) {
        trial_poison(s->given);
    }
    s->a.given = s->given->data;
    s->a.next = s->next->data;
    s->a.bend = s->bend->data;
}

static void make_step(Step *s, int slope) {
    const Case *is = &s->is;
    s->rows = rows_of(s, "rows", is->n_rows, is->apart, slope);
    s->pluck = is->plucked ? modes(s, "pluck", 1.0, slope) : NULL;
    s->listen = is->listens ? modes(s, "listen", 1.0, slope) : NULL;
    s->impulse = trial_doubles("impulses", is->n_rows * is->stride);
    trial_poison(s->impulse);
    for (int i = 0; i < is->n_rows && is->ends; ++i) {
        trial_put(s->impulse, i * is->stride, trial_uniform(-1.0, 1.0));
    }
    s->a = (JwModeStep){
        .rows = s->rows->data,
        .apart = is->apart,
        .n_rows = is->n_rows,
        .pluck = is->plucked ? s->pluck->data : NULL,
        .plucks = is->plucks,
        .listen = is->listens ? s->listen->data : NULL,
        .hear_speed = is->hear_speed,
        .stride = is->stride,
        .ends = is->ends,
        .begins = is->begins,
        .keeps = is->keeps,
        .impulse = s->impulse->data,
        .finger = trial_uniform(-1.0, 1.0),
        .lift = trial_uniform(-1.0, 1.0),
        .push = trial_uniform(-1.0, 1.0) / (is->n * (double)is->n),
        .force = trial_uniform(-1.0, 1.0),
        .sums = make_sums(s),
    };
    if (is->given) {
        make_given(s, slope);
    }
    if (is->nodes > 0) {
        make_nodes(s, slope);
    }
}

/********* What it must leave *********/

/// One mode before and after, as the head of kernel/mode_kernel.h names it.
typedef struct {
    Num q, v, v_free, lost, x, g;
} Mode;

/// What the sums must be.
typedef struct {
    Num x[LONG_ROWS], g[LONG_ROWS], node_x[JW_FEW_GRID_ROWS], node_g[JW_FEW_GRID_ROWS],
        node_q[JW_FEW_GRID_ROWS];
    Num heard, speed, swing, stiffening, finger_x, finger_g, bridge_restoring, bridge_g;
} Sums;

static Num at(const TrialArray *a, int j) {
    return num(trial_get(a, j));
}

static Num row_at(const TrialArray *rows, int apart, int i, int j) {
    return at(rows, (int)jw_row_at(apart, i, j));
}

static Num bend_of(const Step *s, int j, Num q) {
    const double order = mode_of(s, j);
    const bool bends = j < s->is.n_stretching || j >= s->n_first;
    return num_mul(num(bends ? order * order : 0.0), q);
}

/// What the step that ends gives a mode besides v_free.
static Num own_of(const Step *s, int j) {
    const Case *is = &s->is;
    Num own = num_mul(num(s->a.push), bend_of(s, j, at(s->q, j)));
    for (int i = 0; i < is->n_rows; ++i) {
        own = num_fma(row_at(s->rows, is->apart, i, j), at(s->impulse, i * is->stride), own);
    }
    for (int i = 0; i < is->nodes; ++i) {
        own = num_fma(row_at(s->node_rows, is->nodes, i, j), at(s->node_impulse, i), own);
    }
    if (is->given && is->nodes == 0) {
        own = num_add(own, at(s->given, j));
    }
    if (is->plucked) {
        own = num_fma(at(s->pluck, j), num(s->a.finger), own);
    }
    if (is->bridged) {
        own = num_fma(at(s->bridge, j), num(s->a.lift), own);
    }
    return own;
}

static Mode step_mode(const Step *s, int j) {
    Mode m = {.q = at(s->q, j), .v = at(s->v, j)};
    if (s->is.ends) {
        m.v = num_add(at(s->v_free, j), own_of(s, j));
        m.q = num_add(m.q, m.v);
    }
    Num seen = m.q;
    if (s->is.grounded) {
        seen = num_sub(m.q, num_mul(at(s->bridge, j), num(s->a.lift)));
    }
    m.lost = num_fma(at(s->stiff, j), seen, num_mul(at(s->damp, j), m.v));
    m.v_free = num_sub(m.v, m.lost);
    m.x = num_add(m.q, m.v_free);
    if (s->is.plucked) {
        m.x = num_fma(at(s->pluck, j), num(s->a.force), m.x);
    }
    m.g = bend_of(s, j, m.q);
    return m;
}

static void add(Num *sum, Num a, Num b) {
    *sum = num_fma(a, b, *sum);
}

static void add_mode(const Step *s, int j, const Mode *m, Sums *sum) {
    const Case *is = &s->is;
    for (int i = 0; i < is->n_rows; ++i) {
        const Num row = row_at(s->rows, is->apart, i, j);
        add(&sum->x[i], row, m->x);
        add(&sum->g[i], row, m->g);
    }
    for (int i = 0; i < is->nodes; ++i) {
        const Num row = row_at(s->node_rows, is->nodes, i, j);
        add(&sum->node_x[i], row, m->x);
        add(&sum->node_g[i], row, m->g);
        add(&sum->node_q[i], row, m->q);
    }
    if (is->listens) {
        add(&sum->heard, at(s->listen, j), is->hear_speed ? m->v : m->q);
    }
    if (is->plucked) {
        add(&sum->speed, at(s->pluck, j), m->v);
        add(&sum->finger_x, at(s->pluck, j), m->x);
        add(&sum->finger_g, at(s->pluck, j), m->g);
    }
    if (is->bridged) {
        add(&sum->bridge_restoring, at(s->bridge, j), m->lost);
        add(&sum->bridge_g, at(s->bridge, j), m->g);
    }
    if (is->grounded) {
        const Num pull = num_mul(at(s->bridge, j), at(s->stiff, j));
        add(&sum->bridge_restoring, pull, m->x);
        add(&sum->bridge_g, pull, m->g);
    }
    add(&sum->swing, m->g, m->x);
    add(&sum->stiffening, m->g, m->g);
}

/// A sum must be that if it is made; if it may be made, never mind.
static void expect_sum(TrialArray *a, bool made, bool maybe, Num sum) {
    if (made) {
        trial_expect(a, 0, sum);
    } else if (maybe) {
        trial_ignore(a, 0, 1);
    }
}

static void expect_sums(const Step *s, const Sums *sum) {
    const Case *is = &s->is;
    for (int i = 0; i < is->n_rows && is->begins; ++i) {
        trial_expect(s->x, sum_at(is, i), sum->x[i]);
        trial_expect(s->g, sum_at(is, i), sum->g[i]);
    }
    for (int i = 0; i < is->nodes && is->begins; ++i) {
        trial_expect(s->node_sums, i, sum->node_x[i]);
        trial_expect(s->node_sums, JW_FEW_GRID_ROWS + i, sum->node_g[i]);
        if (is->looks_back) {
            trial_expect(s->node_sums, 2 * JW_FEW_GRID_ROWS + i, sum->node_q[i]);
        } else if (is->plucked) {
            trial_ignore(s->node_sums, 2 * JW_FEW_GRID_ROWS + i, 2 * JW_FEW_GRID_ROWS + i + 1);
        }
    }
    expect_sum(s->heard, is->listens, false, sum->heard);
    expect_sum(s->speed, is->plucked, false, sum->speed);
    expect_sum(s->swing, is->begins, true, sum->swing);
    expect_sum(s->stiffening, is->begins, true, sum->stiffening);
    expect_sum(s->finger_x, is->plucks, false, sum->finger_x);
    expect_sum(s->finger_g, is->plucks, false, sum->finger_g);
    const bool moves = is->bridged || is->grounded;
    expect_sum(s->bridge_restoring, is->bridged || (moves && is->begins), moves,
               sum->bridge_restoring);
    expect_sum(s->bridge_g, moves && is->begins, moves, sum->bridge_g);
}

static void expect_step(const Step *s) {
    const Case *is = &s->is;
    Sums sum;
    memset(&sum, 0, sizeof(sum));
    for (int j = 0; j < s->n_padded; ++j) {
        const Mode m = step_mode(s, j);
        const bool lives = mode_of(s, j) > 0;
        if (lives) {
            add_mode(s, j, &m, &sum);
        }
        if (is->ends) {
            trial_expect(s->q, j, lives ? m.q : num(0.0));
        }
        if (is->ends && is->keeps) {
            trial_expect(s->v, j, lives ? m.v : num(0.0));
        }
        if (is->begins && is->given && is->nodes == 0) {
            trial_expect(s->next, j, m.x);
            trial_expect(s->bend, j, m.g);
        }
        if (is->begins) {
            trial_expect(s->v_free, j, lives ? m.v_free : num(0.0));
        }
    }
    if (is->given && (!is->begins || is->nodes > 0)) {
        trial_ignore(s->next, 0, s->n_padded);
        trial_ignore(s->bend, 0, s->n_padded);
    }
    if (is->nodes > 0) {
        trial_ignore(s->given, 0, s->n_padded);
    }
    expect_sums(s, &sum);
}

/********* Variants *********/

static void describe(const Step *s) {
    const Case *is = &s->is;
    char nodes[48] = "", lateral[24] = "";
    if (is->nodes > 0) {
        snprintf(nodes, sizeof(nodes), ", %d nodes%s", is->nodes,
                 is->looks_back ? " looked back at" : "");
    }
    if (is->n_lateral > 0) {
        snprintf(lateral, sizeof(lateral), " and %d", is->n_lateral);
    }
    trial_variant("%d rows of %d, %d%s modes%s%s%s%s%s%s%s, stride %d%s", is->n_rows, is->apart,
                  is->n, lateral,
                  is->bridged    ? ", bridge"
                  : is->grounded ? ", grounded"
                                 : "",
                  is->plucks    ? ", finger"
                  : is->plucked ? ", finger that left"
                                : "",
                  !is->listens     ? ""
                  : is->hear_speed ? ", speed heard"
                                   : ", heard",
                  is->given && is->nodes == 0 ? ", given" : "", nodes,
                  is->ends ? "" : ", begins only", is->begins ? "" : ", ends only", is->stride,
                  s->by_variant ? ", by variant()" : "");
}

static void try_case(JwPrecision precision, Case is, double units) {
    for (int by_variant = 0; by_variant < 2; ++by_variant) {
        Step s = {.precision = precision, .by_variant = by_variant > 0, .is = is};
        const int slope = trial_roll(3);
        s.n_first = (is.n + JW_LANES - 1) / JW_LANES * JW_LANES;
        s.n_padded = s.n_first + (is.n_lateral + JW_LANES - 1) / JW_LANES * JW_LANES;
        if (is.n_stretching == 0 || is.n_stretching > s.n_first) {
            s.is.n_stretching = s.n_first;
        }
        describe(&s);
        make_modes(&s, slope);
        make_step(&s, slope);
        expect_step(&s);
        trial_call(call_step, &s, by_variant ? units : 0.0);
    }
}

/// A number of modes: whole blocks or not, few or more than are taken at a time.
static int some_modes(void) {
    static const int edges[] = {1, 15, 16, 17, 24, 255, 256, 257, 272, 530};
    return trial_coin() ? 1 + trial_roll(300)
                        : edges[trial_roll((int)(sizeof(edges) / sizeof(edges[0])))];
}

/// Rows and how they lie, modes and how many of them stretch the string.
static Case some_case(int n_rows) {
    static const int strides[] = {1, JW_GROUP_FEW_LANES, JW_GROUP_LANES};
    Case is = {.n = some_modes(), .n_rows = n_rows, .ends = true, .begins = true};
    is.apart = n_rows + (trial_coin() ? trial_roll(3) : 0);
    is.stride = strides[trial_roll(3)];
    is.n_points = trial_roll(n_rows + 1);
    is.skip = is.n_points < n_rows ? trial_roll(4) : 0;
    is.n_stretching = trial_coin() ? JW_LANES * (1 + trial_roll(20)) : 0;
    is.keeps = trial_roll(4) == 0;
    return is;
}

/// How a string sees its bridge.
typedef enum { STILL, BRIDGED, GROUNDED, N_BRIDGES } Bridge;

/// A step that ends one and begins the next, as most do.
static Case usual_case(int n_rows, Bridge bridge, bool plucked) {
    Case is = some_case(n_rows);
    is.bridged = bridge == BRIDGED;
    is.grounded = bridge == GROUNDED;
    is.listens = bridge == STILL;
    is.plucked = plucked;
    is.plucks = plucked && trial_coin();
    return is;
}

/// Time of usual steps of 200 modes alone and eight side by side.
static void time_usual(JwPrecision precision) {
    static const int n_rows[] = {0, 1, 3, 6, 9, 14};
    for (int i = 0; i < (int)(sizeof(n_rows) / sizeof(n_rows[0])); ++i) {
        for (int kind = 0; kind < 2 * N_BRIDGES; ++kind) {
            Case is = usual_case(n_rows[i], (Bridge)(kind / 2), kind % 2 > 0);
            is.n = 200;
            is.n_stretching = 0;
            is.apart = is.n_rows;
            is.stride = is.listens ? 1 : JW_GROUP_LANES;
            is.keeps = false;
            try_case(precision, is, is.n);
        }
    }
}

static void try_usual(JwPrecision precision) {
    for (int n_rows = 0; n_rows < MOST_ROWS; ++n_rows) {
        for (int kind = 0; kind < 2 * N_BRIDGES; ++kind) {
            for (int k = 0; k < 6; ++k) {
                Case is = usual_case(n_rows, (Bridge)(kind / 2), kind % 2 > 0);
                // Both ways that registers allow, and more modes than one chunk has, whatever the
                // dice say.
                is.stride = k == 0 ? 1 : k == 1 ? JW_GROUP_LANES : is.stride;
                is.n = k < 2 ? 1 + trial_roll(256) : k > 3 ? 257 + trial_roll(300) : is.n;
                is.n_lateral = k % 2 > 0 ? 1 + trial_roll(JW_LANES * 3) : 0;
                try_case(precision, is, 0.0);
            }
        }
    }
}

/// The most that a pass takes at a time: a full last chunk, and a second polarisation as long as
/// there may be one.
static void try_longest(JwPrecision precision) {
    for (int n_rows = 1; n_rows <= 10; ++n_rows) {
        for (int k = 0; k < 8; ++k) {
            Case is = usual_case(n_rows, BRIDGED, k % 2 > 0);
            is.stride = k & 2 ? JW_GROUP_LANES : 1;
            is.n = k & 4 ? 512 : 256;
            is.n_lateral = JW_MAX_LATERAL;
            try_case(precision, is, 0.0);
        }
    }
}

/// Strings over many frets: any number of rows, heard by displacement or speed.
static void try_frets(JwPrecision precision) {
    for (int n_rows = 10; n_rows <= 24; n_rows += 7) {
        for (int k = 0; k < 8; ++k) {
            Case is = usual_case(n_rows, STILL, k & 1);
            is.hear_speed = k & 2;
            is.n = k & 4 ? 257 + trial_roll(300) : 1 + trial_roll(256);
            is.n_lateral = 0;
            try_case(precision, is, 0.0);
        }
    }
}

/// What is left to variants for any step.
static void try_any(JwPrecision precision) {
    for (int k = 0; k < 120; ++k) {
        Case is = usual_case(trial_roll(k < 20 ? 9 : LONG_ROWS), (Bridge)trial_roll(N_BRIDGES),
                             trial_coin());
        const int edge = k < 20 ? 0 : trial_roll(3);
        is.ends = edge != 1;
        is.begins = edge != 2;
        is.plucks = is.plucks && is.begins;
        is.listens = trial_coin();
        is.hear_speed = is.listens && trial_coin();
        is.n_lateral = trial_coin() ? 1 + trial_roll(JW_MAX_LATERAL) : 0;
        if (k < 20) {
            // Few rows as most steps have, and a second polarisation as long as there may be one.
            is.n = 1 + trial_roll(256);
            is.n_lateral = JW_MAX_LATERAL;
            is.listens = !is.bridged && !is.grounded;
            is.hear_speed = false;
        }
        try_case(precision, is, 0.0);
    }
}

/// A string on its grid: the bridge stands still, all modes stretch it, and an output row listens.
static Case grid_case(int n_rows, int nodes) {
    Case is = some_case(n_rows);
    is.n_stretching = 0;
    is.given = is.listens = true;
    is.nodes = nodes;
    is.looks_back = nodes > 0 && trial_coin();
    is.plucked = trial_roll(3) == 0;
    is.plucks = is.plucked && trial_coin();
    return is;
}

static void try_grid(JwPrecision precision) {
    for (int nodes = 0; nodes <= JW_FEW_GRID_ROWS; ++nodes) {
        for (int k = 0; k < 12; ++k) {
            Case is = grid_case(k % 3 == 0 ? trial_roll(4) : 0, nodes);
            const int edge = k < 8 ? 0 : trial_roll(3);
            is.ends = edge != 1;
            is.begins = edge != 2;
            is.plucks = is.plucks && is.begins;
            is.hear_speed = k > 8 && trial_coin();
            is.n = k < 6 ? 1 + trial_roll(256) : is.n;
            if (k == 1) {
                is.plucked = is.plucks = is.looks_back = false;
                is.n = 200;
                is.stride = 1;
                is.keeps = false;
            }
            try_case(precision, is, k == 1 && nodes % 4 == 0 ? is.n : 0.0);
        }
    }
}

void trial_step(TrialWanted wanted) {
    for (int p = 0; p < 2; ++p) {
        const JwPrecision precision = p ? JW_PRECISION_F64 : JW_PRECISION_F32;
        if (!wanted(trial_name("mode_step", precision))) {
            continue;
        }
        trial_kernel(trial_name("mode_step", precision), precision);
        time_usual(precision);
        try_usual(precision);
        try_longest(precision);
        try_frets(precision);
        try_any(precision);
        try_grid(precision);
        trial_kernel_end();
    }
}
