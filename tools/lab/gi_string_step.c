// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine's own step on the string of (GI 44-56): the same string, tables and contact as in an
// instrument, in double precision, with its contact points on the grid. In dimensionless form mu, L
// and T0 are 1; then EA = 2 gamma and the decay rate of every mode is c/2. There is one step per
// sample: 1/dt is the sample rate. Two of the step's parts also run separately for comparison: the
// fold and the projection.

#include "base/pi.h"
#include "gi_string.h"
#include "step_string.h"

#include <math.h>
#include <stdlib.h>

// Steps between two audits of the energy, as in the engine.
enum { audit_steps = 64 };

// Angle of a mode in one step [rad] above which two samples are joined by a straight line; below
// it, by the mode's own damped sinusoid.
static const double wide_turn = 2.0;

typedef struct {
    const JwGiRun *run;
    JwStepScheme scheme;
    JwContactPoints points;
    JwStepString string;
    double *before, *after, *q; ///< Modes at two samples, and between them, n values each
} Stepper;

/********* Setting up *********/

static bool place_points(Stepper *s) {
    const JwGiString *string = s->run->string;
    const JwGiObstacle *obstacle = &string->obstacle;
    if (obstacle->n > JW_CONTACT_POINTS) {
        return jw_error_set(jw_lab_error(s->run->lab),
                            "the engine's step takes %d contact points, not %d",
                            (int)JW_CONTACT_POINTS, obstacle->n);
    }
    s->points.n = obstacle->n;
    for (int k = 0; k < obstacle->n; ++k) {
        s->points.x_m[k] = (double)(obstacle->first + k) / (string->grid.n + 1);
        s->points.base_m[k] = obstacle->height[k];
        s->points.restitution[k] = string->restitution;
    }
    return true;
}

static bool build_tables(Stepper *s) {
    const JwGiRun *run = s->run;
    const JwGiString *string = run->string;
    const JwStringData data = {
        .length_m = 1.0,
        .mu_kg_m = 1.0,
        .tension_n = 1.0,
        .ea_n = 2.0 * string->gamma,
        .losses = {.law = JW_LOSS_POLYNOMIAL, .s0 = 0.5 * string->damping},
    };
    const double band = 0.5 * string->grid.n + 0.25; // Band with mode j at j/2
    const JwModesSpec spec = jw_step_spec(&data, 1.0 / run->dt, band, &s->points);
    if (!jw_step_string_init(&s->string, run->lab, &spec)) {
        return false;
    }
    if (s->string.modes->n != string->grid.n) {
        return jw_error_set(jw_lab_error(run->lab),
                            "unstable step: %d modes of the engine's step need dt < %.3g",
                            string->grid.n, 0.98 / string->grid.n);
    }
    return true;
}

// Starts from rest: the scheme is symmetric in time, so that q(-dt) = q(dt) except for losses, to
// third order in dt.
static void set_start(Stepper *s) {
    const JwGiString *string = s->run->string;
    const double dt = s->run->dt;
    const double first = string->amplitude / sqrt(2.0);
    const double kappa = 2.0 * (1.0 - cos(JW_PI * dt));
    const double pull = dt * dt * string->gamma * JW_PI * JW_PI * JW_PI * JW_PI * first * first;
    s->after[0] = first;
    s->q[0] = first * (kappa + pull) / (2.0 + pull) * (1.0 + string->damping * dt / 3.0);
    jw_string_set_state(&s->string.state, s->after, s->q);
}

static bool prepare(Stepper *s, const JwGiRun *run, JwStepScheme scheme) {
    const int n = run->string->grid.n;
    *s = (Stepper){.run = run, .scheme = scheme};
    if (!place_points(s) || !build_tables(s)) {
        return false;
    }
    s->before = calloc(3 * (size_t)n, sizeof(double));
    if (!s->before) {
        return jw_error_set(jw_lab_error(run->lab), "out of memory");
    }
    s->after = s->before + n;
    s->q = s->before + 2 * n;
    set_start(s);
    jw_string_forget(&s->string.state);
    jw_step_use(&s->string.state, scheme);
    return true;
}

