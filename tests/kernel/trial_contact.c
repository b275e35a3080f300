// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A step of contact groups (JwContactStep): of one string, of up to four, of up to eight.
//
// The definition is long, and other tests have it: test_fold pins the step of one lane to parabolas
// and Newton's law, test_ledger and test_passivity to energy. Here strings side by side must do at
// the plain level what each does alone there, and every other level what the plain one does: part
// by part, all of the group's memory, where nothing is written past what is in use.

#include "trial.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 48, LINKED = MOST_POINTS + 1, TOTAL = LINKED + JW_N_SPRINGS };

/// Everything is near 1, and sweeps round many times.
static const double roundings = 1e5, bound = 1e5 * 0x1p-53;

/********* Strings *********/

/// One string, and what a lane has of it.
typedef struct {
    JwContact contact;
    JwSprings springs;
    JwLaneSource source;
    double swung, heard, heard_scale, end, held, beyond[MOST_POINTS], lever[MOST_POINTS];
} String;

/// What all strings of a group share.
typedef struct {
    int lanes, n_strings, points;
    bool coupled, grounded, tension, thrown, moves, spring[JW_N_SPRINGS];
    bool separate, mixed; ///< Points of strings are separate: of all, or of some
    double lift, lift_more, bridge_m, bridge_before_m;
} Group;

static String strings[JW_GROUP_LANES];

/// Compliance of points, bridge and springs: a sum of squares, and something of their own.
static void fill_compliance(const String *s, const Group *g, int n, double most, double own,
                            double *matrix) {
    const int total = n + JW_N_SPRINGS;
    double vector[TOTAL];
    for (int term = 0; term < 4; ++term) {
        for (int i = 0; i < total; ++i) {
            const bool there = i < n || s->source.used[i - n];
            vector[i] = there ? trial_uniform(-most, most) : 0.0;
        }
        for (int i = 0; i < total; ++i) {
            for (int k = 0; k < total; ++k) {
                matrix[i * total + k] += vector[i] * vector[k];
            }
            const bool there = i < n || s->source.used[i - n];
            matrix[i * total + i] += there ? 0.25 * own * (i < g->points ? 1.0 : 2.0) : 0.0;
        }
    }
}

static void make_springs(String *s, const Group *g, int n) {
    static double work[TOTAL * TOTAL], soft[TOTAL * TOTAL];
    memset(work, 0, sizeof(work));
    memset(soft, 0, sizeof(soft));
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwSpring *spring = &s->springs.spring[u];
        s->source.used[u] = g->spring[u] && trial_roll(4) > 0;
        if (s->source.used[u]) {
            *spring = (JwSpring){
                .stiffness = trial_uniform(0.0, 1.0),
                .damping = trial_uniform(0.1, 1.0),
                .along = u == JW_PALM ? trial_uniform(0.0, 0.1) : 0.0,
                .slowing = u == JW_PALM ? trial_uniform(0.0, 0.1) : 0.0,
                .keep = 0.9,
                .rate = 0.1,
                .rest = trial_uniform(-0.1, 0.1),
                .p1 = trial_uniform(-1.0, 1.0),
                .p0 = trial_uniform(-1.0, 1.0),
                .impulse = trial_uniform(-1.0, 1.0),
            };
        }
    }
    fill_compliance(s, g, n, 0.5, 0.4, work);
    const int total = n + JW_N_SPRINGS;
    memcpy(soft, work, sizeof(*soft) * (size_t)(total * total));
    if (s->contact.cutoff) {
        fill_compliance(s, g, n, 0.2, 0.1, soft);
    }
    jw_springs_eliminate(&s->springs, n, work, soft, g->grounded ? s->lever : NULL,
                         g->coupled ? trial_uniform(0.0, 0.3) : 0.0);
}

static void fill(double *array, int n, double least, double most) {
    for (int i = 0; i < n; ++i) {
        array[i] = trial_uniform(least, most);
    }
}

/// Some points touch the obstacle, others do not.
static void fill_some(double *array, int n, double most) {
    for (int i = 0; i < n; ++i) {
        array[i] = trial_coin() ? trial_uniform(0.0, most) : 0.0;
    }
}

