// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The random search of passivity.h as an experiment.

#include "passivity_lab.h"

#include "passivity.h"

#include <math.h>

static JwPrecision precision_of(const JwLab *lab) {
    return jw_lab_is(lab, "bits", "64") ? JW_PRECISION_F64 : JW_PRECISION_F32;
}

/// The value, or the smallest one that a logarithmic axis can show.
static double shown(double value) {
    return fmax(value, 1e-20);
}

static void tell_key(void *context, const char *name, double value, const char *unit) {
    jw_lab_key(context, value, unit, "worst_%s", name);
}

static void report_worst(JwLab *lab, uint64_t seed, uint64_t index) {
    JwPassivityCase drawn;
    jw_passivity_draw(seed, index, precision_of(lab), !jw_lab_has(lab, "alone"), &drawn);
    jw_passivity_describe(&drawn, tell_key, lab);
}

static void report(JwLab *lab, const JwPassivitySummary *sum, uint64_t seed) {
    jw_lab_key(lab, (double)sum->n, "1", "sets");
    jw_lab_key(lab, (double)sum->n_open, "1", "sets_disturbed");
    jw_lab_key(lab, (double)sum->n_single, "1", "sets_in_32_bits");
    jw_lab_key(lab, (double)sum->worst.impacts, "1", "impacts");
    jw_lab_key(lab, (double)sum->worst.nonfinite, "1", "nonfinite");
    // An infinity would end the run; non-finite energies are counted above.
    jw_lab_key(lab, fmin(sum->worst.excess, 1e300), "1", "energy_excess_max");
    jw_lab_key(lab, fmin(sum->worst.growth, 1e300), "1", "energy_growth_max");
    jw_lab_key(lab, fmin(sum->worst.booking, 1e300), "1", "booking_error_max");
    jw_lab_key(lab, sum->worst.penetration_m, "m", "penetration_max");
    jw_lab_key(lab, sum->sunk, "1", "penetration_over_amplitude_max");
    report_worst(lab, seed, sum->excess_index);
}

static bool add_row(JwLab *lab, JwLabTable *table, const JwPassivityCase *c,
                    const JwPassivityResult *r) {
    jw_lab_row(table, (double[]){(double)c->index, c->corner, c->energy_is_open, c->points[0].n,
                                 (double)r->nonfinite, shown(fmin(r->excess, 1e300)),
                                 shown(fmin(r->growth, 1e300)), shown(fmin(r->booking, 1e300)),
                                 r->penetration_m});
    return jw_lab_ok(lab);
}

static JwLabTable *open_table(JwLab *lab) {
    JwLabTable *table = jw_lab_table(lab, "sets");
    jw_lab_column(table, "1", "index");
    jw_lab_column(table, "1", "corner");
    jw_lab_column(table, "1", "disturbed");
    jw_lab_column(table, "1", "points");
    jw_lab_column(table, "1", "nonfinite");
    jw_lab_column(table, "1", "energy_excess");
    jw_lab_column(table, "1", "energy_growth");
    jw_lab_column(table, "1", "booking_error");
    jw_lab_column(table, "m", "penetration");
    return table;
}

static void draw(JwLab *lab, JwLabTable *table) {
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){
                                              .title = "energy nobody put in",
                                              .x_label = "set",
                                              .y_label = "over the energy put in",
                                              .log_y = true,
                                              .y_range = {1e-18, 0.0},
                                          });
    jw_lab_curve(panel, table, 0, 5, JW_LAB_DOTS, "in all");
    jw_lab_curve(panel, table, 0, 6, JW_LAB_DOTS, "within a step");
}

static bool run(JwLab *lab) {
    const uint64_t seed = (uint64_t)jw_lab_number(lab, "seed");
    const uint64_t first = (uint64_t)jw_lab_number(lab, "first");
    const uint64_t n = (uint64_t)jw_lab_number(lab, "sets");
    const long steps = (long)jw_lab_number(lab, "steps");
    JwLabTable *table = open_table(lab);
    JwPassivitySummary sum = {.bound = HUGE_VAL};
    for (uint64_t i = first; i < first + n; ++i) {
        JwPassivityCase drawn;
        JwPassivityResult result;
        jw_passivity_draw(seed, i, precision_of(lab), !jw_lab_has(lab, "alone"), &drawn);
        if (!jw_passivity_run(&drawn, steps, &result)) {
            return jw_error_set(jw_lab_error(lab), "out of memory");
        }
        jw_passivity_note(&sum, &drawn, &result);
        if (!add_row(lab, table, &drawn, &result)) {
            return false;
        }
        jw_lab_progress(lab, (double)(i + 1 - first) / (double)n);
    }
    report(lab, &sum, seed);
    draw(lab, table);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_INTEGER("sets", "2000", 1, 1e7, "", "random strings to run"),
    JW_LAB_INTEGER("steps", "1500", 1, 1e7, "", "steps of each"),
    JW_LAB_INTEGER("seed", "1", 0, 1e15, "", "of the random numbers"),
    JW_LAB_INTEGER("first", "0", 0, 1e15, "", "first set: a worst_index to replay it"),
    JW_LAB_CHOICE("bits", "64", "64|32", "of the modes; a string without losses has 64"),
    JW_LAB_FLAG("alone", "start moving and let nobody touch them"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_passivity = {
    .name = "passivity",
    .summary = "random search for a string that gains energy from nowhere",
    .source = "the engine's own step",
    .options = options,
    .run = run,
};
