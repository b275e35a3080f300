// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A mass falls on a rigid floor (GI 1-16, Figs. 2-3): p'' = -g, p >= 0, and
// p' becomes -R p' at an impact. Energies are per unit mass.

#include "galerkin_ivanov.h"
#include "ivanov.h"
#include "rk4.h"

#include <math.h>
#include <stdlib.h>

enum { max_impacts = 100000 };

static const double max_steps = 1e8;

typedef struct {
    double gravity, height, restitution, t_end;
} Fall;

/********* Event-driven: parabolas between impacts *********/

typedef struct {
    double *time, *speed; ///< Time of impact i [s], and speed just after it [m/s]
    int n;
    bool rests; ///< True if the mass lies on the floor after the last impact
} Impacts;

// Bounces accumulate in a finite time (Zeno). The mass counts as at rest when all remaining bounces
// together last less than this part of the first fall.
static const double rest_part = 1e-12;

static bool find_impacts(JwLab *lab, const Fall *fall, Impacts *impacts) {
    const double first = sqrt(2.0 * fall->height / fall->gravity);
    double time = first;
    double speed = fall->restitution * sqrt(2.0 * fall->gravity * fall->height);
    impacts->time = malloc(max_impacts * sizeof(double));
    impacts->speed = malloc(max_impacts * sizeof(double));
    if (!impacts->time || !impacts->speed) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    while (time <= fall->t_end && !impacts->rests) {
        if (impacts->n == max_impacts) {
            return jw_error_set(jw_lab_error(lab),
                                "more than %d impacts before t = %g s; choose a smaller --t-end",
                                max_impacts, time);
        }
        const double flight = 2.0 * speed / fall->gravity;
        impacts->rests = flight <= rest_part * first * (1.0 - fall->restitution);
        impacts->time[impacts->n] = time;
        impacts->speed[impacts->n++] = speed;
        time += flight;
        speed *= fall->restitution;
    }
    return true;
}

// Exact state at `t`; `*i` is the number of impacts before, kept between calls with growing t.
static void exact_state(const Fall *fall, const Impacts *impacts, double t, int *i, double *u,
                        double *v) {
    while (*i < impacts->n && impacts->time[*i] <= t) {
        ++*i;
    }
    const double g = fall->gravity;
    if (*i == 0) {
        *u = fall->height - 0.5 * g * t * t;
        *v = 0.0 - g * t; // Sum with 0.0, so that the start is not -0
    } else if (*i == impacts->n && impacts->rests) {
        *u = *v = 0.0;
    } else {
        const double s = t - impacts->time[*i - 1];
        *u = fmax(0.0, (impacts->speed[*i - 1] - 0.5 * g * s) * s);
        *v = impacts->speed[*i - 1] - g * s;
    }
}

/********* Ivanov's coordinates, RK4 *********/

typedef struct {
    double eta, zeta;
} Pair;

static void slope(void *system, const double *y, double *dy) {
    const Fall *fall = system;
    const double w = jw_ivanov_weight(jw_ivanov_k(fall->restitution), y[0], y[1]);
    dy[0] = w * y[1];
    dy[1] = -jw_ivanov_sign(y[0]) * fall->gravity / w;
}

static Pair advance(Fall *fall, Pair pair, double dt) {
    double y[] = {pair.eta, pair.zeta};
    double scratch[6];
    jw_rk4_step(slope, fall, y, 2, dt, scratch);
    return (Pair){y[0], y[1]};
}

/********* Curves *********/

static JwLabTable *open_table(JwLab *lab, bool ivanov) {
    JwLabTable *table = jw_lab_table(lab, "curves");
    jw_lab_column(table, "s", "t");
    jw_lab_column(table, "m", "u");
    jw_lab_column(table, "m/s", "v");
    jw_lab_column(table, "J/kg", "energy");
    if (ivanov) {
        jw_lab_column(table, "m", "eta");
        jw_lab_column(table, "m/s", "zeta");
        jw_lab_column(table, "m", "u_ivanov");
        jw_lab_column(table, "m/s", "v_ivanov");
        jw_lab_column(table, "J/kg", "energy_ivanov");
    }
    return table;
}

static void add_row(const Fall *fall, JwLabTable *table, double t, double u, double v, Pair y) {
    const double g = fall->gravity;
    const double ui = fabs(y.eta);
    const double vi = jw_ivanov_weight(jw_ivanov_k(fall->restitution), y.eta, y.zeta) *
                      jw_ivanov_sign(y.eta) * y.zeta;
    const double row[] = {t,      u,  v,  0.5 * v * v + g * u,   y.eta,
                          y.zeta, ui, vi, 0.5 * vi * vi + g * ui};
    jw_lab_row(table, row);
}

