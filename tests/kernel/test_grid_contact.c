// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contact at the nodes of a string's own grid (kernel/grid_contact.h): nothing but faster than the
// coupled contact at the same points where both are exact, passive everywhere, and never far
// inside.

#include "base/pi.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000 };

/// Nodes of the string's grid from `first` on, every `step`th, over a bowl `depth` deep.
static JwContactPoints grid_rows(const JwModesSpec *spec, int first, int step, int most,
                                 double depth, double restitution) {
    JwContactPoints p = {.n = 0};
    const int n = jw_modes_count(&spec->data, spec->band_hz, spec->step_rate_hz);
    for (int i = first; i <= n && p.n < most; i += step) {
        const double x = (double)i / (n + 1);
        p.x_m[p.n] = x * spec->data.length_m;
        p.base_m[p.n] = -depth * sin(JW_PI * x);
        p.restitution[p.n++] = restitution;
    }
    return p;
}

/// Fewer modes until their number is even and 3 divides N + 1: all nodes are reached by a sine
/// transform then.
static void make_even(JwModesSpec *spec) {
    while (jw_modes_count(&spec->data, spec->band_hz, spec->step_rate_hz) % 6 != 2) {
        spec->band_hz *= 0.999;
    }
}

/// How the modes reach the nodes.
static const char *variant(const JwGridRows *grid_rows) {
    return grid_rows->sines.factor ? "by sines"
           : grid_rows->mirrored   ? "mirrored rows"
           : grid_rows->paired     ? "paired rows"
                                   : "own rows";
}

/********* The same as the coupled contact *********/

/// Without losses and tension an impulse at a node moves that node alone in both.
/// Even: the number of modes; expected: the way to the nodes.
static void compare(double restitution, int first, int step, int most, bool even,
                    const char *expected) {
    JwStringData data = fixture_lossless(fixture_jor_data());
    FixtureString string[2];
    double worst = 0.0, size = 0.0;
    data.ea_n = 0.0;
    JwModesSpec spec = fixture_spec(&data, rate);
    spec.chi = 0.0;
    if (even) {
        make_even(&spec);
    }
    const JwContactPoints points = grid_rows(&spec, first, step, most, 1e-3, restitution);
    spec.contact = &points;
    bool ready = true;
    for (int k = 0; k < 2; ++k) {
        spec.grid = k > 0;
        ready = ready && fixture_string_init(&string[k], &spec, NULL);
        if (ready) {
            jw_string_pluck(&string[k].state, JW_STROKE_TRIANGLE, 0.3 * data.length_m, 0.01, 3e-3,
                            1.0);
        }
    }
    if (!check(ready, "no memory")) {
        return;
    }
    check(jw_string_on_grid(&string[1].state) && !jw_string_on_grid(&string[0].state), "one grid");
    for (int i = 0; i < rate / 40; ++i) {
        for (int k = 0; k < 2; ++k) {
            jw_string_step(&string[k].state);
        }
        for (int j = 0; j < string[0].modes->n; ++j) {
            const double q = jw_string_mode(&string[0].state, j);
            size = fmax(size, fabs(q));
            worst = fmax(worst, fabs(q - jw_string_mode(&string[1].state, j)));
        }
    }
    const uint64_t impacts = string[1].state.contact.impacts;
    const JwGridRows *reached = &string[1].modes->grid_rows;
    check(strcmp(variant(reached), expected) == 0, "%d nodes: %s, not %s", points.n,
          variant(reached), expected);
    printf("%d nodes (%s), restitution %g: %.1e of the largest mode from the coupled contact, "
           "%llu impacts\n",
           points.n, variant(reached), restitution, worst / size, (unsigned long long)impacts);
    check(impacts > 5 && impacts == string[0].state.contact.impacts, "impacts: %llu and %llu",
          (unsigned long long)impacts, (unsigned long long)string[0].state.contact.impacts);
    check(worst <= 1e-9 * size, "not the coupled contact");
    fixture_string_free(&string[0]);
    fixture_string_free(&string[1]);
}

