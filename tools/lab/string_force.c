// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The contact force of the engine, compared with two forces known in closed form.
//
// A string with mu = T = L = 1 passes through its straight line with the velocity -v0 sin(pi x) at
// t = 0, and there meets, at mid-span,
//
// 1. a stop (R. Szalai, "Impact mechanics of elastic structures with point contact",
//    the string's check): it holds the string until t = 1/2 with
//        F = 2 v0 cos(pi t),  impulse 2 v0/pi.
// 2. a bridge, the parabola b = -s^2/(2 rho), s = |x - 1/2|, with no restitution. First the
//    string lands on it, faster than waves run: s(t) where the free string meets the parabola,
//        s^2/(2 rho) = v0/pi sin(pi t) cos(pi s).
//    The momentum left in the front and the bend of the string that rests behind it give
//        F = 2 (v0 cos(pi t) cos(pi s) s' - v0 sin(pi t) sin(pi s)).
//    Once s' < 1 (s near rho v0) waves outrun the edge of contact. There the string is at rest
//    and tangent to the parabola, and y_t + y_x of the incoming wave is known:
//        s = rho v0 cos(pi (s + t)),  F = 2 s/rho,
//    until s = 0 at t = 1/2 again. A stop is a bridge with rho = 0.

#include "base/pi.h"
#include "step_lab.h"
#include "step_string.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double release = 0.5;
static const double wider = 1.1; // Width of the bridge's points relative to that of the contact

enum { n_exact = 4000, max_sizes = 12 };

/********* What is known *********/

// Impulse so far over time, 2 n_exact + 1 rows, with linear interpolation.
typedef struct {
    double v0, radius;
    double landed; // Time when s' = 1; 0 for a stop
    double t[2 * n_exact + 1];
    double impulse[2 * n_exact + 1];
} Exact;

static double landing_time(const Exact *e, double s) {
    return asin(fmin(JW_PI * s * s / (2.0 * e->radius * e->v0 * cos(JW_PI * s)), 1.0)) / JW_PI;
}

static double leaving_time(const Exact *e, double s) {
    return acos(fmin(s / (e->radius * e->v0), 1.0)) / JW_PI - s;
}

// Finds the transition from landing to leaving: both times are the same there.
static double turning_point(const Exact *e) {
    double low = 0.0;
    double high = e->radius * e->v0;
    for (int i = 0; i < 100; ++i) {
        const double s = 0.5 * (low + high);
        if (e->v0 * cos(JW_PI * (s + landing_time(e, s))) > s / e->radius) {
            low = s;
        } else {
            high = s;
        }
    }
    return 0.5 * (low + high);
}

// Impulse F dt over a small piece of the landing.
static double landing_piece(const Exact *e, double s0, double s1) {
    const double t0 = landing_time(e, s0);
    const double t1 = landing_time(e, s1);
    const double s = 0.5 * (s0 + s1);
    const double t = landing_time(e, s);
    return 2.0 * e->v0 *
           (cos(JW_PI * t) * cos(JW_PI * s) * (s1 - s0) -
            sin(JW_PI * t) * sin(JW_PI * s) * (t1 - t0));
}

static void fill_bridge(Exact *e) {
    const double turn = turning_point(e);
    e->landed = landing_time(e, turn);
    e->t[0] = e->impulse[0] = 0.0;
    for (int i = 1; i <= 2 * n_exact; ++i) {
        const bool landing = i <= n_exact;
        const double s = landing ? turn * i / n_exact : turn * (2.0 - (double)i / n_exact);
        const double last = landing ? turn * (i - 1) / n_exact : s + turn / n_exact;
        e->t[i] = landing ? landing_time(e, s) : leaving_time(e, s);
        e->impulse[i] =
            e->impulse[i - 1] + (landing ? landing_piece(e, last, s)
                                         : (last + s) / e->radius * (e->t[i] - e->t[i - 1]));
    }
}

static void fill_stop(Exact *e) {
    for (int i = 0; i <= 2 * n_exact; ++i) {
        e->t[i] = release * i / (2 * n_exact);
        e->impulse[i] = 2.0 * e->v0 / JW_PI * sin(JW_PI * e->t[i]);
    }
}

