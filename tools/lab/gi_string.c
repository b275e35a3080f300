// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The string above an obstacle (GI 44-56, Figs. 9-14): one run, or several that differ in one
// parameter, each compared with a reference by another method.

#include "gi_string.h"

#include "base/pi.h"
#include "files/number.h"
#include "galerkin_ivanov.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const JwGiMethod *const methods[] = {
    &jw_gi_event, &jw_gi_ivanov, &jw_gi_penalty, &jw_gi_step, &jw_gi_fold, &jw_gi_safe,
};

enum { n_methods = sizeof(methods) / sizeof(methods[0]), max_cases = 12, max_shapes = 24 };

#define METHOD_NAMES "event|ivanov-rk4|penalty-rk4|step|step-fold|step-safe"

static const double max_rows = 1e6;
static const double max_cells = 1e8;

// Depth below the obstacle that rounding may cause for a string that touches it.
static const double feasible = 1e-12;

// Rejects a start below the obstacle, and reports the deepest point.
static bool check_start(JwLab *lab, const JwGiString *string) {
    const JwGiObstacle *obstacle = &string->obstacle;
    double worst = 0.0;
    int below = 0;
    int point = 0;
    for (int k = 0; k < obstacle->n; ++k) {
        const double x = (double)(obstacle->first + k) / (string->grid.n + 1);
        const double depth = obstacle->height[k] - string->amplitude * sin(JW_PI * x);
        below += depth > feasible;
        if (depth > fmax(feasible, worst)) {
            worst = depth;
            point = obstacle->first + k;
        }
    }
    return below == 0 ||
           jw_error_set(jw_lab_error(lab),
                        "infeasible start: the string lies below the obstacle at %d of %d "
                        "constrained nodes, deepest at node %d (x = %.6g) by %.6g",
                        below, obstacle->n, point, (double)point / (string->grid.n + 1), worst);
}

/********* What one run leaves *********/

typedef struct {
    const JwGiString *string;
    const JwGiMethod *method;
    JwLabTable *strikes;                 ///< Impacts; NULL: not stored
    double *midpoint, *energy, *impacts; ///< Values at each time
    double *shape;                       ///< Shapes, grid.n values for each time; NULL: not stored
    double first_time;                   ///< Time of the first impact
    int first_point;                     ///< Point of the first impact; 0: none located
} Trace;

static bool take(void *user, int index, const JwGiSample *sample) {
    Trace *trace = user;
    trace->midpoint[index] = jw_gi_midpoint(trace->string, sample->q);
    trace->energy[index] = sample->energy;
    trace->impacts[index] = sample->impacts;
    if (trace->shape) {
        const int n = trace->string->grid.n;
        jw_gi_to_points(&trace->string->grid, sample->q, trace->shape + (size_t)index * (size_t)n);
    }
    return true;
}

static void strike(void *user, double t, int point, double velocity) {
    Trace *trace = user;
    if (!trace->first_point) {
        trace->first_point = point;
        trace->first_time = t;
    }
    jw_lab_row(trace->strikes, (double[]){t, point, velocity});
}

static void clear_trace(Trace *trace) {
    free(trace->midpoint);
    free(trace->shape);
    *trace = (Trace){0};
}

static bool prepare_trace(JwLab *lab, Trace *trace, const JwGiString *string, int n_times,
                          bool shapes) {
    const size_t n = (size_t)n_times;
    *trace = (Trace){.string = string};
    trace->midpoint = calloc(3 * n, sizeof(double));
    trace->shape = shapes ? calloc(n * (size_t)string->grid.n, sizeof(double)) : NULL;
    if (!trace->midpoint || (shapes && !trace->shape)) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    trace->energy = trace->midpoint + n;
    trace->impacts = trace->midpoint + 2 * n;
    return true;
}

/********* The times: rows, shapes, the end *********/

typedef struct {
    double *time;
    bool *row;             ///< True if the time has a row in the table
    int n, n_rows;         //
    int shape[max_shapes]; ///< Index of the time of each of --snapshots
    double wanted[max_shapes];
    int n_shapes;
} Times;

static void clear_times(Times *times) {
    free(times->time);
    free(times->row);
}

