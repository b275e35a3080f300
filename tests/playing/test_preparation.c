// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is taken is prepared within a second of processor time, as near to the limit as random
// instruments and those with everything at an end of its range come; what ships is always taken.
//
//     test_preparation N SECONDS FILE...    N random instruments; SECONDS: the bound, 0: none

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "playing/preparation.h"
#include "support/check.h"
#include "support/clock.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JwInstrument instrument;
static uint64_t dice;
static double bound_s, worst_s, dearest_ns;
static int n_taken, n_refused;

static double uniform(double least, double most) {
    return fixture_uniform(&dice, least, most);
}

static double logarithmic(double least, double most) {
    return least * pow(most / least, uniform(0.0, 1.0));
}

static int one_of(int n) {
    return (int)(fixture_random(&dice) % (uint64_t)n);
}

/// Prepares the instrument; the time it takes.
static double prepare(double rate_hz, JwPrecision precision, JwStatus *status) {
    const JwEngineOptions options = {precision, false};
    JwEngine *engine = jw_engine_new();
    const double begin = clock_s(CLOCK_THREAD_CPUTIME_ID);
    *status = engine ? jw_engine_prepare(engine, &instrument, rate_hz, &options) : JW_ERR_NO_MEMORY;
    const double took = clock_s(CLOCK_THREAD_CPUTIME_ID) - begin;
    jw_engine_free(engine);
    return took;
}

/********* What ships *********/

static void check_shipped(const char *path) {
    static const double rates[] = {8e3, 22050.0, 44.1e3, 48e3, 96e3, 192e3, 384e3};
    JwError error = {0};
    if (!check(jw_instrument_file_load(path, &instrument, &error) == JW_SUCCESS, "%s",
               error.text)) {
        return;
    }
    double work;
    JwPreparation most;
    check(jw_preparation_check(&instrument, &work, &most) == JW_SUCCESS, "%s: %.3g", path, work);
    check_between(work, 1.0, 0.5 * JW_PREPARATION_MOST, "%s: work", path);
    for (size_t r = 0; r < sizeof(rates) / sizeof(rates[0]); ++r) {
        for (int quality = 1; quality <= 4; quality *= 2) {
            JwStatus status;
            instrument.param[JW_P_QUALITY] = quality;
            prepare(rates[r], JW_PRECISION_F32, &status);
            // A body may be too light for slow steps.
            check(status == JW_SUCCESS || (status == JW_ERR_UNSTABLE_BODY && rates[r] < 44100.0),
                  "%s at %g Hz, quality %d: %s", path, rates[r], quality,
                  jw_status_message(status));
        }
    }
}

/********* What can be written into a file *********/

/// What an instrument near the limit is made of.
typedef struct {
    int n_points, n_frets, quality, param_quality;
    JwObstacleKind kind;
    bool grid, coupled, valette, raised;
    double pitch_hz, length_m, spacing_m, grading, ei_n_m2;
} Recipe;

static void make_obstacle(const Recipe *r, JwObstacle *o) {
    const double room = 0.9 * r->length_m;
    const double span = fmin(r->spacing_m * r->n_points, room);
    *o = (JwObstacle){.kind = r->kind,
                      .restitution = -1.0,
                      .start_m = 1e-3,
                      .end_m = 1e-3 + span,
                      .n_points = r->n_points,
                      .grading = r->grading,
                      .radius_m = 10.0,
                      .apex_m = 1e-3 + 0.5 * span,
                      .height_m = r->raised ? uniform(0.0, 0.01) : -1e-3,
                      .grid = r->grid && r->kind != JW_OBSTACLE_FRETS,
                      .movable = true};
    if (r->n_points == 1) {
        o->end_m = o->start_m;
    }
    if (r->kind == JW_OBSTACLE_TABLE || r->kind == JW_OBSTACLE_FRETS) {
        o->n_nodes = r->kind == JW_OBSTACLE_TABLE ? JW_OBSTACLE_NODES : r->n_points;
        for (int i = 0; i < o->n_nodes; ++i) {
            const double part = o->n_nodes > 1 ? i / (o->n_nodes - 1.0) : 0.0;
            o->x_m[i] = (float)(1e-3 + span * part);
            o->h_m[i] = (float)uniform(-1e-4, 1e-4);
        }
    }
}

