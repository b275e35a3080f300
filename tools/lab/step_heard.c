// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "step_study.h"

#include "spectrum.h"
#include "step_jawari.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double reference_hz = 768000.0;
static const double chaos_nudge = 3e-6;

/********* A reference and its levels *********/

typedef struct {
    JwLab *lab;
    JwJawari string;
    JwBandLevels levels;
    double from, to; ///< Part of the progress bar
    double n_runs;   ///< Number of runs that share it
    double done;
} Bench;

// Runs one plan. Runs share the progress bar roughly in proportion to their numbers of steps.
static bool run_one(Bench *bench, JwJawariPlan plan, JwJawariTake *take) {
    const double share = (bench->to - bench->from) / bench->n_runs;
    plan.bar_from = bench->from + share * bench->done;
    plan.bar_to = plan.bar_from + share;
    bench->done += 1.0;
    return jw_jawari_run(bench->lab, &bench->string, &plan, take);
}

static bool levels_of(Bench *bench, const JwJawariTake *take, JwBandLevels *levels) {
    return jw_band_levels_init(levels, take->sound, take->n, JW_JAWARI_RATE_HZ) ||
           jw_error_set(jw_lab_error(bench->lab), "out of memory");
}

static bool run_reference(Bench *bench, JwJawariPlan plan) {
    JwJawariTake take;
    const bool good = run_one(bench, plan, &take) && levels_of(bench, &take, &bench->levels);
    jw_jawari_take_clear(&take);
    return good;
}

// Distance of a run to the reference [dB].
static bool distance_of(Bench *bench, const JwJawariTake *take, double *distance) {
    JwBandLevels levels = {0};
    const bool good = levels_of(bench, take, &levels);
    *distance = good ? jw_band_levels_distance(&levels, &bench->levels) : 0.0;
    jw_band_levels_clear(&levels);
    return good;
}

static bool run_distance(Bench *bench, JwJawariPlan plan, double *distance) {
    JwJawariTake take;
    const bool good = run_one(bench, plan, &take) && distance_of(bench, &take, distance);
    jw_jawari_take_clear(&take);
    return good;
}

/********* A jawari on grid points: every scheme *********/

static const struct {
    const char *name, *legend;
    JwStepScheme scheme;
    bool rk4;
} schemes[] = {
    {"rk4", "RK4", JW_STEP_LEDGER, true},
    {"fold", "fold alone", JW_STEP_FOLD, false},
    {"safe", "projection alone", JW_STEP_SAFE, false},
    {"step", "engine", JW_STEP_LEDGER, false},
};
enum { n_schemes = sizeof(schemes) / sizeof(schemes[0]), max_rates = 5 };

// Takes of all schemes at all rates.
typedef struct {
    const double *rate_hz;
    int n;
    double distance[max_rates][n_schemes];
    bool lost[max_rates][n_schemes];
} Rates;

static void report_take(Bench *bench, int scheme, double khz, const JwJawariTake *take) {
    JwLab *lab = bench->lab;
    const char *name = schemes[scheme].name;
    const bool lost = take->lost_s < bench->string.seconds;
    char key[64];
    snprintf(key, sizeof(key), "jawari_%s_outcome_%g_khz", name, khz);
    jw_lab_key_text(lab, key, lost ? "unstable" : "passive");
    jw_lab_key(lab, take->lost_s, "s", "jawari_%s_lasts_%g_khz", name, khz);
    jw_lab_key(lab, take->energy_max, "1", "jawari_%s_energy_max_%g_khz", name, khz);
    jw_lab_key(lab, take->cpu_s / take->lost_s, "s/s", "jawari_%s_cpu_%g_khz", name, khz);
    if (!schemes[scheme].rk4) {
        jw_lab_key(lab, take->deepest, "m", "jawari_%s_penetration_max_%g_khz", name, khz);
    }
}

