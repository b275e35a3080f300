// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chain_lab.h"
#include "chain_replay.h"
#include "chain_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { max_orbits = 64, n_curve = 2000 };

static const double max_replay_steps = 1e9;

/********* Finding the orbit *********/

static bool one_impact(JwLab *lab, const JwChain *chain, double period, JwChainOrbit *orbit) {
    *orbit = (JwChainOrbit){.impacts = 1, .period = period, .t = {0.0, period}};
    const double slip = jw_chain_orbit_evaluate(chain, orbit);
    if (slip > 1e-9) {
        return jw_error_set(jw_lab_error(lab),
                            "no orbit: a natural frequency resonates with a period of %g", period);
    }
    if (!(orbit->lambda[0] > 0.0)) {
        return jw_error_set(jw_lab_error(lab),
                            "no orbit with one impact and a period of %g: the wall would have "
                            "to pull, lambda = %g",
                            period, orbit->lambda[0]);
    }
    return jw_chain_orbit_admissible(orbit) ||
           jw_error_set(jw_lab_error(lab),
                        "no orbit with one impact and a period of %g: it would go through the "
                        "wall, gap %.3g",
                        period, orbit->gap_min);
}

static bool several_impacts(JwLab *lab, const JwChain *chain, int impacts, double period,
                            JwChainOrbits *found) {
    const int starts = jw_lab_integer(lab, "starts");
    for (int i = 0; i < starts && jw_lab_ok(lab); ++i) {
        jw_chain_search(chain, impacts, period, (unsigned)i, found);
        jw_lab_progress(lab, (i + 1.0) / starts);
    }
    if (found->n == 0) {
        return jw_error_set(jw_lab_error(lab),
                            "no orbit with %d impacts and a period of %g found from %d starts",
                            impacts, period, starts);
    }
    jw_lab_key(lab, found->n, "1", "orbits");
    for (int i = 0; i < found->n; ++i) {
        jw_lab_key(lab, found->orbits[i].energy, "1", "orbit_energy_%d", i + 1);
    }
    const int wanted = jw_lab_integer(lab, "orbit");
    return wanted <= found->n ||
           jw_error_set(jw_lab_error(lab), "--orbit %d: only %d found", wanted, found->n);
}

/********* What it says *********/

static void report_state(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit) {
    double q[JW_CHAIN_MAX_DOFS];
    double v[JW_CHAIN_MAX_DOFS];
    jw_chain_orbit_state(chain, orbit, 0.0, q, v);
    for (int which = 0; which < 2; ++which) {
        for (int i = 0; i < chain->n; ++i) {
            double value = 0.0;
            for (int j = 0; j < chain->n; ++j) {
                value += jw_chain_mode(chain, j, i) * (which ? v[j] : q[j]);
            }
            jw_lab_key(lab, value, "1", which ? "v_%d" : "x_%d", i + 1);
        }
    }
}

static bool report_orbit(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit) {
    const int k = orbit->impacts;
    double contact = 0.0;
    for (int i = 1; i <= k; ++i) {
        jw_lab_key(lab, orbit->t[i], "1", "t_%d", i);
    }
    if (k == 1) {
        jw_lab_key(lab, orbit->lambda[0], "1", "lambda");
    }
    for (int i = 0; i < k; ++i) {
        contact = fmax(contact, fabs(jw_chain_orbit_gap(chain, orbit, orbit->t[i])));
        jw_lab_key(lab, orbit->lambda[i], "1", "lambda_%d", i + 1);
    }
    const double error = jw_chain_orbit_error(chain, orbit);
    const double replay = jw_chain_orbit_replay(chain, orbit);
    jw_lab_key(lab, orbit->energy, "1", "energy");
    jw_lab_key(lab, error, "1", "period_error");
    jw_lab_key(lab, contact, "1", "contact_error");
    jw_lab_key(lab, orbit->gap_min, "1", "gap_min");
    if (replay < 1.0) {
        jw_lab_key(lab, replay, "1", "event_run_error");
    } else {
        jw_lab_note(lab, "the orbit is too unstable to be followed for a period");
    }
    report_state(lab, chain, orbit);
    return error < 1e-9 || jw_error_set(jw_lab_error(lab), "the orbit closes to %.1e only", error);
}

static void report_branch(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit,
                          JwChainOrbit ends[2]) {
    ends[0] = ends[1] = *orbit;
    jw_chain_branch_follow(chain, &ends[0], 1e-3 * orbit->period);
    jw_chain_branch_follow(chain, &ends[1], 100.0 * orbit->period);
    jw_lab_key(lab, ends[0].period, "1", "branch_min");
    jw_lab_key(lab, ends[1].period, "1", "branch_max");
}

