// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings at half rate on a body that others move at its own rate: what energy all have changes in
// each step by what contact does, to the last bits, whatever body and strings weigh. (A force that
// came late would nearly keep it where contact takes more than that force brings.) Arguments:
// number of random instruments, then instruments.

#include "base/pi.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/ensembles.h"
#include "support/fixtures.h"
#include "support/random_instrument.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000 };

static JwInstrument instrument;

/// What contact has done so far, restitution's losses and a moving bridge's work in it [J].
static double contact_j(const TestEnsemble *e) {
    double sum = 0.0;
    for (int s = 0; s < e->n; ++s) {
        sum += e->state[s].contact.work * jw_string_joules(&e->state[s]);
    }
    return sum;
}

static int at_half_rate(const TestEnsemble *e) {
    int n = 0;
    for (int s = 0; s < e->n; ++s) {
        n += e->state[s].modes->stride == 2;
    }
    return n;
}

static uint64_t impacts_of(const TestEnsemble *e) {
    uint64_t n = 0;
    for (int s = 0; s < e->n; ++s) {
        n += e->state[s].contact.impacts;
    }
    return n;
}

/// Gives every string a shape and a speed that it does not have by itself.
static void stir(TestEnsemble *e, uint64_t *state) {
    for (int s = 0; s < e->n; ++s) {
        JwStringState *c = &e->state[s];
        const int n = c->modes->n_all;
        double *q = calloc(2 * (size_t)n, sizeof(*q)), *v = q ? q + n : NULL;
        const double most = 1e-3 * random_log(state, 0.01, 1.0);
        for (int j = 0; q && j < n; ++j) {
            q[j] = c->modes->rest_q[j] +
                   most * fixture_uniform(state, -1.0, 1.0) / ((j + 1) * (j + 1));
            v[j] = most * fixture_uniform(state, -1.0, 1.0) * c->modes->theta2_first / (j + 1);
        }
        jw_string_set_state(c, q, v);
        free(q);
        c->contact.ledger = 0.0;
        jw_string_forget(c);
    }
}

/// Bends a string, lays a springy hand on some and raises the bridge under some.
static void touch(JwStringState *c, uint64_t *state) {
    const JwBridge bridge = {1e-4 * fixture_uniform(state, -1.0, 1.0),
                             fixture_uniform(state, 0.5, 2.0), c->bridge.restitution};
    jw_string_set_tension(c, exp2(fixture_uniform(state, -1.0, 1.0)), c->stretch_scale);
    if (random_chance(state, 0.3)) {
        jw_string_set_palm(c, random_log(state, 1.0, 1e5), 0.0);
    }
    if (random_chance(state, 0.5)) {
        jw_string_set_bridge(c, &bridge, 1500);
    }
}

/// Largest change of energy that contact does not account for in a step, over all there is.
static double unaccounted(TestEnsemble *e, int steps) {
    double worst = 0.0, energy = ensemble_energy_j(e), work = contact_j(e), most = energy;
    for (int i = 0; i < steps; ++i) {
        ensemble_step(e);
        const double now = ensemble_energy_j(e), done = contact_j(e);
        most = fmax(most, now);
        const double off = fabs(now - energy - (done - work)) / most;
        worst = isfinite(off) ? fmax(worst, off) : HUGE_VAL;
        energy = now;
        work = done;
    }
    return worst;
}

/********* Random instruments *********/

/// Draws a lossless instrument that its body bears, some strings of it at half rate.
static void draw(uint64_t *state, TestEnsemble *e, int *refused) {
    for (;;) {
        random_instrument(state, &instrument);
        for (int s = 0; s < instrument.n_strings && random_chance(state, 0.5); ++s) {
            instrument.string[s].data.lateral =
                (JwLateral){.hz = random_log(state, 100.0, 20000.0),
                            .split_cents = fixture_uniform(state, -20.0, 20.0),
                            .tilt_rad = fixture_uniform(state, -1.5, 1.5),
                            .loss = 1.0};
        }
        const bool fits = jw_instrument_check(&instrument, NULL, NULL) == JW_SUCCESS;
        ensemble_make_lossless(&instrument);
        instrument.param[JW_P_QUALITY] = random_chance(state, 0.3) ? 4.0 : 2.0;
        instrument.param[JW_P_RESTITUTION] =
            random_chance(state, 0.5) ? 0.0 : fixture_uniform(state, 0.0, 1.0);
        instrument.param[JW_P_THREAD] = 0.0;
        if (fits && ensemble_init(e, &instrument, RATE)) {
            if (e->tables->coupled && at_half_rate(e) > 0) {
                return;
            }
            ensemble_free(e);
        } else {
            ++*refused;
        }
    }
}

