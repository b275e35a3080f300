// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/pi.h"
#include "beam_vibro.h"
#include "delay.h"
#include "delay_kernel.h"
#include "delay_lab.h"

#include <math.h>
#include <stdlib.h>

enum { max_contacts = 100000, max_impacts = 2000000 };

static const double max_work = 2e10; // Most multiplications, roughly
static const double max_rows = 2e6;

typedef struct {
    JwDelayKind kind;
    JwDelayStart start;
    double damping, step, t_end, every;
} Case;

typedef struct {
    JwDelayContact *contacts;
    int n, capacity;
} Contacts;

/********* The delay equation *********/

static bool enter_contact(JwLab *lab, Contacts *list, const JwDelayContact *contact) {
    if (list->n == list->capacity) {
        const int capacity = list->capacity ? 2 * list->capacity : 64;
        JwDelayContact *contacts =
            capacity > max_contacts ? NULL
                                    : realloc(list->contacts, (size_t)capacity * sizeof(*contacts));
        if (!contacts) {
            return jw_error_set(jw_lab_error(lab), "too many contacts for memory before t = %g",
                                contact->enter);
        }
        list->contacts = contacts;
        list->capacity = capacity;
    }
    list->contacts[list->n++] = *contact;
    return true;
}

// True if a step gets a row: every step in contact and shortly after, others at regular times.
static bool worth_a_row(const JwDelayRun *run, const Case *c, double *next_row) {
    const JwDelayContact *contact = &run->contact;
    const bool close =
        run->n_contacts > 0 && run->t <= contact->leave + 0.2 * (contact->leave - contact->enter);
    const bool due = run->t >= *next_row - 0.5 * c->step;
    *next_row += due ? c->every : 0.0;
    return close || due;
}

static bool run_steps(JwLab *lab, const Case *c, JwDelayRun *run, Contacts *list,
                      JwLabTable *table) {
    const long n_steps = lround(ceil(c->t_end / c->step));
    double next_row = 0.0;
    int n_seen = 0;
    for (long i = 0; i <= n_steps && jw_lab_ok(lab); ++i) {
        const double row[] = {run->t, run->y[0], run->y[1], run->force};
        const int n_before = run->n_contacts;
        const bool due = worth_a_row(run, c, &next_row);
        jw_delay_run_step(run);
        // An impact has rows on both sides, since the force jumps there.
        if (due || run->n_contacts > n_before) {
            jw_lab_row(table, row);
        }
        // Contacts are counted when they are over; one may end and the next begin within a step.
        if (run->n_contacts > n_seen && !run->touching) {
            n_seen = run->n_contacts;
            if (!enter_contact(lab, list, &run->contact)) {
                return false;
            }
        }
        jw_lab_progress(lab, (double)i / (double)n_steps);
    }
    if (run->touching) {
        jw_lab_note(lab, "still in contact at the end; that contact is not listed");
    }
    return jw_lab_ok(lab);
}

static double work_of(const Case *c, int n_modes) {
    const double lasting =
        c->damping > 0.0 ? 32.0 / (c->damping * 256.0 * c->step) / jw_delay_beam_spacing(c->kind, 1)
                         : HUGE_VAL;
    return c->t_end / c->step * (300.0 + 4.0 * fmin(lasting, n_modes)) + 256.0 * 50.0 * n_modes;
}

static bool run_delay(JwLab *lab, const Case *c, Contacts *list, JwLabTable *table) {
    const int most = 1000000;
    const int n = jw_lab_has(lab, "kernel-modes")
                      ? jw_lab_integer(lab, "kernel-modes")
                      : jw_delay_impact_modes(c->kind, c->damping, c->step, most);
    if (n >= most || work_of(c, n) > max_work) {
        return jw_error_set(jw_lab_error(lab),
                            "--step %g is too small for --t-end %g: that would take too long",
                            c->step, c->t_end);
    }
    JwDelayBeam beam;
    if (!jw_delay_beam_init(&beam, c->kind, n, c->damping)) {
        return jw_error_set(jw_lab_error(lab), "out of memory for %d modes", n);
    }
    JwDelayRun *run = jw_delay_run_new(&beam, &c->start, c->step);
    bool ok = run != NULL;
    if (!run) {
        jw_error_set(jw_lab_error(lab), "out of memory for the memory of %d modes", n);
    } else {
        if (jw_lab_has(lab, "tau")) {
            jw_lab_key(lab, jw_delay_kernel_value(&beam, jw_lab_number(lab, "tau")), "1", "L2");
        }
        jw_lab_key(lab, n, "1", "kernel_modes");
        ok = run_steps(lab, c, run, list, table);
    }
    jw_delay_run_free(run);
    jw_delay_beam_clear(&beam);
    return ok;
}