// Draws the energies of all schemes at one rate.
static void draw_energies(Bench *bench, const JwJawariTake takes[n_schemes]) {
    JwLab *lab = bench->lab;
    JwLabTable *table = jw_lab_table(lab, "jawari-energy");
    JwLabPanel *panel =
        jw_lab_panel(lab, &(JwLabAxes){.title = "String on a jawari, a step a sample at 48 kHz",
                                       .x_label = "t [ms]",
                                       .y_label = "energy [dB]",
                                       .x_range = {0.0, 50.0},
                                       .y_range = {-5.0, 10.0}});
    jw_lab_column(table, "ms", "t");
    for (int k = 0; k < n_schemes; ++k) {
        const int y = jw_lab_column(table, "dB", "%s_energy", schemes[k].name);
        jw_lab_curve(panel, table, 0, y, k == n_schemes - 1 ? JW_LAB_DASHED : JW_LAB_LINE, "%s",
                     schemes[k].legend);
    }
    const int n = takes[n_schemes - 1].n;
    for (int i = 0; i < n; i += i < JW_JAWARI_RATE_HZ / 20 ? 8 : 480) {
        double row[1 + n_schemes] = {1e3 * i / JW_JAWARI_RATE_HZ};
        for (int k = 0; k < n_schemes; ++k) {
            // A lost run leaves the panel at its top.
            const double energy = i < takes[k].n ? takes[k].energy[i] : 100.0;
            row[1 + k] = 10.0 * log10(fmax(energy, 1e-12));
        }
        jw_lab_row(table, row);
    }
}

static void draw_distances(Bench *bench, const Rates *rates) {
    JwLab *lab = bench->lab;
    JwLabPanel *panel =
        jw_lab_panel(lab, &(JwLabAxes){.title = "The same: distance to 768 kHz, of what lasts",
                                       .x_label = "steps a second [kHz]",
                                       .y_label = "distance [dB]",
                                       .x_range = {40.0, 200.0},
                                       .y_range = {0.0, 5.0}});
    for (int k = 0; k < n_schemes; ++k) {
        char name[40];
        snprintf(name, sizeof(name), "jawari-distance-%s", schemes[k].name);
        JwLabTable *table = jw_lab_table(lab, name);
        jw_lab_column(table, "kHz", "rate");
        jw_lab_column(table, "dB", "distance");
        int rows = 0;
        for (int r = 0; r < rates->n; ++r) {
            if (!rates->lost[r][k]) {
                jw_lab_row(table, (double[]){1e-3 * rates->rate_hz[r], rates->distance[r][k]});
                ++rows;
            }
        }
        if (rows) {
            jw_lab_curve(panel, table, 0, 1, JW_LAB_LINEPOINTS, "%s", schemes[k].legend);
        }
    }
}

static bool run_rates(Bench *bench, Rates *rates) {
    JwJawariTake first[n_schemes] = {{0}};
    bool good = true;
    for (int r = 0; good && r < rates->n; ++r) {
        for (int k = 0; good && k < n_schemes; ++k) {
            JwJawariTake take;
            const double khz = 1e-3 * rates->rate_hz[r];
            const JwJawariPlan plan = {
                .rate_hz = rates->rate_hz[r], .scheme = schemes[k].scheme, .rk4 = schemes[k].rk4};
            good = run_one(bench, plan, &take) && distance_of(bench, &take, &rates->distance[r][k]);
            rates->lost[r][k] = take.lost_s < bench->string.seconds;
            if (good) {
                report_take(bench, k, khz, &take);
            }
            if (good && !rates->lost[r][k]) {
                jw_lab_key(bench->lab, rates->distance[r][k], "dB", "jawari_%s_distance_%g_khz",
                           schemes[k].name, khz);
            }
            if (r == 0) {
                first[k] = take;
            } else {
                jw_jawari_take_clear(&take);
            }
        }
    }
    if (good) {
        draw_energies(bench, first);
        draw_distances(bench, rates);
    }
    for (int k = 0; k < n_schemes; ++k) {
        jw_jawari_take_clear(&first[k]);
    }
    return good;
}

