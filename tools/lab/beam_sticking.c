// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "beam_lab.h"

#include <math.h>
#include <stdlib.h>

enum { max_impacts = 100000 };

static const double max_work = 4e9; // Largest number of steps of the series times modes
static const double max_rows = 2e6;

typedef struct {
    double tau, velocity, rebound, interval;
    bool sticks;
} Impact;

typedef struct {
    Impact *impacts;
    int n, capacity;
    int n_sticks, n_releases;
    int before_stick; // Number of impacts up to the first that sticks, itself included
} Record;

bool jw_beam_start(JwLab *lab, const JwBeam *beam, JwBeamRun *run) {
    bool feasible = false;
    if (!jw_beam_init(run, beam, &feasible)) {
        return jw_error_set(jw_lab_error(lab),
                            "out of memory, or a value too large to compute with");
    }
    if (!feasible) {
        const double below = -jw_vibro_displacement(run->vibro) - beam->gap;
        jw_beam_clear(run);
        return jw_error_set(jw_lab_error(lab),
                            "infeasible start: at x = %g the beam is at w = %.3g, beyond the stop "
                            "at w = %g",
                            beam->stop, -below - beam->gap, -beam->gap);
    }
    return true;
}

/********* One run *********/

static bool grow(JwLab *lab, Record *record) {
    if (record->n < record->capacity) {
        return true;
    }
    if (record->n >= max_impacts) {
        return jw_error_set(jw_lab_error(lab),
                            "more than %d impacts before tau = %g; choose a smaller --t-end",
                            max_impacts, record->impacts[record->n - 1].tau);
    }
    const int capacity = record->capacity ? 2 * record->capacity : 256;
    Impact *impacts = realloc(record->impacts, (size_t)capacity * sizeof(*impacts));
    if (!impacts) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    record->impacts = impacts;
    record->capacity = capacity;
    return true;
}

static bool record_event(JwLab *lab, const JwVibro *vibro, JwVibroEvent event, Record *record) {
    if (event == JW_VIBRO_RELEASE) {
        jw_lab_key(lab, vibro->t, "1", "release_%d", ++record->n_releases);
        return true;
    }
    if (!grow(lab, record)) {
        return false;
    }
    const double last = record->n ? record->impacts[record->n - 1].tau : 0.0;
    Impact *impact = &record->impacts[record->n++];
    *impact = (Impact){.tau = vibro->t,
                       .velocity = vibro->entry_velocity,
                       .rebound = vibro->sticking ? 0.0 : jw_vibro_velocity(vibro),
                       .interval = vibro->t - last,
                       .sticks = event == JW_VIBRO_STICK};
    jw_lab_key(lab, vibro->t, "1", "impact_%d", record->n);
    if (impact->sticks) {
        record->before_stick = record->n_sticks ? record->before_stick : record->n;
        jw_lab_key(lab, vibro->t, "1", "stick_%d", ++record->n_sticks);
    }
    return true;
}

// Curves with rows from `since` on; the motion before that is transient.
typedef struct {
    JwLabTable *table;
    double since;
} Curves;

static void add_row(const JwVibro *vibro, const Curves *curves) {
    if (vibro->t < curves->since) {
        return;
    }
    jw_lab_row(curves->table,
               (double[]){vibro->t, jw_vibro_displacement(vibro), jw_vibro_velocity(vibro),
                          jw_vibro_contact_force(vibro), jw_vibro_energy(vibro)});
}

// Adds the state just before the impact, for the phase plot.
static void add_entry(const JwVibro *vibro, const Curves *curves) {
    if (vibro->t < curves->since) {
        return;
    }
    jw_lab_row(curves->table, (double[]){vibro->t, jw_vibro_displacement(vibro),
                                         vibro->entry_velocity, 0.0, jw_vibro_energy(vibro)});
}

static bool run_to(JwLab *lab, JwVibro *vibro, double t_end, const Curves *curves, Record *record) {
    JwVibroEvent event;
    while ((event = jw_vibro_run(vibro, t_end)) != JW_VIBRO_TIME) {
        if (!record_event(lab, vibro, event, record)) {
            return false;
        }
        if (event != JW_VIBRO_RELEASE) {
            add_entry(vibro, curves);
        }
        add_row(vibro, curves);
    }
    return true;
}

static bool run_curves(JwLab *lab, JwVibro *vibro, double t_end, const Curves *curves,
                       Record *record) {
    const double every = jw_lab_has(lab, "every") ? jw_lab_number(lab, "every") : t_end / 4000.0;
    if (t_end / every > max_rows) {
        return jw_error_set(jw_lab_error(lab), "--every %g makes more than %g rows", every,
                            max_rows);
    }
    const double initial = jw_vibro_energy(vibro);
    double drift = 0.0;
    if (curves->since > t_end) {
        return jw_error_set(jw_lab_error(lab), "--rows-from %g is after the end at %g",
                            curves->since, t_end);
    }
    add_row(vibro, curves);
    for (int i = 1; vibro->t < t_end && jw_lab_ok(lab); ++i) {
        if (!run_to(lab, vibro, fmin(i * every, t_end), curves, record)) {
            return false;
        }
        add_row(vibro, curves);
        if (initial > 0.0) {
            drift = fmax(drift, fabs(jw_vibro_energy(vibro) / initial - 1.0));
        }
        jw_lab_progress(lab, vibro->t / t_end);
    }
    jw_lab_key(lab, initial, "1", "energy_start");
    jw_lab_key(lab, jw_vibro_energy(vibro), "1", "energy_end");
    if (initial > 0.0) {
        jw_lab_key(lab, drift, "1", "energy_change_max");
    }
    return jw_lab_ok(lab);
}

