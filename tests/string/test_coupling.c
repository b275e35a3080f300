// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Energy of strings, bridge and body together: every shipped instrument without its losses keeps
// it, contact included, and random instruments never gain any. Arguments: instruments.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "playing/stability.h"
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

/********* Strings that stay where they sit *********/

enum { N_CHANGES = 13, RUN_MOST = 40 };

/// Something that happens to a string between two runs; p and u: up to 1.
static void change(TestEnsemble *e, int what, int s, double p, double u) {
    JwStringState *c = &e->state[s];
    const JwStringSpec *string = &instrument.string[s];
    const JwBridge bridge = {1e-5 * (p - 0.5), 0.5 + p, u};
    switch (what) {
    case 0:
        jw_string_set_tension(c, 0.9 + 0.2 * p, u);
        break;
    case 1:
        jw_string_set_thread(c, 2.0 * p);
        break;
    case 2:
        jw_string_set_palm(c, 0.0, u < 0.5 ? 0.0 : p);
        break;
    case 3:
        jw_string_pluck(c, (JwStroke)(int)(JW_N_STROKES * p), (0.1 + 0.8 * u) * c->modes->length_m,
                        0.003, string->pluck_m, 1.0);
        break;
    case 4:
        jw_string_set_bridge(c, &bridge, 1 + (int)(100.0 * p));
        break;
    case 5:
        jw_string_set_output(c, (JwOutput)(int)(3.0 * p));
        break;
    case 6:
        jw_string_set_modes(c, e->tables->modes[s][(int)(string->n_frets * p)]);
        break;
    case 7:
        jw_ensemble_bind(&e->ensemble, (1.0 + p) * e->tables->mass_kg);
        break;
    case 8:
        jw_string_freeze(c);
        break;
    case 9:
        jw_string_forget(c);
        break;
    case 10:
        jw_string_audit(c);
        break;
    case 11:
        jw_string_run(c, NULL, 2);
        break;
    default:
        // The first strings rest for a run, or the last.
        e->ensemble.n = 1 + (int)((e->n - 1) * p);
        for (int i = 0; i < e->ensemble.n && u < 0.5; ++i) {
            e->ensemble.state[i] = &e->state[i + e->n - e->ensemble.n];
        }
        break;
    }
}

/// All strings again, in their order.
static void gather(TestEnsemble *e, bool anew) {
    e->ensemble.n = e->n;
    for (int s = 0; s < e->n; ++s) {
        e->ensemble.state[s] = &e->state[s];
        // As if something had changed it.
        e->state[s].lane_valid_in = anew ? NULL : e->state[s].lane_valid_in;
    }
}

/// All that has moved, to the bit.
static bool same(const TestEnsemble *a, const TestEnsemble *b) {
    bool same = a->ensemble.body.w1 == b->ensemble.body.w1;
    for (int s = 0; s < a->n && same; ++s) {
        const JwStringState *x = &a->state[s], *y = &b->state[s];
        const size_t n = (size_t)x->modes->n * sizeof(double);
        same = !memcmp(x->arrays.q, y->arrays.q, n) && x->heard == y->heard &&
               x->energy_in == y->energy_in && x->contact.ledger == y->contact.ledger &&
               x->contact.refund == y->contact.refund && x->contact.impacts == y->contact.impacts;
    }
    return same;
}

/// Numbers that strings carry along beside what their modes say, over the largest there were.
typedef struct {
    double heard[JW_OUT_PICKUP_VELOCITY + 1], heard_most[JW_OUT_PICKUP_VELOCITY + 1];
    double swung, swung_most;
} Carried;

static void note_carried(const TestEnsemble *e, Carried *c) {
    for (int s = 0; s < e->ensemble.n; ++s) {
        const JwStringState *state = e->ensemble.state[s];
        double swung;
        state->kernel->energy(&state->arrays, state->bridge_m, &swung);
        double *heard = &c->heard[state->output], *most = &c->heard_most[state->output];
        *heard = fmax(*heard, fabs(state->heard - jw_string_output(state)));
        *most = fmax(*most, fabs(state->heard));
        if (state->modes->stretch * state->stretch_scale > 0.0) {
            c->swung = fmax(c->swung, fabs(state->swung - swung));
            c->swung_most = fmax(c->swung_most, fabs(swung));
        }
    }
}