// Reads the numbers of --snapshots, if its value is numbers.
static bool read_shapes(JwLab *lab, Times *times, double end) {
    const char *text = jw_lab_has(lab, "snapshots") ? jw_lab_text(lab, "snapshots") : "";
    const size_t length = strlen(text);
    if (!length || (length > 4 && !strcmp(text + length - 4, ".csv"))) {
        return true;
    }
    const char *item = text;
    while (item) {
        char word[40];
        const size_t width = strcspn(item, ",");
        double *t = &times->wanted[times->n_shapes];
        if (times->n_shapes == max_shapes) {
            return jw_error_set(jw_lab_error(lab), "--snapshots: more than %d times", max_shapes);
        }
        snprintf(word, sizeof(word), "%.*s", (int)(width < 39 ? width : 39), item);
        if (!jw_number_parse(word, t) || *t < 0.0 || *t > end) {
            return jw_error_set(jw_lab_error(lab),
                                "--snapshots %s is neither a FILE.csv nor times in 0 to %g", text,
                                end);
        }
        if (times->n_shapes > 0 && *t <= t[-1]) {
            return jw_error_set(jw_lab_error(lab), "--snapshots %s: times must grow", text);
        }
        ++times->n_shapes;
        item = item[width] ? item + width + 1 : NULL;
    }
    return true;
}

static void add_time(Times *times, double t, bool row) {
    times->time[times->n] = t;
    times->row[times->n++] = row;
    times->n_rows += row;
}

// Merges the times of the rows, k * every, of the shapes and of the end of the run.
static bool make_times(JwLab *lab, Times *times) {
    const double end = jw_lab_number(lab, "t-end");
    const double every = jw_lab_number(lab, "every");
    const double rows = floor(end / every * (1.0 + 1e-12)) + 1.0;
    if (!read_shapes(lab, times, end)) {
        return false;
    }
    if (rows > max_rows) {
        return jw_error_set(jw_lab_error(lab), "--every %g makes more than %g rows", every,
                            max_rows);
    }
    times->time = calloc((size_t)rows + max_shapes + 1, sizeof(double));
    times->row = calloc((size_t)rows + max_shapes + 1, sizeof(bool));
    if (!times->time || !times->row) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    const double same = 1e-9 * every;
    int shape = 0;
    for (double k = 0.0; k <= rows; ++k) {
        const double t = k < rows ? fmin(k * every, end) : end;
        for (; shape < times->n_shapes && times->wanted[shape] <= t + same; ++shape) {
            if (times->wanted[shape] < t - same) {
                add_time(times, times->wanted[shape], false);
                times->shape[shape] = times->n - 1;
            } else {
                times->shape[shape] = times->n; // Index of the time added next
            }
        }
        if (k < rows) {
            add_time(times, t, true);
        } else if (times->time[times->n - 1] < t) {
            add_time(times, t, false);
        }
    }
    return true;
}

/********* The cases *********/

typedef struct {
    JwGiString string;
    double dt;
    char suffix[48]; ///< Suffix of its keys and columns; "" for a single case
    char legend[48]; ///< Name in the figure
    Trace trace;
    Trace reference;      ///< Unused if `against` points to another case's or is NULL
    const Trace *against; ///< Reference that the case is compared with
} Case;

typedef struct {
    JwLab *lab;
    Times times;
    Case cases[max_cases];
    int n_cases;
    JwGiObstacle obstacle;
    JwGiGrid grid;
    const JwGiMethod *method, *reference; ///< Methods of run and reference; reference NULL: none
    bool by_step; ///< The cases only differ in the step and share a reference
    bool shapes;  ///< Shapes of the first case are requested
} Study;

static const JwGiMethod *find_method(const char *name) {
    for (int i = 0; i < n_methods; ++i) {
        if (!strcmp(methods[i]->name, name)) {
            return methods[i];
        }
    }
    return NULL;
}