/********* Curves *********/

static JwLabTable *tabulate(JwLab *lab, const char *name, const JwChain *chain,
                            const JwChainOrbit *orbit) {
    JwLabTable *table = jw_lab_table(lab, name);
    double row[JW_CHAIN_MAX_DOFS + 2];
    double q[JW_CHAIN_MAX_DOFS];
    double v[JW_CHAIN_MAX_DOFS];
    jw_lab_column(table, "1", "t");
    for (int i = 0; i < chain->n; ++i) {
        jw_lab_column(table, "1", "x_%d", i + 1);
    }
    jw_lab_column(table, "1", "v_%d", chain->n);
    for (int n = 0; n <= n_curve; ++n) {
        const double t = orbit->period * n / n_curve;
        jw_chain_orbit_state(chain, orbit, t, q, v);
        row[0] = t;
        row[chain->n + 1] = 0.0;
        for (int i = 0; i < chain->n; ++i) {
            row[1 + i] = 0.0;
            for (int j = 0; j < chain->n; ++j) {
                row[1 + i] += jw_chain_mode(chain, j, i) * q[j];
            }
        }
        for (int j = 0; j < chain->n; ++j) {
            row[chain->n + 1] += chain->end[j] * v[j];
        }
        jw_lab_row(table, row);
    }
    return table;
}

static JwLabTable *tabulate_impacts(JwLab *lab, const char *name, const JwChainOrbit *orbit) {
    JwLabTable *table = jw_lab_table(lab, name);
    jw_lab_column(table, "1", "t");
    jw_lab_column(table, "1", "x");
    jw_lab_column(table, "1", "impulse");
    for (int i = 0; i <= orbit->impacts; ++i) {
        jw_lab_row(table, (double[]){orbit->t[i], 1.0, orbit->lambda[i % orbit->impacts]});
    }
    return table;
}

static void draw_orbit(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit,
                       const char *curve_name, const char *impacts_name, const char *title) {
    const JwLabTable *curve = tabulate(lab, curve_name, chain, orbit);
    const JwLabTable *impacts = tabulate_impacts(lab, impacts_name, orbit);
    JwLabPanel *panel =
        jw_lab_panel(lab, &(JwLabAxes){.title = title, .x_label = "t", .y_label = "x_n, dx_n/dt"});
    jw_lab_curve(panel, curve, 0, chain->n, JW_LAB_LINE, "position, T = %.6g", orbit->period);
    jw_lab_curve(panel, curve, 0, chain->n + 1, JW_LAB_DASHED, "velocity");
    jw_lab_curve(panel, impacts, 0, 1, JW_LAB_POINTS, "impacts");
}

// Draws the two motions of one mode as in Fig. 3: the requested one, and one further along the
// branch.
static void draw(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit,
                 const JwChainOrbit ends[2]) {
    JwChainOrbit other = *orbit;
    const bool up = ends[1].period - orbit->period > orbit->period - ends[0].period;
    jw_chain_branch_follow(chain, &other, 0.5 * (orbit->period + ends[up ? 1 : 0].period));
    draw_orbit(lab, chain, orbit, "orbit", "impacts", "orbit");
    draw_orbit(lab, chain, &other, "other", "other-impacts", "another of the same mode");
}

/********* The engine's contact step on the orbit *********/

static void add_drift(void *user, int period, double drift) {
    jw_lab_row(user, (double[]){period, drift});
}

static JwLabPanel *open_drift(JwLab *lab) {
    return jw_lab_panel(lab, &(JwLabAxes){.title = "how the engine's step drifts off the orbit",
                                          .x_label = "periods",
                                          .y_label = "largest displacement error",
                                          .log_x = true,
                                          .log_y = true});
}

static JwLabTable *open_run(JwLab *lab, JwLabPanel *panel, double dt) {
    char name[64];
    snprintf(name, sizeof(name), "drift-%g", dt);
    JwLabTable *table = jw_lab_table(lab, name);
    jw_lab_column(table, "1", "periods");
    jw_lab_column(table, "1", "drift");
    jw_lab_curve(panel, table, 0, 1, JW_LAB_LINEPOINTS, "Δt = %g", dt);
    return table;
}

