// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings side by side: a string moves as if it had its lane for itself, whoever sat there before,
// whoever sits beside it, and whatever has become of them.

#include "string/ensemble.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, STRINGS = JW_ENSEMBLE_STRINGS, RUN = 32, STEPS = 9600 };

static const double heard_bound = 1e-9;

static FixtureString string[STRINGS];
static JwEnsemble ensemble;
static float heard[STRINGS][STEPS], other[STRINGS][STEPS];

/// Points of each string: none, some, more than are swept in registers, more than have lanes.
static const int mixed[] = {8, 4, 0, 16, 3, 17, 1, 32, 33, 6, 12, 5};
enum { MIXED = sizeof(mixed) / sizeof(mixed[0]) };

static bool begin(const int *points, int n, double restitution) {
    bool ok = true;
    for (int s = 0; s < n; ++s) {
        JwStringData data = fixture_jor_data();
        const JwBridge bridge = {-2e-5, 1.0, restitution};
        JwContactPoints jawari = fixture_jawari(points[s] > 1 ? points[s] : 2, 1.0, -1.0);
        jawari.n = points[s];
        data.length_m *= 1.0 - 0.004 * s;
        JwModesSpec spec = fixture_spec(&data, RATE);
        spec.band_hz = 8000.0;
        spec.contact = &jawari;
        spec.thread_m = s % 3 == 1 ? 0.004 : 0.0;
        ok = ok && check(fixture_string_init(&string[s], &spec, &bridge), "memory");
        if (ok) {
            JwStringState *c = &string[s].state;
            c->thread_k = 1.2e5;
            c->thread_rc = 1.2;
            jw_string_set_thread(c, 1.0);
            jw_string_pluck(c, JW_STROKE_TRIANGLE, 0.25 * data.length_m, 0.004, 4e-3, 1.0);
        }
    }
    memset(&ensemble, 0, sizeof(ensemble));
    ensemble.uncoupled = true;
    return ok && check(!jw_ensemble_init(&ensemble, n, JW_CONTACT_POINTS), "memory");
}

static void end(int n) {
    for (int s = 0; s < n; ++s) {
        fixture_string_free(&string[s]);
    }
    jw_ensemble_release(&ensemble);
}

/// Lanes as if nobody had ever sat in them.
static void renew_lanes(int n) {
    jw_ensemble_release(&ensemble);
    check(!jw_ensemble_init(&ensemble, n, JW_CONTACT_POINTS), "memory");
}

/// Runs the strings of a set of n_steps steps on, from step `from`.
static void run(const bool *plays, int n, int from, int n_steps, float (*out)[STEPS]) {
    JwEnsembleOutput output;
    ensemble.n = 0;
    for (int s = 0; s < n; ++s) {
        if (plays[s]) {
            output.string[ensemble.n] = out[s] + from;
            ensemble.state[ensemble.n++] = &string[s].state;
        }
    }
    jw_ensemble_run(&ensemble, n_steps, &output);
}

/// Strings come and go, a few in every run; fresh: they find every lane empty.
static void play_changing(const int *points, int n, double restitution, bool fresh,
                          float (*out)[STEPS], JwContact *records) {
    uint64_t dice = 7;
    memset(out, 0, sizeof(heard));
    if (!begin(points, n, restitution)) {
        return;
    }
    for (int at = 0; at < STEPS; at += RUN) {
        bool plays[STRINGS];
        for (int s = 0; s < n; ++s) {
            plays[s] = fixture_random(&dice) % 4 != 0;
        }
        if (fresh) {
            renew_lanes(n);
        }
        run(plays, n, at, RUN, out);
    }
    for (int s = 0; s < n; ++s) {
        records[s] = string[s].state.contact;
    }
    end(n);
}