static void make_contact(JwContact *c, const Group *g, int n) {
    c->n = n;
    c->sweeps = 2 * (1 + trial_roll(3));
    c->warm = trial_uniform(0.0, 1.0);
    c->fold = g->thrown && trial_roll(4) > 0;
    c->cutoff = n > 0 && trial_coin();
    c->separate = g->separate && (!g->mixed || trial_coin());
    c->count = trial_uniform(0.0, 1.0);
    c->ledger = trial_coin() ? trial_uniform(-3.0, 0.0) : 0.0;
    c->refund = trial_coin() ? trial_uniform(0.0, 1.0) : 0.0;
    c->forget = trial_uniform(0.9, 1.0);
    c->floor = trial_coin() ? -HUGE_VAL : -1.0;
    c->work = trial_uniform(-1.0, 1.0);
    c->mover_work = trial_uniform(-1.0, 1.0);
    fill(c->height, n, -0.1, 0.1);
    memcpy(c->height1, c->height, sizeof(double) * (size_t)n);
    memcpy(c->height0, c->height, sizeof(double) * (size_t)n);
    fill(c->height1, g->moves ? n : 0, -0.1, 0.1);
    fill(c->height0, g->moves ? n : 0, -0.1, 0.1);
    fill(c->p1, n, -0.1, 1.0);
    fill(c->p0, n, -0.1, 1.0);
    fill_some(c->restitution, n, c->fold ? 1.0 : 0.0);
    fill_some(c->pending, n, c->fold ? 0.1 : 0.0);
    fill_some(c->impulse, n, 1.0);
    fill_some(c->projected, n, 1.0);
    fill_some(c->rest_impulse, n, 0.2);
    fill_some(c->last, n, 1.0);
    c->products_stale = true;
}

static bool make_string(String *s, const Group *g, int n) {
    memset(s, 0, sizeof(*s));
    if (!trial_check(!jw_contact_init(&s->contact, n) && !jw_springs_init(&s->springs, n + 1),
                     "no memory")) {
        return false;
    }
    make_contact(&s->contact, g, n);
    fill(s->lever, n, 0.5, 1.0);
    make_springs(s, g, n + g->coupled);
    fill(s->beyond, n, -1.0, 1.0);
    s->held = g->grounded ? trial_uniform(-1.0, 1.0) : 0.0;
    s->heard_scale = trial_uniform(0.5, 2.0);
    s->end = trial_uniform(-1.0, 1.0);
    const double mass = trial_uniform(0.5, 2.0);
    const bool stretches = g->tension && trial_roll(4) > 0;
    // Of others nobody counts it.
    s->swung = stretches ? trial_uniform(-1.0, 1.0) : 0.0;
    JwLaneSource source = {
        .home = {.contact = &s->contact,
                 .springs = &s->springs,
                 .swung = &s->swung,
                 .held = g->grounded ? &s->held : NULL,
                 .heard = &s->heard,
                 .heard_scale = &s->heard_scale,
                 .end = &s->end},
        .coupled = g->coupled,
        .lever = g->grounded ? s->lever : NULL,
        .hold = g->grounded ? trial_uniform(0.5, 2.0) : 0.0,
        .beyond = s->beyond,
        .thread_beyond = trial_uniform(-1.0, 1.0),
        .mass_kg = mass,
        .stretch = stretches ? trial_uniform(0.1, 0.5) : 0.0,
        .stretch_rest = trial_uniform(0.0, 0.1),
        .heard_unit = trial_uniform(0.5, 2.0),
        .heard_follows = trial_coin(),
        .heard_bridge = trial_coin(),
        .bears = !g->coupled && trial_coin() ? trial_uniform(0.5, 2.0) : 0.0,
        .hearing = trial_uniform(0.0, 1.0),
        .tension_scale = trial_uniform(0.5, 2.0),
    };
    memcpy(source.used, s->source.used, sizeof(source.used));
    s->source = source;
    return true;
}