bool jw_study_check(JwLab *lab) {
    int n;
    const double *rate_hz = jw_lab_numbers(lab, "rates", &n);
    if (n > max_rates) {
        return jw_error_set(jw_lab_error(lab), "more than %d values of --rates", (int)max_rates);
    }
    for (int i = 0; i < n; ++i) {
        if (fmod(rate_hz[i], JW_JAWARI_RATE_HZ) != 0.0) {
            return jw_error_set(jw_lab_error(lab), "--rates %g is not a multiple of %d", rate_hz[i],
                                (int)JW_JAWARI_RATE_HZ);
        }
    }
    return true;
}

bool jw_study_jawari(JwLab *lab, double from, double to) {
    Rates rates = {.n = 0};
    Bench bench = {.lab = lab, .from = from, .to = to};
    double floor_db;
    rates.rate_hz = jw_lab_numbers(lab, "rates", &rates.n);
    bench.n_runs = 2.0 + rates.n * n_schemes;
    jw_jawari_on_grid(&bench.string, 0.9);
    bool good = run_reference(&bench, (JwJawariPlan){.rate_hz = reference_hz}) &&
                run_distance(&bench, (JwJawariPlan){.rate_hz = reference_hz, .nudge = chaos_nudge},
                             &floor_db);
    if (good) {
        jw_lab_key(lab, floor_db, "dB", "jawari_floor");
        good = run_rates(&bench, &rates);
    }
    jw_band_levels_clear(&bench.levels);
    return good;
}

// Opens a panel, unless all systems share one figure: the results are then only in tables.
static JwLabPanel *open_panel(JwLab *lab, const JwLabAxes *axes) {
    return jw_lab_is(lab, "system", "all") ? NULL : jw_lab_panel(lab, axes);
}

/********* The ledger's memory *********/

// Reports the energy left after one second, without losses and at R = 1.
static bool run_forgetting(Bench *bench) {
    static const double forgets[] = {1.0, 0.9999, 0.999, 0.99, 0.9};
    JwLabTable *table = jw_lab_table(bench->lab, "memory-forget");
    jw_lab_column(table, "1", "forget");
    jw_lab_column(table, "1", "energy");
    jw_jawari_on_grid(&bench->string, 1.0);
    bench->string.data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL};
    for (size_t i = 0; i < sizeof(forgets) / sizeof(forgets[0]); ++i) {
        JwJawariTake take;
        const bool good = run_one(
            bench, (JwJawariPlan){.rate_hz = JW_JAWARI_RATE_HZ, .forget = forgets[i]}, &take);
        if (good) {
            const double energy = take.energy[take.n - 1];
            jw_lab_key(bench->lab, energy, "1", "memory_energy_forget_%g", forgets[i]);
            jw_lab_key(bench->lab, energy - take.ledger_due, "1", "memory_balance_forget_%g",
                       forgets[i]);
            jw_lab_row(table, (double[]){forgets[i], energy});
        }
        jw_jawari_take_clear(&take);
        if (!good) {
            return false;
        }
    }
    return true;
}

