// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The string of an electric bass above its 20 frets, plucked so hard that it hits them, at several
// step rates, each compared with a much finer run of the engine's own step.
//
// C. Issanchou et al. 2018 computed it with nonsmooth contact dynamics (NSCD) on all 862 modes of
// their grid, and plot the error of each sampling rate relative to 256.9 MHz. Frets are points
// here; the neck between them, which the string does not reach, is left out.

#include "base/pi.h"
#include "bass_string.h"
#include "step_lab.h"
#include "step_string.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pluck_m = 3.57e-3;
static const double pluck_x_m = 0.637;
static const double pickup_x_m = 0.501; // Place of the published errors: at fret 15
static const double seconds = 0.4;

enum { max_rates = 16, max_restitutions = 4 };

// Relative L2 error over 0.4 s, read from their plot. The cost is read from another plot: 58 times
// the duration of the sound at 44.1 kHz.
static const struct {
    double restitution, rate_hz, error;
} published[] = {
    {0.0, 15.7e3, 0.58}, {0.0, 31e3, 0.41},   {0.0, 63e3, 0.13},   {0.0, 125e3, 0.047},
    {0.0, 251e3, 0.025}, {0.0, 502e3, 0.017}, {0.0, 1.0e6, 0.012}, {0.0, 4.0e6, 0.0045},
    {0.9, 15.7e3, 1.7},  {0.9, 31e3, 2.0},    {0.9, 63e3, 1.8},    {0.9, 125e3, 1.6},
    {0.9, 251e3, 0.60},  {0.9, 502e3, 0.23},  {0.9, 1.0e6, 0.035}, {0.9, 4.0e6, 0.0077},
};
enum { n_published = sizeof(published) / sizeof(published[0]) };

typedef struct {
    JwLab *lab;
    double rate_hz, restitution;
    int n_modes;
    double bar_from, bar_to;
} Plan;

typedef struct {
    double *y; ///< Displacement at the pick-up, n samples at rate_hz from t = 0 [m]
    int n;
    double rate_hz;
    double penetration, excess, impacts;
    double first_s; ///< Time of the first impact
} Take;

/********* One run *********/

static void place_frets(double restitution, JwContactPoints *points) {
    *points = (JwContactPoints){.n = JW_BASS_FRETS};
    for (int i = 0; i < JW_BASS_FRETS; ++i) {
        points->x_m[i] = jw_bass_fret_x_m[i];
        points->base_m[i] = jw_bass_fret_height_m[i];
        points->restitution[i] = restitution;
    }
}

// Starts the string from the corner of the pluck, with the measured partials.
static bool set_start(const Plan *plan, JwStepString *string) {
    const JwModes *m = string->modes;
    const double length = jw_bass_string.length_m;
    double *q = calloc(3 * (size_t)m->n, sizeof(double));
    if (!q) {
        return jw_error_set(jw_lab_error(plan->lab), "out of memory");
    }
    double *hz = q + m->n;
    double *sigma = q + 2 * m->n;
    for (int j = 0; j < m->n; ++j) {
        const double beta = (j + 1) * JW_PI / length;
        const JwBassPartial partial = jw_bass_partial(j + 1);
        hz[j] = partial.f_hz;
        sigma[j] = partial.sigma_per_s;
        q[j] = sqrt(2.0) * pluck_m * sin(beta * pluck_x_m) /
               (beta * beta * pluck_x_m * (length - pluck_x_m));
    }
    jw_step_set_partials(string, hz, sigma);
    const bool good = jw_step_release(string, plan->lab, q);
    free(q);
    return good;
}

static bool build(const Plan *plan, JwStepString *string) {
    JwContactPoints points;
    place_frets(plan->restitution, &points);
    // The engine counts modes by its own law of stiffness: the band ends half-way to the next mode.
    const double band = 0.25 / JW_PI *
                        (jw_modes_omega(&jw_bass_string, plan->n_modes) +
                         jw_modes_omega(&jw_bass_string, plan->n_modes + 1));
    JwModesSpec spec = jw_step_spec(&jw_bass_string, plan->rate_hz, band, &points);
    spec.pickup_m = pickup_x_m;
    if (!jw_step_string_init(string, plan->lab, &spec) || !set_start(plan, string)) {
        return false;
    }
    string->state.output = JW_OUT_PICKUP_DISPLACEMENT;
    return true;
}