/// What the modes say of the step that begins, in a lane.
static void look_ahead(JwContactGroup *t, const JwLaneSource *x, int lane) {
    const int lanes = t->lanes, n = x->home.contact->n;
    for (int i = 0; i < t->n + JW_PLACES; ++i) {
        const int place = i - t->n, spring = place - JW_PLACE_SPRINGS;
        const bool sprung = spring >= 0 && spring < JW_N_SPRINGS && x->used[spring];
        const bool there =
            i < n || sprung || (place == JW_PLACE_BRIDGE && x->coupled) || place >= JW_PLACE_SWING;
        t->ahead[i * lanes + lane] = there ? trial_uniform(-1.0, 1.0) : 0.0;
        if (place < JW_PLACES_PULL) {
            t->pull[i * lanes + lane] = there ? trial_uniform(-0.2, 0.2) : 0.0;
        }
    }
    // A sum of squares, so that the tension leaves a compliance.
    t->ahead[(t->n + JW_PLACE_STIFFENING) * lanes + lane] = trial_uniform(5.0, 10.0);
    if (x->coupled) {
        t->each->stroke.lane[lane] = trial_uniform(-1.0, 1.0);
    }
}

/********* Memory *********/

/// Part of a group's memory, of which the first numbers are in use.
typedef struct {
    const char *name;
    const double *array;
    int used, n;
} Segment;

enum { SEGMENTS = 192, WHOLE = JW_GROUP_LANES };

static Segment segments[SEGMENTS];
static int n_segments;

static void add_segment(const char *name, const void *array, int used) {
    segments[n_segments++] = (Segment){.name = name, .array = array, .used = used};
}

static int by_address(const void *a, const void *b) {
    const double *x = ((const Segment *)a)->array, *y = ((const Segment *)b)->array;
    return x < y ? -1 : x > y;
}

/// Numbers of strings and springs: those that a step writes have a name.
static void add_numbers(const JwContactGroup *t) {
    const JwGroupNumbers *each = t->each;
    const struct {
        const char *name;
        const JwPerLane *number;
    } named[] = {
#define NUMBER(x) {#x, &each->x}
        NUMBER(tension_free), NUMBER(tension_share), NUMBER(swing),   NUMBER(stiffening),
        NUMBER(force),        NUMBER(reaction),      NUMBER(push),    NUMBER(through),
        NUMBER(felt),         NUMBER(promised),      NUMBER(done),    NUMBER(pushed),
        NUMBER(ledger),       NUMBER(ledger_due),    NUMBER(swung),   NUMBER(impacts),
        NUMBER(penetration),  NUMBER(impulse_max),   NUMBER(work),    NUMBER(mover_work),
        NUMBER(heard),        NUMBER(heard_scale),   NUMBER(end),     NUMBER(refund),
        NUMBER(excess),       NUMBER(tied),          NUMBER(reached), NUMBER(held),
#undef NUMBER
    };
    for (size_t k = 0; k < sizeof(*each) / sizeof(JwPerLane); ++k) {
        const JwPerLane *own = (const JwPerLane *)(const void *)each + k;
        const char *name = "a number that no step writes";
        for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); ++i) {
            name = named[i].number == own ? named[i].name : name;
        }
        add_segment(name, own, t->lanes);
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        static const char *const spring[JW_N_SPRINGS] = {"thread", "palm", "finger"};
        const JwPerLane *line = (const JwPerLane *)(const void *)&t->spring[u];
        add_segment(spring[u], line, WHOLE);
        for (size_t k = 1; k < sizeof(*t->spring) / sizeof(JwPerLane); ++k) {
            add_segment(spring[u], line + k, t->lanes);
        }
    }
}

static void add_arrays(const JwContactGroup *t) {
    const int points = t->n * t->lanes, places = (t->n + JW_GROUP_PLACES) * t->lanes;
    // Of points that a group has more room for than it has, zeros are read.
    const int square = points * t->n;
#define ROW(x) add_segment(#x, t->x, points)
    ROW(self), ROW(inverse), ROW(restitution), ROW(rest_impulse), ROW(compliant_rest);
    ROW(height), ROW(height1), ROW(height0), ROW(p1), ROW(p0), ROW(pending), ROW(impulse);
    ROW(projected), ROW(compliant), ROW(last), ROW(lower), ROW(spare), ROW(moved), ROW(reflected);
    ROW(reflected_moved), ROW(bridge), ROW(stiff_self), ROW(stiff_inverse), ROW(beyond), ROW(give);
    ROW(tie), ROW(reach);
#undef ROW
    add_segment("ahead", t->ahead, (t->n + JW_PLACES) * t->lanes);
    add_segment("pull", t->pull, (t->n + JW_PLACES_PULL) * t->lanes);
    add_segment("s", t->s, square);
    add_segment("scaled", t->scaled, square);
    add_segment("stiffened", t->stiffened, square);
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        add_segment("column", t->column[u], places);
    }
    add_segment("sums", t->sums, 0);
}

