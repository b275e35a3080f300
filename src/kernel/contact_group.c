// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/contact_group.h"

#include "base/aligned.h"
#include "kernel/kernels.h"

#include <string.h>

// Numbers of arrays over the points and over all places (the points' arrays, the springs' columns
// and `ahead`), and of matrices.
#define POINT(name, kind) +1
enum {
    n_arrays =
#include "kernel/contact_fields.def"
        , n_rows = n_arrays + JW_N_SPRINGS + 1, n_matrices = 3,
};

/// Length of an array of n numbers, rounded up so that the next array starts on a cache line.
static JW_REALTIME size_t whole_lines(size_t n) {
    return (n + 7) / 8 * 8;
}

JwStatus jw_contact_group_init(JwContactGroup *t, int lanes, int capacity) {
    memset(t, 0, sizeof(*t));
    // Places with padding: see room_for().
    const size_t places = whole_lines((size_t)capacity) + JW_PLACES;
    const size_t row = whole_lines(places * (size_t)lanes);
    const size_t square = whole_lines(places * places * (size_t)lanes);
#define POINT(name, kind) &t->name,
    double **const array[n_rows] = {
#include "kernel/contact_fields.def"
        &t->column[0],
        &t->column[1],
        &t->column[2],
        &t->ahead,
    };
    double **const matrix[n_matrices] = {&t->s, &t->scaled, &t->stiffened};
    const size_t head = sizeof(*t->each) + JW_N_SPRINGS * sizeof(*t->spring);
    // One row more than there are arrays: `ahead` includes `pull`.
    const size_t numbers = (n_rows + 1) * row + n_matrices * square;
    const size_t sums = 2 * row * JW_SUM_LANES * sizeof(double);
    t->size = head + numbers * sizeof(double) + sums;
    t->memory = jw_aligned_new(t->size);
    if (!t->memory) {
        return JW_ERR_NO_MEMORY;
    }
    t->each = t->memory;
    t->spring = (JwGroupSpring *)(t->each + 1);
    double *next = (double *)(t->spring + JW_N_SPRINGS);
    for (size_t i = 0; i < n_rows; ++i, next += row) {
        *array[i] = next;
    }
    next += row;
    for (size_t i = 0; i < n_matrices; ++i, next += square) {
        *matrix[i] = next;
    }
    t->sums = next;
    t->alone = lanes == 1;
    t->lanes = lanes;
    t->capacity = capacity;
    return JW_SUCCESS;
}

void jw_contact_group_release(JwContactGroup *t) {
    jw_aligned_free(t->memory);
    memset(t, 0, sizeof(*t));
}

/// Number of points in the arrays, padding included: a single string has eight points in a
/// register.
static JW_REALTIME int room_for(const JwContactGroup *t) {
    if (t->lanes == 1 || t->points == 0) {
        return (int)whole_lines((size_t)t->points);
    }
    return jw_contact_group_size(t->points);
}

/// Clears a lane's points from n on, which another string left there.
static JW_REALTIME void clear_rest(JwContactGroup *t, int lane, int n) {
    for (int i = n; i < t->n; ++i) {
#define CLEAR(name)       t->name[i * t->lanes + lane] = 0.0;
#define POINT(name, kind) JW_LOADED_##kind(CLEAR, name)
#include "kernel/contact_fields.def"
#undef CLEAR
    }
}

/// Clears an empty lane. The bridge moves that lane too, and a NaN left in it would reach the other
/// lanes for ever.
static JW_REALTIME void clear_lane(JwContactGroup *t, int lane) {
    JwPerLane *each = (JwPerLane *)t->each;
    for (size_t i = 0; i < sizeof(*t->each) / sizeof(*each); ++i) {
        each[i].lane[lane] = 0.0;
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwGroupSpring *s = &t->spring[u];
#define SPRING(name, kind) s->name.lane[lane] = 0.0;
#include "kernel/contact_fields.def"
    }
    clear_rest(t, lane, 0);
}