static bool play(const Plan *plan, JwStepString *string, Take *take) {
    JwStringState *state = &string->state;
    take->rate_hz = plan->rate_hz;
    take->n = (int)floor(seconds * plan->rate_hz) + 1;
    take->y = calloc((size_t)take->n, sizeof(double));
    if (!take->y) {
        return jw_error_set(jw_lab_error(plan->lab), "out of memory");
    }
    take->y[0] = jw_string_output(state);
    for (int i = 1; i < take->n; ++i) {
        jw_string_step(state);
        take->y[i] = jw_string_output(state);
        if (take->first_s <= 0.0 && state->contact.impacts > 0) {
            take->first_s = i / plan->rate_hz;
        }
        if (i % 64 == 0) {
            jw_string_audit(state);
            jw_lab_progress(plan->lab,
                            plan->bar_from + (plan->bar_to - plan->bar_from) * i / take->n);
        }
    }
    take->penetration = state->contact.penetration;
    take->excess = state->energy_excess;
    take->impacts = (double)state->contact.impacts;
    return true;
}

static bool run_one(const Plan *plan, Take *take) {
    JwStepString string = {0};
    *take = (Take){0};
    const bool good = build(plan, &string) && play(plan, &string, take);
    jw_step_string_clear(&string);
    return good;
}

/********* Errors *********/

// Interpolates between samples of a fine run by the cubic through four of them.
static double at(const Take *take, double t) {
    const double place = t * take->rate_hz;
    int i = (int)floor(place + 1e-9);
    i = i < 1 ? 1 : i > take->n - 3 ? take->n - 3 : i;
    const double x = place - i;
    const double *y = take->y + i;
    return -x * (x - 1.0) * (x - 2.0) / 6.0 * y[-1] + (x * x - 1.0) * (x - 2.0) / 2.0 * y[0] -
           x * (x + 1.0) * (x - 2.0) / 2.0 * y[1] + x * (x * x - 1.0) / 6.0 * y[2];
}

// Relative L2 difference from the reference at the samples of `take`.
static double error_of(const Take *take, const Take *reference) {
    double difference = 0.0;
    double size = 0.0;
    for (int i = 0; i < take->n; ++i) {
        const double y = at(reference, i / take->rate_hz);
        difference += (take->y[i] - y) * (take->y[i] - y);
        size += y * y;
    }
    return sqrt(difference / size);
}

// Error of NSCD at a rate, interpolated between the points of its plot; 0 outside them.
static double published_error(double restitution, double rate_hz) {
    for (int i = 0; i + 1 < n_published; ++i) {
        if (published[i].restitution == restitution &&
            published[i + 1].restitution == restitution && published[i].rate_hz <= rate_hz &&
            rate_hz <= published[i + 1].rate_hz) {
            const double part = log(rate_hz / published[i].rate_hz) /
                                log(published[i + 1].rate_hz / published[i].rate_hz);
            return published[i].error * pow(published[i + 1].error / published[i].error, part);
        }
    }
    return 0.0;
}

/********* The experiment *********/

typedef struct {
    JwLab *lab;
    const double *rates, *restitutions;
    int n_rates, n_restitutions;
    double reference_hz;
    int reference_modes;
    double work, done; ///< Steps times modes, total and done, for the progress bar
    JwLabTable *errors;
    double *rows; ///< Errors, n_rates x n_restitutions
} Study;

static int modes_at(const Study *study, double rate_hz) {
    const double share = jw_lab_number(study->lab, "band");
    const int n = jw_bass_count(share * rate_hz);
    return n < study->reference_modes ? n : study->reference_modes;
}

