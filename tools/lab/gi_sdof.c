// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An oscillator with a stop (GI 17-21, Figs. 4-5): p'' + c p' + p = 0, p >= d,
// rigid and without loss (R = 1), from rest at p = 1. In units of its mass and
// of its own frequency everything is without dimension.
//
// The penalty spring acts from the stop on: -kp (p - d) for p < d. As printed, (17-18) let it act
// below p = 0, where a stop at 0.5 would have no effect.

#include "base/pi.h"
#include "galerkin_ivanov.h"
#include "ivanov.h"
#include "rk4.h"

#include <math.h>
#include <string.h>

enum { n_samples = 101, max_impacts = 1000000, curve_points = 31, max_list = 64 };

static const double max_steps = 2e8;

// Displacement at which a run counts as lost: Fig. 5 follows the penalty method to arbitrarily
// large errors, but there double precision no longer resolves the stop.
static const double lost = 1e15;

typedef struct {
    double stop, damping, t_end;
} Oscillator;

typedef struct {
    double t[n_samples], p[n_samples];
} Samples;

static void set_times(const Oscillator *system, Samples *samples) {
    for (int i = 0; i < n_samples; ++i) {
        samples->t[i] = system->t_end * i / (n_samples - 1);
    }
}

static double mean_squared_error(const Samples *a, const Samples *b) {
    double sum = 0.0;
    for (int i = 0; i < n_samples; ++i) {
        sum += (a->p[i] - b->p[i]) * (a->p[i] - b->p[i]);
    }
    return sum / n_samples;
}

/********* Event-driven: damped cosines between impacts *********/

// Arc p(s) = size exp(-sigma s) cos(omega s - phase), s from the last impact on.
typedef struct {
    double size, sigma, omega, phase;
} Arc;

static Arc arc_from(const Oscillator *system, double p, double v) {
    const double sigma = 0.5 * system->damping;
    const double omega = sqrt(1.0 - sigma * sigma);
    const double quadrature = (v + sigma * p) / omega;
    return (Arc){hypot(p, quadrature), sigma, omega, atan2(quadrature, p)};
}

static double arc_position(const Arc *arc, double s) {
    return arc->size * exp(-arc->sigma * s) * cos(arc->omega * s - arc->phase);
}

static double arc_velocity(const Arc *arc, double s) {
    const double angle = arc->omega * s - arc->phase;
    return -arc->size * exp(-arc->sigma * s) * (arc->sigma * cos(angle) + arc->omega * sin(angle));
}

// First s > 0 at which the arc falls through the stop, or infinity. The first minimum decides:
// later ones are no deeper.
static double next_impact(const Arc *arc, double stop) {
    const double lag = atan2(arc->sigma, arc->omega);
    const double turn = 2.0 * JW_PI;
    double angle = fmod(arc->phase - lag + JW_PI, turn); // Angle from s = 0 to the minimum
    angle += angle <= 0.0 ? turn : 0.0;
    double high = angle / arc->omega;
    double low = fmax(0.0, high - JW_PI / arc->omega);
    if (arc_position(arc, high) >= stop) {
        return (double)INFINITY;
    }
    for (int i = 0; i < 200 && low < high; ++i) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) {
            break;
        }
        if (arc_position(arc, middle) >= stop) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

static bool run_event(JwLab *lab, const Oscillator *system, Samples *samples) {
    set_times(system, samples);
    Arc arc = arc_from(system, 1.0, 0.0);
    double start = 0.0;
    // A start at rest on the stop stays there, since the spring holds it.
    const bool rests = system->stop >= 1.0;
    double end = rests ? (double)INFINITY : next_impact(&arc, system->stop);
    int impacts = 0;
    for (int i = 0; i < n_samples; ++i) {
        while (start + end < samples->t[i]) {
            if (++impacts > max_impacts) {
                return jw_error_set(jw_lab_error(lab), "more than %d impacts before t = %g",
                                    max_impacts, start);
            }
            const double speed = fabs(arc_velocity(&arc, end));
            start += end;
            arc = arc_from(system, system->stop, speed);
            end = next_impact(&arc, system->stop);
        }
        samples->p[i] = rests ? 1.0 : arc_position(&arc, samples->t[i] - start);
    }
    return true;
}

