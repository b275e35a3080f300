// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "beam_lab.h"

#include <math.h>

enum { max_impacts = 1000000 };

// Destination of each run's impacts: columns parameter, phase, velocity, sticks.
typedef struct {
    JwLabTable *table;
    double parameter;
    double since; // Time before which impacts are transient
    int n_sticks;
} Section;

static bool collect(JwLab *lab, const JwBeam *beam, JwVibro *vibro, double t_end,
                    Section *section) {
    JwVibroEvent event;
    for (int n = 0; (event = jw_vibro_run(vibro, t_end)) != JW_VIBRO_TIME; ++n) {
        if (n > max_impacts) {
            return jw_error_set(jw_lab_error(lab), "more than %d impacts before tau = %g",
                                max_impacts, vibro->t);
        }
        if (event != JW_VIBRO_RELEASE && vibro->t >= section->since) {
            const bool sticks = event == JW_VIBRO_STICK;
            section->n_sticks += sticks ? 1 : 0;
            jw_lab_row(section->table, (double[]){section->parameter, jw_beam_phase(beam, vibro->t),
                                                  vibro->entry_velocity, sticks});
        }
    }
    return jw_lab_ok(lab);
}

static bool run_point(JwLab *lab, const JwBeam *beam, double t_end, Section *section) {
    const double period = jw_beam_period(beam);
    const double cycles = floor(t_end / period * (1.0 + 1e-12));
    const double kept = fmin(cycles, jw_lab_integer(lab, "cycles"));
    if (cycles < 1.0) {
        return jw_error_set(jw_lab_error(lab), "--t-end %g is less than one forcing period, %g",
                            t_end, period);
    }
    JwBeamRun run;
    if (!jw_beam_start(lab, beam, &run)) {
        return false;
    }
    section->since = (cycles - kept) * period;
    const bool ok = collect(lab, beam, run.vibro, cycles * period, section);
    jw_beam_clear(&run);
    return ok;
}

static JwLabTable *open_table(JwLab *lab, bool gap) {
    JwLabTable *table = jw_lab_table(lab, "section");
    jw_lab_column(table, gap ? "1" : "omega_1", gap ? "gap" : "frequency");
    jw_lab_column(table, "1", "phase");
    jw_lab_column(table, "1", "velocity");
    jw_lab_column(table, "1", "sticks");
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.title = "Poincaré section at impacts",
                                                       .x_label = gap ? "gap d" : "frequency ω/ω_1",
                                                       .y_label = "velocity before impact"});
    jw_lab_curve(panel, table, 0, 2, JW_LAB_DOTS, "%s", "");
    panel = jw_lab_panel(lab, &(JwLabAxes){.title = "phase of impacts",
                                           .x_label = gap ? "gap d" : "frequency ω/ω_1",
                                           .y_label = "phase [cycles]"});
    jw_lab_curve(panel, table, 0, 1, JW_LAB_DOTS, "%s", "");
    return table;
}

bool jw_beam_sweep(JwLab *lab, const JwBeam *beam, double t_end) {
    const bool gap = jw_lab_is(lab, "sweep", "gap");
    const double from = jw_lab_has(lab, "from") ? jw_lab_number(lab, "from") : gap ? 0.0 : 0.5;
    const double to = jw_lab_has(lab, "to") ? jw_lab_number(lab, "to") : gap ? 1.4 : 1.5;
    const int n = jw_lab_integer(lab, "points");
    if (!gap && fmin(from, to) < 1e-3) {
        return jw_error_set(jw_lab_error(lab), "--from and --to: a frequency of %g is below 0.001",
                            fmin(from, to));
    }
    Section section = {.table = open_table(lab, gap)};
    int n_sticking = 0;
    for (int i = 0; i < n; ++i) {
        JwBeam point = *beam;
        section.parameter = from + (to - from) * i / (n - 1);
        section.n_sticks = 0;
        *(gap ? &point.gap : &point.frequency) = section.parameter;
        if (!run_point(lab, &point, t_end, &section)) {
            return false;
        }
        if (section.n_sticks) {
            ++n_sticking;
            jw_lab_key(lab, section.parameter, gap ? "1" : "omega_1", "sticking_%d", n_sticking);
        }
        jw_lab_progress(lab, (i + 1.0) / n);
    }
    jw_lab_key(lab, n, "1", "points");
    jw_lab_key(lab, n_sticking, "1", "sticking_points");
    return jw_lab_ok(lab);
}