/// Sets the group's size for the strings; returns false if that clears all lanes.
static JW_REALTIME bool fit(JwContactGroup *t, const JwLaneSource *string, int n_strings) {
    const int points_before = t->points, strings_before = t->n_strings;
    const JwModeKernel *kernel_before = t->kernel;
    t->points = 0;
    t->n_strings = n_strings;
    t->lanes = t->alone ? 1 : jw_contact_group_lanes(n_strings);
    t->grounded = n_strings > 0 && string->lever;
    for (int lane = 0; lane < n_strings; ++lane) {
        const int n = string[lane].home.contact->n;
        t->points = n > t->points ? n : t->points;
    }
    t->n = room_for(t);
    t->pull = t->ahead + (t->n + JW_PLACES) * t->lanes;
    t->kernel = n_strings > 0 ? string->kernel : t->kernel;
    if (t->points == points_before && n_strings == strings_before && t->kernel == kernel_before) {
        return true;
    }
    memset(t->assigned, 0, sizeof(t->assigned));
    return false;
}

static JW_REALTIME bool throws_back(const JwContact *c) {
    bool throws = false;
    for (int i = 0; i < c->n; ++i) {
        throws |= c->restitution[i] > 0.0;
    }
    return throws;
}

/// True if the obstacle moved in the last two steps.
static JW_REALTIME bool moved(const JwContact *c) {
    bool moved = false;
    for (int i = 0; i < c->n; ++i) {
        moved |= c->height1[i] != c->height[i] || c->height0[i] != c->height[i];
    }
    return moved;
}

/// Adds the requirements of a string to those of the group.
static JW_REALTIME void note_needs(JwContactGroup *t, const JwLaneSource *x) {
    const JwContact *c = x->home.contact;
    const bool throws = throws_back(c);
    // A contact that folds gets two more sweeps, which are not relaxed.
    const int sweeps = c->sweeps + (c->cutoff && c->fold ? 2 : 0);
    t->sweeps = sweeps > t->sweeps ? sweeps : t->sweeps;
    t->coupled |= x->coupled;
    t->listens |= !x->heard_bridge;
    t->bears |= x->bears > 0.0;
    t->tension |= x->stretch > 0.0;
    t->throws |= throws;
    t->fold |= c->fold;
    t->eases |= c->ease > 0.0 && !throws && !c->fold;
    t->sparse |= c->n > 0 && !c->cutoff;
    t->separate &= c->separate;
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        t->spring[u].used |= x->used[u];
    }
}

/// Finds which springs act on any string. Done separately, because a finger leaves a string without
/// any other change.
static JW_REALTIME void note_springs(JwContactGroup *t, const JwLaneSource *string) {
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        t->spring[u].used = false;
        for (int lane = 0; lane < t->n_strings; ++lane) {
            t->spring[u].used |= string[lane].used[u];
        }
    }
    t->struck = 0;
    for (int lane = 0; lane < t->n_strings; ++lane) {
        t->struck |= (string[lane].struck ? 1U : 0U) << lane;
    }
}

/// Clears the group's requirements, except springs.
static JW_REALTIME void forget_needs(JwContactGroup *t) {
    t->sweeps = 0;
    t->coupled = t->listens = t->bears = t->tension = t->throws = t->fold = t->sparse = t->eases =
        false;
    t->separate = true;
}

/// Keeps a lane whose string has not changed since it was stored; restarts its counts.
static JW_REALTIME void keep_lane(JwContactGroup *t, int lane, const JwLaneSource *x) {
    t->each->impacts.lane[lane] = 0.0;
    t->each->floor.lane[lane] = x->home.contact->floor;
}

JW_REALTIME void jw_contact_group_renew(JwContactGroup *t, const JwLaneSource *string,
                                        int n_strings, const bool *same) {
    bool all = fit(t, string, n_strings);
    const bool fits = all;
    note_springs(t, string);
    for (int lane = 0; lane < n_strings; ++lane) {
        all = all && same && same[lane];
    }
    if (!all) {
        forget_needs(t);
    }
    for (int lane = 0; lane < n_strings; ++lane) {
        if (!fits || !same || !same[lane]) {
            jw_contact_group_load(t, lane, &string[lane]);
            t->begun[lane] = false;
            continue;
        }
        keep_lane(t, lane, &string[lane]);
        if (!all) {
            note_needs(t, &string[lane]);
        }
    }
    for (int lane = n_strings; lane < t->lanes && !all; ++lane) {
        clear_lane(t, lane);
    }
}