/// Steps in one go are the same as one by one, though a finger leaves the string in between; of a
/// string so many times as low.
static void run_together(int most, double low, double depth, JwPrecision precision) {
    JwStringData data = fixture_jor_data();
    data.tension_n /= low * low;
    data.ei_n_m2 *= low > 1.0 ? 0.0 : 1.0; // Or there would be few modes
    JwModesSpec spec = fixture_spec(&data, rate);
    const JwContactPoints points = grid_rows(&spec, 1, 1, most, depth, 1.0);
    FixtureString string[2];
    double worst = 0.0;
    spec.contact = &points;
    spec.grid = true;
    spec.precision = precision;
    for (int k = 0; k < 2; ++k) {
        if (!check(fixture_string_init(&string[k], &spec, NULL), "no memory")) {
            return;
        }
    }
    for (int i = 0; i < low * rate / 20; i += 10) {
        for (int k = 0; k < 2; ++k) {
            JwStringState *c = &string[k].state;
            if (i % 400 == 0) {
                jw_string_pluck(c, JW_STROKE_FINGER, 0.3 * data.length_m, 0.01, -2e-3, 0.003);
            }
            for (int step = 0; step < 10 && k > 0; ++step) {
                jw_string_step(c);
            }
            if (k == 0) {
                jw_string_run(c, NULL, 10);
            }
            jw_string_audit(c);
        }
    }
    for (int j = 0; j < string[0].modes->n; ++j) {
        worst = fmax(
            worst, fabs(jw_string_mode(&string[0].state, j) - jw_string_mode(&string[1].state, j)));
    }
    const JwContact *c = &string[0].state.contact;
    printf("%d modes, %d nodes, steps in one go: %.1e m from those one by one, excess %.1e, %llu "
           "impacts\n",
           string[0].modes->n, c->n, worst, string[0].state.energy_excess,
           (unsigned long long)c->impacts);
    // The same bits: what runs there are is how a host cuts its blocks.
    check(worst == 0.0 && string[0].state.energy_excess < 1e-9 && c->impacts > 20, "in one go");
    check(string[0].state.swung == string[1].state.swung, "what stretches it in one go");
    fixture_string_free(&string[0]);
    fixture_string_free(&string[1]);
}

/// Every node stands in one row, as itself or as an image, whatever their number.
static void place_nodes(void) {
    JwStringData data = fixture_jor_data();
    for (int step = 1; step < 4; ++step) {
        for (int most = 1; most < 200; most += step) {
            JwModesSpec spec = fixture_spec(&data, rate);
            const JwContactPoints points = grid_rows(&spec, 1, step, most, 1e-3, 0.0);
            spec.contact = &points;
            spec.grid = true;
            JwModes *m = jw_modes_new(&spec);
            int seen[JW_MAX_GRID_ROWS] = {0}, wrong = 0;
            if (!check(m != NULL, "no memory")) {
                return;
            }
            for (int k = 0; k < m->grid_rows.n_rows && m->grid_rows.paired; ++k) {
                seen[m->grid_rows.low[k] >= 0 ? m->grid_rows.low[k] : m->grid_rows.high[k]] += 1;
                if (m->grid_rows.low[k] >= 0 && m->grid_rows.high[k] >= 0 &&
                    m->grid_rows.low[k] != m->grid_rows.high[k]) {
                    seen[m->grid_rows.high[k]] += 1;
                }
            }
            for (int i = 0; i < m->grid_rows.n && m->grid_rows.paired; ++i) {
                wrong += seen[i] != 1;
            }
            check(wrong == 0, "%d nodes, every %d: %d of them not in one row", points.n, step,
                  wrong);
            jw_modes_free(m);
        }
    }
}