/// A string whose next step has begun and one that begins it anew go the same way, whatever
/// happens between.
static void check_staying(const char *name, int n_runs) {
    TestEnsemble stays, anew;
    Carried carried = {0};
    uint64_t state = 20260103;
    int stayed = 0, differ = -1;
    const bool ok =
        ensemble_init(&stays, &instrument, RATE) && ensemble_init(&anew, &instrument, RATE);
    if (!check(ok && stays.ensemble.n > 0, "%s: twice", name)) {
        return;
    }
    for (int i = 0; i < n_runs && differ < 0; ++i) {
        const int n_steps = 1 + (int)fixture_uniform(&state, 0.0, RUN_MOST);
        gather(&stays, false);
        gather(&anew, true);
        // Every kind, and quiet runs enough between that all sit still.
        if (random_chance(&state, 0.3)) {
            const int what = (int)(fixture_random(&state) % N_CHANGES);
            const int s = (int)(fixture_random(&state) % (uint64_t)stays.n);
            const double p = fixture_uniform(&state, 0.0, 1.0),
                         u = fixture_uniform(&state, 0.0, 1.0);
            change(&stays, what, s, p, u);
            change(&anew, what, s, p, u);
        }
        jw_ensemble_run(&stays.ensemble, n_steps, NULL);
        jw_ensemble_run(&anew.ensemble, n_steps, NULL);
        for (int g = 0; g < stays.ensemble.n_groups; ++g) {
            const JwContactGroup *group = &stays.ensemble.group[g];
            for (int lane = 0; lane < group->n_strings; ++lane) {
                stayed += group->begun[lane];
            }
        }
        differ = same(&stays, &anew) ? -1 : i;
        // In one step, strings at half rate need not have stepped since they were changed.
        if (n_steps > 1) {
            note_carried(&stays, &carried);
        }
    }
    const int seats = n_runs * stays.n;
    printf("%s: in %d runs, strings began ahead %d times of %d\n", name, n_runs, stayed, seats);
    check(stayed > seats / 2 && stayed < seats, "%s: seats are kept", name);
    check(differ < 0, "%s: run %d differs where strings stay seated", name, differ);
    check(carried.swung_most > 0.0, "%s: they sound", name);
    for (int i = 0; i <= JW_OUT_PICKUP_VELOCITY; ++i) {
        check(carried.heard_most[i] > 0.0, "%s: output %d is heard", name, i);
        check_below(carried.heard[i] / carried.heard_most[i], 1e-12,
                    "  output %d, beside what modes say", i);
    }
    check_below(carried.swung / carried.swung_most, 1e-12, "  swung, beside what modes say");
    ensemble_free(&stays);
    ensemble_free(&anew);
}

/********* Shipped instruments, lossless *********/

/// Strings that are played, half as far as they go; the others only hear it.
static void pluck_all(TestEnsemble *e) {
    const double part = instrument.param[JW_P_PLUCK_POSITION];
    for (int s = 0; s < e->n; ++s) {
        const JwStringSpec *string = &instrument.string[s];
        if (string->role != JW_ROLE_TARAF) {
            jw_string_pluck(&e->state[s], JW_STROKE_TRIANGLE, part * string->data.length_m, 0.004,
                            0.5 * string->pluck_m, 1.0);
        }
    }
    for (int i = 0; i < RATE / 40 * e->tables->quality; ++i) {
        ensemble_step(e);
    }
}

/// Instruments of which some string then lies on its bridge.
static int n_resting;

/// On a bridge raised by 0.1 mm its end holds what contact lifts, by the lever: (1 - x/L) of each
/// force, however few modes there are.
static void check_resting(const char *name) {
    TestEnsemble e;
    double off = 0.0, most = 0.0;
    const double height = instrument.param[JW_P_BRIDGE_HEIGHT];
    instrument.param[JW_P_BRIDGE_HEIGHT] = height + 0.1;
    const bool ok = ensemble_init(&e, &instrument, RATE);
    instrument.param[JW_P_BRIDGE_HEIGHT] = height;
    if (!check(ok, "%s: on a high bridge", name)) {
        return;
    }
    for (int s = 0; s < e.n && e.tables->coupled; ++s) {
        const JwStringState *c = &e.state[s];
        double held = 0.0;
        for (int i = 0; i < c->modes->n_points; ++i) {
            held += (1.0 - c->modes->x_m[i] / c->modes->length_m) * c->modes->rest_r[i];
        }
        held *= jw_string_newtons(c);
        off = fmax(off, fabs(jw_string_output(c) - held));
        most = fmax(most, fabs(held));
    }
    if (most > 0.0) {
        ++n_resting;
        printf("%s: strings at rest pull the bridge's end by %.3g N at most\n", name, most);
        check_below(off / most, 1e-9, "  beside the lever's law");
    }
    ensemble_free(&e);
}

