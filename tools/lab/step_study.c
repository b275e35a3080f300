// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Study of one explicit step per sample and why it suffices: the engine's step compared with its
// parts and with the methods that it replaces, on strings whose motion is known.
//
// rk4:  Ivanov's coordinates and RK4 (Galerkin-Ivanov), four evaluations of the force a step;
// fold: Ivanov's fold as impulses of an explicit two-step scheme, one evaluation;
// safe: a projection onto the obstacle that does no work, one evaluation;
// step: the engine's, which takes the fold as far as its ledger of energy allows, else the
// projection; one evaluation.

#include "step_study.h"

#include "galerkin_ivanov.h"
#include "gi_string.h"
#include "step_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double every = 0.05; // Time between two comparisons
static const double short_end[] = {1.0, 2.0};
static const double gains = 1.01; // Energy relative to its start above which a run gains energy
static const double loses = 0.95; // Energy relative to the reference's below which a run loses
                                  // energy

static const struct {
    const char *name, *legend;
    const JwGiMethod *method;
    int evaluations; // Evaluations of the force in a step
} schemes[] = {
    {"rk4", "RK4", &jw_gi_ivanov, 4},
    {"fold", "fold alone", &jw_gi_fold, 1},
    {"safe", "projection alone", &jw_gi_safe, 1},
    {"step", "engine", &jw_gi_step, 1},
};
enum { n_schemes = sizeof(schemes) / sizeof(schemes[0]), max_values = 8 };

/********* One run of one scheme on a grid string *********/

typedef struct {
    const JwGiString *string;
    int n; ///< Number of times recorded before the run was lost
    double *midpoint, *energy;
} Trace;

typedef struct {
    double rms, rms_short[2]; ///< Errors of the midpoint, to the end and to short_end
    double energy;            ///< Energy at the end relative to the reference's
    double energy_max;        ///< Largest energy relative to its start
    double lost_at;           ///< Time when the run was lost; otherwise the end
    double cpu_us;            ///< Processor time of a step
} Result;

typedef struct {
    JwLab *lab;
    JwGiString string;
    double *times;
    int n_times;
    Trace reference, trace;
    double bar_from, bar_to;
} Bench;

static bool take(void *user, int index, const JwGiSample *sample) {
    Trace *trace = user;
    trace->midpoint[index] = jw_gi_midpoint(trace->string, sample->q);
    trace->energy[index] = sample->energy;
    trace->n = index + 1;
    return true;
}

static bool run_method(const Bench *bench, const JwGiMethod *method, double dt, Trace *trace,
                       double *lost_at) {
    const JwGiRun run = {.lab = bench->lab,
                         .string = &bench->string,
                         .dt = dt,
                         .order = 30,
                         .times = bench->times,
                         .n_times = bench->n_times,
                         .bar_from = bench->bar_from,
                         .bar_to = bench->bar_to,
                         .user = trace,
                         .take = take,
                         .unstable_at = lost_at};
    trace->n = 0;
    method->run(&run);
    return jw_lab_ok(bench->lab);
}

static double rms_to(const Bench *bench, double end) {
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < bench->trace.n && bench->times[i] <= end + 0.5 * every; ++i) {
        const double d = bench->trace.midpoint[i] - bench->reference.midpoint[i];
        sum += d * d;
        ++n;
    }
    return n ? sqrt(sum / n) : 0.0;
}

static bool measure(Bench *bench, int scheme, double dt, Result *result) {
    const double end = bench->times[bench->n_times - 1];
    *result = (Result){.lost_at = end};
    const clock_t start = clock();
    if (!run_method(bench, schemes[scheme].method, dt, &bench->trace, &result->lost_at)) {
        return false;
    }
    const double cpu_s = (double)(clock() - start) / CLOCKS_PER_SEC;
    result->cpu_us = 1e6 * cpu_s * dt / fmax(result->lost_at, dt);
    result->rms = rms_to(bench, end);
    for (int k = 0; k < 2; ++k) {
        result->rms_short[k] = rms_to(bench, short_end[k]);
    }
    const int last = bench->trace.n - 1;
    for (int i = 0; i <= last; ++i) {
        result->energy_max =
            fmax(result->energy_max, bench->trace.energy[i] / bench->trace.energy[0]);
    }
    result->energy = last < 0 ? 0.0 : bench->trace.energy[last] / bench->reference.energy[last];
    return true;
}