static void check_moves(void) {
    static const double restitutions[] = {0.0, 0.3, 1.0};
    for (int i = 0; i < 3; ++i) {
        JwContact records[2][MIXED];
        uint64_t impacts = 0;
        play_changing(mixed, MIXED, restitutions[i], true, heard, records[0]);
        play_changing(mixed, MIXED, restitutions[i], false, other, records[1]);
        check(!memcmp(heard, other, sizeof(heard)), "restitution %g: who sat there before is heard",
              restitutions[i]);
        for (int s = 0; s < MIXED; ++s) {
            const JwContact *a = &records[0][s], *b = &records[1][s];
            impacts += a->impacts;
            check(a->impacts == b->impacts && a->penetration == b->penetration &&
                      a->impulse_max == b->impulse_max && a->work == b->work &&
                      a->ledger == b->ledger && a->refund == b->refund,
                  "restitution %g, %d points: another's contact is on record: depth %g, not %g",
                  restitutions[i], mixed[s], b->penetration, a->penetration);
        }
        printf("restitution %g: %llu impacts of strings that come and go\n", restitutions[i],
               (unsigned long long)impacts);
        check(impacts > 1000, "they touch");
    }
}

/// A string no longer a number leaves its neighbours as they are, and is well again at rest.
static void check_poison(void) {
    static const int points[] = {8, 4, 8, 3};
    static const bool all[] = {true, true, true, true};
    enum { N = 4, ILL = 1 };
    for (int poisoned = 0; poisoned < 2; ++poisoned) {
        float(*out)[STEPS] = poisoned ? other : heard;
        if (!begin(points, N, 0.3)) {
            return;
        }
        JwStringState *ill = &string[ILL].state;
        run(all, N, 0, STEPS / 2, out);
        if (poisoned) {
            ((double *)ill->arrays.q)[3] = (double)NAN;
        }
        run(all, N, STEPS / 2, RUN, out);
        check(isfinite(ill->heard) == !poisoned, "one string is ill, and only when it is made so");
        jw_string_rest(ill, string[ILL].modes, &(JwBridge){-2e-5, 1.0, 0.3}, NULL, NULL);
        jw_string_forget(ill);
        run(all, N, STEPS / 2 + RUN, STEPS / 2 - RUN, out);
        end(N);
    }
    for (int s = 0; s < N; ++s) {
        const int from = s == ILL ? STEPS / 2 + RUN : 0;
        check(!memcmp(heard[s] + from, other[s] + from, sizeof(float) * (size_t)(STEPS - from)),
              "%d points: not as beside a healthy string", points[s]);
    }
}

/// In company as alone, but for the order in which sums are rounded.
static void check_company(const int *points, int n) {
    static const int n_steps = 4000;
    double off = 0.0, most = 0.0;
    bool all[STRINGS];
    for (int s = 0; s < n; ++s) {
        all[s] = true;
    }
    if (!begin(points, n, 0.0)) {
        return;
    }
    run(all, n, 0, n_steps, heard);
    end(n);
    if (!begin(points, n, 0.0)) {
        return;
    }
    for (int s = 0; s < n; ++s) {
        for (int i = 0; i < n_steps; ++i) {
            jw_string_step(&string[s].state);
            off = fmax(off, fabs((double)heard[s][i] - (double)(float)string[s].state.heard));
            most = fmax(most, fabs(string[s].state.heard));
        }
    }
    end(n);
    // Floats hold 6e-8 of what is heard.
    check_below(off / most, 6e-8 + heard_bound, "%d strings: in company, against alone", n);
}

/// An ensemble of which one string was no number keeps books again once that is at rest.
static void check_books(void) {
    static const int points[] = {8, 4, 8};
    if (!begin(points, 3, 0.3)) {
        return;
    }
    for (int s = 0; s < 3; ++s) {
        ensemble.state[s] = &string[s].state;
    }
    ensemble.n = 3;
    ((double *)string[1].state.arrays.q)[3] = (double)NAN;
    const double ill = jw_ensemble_balance(&ensemble);
    check(!isfinite(ill), "it is ill");
    jw_string_rest(&string[1].state, string[1].modes, &(JwBridge){-2e-5, 1.0, 0.3}, NULL, NULL);
    jw_ensemble_book(&ensemble, jw_ensemble_balance(&ensemble) - ill);
    check(isfinite(ensemble.energy_in), "work put in is a number again, not %g",
          ensemble.energy_in);
    check_below(fabs(jw_ensemble_balance(&ensemble)), 1e-18, "all that there is was put in, but");
    end(3);
}

int main(void) {
    int few[STRINGS];
    for (int s = 0; s < STRINGS; ++s) {
        few[s] = s % 5;
    }
    check_moves();
    check_poison();
    check_books();
    check_company(mixed, MIXED);
    check_company(few, 1);
    check_company(few, 3);
    check_company(few, 9);
    check_company(few, STRINGS);
    return check_result();
}