JW_REALTIME void jw_contact_group_assign(JwContactGroup *t, const JwLaneSource *string,
                                         int n_strings) {
    jw_contact_group_renew(t, string, n_strings, NULL);
}

/// Index in the matrices and columns of springs.h of a place in the group (point, bridge or
/// spring); -1 if the string does not have that place.
static JW_REALTIME int theirs(const JwContactGroup *t, const JwLaneSource *x, int place) {
    const int n = x->home.contact->n;
    if (place < t->n) {
        return place < n ? place : -1;
    }
    if (place == t->n) {
        return x->coupled ? n : -1;
    }
    return x->home.springs->n + place - t->n - 1;
}

/// Relaxation factor of sweeps over dense points that are only projected. Relaxed sweeps leave a
/// string a little low; full sweeps that end too early push it about, which is worse. With 4
/// relaxed sweeps at 48 kHz and 2 at 96 kHz the result is nearer to quality 4, but for one figure,
/// than with 6 and 4 full ones. Rms at qualities 1 and 2, full sweeps in brackets: six cases of
/// tests/test_jawari.c 2.10, 1.77 dB (2.31, 1.98), 13 strokes of a sitar 1.87, 1.77 (1.91, 1.83),
/// five of a tanpura 1.80, 1.66 (1.87, 1.62), six of taraf, with 2 sweeps in both, 1.22, 1.22
/// (1.42, 1.30). With a factor of 0.65, taraf are 0.5 dB worse. If the bridge has moved since the
/// string was laid on it (rest_impulse is 0 then), relaxation lets the string lie up to 3.5 %
/// deeper in the obstacle that bends it.
static const double relaxation = 0.75;

static JW_REALTIME double relaxation_of(const JwContact *c) {
    return c->cutoff && !c->fold ? relaxation : 1.0;
}

/// Loads the compliances of a string after its springs were eliminated anew.
static JW_REALTIME void load_matrices(JwContactGroup *t, int lane, const JwLaneSource *x) {
    const JwSprings *from = x->home.springs;
    const int lanes = t->lanes, n = x->home.contact->n, stride = from->stride;
    for (int k = 0; k < t->n; ++k) {
        const double self =
            k < n ? from->soft_compliance[k * stride + k] / t->each->relaxation.lane[lane] : 0.0;
        const double inverse = k < n ? 1.0 / self : 0.0;
        t->self[k * lanes + lane] = self;
        t->inverse[k * lanes + lane] = inverse;
        t->beyond[k * lanes + lane] = x->beyond && k < n ? x->beyond[k] : 0.0;
        const double tie = x->coupled && k < n ? from->s[n * stride + k] : 0.0;
        const double lever = x->lever && k < n ? x->lever[k] : 0.0;
        t->bridge[k * lanes + lane] = x->lever ? jw_springs_way(lever) : tie;
        t->tie[k * lanes + lane] = x->lever ? tie : 0.0;
        t->reach[k * lanes + lane] = x->lever ? jw_springs_reach(lever, tie) : 0.0;
        for (int i = 0; i < t->points; ++i) {
            const int at = (i * t->n + k) * lanes + lane;
            const bool both = k < n && i < n;
            t->s[at] = both ? from->s[i * stride + k] : 0.0;
            t->scaled[at] = both ? from->soft_compliance[k * stride + i] * inverse : 0.0;
        }
    }
    t->each->thread_beyond.lane[lane] = x->thread_beyond;
    t->each->bridge_self.lane[lane] = x->coupled ? from->s[n * stride + n] : 0.0;
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        for (int i = 0; i < t->n + JW_GROUP_PLACES; ++i) {
            const int place = theirs(t, x, i);
            t->column[u][i * lanes + lane] = place >= 0 ? from->column[u][place] : 0.0;
        }
    }
    t->each->back.lane[lane] = from->back;
}

