// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact points that are far from each other, as a player's frets are, are judged each by itself:
// which points those are, that a string pressed on them stays where it is, that it moves as if they
// were swept, and nearly as if they were swept with what the band's modes say that they do to each
// other, and that without losses its energy does not grow.

#include "string/modes.h"
#include "string/string_state.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>

enum { N_FRETS = 20 };

static const double rate = 96000.0;

/// A bass's D string.
static JwStringData bass_string(void) {
    JwStringData data = {.length_m = 0.863, .mu_kg_m = 0.0119, .ea_n = 3.72e4, .ei_n_m2 = 5.5e-4};
    data.tension_n = data.mu_kg_m * pow(2.0 * data.length_m * 73.4, 2.0);
    data.losses.law = JW_LOSS_POLYNOMIAL;
    return data;
}

/// Frets `apart_m` from each other, from the middle on, at that height over the string at rest.
static JwContactPoints frets(double apart_m, double height_m) {
    JwContactPoints points = {.n = N_FRETS};
    for (int i = 0; i < N_FRETS; ++i) {
        points.x_m[i] = 0.43 + apart_m * i;
        points.base_m[i] = height_m;
    }
    return points;
}

static JwModesSpec spec_of(const JwStringData *data, const JwContactPoints *points) {
    JwModesSpec spec = fixture_spec(data, rate);
    spec.contact = points;
    spec.stretch_hz = 10000.0;
    return spec;
}

/// Largest number of S + C that belongs to two points, over the smallest that belongs to one.
static double coupling_of(const JwModes *m) {
    double most = 0.0, least = HUGE_VAL;
    for (int i = 0; i < m->n_points; ++i) {
        for (int k = 0; k < m->n_points; ++k) {
            const int at = i * m->n_rows + k;
            const double soft = m->compliance[at] + m->cutoff[at];
            most = i == k ? most : fmax(most, fabs(soft));
            least = i == k ? fmin(least, soft) : least;
        }
    }
    return most / least;
}

static void check_which(void) {
    const JwStringData data = bass_string();
    const struct {
        const char *what;
        double apart_m, chi;
        bool coupled, separate;
    } cases[] = {
        {"frets 15 mm from each other", 0.015, -1.0, false, true},
        {"points 1 mm from each other", 0.001, -1.0, false, false},
        {"frets of a string on a body", 0.015, -1.0, true, false},
        {"frets over a share of the softness cut off", 0.015, 1.0, false, false},
    };
    for (int i = 0; i < 4; ++i) {
        const JwContactPoints points = frets(cases[i].apart_m, -1e-3);
        JwModesSpec spec = spec_of(&data, &points);
        spec.coupled = cases[i].coupled;
        spec.chi = cases[i].chi;
        JwModes *m = jw_modes_new(&spec);
        if (check(m != NULL, "memory")) {
            check(m->separate == cases[i].separate, "%s are %sseparate", cases[i].what,
                  cases[i].separate ? "" : "not ");
            const double coupling = coupling_of(m);
            printf("  one by another over one by itself: %.2g\n", coupling);
            check((coupling == 0.0) == cases[i].separate, "  S + C is diagonal if they are");
        }
        jw_modes_free(m);
    }
}

/// A string over frets that are 1 mm above its straight line lies on some of them and stays there,
/// and comes back to the same place after a stroke, but for what its ledger holds back.
static void check_rest(JwPrecision precision) {
    JwStringData data = bass_string();
    data.losses.s0 = 20.0;
    const JwContactPoints points = frets(0.02, 1e-3);
    JwModesSpec spec = spec_of(&data, &points);
    spec.precision = precision;
    FixtureString string;
    if (!check(fixture_string_init(&string, &spec, NULL), "memory")) {
        return;
    }
    const double at_rest_m = jw_string_mode(&string.state, 0);
    int pressed = 0;
    for (int i = 0; i < N_FRETS; ++i) {
        pressed += string.modes->rest_r[i] > 0.0;
    }
    printf("%s: lies on %d frets\n", precision == JW_PRECISION_F64 ? "64 bits" : "32 bits",
           pressed);
    check(pressed >= 2 && at_rest_m > 5e-4, "it is lifted");
    for (int k = 0; k < 10; ++k) {
        string.state.contact.separate = k % 2 == 0;
        jw_string_run(&string.state, NULL, 9600);
    }
    string.state.contact.separate = true;
    const double rounding = precision == JW_PRECISION_F64 ? 1e-12 : 1e-6;
    check_below(fabs(jw_string_mode(&string.state, 0) / at_rest_m - 1.0), rounding,
                "  it stays for a second, judged by turns");
    jw_string_pluck(&string.state, JW_STROKE_MIZRAB, 0.1, 0.003, 2e-3, 1.0);
    jw_string_run(&string.state, NULL, 9600);
    check(string.state.contact.impacts > 10, "it strikes the frets");
    jw_string_run(&string.state, NULL, 2 * 96000);
    check_below(fabs(jw_string_mode(&string.state, 0) / at_rest_m - 1.0), 1e-5,
                "  and comes back to them");
    fixture_string_free(&string);
}