/********* Contacts: what they say, and how they repeat *********/

static void report_contacts(JwLab *lab, const Contacts *list) {
    jw_lab_key(lab, list->n, "1", "contacts");
    for (int i = 0; i < list->n; ++i) {
        const JwDelayContact *contact = &list->contacts[i];
        jw_lab_key(lab, contact->enter, "1", "contact_%d", i + 1);
        jw_lab_key(lab, contact->leave, "1", "release_%d", i + 1);
        jw_lab_key(lab, contact->leave - contact->enter, "1", "duration_%d", i + 1);
        jw_lab_key(lab, contact->speed, "1", "velocity_%d", i + 1);
        jw_lab_key(lab, contact->impulse, "1", "impulse_%d", i + 1);
        jw_lab_key(lab, contact->force_max, "1", "force_max_%d", i + 1);
    }
}

// Time after which the last `n` contacts repeat, a whole number of forcing periods.
static double repeats_after(const Case *c, const Contacts *list, int n) {
    const double cycle = 2.0 * JW_PI / c->start.drive;
    const JwDelayContact *last = list->contacts + list->n - n;
    const double shift = last[0].enter - last[-n].enter;
    const double cycles = round(shift / cycle);
    if (cycles < 1.0 || fabs(shift - cycles * cycle) > 1e-4 * cycle) {
        return 0.0;
    }
    for (int i = 0; i < n; ++i) {
        if (fabs(last[i].enter - last[i - n].enter - shift) > 1e-4 * cycle ||
            fabs(last[i].speed - last[i - n].speed) > 1e-3 * fabs(last[0].speed)) {
            return 0.0;
        }
    }
    return cycles * cycle;
}

// Reports the periodic state, if there is one; returns its period or 0.
static double report_period(JwLab *lab, const Case *c, const Contacts *list) {
    double period = 0.0;
    int n = 0;
    while (c->start.force != 0.0 && c->start.drive > 0.0 && period == 0.0 &&
           2 * (n + 1) <= list->n && n < 32) {
        period = repeats_after(c, list, ++n);
    }
    if (period == 0.0) {
        return 0.0;
    }
    const JwDelayContact *longest = &list->contacts[list->n - 1];
    for (int i = list->n - n; i < list->n; ++i) {
        const JwDelayContact *contact = &list->contacts[i];
        longest = contact->impulse > longest->impulse ? contact : longest;
    }
    jw_lab_key(lab, period, "1", "period");
    jw_lab_key(lab, round(period * c->start.drive / (2.0 * JW_PI)), "1", "period_cycles");
    jw_lab_key(lab, n, "1", "period_contacts");
    jw_lab_key(lab, longest->leave - longest->enter, "1", "period_duration");
    jw_lab_key(lab, longest->speed, "1", "period_velocity");
    jw_lab_key(lab, longest->impulse, "1", "period_impulse");
    return period;
}

/********* Restitution *********/

typedef struct {
    double *memory; // Damping, force, x, v: n_modes each
    JwDelayBeam beam;
    JwVibro *vibro;
} Bouncer;

static void bouncer_clear(Bouncer *b) {
    jw_vibro_free(b->vibro);
    jw_delay_beam_clear(&b->beam);
    free(b->memory);
}