static const char *outcome_of(const Result *result, double end) {
    if (result->lost_at < end) {
        return "unstable";
    }
    return result->energy_max > gains ? "gains energy"
                                      : (result->energy < loses ? "loses energy" : "keeps energy");
}

/********* A grid string over restitutions, steps and schemes *********/

typedef struct {
    const char *name; ///< Name of the obstacle
    bool chaotic;     ///< Runs are only compared over a short time
    const double *dt, *restitution;
    int n_dt, n_restitution;
    JwLabTable *table, *history;
    JwLabTable *drawn;             ///< Table of the first restitution: evaluations, errors
    JwLabPanel *errors, *energies; ///< Panels; NULL: not drawn
} Sheet;

static void clear_bench(Bench *bench) {
    jw_gi_obstacle_clear(&bench->string.obstacle);
    jw_gi_grid_clear(&bench->string.grid);
    free(bench->times);
}

// Allocates in one block the times, then midpoint and energy of the reference and of the run.
static bool make_times(Bench *bench) {
    bench->n_times = (int)lround(jw_lab_number(bench->lab, "t-end") / every) + 1;
    const size_t n = (size_t)bench->n_times;
    bench->times = calloc(5 * n, sizeof(double));
    if (!bench->times) {
        return jw_error_set(jw_lab_error(bench->lab), "out of memory");
    }
    for (size_t i = 0; i < n; ++i) {
        bench->times[i] = every * (double)i;
    }
    bench->reference = (Trace){&bench->string, 0, bench->times + n, bench->times + 2 * n};
    bench->trace = (Trace){&bench->string, 0, bench->times + 3 * n, bench->times + 4 * n};
    return true;
}

static bool open_bench(Bench *bench, const Sheet *sheet) {
    JwLab *lab = bench->lab;
    const int n = jw_lab_integer(lab, "modes");
    if (jw_gi_grid_init(&bench->string.grid, n)) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    bench->string.gamma = 1.0;
    bench->string.amplitude = 0.05;
    return jw_gi_obstacle_init(lab, sheet->name, n, &bench->string.obstacle) && make_times(bench);
}

static void open_columns(Sheet *sheet) {
    jw_lab_column(sheet->table, "1", "restitution");
    jw_lab_column(sheet->table, "1", "dt");
    for (int k = 0; k < n_schemes; ++k) {
        const char *name = schemes[k].name;
        jw_lab_column(sheet->table, "1", "%s_evaluations_a_time", name);
        jw_lab_column(sheet->table, "1", "%s_rms", name);
        jw_lab_column(sheet->table, "1", "%s_energy", name);
        jw_lab_column(sheet->table, "1", "%s_energy_max", name);
        jw_lab_column(sheet->table, "1", "%s_lost_at", name);
        jw_lab_column(sheet->table, "us", "%s_cpu_a_step", name);
    }
}

static void report_result(const Bench *bench, const Sheet *sheet, int scheme, double dt,
                          const Result *r) {
    JwLab *lab = bench->lab;
    char head[48];
    char tail[64];
    snprintf(head, sizeof(head), "%s_%s", sheet->name, schemes[scheme].name);
    snprintf(tail, sizeof(tail), "R_%g_dt_%g", bench->string.restitution, dt);
    if (sheet->chaotic) {
        jw_lab_key(lab, r->rms_short[0], "1", "%s_rms_to_1_%s", head, tail);
        jw_lab_key(lab, r->rms_short[1], "1", "%s_rms_to_2_%s", head, tail);
    } else {
        jw_lab_key(lab, r->rms, "1", "%s_rms_%s", head, tail);
    }
    jw_lab_key(lab, r->energy, "1", "%s_energy_%s", head, tail);
    jw_lab_key(lab, r->energy_max, "1", "%s_energy_max_%s", head, tail);
    jw_lab_key(lab, r->cpu_us, "us", "%s_cpu_%s", head, tail);
    char name[128];
    snprintf(name, sizeof(name), "%s_outcome_%s", head, tail);
    jw_lab_key_text(lab, name, outcome_of(r, bench->times[bench->n_times - 1]));
}