/// H - sum of ledgers against what it is when the strings are let go, for a second.
static void check_conserved(const char *name, TestEnsemble *e) {
    pluck_all(e);
    uint64_t impacts = 0;
    for (int s = 0; s < e->n; ++s) {
        // Whatever the pluck left in the ledgers is forgone: nothing comes back from before.
        e->state[s].contact.ledger = e->state[s].contact.refund = 0.0;
        jw_string_forget(&e->state[s]);
    }
    const double h0 = ensemble_energy_j(e);
    double drift = 0.0, gain = 0.0, least = 0.0;
    for (int i = 0; i < RATE * e->tables->quality; ++i) {
        ensemble_step(e);
        if (i % 64 == 0) {
            const double h = ensemble_energy_j(e), ledger = ensemble_ledger_j(e);
            drift = fmax(drift, fabs(h - ledger - h0) / h0);
            gain = fmax(gain, (h - h0) / h0);
            least = fmin(least, ledger / h0);
        }
    }
    for (int s = 0; s < e->n; ++s) {
        impacts += e->state[s].contact.impacts;
    }
    printf("%s: %d strings, %d body modes of which %d move the bridge, %.3g J, %llu impacts, "
           "ledgers down to %.2g of it\n",
           name, e->n, e->ensemble.body.n, e->ensemble.body.n_coupled, h0,
           (unsigned long long)impacts, least);
    check(h0 > 1e-6, "%s: energy", name);
    check(impacts > 20 || instrument.n_obstacles == 0, "%s: contact", name);
    check_below(drift, 1e-11, "  change of H - E");
    check_below(gain, 1e-11, "  gain of H");
}

static void check_lossless(const char *name) {
    TestEnsemble e;
    ensemble_make_lossless(&instrument);
    instrument.param[JW_P_QUALITY] = 1.0;
    check_resting(name);
    if (check(ensemble_init(&e, &instrument, RATE), "%s: strings and body", name)) {
        check_conserved(name, &e);
        ensemble_free(&e);
    }
}

/// As it is, and, if its strings end on a rock, once more on a body as light as a fiddle's.
static void check_shipped(const char *path) {
    char name[JW_NAME_SIZE + 16];
    JwError error = {0};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    if (instrument.n_strings > JW_GROUP_LANES &&
        jw_body_couples(instrument.body, instrument.n_body)) {
        check_staying(instrument.name, 1000);
    }
    check_lossless(instrument.name);
    if (!jw_body_couples(instrument.body, instrument.n_body)) {
        instrument.n_body = ensemble_light_body(instrument.body);
        snprintf(name, sizeof(name), "%s, on a body", instrument.name);
        check_lossless(name);
    }
}

/********* Random instruments *********/

typedef struct {
    double excess; ///< Largest H - energy put in, over the most put in
    double growth; ///< Largest growth of H - E while nobody plays, over the most put in
    long nonfinite;
    uint64_t impacts;
} Passivity;

/// Sound from outside that pushes the bridge.
typedef struct {
    enum { NO_INPUT, NOISE, LEVELS, SINE, CLICKS, N_KINDS } kind;
    double newtons, phase, turn, level;
} Input;

static Input draw_input(uint64_t *state) {
    return (Input){.kind = 1 + (int)(fixture_random(state) % (N_KINDS - 1u)),
                   .newtons = random_log(state, 1e-3, 1e4),
                   .turn = random_log(state, 1e-4, 3.1)};
}

/// Force in the next step [N].
static double next_force(Input *in, uint64_t *state) {
    in->phase += in->turn;
    in->level = random_chance(state, 0.02) ? fixture_uniform(state, -1.0, 1.0) : in->level;
    switch (in->kind) {
    case NOISE:
        return in->newtons * fixture_uniform(state, -1.0, 1.0);
    case LEVELS:
        return in->newtons * in->level;
    case SINE:
        return in->newtons * sin(in->phase);
    case CLICKS:
        return random_chance(state, 0.01) ? in->newtons : 0.0;
    default:
        return 0.0;
    }
}

/// Gives two strokes in three noise, as loud as a file may say.
static void make_noise(JwStringState *c, uint64_t *state) {
    const double frames = (double)(1 << fixture_random(state) % 3);
    JwNoiseSpec noise = {.scrape = fixture_uniform(state, 0.0, 1.0),
                         .pull_s = (double)c->pluck.rise * c->modes->dt_s,
                         .seed = fixture_random(state) % 9999};
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        noise.level[b] = random_log(state, 1e-4, 0.6);
        noise.decay_s[b] = random_log(state, 5e-4, 0.2);
    }
    if (random_chance(state, 0.67)) {
        jw_string_make_noise(c, &noise, 1.0 / (frames * c->modes->dt_s));
    }
}