static double impulse_by(const Exact *e, double t) {
    int low = 0;
    int high = 2 * n_exact;
    if (t <= e->t[low] || t >= e->t[high]) {
        return e->impulse[t <= e->t[low] ? low : high];
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (e->t[middle] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double part = (t - e->t[low]) / (e->t[high] - e->t[low]);
    return e->impulse[low] + part * (e->impulse[high] - e->impulse[low]);
}

/********* The engine *********/

typedef struct {
    JwLab *lab;
    double courant, window, end, restitution;
} Plan;

typedef struct {
    double impulse;       ///< Impulse of the whole contact
    double max_error;     ///< Error of the force after landing, mean over a window
    double landing_error; ///< Error of the force during landing
} Outcome;

// Distance from mid-span up to which there are points: all points of the grid, or the string would
// slip between them.
static double reach_of(const Exact *e, double n_modes) {
    return floor(wider * e->radius * e->v0 * (n_modes + 1));
}

static void place_points(const Exact *e, int n_modes, double restitution, JwContactPoints *p) {
    const int reach = (int)reach_of(e, n_modes);
    memset(p, 0, sizeof(*p));
    for (int k = -reach; k <= reach; ++k) {
        const double s = (double)k / (n_modes + 1);
        p->x_m[p->n] = 0.5 + s;
        p->base_m[p->n] = k == 0 ? 0.0 : -s * s / (2.0 * e->radius);
        p->restitution[p->n++] = restitution;
    }
}

// Starts in the straight line, where the velocity is largest: q(-dt) = -q(dt).
static bool set_start(JwLab *lab, JwStepString *string, double v0) {
    double *v = calloc((size_t)string->modes->n_all, sizeof(double));
    if (!v) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    v[0] = -v0 / sqrt(2.0) * sin(JW_PI * string->modes->dt_s) / JW_PI;
    jw_string_set_state(&string->state, NULL, v);
    jw_string_forget(&string->state);
    free(v);
    return true;
}

static bool build(const Plan *plan, const Exact *e, int n_modes, JwStepString *string) {
    static const JwStringData data = {
        .length_m = 1.0, .mu_kg_m = 1.0, .tension_n = 1.0, .losses = {.law = JW_LOSS_POLYNOMIAL}};
    JwContactPoints points;
    const double rate = (n_modes + 1) / plan->courant;
    place_points(e, n_modes, plan->restitution, &points);
    const JwModesSpec spec = jw_step_spec(&data, rate, 0.5 * n_modes + 0.25, &points);
    return jw_step_string_init(string, plan->lab, &spec) && set_start(plan->lab, string, e->v0);
}

// Runs the steps. Each step's force is centred on the sample from which it starts: impulses up to
// half a step past that are sum[i + 1].
static void run_steps(JwStepString *string, double *sum, int n) {
    const double dt = string->modes->dt_s;
    sum[0] = 0.0;
    for (int i = 0; i < n; ++i) {
        jw_string_step(&string->state);
        sum[i + 1] = sum[i] + jw_step_contact_force(&string->state) * dt;
    }
}

static void compare(const Plan *plan, const Exact *e, double dt, const double *sum, int n,
                    JwLabTable *table, Outcome *outcome) {
    const int wide = (int)fmax(round(plan->window / dt), 1.0);
    *outcome = (Outcome){.impulse = sum[n]};
    for (int i = 0; i + wide <= n; ++i) {
        const double from = (i - 0.5) * dt;
        const double to = (i + wide - 0.5) * dt;
        const double force = (sum[i + wide] - sum[i]) / (to - from);
        const double exact = (impulse_by(e, to) - impulse_by(e, from)) / (to - from);
        double *worst = from < e->landed ? &outcome->landing_error : &outcome->max_error;
        if (from > 0.0 && to < release) {
            *worst = fmax(*worst, fabs(force - exact));
        }
        jw_lab_row(table, (double[]){0.5 * (from + to), force, exact});
    }
}

static bool run_one(const Plan *plan, const Exact *e, int n_modes, JwLabTable *table,
                    Outcome *outcome) {
    JwStepString string = {0};
    const int n = (int)ceil(plan->end * (n_modes + 1) / plan->courant);
    double *sum = calloc((size_t)n + 1, sizeof(double));
    bool good = sum || jw_error_set(jw_lab_error(plan->lab), "out of memory");
    good = good && build(plan, e, n_modes, &string);
    if (good) {
        run_steps(&string, sum, n);
        compare(plan, e, string.modes->dt_s, sum, n, table, outcome);
    }
    jw_step_string_clear(&string);
    free(sum);
    return good;
}

/********* The experiment *********/

// One obstacle: its solution, its panel, the prefix of its keys.
typedef struct {
    Exact *exact;
    JwLabPanel *panel;
    const char *name, *prefix;
} Side;

static JwLabTable *open_table(const Side *side, JwLab *lab, int n_modes, bool drawn) {
    char name[40];
    snprintf(name, sizeof(name), "%s-%d", side->name, n_modes);
    JwLabTable *table = jw_lab_table(lab, name);
    jw_lab_column(table, "1", "t");
    jw_lab_column(table, "1", "force");
    jw_lab_column(table, "1", "exact");
    if (drawn) {
        jw_lab_curve(side->panel, table, 0, 1, n_modes > 100 ? JW_LAB_DASHED : JW_LAB_POINTS,
                     "N = %d", n_modes);
    }
    return table;
}

static void draw_exact(const Side *side, JwLab *lab) {
    char name[40];
    snprintf(name, sizeof(name), "%s-exact", side->name);
    JwLabTable *table = jw_lab_table(lab, name);
    const Exact *e = side->exact;
    jw_lab_column(table, "1", "t");
    jw_lab_column(table, "1", "force");
    for (int i = 1; i <= 2 * n_exact; ++i) {
        const double step = e->t[i] - e->t[i - 1];
        jw_lab_row(table, (double[]){0.5 * (e->t[i] + e->t[i - 1]),
                                     (e->impulse[i] - e->impulse[i - 1]) / step});
    }
    jw_lab_curve(side->panel, table, 0, 1, JW_LAB_LINE, "closed form");
}

static void report(JwLab *lab, const Side *side, const char *suffix, const Outcome *o) {
    const char *p = side->prefix;
    const double known = side->exact->impulse[2 * n_exact];
    jw_lab_key(lab, o->impulse, "1", "%simpulse%s", p, suffix);
    jw_lab_key(lab, o->impulse / known - 1.0, "1", "%simpulse_error%s", p, suffix);
    jw_lab_key(lab, o->max_error, "1", "%sforce_max_error%s", p, suffix);
    if (side->exact->landed > 0.0) {
        jw_lab_key(lab, o->landing_error, "1", "%slanding_max_error%s", p, suffix);
    }
}

static JwLabPanel *open_panel(JwLab *lab, const char *title, double highest) {
    return jw_lab_panel(lab, &(JwLabAxes){.title = title,
                                          .x_label = "t",
                                          .y_label = "contact force",
                                          .y_range = {0.0, highest}});
}

static bool run_sizes(const Plan *plan, const Side *sides, const double *sizes, int n) {
    JwLab *lab = plan->lab;
    // Opened first, so that --csv writes this table
    JwLabTable *table = jw_lab_table(lab, "convergence");
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.title = "Error of the force",
                                                       .x_label = "modes N",
                                                       .y_label = "largest error",
                                                       .log_x = true,
                                                       .log_y = true});
    jw_lab_column(table, "1", "modes");
    for (int k = 0; k < 2; ++k) {
        jw_lab_column(table, "1", "%simpulse_error", sides[k].prefix);
        const int y = jw_lab_column(table, "1", "%sforce_max_error", sides[k].prefix);
        jw_lab_curve(panel, table, 0, y, JW_LAB_LINEPOINTS, "%s", sides[k].name);
    }
    draw_exact(&sides[0], lab);
    draw_exact(&sides[1], lab);
    for (int i = 0; i < n; ++i) {
        const int n_modes = (int)sizes[i];
        const bool last = i == n - 1;
        char suffix[24] = "";
        double row[5] = {n_modes};
        if (n > 1) {
            snprintf(suffix, sizeof(suffix), "_%d", n_modes);
        }
        for (int k = 0; k < 2; ++k) {
            Outcome o;
            JwLabTable *curve = open_table(&sides[k], lab, n_modes, i == 0 || last);
            if (!run_one(plan, sides[k].exact, n_modes, curve, &o)) {
                return false;
            }
            row[1 + 2 * k] = o.impulse / sides[k].exact->impulse[2 * n_exact] - 1.0;
            row[2 + 2 * k] = o.max_error;
            report(lab, &sides[k], suffix, &o);
            if (last && n > 1) {
                report(lab, &sides[k], "", &o); // Keys of the finest run have no suffix
            }
        }
        jw_lab_row(table, row);
        jw_lab_progress(lab, (i + 1.0) / n);
    }
    return true;
}