static void find_segments(const JwContactGroup *t) {
    n_segments = 0;
    add_numbers(t);
    add_arrays(t);
    qsort(segments, (size_t)n_segments, sizeof(*segments), by_address);
    for (int k = 0; k < n_segments; ++k) {
        const double *end = k + 1 < n_segments
                                ? segments[k + 1].array
                                : (const double *)t->memory + t->size / sizeof(double);
        segments[k].n = (int)(end - segments[k].array);
    }
}

/// What is not in use is no number.
static void poison_rest(JwContactGroup *t) {
    for (int k = 0; k < n_segments; ++k) {
        double *array = (double *)t->memory + (segments[k].array - (const double *)t->memory);
        for (int i = segments[k].used; i < segments[k].n; ++i) {
            array[i] = (double)NAN;
        }
    }
}

/// Memory of a group before its parts, and after each.
enum { PREDICT, REACTION, SOLVE, COMMIT, OUTPUT, REFUND, PARTS };

static const char *const part_name[PARTS] = {"predict", "reaction", "solve",
                                             "commit",  "output",   "refund"};

typedef struct {
    double *memory[PARTS + 1];
    double result[PARTS][JW_REACTIONS]; ///< What they return
} Images;

static double *new_image(const JwContactGroup *t) {
    double *image = malloc(t->size);
    if (image) {
        memcpy(image, t->memory, t->size);
    }
    return image;
}

/// Points of a lane whose impulse is none but for rounding, in one of two images: one level may
/// count an impact where another does not.
static int doubtful(const JwContactGroup *t, int lane, const double *got, const double *expected) {
    const size_t from = (size_t)(t->impulse - (const double *)t->memory);
    int n = 0;
    for (int r = 0; r < t->n; ++r) {
        const size_t at = from + (size_t)(r * t->lanes + lane);
        const double more = fmax(got[at], expected[at]), less = fmin(got[at], expected[at]);
        n += more > 0.0 && more <= bound && !(less > 0.0);
    }
    return n;
}

/// How far a number is off, over the size of its like.
static double off_by(const JwContactGroup *t, const Segment *s, int i, const double *got,
                     const double *expected, double size) {
    const size_t at = (size_t)(s->array - (const double *)t->memory) + (size_t)i;
    double off = fabs(got[at] - expected[at]);
    if (s->array == (const double *)&t->each->impacts && off > 0.0) {
        off = fmax(off - doubtful(t, i % t->lanes, got, expected), 0.0);
    }
    return off / size;
}

/// Memory after a part, beside what it should be; `before` has what is not in use.
static bool compare(const JwContactGroup *t, int part, const double *got, const double *expected,
                    const double *before) {
    for (int k = 0; k < n_segments; ++k) {
        const Segment *s = &segments[k];
        const size_t from = (size_t)(s->array - (const double *)t->memory);
        double size = 1.0;
        for (int i = 0; i < s->used; ++i) {
            size = fmax(size, fabs(expected[from + (size_t)i]));
        }
        for (int i = 0; i < s->n; ++i) {
            const size_t at = from + (size_t)i;
            if (i >= s->used && memcmp(&got[at], &before[at], sizeof(*got)) != 0) {
                return trial_check(false, "%s wrote past %s", part_name[part], s->name);
            }
            const bool same = memcmp(&got[at], &expected[at], sizeof(*got)) == 0;
            const double off = same || i >= s->used ? 0.0 : off_by(t, s, i, got, expected, size);
            trial_error(off);
            if (!(off <= bound)) {
                return trial_check(false, "%s: %s[%d] of lane %d is %.17g, not %.17g",
                                   part_name[part], s->name, i / t->lanes, i % t->lanes, got[at],
                                   expected[at]);
            }
        }
    }
    return trial_check(true, "%s", part_name[part]);
}

static bool compare_bits(const JwContactGroup *t, int part, const double *got,
                         const double *expected) {
    for (int k = 0; k < n_segments; ++k) {
        const Segment *s = &segments[k];
        const size_t from = (size_t)(s->array - (const double *)t->memory);
        for (size_t i = 0; i < (size_t)s->used; ++i) {
            if (memcmp(&got[from + i], &expected[from + i], sizeof(*got)) != 0) {
                return trial_check(false, "%s: %s[%d] of lane %d is %.17g: other bits than v3",
                                   part_name[part], s->name, (int)i / t->lanes, (int)i % t->lanes,
                                   got[from + i]);
            }
        }
    }
    return trial_check(true, "%s", part_name[part]);
}