static void check_random(int n) {
    uint64_t state = 20261126, impacts = 0;
    double off = 0.0, lightest = HUGE_VAL;
    int strings = 0, slow = 0, refused = 0, worst = -1;
    for (int i = 0; i < n; ++i) {
        TestEnsemble e;
        draw(&state, &e, &refused);
        stir(&e, &state);
        double kg = 0.0;
        for (int s = 0; s < e.n; ++s) {
            kg += e.state[s].modes->stride == 2 ? e.state[s].modes->mass_kg : 0.0;
            touch(&e.state[s], &state);
        }
        lightest = fmin(lightest, jw_body_least_mass(&e.ensemble.body) / kg);
        const double here = unaccounted(&e, 2000);
        worst = here > off ? i : worst;
        off = fmax(off, here);
        strings += e.n;
        slow += at_half_rate(&e);
        impacts += impacts_of(&e);
        ensemble_free(&e);
    }
    printf("%d lossless instruments, %d of %d strings at half rate, %llu impacts, bodies down to "
           "%.2g of these strings' mass, %d refused\n",
           n, slow, strings, (unsigned long long)impacts, lightest, refused);
    check(impacts > (uint64_t)n, "strings touch");
    check_below(lightest, 1.0, "a body lighter than its strings at half rate");
    check_below(off, 1e-11, "energy that contact does not account for in a step (set %d)", worst);
}

/********* Shipped instruments *********/

/// Energy that a string has of its own over what it has at rest [J].
static double swing_j(JwStringState *c) {
    return (jw_string_energy(c) - jw_string_rest_energy(c)) * jw_string_joules(c);
}

static void check_shipped(const char *path, double quality) {
    TestEnsemble e;
    JwError error = {0};
    uint64_t state = 1;
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    ensemble_make_lossless(&instrument);
    instrument.param[JW_P_QUALITY] = quality;
    if (!check(ensemble_init(&e, &instrument, RATE) && at_half_rate(&e) > 0, "%s at quality %g",
               instrument.name, quality)) {
        return;
    }
    stir(&e, &state);
    check_below(unaccounted(&e, 4000), 1e-12,
                "%s at quality %g: energy not accounted for in a step", instrument.name, quality);
    ensemble_free(&e);
}

/// Largest part of a struck string's energy that one in unison beside it gets, at half rate or not.
static double answer(bool half_rate) {
    TestEnsemble e;
    double most = 0.0;
    fixture_sitar(&instrument);
    fixture_body(&instrument);
    instrument.string[1] = instrument.string[0];
    instrument.string[1].quality = half_rate ? 1 : 0;
    instrument.n_strings = 2;
    instrument.n_obstacles = 0;
    instrument.string[0].n_obstacles = instrument.string[1].n_obstacles = 0;
    ensemble_make_lossless(&instrument);
    if (!check(ensemble_init(&e, &instrument, RATE) && at_half_rate(&e) == half_rate,
               "two strings")) {
        return 0.0;
    }
    double *q = calloc((size_t)e.state[0].modes->n_all, sizeof(*q));
    if (q) {
        q[0] = 1e-3;
        jw_string_set_state(&e.state[0], q, NULL);
    }
    free(q);
    const double energy = ensemble_energy_j(&e);
    for (int i = 0; i < 4 * RATE; ++i) {
        ensemble_step(&e);
        most = i % 64 == 0 ? fmax(most, swing_j(&e.state[1])) : most;
    }
    check_below(fabs(ensemble_energy_j(&e) / energy - 1.0), 1e-11, "drift of all energy");
    ensemble_free(&e);
    return most / energy;
}