static bool bouncer_init(JwLab *lab, const Case *c, Bouncer *b) {
    const int n = jw_lab_integer(lab, "modes");
    *b = (Bouncer){0};
    b->memory = calloc((size_t)n, 4 * sizeof(double));
    if (!b->memory || !jw_delay_beam_init(&b->beam, c->kind, n, c->damping)) {
        free(b->memory);
        return jw_error_set(jw_lab_error(lab), "out of memory for %d modes", n);
    }
    double *damping = b->memory;
    double *force = b->memory + n;
    double *x = b->memory + 2 * (size_t)n;
    double *v = b->memory + 3 * (size_t)n;
    for (int j = 0; j < n; ++j) {
        damping[j] = 2.0 * c->damping * b->beam.omega[j];
    }
    x[0] = c->start.displacement / b->beam.shape[0];
    v[0] = c->start.velocity / b->beam.shape[0];
    if (n > 1) {
        force[1] = c->start.force / b->beam.shape[1];
    }
    b->vibro = jw_vibro_new(&(JwVibroSystem){.n_modes = n,
                                             .omega = b->beam.omega,
                                             .damping = damping,
                                             .shape = b->beam.shape,
                                             .force = force,
                                             .drive = c->start.drive,
                                             .drive_phase = 0.5 * JW_PI,
                                             .gap = c->start.gap,
                                             .restitution = jw_lab_number(lab, "restitution"),
                                             .epsilon = jw_lab_number(lab, "epsilon")});
    if (!b->vibro || !jw_vibro_set(b->vibro, 0.0, x, v)) {
        bouncer_clear(b);
        return jw_error_set(jw_lab_error(lab),
                            "out of memory, or a value too large to compute with");
    }
    if (2.0 * b->vibro->rate * c->t_end * n * 100.0 > max_work * 5.0) {
        bouncer_clear(b);
        return jw_error_set(jw_lab_error(lab), "--modes %d with --t-end %g would take too long", n,
                            c->t_end);
    }
    return true;
}

// Adds up impulses by the contacts of the delay equation that they fall between.
static bool run_bounces(JwLab *lab, const Case *c, JwVibro *vibro, const Contacts *list,
                        JwLabTable *table) {
    double before = 0.0; // Sum of impulses when the present contact began
    double sum = 0.0;
    int contact = 0; // Number of contacts of `list` that have begun
    int n = 0;
    double struck = -HUGE_VAL;
    for (int row = 0; vibro->t < c->t_end && jw_lab_ok(lab);) {
        // Bounces may be shorter than two rows are apart: shortly after one there are more rows.
        const double due = fmin(row * c->every, c->t_end);
        const bool bouncing = vibro->t - struck < 8.0 * c->every;
        const double until = bouncing ? fmin(due, vibro->t + 0.125 * c->every) : due;
        const JwVibroEvent event = jw_vibro_run(vibro, until);
        const double y = jw_vibro_displacement(vibro);
        if (event == JW_VIBRO_TIME || event == JW_VIBRO_RELEASE) {
            jw_lab_row(table, (double[]){vibro->t, y, jw_vibro_velocity(vibro)});
            jw_lab_progress(lab, vibro->t / c->t_end);
            row += event == JW_VIBRO_TIME && until >= due ? 1 : 0;
            continue;
        }
        struck = vibro->t;
        jw_lab_row(table, (double[]){vibro->t, y, vibro->entry_velocity});
        jw_lab_row(table, (double[]){vibro->t, y, jw_vibro_velocity(vibro)});
        if (++n > max_impacts) {
            return jw_error_set(jw_lab_error(lab), "more than %d impacts before t = %g",
                                max_impacts, vibro->t);
        }
        if (n <= 20) {
            jw_lab_key(lab, vibro->t, "1", "cor_impact_%d", n);
        }
        const double early = 1e-3; // Time within which the two models meet the stop
        sum = vibro->impulse_sum - vibro->impulse;
        while (contact < list->n && vibro->t > list->contacts[contact].enter - early) {
            if (contact > 0) {
                jw_lab_key(lab, sum - before, "1", "cor_impulse_%d", contact);
            }
            before = sum;
            ++contact;
        }
    }
    if (contact > 0) {
        jw_lab_key(lab, vibro->impulse_sum - before, "1", "cor_impulse_%d", contact);
    }
    jw_lab_key(lab, n, "1", "cor_impacts");
    return jw_lab_ok(lab);
}