/********* Parts of a step *********/

static void call_part(const JwContactStep *step, int part, JwContactGroup *t, const Group *g,
                      double *result) {
    t->moves = g->moves ? JW_GROUP_MOVES : 0;
    if (part == PREDICT) {
        t->bridge_m = g->bridge_m;
        t->bridge_before_m = g->bridge_before_m;
        step->predict(t);
    } else if (part == REACTION) {
        step->reaction(t, result);
    } else if (part == SOLVE) {
        result[0] = step->solve(t, g->lift);
    } else if (part == COMMIT) {
        step->commit(t, g->lift, g->lift_more);
    } else if (part == OUTPUT) {
        step->output(t);
    } else {
        step->refund(t, 0.125);
    }
}

static const JwContactStep *step_of(const JwKernels *kernels, int lanes) {
    return lanes == 1                    ? kernels->contact_step_one
           : lanes <= JW_GROUP_FEW_LANES ? kernels->contact_step_few
                                         : kernels->contact_step_many;
}

/// All parts, from the first image on; the group's own numbers are as they were.
static bool run_parts(JwContactGroup *t, const Group *g, const JwKernels *kernels, Images *to) {
    const JwContactStep *step = step_of(kernels, t->lanes);
    memcpy(t->memory, to->memory[0], t->size);
    memset(to->result, 0, sizeof(to->result));
    for (int part = 0; part < PARTS; ++part) {
        call_part(step, part, t, g, to->result[part]);
        free(to->memory[part + 1]);
        to->memory[part + 1] = new_image(t);
        if (!to->memory[part + 1]) {
            return trial_check(false, "no memory");
        }
    }
    return true;
}

static void free_images(Images *images) {
    for (int part = 0; part <= PARTS; ++part) {
        free(images->memory[part]);
    }
}

static bool compare_results(const Images *got, const Images *expected, int part, bool bits) {
    for (int i = 0; i < JW_REACTIONS; ++i) {
        const double a = got->result[part][i], b = expected->result[part][i];
        const double most = bits ? 0.0 : bound * (JW_GROUP_LANES + fabs(b));
        if (!trial_check(fabs(a - b) <= most, "%s returned %.17g, not %.17g", part_name[part], a,
                         b)) {
            return false;
        }
    }
    return true;
}

/// At every level what the plain one does, and v4 what v3 does.
static void compare_levels(JwContactGroup *t, const Group *g, const Images *plain) {
    Images v3 = {.memory = {NULL}}, own = {.memory = {NULL}};
    for (int level = JW_ISA_V3; level <= JW_ISA_V4; ++level) {
        Images *images = level == JW_ISA_V3 ? &v3 : &own;
        images->memory[0] = images->memory[0] ? images->memory[0] : malloc(t->size);
        if (!trial_kernels[level] || !trial_check(images->memory[0] != NULL, "no memory")) {
            continue;
        }
        memcpy(images->memory[0], plain->memory[0], t->size);
        trial_at_level(level);
        bool ok = run_parts(t, g, trial_kernels[level], images);
        for (int part = 0; part < PARTS && ok; ++part) {
            ok = compare(t, part, images->memory[part + 1], plain->memory[part + 1],
                         plain->memory[0]) &&
                 compare_results(images, plain, part, false);
            if (level == JW_ISA_V4 && v3.memory[part + 1]) {
                ok = ok && compare_bits(t, part, own.memory[part + 1], v3.memory[part + 1]) &&
                     compare_results(&own, &v3, part, true);
            }
        }
    }
    free_images(&v3);
    free_images(&own);
}

/********* In company as alone *********/

enum { NUMBERS = 13, KEEPS = 10 * MOST_POINTS + 5 * JW_N_SPRINGS + NUMBERS + 1 };