/********* What it says *********/

// Reports the impacts of the last full cycle of the force.
static void report_section(JwLab *lab, const JwBeam *beam, const Record *record, double t_end) {
    const double period = jw_beam_period(beam);
    const double cycles = floor(t_end / period * (1.0 + 1e-12));
    if (cycles < 1.0) {
        jw_lab_note(lab, "no section: --t-end %g is less than one forcing period, %g", t_end,
                    period);
        return;
    }
    const double from = (cycles - 1.0) * period;
    int n = 0;
    int n_sticks = 0;
    for (int i = 0; i < record->n; ++i) {
        const Impact *impact = &record->impacts[i];
        if (impact->tau >= from && impact->tau < from + period) {
            ++n;
            n_sticks += impact->sticks ? 1 : 0;
            jw_lab_key(lab, jw_beam_phase(beam, impact->tau), "1", "phase_%d", n);
            jw_lab_key(lab, impact->velocity, "1", "velocity_%d", n);
        }
    }
    jw_lab_key(lab, n, "1", "section_impacts");
    jw_lab_key(lab, n_sticks, "1", "section_sticks");
}

static JwLabTable *tabulate_impacts(JwLab *lab, const JwBeam *beam, const Record *record) {
    JwLabTable *table = jw_lab_table(lab, "impacts");
    jw_lab_column(table, "1", "number");
    jw_lab_column(table, "1", "tau");
    jw_lab_column(table, "1", "velocity");
    jw_lab_column(table, "1", "rebound");
    jw_lab_column(table, "1", "interval");
    jw_lab_column(table, "1", "phase");
    jw_lab_column(table, "1", "sticks");
    for (int i = 0; i < record->n; ++i) {
        const Impact *m = &record->impacts[i];
        jw_lab_row(table, (double[]){i + 1, m->tau, m->velocity, m->rebound, m->interval,
                                     jw_beam_phase(beam, m->tau), m->sticks});
    }
    return table;
}

static JwLabTable *open_curves(JwLab *lab) {
    JwLabTable *table = jw_lab_table(lab, "curves");
    jw_lab_column(table, "1", "tau");
    jw_lab_column(table, "1", "w");
    jw_lab_column(table, "1", "w_dot");
    jw_lab_column(table, "1", "contact_force");
    jw_lab_column(table, "1", "energy");
    return table;
}

static void draw(JwLab *lab, const JwBeam *beam, const JwLabTable *curves,
                 const JwLabTable *impacts) {
    JwLabPanel *motion = jw_lab_panel(
        lab, &(JwLabAxes){.title = "motion at the stop", .x_label = "τ", .y_label = "w(x_i, τ)"});
    jw_lab_curve(motion, curves, 0, 1, JW_LAB_LINE, "%s", "");
    JwLabPanel *phase = jw_lab_panel(
        lab,
        &(JwLabAxes){.title = "phase plot", .x_label = "w(x_i, τ)", .y_label = "dw(x_i, τ)/dτ"});
    jw_lab_curve(phase, curves, 1, 2, JW_LAB_LINE, "%s", "");
    if (beam->force == 0.0) {
        JwLabPanel *energy = jw_lab_panel(lab, &(JwLabAxes){.title = "total energy",
                                                            .x_label = "τ",
                                                            .y_label = "energy",
                                                            .y_from_zero = true});
        jw_lab_curve(energy, curves, 0, 4, JW_LAB_LINE, "%s", "");
        return;
    }
    JwLabPanel *chatter = jw_lab_panel(lab, &(JwLabAxes){.title = "time between impacts",
                                                         .x_label = "impact",
                                                         .y_label = "Δτ",
                                                         .log_y = true});
    jw_lab_curve(chatter, impacts, 0, 4, JW_LAB_LINEPOINTS, "%s", "");
    JwLabPanel *section = jw_lab_panel(lab, &(JwLabAxes){.title = "impacts over the forcing cycle",
                                                         .x_label = "phase [cycles]",
                                                         .y_label = "velocity before impact"});
    jw_lab_curve(section, impacts, 5, 2, JW_LAB_POINTS, "%s", "");
}