/// Strokes at random on random strings, and an input if there is one, then silence.
static Passivity play(TestEnsemble *e, uint64_t *state, long steps, Input *in) {
    Passivity p = {0.0, 0.0, 0, 0};
    const double dt_s = e->ensemble.body.dt_s;
    double force = 0.0;
    e->ensemble.input = in->kind != NO_INPUT ? &force : NULL;
    double kept = 0.0;
    bool fresh = true;
    for (long i = 0; i < steps; ++i) {
        if (i < steps / 2 && random_chance(state, 0.005)) {
            const int s = (int)(fixture_random(state) % (uint64_t)e->n);
            JwStringState *c = &e->state[s];
            jw_string_pluck(c, (JwStroke)(fixture_random(state) % JW_N_STROKES),
                            fixture_uniform(state, 0.05, 0.95) * c->modes->length_m, 0.003,
                            instrument.string[s].pluck_m, random_log(state, 0.05, 1.0));
            make_noise(c, state);
        }
        bool plucked = in->kind != NO_INPUT && i < steps / 2;
        force = plucked ? next_force(in, state) * dt_s * dt_s : 0.0;
        for (int s = 0; s < e->n; ++s) {
            plucked |= jw_pluck_acts(&e->state[s].pluck);
        }
        ensemble_step(e);
        const double h = ensemble_energy_j(e), now = h - ensemble_ledger_j(e);
        const double most =
            e->ensemble.in_max / (e->ensemble.body.dt_s * e->ensemble.body.dt_s) + 1e-30;
        p.nonfinite += !isfinite(h);
        p.growth = fresh || plucked ? p.growth : fmax(p.growth, (now - kept) / most);
        kept = now;
        fresh = false;
    }
    for (int s = 0; s < e->n; ++s) {
        p.impacts += e->state[s].contact.impacts;
    }
    p.excess = e->ensemble.excess;
    e->ensemble.input = NULL;
    return p;
}

/// Sets of the input did this much work at most [J].
static double most_work_j;

static void check_random(int n, long steps, bool driven) {
    uint64_t state = 20260101, impacts = 0;
    double excess = 0.0, growth = 0.0;
    int refused = 0, worst = -1;
    long nonfinite = 0;
    for (int i = 0; i < n;) {
        TestEnsemble e;
        do {
            random_instrument(&state, &instrument);
        } while (jw_instrument_check(&instrument, NULL, NULL) != JW_SUCCESS);
        if (!ensemble_init(&e, &instrument, RATE)) {
            // Strings too heavy for the body: that is what the check is for.
            if (!check(++refused < 4 * n, "bodies that are refused")) {
                return;
            }
            continue;
        }
        Input in = driven ? draw_input(&state) : (Input){.kind = NO_INPUT};
        const Passivity p = play(&e, &state, steps, &in);
        most_work_j = fmax(most_work_j, e.ensemble.input_j);
        worst = p.excess > excess ? i : worst;
        excess = fmax(excess, p.excess);
        growth = fmax(growth, p.growth);
        nonfinite += p.nonfinite;
        impacts += p.impacts;
        ensemble_free(&e);
        ++i;
    }
    printf("%d random instruments of %ld steps, %d more refused for their bodies, %llu impacts\n",
           n, steps, refused, (unsigned long long)impacts);
    check(refused > 0 && impacts > (uint64_t)n, "some bodies are refused, strings touch");
    check_below((double)nonfinite, 0.0, "steps that were not finite");
    check_below(excess, 1e-9, "energy over what was put in (set %d)", worst);
    check_below(growth, 1e-9, "growth of H - E in a step that nobody plays");
}

/********* Bodies as light as they may be *********/

/// Scales the body so that it keeps that many times what the strings need.
static bool set_body(JwInstrument *in, double times) {
    JwStability seats;
    const double before = in->body[0].mass_kg;
    jw_stability_check(in, RATE, &seats);
    const double factor = times * seats.strings_kg / seats.body_kg;
    for (int b = 0; b < in->n_body; ++b) {
        in->body[b].mass_kg *= factor;
    }
    const bool ok = jw_instrument_check(in, NULL, NULL) == JW_SUCCESS;
    return ok && in->body[0].mass_kg > 0.0 && before > 0.0;
}