static bool check_sizes(const Plan *plan, const Exact *bridge, const double *sizes, int n) {
    if (n > max_sizes) {
        return jw_error_set(jw_lab_error(plan->lab), "--modes: more than %d values", max_sizes);
    }
    // Beyond this limit the formula for the landing string does not hold.
    if (bridge->radius * bridge->v0 > 0.2) {
        return jw_error_set(jw_lab_error(plan->lab),
                            "--radius times --velocity is more than 0.2: the bridge is "
                            "too wide for the closed form");
    }
    for (int i = 0; i < n; ++i) {
        if (sizes[i] != floor(sizes[i])) {
            return jw_error_set(jw_lab_error(plan->lab), "--modes %g is not a whole number",
                                sizes[i]);
        }
        if (2.0 * reach_of(bridge, sizes[i]) + 1.0 > JW_CONTACT_POINTS) {
            return jw_error_set(jw_lab_error(plan->lab),
                                "the bridge would have more than %d points with %g "
                                "modes: choose a smaller --radius",
                                (int)JW_CONTACT_POINTS, sizes[i]);
        }
    }
    return true;
}

static bool run(JwLab *lab) {
    int n;
    const double *sizes = jw_lab_numbers(lab, "modes", &n);
    Exact *exact = calloc(2, sizeof(*exact));
    if (!exact) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    const double v0 = jw_lab_number(lab, "velocity");
    exact[0].v0 = exact[1].v0 = v0;
    exact[1].radius = jw_lab_number(lab, "radius");
    const Plan plan = {.lab = lab,
                       .courant = jw_lab_number(lab, "courant"),
                       .window = jw_lab_number(lab, "window"),
                       .end = 0.6,
                       .restitution = jw_lab_number(lab, "restitution")};
    bool good = check_sizes(&plan, &exact[1], sizes, n);
    if (good) {
        fill_stop(&exact[0]);
        fill_bridge(&exact[1]);
        const Side sides[2] = {
            {&exact[0], open_panel(lab, "Stop at mid-span", 2.5 * v0), "stop", ""},
            {&exact[1], open_panel(lab, "Curved bridge at mid-span", 5.0 * v0), "bridge",
             "bridge_"}};
        jw_lab_key(lab, exact[0].impulse[2 * n_exact], "1", "impulse_exact");
        jw_lab_key(lab, exact[1].impulse[2 * n_exact], "1", "bridge_impulse_exact");
        jw_lab_key(lab, exact[1].landed, "1", "bridge_landed");
        good = run_sizes(&plan, sides, sizes, n);
    }
    free(exact);
    return good;
}

static const JwOption options[] = {
    JW_LAB_NUMBERS("modes", "25,51,101,201,401,801", 3, 8000, "", "numbers of modes N"),
    JW_LAB_NUMBER("velocity", "1", 1e-9, 1e3, "", "v0, with which mid-span arrives"),
    JW_LAB_NUMBER("radius", "0.05", 1e-9, 1e6, "", "of curvature of the bridge"),
    JW_LAB_NUMBER("restitution", "0", 0.0, 1.0, "", "coefficient R; both know R = 0 alone"),
    JW_LAB_NUMBER("courant", "0.97", 0.01, 0.979, "", "time step times N + 1"),
    JW_LAB_NUMBER("window", "0.02", 0.0, 0.4, "",
                  "forces are means over this time, or over a step if that is longer"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_string_force = {
    .name = "string-force",
    .summary = "the engine's contact force at a stop and on a bridge, beside closed forms",
    .source = "Szalai (impact as a delay equation), the string; the bridge is our own",
    .options = options,
    .run = run,
};