/// Everything of a string that a step changes, in a row, to or from.
static void copy_string(String *s, double *row, bool from_row) {
    JwContact *c = &s->contact;
    double *const array[] = {c->height,  c->height1, c->height0,   c->p1,        c->p0,
                             c->pending, c->impulse, c->projected, c->compliant, c->last};
    double *const number[] = {&c->ledger,     &c->penetration, &c->impulse_max, &c->work,
                              &c->mover_work, &c->promised,    &c->done,        &s->swung,
                              &s->heard,      &s->heard_scale, &s->end,         &c->refund,
                              &s->held};
    _Static_assert(sizeof(number) / sizeof(number[0]) == NUMBERS, "all of them");
    for (size_t a = 0; a < sizeof(array) / sizeof(array[0]); ++a, row += c->n) {
        memcpy(from_row ? array[a] : row, from_row ? row : array[a], sizeof(*row) * (size_t)c->n);
    }
    for (size_t i = 0; i < sizeof(number) / sizeof(number[0]); ++i, ++row) {
        *(from_row ? number[i] : row) = *(from_row ? row : number[i]);
    }
    for (int u = 0; u < JW_N_SPRINGS; ++u) {
        JwSpring *spring = &s->springs.spring[u];
        double *const own[] = {&spring->p1, &spring->p0, &spring->along, &spring->slowing,
                               &spring->impulse};
        for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); ++i, ++row) {
            *(from_row ? own[i] : row) = *(from_row ? row : own[i]);
        }
    }
    if (from_row) {
        c->impacts = (uint64_t)*row;
    } else {
        *row = (double)c->impacts;
    }
}

static int kept_numbers(const String *s) {
    return 10 * s->contact.n + NUMBERS + 5 * JW_N_SPRINGS + 1;
}

/// Of number i of such a row.
static const char *kept_name(const String *s, int i) {
    static const char *const name[] = {
        "height",      "height1",     "height0",    "p1",       "p0",     "pending",
        "impulse",     "projected",   "compliant",  "last",     "ledger", "penetration",
        "impulse_max", "work",        "mover_work", "promised", "done",   "swung",
        "heard",       "heard_scale", "end",        "refund",   "held"};
    const int n = s->contact.n, place = i < 10 * n ? i / n : 10 + i - 10 * n;
    return place < 10 + NUMBERS ? name[place] : i + 1 < kept_numbers(s) ? "a spring" : "impacts";
}

/// Points that the sweeps go over; 0: as many as there are, as of a string alone that has more than
/// few.
static int swept(int points, bool alone) {
    if (alone && points > JW_GROUP_FEW_POINTS) {
        return 0;
    }
#define FITS(n)                                                                                    \
    if (points <= n) {                                                                             \
        return n;                                                                                  \
    }
    JW_GROUP_SIZES(FITS)
#undef FITS
    return 0;
}

/// True if a string alone comes to the impulses that it comes to in company. Sweeps that go all the
/// way leave a point that has just had its turn where it is; others turn around at the last point
/// of the company, which may be another one than alone. Separate points are not swept, unless those
/// of the company are.
static bool sweeps_alike(const JwContactGroup *t, const String *s, const Group *g) {
    const bool relaxed = s->contact.cutoff && !s->contact.fold;
    return t->separate == s->contact.separate &&
           (t->separate || !relaxed ||
            swept(s->contact.n, true) == swept(g->points, t->lanes == 1));
}