/// Of a string so many times as low, with an odd or even number of modes, nodes and modes reach
/// each other as their shapes say.
static void reach(double low, int odd, int first, int step, int most, JwPrecision precision,
                  const char *expected) {
    enum { room = 2048 };
    static _Alignas(64) double x[room], y[room], given[room], work[JW_NODES_ROOM];
    static double out[2][JW_MAX_GRID_ROWS + JW_LANES], impulse[JW_MAX_GRID_ROWS];
    JwStringData data = fixture_jor_data();
    data.tension_n /= low * low;
    data.ei_n_m2 = 0.0;
    JwModesSpec spec = fixture_spec(&data, rate);
    while (jw_modes_count(&spec.data, spec.band_hz, spec.step_rate_hz) % 2 != odd) {
        spec.band_hz *= 0.999;
    }
    const JwContactPoints points = grid_rows(&spec, first, step, most, 1e-3, 0.0);
    spec.contact = &points;
    spec.grid = true;
    spec.precision = precision;
    JwModes *m = jw_modes_new(&spec);
    uint64_t dice = 20261125;
    if (!check(m && m->n_padded <= room, "no memory")) {
        return;
    }
    memset(x, 0, sizeof(x));
    memset(y, 0, sizeof(y));
    for (int j = 0; j < m->n; ++j) {
        jw_element_put(precision, x, (size_t)j, fixture_uniform(&dice, -1.0, 1.0));
        jw_element_put(precision, y, (size_t)j, fixture_uniform(&dice, -1.0, 1.0));
    }
    for (int i = 0; i < points.n; ++i) {
        impulse[i] = fixture_uniform(&dice, -1.0, 1.0);
    }
    const JwModeKernel *kernel = jw_mode_kernel(precision);
    kernel->nodes_dot(&m->grid_rows, m->n_padded, x, y, work, out[0], out[1]);
    const double pull = kernel->nodes_push(m->n_padded, &m->grid_rows, impulse, y, work, given);
    double there = 0.0, back = 0.0, pulled = 0.0;
    for (int i = 0; i < points.n; ++i) {
        double sum[2] = {0.0, 0.0};
        for (int j = 0; j < m->n; ++j) {
            const double shape = sqrt(2.0) * sin((j + 1) * JW_PI * points.x_m[i] / data.length_m);
            sum[0] += jw_modes_root(m, j) * shape * jw_element(precision, x, (size_t)j);
            sum[1] += jw_modes_root(m, j) * shape * jw_element(precision, y, (size_t)j);
        }
        there = fmax(there, fmax(fabs(out[0][i] - sum[0]), fabs(out[1][i] - sum[1])));
    }
    for (int j = 0; j < m->n; ++j) {
        double sum = 0.0;
        for (int i = 0; i < points.n; ++i) {
            sum += sqrt(2.0) * sin((j + 1) * JW_PI * points.x_m[i] / data.length_m) * impulse[i];
        }
        sum *= jw_modes_root(m, j);
        pulled += sum * jw_element(precision, y, (size_t)j);
        back = fmax(back, fabs(jw_element(precision, given, (size_t)j) - sum));
    }
    const double bound = precision == JW_PRECISION_F64 ? 1e-12 : 2e-6;
    const double there_size = sqrt((double)m->n), back_size = sqrt((double)points.n);
    printf("%d modes, %d nodes (%s): %.1e there, %.1e back\n", m->n, points.n,
           variant(&m->grid_rows), there / there_size, back / back_size);
    check(strcmp(variant(&m->grid_rows), expected) == 0, "%s, not %s", variant(&m->grid_rows),
          expected);
    check(there <= bound * there_size && back <= bound * back_size, "not their shapes");
    check(fabs(pull - pulled) <= bound * there_size * back_size, "pull %g, not %g", pull, pulled);
    jw_modes_free(m);
}

static void reach_all(JwPrecision precision) {
    // More than are taken at a time
    reach(9.0, 0, 490, 1, 256, precision, "mirrored rows");
    reach(9.0, 1, 490, 1, 256, precision, "paired rows");
    reach(9.0, 0, 1, 7, 256, precision, "own rows");
    // Not in the middle, but images of each other
    reach(1.5, 1, 2, 2, 256, precision, "paired rows");
    reach(1.0, 1, 2, 2, 256, precision, "paired rows");
    reach(1.0, 0, 60, 1, 30, precision, "mirrored rows");
    reach(1.0, 0, 68, 1, 9, precision, "mirrored rows");
    // Hardly any modes
    reach(0.2, 0, 5, 1, 256, precision, "mirrored rows");
    reach(0.2, 1, 5, 1, 256, precision, "paired rows");
}

/********* Passive *********/

typedef struct {
    double excess, depth;
    uint64_t impacts;
    bool finite;
} Outcome;