/// Computes image = (S + C) r.
static JW_REALTIME void judge_compliance(const JwLaneSource *x, const double *r, double *image) {
    const int n = x->home.contact->n;
    for (int k = 0; k < n; ++k) {
        const double *row =
            x->home.springs->soft_compliance + (size_t)k * (size_t)x->home.springs->stride;
        image[k] = 0.0;
        for (int i = 0; i < n; ++i) {
            image[k] += row[i] * r[i];
        }
    }
}

/// Clears a lane's sums: places that the string does not touch are written nowhere else.
static JW_REALTIME void clear_sums(JwContactGroup *t, int lane) {
    const size_t size = t->kernel ? (size_t)JW_SUM_LANES * (size_t)t->kernel->size : 0;
    unsigned char *sum = (unsigned char *)t->sums + (size_t)lane * size;
    const size_t apart = (size_t)t->lanes * size;
    for (int i = 0; i < 2 * t->n + JW_PLACES + JW_PLACES_PULL; ++i, sum += apart) {
        memset(sum, 0, size);
    }
}

/// Adds up the sums of n places, beginning at `from`.
static JW_INLINE JW_REALTIME void sum_places(JwContactGroup *t, int from, int n) {
    const size_t size = (size_t)JW_SUM_LANES * (size_t)t->kernel->size;
    const int at = from * t->lanes, lines = (n * t->lanes + 7) / 8;
    t->kernel->sum_up((const unsigned char *)t->sums + (size_t)at * size, 8 * lines, t->ahead + at);
}

JW_REALTIME void jw_contact_group_sum(JwContactGroup *t) {
    const int pull = t->n + JW_PLACES, all = pull + t->n + JW_PLACES_PULL;
    if (t->lanes == 1) {
        t->kernel->sum_up(t->sums, (int)whole_lines((size_t)all), t->ahead);
        return;
    }
    // Places up to the last spring in use, then the other results of the pass. With four lanes one
    // more place is included, which is empty or written later.
    const JwGroupSpring *s = t->spring;
    const int springs = s[JW_FINGER].used   ? JW_FINGER + 1
                        : s[JW_PALM].used   ? JW_PALM + 1
                        : s[JW_THREAD].used ? JW_THREAD + 1
                                            : 0;
    const int touched = t->n + JW_PLACE_SPRINGS + springs;
    const int found = t->struck ? JW_PLACES : t->listens ? JW_PLACE_SPEED : JW_PLACE_HEARD;
    sum_places(t, 0, touched);
    sum_places(t, t->n + JW_PLACE_SWING, found - JW_PLACE_SWING);
    sum_places(t, pull, touched);
}