static bool run_cor(JwLab *lab, const Case *c, const Contacts *list, JwLabTable *table) {
    Bouncer bouncer;
    if (!bouncer_init(lab, c, &bouncer)) {
        return false;
    }
    const bool ok = run_bounces(lab, c, bouncer.vibro, list, table);
    bouncer_clear(&bouncer);
    return ok;
}

/********* Curves *********/

typedef struct {
    JwLabTable *delay, *cor;
} Curves;

static void draw_span(JwLab *lab, const Curves *curves, int column, const char *title, double from,
                      double to) {
    static const char *const labels[] = {"t", "displacement y_1", "velocity y_2", "force f_c"};
    JwLabPanel *panel = jw_lab_panel(
        lab, &(JwLabAxes){
                 .title = title, .x_label = "t", .y_label = labels[column], .x_range = {from, to}});
    if (curves->cor && column < 3) {
        jw_lab_curve(panel, curves->cor, 0, column, JW_LAB_LINE, "restitution");
    }
    if (curves->delay) {
        jw_lab_curve(panel, curves->delay, 0, column,
                     curves->cor && column < 3 ? JW_LAB_DASHED : JW_LAB_LINE, "delay equation");
    }
}

// Draws, as Fig. 3, the whole run and the last period; as Fig. 4, the contacts in that period.
static void draw(JwLab *lab, const Case *c, const Curves *curves, const Contacts *list,
                 double period) {
    draw_span(lab, curves, 1, "the whole run", 0.0, c->t_end);
    if (period > 0.0) {
        draw_span(lab, curves, 1, "last period", c->t_end - period, c->t_end);
        draw_span(lab, curves, 2, "last period", c->t_end - period, c->t_end);
    }
    int first = list->n - 1;
    while (first > 0 && list->contacts[first - 1].enter > c->t_end - period) {
        --first;
    }
    if (list->n > 0) {
        const double enter = list->contacts[first].enter;
        const double leave = list->contacts[list->n - 1].leave;
        const double from = enter - 0.1 * (leave - enter);
        const double to = leave + 0.2 * (leave - enter);
        draw_span(lab, curves, 1, "in contact", from, to);
        draw_span(lab, curves, 2, "in contact", from, to);
        draw_span(lab, curves, 3, "contact force", from, to);
    }
}

static JwLabTable *open_table(JwLab *lab, const char *name) {
    JwLabTable *table = jw_lab_table(lab, name);
    jw_lab_column(table, "1", "t");
    jw_lab_column(table, "1", "y");
    jw_lab_column(table, "1", "y_dot");
    return table;
}

/********* Options *********/

static double number_or(const JwLab *lab, const char *name, double beam, double string) {
    return jw_lab_has(lab, name)                   ? jw_lab_number(lab, name)
           : jw_delay_kind(lab) == JW_DELAY_STRING ? string
                                                   : beam;
}

static Case read_case(const JwLab *lab) {
    const double t_end = number_or(lab, "t-end", 24.0, 0.6);
    const double step = number_or(lab, "step", 3.5e-5, 5e-4);
    return (Case){
        .kind = jw_delay_kind(lab),
        .start = {.displacement = number_or(lab, "displacement", 1.056, 0.0),
                  .velocity = number_or(lab, "velocity", 1.056, -1.0),
                  .force = number_or(lab, "force", 30.0, 0.0),
                  .drive = jw_lab_number(lab, "frequency"),
                  .gap = number_or(lab, "gap", 0.05, 0.0)},
        .damping = number_or(lab, "damping", 0.1, 0.0),
        .step = step,
        .t_end = t_end,
        .every =
            jw_lab_has(lab, "every") ? jw_lab_number(lab, "every") : fmax(step, t_end / 20000.0),
    };
}

static bool check_case(JwLab *lab, const Case *c) {
    if (c->start.displacement < -c->start.gap) {
        return jw_error_set(jw_lab_error(lab),
                            "infeasible start: y = %g lies beyond the stop at y = %g",
                            c->start.displacement, -c->start.gap);
    }
    return c->t_end / c->every <= max_rows ||
           jw_error_set(jw_lab_error(lab), "--every %g makes more than %g rows", c->every,
                        max_rows);
}