/********* RK4 with a fixed step, in Ivanov's coordinates or with a penalty spring *********/

// Scheme and state: (eta, zeta) of Ivanov's method, where R = 1 makes eta' = zeta, or (p, v).
typedef struct {
    double x, y;
} Pair;

typedef struct {
    const Oscillator *system;
    bool ivanov;
    double kp, dt;
} Scheme;

static void slope(void *user, const double *z, double *dz) {
    const Scheme *scheme = user;
    const double c = scheme->system->damping;
    const double d = scheme->system->stop;
    dz[0] = z[1];
    if (scheme->ivanov) {
        const double sign = jw_ivanov_sign(z[0]);
        dz[1] = sign * (-c * sign * z[1] - (fabs(z[0]) + d));
    } else {
        const double spring = z[0] < d ? scheme->kp * (d - z[0]) : 0.0;
        dz[1] = spring - c * z[1] - z[0];
    }
}

static Pair advance(Scheme *scheme, Pair pair, double h) {
    double z[] = {pair.x, pair.y};
    double scratch[6];
    jw_rk4_step(slope, scheme, z, 2, h, scratch);
    return (Pair){z[0], z[1]};
}

static double position_of(const Scheme *scheme, double x) {
    return scheme->ivanov ? fabs(x) + scheme->system->stop : x;
}

// A time between two steps is reached by a shorter step that is not part of the run itself.
static bool run_rk4(JwLab *lab, Scheme *scheme, Samples *samples) {
    const double dt = scheme->dt;
    set_times(scheme->system, samples);
    Pair now = {scheme->ivanov ? 1.0 - scheme->system->stop : 1.0, 0.0};
    double step = 0.0;
    for (int i = 0; i < n_samples; ++i) {
        const double target = floor(samples->t[i] / dt * (1.0 + 1e-13));
        for (; step < target; ++step) {
            now = advance(scheme, now, dt);
        }
        const double rest = samples->t[i] - step * dt;
        const Pair there = rest > 1e-9 * dt ? advance(scheme, now, rest) : now;
        samples->p[i] = position_of(scheme, there.x);
        if (!(fabs(there.x) < lost)) {
            return jw_error_set(jw_lab_error(lab),
                                "unstable: with dt = %g%s the mass is at %.3g at t = %g", dt,
                                scheme->ivanov ? "" : " and this kp", there.x, samples->t[i]);
        }
    }
    return true;
}

/********* One method: its curve beside the reference, and the mse *********/

static bool check_steps(JwLab *lab, const Oscillator *system, double dt) {
    return system->t_end / dt <= max_steps ||
           jw_error_set(jw_lab_error(lab), "--dt %g makes more than %g steps", dt, max_steps);
}

// Reference without damping: p = cos(((t + T/2) mod T) - T/2), T/2 = arccos d.
static void closed_form(const Oscillator *system, Samples *samples) {
    const double half = acos(fmin(1.0, fmax(-1.0, system->stop)));
    set_times(system, samples);
    for (int i = 0; i < n_samples; ++i) {
        const double t = samples->t[i];
        samples->p[i] = half > 0.0 ? cos(fmod(t + half, 2.0 * half) - half) : 1.0;
    }
}

