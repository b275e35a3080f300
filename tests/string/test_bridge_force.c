// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a bridge that stands still bears of a string: its end, and what contact and thread do to the
// bridge's own points. By balance, not by the sum that the output is:
//
// - at rest, and pulled aside slowly by a known force, bridge and far end carry that force
//   together; what the far end carries is the tension times the slope of the straight stretch
//   before it;
// - while the string sounds, the force's mean over any time is minus what the string's momentum,
//   weighed by 1 - x/L, has grown, less the part x/L of contact that is the far end's.

#include "base/pi.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 96000 };

/// Kind of string and bridge.
typedef struct {
    const char *name;
    JwPrecision precision;
    int n_points;
    bool grid, lateral, thread;
    double tension_scale;
} Case;

static const Case cases[] = {
    {"64 bits", JW_PRECISION_F64, 5, false, false, false, 1.0},
    {"32 bits", JW_PRECISION_F32, 5, false, false, false, 1.0},
    {"12 points", JW_PRECISION_F64, 12, false, false, false, 1.0},
    {"thread", JW_PRECISION_F64, 5, false, false, true, 1.0},
    {"two polarisations", JW_PRECISION_F64, 5, false, true, false, 1.0},
    {"bent by two semitones", JW_PRECISION_F64, 5, false, false, false, 1.2599},
    {"nodes of the grid", JW_PRECISION_F64, 0, true, false, false, 1.0},
    {"nodes of the grid, 32 bits", JW_PRECISION_F32, 0, true, false, false, 1.0},
};
enum { N_CASES = sizeof(cases) / sizeof(cases[0]) };

/// A string without stiffness, so that it is straight where nothing touches it, losses apart.
static JwStringData data_of(const Case *c, double loss) {
    JwStringData data = fixture_jor_data();
    data.ea_n = data.ei_n_m2 = 0.0;
    data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 20.0 * loss, .s1 = loss};
    if (c->lateral) {
        data.lateral = (JwLateral){.hz = 3000.0, .split_cents = 1.0, .tilt_rad = 0.2, .loss = 1.0};
    }
    return data;
}

/// Points of a jawari at nodes of the string's grid.
static JwContactPoints on_nodes(const JwModesSpec *spec) {
    const int n = jw_modes_count(&spec->data, spec->band_hz, spec->step_rate_hz);
    JwContactPoints points = {.n = 4};
    for (int i = 0; i < points.n; ++i) {
        const double x = (i + 1) * spec->data.length_m / (n + 1);
        points.x_m[i] = x;
        points.sag_m[i] = 0.5 * (x - 0.005) * (x - 0.005);
        points.base_m[i] = -points.sag_m[i];
        points.movable[i] = 1.0;
        points.on_bridge[i] = true;
    }
    return points;
}

/// A string at rest on a bridge that is raised so much.
static bool lay(FixtureString *string, const Case *c, double raised_m, double loss) {
    const JwStringData data = data_of(c, loss);
    const JwBridge bridge = {.height_m = raised_m, .curvature = 1.0};
    JwModesSpec spec = fixture_spec(&data, RATE);
    const JwContactPoints points =
        c->grid ? on_nodes(&spec) : fixture_jawari(c->n_points, 1.0, 0.0);
    spec.contact = &points;
    spec.precision = c->precision;
    spec.grid = c->grid;
    spec.thread_m = c->thread ? 0.004 : 0.0;
    if (!check(fixture_string_init(string, &spec, &bridge), "memory")) {
        return false;
    }
    if (c->thread) {
        string->state.thread_k = 1.2e5;
        string->state.thread_rc = 1.2;
        jw_string_set_thread(&string->state, 1.0);
    }
    if (c->tension_scale != 1.0) {
        jw_string_set_tension(&string->state, c->tension_scale, 1.0);
    }
    return true;
}