static double work_of(double rate_hz, int n_modes) {
    return rate_hz * n_modes;
}

static bool run_at(Study *study, double rate_hz, int n_modes, double restitution, Take *take) {
    const double work = work_of(rate_hz, n_modes) / study->work;
    const Plan plan = {.lab = study->lab,
                       .rate_hz = rate_hz,
                       .restitution = restitution,
                       .n_modes = n_modes,
                       .bar_from = study->done,
                       .bar_to = study->done + work};
    study->done += work;
    return run_one(&plan, take);
}

static void report_wave(Study *study, const Take *take, const Take *reference) {
    JwLab *lab = study->lab;
    JwLabTable *table = jw_lab_table(lab, "wave");
    JwLabPanel *panel = jw_lab_panel(
        lab,
        &(JwLabAxes){.title = "At x = 0.501 m, fret 15", .x_label = "t [ms]", .y_label = "y [mm]"});
    jw_lab_column(table, "ms", "t");
    const int r = jw_lab_column(table, "mm", "reference");
    const int y = jw_lab_column(table, "mm", "y_%g_kHz", 1e-3 * take->rate_hz);
    jw_lab_curve(panel, table, 0, r, JW_LAB_LINE, "reference");
    jw_lab_curve(panel, table, 0, y, JW_LAB_DASHED, "%g kHz", 1e-3 * take->rate_hz);
    for (int i = 0; i < take->n && i < 0.05 * take->rate_hz; ++i) {
        const double t = i / take->rate_hz;
        jw_lab_row(table, (double[]){1e3 * t, 1e3 * at(reference, t), 1e3 * take->y[i]});
    }
}

static void report_take(const Study *study, const Take *take, int n_modes, double restitution,
                        double error) {
    JwLab *lab = study->lab;
    const double khz = 1e-3 * take->rate_hz;
    jw_lab_key(lab, error, "1", "error_R_%g_%g_khz", restitution, khz);
    const double theirs = published_error(restitution, take->rate_hz);
    if (theirs > 0.0) {
        jw_lab_key(lab, theirs, "1", "published_error_R_%g_%g_khz", restitution, khz);
    }
    jw_lab_key(lab, n_modes, "1", "modes_R_%g_%g_khz", restitution, khz);
    jw_lab_key(lab, take->impacts, "1", "impacts_R_%g_%g_khz", restitution, khz);
    jw_lab_key(lab, take->penetration, "m", "penetration_max_R_%g_%g_khz", restitution, khz);
    jw_lab_key(lab, take->excess, "1", "energy_excess_max_R_%g_%g_khz", restitution, khz);
}

static bool run_restitution(Study *study, int index) {
    JwLab *lab = study->lab;
    const double restitution = study->restitutions[index];
    Take reference;
    bool good = run_at(study, study->reference_hz, study->reference_modes, restitution, &reference);
    if (good) {
        jw_lab_key(lab, reference.impacts, "1", "reference_impacts_R_%g", restitution);
        jw_lab_key(lab, 1e3 * reference.first_s, "ms", "first_impact_R_%g", restitution);
    }
    for (int i = 0; good && i < study->n_rates; ++i) {
        Take take;
        const int n_modes = modes_at(study, study->rates[i]);
        good = run_at(study, study->rates[i], n_modes, restitution, &take);
        if (good) {
            const double error = error_of(&take, &reference);
            study->rows[i * study->n_restitutions + index] = error;
            report_take(study, &take, n_modes, restitution, error);
            if (i == 0 && index == 0) {
                report_wave(study, &take, &reference);
            }
        }
        free(take.y);
    }
    free(reference.y);
    return good;
}