static void make_string(const Recipe *r, int number, JwStringSpec *s) {
    *s = (JwStringSpec){"string", JW_ROLE_MELODY, .key = 48, .n_frets = r->n_frets, .gain = 1.0};
    s->data = (JwStringData){.length_m = r->length_m, .mu_kg_m = 1e-3, .ei_n_m2 = r->ei_n_m2};
    // No two are alike, or they would share their tables.
    s->data.tension_n = jw_string_data_tension_n(&s->data, r->pitch_hz * (1.0 + 1e-4 * number));
    s->data.losses =
        r->valette ? (JwLosses){JW_LOSS_VALETTE,    .diameter_m = 4e-4,   .air_viscosity = 1.8e-5,
                                .air_density = 1.2, .viscoelastic = 4e-3, .inverse_q = 1e-4}
                   : (JwLosses){JW_LOSS_POLYNOMIAL, .s0 = 0.6, .s1 = 0.01};
    s->thread = (JwThread){true, 0.1 * r->length_m, 1e5, 1.0};
    s->quality = r->quality;
    s->n_obstacles = r->n_points > 0;
    for (int f = 0; f < r->n_frets; ++f) {
        s->fret_semitones[f] = 0.1 * f;
    }
}

static void make_instrument(const Recipe *r, int n_strings) {
    jw_instrument_init(&instrument);
    strcpy(instrument.name, "Near the limit");
    instrument.param[JW_P_QUALITY] = r->param_quality;
    instrument.n_obstacles = r->n_points > 0;
    make_obstacle(r, &instrument.obstacle[0]);
    instrument.n_strings = n_strings;
    for (int s = 0; s < n_strings; ++s) {
        make_string(r, s, &instrument.string[s]);
    }
    if (r->coupled) {
        instrument.n_body = 1;
        instrument.body[0] = (JwBodyMode){200.0, 20.0, 1e3, 1.0, 0.0};
    }
}

/// As many strings as are taken, 0 if not even one is.
static int most_strings(const Recipe *r) {
    for (int n = JW_MAX_STRINGS; n > 0; --n) {
        make_instrument(r, n);
        if (jw_instrument_check(&instrument, NULL, NULL) == JW_SUCCESS) {
            return n;
        }
    }
    return 0;
}

static void describe(const Recipe *r, int n_strings, double took_s, double work) {
    printf("%2d strings of %.4g Hz, %.3g m, %d tables, %d points of kind %d every %.2g m%s%s%s%s, "
           "quality %d of %d: %.3f s, %.2f ns an operation\n",
           n_strings, r->pitch_hz, r->length_m, r->n_frets, r->n_points, (int)r->kind, r->spacing_m,
           r->grid ? ", grid" : "", r->coupled ? ", body" : "", r->raised ? ", raised" : "",
           r->valette ? ", Valette" : "", r->param_quality, r->quality, took_s,
           1e9 * took_s / work);
}

static void try_recipe(const Recipe *recipe) {
    Recipe r = *recipe;
    int n = most_strings(&r);
    // Few tables may be too much already: fewer frets, then fewer points.
    while (n == 0 && (r.n_frets > 1 || r.n_points > 1)) {
        if (r.n_frets > 1) {
            r.n_frets -= 1 + r.n_frets / 8;
        } else {
            r.n_points -= 1 + r.n_points / 16;
        }
        ++n_refused;
        n = most_strings(&r);
    }
    if (n == 0) {
        return;
    }
    make_instrument(&r, n);
    double work;
    jw_preparation_check(&instrument, &work, NULL);
    JwStatus status;
    const double took = prepare(48000.0, JW_PRECISION_F32, &status);
    ++n_taken;
    // Strings that are too heavy for a body, or too short to be stopped there.
    if (status) {
        return;
    }
    if (took > worst_s || 1e9 * took / work > dearest_ns) {
        describe(&r, n, took, work);
    }
    worst_s = fmax(worst_s, took);
    dearest_ns = fmax(dearest_ns, 1e9 * took / work);
    check(bound_s == 0.0 || took < bound_s, "%d strings take %.3f s", n, took);
}