static bool run_once(JwLab *lab, const JwBeam *beam, double t_end) {
    JwBeamRun run;
    Record record = {0};
    if (!jw_beam_start(lab, beam, &run)) {
        return false;
    }
    const Curves curves = {.table = open_curves(lab), .since = jw_lab_number(lab, "rows-from")};
    if (run_curves(lab, run.vibro, t_end, &curves, &record)) {
        jw_lab_key(lab, record.n, "1", "impacts");
        jw_lab_key(lab, record.n_sticks, "1", "sticks");
        if (record.n_sticks) {
            jw_lab_key(lab, record.before_stick, "1", "impacts_before_stick");
        }
        if (!beam->bent || beam->force != 0.0) {
            report_section(lab, beam, &record, t_end);
        }
        draw(lab, beam, curves.table, tabulate_impacts(lab, beam, &record));
    }
    free(record.impacts);
    jw_beam_clear(&run);
    return jw_lab_ok(lab);
}

/********* Options *********/

static double number_or(const JwLab *lab, const char *name, double otherwise) {
    return jw_lab_has(lab, name) ? jw_lab_number(lab, name) : otherwise;
}

static bool work_ok(JwLab *lab, const JwBeam *beam, double t_end, double runs) {
    const double fastest = 9.87 * beam->n_modes * beam->n_modes + beam->damping;
    const double rate = fmax(fastest, 9.87 * beam->frequency);
    return 2.0 * rate * t_end * beam->n_modes * runs <= max_work ||
           jw_error_set(jw_lab_error(lab),
                        "that would take too long; choose a smaller --t-end or fewer --modes");
}

static bool run(JwLab *lab) {
    const bool free_run = jw_lab_given(lab, "free");
    const bool sweep = jw_lab_has(lab, "sweep");
    const JwBeam beam = {.n_modes = jw_lab_integer(lab, "modes"),
                         .stop = jw_lab_number(lab, "position"),
                         .gap = jw_lab_number(lab, "gap"),
                         .damping = number_or(lab, "damping", free_run ? 0.0 : 3.0),
                         .force = number_or(lab, "force", free_run ? 0.0 : 57.0),
                         .frequency = jw_lab_number(lab, "frequency"),
                         .restitution = number_or(lab, "restitution", free_run ? 1.0 : 0.5),
                         .epsilon = jw_lab_number(lab, "epsilon"),
                         .bent = free_run};
    const double t_end = number_or(lab, "t-end", free_run ? 8.2 : 20.0);
    if (!work_ok(lab, &beam, t_end, sweep ? jw_lab_integer(lab, "points") : 1)) {
        return false;
    }
    if (sweep && free_run) {
        return jw_error_set(jw_lab_error(lab), "--sweep is for forced runs; leave out --free");
    }
    return sweep ? jw_beam_sweep(lab, &beam, t_end) : run_once(lab, &beam, t_end);
}

static const JwOption options[] = {
    JW_LAB_NUMBER("restitution", NULL, 0.0, 1.0, "",
                  "coefficient of restitution R; 0.5, with --free 1"),
    JW_LAB_NUMBER("damping", NULL, 0.0, 1e3, "", "coefficient c; 3, with --free 0"),
    JW_LAB_NUMBER("force", NULL, -1e6, 1e6, "", "amplitude F; 57, with --free 0"),
    JW_LAB_NUMBER("frequency", "0.7", 1e-3, 1e3, "omega_1", "of the force"),
    JW_LAB_NUMBER("gap", "0", -1e3, 1e3, "", "d: the stop is at w = -d"),
    JW_LAB_NUMBER("epsilon", "1e-6", 1e-11, 1.0, "",
                  "time between impacts below which the beam sticks"),
    JW_LAB_NUMBER("t-end", NULL, 1e-9, 1e6, "", "end of the run; 20, with --free 8.2"),
    JW_LAB_FLAG("free", "starts at w = 3 sin(pi x) and without force, not from rest"),
    JW_LAB_INTEGER("modes", "4", 1.0, JW_BEAM_MAX_MODES, "", "number of modes"),
    JW_LAB_NUMBER("position", "0.4", 1e-3, 0.999, "", "of the stop along the beam"),
    JW_LAB_NUMBER("every", NULL, 1e-6, 1e6, "", "time between rows of the curves; t-end/4000"),
    JW_LAB_NUMBER("rows-from", "0", 0.0, 1e6, "", "time of the first of them"),
    JW_LAB_CHOICE("sweep", NULL, "frequency|gap",
                  "sections over the frequency (Fig. 8) or the gap (Fig. 9)"),
    JW_LAB_NUMBER("from", NULL, 0.0, 1e3, "", "start of the sweep; frequency 0.5, gap 0"),
    JW_LAB_NUMBER("to", NULL, 0.0, 1e3, "", "end of the sweep; frequency 1.5, gap 1.4"),
    JW_LAB_INTEGER("points", "201", 2.0, 10001.0, "", "of the sweep"),
    JW_LAB_INTEGER("cycles", "5", 1.0, 1000.0, "",
                   "forcing periods at the end of each run that a sweep takes its impacts from"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_beam_sticking = {
    .name = "beam-sticking",
    .summary = "a forced beam chatters, sticks to a stop by a Lagrange multiplier and lets go",
    .source = "Vyasarayani, Sandhu, McPhee (sticking motions), Figs. 3-10",
    .options = options,
    .run = run,
};
