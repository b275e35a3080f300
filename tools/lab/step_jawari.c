// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "step_jawari.h"

#include "base/pi.h"
#include "step_rk4.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Rounding of the corner of a released string, as a part of the length
static const double rounding_share = 0.01;
// Rounding of the corner of a drawn string, as a part of the length
static const double drawn_share = 0.0036;
static const double audible_hz = 24000.0; // Highest mode: higher ones would alias into the sound
static const double lost_growth = 10.0;   // Growth of the energy at which a run counts as lost

// Samples between two audits of the energy, as in the engine.
enum { audit_samples = 32 };

/********* The strings *********/

// String of bronze, 0.88 m long, as on a sitar.
static JwStringData string_of(double pitch_hz, double inharmonicity) {
    const double length = 0.88;
    const double mu = 1.11e-3;
    const double tension = mu * 4.0 * length * length * pitch_hz * pitch_hz;
    return (JwStringData){
        .length_m = length,
        .mu_kg_m = mu,
        .tension_n = tension,
        .ei_n_m2 = inharmonicity * tension * length * length / (JW_PI * JW_PI),
        .losses = {.law = JW_LOSS_POLYNOMIAL, .s0 = 0.3, .s1 = 8e-3, .s3 = 4e-6},
    };
}

static void add_point(JwContactPoints *points, double x_m, double height_m, double restitution) {
    points->x_m[points->n] = x_m;
    points->base_m[points->n] = height_m;
    points->restitution[points->n++] = restitution;
}

// Adds grid points up to `end_m`, over a parabola from `apex_m` on that falls as x^2/(2 radius).
static void add_grid(JwJawari *jawari, double apex_m, double end_m, double radius_m,
                     double restitution) {
    const double rate = 4.0 * jawari->highest_hz;
    const double length = jawari->data.length_m;
    const double spacing = length / (jw_modes_count(&jawari->data, jawari->highest_hz, rate) + 1);
    for (int i = 1; i * spacing <= end_m * (1.0 + 1e-9); ++i) {
        const double fall = fmax(i * spacing - apex_m, 0.0);
        add_point(&jawari->points, i * spacing, -fall * fall / (2.0 * radius_m), restitution);
    }
}

void jw_jawari_on_grid(JwJawari *jawari, double restitution) {
    memset(jawari, 0, sizeof(*jawari));
    jawari->data = string_of(110.0, 1e-5);
    jawari->highest_hz = 22850.0; // For 180 modes
    jawari->seconds = 1.0;
    const double length = jawari->data.length_m;
    const double end = 0.03 * length;
    // Parabola 1e-4 of the length deep at its end.
    add_grid(jawari, 0.0, end, end * end / (2.0 * 1e-4 * length), restitution);
    jawari->pluck_x_m = 0.75 * length;
    jawari->pluck_m = 3e-3 * length;
}

void jw_jawari_real(JwJawari *jawari, double highest_hz, int n, double restitution) {
    memset(jawari, 0, sizeof(*jawari));
    jawari->data = string_of(138.6, 2.7e-5);
    jawari->highest_hz = highest_hz;
    jawari->drawn = true;
    jawari->seconds = 3.0;
    if (n == 0) {
        add_grid(jawari, 0.0015, 0.025, 1.0, restitution);
    }
    for (int i = 0; i < n; ++i) {
        const double x = 0.001 + 0.024 * i / (n - 1);
        const double fall = fmax(x - 0.0015, 0.0);
        add_point(&jawari->points, x, -0.5 * fall * fall, restitution);
    }
    jawari->pluck_x_m = 0.75 * jawari->data.length_m;
    jawari->pluck_m = 2e-3;
}

/********* One run *********/

typedef struct {
    JwLab *lab;
    const JwJawari *jawari;
    const JwJawariPlan *plan;
    int n_modes;
    double *q, *omega, *sigma, *force; ///< Start, law, row of the bridge force; n_modes values each
    JwStepString string;
    JwStepRk4 *rk4;
    double start; ///< Energy at the start
} Player;

static bool fill_start(Player *p) {
    const JwStringData *data = &p->jawari->data;
    const double length = data->length_m;
    const double x = p->jawari->pluck_x_m;
    const double height = p->jawari->pluck_m * (1.0 + p->plan->nudge);
    p->n_modes = jw_modes_count(data, p->jawari->highest_hz, p->plan->rate_hz);
    p->q = calloc(4 * (size_t)p->n_modes, sizeof(double));
    if (!p->q) {
        return jw_error_set(jw_lab_error(p->lab), "out of memory");
    }
    p->omega = p->q + p->n_modes;
    p->sigma = p->omega + p->n_modes;
    p->force = p->sigma + p->n_modes;
    for (int j = 0; j < p->n_modes; ++j) {
        const double beta = (j + 1) * JW_PI / length;
        const double round = beta * rounding_share * length;
        const double bend = data->ei_n_m2 * beta * beta;
        p->q[j] = sqrt(2.0) * height * sin(beta * x) / (beta * beta * x * (length - x)) *
                  exp(-0.5 * round * round);
        p->omega[j] = jw_modes_omega(data, j + 1);
        p->sigma[j] = jw_modes_sigma(data, j + 1, 1.0, 1.0);
        p->force[j] = p->omega[j] < 2.0 * JW_PI * audible_hz
                          ? sqrt(2.0) * beta * (data->tension_n + bend)
                          : 0.0;
    }
    return true;
}

