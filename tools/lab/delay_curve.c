// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "delay_kernel.h"
#include "delay_lab.h"

#include <math.h>

enum { n_curve = 400, n_near = 300 };

static const char *const titles[] = {"Timoshenko", "Euler-Bernoulli", "string"};

JwDelayKind jw_delay_kind(const JwLab *lab) {
    return jw_lab_is(lab, "beam", "timoshenko") ? JW_DELAY_TIMOSHENKO
           : jw_lab_is(lab, "beam", "string")   ? JW_DELAY_STRING
                                                : JW_DELAY_EULER_BERNOULLI;
}

// Largest number of modes of a kind of body. More would take seconds and memory for times longer
// than any contact.
static int most_modes(JwDelayKind kind) {
    return kind == JW_DELAY_TIMOSHENKO ? 120000 : 1000000;
}

// View of the lowest n modes: shares the arrays.
static JwDelayBeam lowest(const JwDelayBeam *beam, int n) {
    JwDelayBeam part = *beam;
    part.n_modes = n < beam->n_modes ? n : beam->n_modes;
    return part;
}

// Value of L_2 with as many modes as needed at this tau, and more where few are needed; with all
// modes if their number was given.
static double value_at(const JwDelayBeam *beam, bool all, double tau) {
    const int needed = jw_delay_kernel_modes(beam->kind, beam->damping_ratio, tau, beam->n_modes);
    const JwDelayBeam part = lowest(beam, all ? beam->n_modes : needed > 2000 ? needed : 2000);
    return jw_delay_kernel_value(&part, tau);
}

static JwLabTable *tabulate(JwLab *lab, const char *name, const JwDelayBeam *beam, bool all) {
    JwLabTable *table = jw_lab_table(lab, name);
    jw_lab_column(table, "1", "tau");
    jw_lab_column(table, "1", "L2");
    for (int i = 1; i <= n_curve; ++i) {
        const double tau = 0.5 * i / n_curve;
        jw_lab_row(table, (double[]){tau, value_at(beam, all, tau)});
        jw_lab_progress(lab, 0.5 * i / n_curve);
    }
    return table;
}

// Tabulates the inset: the jump at 0 with only the first modes.
static JwLabTable *tabulate_near(JwLab *lab, const JwDelayBeam *beam, const int *counts, int n) {
    const double end = beam->kind == JW_DELAY_STRING ? 0.05 : 1e-3;
    double row[8];
    JwLabTable *table = jw_lab_table(lab, "near");
    jw_lab_column(table, "1", "tau");
    for (int k = 0; k < n; ++k) {
        jw_lab_column(table, "1", "L2_%d", counts[k]);
    }
    for (int i = 1; i <= n_near; ++i) {
        row[0] = end * i / n_near;
        for (int k = 0; k < n; ++k) {
            const JwDelayBeam part = lowest(beam, counts[k]);
            row[1 + k] = jw_delay_kernel_value(&part, row[0]);
        }
        jw_lab_row(table, row);
        jw_lab_progress(lab, 0.5 + 0.5 * i / n_near);
    }
    return table;
}

// Tabulates the other cantilever, which Fig. 2 shows beside the first.
static JwLabTable *tabulate_rival(JwLab *lab, JwDelayKind kind, const JwDelayBeam *beam, bool all) {
    JwDelayBeam rival;
    if (!jw_delay_beam_init(&rival, kind, beam->n_modes, beam->damping_ratio)) {
        jw_error_set(jw_lab_error(lab), "out of memory for %d modes", beam->n_modes);
        return NULL;
    }
    JwLabTable *table = tabulate(lab, "rival", &rival, all);
    jw_delay_beam_clear(&rival);
    return table;
}

static void draw_all(JwLab *lab, const JwDelayBeam *beam, bool all) {
    const JwLabTable *table = tabulate(lab, "kernel", beam, all);
    JwLabPanel *panel =
        jw_lab_panel(lab, &(JwLabAxes){.x_label = "τ", .y_label = "memory kernel [L(τ)]_2"});
    jw_lab_curve(panel, table, 0, 1, JW_LAB_LINE, "%s", titles[beam->kind]);
    if (beam->kind != JW_DELAY_STRING) {
        const JwDelayKind kind =
            beam->kind == JW_DELAY_TIMOSHENKO ? JW_DELAY_EULER_BERNOULLI : JW_DELAY_TIMOSHENKO;
        const JwLabTable *rival = tabulate_rival(lab, kind, beam, all);
        jw_lab_curve(panel, rival, 0, 1, JW_LAB_DASHED, "%s", titles[kind]);
    }
}

static void draw_near(JwLab *lab, const JwDelayBeam *beam) {
    static const int counts[] = {20, 80, 320, 1280, 5120};
    int n = 0;
    while (n < 5 && counts[n] <= beam->n_modes) {
        ++n;
    }
    if (n == 0) {
        return;
    }
    const JwLabTable *near_zero = tabulate_near(lab, beam, counts, n);
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.title = "near zero, by number of modes",
                                                       .x_label = "τ",
                                                       .y_label = "[L(τ)]_2"});
    for (int k = 0; k < n; ++k) {
        jw_lab_curve(panel, near_zero, 0, 1 + k, JW_LAB_LINE, "N = %d", counts[k]);
    }
}

static bool run(JwLab *lab) {
    const JwDelayKind kind = jw_delay_kind(lab);
    const double damping = jw_lab_number(lab, "damping");
    const double tau = jw_lab_number(lab, "tau");
    const bool given = jw_lab_has(lab, "modes");
    const int enough = jw_delay_kernel_modes(kind, damping, tau, most_modes(kind));
    const int n = given ? jw_lab_integer(lab, "modes") : enough > 6000 ? enough : 6000;
    JwDelayBeam beam;
    if (!jw_delay_beam_init(&beam, kind, n, damping)) {
        return jw_error_set(jw_lab_error(lab), "out of memory for %d modes", n);
    }
    if (!given && enough == most_modes(kind)) {
        jw_lab_note(lab, "%d modes do not resolve the kernel down to tau = %g", n, tau);
    }
    jw_lab_key(lab, jw_delay_kernel_jump(kind, damping), "1", "L_plus");
    jw_lab_key(lab, jw_delay_kernel_value(&beam, tau), "1", "L2");
    jw_lab_key(lab, jw_delay_kernel_static(&beam), "1", "L_infinity");
    jw_lab_key(lab, n, "1", "modes");
    jw_lab_key(lab, beam.omega[0], "1", "omega_1");
    draw_all(lab, &beam, given);
    draw_near(lab, &beam);
    jw_delay_beam_clear(&beam);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_CHOICE("beam", "timoshenko", JW_DELAY_CHOICES,
                  "elastic body: a cantilever struck at its tip, or a string at mid-span"),
    JW_LAB_INTEGER("modes", NULL, 1.0, 1e6, "", "number of modes in the sum; as many as tau takes"),
    JW_LAB_NUMBER("damping", "0.1", 0.0, 0.999, "", "damping ratio D of every mode"),
    JW_LAB_NUMBER("tau", "1e-3", 1e-9, 1e3, "", "time at which L2 is wanted"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_delay_kernel = {
    .name = "delay-kernel",
    .summary = "what an elastic body remembers of a contact force, and its jump at time zero",
    .source = "Szalai (impact as a delay equation), Fig. 2",
    .options = options,
    .run = run,
};
