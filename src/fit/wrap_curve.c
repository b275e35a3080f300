// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/wrap_curve.h"

#include <math.h>

enum { PLACES_MAX = 32, FIRST_GAP = 4 };

/// Largest distance of a point from the line through its neighbours [cents]: for a curve's nodes,
/// and for tried points.
static const double node_cents = 0.05, straight_cents = 0.2;

static const double most_cents = 100.0;

typedef struct {
    JwParamId id;
    double unit;          ///< Parameter units per unit of x
    bool times;           ///< True: x is a factor on the parameter; false: it is added
    int n, own;           ///< Number of points, and index of the instrument's own
    double x[PLACES_MAX]; ///< Ascending
} Moves;

static const Moves all_moves[JW_N_WRAP_CURVES] = {
    {JW_P_BRIDGE_HEIGHT, 0.001, false, 27, 10, {-500,  -50, -10,  -5,  -2,  -1,  -0.5, -0.2, -0.1,
                                                -0.05, 0,   0.05, 0.1, 0.2, 0.5, 1,    2,    3,
                                                4,     5,   7,    10,  20,  50,  100,  200,  500}},
    {JW_P_THREAD, 1.0, true, 9, 4, {0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4}},
    {JW_P_THREAD_POSITION, 1.0, false, 9, 3, {-4, -2, -1, 0, 1, 2, 4, 7, 10}},
};

/// A curve being determined.
typedef struct {
    const Moves *moves;
    double own_value; ///< The instrument's own value of the parameter
    JwWrapHearer hear;
    void *user;
    double cents[PLACES_MAX]; ///< NaN: not tried yet
    bool unheard;
} Search;

bool jw_wrap_curve_acts(const JwInstrument *instrument, int string, int curve) {
    const JwStringSpec *s = &instrument->string[string];
    bool movable = false;
    if (curve > 0) {
        return s->thread.present;
    }
    for (int i = 0; i < s->n_obstacles; ++i) {
        movable |= instrument->obstacle[s->obstacle[i]].movable;
    }
    return movable;
}

JwCurve *jw_wrap_curve_of(JwStringSpec *string, int curve) {
    return curve == 0   ? &string->wrap_by_lift
           : curve == 1 ? &string->wrap_by_thread
                        : &string->wrap_by_thread_place;
}

static double try_place(Search *s, int i) {
    const Moves *m = s->moves;
    if (isnan(s->cents[i]) && !s->unheard) {
        const double value = m->times ? s->own_value * m->x[i] : s->own_value + m->unit * m->x[i];
        s->cents[i] = s->hear(s->user, m->id, jw_param_clamp(m->id, value, s->own_value));
        s->unheard = !(fabs(s->cents[i]) <= most_cents);
    }
    return s->cents[i];
}

/// Cents at point i on the line through two others.
static double on_line(const Search *s, int from, int to, int i) {
    const double *x = s->moves->x;
    const double part = (x[i] - x[from]) / (x[to] - x[from]);
    return s->cents[from] + part * (s->cents[to] - s->cents[from]);
}

/// Tries points between two that were tried, until they lie on a line.
static void refine(Search *s, int from, int to) {
    if (to - from < 2 || s->unheard) {
        return;
    }
    const int middle = (from + to) / 2;
    if (fabs(try_place(s, middle) - on_line(s, from, to, middle)) > straight_cents) {
        refine(s, from, middle);
        refine(s, middle, to);
    }
}

/// Interpolates the points that were not tried.
static void fill_places(Search *s) {
    for (int i = 1, from = 0; i < s->moves->n; ++i) {
        if (!isnan(s->cents[i])) {
            for (int k = from + 1; k < i; ++k) {
                s->cents[k] = on_line(s, from, i, k);
            }
            from = i;
        }
    }
}

/// Point farthest from the lines between the nodes around it; -1 if none is off.
static int farthest(const Search *s, const bool *node) {
    double most = node_cents;
    int worst = -1;
    for (int from = 0, to; from < s->moves->n - 1; from = to) {
        for (to = from + 1; !node[to];) {
            ++to;
        }
        for (int i = from + 1; i < to; ++i) {
            const double off = fabs(s->cents[i] - on_line(s, from, to, i));
            worst = off > most ? i : worst;
            most = fmax(most, off);
        }
    }
    return worst;
}

static void pick_nodes(const Search *s, JwCurve *found) {
    const int last = s->moves->n - 1;
    bool node[PLACES_MAX] = {false};
    int n = 3;
    node[0] = node[s->moves->own] = node[last] = true;
    for (int worst = 0; worst >= 0 && n < JW_CURVE_NODES; ++n) {
        worst = farthest(s, node);
        node[worst >= 0 ? worst : 0] = true;
    }
    found->n = 0;
    for (int i = 0; i <= last; ++i) {
        if (node[i]) {
            found->x[found->n] = s->moves->x[i];
            found->y[found->n++] = s->cents[i];
        }
    }
}

bool jw_wrap_curve_find(JwCurve *found, const JwInstrument *instrument, int curve,
                        JwWrapHearer hear, void *user) {
    const Moves *moves = &all_moves[curve];
    Search s = {
        .moves = moves, .own_value = instrument->param[moves->id], .hear = hear, .user = user};
    for (int i = 0; i < moves->n; ++i) {
        s.cents[i] = NAN;
    }
    int before = 0;
    try_place(&s, 0);
    for (int i = moves->own % FIRST_GAP; i < moves->n; i += FIRST_GAP) {
        try_place(&s, i);
    }
    try_place(&s, moves->n - 1);
    for (int i = 1; i < moves->n; ++i) {
        if (!isnan(s.cents[i])) {
            const int from = before;
            before = i;
            refine(&s, from, i);
        }
    }
    found->n = 0;
    if (s.unheard) {
        return false;
    }
    fill_places(&s);
    const double own = s.cents[moves->own];
    for (int i = 0; i < moves->n; ++i) {
        s.cents[i] = round(100.0 * (s.cents[i] - own)) / 100.0;
    }
    pick_nodes(&s, found);
    return true;
}
