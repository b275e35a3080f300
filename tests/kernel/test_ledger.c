// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Energy of a string on its bridge when nothing takes any: what the string has and what the ledger
// owes it must not change, and a string at rest must stay at rest.
//
//     test_ledger SECONDS

#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000 };

static long seconds;

/// One lossless string, plucked and left alone.
typedef struct {
    const char *name;
    double restitution;
    double chi;     ///< As JwModesSpec
    int n_points;   ///< Of the jawari; 0: none; -1: under the string, on its own grid
    bool tension;   ///< Its axial stiffness counts
    bool thread;    ///< A spring without dashpot 5 mm from the end
    bool projected; ///< The projection alone, no fold
} Case;

/// What happened after the pluck, relative to the energy then.
typedef struct {
    double drift;        ///< Largest change of H - E
    double change, gain; ///< Of H: largest either way, and upwards
    double last;         ///< H at the end
    uint64_t impacts;
} Outcome;

/// Contact points on the string's own grid, where an impulse moves its point and no other.
static JwContactPoints on_grid(const JwStringData *data, double restitution) {
    JwContactPoints points = {.n = 0};
    const int n = jw_modes_count(data, 20000.0, rate);
    for (int i = 1; i <= n; i += 9) {
        const double x = (double)i / (n + 1);
        points.x_m[points.n] = x * data->length_m;
        points.base_m[points.n] = -2e-4 * sin(3.0 * x);
        points.restitution[points.n++] = restitution;
    }
    return points;
}

static void pluck(JwStringState *state, double length_m) {
    jw_string_pluck(state, JW_STROKE_TRIANGLE, 0.25 * length_m, 0.004, 2e-3, 1.0);
    for (int i = 0; i < rate / 40; ++i) {
        jw_string_step(state);
    }
}

static Outcome measure(JwStringState *state) {
    Outcome o = {0.0, 0.0, 0.0, 0.0, 0};
    // Whatever the pluck left in the ledger is forgone: nothing may come back from before.
    state->contact.ledger = 0.0;
    const double h0 = jw_string_audit(state), kept0 = h0;
    jw_contact_forget(&state->contact);
    for (long i = 0; i < seconds * rate; ++i) {
        jw_string_step(state);
        if (i % 16 == 0) {
            const double h = jw_string_audit(state);
            o.drift = fmax(o.drift, fabs(h - state->contact.ledger - kept0) / h0);
            o.change = fmax(o.change, fabs(h - h0) / h0);
            o.gain = fmax(o.gain, (h - h0) / h0);
            o.last = h / h0;
        }
    }
    o.impacts = state->contact.impacts;
    return o;
}

static bool run(const Case *c, Outcome *outcome) {
    JwStringData data = fixture_lossless(fixture_jor_data());
    data.ea_n = c->tension ? data.ea_n : 0.0;
    JwContactPoints points = {.n = 0};
    if (c->n_points > 0) {
        points = fixture_jawari(c->n_points, 1.0, c->restitution);
    } else if (c->n_points < 0) {
        points = on_grid(&data, c->restitution);
    }
    JwModesSpec spec = fixture_spec(&data, rate);
    FixtureString string;
    spec.contact = &points;
    spec.chi = c->chi;
    spec.thread_m = c->thread ? 0.005 : 0.0;
    if (!check(fixture_string_init(&string, &spec, NULL), "memory")) {
        return false;
    }
    string.state.thread_k = 1.2e5;
    jw_string_set_thread(&string.state, c->thread ? 1.0 : 0.0);
    if (c->projected) {
        string.state.contact.fold = false;
    }
    pluck(&string.state, data.length_m);
    *outcome = measure(&string.state);
    printf("%s: H - E off by %.2g, H by %.2g, up by %.2g, at the end %.4f; %llu impacts\n", c->name,
           outcome->drift, outcome->change, outcome->gain, outcome->last,
           (unsigned long long)outcome->impacts);
    fixture_string_free(&string);
    return true;
}