/// What the string of a lane does by itself, beside what it did in company.
static void compare_alone(const JwContactGroup *t, const Group *g, const Images *company, int lane,
                          double *reaction) {
    static double start[KEEPS], beside[KEEPS], alone[KEEPS];
    String *s = &strings[lane];
    JwContactGroup own;
    double result[JW_REACTIONS] = {0.0};
    copy_string(s, start, false);
    jw_contact_group_store(t, lane, &s->source.home);
    copy_string(s, beside, false);
    copy_string(s, start, true);
    if (!trial_check(!jw_contact_group_init(&own, 1, g->points), "no memory")) {
        return;
    }
    jw_contact_group_assign(&own, &s->source, 1);
    // As many as the most careful of the company.
    own.sweeps = t->sweeps;
    const double *ahead = company->memory[0] + (t->ahead - (const double *)t->memory);
    const double *pull = company->memory[0] + (t->pull - (const double *)t->memory);
    for (int i = 0; i < s->contact.n; ++i) {
        own.ahead[i] = ahead[i * t->lanes + lane];
        own.pull[i] = pull[i * t->lanes + lane];
    }
    for (int i = 0; i < JW_PLACES; ++i) {
        own.ahead[own.n + i] = ahead[(t->n + i) * t->lanes + lane];
    }
    for (int i = 0; i < JW_PLACES_PULL; ++i) {
        own.pull[own.n + i] = pull[(t->n + i) * t->lanes + lane];
    }
    own.each->stroke.lane[0] = t->each->stroke.lane[lane];
    for (int part = 0; part < PARTS; ++part) {
        call_part(trial_kernels[0]->contact_step_one, part, &own, g, result);
        for (int i = 0; i < JW_REACTIONS && part == REACTION; ++i) {
            reaction[i] += result[i];
        }
    }
    jw_contact_group_store(&own, 0, &s->source.home);
    copy_string(s, alone, false);
    copy_string(s, start, true);
    for (int i = 0; i < kept_numbers(s) && sweeps_alike(t, s, g); ++i) {
        const double off = fabs(beside[i] - alone[i]) / (1.0 + fabs(alone[i]));
        trial_error(off);
        if (!trial_check(off <= bound, "%s of lane %d is %.17g in company, %.17g alone",
                         kept_name(s, i), lane, beside[i], alone[i])) {
            break;
        }
    }
    jw_contact_group_release(&own);
}

static void compare_company(const JwContactGroup *t, const Group *g, const Images *plain) {
    double reaction[JW_REACTIONS] = {0.0};
    for (int lane = 0; lane < g->n_strings; ++lane) {
        compare_alone(t, g, plain, lane, reaction);
    }
    for (int i = 0; i < JW_REACTIONS && g->coupled; ++i) {
        const double got = plain->result[REACTION][i];
        trial_check(fabs(got - reaction[i]) <= bound * (JW_GROUP_LANES + fabs(got)),
                    "reaction %d is %.17g in company, %.17g alone", i, got, reaction[i]);
    }
}

/********* Time *********/

typedef struct {
    JwContactGroup *group;
    const Group *shared;
    const Images *plain;
    int part;
} Timed;

static void renew_part(void *context, const JwKernels *kernels) {
    const Timed *s = context;
    const size_t changes = (size_t)((const char *)s->group->s - (const char *)s->group->memory);
    (void)kernels;
    // Matrices, which stand behind the rest, stay as they are.
    memcpy(s->group->memory, s->plain->memory[s->part], changes);
}

static void time_part(void *context, const JwKernels *kernels) {
    const Timed *s = context;
    double result[JW_REACTIONS];
    call_part(step_of(kernels, s->group->lanes), s->part, s->group, s->shared, result);
}

/********* Variants *********/

static bool make_group(JwContactGroup *t, const Group *g) {
    JwLaneSource source[JW_GROUP_LANES];
    bool ok = true;
    for (int lane = 0; lane < g->n_strings; ++lane) {
        // One has all the points, others may have fewer.
        const int n = lane == 0 || trial_coin() ? g->points : trial_roll(g->points + 1);
        ok = make_string(&strings[lane], g, n) && ok;
        source[lane] = strings[lane].source;
    }
    // Of each array some numbers more than can be in use: guards.
    ok = ok && trial_check(!jw_contact_group_init(t, g->lanes, g->points + 16), "no memory");
    if (!ok) {
        return false;
    }
    jw_contact_group_assign(t, source, g->n_strings);
    for (int lane = 0; lane < g->n_strings; ++lane) {
        look_ahead(t, &strings[lane].source, lane);
    }
    find_segments(t);
    poison_rest(t);
    return true;
}

static void describe(const Group *g) {
    trial_variant("%d strings of up to %d points%s%s%s%s%s%s%s", g->n_strings, g->points,
                  g->grounded  ? ", grounded"
                  : g->coupled ? ", bridge"
                               : "",
                  g->tension ? ", tension" : "", g->thrown ? ", thrown back" : "",
                  g->moves ? ", moving" : "", g->spring[JW_THREAD] ? ", thread" : "",
                  g->spring[JW_PALM] ? ", palm" : "", g->spring[JW_FINGER] ? ", finger" : "");
}