static bool replay(JwLab *lab, const JwChain *chain, const JwChainOrbit *orbit) {
    int n = 0;
    const double *dts = jw_lab_numbers(lab, "dt", &n);
    const int periods = jw_lab_integer(lab, "replay-periods");
    JwLabPanel *panel = periods ? open_drift(lab) : NULL;
    for (int i = 0; i < n && periods && jw_lab_ok(lab); ++i) {
        const double steps = round(orbit->period / dts[i]);
        JwChainReplay result;
        if (!(dts[i] > 0.0) || steps * periods > max_replay_steps) {
            return jw_error_set(jw_lab_error(lab), "--dt %g makes more than %g steps in %d periods",
                                dts[i], max_replay_steps, periods);
        }
        const JwChainReplayPlan plan = {jw_lab_number(lab, "drift"), periods, (int)steps};
        JwLabTable *table = open_run(lab, panel, dts[i]);
        if (!jw_chain_replay(chain, orbit, &plan, add_drift, table, &result)) {
            return jw_error_set(jw_lab_error(lab),
                                "--dt %g is too large a step for this chain and orbit", dts[i]);
        }
        jw_lab_key(lab, result.periods, "1", "engine_periods_%g", dts[i]);
        jw_lab_key(lab, result.drift, "1", "engine_drift_%g", dts[i]);
        jw_lab_key(lab, result.energy_change, "1", "engine_energy_change_%g", dts[i]);
        jw_lab_key(lab, result.energy_lent, "1", "engine_energy_lent_%g", dts[i]);
        jw_lab_key(lab, result.penetration, "1", "engine_penetration_%g", dts[i]);
        jw_lab_progress(lab, (i + 1.0) / n);
    }
    return jw_lab_ok(lab);
}

/********* Options *********/

// Chooses the period: as given, otherwise that of Fig. 3 or one on the main branch of the same
// chain (5 masses; 7 impacts or 1). For other chains no period is known, and --period is required.
static bool choose_period(JwLab *lab, int dofs, int impacts, double *period) {
    if (jw_lab_has(lab, "period")) {
        *period = jw_lab_number(lab, "period");
    } else if (dofs == 5 && (impacts == 1 || impacts == 7)) {
        *period = impacts == 1 ? 20.5 : 138.51;
    } else {
        return jw_error_set(jw_lab_error(lab), "--period is missing");
    }
    return true;
}

static bool run(JwLab *lab) {
    const int impacts = jw_lab_integer(lab, "impacts");
    const int dofs = jw_lab_integer(lab, "dofs");
    double period = 0.0;
    JwChain chain;
    JwChainOrbit ends[2];
    if (!choose_period(lab, dofs, impacts, &period) || !jw_chain_init(&chain, dofs)) {
        return false;
    }
    JwChainOrbits found = {.orbits = calloc(max_orbits, sizeof(JwChainOrbit)),
                           .capacity = max_orbits};
    if (!found.orbits) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    const bool ok = impacts == 1 ? one_impact(lab, &chain, period, found.orbits)
                                 : several_impacts(lab, &chain, impacts, period, &found);
    if (ok) {
        const JwChainOrbit *orbit =
            &found.orbits[impacts == 1 ? 0 : jw_lab_integer(lab, "orbit") - 1];
        if (report_orbit(lab, &chain, orbit)) {
            report_branch(lab, &chain, orbit, ends);
            draw(lab, &chain, orbit, ends);
            replay(lab, &chain, orbit);
        }
    }
    free(found.orbits);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_INTEGER("dofs", "5", 1.0, JW_CHAIN_MAX_DOFS, "", "masses in the chain"),
    JW_LAB_INTEGER("impacts", "1", 1.0, JW_CHAIN_MAX_IMPACTS, "", "impacts per period"),
    JW_LAB_NUMBER("period", NULL, 1e-2, 1e4, "",
                  "of the orbit; for five masses 20.5 with one impact, 138.51 with seven"),
    JW_LAB_INTEGER("starts", "2000", 1.0, 1e6, "",
                   "sets of times that Newton's method starts from"),
    JW_LAB_INTEGER("orbit", "1", 1.0, max_orbits, "",
                   "which of the orbits found, by rising energy"),
    JW_LAB_NUMBERS("dt", "0.16,0.08,0.04,0.02", 1e-6, 10.0, "",
                   "steps of the engine's contact step, rounded to parts of the period"),
    JW_LAB_INTEGER("replay-periods", "1000", 0.0, 1e6, "",
                   "the engine's step runs at most this long; 0: not at all"),
    JW_LAB_NUMBER("drift", "1e-3", 1e-12, 1.0, "", "displacement error that ends such a run"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_nonsmooth_modes = {
    .name = "nonsmooth-modes",
    .summary = "periodic motions of a chain that bounces off a wall, k times a period",
    .source = "Thorin, Delezoide, Legrand (nonsmooth modes), Figs. 2-3",
    .options = options,
    .run = run,
};