/// Displacement towards the bridge at x_m.
static double height_at(const JwStringState *state, double x_m) {
    double y = 0.0;
    for (int j = 0; j < state->modes->n; ++j) {
        y += jw_string_mode(state, j) * sqrt(2.0) *
             sin((j + 1) * JW_PI * x_m / state->modes->length_m);
    }
    return y;
}

/// Force on the far end, by the straight stretch before it: the line to the end that is nearest to
/// all of it, so that of the modes left out, which swing about it, little is seen.
static double on_far_end(const JwStringState *state, double from_m) {
    enum { PLACES = 500 };
    const double length = state->modes->length_m;
    double both = 0.0, squares = 0.0;
    for (int i = 0; i < PLACES; ++i) {
        const double left = (length - from_m) * (i + 0.5) / PLACES;
        both += left * height_at(state, length - left);
        squares += left * left;
    }
    return state->modes->tension_n * state->tension_scale * both / squares;
}

/// Mean output over n steps.
static double mean_output(JwStringState *state, int n) {
    double sum = 0.0, out = 0.0;
    for (int i = 0; i < n; ++i) {
        jw_string_run(state, &out, 1);
        sum += out;
    }
    return sum / n;
}

static void test_balance(const Case *c) {
    FixtureString string;
    if (!lay(&string, c, 5e-4, 1.0)) {
        return;
    }
    JwStringState *state = &string.state;
    const double length = string.modes->length_m, pulled_m = 0.3 * length, pull_n = 0.5;
    const double on_table = jw_string_output(state);
    jw_string_run(state, NULL, RATE / 2);
    const double on_end = on_far_end(state, 0.25 * length), resting = mean_output(state, 1000);
    check(on_end > 0.02, "%s: the bridge lifts the string (%.3f N)", c->name, on_end);
    check_below(fabs(resting + on_end) / on_end, 1e-3, "%s: balance at rest", c->name);
    if (c->tension_scale == 1.0 && !c->thread) {
        check_below(fabs(on_table - resting) / on_end, 1e-3, "%s: the tables' rest", c->name);
    }
    jw_string_set_pluck_times(state, 1.0, 0.1);
    jw_string_pluck_force(state, JW_STROKE_FINGER, pulled_m, 0.004, pull_n, 1.0);
    jw_string_run(state, NULL, RATE - 2000);
    const double bridge = mean_output(state, 1000), end = on_far_end(state, 0.6 * length);
    const double pull = state->force * jw_string_newtons(state);
    check_between(pull, 0.99 * pull_n, pull_n, "%s: pull [N]", c->name);
    check_below(fabs(bridge + end - pull) / pull, 1e-3, "%s: balance under a pull", c->name);
    fixture_string_free(&string);
}

/// Momentum of the string, weighed by 1 - x/L [N s].
static double momentum(const JwStringState *state, const double *before) {
    double sum = 0.0;
    for (int j = 0; j < state->modes->n; ++j) {
        sum += (jw_string_mode(state, j) - before[j]) * sqrt(2.0) / ((j + 1) * JW_PI);
    }
    return sum * state->modes->mass_kg / state->modes->dt_s;
}

static void look(const JwStringState *state, double *q) {
    for (int j = 0; j < state->modes->n; ++j) {
        q[j] = jw_string_mode(state, j);
    }
}

/// Force that the far end has of contact and thread [N].
static double carried_over(const JwStringState *state) {
    const JwModes *m = state->modes;
    double sum = 0.0;
    for (int i = 0; i < m->n_points; ++i) {
        sum += m->x_m[i] * state->contact.impulse[i];
    }
    if (m->thread_row >= 0) {
        sum += m->x_m[m->grid_rows.n + m->thread_row] * state->springs.spring[JW_THREAD].impulse;
    }
    return sum / m->length_m * jw_string_newtons(state);
}