static Recipe random_recipe(void) {
    static const int qualities[] = {0, 1, 2, 4};
    Recipe r = {.n_points = one_of(8) ? (int)logarithmic(1.0, 257.0) : 0,
                .n_frets = (int)logarithmic(1.0, JW_MAX_FRETS + 1.0),
                .quality = qualities[one_of(4)],
                .param_quality = 1 << one_of(3),
                .kind = (JwObstacleKind)one_of(4),
                .grid = one_of(3) == 0,
                .coupled = one_of(3) == 0,
                .valette = one_of(4) == 0,
                .raised = one_of(2) == 0,
                .pitch_hz = logarithmic(5.0, 8000.0),
                .length_m = logarithmic(0.05, 10.0),
                .spacing_m = logarithmic(1e-4, 0.1),
                .grading = one_of(3) ? 0.0 : logarithmic(0.25, 4.0)};
    return r;
}

/// Every end of every range with every other, but for what must be one or the other.
static void corners(void) {
    for (int corner = 0; corner < 64; ++corner) {
        const Recipe r = {.n_points = corner & 1 ? 256 : 5,
                          .n_frets = corner & 2 ? JW_MAX_FRETS : 1,
                          .param_quality = 4,
                          .kind = corner & 4 ? JW_OBSTACLE_TABLE : JW_OBSTACLE_BRIDGE,
                          .grid = (corner & 8) != 0,
                          .coupled = (corner & 16) != 0,
                          .raised = true,
                          .pitch_hz = corner & 32 ? 2000.0 : 5.0,
                          .length_m = 1.0,
                          .spacing_m = corner & 4 ? 1e-4 : 3e-3};
        try_recipe(&r);
    }
}

/********* What is refused *********/

static void check_refused(void) {
    const Recipe r = {.n_points = 256,
                      .n_frets = 13,
                      .param_quality = 1,
                      .pitch_hz = 98.0,
                      .length_m = 0.88,
                      .spacing_m = 1.5e-3};
    make_instrument(&r, 2);
    instrument.string[0].n_obstacles = 0;
    int string = -1, obstacle = -1;
    check(jw_instrument_check(&instrument, &string, &obstacle) == JW_ERR_TOO_MUCH_WORK,
          "256 points at 13 places are refused");
    check(string == 1 && obstacle == -1, "the string that is too much is named: %d", string);
    JwStatus status;
    const double took = prepare(48000.0, JW_PRECISION_F32, &status);
    check(status == JW_ERR_TOO_MUCH_WORK, "by the engine, too: %s", jw_status_message(status));
    check(bound_s == 0.0 || took < 0.1 * bound_s, "at once: %.3f s", took);
    // The same count whatever the file begins with.
    double work, again;
    jw_preparation_check(&instrument, &work, NULL);
    instrument.param[JW_P_QUALITY] = 4.0;
    jw_preparation_check(&instrument, &again, NULL);
    check(work == again && work > JW_PREPARATION_MOST, "%g, %g", work, again);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        return 2;
    }
    const int n = (int)strtol(argv[1], NULL, 10);
    bound_s = strtod(argv[2], NULL);
    for (int i = 3; i < argc; ++i) {
        check_shipped(argv[i]);
    }
    check_refused();
    corners();
    dice = (uint64_t)n;
    for (int i = 0; i < n; ++i) {
        const Recipe r = random_recipe();
        try_recipe(&r);
    }
    printf("%d instruments near the limit, %d made smaller on the way: %.3f s at most, %.2f ns an "
           "operation\n",
           n_taken, n_refused, worst_s, dearest_ns);
    check(n_taken > n / 2, "%d taken", n_taken);
    return check_result();
}