static Outcome play(FixtureString *s, uint64_t *seed, int n_steps, bool lossless) {
    JwStringState *c = &s->state;
    const double length = s->modes->length_m, height = 2e-3 * length;
    Outcome o = {0.0, 0.0, 0, true};
    for (int i = 0; i < n_steps; ++i) {
        if (i % 400 == 0 && i < n_steps / 2) {
            jw_string_pluck(c, JW_STROKE_TRIANGLE, fixture_uniform(seed, 0.1, 0.9) * length,
                            0.005 * length, fixture_uniform(seed, 0.2, 1.0) * height, 0.002);
        }
        if (!lossless && i % 700 == 350) {
            jw_string_set_palm(c, fixture_uniform(seed, 0.0, 2e4), fixture_uniform(seed, 0.0, 2.0));
            jw_string_set_tension(c, fixture_uniform(seed, 0.8, 1.5), 1.0);
        }
        if (!lossless && i % 500 == 499) {
            const JwBridge b = {fixture_uniform(seed, -1e-4, 1e-4), 1.0, 0.0};
            jw_string_set_bridge(c, &b, 100);
        }
        jw_string_step(c);
        if (i % 10 == 0) {
            const double h = jw_string_audit(c);
            o.finite = o.finite && isfinite(h);
        }
    }
    o.excess = c->energy_excess;
    o.depth = c->contact.penetration / height;
    o.impacts = c->contact.impacts;
    return o;
}

static void random_strings(JwPrecision precision, int n_sets, double bound) {
    uint64_t seed = 20261122;
    double worst = 0.0, deepest = 0.0;
    uint64_t impacts = 0;
    int by_sines = 0;
    for (int k = 0; k < n_sets; ++k) {
        JwStringData data = fixture_jor_data();
        const bool lossless = k % 4 == 0;
        if (lossless) {
            data = fixture_lossless(data);
        }
        data.length_m = fixture_uniform(&seed, 0.2, 1.5);
        data.ea_n *= k % 3 ? fixture_uniform(&seed, 0.0, 20.0) : 0.0;
        JwModesSpec spec = fixture_spec(&data, rate);
        spec.precision = lossless ? JW_PRECISION_F64 : precision;
        spec.loss_low = spec.loss_high = lossless ? 1.0 : exp2(fixture_uniform(&seed, -3.0, 6.0));
        const int step = 1 + (int)fixture_uniform(&seed, 0.0, 5.0);
        const JwContactPoints points =
            grid_rows(&spec, 1 + (int)fixture_uniform(&seed, 0.0, 20.0), step,
                      1 + (int)fixture_uniform(&seed, 0.0, 200.0),
                      fixture_uniform(&seed, -1e-4, 1e-3) * data.length_m,
                      k % 2 ? 0.0 : fixture_uniform(&seed, 0.0, 1.0));
        spec.contact = &points;
        spec.grid = true;
        spec.palm_m = lossless ? 0.0 : 0.21 * data.length_m;
        spec.thread_m = k % 5 == 0 ? 0.01 * data.length_m : 0.0;
        FixtureString s;
        if (!check(fixture_string_init(&s, &spec, NULL), "no memory")) {
            return;
        }
        s.state.thread_k = 1e5;
        s.state.thread_rc = lossless ? 0.0 : 1.0;
        const Outcome o = play(&s, &seed, 4000, lossless);
        if (o.excess > worst || o.depth > deepest) {
            printf("  set %d: excess %.1e, depth %.1e, %d of %d modes, stretch %g\n", k, o.excess,
                   o.depth, s.modes->n_points, s.modes->n, s.modes->stretch);
        }
        check(o.finite && o.excess <= bound, "set %d: excess %.2e", k, o.excess);
        worst = fmax(worst, o.excess);
        deepest = fmax(deepest, o.depth);
        impacts += o.impacts;
        by_sines += s.modes->grid_rows.sines.factor > 0;
        fixture_string_free(&s);
    }
    printf("%d strings in %d bits: at most %.1e above what was put in, %.1e of the height inside, "
           "%llu impacts, %d by sines\n",
           n_sets, precision == JW_PRECISION_F64 ? 64 : 32, worst, deepest,
           (unsigned long long)impacts, by_sines);
    check(by_sines > n_sets / 20, "hardly a string by sines");
    check(deepest < 0.05, "deep inside");
    check(impacts > 5u * (unsigned)n_sets, "hardly an impact");
}