enum { N_STEPS = 4800 };

/// First mode [m] of a string thrown onto its frets, and what its contact did.
typedef struct {
    double mode[N_STEPS];
    uint64_t impacts;
    double begun, gained; ///< Energy after the stroke, and most that it grew by since
} Flight;

/// How the points are judged: each by itself; swept; each by itself and swept in turns; or swept by
/// a compliance that is not diagonal, because one more point, which the string never meets, is
/// close to a fret.
typedef enum { EACH, SWEPT, IN_TURNS, SWEPT_TOGETHER } Judged;

static bool fly(Judged judged, Flight *flight) {
    const JwStringData data = bass_string();
    JwContactPoints points = frets(0.02, -1e-3);
    if (judged == SWEPT_TOGETHER) {
        points.x_m[points.n] = points.x_m[0] - 0.001;
        points.base_m[points.n++] = -1.0;
    }
    JwModesSpec spec = spec_of(&data, &points);
    spec.sweeps = 2;
    FixtureString string;
    if (!check(fixture_string_init(&string, &spec, NULL), "memory")) {
        return false;
    }
    check(string.modes->separate == (judged != SWEPT_TOGETHER), "points are separate");
    string.state.contact.separate = judged == EACH;
    jw_string_pluck(&string.state, JW_STROKE_MIZRAB, 0.25, 0.004, -4e-3, 1.0);
    jw_string_run(&string.state, NULL, 960);
    flight->begun = jw_string_energy(&string.state);
    double before = flight->begun;
    flight->gained = 0.0;
    for (int i = 0; i < N_STEPS; ++i) {
        string.state.contact.separate = judged == IN_TURNS ? i % 7 < 3 : judged == EACH;
        jw_string_step(&string.state);
        const double now = jw_string_energy(&string.state);
        flight->gained = fmax(flight->gained, now - before);
        before = fmin(before, now);
        flight->mode[i] = jw_string_mode(&string.state, 0);
    }
    flight->impacts = string.state.contact.impacts;
    fixture_string_free(&string);
    return true;
}

static void check_flight(void) {
    static const struct {
        const char *what;
        Judged judged;
        double bound;
    } others[] = {
        {"swept", SWEPT, 1e-5},
        {"in turns", IN_TURNS, 1e-5},
        {"swept together", SWEPT_TOGETHER, 1e-2},
    };
    static Flight each, other;
    if (!fly(EACH, &each)) {
        return;
    }
    check(each.impacts > 20 && each.begun > 0.0, "it strikes the frets, %d times",
          (int)each.impacts);
    check_below(each.gained / each.begun, 1e-12, "energy that it gains");
    for (int k = 0; k < 3 && fly(others[k].judged, &other); ++k) {
        double off = 0.0, all = 0.0;
        for (int i = 0; i < N_STEPS; ++i) {
            off += pow(each.mode[i] - other.mode[i], 2.0);
            all += pow(other.mode[i], 2.0);
        }
        printf("%s: %d impacts\n", others[k].what, (int)other.impacts);
        check_below(sqrt(off / all), others[k].bound, "each by itself and %s: motion",
                    others[k].what);
        check_below(other.gained / other.begun, 1e-12, "  energy that it gains");
    }
}

int main(void) {
    check_which();
    check_rest(JW_PRECISION_F64);
    check_rest(JW_PRECISION_F32);
    check_flight();
    return check_result();
}