// Reports the distance from the reference at R < 1 for several limits of the energy that the ledger
// may owe.
static bool run_floors(Bench *bench) {
    static const double floors[] = {1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 100.0};
    static const double restitutions[] = {0.9, 0.5};
    JwLabTable *table = jw_lab_table(bench->lab, "memory-floor");
    JwLabPanel *panel =
        open_panel(bench->lab, &(JwLabAxes){.title = "Jawari, 48 kHz: memory of the ledger",
                                            .x_label = "most it may owe, over the energy",
                                            .y_label = "distance [dB]",
                                            .log_x = true,
                                            .y_range = {0.0, 5.0}});
    double distance[8][2];
    jw_lab_column(table, "1", "floor");
    for (int k = 0; k < 2; ++k) {
        const int y = jw_lab_column(table, "dB", "distance_R_%g", restitutions[k]);
        jw_lab_curve(panel, table, 0, y, JW_LAB_LINEPOINTS, "R = %g", restitutions[k]);
        jw_jawari_on_grid(&bench->string, restitutions[k]);
        jw_band_levels_clear(&bench->levels);
        if (!run_reference(bench, (JwJawariPlan){.rate_hz = reference_hz})) {
            return false;
        }
        for (int i = 0; i < 8; ++i) {
            const JwJawariPlan plan = {.rate_hz = JW_JAWARI_RATE_HZ, .floor = floors[i]};
            if (!run_distance(bench, plan, &distance[i][k])) {
                return false;
            }
            jw_lab_key(bench->lab, distance[i][k], "dB", "memory_distance_R_%g_floor_%g",
                       restitutions[k], floors[i]);
        }
    }
    for (int i = 0; i < 8; ++i) {
        jw_lab_row(table, (double[]){floors[i], distance[i][0], distance[i][1]});
    }
    return true;
}

bool jw_study_memory(JwLab *lab, double from, double to) {
    Bench bench = {.lab = lab, .from = from, .to = to, .n_runs = 5.0 + 2.0 * 9.0};
    const bool good = run_forgetting(&bench) && run_floors(&bench);
    jw_band_levels_clear(&bench.levels);
    return good;
}

/********* Coupled points *********/

static const struct {
    const char *name, *legend;
    int n;      ///< Number of contact points; 0: on the grid
    double chi; ///< Value for chi of JwModesSpec
} nets[] = {
    {"grid", "on the grid", 0, 0.0},
    {"hard", "12 points", 12, 0.0},
    {"soft", "12, static compliance 0.3", 12, 0.3},
    {"local", "12, local modes (the engine's)", 12, -1.0},
};
enum { n_nets = sizeof(nets) / sizeof(nets[0]) };

static bool run_net(Bench *bench, int net, double restitution, double *distance) {
    const JwJawariPlan plan = {.rate_hz = JW_JAWARI_RATE_HZ, .chi = nets[net].chi};
    jw_jawari_real(&bench->string, 20000.0, nets[net].n, restitution);
    return run_distance(bench, plan, distance);
}

// Compares with a reference that has modes to 80 kHz, points on their grid, and no compliance.
bool jw_study_coupled(JwLab *lab, double from, double to) {
    static const double restitutions[] = {0.0, 0.3, 0.6, 0.9, 1.0};
    enum { n = sizeof(restitutions) / sizeof(restitutions[0]) };
    Bench bench = {.lab = lab, .from = from, .to = to, .n_runs = 1.0 + n * n_nets};
    JwLabTable *table = jw_lab_table(lab, "coupled");
    JwLabPanel *panel =
        open_panel(lab, &(JwLabAxes){.title = "A real jawari, 48 kHz: distance to modes to 80 kHz",
                                     .x_label = "restitution R",
                                     .y_label = "distance [dB]",
                                     .y_range = {0.0, 30.0}});
    jw_lab_column(table, "1", "restitution");
    for (int k = 0; k < n_nets; ++k) {
        const int y = jw_lab_column(table, "dB", "distance_%s", nets[k].name);
        jw_lab_curve(panel, table, 0, y, JW_LAB_LINEPOINTS, "%s", nets[k].legend);
    }
    jw_jawari_real(&bench.string, 80000.0, 0, 0.9);
    bool good = run_reference(&bench, (JwJawariPlan){.rate_hz = reference_hz});
    for (int i = 0; good && i < n; ++i) {
        double row[1 + n_nets] = {restitutions[i]};
        for (int k = 0; good && k < n_nets; ++k) {
            good = run_net(&bench, k, restitutions[i], &row[1 + k]);
            jw_lab_key(lab, row[1 + k], "dB", "coupled_%s_distance_R_%g", nets[k].name,
                       restitutions[i]);
        }
        jw_lab_row(table, row);
    }
    jw_band_levels_clear(&bench.levels);
    return good;
}