static bool run(JwLab *lab) {
    const Case c = read_case(lab);
    Contacts list = {0};
    Curves curves = {NULL, NULL};
    double period = 0.0;
    const bool finite = jw_delay_kernel_jump(c.kind, c.damping) > 0.0;
    const bool delay = !jw_lab_is(lab, "method", "cor");
    if (!check_case(lab, &c)) {
        return false;
    }
    jw_lab_key(lab, jw_delay_kernel_jump(c.kind, c.damping), "1", "L_plus");
    if (delay && !finite) {
        if (jw_lab_is(lab, "method", "delay")) {
            return jw_error_set(jw_lab_error(lab),
                                "the Euler-Bernoulli beam has L_plus = 0, hence no finite "
                                "contact force (SZ 5); use --method cor");
        }
        jw_lab_note(lab, "the Euler-Bernoulli beam has L_plus = 0, hence no finite contact force "
                         "(SZ 5); restitution only");
    }
    if (delay && finite) {
        curves.delay = open_table(lab, "delay");
        jw_lab_column(curves.delay, "1", "contact_force");
        if (run_delay(lab, &c, &list, curves.delay)) {
            report_contacts(lab, &list);
            period = report_period(lab, &c, &list);
        }
    }
    if (jw_lab_ok(lab) && !jw_lab_is(lab, "method", "delay")) {
        curves.cor = open_table(lab, "cor");
        run_cor(lab, &c, &list, curves.cor);
    }
    draw(lab, &c, &curves, &list, period);
    free(list.contacts);
    return jw_lab_ok(lab);
}

static const JwOption options[] = {
    JW_LAB_CHOICE("beam", "timoshenko", JW_DELAY_CHOICES,
                  "elastic body: a cantilever struck at its tip, or a string at mid-span"),
    JW_LAB_CHOICE("method", "both", "both|delay|cor",
                  "delay equation, coefficient of restitution, or one beside the other"),
    JW_LAB_INTEGER("modes", "20", 1.0, 1000.0, "", "of the restitution model"),
    JW_LAB_INTEGER("kernel-modes", NULL, 2.0, 1e6, "",
                   "of the delay equation's kernel; as many as the step takes"),
    JW_LAB_NUMBER("damping", NULL, 0.0, 0.999, "", "damping ratio D of every mode; 0.1, string 0"),
    JW_LAB_NUMBER("tau", NULL, 1e-9, 1e3, "", "reports the kernel at this time, L2, as well"),
    JW_LAB_NUMBER("gap", NULL, -1e3, 1e3, "", "the stop is at y = -gap; 0.05, string 0"),
    JW_LAB_NUMBER("displacement", NULL, -1e3, 1e3, "",
                  "start in the first mode, at the contact point; 1.056, string 0"),
    JW_LAB_NUMBER("velocity", NULL, -1e3, 1e3, "", "the same; 1.056, string -1"),
    JW_LAB_NUMBER("force", NULL, -1e6, 1e6, "", "F of F cos(w t) on the second mode; 30, string 0"),
    JW_LAB_NUMBER("frequency", "13", 0.0, 1e5, "", "w of the force"),
    JW_LAB_NUMBER("step", NULL, 1e-7, 1e-2, "",
                  "time step of the delay equation; 3.5e-5, string 5e-4"),
    JW_LAB_NUMBER("restitution", "1", 0.0, 1.0, "", "coefficient of restitution"),
    JW_LAB_NUMBER("epsilon", "1e-9", 1e-11, 1.0, "",
                  "time between impacts below which the restitution model sticks"),
    JW_LAB_NUMBER("t-end", NULL, 1e-6, 1e4, "", "end of the run; 24, string 0.6"),
    JW_LAB_NUMBER("every", NULL, 1e-7, 1e4, "", "time between rows; t-end/20000"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_delay_impact = {
    .name = "delay-impact",
    .summary = "a forced beam meets a stop with a finite contact force, and by restitution",
    .source = "Szalai (impact as a delay equation), Figs. 3-4",
    .options = options,
    .run = run,
};