// Order of a scheme: slope of log rms over log dt by least squares, where the run was not lost.
static double order_of(const Sheet *sheet, const Result *results, double end) {
    double n = 0.0;
    double sx = 0.0;
    double sy = 0.0;
    double sxx = 0.0;
    double sxy = 0.0;
    for (int i = 0; i < sheet->n_dt; ++i) {
        const Result *r = &results[i * n_schemes];
        const double error = sheet->chaotic ? r->rms_short[0] : r->rms;
        if (r->lost_at < end || error <= 0.0) {
            continue;
        }
        const double x = log(sheet->dt[i]);
        const double y = log(error);
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double spread = n * sxx - sx * sx;
    return n > 1.0 && spread > 0.0 ? (n * sxy - sx * sy) / spread : 0.0;
}

// Style of a scheme's curve. The engine's coincides with the projection's where both conserve
// energy.
static JwLabStyle style_of(int scheme) {
    return scheme == n_schemes - 1 ? JW_LAB_DASHED : JW_LAB_LINE;
}

// Stores the energies over time of the largest step, scheme by scheme.
static void keep_history(const Bench *bench, int scheme, double *history) {
    for (int i = 0; i < bench->n_times; ++i) {
        const bool there = i < bench->trace.n;
        const double energy = there ? bench->trace.energy[i] / bench->trace.energy[0]
                                    : (i ? history[(i - 1) * n_schemes + scheme] : 1.0);
        history[i * n_schemes + scheme] = energy;
    }
}

static void draw_history(const Bench *bench, Sheet *sheet, const double *history) {
    jw_lab_column(sheet->history, "1", "t");
    for (int k = 0; k < n_schemes; ++k) {
        const int y = jw_lab_column(sheet->history, "1", "%s_energy", schemes[k].name);
        jw_lab_curve(sheet->energies, sheet->history, 0, y, style_of(k), "%s", schemes[k].legend);
    }
    for (int i = 0; i < bench->n_times; ++i) {
        double row[1 + n_schemes] = {bench->times[i]};
        memcpy(row + 1, history + (size_t)i * n_schemes, n_schemes * sizeof(double));
        jw_lab_row(sheet->history, row);
    }
}

static void add_row(const Bench *bench, const Sheet *sheet, double dt, const Result *results) {
    double row[2 + 6 * n_schemes] = {bench->string.restitution, dt};
    for (int k = 0; k < n_schemes; ++k) {
        const Result *r = &results[k];
        const double cells[6] = {schemes[k].evaluations / dt,
                                 sheet->chaotic ? r->rms_short[0] : r->rms,
                                 r->energy,
                                 r->energy_max,
                                 r->lost_at,
                                 r->cpu_us};
        memcpy(row + 2 + 6 * k, cells, sizeof(cells));
    }
    jw_lab_row(sheet->table, row);
    if (bench->string.restitution == sheet->restitution[0]) {
        double drawn[2 * n_schemes];
        for (int k = 0; k < n_schemes; ++k) {
            drawn[2 * k] = row[2 + 6 * k];
            drawn[2 * k + 1] = row[3 + 6 * k];
        }
        jw_lab_row(sheet->drawn, drawn);
    }
}

static bool skips(const Bench *bench, int scheme) {
    return schemes[scheme].method == &jw_gi_ivanov && bench->string.restitution == 0.0;
}

static bool run_restitution(Bench *bench, Sheet *sheet, Result *results, double *history) {
    const double share = (bench->bar_to - bench->bar_from) / (sheet->n_dt * n_schemes + 1.0);
    const double from = bench->bar_from;
    const bool drawn = bench->string.restitution == sheet->restitution[0];
    bench->bar_to = from + share;
    if (!run_method(bench, &jw_gi_event, 1e-4, &bench->reference, NULL)) {
        return false;
    }
    for (int i = 0; i < sheet->n_dt; ++i) {
        for (int k = 0; k < n_schemes; ++k) {
            Result *r = &results[i * n_schemes + k];
            bench->bar_from = from + share * (i * n_schemes + k + 1.0);
            bench->bar_to = bench->bar_from + share;
            *r = (Result){0};
            if (skips(bench, k)) {
                continue;
            }
            if (!measure(bench, k, sheet->dt[i], r)) {
                return false;
            }
            report_result(bench, sheet, k, sheet->dt[i], r);
            if (drawn && i == 0) {
                keep_history(bench, k, history);
            }
        }
        add_row(bench, sheet, sheet->dt[i], results + (size_t)i * n_schemes);
    }
    for (int k = 0; k < n_schemes; ++k) {
        jw_lab_key(bench->lab, order_of(sheet, results + k, bench->times[bench->n_times - 1]), "1",
                   "%s_%s_order_R_%g", sheet->name, schemes[k].name, bench->string.restitution);
    }
    if (drawn) {
        draw_history(bench, sheet, history);
    }
    return true;
}

static bool run_sheet(Bench *bench, Sheet *sheet) {
    const double from = bench->bar_from;
    const double share = (bench->bar_to - from) / sheet->n_restitution;
    Result *results = calloc((size_t)sheet->n_dt * n_schemes, sizeof(*results));
    double *history = NULL;
    bool good = results || jw_error_set(jw_lab_error(bench->lab), "out of memory");
    good = good && open_bench(bench, sheet);
    if (good) {
        history = calloc((size_t)bench->n_times * n_schemes, sizeof(double));
        good = history || jw_error_set(jw_lab_error(bench->lab), "out of memory");
    }
    for (int k = 0; good && k < sheet->n_restitution; ++k) {
        bench->string.restitution = sheet->restitution[k];
        bench->bar_from = from + share * k;
        bench->bar_to = bench->bar_from + share;
        good = run_restitution(bench, sheet, results, history);
    }
    free(results);
    free(history);
    clear_bench(bench);
    return good;
}

static void open_errors(JwLab *lab, Sheet *sheet) {
    char text[80];
    snprintf(text, sizeof(text), "String on '%s': error of its midpoint%s", sheet->name,
             sheet->chaotic ? " to t = 1" : "");
    sheet->errors = jw_lab_panel(lab, &(JwLabAxes){.title = text,
                                                   .x_label = "force evaluations a unit of time",
                                                   .y_label = "rms error",
                                                   .log_x = true,
                                                   .log_y = true});
    for (int k = 0; k < n_schemes; ++k) {
        jw_lab_curve(sheet->errors, sheet->drawn, 2 * k, 2 * k + 1, JW_LAB_LINEPOINTS, "%s",
                     schemes[k].legend);
    }
}

static void open_energies(JwLab *lab, Sheet *sheet) {
    char text[80];
    snprintf(text, sizeof(text), "String on '%s', steps of %g: energy", sheet->name, sheet->dt[0]);
    sheet->energies = jw_lab_panel(lab, &(JwLabAxes){.title = text,
                                                     .x_label = "t",
                                                     .y_label = "energy over its start",
                                                     .y_range = {0.0, 2.5}});
}

static void open_tables(JwLab *lab, Sheet *sheet) {
    char text[64];
    sheet->table = jw_lab_table(lab, sheet->name);
    open_columns(sheet);
    snprintf(text, sizeof(text), "%s-energy", sheet->name);
    sheet->history = jw_lab_table(lab, text);
    snprintf(text, sizeof(text), "%s-error", sheet->name);
    sheet->drawn = jw_lab_table(lab, text);
    for (int k = 0; k < n_schemes; ++k) {
        jw_lab_column(sheet->drawn, "1", "%s_evaluations_a_time", schemes[k].name);
        jw_lab_column(sheet->drawn, "1", "%s_rms", schemes[k].name);
    }
}

// Runs one string. If all systems share one figure, each only draws one panel.
static bool run_grid_string(JwLab *lab, const char *name, double from, double to) {
    const bool alone = !jw_lab_is(lab, "system", "all");
    Bench bench = {.lab = lab, .bar_from = from, .bar_to = to};
    Sheet sheet = {.name = name, .chaotic = !strcmp(name, "flat")};
    sheet.dt = jw_lab_numbers(lab, "dt", &sheet.n_dt);
    sheet.restitution = jw_lab_numbers(lab, "restitution", &sheet.n_restitution);
    open_tables(lab, &sheet);
    if (alone || !sheet.chaotic) {
        open_errors(lab, &sheet);
    }
    if (alone || sheet.chaotic) {
        open_energies(lab, &sheet);
    }
    return run_sheet(&bench, &sheet);
}

/********* The experiment *********/

static bool check(JwLab *lab) {
    int n_dt;
    int n_restitution;
    jw_lab_numbers(lab, "dt", &n_dt);
    jw_lab_numbers(lab, "restitution", &n_restitution);
    if (n_dt > max_values || n_restitution > max_values) {
        return jw_error_set(jw_lab_error(lab), "more than %d values of --dt or --restitution",
                            (int)max_values);
    }
    return jw_study_check(lab);
}

static bool run(JwLab *lab) {
    static const struct {
        const char *name;
        bool (*run)(JwLab *lab, double from, double to);
        double work;
    } systems[] = {
        {"jawari", jw_study_jawari, 0.2},
        {"memory", jw_study_memory, 0.05},
        {"coupled", jw_study_coupled, 0.15},
    };
    static const char *const grid_strings[] = {"depth", "flat"};
    const char *wanted = jw_lab_text(lab, "system");
    const bool all = !strcmp(wanted, "all");
    double from = 0.0;
    bool good = check(lab);
    for (int i = 0; good && i < 2; ++i) {
        if (all || !strcmp(wanted, grid_strings[i])) {
            good = run_grid_string(lab, grid_strings[i], from, all ? from + 0.3 : 1.0);
            from += 0.3;
        }
    }
    for (size_t i = 0; good && i < sizeof(systems) / sizeof(systems[0]); ++i) {
        if (all || !strcmp(wanted, systems[i].name)) {
            good = systems[i].run(lab, from, all ? from + systems[i].work : 1.0);
            from += systems[i].work;
        }
    }
    return good;
}

static const JwOption options[] = {
    JW_LAB_CHOICE("system", "all", "all|depth|flat|jawari|memory|coupled", "what is run"),
    JW_LAB_NUMBERS("dt", "2.5e-3,1.25e-3,6.25e-4,2.5e-4", 1e-6, 1.0, "",
                   "steps on depth and flat, the largest first"),
    JW_LAB_NUMBERS("restitution", "1,0.9", 0.0, 1.0, "", "R on depth and flat"),
    JW_LAB_NUMBERS("rates", "48000,96000,192000", 48000, 768000, "Hz",
                   "steps a second on the jawari, multiples of 48000"),
    JW_LAB_INTEGER("modes", "201", 1, 400, "", "N on depth and flat"),
    JW_LAB_NUMBER("t-end", "10", 1.0, 100.0, "", "end on depth and flat"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_step_study = {
    .name = "step-study",
    .summary = "the engine's step beside RK4 and its own parts: accuracy, energy, cost, outcome",
    .source = "Samukham, Khaderi, Vyasarayani (Galerkin-Ivanov); the step is our own",
    .options = options,
    .run = run,
};