static void clear(Stepper *s) {
    free(s->before);
    jw_step_string_clear(&s->string);
}

/********* The run *********/

static void advance(Stepper *s) {
    for (int j = 0; j < s->run->string->grid.n; ++j) {
        s->before[j] = s->after[j];
    }
    jw_string_step(&s->string.state);
    for (int j = 0; j < s->run->string->grid.n; ++j) {
        s->after[j] = jw_string_mode(&s->string.state, j);
    }
}

// Modes at `part` of the way from one sample to the next.
static void between(Stepper *s, double part) {
    const double loss = 0.5 * s->run->string->damping * s->run->dt;
    for (int j = 0; j < s->run->string->grid.n; ++j) {
        const double free_turn = (j + 1) * JW_PI * s->run->dt;
        const double turn = sqrt(fmax(0.0, free_turn * free_turn - loss * loss));
        double a = 1.0 - part;
        double b = part;
        if (turn > 0.0 && turn < wide_turn) {
            a = exp(-loss * part) * sin((1.0 - part) * turn) / sin(turn);
            b = exp(loss * (1.0 - part)) * sin(part * turn) / sin(turn);
        }
        s->q[j] = a * s->before[j] + b * s->after[j];
    }
}

static bool hand_out(Stepper *s, int index, const double *q) {
    const JwGiRun *run = s->run;
    const double energy = jw_string_audit(&s->string.state) * jw_string_joules(&s->string.state);
    if (!isfinite(energy) && run->unstable_at) {
        *run->unstable_at = run->times[index];
        return false;
    }
    if (!isfinite(energy)) {
        return jw_error_set(jw_lab_error(run->lab),
                            "unstable step: the energy is not finite at t = %g", run->times[index]);
    }
    const JwGiSample sample = {run->times[index], q, energy,
                               (double)s->string.state.contact.impacts};
    return run->take(run->user, index, &sample);
}

// A time between two samples waits for the later one; the engine's energy is that between the two.
static bool run_steps(Stepper *s) {
    const JwGiRun *run = s->run;
    double step = 0.0;
    for (int i = 0; i < run->n_times; ++i) {
        const double position = run->times[i] / run->dt;
        while (step < position * (1.0 - 1e-13)) {
            advance(s);
            ++step;
            if (fmod(step, audit_steps) == 0.0) {
                jw_string_audit(&s->string.state);
            }
            jw_gi_progress(run, step * run->dt);
        }
        const double part = 1.0 - (step - position);
        if (part < 1.0 - 1e-9) {
            between(s, part);
        }
        if (!hand_out(s, i, part < 1.0 - 1e-9 ? s->q : s->after)) {
            return false;
        }
    }
    return true;
}

static bool run_scheme(const JwGiRun *run, JwStepScheme scheme) {
    Stepper *stepper = malloc(sizeof(*stepper)); // Allocated, because its list of points is long
    if (!stepper) {
        return jw_error_set(jw_lab_error(run->lab), "out of memory");
    }
    const bool good = prepare(stepper, run, scheme) && run_steps(stepper);
    clear(stepper);
    free(stepper);
    return good;
}

static bool run_step(const JwGiRun *run) {
    return run_scheme(run, JW_STEP_LEDGER);
}

static bool run_fold(const JwGiRun *run) {
    return run_scheme(run, JW_STEP_FOLD);
}

static bool run_safe(const JwGiRun *run) {
    return run_scheme(run, JW_STEP_SAFE);
}

const JwGiMethod jw_gi_step = {"step", run_step};
const JwGiMethod jw_gi_fold = {"step-fold", run_fold};
const JwGiMethod jw_gi_safe = {"step-safe", run_safe};