static void check_answer(void) {
    const double full = answer(false), half = answer(true);
    check_between(full, 0.1, 1.001, "part of its energy that a string in unison gets");
    check_between(half / full, 0.99, 1.01, "at half rate over that");
}

/// Two strings without obstacles on a body, the second at half rate and in two polarisations that
/// differ in nothing.
static bool two_strings(TestEnsemble *e) {
    fixture_sitar(&instrument);
    fixture_body(&instrument);
    instrument.string[1] = instrument.string[0];
    instrument.string[1].quality = 1;
    instrument.string[1].data.lateral = (JwLateral){.hz = 5000.0, .tilt_rad = 0.25 * JW_PI};
    instrument.string[1].data.lateral.loss = 1.0;
    instrument.n_strings = 2;
    instrument.n_obstacles = 0;
    instrument.string[0].n_obstacles = instrument.string[1].n_obstacles = 0;
    instrument.param[JW_P_LATERAL] = 1.0;
    return check(ensemble_init(e, &instrument, RATE) && at_half_rate(e) == 1, "two strings");
}

/// Both polarisations of a string whose axes stand alike to the bridge go along with it alike,
/// whatever they lose.
static void check_axes(void) {
    TestEnsemble e;
    if (!two_strings(&e)) {
        return;
    }
    const JwModes *m = e.state[1].modes;
    double worst = 0.0;
    check(m->n_lateral > 0, "lateral modes at half rate");
    for (int j = 0; j < m->n_lateral; ++j) {
        const double first = jw_element(m->precision, m->bridge, (size_t)j);
        const double second = jw_element(m->precision, m->bridge, (size_t)(m->n_first + j));
        worst = fmax(worst, fabs(second / first - 1.0));
    }
    check_below(worst, 1e-12, "difference between a mode's parts in the bridge's way");
    ensemble_free(&e);
}

/// A string that is stopped dead on a bridge that moves does not move when it meets a bridge that
/// stands still.
static void check_stopped(void) {
    TestEnsemble e;
    if (!two_strings(&e)) {
        return;
    }
    JwStringState *c = &e.state[1];
    jw_string_ride(c, 1e-4, 0.5e-4);
    check_between(jw_string_motion(c), 1e-6, 1e-3, "speed that a string has of its bridge");
    jw_string_freeze(c);
    check(jw_string_motion(c) == 0.0, "a string stops dead");
    jw_string_ride(c, 0.0, 0.0);
    check(jw_string_motion(c) == 0.0, "a stopped string stands still with its bridge");
    ensemble_free(&e);
}

/// A pick-up hears a string at half rate as seen from the bridge, which others are seen from
/// anyway: the bridge's way is not in it, neither in a state as it is nor in steps.
static void check_pickup(JwOutput output) {
    TestEnsemble e;
    uint64_t state = 7;
    if (!two_strings(&e)) {
        return;
    }
    JwStringState *c = &e.state[1];
    jw_string_set_output(c, output);
    stir(&e, &state);
    const double still = jw_string_output(c);
    jw_string_ride(c, 1e-3, 0.5e-3);
    check_below(fabs(jw_string_output(c) / still - 1.0), 1e-9, "output %d that rides", output);
    jw_string_ride(c, 0.0, 0.0);
    double off = 0.0;
    for (int i = 0; i < 400; ++i) {
        ensemble_step(&e);
        // Its first step may be the second of the body.
        off = i == 0 ? 0.0 : fmax(off, fabs(c->heard - jw_string_output(c)) / fabs(still));
    }
    check(c->bridge_m != 0.0, "the bridge moves");
    check_below(off, 1e-9, "output %d of a step off that of its end", output);
    ensemble_free(&e);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 1) {
        fprintf(stderr, "usage: test_half_rate NUMBER [INSTRUMENT...]\n");
        return 2;
    }
    check_random(n);
    check_answer();
    check_axes();
    check_stopped();
    check_pickup(JW_OUT_PICKUP_DISPLACEMENT);
    check_pickup(JW_OUT_PICKUP_VELOCITY);
    for (int i = 2; i < argc; ++i) {
        check_shipped(argv[i], 2.0);
        check_shipped(argv[i], 4.0);
    }
    return check_result();
}