// Distributes the one option with several values over the cases.
static bool make_cases(Study *study) {
    static const char *const names[] = {"restitution", "damping", "dt"};
    static const char *const symbols[] = {"R", "c", "Δt"};
    JwLab *lab = study->lab;
    const double *values[3];
    int n[3];
    int varied = 0;
    study->n_cases = 1;
    for (int i = 0; i < 3; ++i) {
        values[i] = jw_lab_numbers(lab, names[i], &n[i]);
        if (n[i] > 1 && study->n_cases > 1) {
            return jw_error_set(jw_lab_error(lab),
                                "only one of --restitution, --damping and --dt may be a list");
        }
        varied = n[i] > 1 ? i : varied;
        study->n_cases = n[i] > 1 ? n[i] : study->n_cases;
    }
    if (study->n_cases > max_cases) {
        return jw_error_set(jw_lab_error(lab), "--%s: more than %d values", names[varied],
                            max_cases);
    }
    study->by_step = n[2] > 1;
    for (int i = 0; i < study->n_cases; ++i) {
        Case *one = &study->cases[i];
        one->string = (JwGiString){.grid = study->grid,
                                   .obstacle = study->obstacle,
                                   .gamma = jw_lab_number(lab, "gamma"),
                                   .amplitude = jw_lab_number(lab, "amplitude"),
                                   .restitution = values[0][n[0] > 1 ? i : 0],
                                   .damping = values[1][n[1] > 1 ? i : 0]};
        one->dt = values[2][n[2] > 1 ? i : 0];
        if (study->n_cases > 1) {
            const double value = values[varied][i];
            snprintf(one->suffix, sizeof(one->suffix), "_%s_%g", names[varied], value);
            snprintf(one->legend, sizeof(one->legend), "%s = %g", symbols[varied], value);
        }
    }
    return true;
}

/********* Running *********/

static bool run_one(Study *study, Case *one, bool reference, double from, double to) {
    JwLab *lab = study->lab;
    Trace *trace = reference ? &one->reference : &one->trace;
    const bool compared = study->reference != NULL;
    const bool wanted = study->shapes && (one == &study->cases[0] || study->times.n_shapes > 0);
    if (!prepare_trace(lab, trace, &one->string, study->times.n, compared || wanted)) {
        return false;
    }
    trace->method = reference ? study->reference : study->method;
    if (!reference && one == &study->cases[0] && trace->method == &jw_gi_event) {
        trace->strikes = jw_lab_table(lab, "impacts");
        jw_lab_column(trace->strikes, "1", "t");
        jw_lab_column(trace->strikes, "1", "node");
        jw_lab_column(trace->strikes, "1", "velocity");
    }
    const JwGiRun run = {.lab = lab,
                         .string = &one->string,
                         .dt = reference ? jw_lab_number(lab, "reference-dt") : one->dt,
                         .stiffness = jw_lab_number(lab, "stiffness"),
                         .order = jw_lab_integer(lab, "order"),
                         .times = study->times.time,
                         .n_times = study->times.n,
                         .bar_from = from,
                         .bar_to = to,
                         .user = trace,
                         .take = take,
                         .strike = strike};
    return trace->method->run(&run);
}

// Finds the reference of an earlier case with the same string.
static const Trace *find_reference(const Study *study, const Case *one) {
    for (const Case *other = study->cases; other < one; ++other) {
        if (other->string.restitution == one->string.restitution &&
            other->string.damping == one->string.damping) {
            return other->against;
        }
    }
    return NULL;
}

static bool run_cases(Study *study) {
    const double share = 1.0 / (2.0 * study->n_cases);
    for (int i = 0; i < study->n_cases; ++i) {
        Case *one = &study->cases[i];
        if (!run_one(study, one, false, 2.0 * i * share, (2.0 * i + 1.0) * share)) {
            return false;
        }
        // The penalty method has no restitution, and is only comparable with R = 1.
        if (!study->reference ||
            (study->reference == &jw_gi_penalty && one->string.restitution != 1.0)) {
            continue;
        }
        one->against = find_reference(study, one);
        if (!one->against) {
            if (!run_one(study, one, true, (2.0 * i + 1.0) * share, (2.0 * i + 2.0) * share)) {
                return false;
            }
            one->against = &one->reference;
        }
    }
    return true;
}

/********* Reporting *********/

static double squared_error(const Study *study, const Case *one, int index) {
    const size_t n = (size_t)study->grid.n;
    const double *a = one->trace.shape + (size_t)index * n;
    const double *b = one->against->shape + (size_t)index * n;
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum / (double)n;
}