static bool build(Player *p) {
    const JwJawari *jawari = p->jawari;
    if (p->plan->rk4) {
        p->rk4 = jw_step_rk4_new(p->n_modes, jawari->data.length_m, p->omega, p->sigma, p->q,
                                 &jawari->points);
        return p->rk4 || jw_error_set(jw_lab_error(p->lab), "out of memory");
    }
    JwModesSpec spec =
        jw_step_spec(&jawari->data, p->plan->rate_hz, jawari->highest_hz, &jawari->points);
    spec.chi = p->plan->chi;
    if (!jw_step_string_init(&p->string, p->lab, &spec) ||
        (!jawari->drawn && !jw_step_release(&p->string, p->lab, p->q))) {
        return false;
    }
    JwStringState *state = &p->string.state;
    if (jawari->drawn) {
        jw_string_pluck(state, JW_STROKE_TRIANGLE, jawari->pluck_x_m,
                        drawn_share * jawari->data.length_m,
                        jawari->pluck_m * (1.0 + p->plan->nudge), 1.0);
    }
    jw_string_audit(state);
    jw_step_use(state, p->plan->scheme);
    if (p->plan->forget > 0.0) {
        state->contact.forget = p->plan->forget;
    }
    if (p->plan->floor > 0.0) {
        state->contact.floor = -p->plan->floor * state->energy;
    }
    return true;
}

static void advance(Player *p) {
    if (p->rk4) {
        jw_step_rk4_step(p->rk4, 1.0 / p->plan->rate_hz);
    } else {
        jw_string_step(&p->string.state);
    }
}

static double force_on_bridge(Player *p) {
    const double *modes = p->rk4 ? jw_step_rk4_modes(p->rk4) : NULL;
    double sum = 0.0;
    for (int j = 0; j < p->n_modes; ++j) {
        sum += p->force[j] * (modes ? modes[j] : jw_string_mode(&p->string.state, j));
    }
    return sum;
}

static double energy_now(Player *p) {
    if (p->rk4) {
        return jw_step_rk4_energy(p->rk4);
    }
    JwStringState *state = &p->string.state;
    const double energy = jw_string_audit(state);
    if (p->plan->floor > 0.0) {
        state->contact.floor = -p->plan->floor * energy;
    }
    return energy;
}

// Energy of the string held aside, in the engine's units.
static double drawn_energy(const JwJawari *jawari, const JwStringState *state) {
    const double length = jawari->data.length_m;
    const double x = jawari->pluck_x_m;
    const double height = jawari->pluck_m;
    return 0.5 * jawari->data.tension_n * height * height * length / (x * (length - x)) /
           jw_string_joules(state);
}

static void play(Player *p, JwJawariTake *take) {
    const int steps = (int)lround(p->plan->rate_hz / JW_JAWARI_RATE_HZ);
    force_on_bridge(p); // First, since RK4's energy is that of the modes this reads
    p->start = p->jawari->drawn ? drawn_energy(p->jawari, &p->string.state) : energy_now(p);
    take->energy[0] = take->energy_max = 1.0;
    take->sound[0] = force_on_bridge(p);
    for (int i = 1; i < take->n; ++i) {
        for (int k = 0; k < steps; ++k) {
            advance(p);
        }
        take->sound[i] = force_on_bridge(p);
        take->energy[i] = take->energy[i - 1];
        if (p->rk4 || i % audit_samples == 0) {
            take->energy[i] = energy_now(p) / p->start;
            take->ledger_due = p->rk4 ? 0.0 : p->string.state.contact.ledger / p->start;
        }
        if (!(take->energy[i] < lost_growth)) {
            take->lost_s = (double)i / JW_JAWARI_RATE_HZ;
            take->energy[i] = lost_growth;
            take->sound[i] = 0.0;
            take->n = i;
            break;
        }
        take->energy_max = fmax(take->energy_max, take->energy[i]);
        const double part = (double)i / take->n;
        jw_lab_progress(p->lab, p->plan->bar_from + (p->plan->bar_to - p->plan->bar_from) * part);
    }
}

bool jw_jawari_run(JwLab *lab, const JwJawari *jawari, const JwJawariPlan *plan,
                   JwJawariTake *take) {
    Player player = {.lab = lab, .jawari = jawari, .plan = plan};
    memset(take, 0, sizeof(*take));
    take->n = (int)lround(jawari->seconds * JW_JAWARI_RATE_HZ);
    take->lost_s = jawari->seconds;
    take->sound = calloc(2 * (size_t)take->n, sizeof(double));
    take->energy = take->sound + take->n;
    bool good = take->sound || jw_error_set(jw_lab_error(lab), "out of memory");
    good = good && fill_start(&player) && build(&player);
    if (good) {
        const clock_t start = clock();
        play(&player, take);
        take->cpu_s = (double)(clock() - start) / CLOCKS_PER_SEC;
        take->deepest = plan->rk4 ? 0.0 : player.string.state.contact.penetration;
    }
    jw_step_string_clear(&player.string);
    jw_step_rk4_free(player.rk4);
    free(player.q);
    return good;
}

void jw_jawari_take_clear(JwJawariTake *take) {
    free(take->sound);
    memset(take, 0, sizeof(*take));
}