/// Strings bent as far as tuning, hands and parameters go, together: H - what was put in.
static double bend_about(TestEnsemble *e, uint64_t *state, long steps, double *least) {
    JwEnsemble *all = &e->ensemble;
    for (long i = 0; i < steps; ++i) {
        if (i % 100 == 0) {
            const double balance = jw_ensemble_balance(all);
            const double up = i == 0 ? 36.0 : fixture_uniform(state, -36.0, 36.0);
            for (int s = 0; s < e->n; ++s) {
                jw_string_set_tension(&e->state[s], exp2(up / 6.0),
                                      instrument.param[JW_P_TENSION_MODULATION]);
            }
            jw_ensemble_book(all, jw_ensemble_balance(all) - balance);
            JwStringState *c = &e->state[fixture_random(state) % (uint64_t)e->n];
            jw_string_pluck(c, JW_STROKE_MIZRAB, 0.13 * c->modes->length_m, 0.003, 1e-3, 1.0);
        }
        ensemble_step(e);
        const double h = ensemble_energy_j(e);
        *least = isfinite(h) ? fmin(*least, h) : -HUGE_VAL;
    }
    return all->excess;
}

static void check_edge(int n) {
    uint64_t state = 20260102;
    double excess = 0.0, least = 0.0;
    for (int i = 0; i < n;) {
        TestEnsemble e;
        random_instrument(&state, &instrument);
        if (jw_instrument_check(&instrument, NULL, NULL) || !set_body(&instrument, 1.02)) {
            continue;
        }
        ++i;
        if (check(ensemble_init(&e, &instrument, RATE), "a body that just bears its strings")) {
            const double here = bend_about(&e, &state, 1000, &least);
            excess = isfinite(here) ? fmax(excess, here) : HUGE_VAL;
            ensemble_free(&e);
        }
        if (set_body(&instrument, 0.98)) {
            JwEngine *engine = jw_engine_new();
            check(engine &&
                      jw_engine_prepare(engine, &instrument, RATE, NULL) == JW_ERR_UNSTABLE_BODY,
                  "a body that does not is refused");
            jw_engine_free(engine);
        }
    }
    check_below(excess, 1e-9,
                "%d bodies as light as they may be, strings bent by up to 36 "
                "semitones, energy over what was put in",
                n);
    check_below(-least, 0.0, "energy below 0 [J]");
}

/********* A string that is no number *********/

/// What it did to the others and the body is over once all are put to rest: nothing is left in
/// lanes where nobody sits.
static void check_recovery(void) {
    enum { STEPS = 32, RUNS = 4, ILL = 1 };
    static float heard[JW_ENSEMBLE_STRINGS][STEPS], left[STEPS], right[STEPS];
    TestEnsemble e;
    fixture_sitar(&instrument);
    fixture_body(&instrument);
    if (!check(ensemble_init(&e, &instrument, RATE), "a body of three strings")) {
        return;
    }
    JwEnsembleOutput out = {.left = left, .right = right};
    for (int s = 0; s < e.n; ++s) {
        out.string[s] = heard[s];
    }
    jw_ensemble_run(&e.ensemble, STEPS, &out);
    jw_element_put(JW_PRECISION_F64, e.state[ILL].arrays.q, 3, (double)NAN);
    jw_ensemble_run(&e.ensemble, STEPS, &out);
    check(!isfinite(left[STEPS - 1]), "one string's illness is heard through the body");
    for (int s = 0; s < e.n; ++s) {
        JwStringState *c = &e.state[s];
        const JwBridge bridge = c->bridge;
        jw_string_rest(c, c->modes, &bridge, c->modes->rest_q, c->modes->rest_r);
    }
    jw_body_reset(&e.ensemble.body);
    jw_string_pluck(&e.state[0], JW_STROKE_MIZRAB, 0.1, 0.003, 1e-3, 1.0);
    for (int run = 0; run < RUNS; ++run) {
        jw_ensemble_run(&e.ensemble, STEPS, &out);
    }
    bool fine = isfinite(left[STEPS - 1]) && left[STEPS - 1] != 0.0F;
    for (int s = 0; s < e.n; ++s) {
        fine &= isfinite(heard[s][STEPS - 1]);
    }
    check(fine, "put to rest, all sound again");
    ensemble_free(&e);
}

/// Strings and bodies under sound from outside.
static int check_driven(int n) {
    check_random(n, n > 1000 ? 300 : 1000, true);
    check(most_work_j > 1.0, "the sound from outside did work: %.3g J at most", most_work_j);
    return check_result();
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "--input")) {
        return check_driven(atoi(argv[2]));
    }
    check(argc > 1, "instruments (%s)", "none given");
    for (int i = 1; i < argc; ++i) {
        check_shipped(argv[i]);
    }
    check(n_resting >= (argc - 1) / 4, "strings lie on their bridges: %d instruments", n_resting);
    check_recovery();
    check_random(200, 2000, false);
    check_edge(100);
    return check_result();
}