static void report_keys(const Study *study, const Case *one) {
    JwLab *lab = study->lab;
    const Trace *trace = &one->trace;
    const int last = study->times.n - 1;
    double drift = 0.0;
    double worst = 0.0;
    for (int i = 0; i <= last; ++i) {
        drift = fmax(drift, fabs(trace->energy[i] / trace->energy[0] - 1.0));
        worst = one->against ? fmax(worst, squared_error(study, one, i)) : 0.0;
    }
    jw_lab_key(lab, trace->impacts[last], "1", "impacts%s", one->suffix);
    jw_lab_key(lab, trace->midpoint[last], "1", "midpoint%s", one->suffix);
    jw_lab_key(lab, trace->energy[0], "1", "energy_start%s", one->suffix);
    jw_lab_key(lab, trace->energy[last], "1", "energy_end%s", one->suffix);
    jw_lab_key(lab, drift, "1", "energy_drift%s", one->suffix);
    if (trace->first_point) {
        jw_lab_key(lab, trace->first_time, "1", "first_contact%s", one->suffix);
        jw_lab_key(lab, trace->first_point, "1", "first_contact_node%s", one->suffix);
    }
    if (one->against) {
        jw_lab_key(lab, squared_error(study, one, last), "1", "mse%s", one->suffix);
        jw_lab_key(lab, worst, "1", "mse_max%s", one->suffix);
    }
}

typedef struct {
    int column;
    const char *legend;
} Reference;

// Columns of the main table: three for each case, the references, the nodes.
typedef struct {
    JwLabTable *table;
    JwLabPanel *midpoint, *energy, *error;
    Reference reference[max_cases];
    int n_references;
    bool nodes;
} Sheet;

static JwLabPanel *open_panel(JwLab *lab, const char *y_label, bool from_zero) {
    return jw_lab_panel(lab,
                        &(JwLabAxes){.x_label = "t", .y_label = y_label, .y_from_zero = from_zero});
}

// Opens a panel of errors. Both runs start from identical values, so that errors below rounding are
// left out.
static JwLabPanel *open_error_panel(JwLab *lab) {
    return jw_lab_panel(lab, &(JwLabAxes){.x_label = "t",
                                          .y_label = "mean squared error e(t)",
                                          .log_y = true,
                                          .y_range = {1e-14, 0.0}});
}

static void open_case(const Study *study, Sheet *sheet, const Case *one) {
    const char *suffix = one->suffix;
    const int y = jw_lab_column(sheet->table, "1", "midpoint%s", suffix);
    const int e = jw_lab_column(sheet->table, "1", "energy%s", suffix);
    jw_lab_column(sheet->table, "1", "impacts%s", suffix);
    const bool several = study->n_cases > 1;
    const char *legend = several ? one->legend : study->method->name;
    const char *alone = several ? legend : ""; // A single curve needs no name
    jw_lab_curve(sheet->midpoint, sheet->table, 0, y, JW_LAB_LINE, "%s",
                 study->reference ? legend : alone);
    jw_lab_curve(sheet->energy, sheet->table, 0, e, JW_LAB_LINE, "%s", alone);
    if (one->against) {
        const int m = jw_lab_column(sheet->table, "1", "mse%s", suffix);
        jw_lab_curve(sheet->error, sheet->table, 0, m, JW_LAB_LINE, "%s", alone);
    }
    if (one->against == &one->reference) {
        const bool own = several && !study->by_step;
        const int r = jw_lab_column(sheet->table, "1", "midpoint_reference%s", own ? suffix : "");
        sheet->reference[sheet->n_references++] =
            (Reference){.column = r, .legend = own ? legend : ""};
    }
}

// Draws the references last, on top.
static void draw_references(const Study *study, const Sheet *sheet) {
    for (int i = 0; i < sheet->n_references; ++i) {
        const char *legend = sheet->reference[i].legend;
        jw_lab_curve(sheet->midpoint, sheet->table, 0, sheet->reference[i].column, JW_LAB_BESIDE,
                     "%s%s%s", study->reference->name, *legend ? ", " : "", legend);
    }
}

static int fill_case(const Study *study, const Case *one, int index, double *row) {
    int n = 0;
    row[n++] = one->trace.midpoint[index];
    row[n++] = one->trace.energy[index];
    row[n++] = one->trace.impacts[index];
    if (one->against) {
        row[n++] = squared_error(study, one, index);
    }
    if (one->against == &one->reference) {
        row[n++] = one->reference.midpoint[index];
    }
    return n;
}