/// Restitution 1 and a ledger that never forgets: H - E is constant, and H below its start.
static void check_conserved(void) {
    static const Case cases[] = {
        {"tension, no contact", 1.0, 0.0, 0, true, false, false},
        {"tension and thread, no contact", 1.0, 0.0, 0, true, true, false},
        {"jawari, tension", 1.0, -1.0, 16, true, false, false},
        {"jawari, tension, thread", 1.0, -1.0, 16, true, true, false},
        {"jawari, tension, no cut-off modes", 1.0, 0.0, 16, true, false, false},
        {"jawari, no tension", 1.0, -1.0, 8, false, false, false},
        {"whole neck on the grid, tension", 1.0, 0.0, -1, true, false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        Outcome o;
        if (run(&cases[i], &o)) {
            check_below(o.drift, 1e-11, "  change of H - E");
            check_below(o.gain, 1e-11, "  gain of H");
            check(cases[i].n_points == 0 || o.impacts > 1000, "it touches");
        }
    }
}

/// The projection alone, restitution 1: on the grid each point is thrown back by itself, and H is
/// constant. Coupled points can only lose.
static void check_safe(void) {
    Outcome o;
    for (int tension = 0; tension < 2; ++tension) {
        if (run(&(Case){tension ? "projection alone, on the grid, tension"
                                : "projection alone, on the grid",
                        1.0, 0.0, -1, tension, false, true},
                &o)) {
            check_below(o.change, 1e-11, "  change of H");
            check(o.impacts > 1000, "it touches");
        }
    }
    if (run(&(Case){"projection alone, jawari", 1.0, -1.0, 16, true, false, true}, &o)) {
        check_below(o.gain, 1e-11, "  gain of H");
    }
}

/// Below restitution 1 what is taken stays taken.
static void check_losing(void) {
    const double restitutions[] = {0.0, 0.3, 0.9};
    for (int i = 0; i < 3; ++i) {
        Outcome o;
        char name[64];
        snprintf(name, sizeof(name), "jawari, tension, restitution %g", restitutions[i]);
        if (run(&(Case){name, restitutions[i], -1.0, 16, true, false, false}, &o)) {
            check_below(o.gain, 1e-12, "  gain of H");
            check(o.last < 1.0 && o.last > 0.0, "  contact takes energy");
        }
    }
}

/// A string over a bridge raised by 0.2 mm, left alone for a second: how fast anything moves at
/// most, over what a pluck of 0.2 mm does.
static double unrest(double restitution, bool tension, bool thread, JwPrecision precision) {
    JwStringData data = fixture_jor_data();
    data.ea_n = tension ? data.ea_n : 0.0;
    JwContactPoints points = fixture_jawari(16, 1.0, restitution);
    JwModesSpec spec = fixture_spec(&data, rate);
    FixtureString string;
    double most = 0.0;
    spec.contact = &points;
    spec.precision = precision;
    spec.thread_m = thread ? 0.005 : 0.0;
    if (!check(fixture_string_init(&string, &spec, &(JwBridge){2e-4, 1.0, 0.0}), "memory")) {
        return HUGE_VAL;
    }
    string.state.thread_k = 1.2e5;
    string.state.thread_rc = 1.2;
    for (int i = 0; i < rate; ++i) {
        jw_string_step(&string.state);
        most = fmax(most, jw_string_motion(&string.state));
        if (i % 32 == 0) {
            jw_string_audit(&string.state);
        }
    }
    const double scale = 2e-4 * sqrt(string.modes->theta2_first);
    fixture_string_free(&string);
    return most / scale;
}

static void check_rest(void) {
    const double restitutions[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 12; ++i) {
        const double restitution = restitutions[i % 3];
        const bool thread = i / 3 % 2 == 1;
        const JwPrecision precision = i < 6 ? JW_PRECISION_F64 : JW_PRECISION_F32;
        check_below(unrest(restitution, false, thread, precision),
                    precision == JW_PRECISION_F64 ? 1e-10 : 1e-4,
                    "at rest, restitution %g, %s, %s: motion", restitution,
                    thread ? "thread" : "no thread",
                    precision == JW_PRECISION_F64 ? "64 bit" : "32 bit");
    }
    check_below(unrest(0.0, true, true, JW_PRECISION_F64), 1e-10, "at rest with tension: motion");
}

int main(int argc, char **argv) {
    seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    if (seconds < 1) {
        fprintf(stderr, "usage: test_ledger SECONDS\n");
        return 2;
    }
    check_rest();
    check_safe();
    check_losing();
    check_conserved();
    return check_result();
}