static bool run_method(JwLab *lab, const Oscillator *system, const Samples *reference) {
    int n_dt = 0;
    int n_kp = 0;
    Scheme scheme = {.system = system,
                     .ivanov = jw_lab_is(lab, "method", "ivanov-rk4"),
                     .kp = jw_lab_has(lab, "kp") ? *jw_lab_numbers(lab, "kp", &n_kp) : 1e6,
                     .dt = jw_lab_has(lab, "dt") ? *jw_lab_numbers(lab, "dt", &n_dt) : 1e-3};
    if (n_dt > 1 || n_kp > 1) {
        return jw_error_set(jw_lab_error(lab),
                            "--method takes one --dt and one --kp; leave it out for a table");
    }
    const bool event = jw_lab_is(lab, "method", "event");
    const bool penalty = !event && !scheme.ivanov;
    Samples samples;
    Samples exact = *reference;
    if (event && system->damping == 0.0) {
        closed_form(system, &exact);
    }
    if (!check_steps(lab, system, scheme.dt) ||
        !(event ? run_event(lab, system, &samples) : run_rk4(lab, &scheme, &samples))) {
        return false;
    }
    jw_lab_key(lab, mean_squared_error(&samples, &exact), "1", "mse");
    if (penalty) {
        // Stability limit of RK4 on the imaginary axis: omega dt up to 2 sqrt 2.
        const double limit = sqrt(8.0 / (1.0 + scheme.kp));
        jw_lab_key(lab, limit, "1", "dt_limit");
        if (scheme.dt > limit) {
            jw_lab_note(lab, "dt = %g is unstable in contact, where RK4 needs dt < %.3g", scheme.dt,
                        limit);
        }
    }
    JwLabTable *table = jw_lab_table(lab, "curves");
    jw_lab_column(table, "1", "t");
    jw_lab_column(table, "1", "p");
    jw_lab_column(table, "1", "p_reference");
    for (int i = 0; i < n_samples; ++i) {
        jw_lab_row(table, (double[]){samples.t[i], samples.p[i], exact.p[i]});
    }
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.x_label = "t", .y_label = "p"});
    jw_lab_curve(panel, table, 0, 1, JW_LAB_LINE, "%s", jw_lab_text(lab, "method"));
    jw_lab_curve(panel, table, 0, 2, JW_LAB_DASHED, "exact");
    return jw_lab_ok(lab);
}

/********* The table and the whole of Fig. 5 *********/

// Chooses the steps: as given, otherwise ten a decade from 1e-4 to 1e-1.
static int choose_steps(JwLab *lab, double *dt) {
    int n = curve_points;
    if (jw_lab_has(lab, "dt")) {
        const double *given = jw_lab_numbers(lab, "dt", &n);
        memcpy(dt, given, (size_t)(n < max_list ? n : max_list) * sizeof(double));
        return n;
    }
    for (int i = 0; i < n; ++i) {
        dt[i] = pow(10.0, -4.0 + 0.1 * i);
    }
    return n;
}

static int choose_stiffness(JwLab *lab, double *kp) {
    static const double paper[] = {1e5, 1e6, 1e7};
    int n = 3;
    const double *given = jw_lab_has(lab, "kp") ? jw_lab_numbers(lab, "kp", &n) : paper;
    memcpy(kp, given, (size_t)(n < max_list ? n : max_list) * sizeof(double));
    return n;
}

// Measures one row of the table; `scheme` carries the step. Column 0 is dt, 1 Ivanov.
static bool measure(JwLab *lab, Scheme scheme, const double *kp, int n_kp, const Samples *reference,
                    double *row) {
    row[0] = scheme.dt;
    for (int i = 0; i <= n_kp; ++i) {
        Samples samples;
        scheme.ivanov = i == 0;
        scheme.kp = i > 0 ? kp[i - 1] : 0.0;
        if (!run_rk4(lab, &scheme, &samples)) {
            return false;
        }
        row[1 + i] = mean_squared_error(&samples, reference);
    }
    return true;
}