static bool report_curves(const Study *study, Sheet *sheet) {
    JwLab *lab = study->lab;
    const int n = study->grid.n;
    double *row = calloc((size_t)n + 1 + 5 * max_cases, sizeof(double));
    if (!row) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    for (int i = 0; i < study->n_cases; ++i) {
        open_case(study, sheet, &study->cases[i]);
    }
    draw_references(study, sheet);
    for (int i = 1; sheet->nodes && i <= n; ++i) {
        jw_lab_column(sheet->table, "1", "y_%d", i);
    }
    for (int index = 0; index < study->times.n; ++index) {
        int width = 0;
        row[width++] = study->times.time[index];
        for (int i = 0; i < study->n_cases; ++i) {
            width += fill_case(study, &study->cases[i], index, row + width);
        }
        if (sheet->nodes) {
            memcpy(row + width, study->cases[0].trace.shape + (size_t)index * (size_t)n,
                   (size_t)n * sizeof(double));
        }
        if (study->times.row[index]) {
            jw_lab_row(sheet->table, row);
        }
    }
    free(row);
    return jw_lab_ok(lab);
}

// Writes snapshots to a separate file, one row for each time.
static void report_nodes(const Study *study, const char *path) {
    JwLabTable *table = jw_lab_table_at(study->lab, path);
    const int n = study->grid.n;
    double *row = calloc((size_t)n + 1, sizeof(double));
    if (!row) {
        jw_error_set(jw_lab_error(study->lab), "out of memory");
        return;
    }
    jw_lab_column(table, "1", "t");
    for (int i = 1; i <= n; ++i) {
        jw_lab_column(table, "1", "y_%d", i);
    }
    for (int index = 0; index < study->times.n; ++index) {
        row[0] = study->times.time[index];
        memcpy(row + 1, study->cases[0].trace.shape + (size_t)index * (size_t)n,
               (size_t)n * sizeof(double));
        if (study->times.row[index]) {
            jw_lab_row(table, row);
        }
    }
    free(row);
}

// Draws snapshots at given times: one column for each time, over x, supports included.
static void report_shapes(const Study *study, JwLabPanel *panel) {
    const Times *times = &study->times;
    const Case *one = &study->cases[0];
    const int n = study->grid.n;
    JwLabTable *table = jw_lab_table(study->lab, "snapshots");
    jw_lab_column(table, "1", "x");
    for (int k = 0; k < times->n_shapes; ++k) {
        const int y = jw_lab_column(table, "1", "y_t_%g", times->wanted[k]);
        jw_lab_curve(panel, table, 0, y, JW_LAB_LINE, "t = %g", times->wanted[k]);
        if (one->against) {
            const int r = jw_lab_column(table, "1", "reference_t_%g", times->wanted[k]);
            jw_lab_curve(panel, table, 0, r, JW_LAB_BESIDE, "%s", "");
        }
    }
    for (int i = 0; i <= n + 1; ++i) {
        double row[1 + 2 * max_shapes] = {(double)i / (n + 1)};
        int width = 1;
        for (int k = 0; k < times->n_shapes; ++k) {
            const bool inside = i > 0 && i <= n;
            const size_t at = (size_t)times->shape[k] * (size_t)n + (size_t)(inside ? i - 1 : 0);
            row[width++] = inside ? one->trace.shape[at] : 0.0;
            if (one->against) {
                row[width++] = inside ? one->against->shape[at] : 0.0;
            }
        }
        jw_lab_row(table, row);
    }
}

static void report_obstacle(const Study *study, JwLabPanel *panel) {
    const JwGiObstacle *obstacle = &study->obstacle;
    JwLabTable *table = jw_lab_table(study->lab, "obstacle");
    jw_lab_column(table, "1", "x");
    jw_lab_column(table, "1", "height");
    for (int k = 0; k < obstacle->n; ++k) {
        jw_lab_row(table, (double[]){(double)(obstacle->first + k) / (study->grid.n + 1),
                                     obstacle->height[k]});
    }
    jw_lab_curve(panel, table, 0, 1, JW_LAB_LINE, "obstacle");
}

static bool report(const Study *study, JwLabTable *table) {
    JwLab *lab = study->lab;
    const char *snapshots = study->shapes ? jw_lab_text(lab, "snapshots") : "";
    JwLabPanel *shapes = NULL;
    if (study->times.n_shapes > 0) {
        shapes = jw_lab_panel(lab, &(JwLabAxes){.x_label = "x", .y_label = "y(x, t)"});
    }
    Sheet sheet = {.table = table, .nodes = study->shapes && !*snapshots};
    sheet.midpoint = open_panel(lab, "y(1/2, t)", false);
    sheet.error = study->reference ? open_error_panel(lab) : NULL;
    sheet.energy = open_panel(lab, "energy", true);
    for (int i = 0; i < study->n_cases; ++i) {
        report_keys(study, &study->cases[i]);
    }
    if (!report_curves(study, &sheet)) {
        return false;
    }
    if (shapes) {
        report_shapes(study, shapes);
        report_obstacle(study, shapes);
    } else if (*snapshots) {
        report_nodes(study, snapshots);
    }
    return jw_lab_ok(lab);
}