static void report_errors(const Study *study) {
    JwLab *lab = study->lab;
    JwLabPanel *panel = jw_lab_panel(lab, &(JwLabAxes){.title = "Error over 0.4 s",
                                                       .x_label = "steps a second [Hz]",
                                                       .y_label = "relative L^2 error",
                                                       .log_x = true,
                                                       .log_y = true});
    jw_lab_column(study->errors, "Hz", "rate");
    for (int k = 0; k < study->n_restitutions; ++k) {
        const int y = jw_lab_column(study->errors, "1", "error_R_%g", study->restitutions[k]);
        jw_lab_curve(panel, study->errors, 0, y, JW_LAB_LINEPOINTS, "engine, R = %g",
                     study->restitutions[k]);
    }
    for (int i = 0; i < study->n_rates; ++i) {
        double row[1 + max_restitutions] = {study->rates[i]};
        for (int k = 0; k < study->n_restitutions; ++k) {
            row[1 + k] = study->rows[i * study->n_restitutions + k];
        }
        jw_lab_row(study->errors, row);
    }
    for (int k = 0; k < 2; ++k) {
        const double restitution = k ? 0.9 : 0.0;
        char name[32];
        snprintf(name, sizeof(name), "published-R-%g", restitution);
        JwLabTable *table = jw_lab_table(lab, name);
        jw_lab_column(table, "Hz", "rate");
        jw_lab_column(table, "1", "error");
        for (int i = 0; i < n_published; ++i) {
            if (published[i].restitution == restitution) {
                jw_lab_row(table, (double[]){published[i].rate_hz, published[i].error});
            }
        }
        jw_lab_curve(panel, table, 0, 1, JW_LAB_DASHED, "NSCD, R = %g", restitution);
    }
}

static bool prepare(Study *study) {
    JwLab *lab = study->lab;
    study->rates = jw_lab_numbers(lab, "rates", &study->n_rates);
    study->restitutions = jw_lab_numbers(lab, "restitution", &study->n_restitutions);
    study->reference_hz = jw_lab_number(lab, "reference-rate");
    if (study->n_rates > max_rates || study->n_restitutions > max_restitutions) {
        return jw_error_set(jw_lab_error(lab),
                            "more than %d values of --rates or %d of --restitution", (int)max_rates,
                            (int)max_restitutions);
    }
    study->reference_modes = jw_bass_count(JW_MODES_SHARE * study->reference_hz);
    study->work = work_of(study->reference_hz, study->reference_modes);
    for (int i = 0; i < study->n_rates; ++i) {
        if (study->rates[i] > study->reference_hz) {
            return jw_error_set(jw_lab_error(lab), "--rates %g is above the --reference-rate, %g",
                                study->rates[i], study->reference_hz);
        }
        study->work += work_of(study->rates[i], modes_at(study, study->rates[i]));
    }
    study->work *= study->n_restitutions;
    study->rows = calloc((size_t)study->n_rates * (size_t)study->n_restitutions, sizeof(double));
    study->errors = jw_lab_table(lab, "errors"); // Opened first, so that --csv writes this table
    return study->rows || jw_error_set(jw_lab_error(lab), "out of memory");
}

static bool run(JwLab *lab) {
    Study study = {.lab = lab};
    bool good = prepare(&study);
    for (int k = 0; good && k < study.n_restitutions; ++k) {
        good = run_restitution(&study, k);
    }
    if (good) {
        report_errors(&study);
    }
    free(study.rows);
    return good;
}

static const JwOption options[] = {
    JW_LAB_NUMBERS("rates", "48000,96000,192000,384000,768000", 4000, 1e8, "Hz", "steps a second"),
    JW_LAB_NUMBERS("restitution", "0,0.9", 0.0, 1.0, "", "of the frets"),
    JW_LAB_NUMBER(
        "reference-rate", "3072000", 8000, 1e8, "Hz",
        "of the run they are compared with, which has all modes that the engine gives it"),
    JW_LAB_NUMBER("band", "0.4167", 0.01, JW_MODES_SHARE, "",
                  "modes up to this share of the step rate; 20 kHz at 48 kHz"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_bass_frets = {
    .name = "bass-frets",
    .summary = "a bass string on its 20 frets: error against the step rate",
    .source = "Issanchou et al. 2018 (nonsmooth contact dynamics), the electric bass with 20 frets",
    .options = options,
    .run = run,
};