static void test_momentum(const Case *c) {
    enum { PARTS = 40, STEPS = 137 };
    static double before[JW_MAX_MODES];
    FixtureString string;
    if (!lay(&string, c, 0.0, 0.0)) {
        return;
    }
    JwStringState *state = &string.state;
    jw_string_pluck(state, JW_STROKE_FINGER, 0.2 * string.modes->length_m, 0.004, 2e-3, 1.0);
    jw_string_run(state, NULL, RATE / 20);
    check(!state->pluck.active, "%s: the string is let go", c->name);
    double most = 0.0, off = 0.0, largest = 0.0;
    look(state, before);
    jw_string_step(state);
    double p = momentum(state, before);
    for (int part = 0; part < PARTS; ++part) {
        double force = 0.0, over = 0.0, out;
        for (int i = 0; i < STEPS; ++i) {
            look(state, before);
            jw_string_run(state, &out, 1);
            force += out * string.modes->dt_s;
            over += carried_over(state) * string.modes->dt_s;
            largest = fmax(largest, fabs(out));
        }
        const double now = momentum(state, before), grown = now - p;
        p = now;
        most = fmax(most, fabs(now));
        off = fmax(off, fabs(force + over + grown));
    }
    printf("%s: momentum up to %.2g N s, force to %.2g N\n", c->name, most, largest);
    check(state->contact.impacts > 10, "%s: the string hits its bridge", c->name);
    check_below(off / most, 2e-3, "%s: force and momentum", c->name);
    fixture_string_free(&string);
}

/// Neck and hands are not the bridge: of a fret that holds the string the end alone is heard.
static void test_neck(void) {
    const Case c = {"a fret", JW_PRECISION_F64, 1, false, false, false, 1.0};
    const JwStringData data = data_of(&c, 1.0);
    const JwContactPoints points = {.n = 1, .x_m = {0.3 * data.length_m}, .base_m = {1e-3}};
    JwModesSpec spec = fixture_spec(&data, RATE);
    FixtureString string;
    spec.contact = &points;
    if (!check(fixture_string_init(&string, &spec, NULL), "memory")) {
        return;
    }
    jw_string_run(&string.state, NULL, RATE / 2);
    const double slope = 1e-3 / (0.3 * data.length_m);
    check_between(mean_output(&string.state, 1000) / (data.tension_n * slope), 0.99, 1.01,
                  "a fret: force on the end");
    fixture_string_free(&string);
}

/// A string over its bridge and a fret: what the fret bears is none of the bridge's, in either
/// precision.
static void test_bridge_and_fret(JwPrecision precision) {
    const Case c = {"bridge and fret", precision, 5, false, false, false, 1.0};
    const JwStringData data = data_of(&c, 1.0);
    const JwBridge bridge = {.height_m = 5e-4, .curvature = 1.0};
    JwContactPoints points = fixture_jawari(c.n_points, 1.0, 0.0);
    const int fret = points.n++;
    points.x_m[fret] = 0.3 * data.length_m;
    points.base_m[fret] = 1.5e-3;
    points.sag_m[fret] = points.movable[fret] = 0.0;
    points.on_bridge[fret] = false;
    JwModesSpec spec = fixture_spec(&data, RATE);
    FixtureString string;
    spec.contact = &points;
    spec.precision = precision;
    if (!check(fixture_string_init(&string, &spec, &bridge), "memory")) {
        return;
    }
    jw_string_run(&string.state, NULL, RATE);
    const double on_bridge = mean_output(&string.state, 1000);
    const double on_end = on_far_end(&string.state, 0.6 * data.length_m);
    const double on_fret = string.state.contact.impulse[fret] * jw_string_newtons(&string.state);
    check(on_fret > 0.05, "the fret bears %.3f N", on_fret);
    // Modes above the band are missing of a force in the middle of the string
    check_below(fabs(on_bridge + on_end - on_fret) / on_fret, 5e-3, "bridge, fret and end balance");
    fixture_string_free(&string);
}

int main(void) {
    for (int i = 0; i < N_CASES; ++i) {
        test_balance(&cases[i]);
        test_momentum(&cases[i]);
    }
    test_neck();
    test_bridge_and_fret(JW_PRECISION_F64);
    test_bridge_and_fret(JW_PRECISION_F32);
    return check_result();
}