/********* The experiment *********/

static bool check_size(const Study *study) {
    const double cells = (double)study->times.n * study->grid.n;
    const bool kept = study->shapes || study->reference;
    return !kept || cells * study->n_cases <= max_cells ||
           jw_error_set(jw_lab_error(study->lab),
                        "more than %g node values to keep; choose a larger --every", max_cells);
}

static bool run_study(Study *study) {
    JwLab *lab = study->lab;
    const char *reference = jw_lab_text(lab, "reference");
    study->method = find_method(jw_lab_text(lab, "method"));
    study->reference = find_method(reference); // NULL for "none"
    study->shapes = jw_lab_has(lab, "snapshots");
    if (!make_times(lab, &study->times) ||
        !jw_gi_obstacle_init(lab, jw_lab_text(lab, "obstacle"), study->grid.n, &study->obstacle) ||
        !make_cases(study) || !check_start(lab, &study->cases[0].string) || !check_size(study)) {
        return false;
    }
    // Opened first, so that --csv writes this table
    JwLabTable *table = jw_lab_table(lab, "curves");
    jw_lab_column(table, "1", "t");
    return run_cases(study) && report(study, table);
}

static bool run(JwLab *lab) {
    Study *study = calloc(1, sizeof(*study));
    if (!study || jw_gi_grid_init(&study->grid, jw_lab_integer(lab, "modes"))) {
        free(study);
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    study->lab = lab;
    const bool good = run_study(study);
    for (int i = 0; i < study->n_cases; ++i) {
        clear_trace(&study->cases[i].trace);
        clear_trace(&study->cases[i].reference);
    }
    clear_times(&study->times);
    jw_gi_obstacle_clear(&study->obstacle);
    jw_gi_grid_clear(&study->grid);
    free(study);
    return good;
}

static const JwOption options[] = {
    JW_LAB_CHOICE("method", "event", METHOD_NAMES, "how it is integrated"),
    JW_LAB_TEXT("obstacle", "flat", "flat, depth, bump, or a file of columns x, height"),
    JW_LAB_INTEGER("modes", "201", 1, 1000, "", "modes N, as many as grid points"),
    JW_LAB_NUMBERS("dt", "1e-4", 1e-7, 1.0, "", "step of all methods but event"),
    JW_LAB_NUMBER("t-end", "10", 0.0, 1e4, "", "end of the run"),
    JW_LAB_NUMBERS("restitution", "1", 0.0, 1.0, "", "coefficient R"),
    JW_LAB_NUMBERS("damping", "0", 0.0, 1e3, "", "coefficient c"),
    JW_LAB_NUMBER("gamma", "1", 0.0, 1e6, "", "tension nonlinearity"),
    JW_LAB_NUMBER("stiffness", "1e8", 0.0, 1e14, "", "kp of the penalty method"),
    JW_LAB_NUMBER("amplitude", "0.05", 1e-9, 1e3, "", "of the start, a sin(pi x)"),
    JW_LAB_NUMBER("every", "0.01", 1e-7, 1e4, "", "time between rows"),
    JW_LAB_FLAG_OR_TEXT("snapshots",
                        "all nodes: in every row, or in those of FILE.csv, or at times T1,T2,..."),
    JW_LAB_CHOICE("reference", "none", "none|" METHOD_NAMES, "method to compare with: adds mse"),
    JW_LAB_NUMBER("reference-dt", "1e-4", 1e-7, 1.0, "", "its step"),
    JW_LAB_INTEGER("order", "30", 6, JW_GI_MAX_ORDER, "",
                   "of the event-driven method's Taylor series"),
    {.name = NULL},
};

const JwLabExperiment jw_lab_string = {
    .name = "string",
    .summary = "a string above a rigid obstacle; --restitution, --damping or --dt may be a list",
    .source = "Samukham, Khaderi, Vyasarayani (Galerkin-Ivanov), Figs. 9-14",
    .options = options,
    .run = run,
};