JW_REALTIME void jw_contact_group_load(JwContactGroup *t, int lane, const JwLaneSource *x) {
    JwContact *c = x->home.contact;
    note_needs(t, x);
    t->struck |= (x->struck ? 1U : 0U) << lane;
    t->moves = moved(c) ? JW_GROUP_MOVES : t->moves;
    const int lanes = t->lanes;
    const double part = relaxation_of(c);
    // The lane held another string, or something that touches the string changed.
    if (t->assigned[lane] != x->home.springs || t->version[lane] != x->home.springs->version ||
        t->each->relaxation.lane[lane] != part) {
        t->each->relaxation.lane[lane] = part;
        load_matrices(t, lane, x);
        clear_rest(t, lane, c->n);
        clear_sums(t, lane);
        t->assigned[lane] = x->home.springs;
        t->version[lane] = x->home.springs->version;
    }
    if (c->products_stale) {
        judge_compliance(x, c->projected, c->compliant);
        judge_compliance(x, c->rest_impulse, c->compliant_rest);
        c->products_stale = false;
    }
    for (int i = 0; i < c->n; ++i) {
        const int at = i * lanes + lane;
#define LOAD(name)        t->name[at] = c->name[i];
#define POINT(name, kind) JW_LOADED_##kind(LOAD, name)
#include "kernel/contact_fields.def"
#undef LOAD
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwGroupSpring *to = &t->spring[u];
        const JwSpring *s = &x->home.springs->spring[u];
#define LOAD(name)         to->name.lane[lane] = s->name;
#define SPRING(name, kind) JW_LOADED_##kind(LOAD, name)
#include "kernel/contact_fields.def"
#undef LOAD
        to->impulse.lane[lane] = x->used[u] ? s->impulse : 0.0;
        to->outer.lane[lane] = 0.0;
    }
    t->each->mass.lane[lane] = x->mass_kg;
    t->each->heard_unit.lane[lane] = x->heard_unit;
    t->each->heard_follows.lane[lane] = x->heard_follows ? 1.0 : 0.0;
    t->each->heard_bridge.lane[lane] = x->heard_bridge ? 1.0 : 0.0;
    t->each->heard_way.lane[lane] = x->heard_way;
    t->each->heard_pace.lane[lane] = x->heard_pace;
    t->each->hearing.lane[lane] = x->hearing;
    t->each->tension_scale.lane[lane] = x->tension_scale;
    t->each->heard.lane[lane] = x->home.heard ? *x->home.heard : 0.0;
    t->each->heard_scale.lane[lane] = x->home.heard ? *x->home.heard_scale : 0.0;
    t->each->end.lane[lane] = x->home.heard ? *x->home.end : 0.0;
    t->each->bears.lane[lane] = x->bears;
    t->each->stretch.lane[lane] = x->stretch;
    t->each->stretch_rest.lane[lane] = x->stretch_rest;
    t->each->cutoff.lane[lane] = c->cutoff ? 1.0 : 0.0;
    t->each->folds.lane[lane] = c->fold ? 1.0 : 0.0;
    t->each->stroke.lane[lane] = 0.0;
    t->each->swung.lane[lane] = *x->home.swung;
    t->each->hold.lane[lane] = x->hold;
    t->each->held.lane[lane] = x->home.held ? *x->home.held : 0.0;
#define LOAD(name)         t->each->name.lane[lane] = c->name;
#define NUMBER(name, kind) JW_LOADED_##kind(LOAD, name)
#include "kernel/contact_fields.def"
#undef LOAD
    if (c->fold || throws_back(c)) {
        t->each->ease.lane[lane] = 0.0;
    }
    t->each->impacts.lane[lane] = t->each->outer_pull.lane[lane] = 0.0;
    t->each->outer_borne.lane[lane] = 0.0;
}

JW_REALTIME void jw_contact_group_store(const JwContactGroup *t, int lane, const JwLaneHome *x) {
    JwContact *c = x->contact;
    const int lanes = t->lanes;
    for (int i = 0; i < c->n; ++i) {
        const int at = i * lanes + lane;
#define STORE(name)       c->name[i] = t->name[at];
#define POINT(name, kind) JW_STORED_##kind(STORE, name)
#include "kernel/contact_fields.def"
#undef STORE
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwSpring *s = &x->springs->spring[u];
        const JwGroupSpring *from = &t->spring[u];
        if (!from->used) {
            s->impulse = 0.0; // Steps ignore it.
            continue;
        }
#define STORE(name)        s->name = from->name.lane[lane];
#define SPRING(name, kind) JW_STORED_##kind(STORE, name)
#include "kernel/contact_fields.def"
#undef STORE
    }
    *x->swung = t->each->swung.lane[lane];
    if (x->held) {
        *x->held = t->each->held.lane[lane];
    }
    c->impacts += (uint64_t)t->each->impacts.lane[lane];
#define STORE(name)        c->name = t->each->name.lane[lane];
#define NUMBER(name, kind) JW_STORED_##kind(STORE, name)
#include "kernel/contact_fields.def"
#undef STORE
    if (x->heard) {
        *x->heard = t->each->heard.lane[lane];
        *x->heard_scale = t->each->heard_scale.lane[lane];
        *x->end = t->each->end.lane[lane];
    }
}

JW_REALTIME const JwContactStep *jw_contact_step(int lanes) {
    const JwKernels *kernels = jw_kernels();
    if (lanes == 1) {
        return kernels->contact_step_one;
    }
    return lanes <= JW_GROUP_FEW_LANES ? kernels->contact_step_few : kernels->contact_step_many;
}