/********* At rest, and for ever *********/

/// A string laid on a raised plate stays where it lies, and never sinks.
static void rest_on_plate(void) {
    const JwStringData data = fixture_jor_data();
    JwModesSpec spec = fixture_spec(&data, rate);
    JwContactPoints points = grid_rows(&spec, 40, 1, 60, 0.0, 0.0);
    for (int i = 0; i < points.n; ++i) {
        points.base_m[i] = 1e-3;
    }
    spec.contact = &points;
    spec.grid = true;
    FixtureString s;
    if (!check(fixture_string_init(&s, &spec, NULL), "no memory")) {
        return;
    }
    for (int i = 0; i < 2 * rate; ++i) {
        jw_string_step(&s.state);
    }
    printf("at rest on a plate for 2 s: %.1e m inside\n", s.state.contact.penetration);
    check(s.state.contact.penetration < 1e-7, "sinks");
    fixture_string_free(&s);
}

/// Without losses, at R = 1, energy and ledger together are what they were.
static void conserve(bool tension, bool even) {
    JwStringData data = fixture_lossless(fixture_jor_data());
    data.ea_n = tension ? data.ea_n : 0.0;
    JwModesSpec spec = fixture_spec(&data, rate);
    if (even) {
        make_even(&spec);
    }
    const JwContactPoints points = grid_rows(&spec, even ? 8 : 60, 1, even ? 105 : 60, 2e-4, 1.0);
    spec.contact = &points;
    spec.grid = true;
    FixtureString s;
    if (!check(fixture_string_init(&s, &spec, NULL), "no memory")) {
        return;
    }
    jw_string_pluck(&s.state, JW_STROKE_TRIANGLE, 0.3 * data.length_m, 0.01, 3e-3, 0.01);
    for (int i = 0; i < rate / 50; ++i) {
        jw_string_step(&s.state);
    }
    s.state.contact.ledger = 0.0;
    const double h0 = jw_string_audit(&s.state);
    double drift = 0.0, h = h0;
    for (int i = 0; i < 2 * rate; ++i) {
        jw_string_step(&s.state);
        h = jw_string_audit(&s.state);
        drift = fmax(drift, fabs(h - s.state.contact.ledger - h0) / h0);
    }
    printf("lossless%s, %s, 2 s: H - E moved by %.1e, H ends at %.4f\n", tension ? ", tension" : "",
           variant(&s.modes->grid_rows), drift, h / h0);
    check(drift < 1e-11, "energy is not conserved");
    fixture_string_free(&s);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 24;
    compare(1.0, 1, 1, 256, false, "paired rows");
    compare(0.5, 1, 1, 256, false, "paired rows");
    compare(0.0, 1, 1, 256, false, "paired rows");
    compare(0.8, 3, 1, 7, false, "own rows");
    compare(0.8, 50, 2, 41, false, "own rows");
    compare(1.0, 1, 1, 256, true, "by sines");
    compare(0.5, 1, 1, 256, true, "by sines");
    compare(0.2, 8, 1, 105, true, "by sines");
    compare(0.7, 51, 1, 20, true, "mirrored rows");
    compare(0.7, 33, 2, 28, true, "own rows");
    run_together(256, 1.0, 1e-4, JW_PRECISION_F64);
    for (int few = 1; few <= JW_FEW_GRID_ROWS; ++few) {
        run_together(few, 1.0, 1e-4, JW_PRECISION_F64);
    }
    run_together(6, 3.0, 1e-6, JW_PRECISION_F64);
    run_together(80, 3.0, 1e-6, JW_PRECISION_F32);
    place_nodes();
    reach_all(JW_PRECISION_F64);
    reach_all(JW_PRECISION_F32);
    conserve(false, false);
    conserve(true, false);
    conserve(true, true);
    rest_on_plate();
    random_strings(JW_PRECISION_F64, n, 1e-11);
    random_strings(JW_PRECISION_F32, n, 2e-6);
    return check_result();
}