static JwLabTable *open_curve(JwLab *lab, bool own_steps, const double *kp, int n_kp) {
    JwLabTable *table = jw_lab_table(lab, "curves");
    JwLabPanel *panel = jw_lab_panel(
        lab, &(JwLabAxes){.x_label = "time step Δt",
                          .y_label = "mean squared error e",
                          .log_x = true,
                          .log_y = true,
                          .x_range = {own_steps ? 0.0 : 1e-4, own_steps ? 0.0 : 1e-1}});
    jw_lab_column(table, "1", "dt");
    jw_lab_column(table, "1", "mse_ivanov");
    jw_lab_curve(panel, table, 0, 1, JW_LAB_LINEPOINTS, "Ivanov");
    for (int i = 0; i < n_kp; ++i) {
        jw_lab_column(table, "1", "mse_penalty_%g", kp[i]);
        jw_lab_curve(panel, table, 0, 2 + i, JW_LAB_LINEPOINTS, "penalty, k_p = %.4g", kp[i]);
    }
    return table;
}

static bool run_table(JwLab *lab, const Oscillator *system, const Samples *reference) {
    double dt[max_list];
    double kp[max_list];
    double row[2 + max_list];
    const int n_dt = choose_steps(lab, dt);
    const int n_kp = choose_stiffness(lab, kp);
    if (n_dt > max_list || n_kp > max_list) {
        return jw_error_set(jw_lab_error(lab), "more than %d values of --dt or --kp", max_list);
    }
    JwLabTable *table = open_curve(lab, jw_lab_has(lab, "dt"), kp, n_kp);
    for (int i = 0; i < n_dt; ++i) {
        const Scheme scheme = {.system = system, .dt = dt[i]};
        if (!check_steps(lab, system, dt[i]) || !measure(lab, scheme, kp, n_kp, reference, row)) {
            return false;
        }
        jw_lab_row(table, row);
        jw_lab_key(lab, row[1], "1", "mse_ivanov_%g", dt[i]);
        for (int k = 0; k < n_kp; ++k) {
            jw_lab_key(lab, row[2 + k], "1", "mse_penalty_%g_%g", kp[k], dt[i]);
        }
        jw_lab_progress(lab, (i + 1.0) / n_dt);
    }
    return jw_lab_ok(lab);
}

static bool run(JwLab *lab) {
    const Oscillator system = {.stop = jw_lab_number(lab, "stop"),
                               .damping = jw_lab_number(lab, "damping"),
                               .t_end = jw_lab_number(lab, "t-end")};
    if (system.stop > 1.0) {
        return jw_error_set(jw_lab_error(lab),
                            "infeasible start: p = 1 lies %g below the stop at %g",
                            system.stop - 1.0, system.stop);
    }
    Samples reference;
    if (!run_event(lab, &system, &reference)) {
        return false;
    }
    return jw_lab_is(lab, "method", "all") ? run_table(lab, &system, &reference)
                                           : run_method(lab, &system, &reference);
}

static const JwOption options[] = {
    JW_LAB_CHOICE("method", "all", "all|event|ivanov-rk4|penalty-rk4",
                  "one method beside the reference, or the table of errors over dt"),
    JW_LAB_NUMBERS("dt", NULL, 1e-7, 1.0, "",
                   "steps; 1e-3 for one method, ten a decade from 1e-4 to 1e-1 for the table"),
    JW_LAB_NUMBERS("kp", NULL, 0.0, 1e12, "",
                   "penalty stiffnesses; 1e6 for one method, 1e5,1e6,1e7 for the table"),
    JW_LAB_NUMBER("stop", "0.5", -10.0, 10.0, "", "where the stop is"),
    JW_LAB_NUMBER("damping", "0", 0.0, 1.9, "", "coefficient c"),
    JW_LAB_NUMBER("t-end", "10", 1e-6, 1e4, "", "end of the run; the error is taken at 101 times"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_sdof = {
    .name = "sdof",
    .summary =
        "an oscillator with a stop: Ivanov's method and the penalty method against the step size",
    .source = "Samukham, Khaderi, Vyasarayani (Galerkin-Ivanov), Figs. 4-5",
    .options = options,
    .run = run,
};