static bool run_curves(JwLab *lab, Fall *fall, const Impacts *impacts, JwLabTable *table) {
    const bool ivanov = fall->restitution > 0.0;
    const double dt = jw_lab_number(lab, "dt");
    const double steps = floor(fall->t_end / dt * (1.0 + 1e-12));
    if (steps > max_steps) {
        return jw_error_set(jw_lab_error(lab), "--dt %g makes %.3g steps, more than %g", dt, steps,
                            max_steps);
    }
    const double stride = fmax(1.0, floor(jw_lab_number(lab, "every") / dt + 0.5));
    // Start in the coordinates of (GI 16): outside the floor u = eta, and a mass at rest is at rest
    // in both.
    Pair y = {fall->height, 0.0};
    double worst = 0.0;
    int passed = 0;
    for (double step = 0.0; step <= steps && jw_lab_ok(lab); ++step) {
        double u = 0.0;
        double v = 0.0;
        exact_state(fall, impacts, step * dt, &passed, &u, &v);
        worst = fmax(worst, fabs(fabs(y.eta) - u));
        if (fmod(step, stride) == 0.0) {
            add_row(fall, table, step * dt, u, v, y);
        }
        if (ivanov) {
            y = advance(fall, y, dt);
        }
        jw_lab_progress(lab, step / steps);
    }
    if (ivanov) {
        jw_lab_key(lab, worst, "m", "ivanov_max_error");
    }
    return jw_lab_ok(lab);
}

static void draw(JwLab *lab, const JwLabTable *table, bool ivanov) {
    const char *labels[][3] = {{"(a) position", "t [s]", "u, η [m]"},
                               {"(b) velocity", "t [s]", "v, ζ [m/s]"},
                               {"(c) energy", "t [s]", "energy [J/kg]"},
                               {"phase space", "u [m]", "v [m/s]"},
                               {"phase space, transformed", "η [m]", "ζ [m/s]"}};
    JwLabPanel *panels[5];
    for (int i = 0; i < (ivanov ? 5 : 4); ++i) {
        panels[i] = jw_lab_panel(
            lab,
            &(JwLabAxes){.title = labels[i][0], .x_label = labels[i][1], .y_label = labels[i][2]});
    }
    if (ivanov) {
        jw_lab_curve(panels[0], table, 0, 4, JW_LAB_LINE, "η (Ivanov, RK4)");
        jw_lab_curve(panels[1], table, 0, 5, JW_LAB_LINE, "ζ (Ivanov, RK4)");
        jw_lab_curve(panels[2], table, 0, 8, JW_LAB_LINE, "Ivanov, RK4");
        jw_lab_curve(panels[4], table, 4, 5, JW_LAB_LINE, "%s", "");
    }
    jw_lab_curve(panels[0], table, 0, 1, JW_LAB_DASHED, "u (event-driven)");
    jw_lab_curve(panels[1], table, 0, 2, JW_LAB_DASHED, "v (event-driven)");
    jw_lab_curve(panels[2], table, 0, 3, JW_LAB_DASHED, "event-driven");
    jw_lab_curve(panels[3], table, 1, 2, JW_LAB_DOTS, "%s", "");
}

static void report(JwLab *lab, const Fall *fall, const Impacts *impacts) {
    jw_lab_key(lab, fall->gravity * fall->height, "J/kg", "energy_0");
    jw_lab_key(lab, impacts->n, "1", "impacts");
    for (int i = 0; i < impacts->n; ++i) {
        jw_lab_key(lab, impacts->time[i], "s", "impact_%d", i + 1);
        jw_lab_key(lab, 0.5 * impacts->speed[i] * impacts->speed[i], "J/kg", "energy_%d", i + 1);
    }
    if (fall->restitution < 1.0) {
        // Time t_1 (1 + 2 (R + R^2 + ...))
        const double first = sqrt(2.0 * fall->height / fall->gravity);
        jw_lab_key(lab, first * (1.0 + fall->restitution) / (1.0 - fall->restitution), "s",
                   "zeno_time");
    }
}

static bool run(JwLab *lab) {
    Fall fall = {.gravity = jw_lab_number(lab, "gravity"),
                 .height = jw_lab_number(lab, "height"),
                 .restitution = jw_lab_number(lab, "restitution"),
                 .t_end = jw_lab_number(lab, "t-end")};
    Impacts impacts = {0};
    if (find_impacts(lab, &fall, &impacts)) {
        report(lab, &fall, &impacts);
        JwLabTable *table = open_table(lab, fall.restitution > 0.0);
        draw(lab, table, fall.restitution > 0.0);
        run_curves(lab, &fall, &impacts, table);
    }
    free(impacts.time);
    free(impacts.speed);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_NUMBER("restitution", "0.9", 0.0, 1.0, "",
                  "coefficient of restitution R; Ivanov's method needs R > 0"),
    JW_LAB_NUMBER("gravity", "9.8", 1e-9, 1e9, "m/s^2", "acceleration g"),
    JW_LAB_NUMBER("height", "1", 1e-9, 1e9, "m", "from which it falls"),
    JW_LAB_NUMBER("t-end", "4", 0.0, 1e9, "s", "end of the run"),
    JW_LAB_NUMBER("dt", "1e-3", 1e-9, 1e6, "s", "step of RK4 in Ivanov's coordinates"),
    JW_LAB_NUMBER("every", "5e-3", 1e-9, 1e9, "s", "time between rows, at least one step"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_point_mass = {
    .name = "point-mass",
    .summary = "a mass bounces on a floor, event by event and in Ivanov's coordinates",
    .source = "Samukham, Khaderi, Vyasarayani (Galerkin-Ivanov), Figs. 2-3",
    .options = options,
    .run = run,
};