static void try_group(const Group *g, bool timed) {
    JwContactGroup t;
    Images plain = {.memory = {NULL}};
    describe(g);
    trial_at_level(JW_ISA_BASELINE);
    memset(strings, 0, sizeof(strings));
    if (make_group(&t, g)) {
        plain.memory[0] = new_image(&t);
        bool ok = plain.memory[0] && run_parts(&t, g, trial_kernels[0], &plain);
        for (int part = 0; part < PARTS && ok; ++part) {
            ok = compare(&t, part, plain.memory[part + 1], plain.memory[part + 1], plain.memory[0]);
        }
        if (ok && g->lanes > 1) {
            compare_company(&t, g, &plain);
        }
        if (ok) {
            compare_levels(&t, g, &plain);
        }
        for (int part = 0; part < PARTS && timed; ++part) {
            Timed context = {&t, g, &plain, part};
            trial_variant("%s, %d strings, %d points", part_name[part], g->n_strings, g->points);
            trial_time(time_part, renew_part, &context, g->n_strings * (g->points + 1));
        }
        jw_contact_group_release(&t);
    }
    free_images(&plain);
    for (int lane = 0; lane < g->n_strings; ++lane) {
        jw_contact_release(&strings[lane].contact);
        jw_springs_release(&strings[lane].springs);
    }
}

/// Where the bridge is and how it moves, as far as the group's strings see that.
static void move_bridge(Group *g) {
    if (g->grounded) {
        g->bridge_m = trial_uniform(-0.5, 0.5);
        g->bridge_before_m = trial_uniform(-0.5, 0.5);
    }
    if (g->coupled) {
        g->lift = trial_uniform(-0.5, 0.5);
        g->lift_more = trial_uniform(-0.5, 0.5);
    }
}

/// Contacts as most are: on a bridge that moves, over an obstacle that stands still and gives no
/// speed back, by strings that see the bridge from it and from the ground.
static void try_usual(int lanes) {
    for (int points = 1; points <= 9; ++points) {
        for (int k = 0; k < 4; ++k) {
            Group g = {
                .lanes = JW_GROUP_LANES,
                .n_strings =
                    lanes == JW_GROUP_FEW_LANES ? 1 + trial_roll(lanes) : 5 + trial_roll(4),
                .points = points,
                .coupled = true,
                .grounded = k % 2 > 0,
                .tension = k > 1,
                .spring = {trial_coin(), trial_coin(), trial_roll(4) == 0},
            };
            move_bridge(&g);
            try_group(&g, false);
        }
    }
}

static void try_lanes(int lanes) {
    for (int points = 0; points <= 26; ++points) {
        for (int k = 0; k < 6; ++k) {
            Group g = {
                .lanes = lanes,
                .points = points < 24 ? points : 8 * points - 167,
                .coupled = trial_coin(),
                .tension = trial_coin(),
                .thrown = trial_coin(),
                .moves = trial_coin(),
                .spring = {trial_coin(), trial_coin(), trial_roll(4) == 0},
            };
            g.n_strings = lanes == 1                    ? 1
                          : lanes == JW_GROUP_FEW_LANES ? 1 + trial_roll(lanes)
                                                        : 5 + trial_roll(4);
            // The way back of a step is a group's that there is room for in eight lanes.
            g.lanes = lanes == 1 ? 1 : JW_GROUP_LANES;
            const bool timed = k == 0 && (points == 4 || points == 8 || points == 16);
            if (timed) {
                g.n_strings = lanes;
                g.coupled = lanes > 1;
                g.tension = true;
                g.thrown = points == 8;
            }
            g.grounded = g.coupled && !timed && trial_coin();
            g.separate = !g.coupled && !g.thrown && trial_coin();
            g.mixed = trial_coin();
            move_bridge(&g);
            try_group(&g, timed);
        }
    }
}

void trial_contact(TrialWanted wanted) {
    static const struct {
        const char *name;
        int lanes;
    } steps[] = {
        {"contact_one_f64", 1},
        {"contact_few_f64", JW_GROUP_FEW_LANES},
        {"contact_many_f64", JW_GROUP_LANES},
    };
    for (int i = 0; i < (int)(sizeof(steps) / sizeof(steps[0])); ++i) {
        if (wanted(steps[i].name)) {
            trial_kernel(steps[i].name, JW_PRECISION_F64);
            trial_roundings(roundings);
            try_lanes(steps[i].lanes);
            if (steps[i].lanes > 1) {
                try_usual(steps[i].lanes);
            }
            trial_kernel_end();
        }
    }
}
