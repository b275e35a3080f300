// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "run.h"

#include "files/line.h"
#include "program/target_file.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/********* Texts *********/

JW_PRINTF(1, 0) static char *format_text(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, arguments);
    }
    return text;
}

char *jw_lab_copy(JwLab *lab, const char *text) {
    if (!text) {
        return NULL;
    }
    char *copy = malloc(strlen(text) + 1);
    if (!copy) {
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    return strcpy(copy, text);
}

/********* Failing *********/

JwError *jw_lab_error(JwLab *lab) {
    JwError *error = lab->failed ? &lab->later : &lab->error;
    lab->failed = true;
    return error;
}

bool jw_lab_ok(const JwLab *lab) {
    return !lab->failed;
}

void jw_lab_note(JwLab *lab, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    jw_progress_end(&lab->progress);
    jw_line_print(stderr, "jawari-lab: %s: %s", lab->experiment->name,
                  text ? text : "out of memory");
    free(text);
}

/********* Growing arrays *********/

// Makes room for one more element after n; the capacity doubles, so that n appends cost O(n).
// Returns the array, or NULL, with an error set and the array unchanged, if memory is short.
static void *grow(JwLab *lab, void *array, size_t n, size_t size) {
    if (n & (n - 1)) { // Not a power of two: there is room
        return array;
    }
    const size_t wanted = n ? 2 * n : 1;
    void *grown = wanted > SIZE_MAX / 2 / size ? NULL : realloc(array, wanted * size);
    if (!grown) {
        jw_error_set(jw_lab_error(lab), "out of memory");
    }
    return grown;
}

/********* Keys *********/

static void add_key(JwLab *lab, const char *key, const char *text, const char *unit) {
    char line[512];
    const bool has_unit = unit && strcmp(unit, "1") != 0;
    snprintf(line, sizeof(line), "%s = %s%s%s", key, text, has_unit ? "  # " : "",
             has_unit ? unit : "");
    char **keys = grow(lab, lab->keys, lab->n_keys, sizeof(*keys));
    if (keys) {
        lab->keys = keys;
        keys[lab->n_keys++] = jw_lab_copy(lab, line);
    }
}

void jw_lab_key(JwLab *lab, double value, const char *unit, const char *name, ...) {
    char full[256], text[40];
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(full, sizeof(full), name, arguments);
    va_end(arguments);
    if (!isfinite(value)) {
        jw_error_set(jw_lab_error(lab), "%s is not finite", full);
    }
    snprintf(text, sizeof(text), "%.17g", value);
    add_key(lab, full, text, unit);
}

void jw_lab_key_text(JwLab *lab, const char *name, const char *text) {
    add_key(lab, name, text, NULL);
}

void jw_lab_keys_print(const JwLab *lab) {
    for (size_t i = 0; i < lab->n_keys; ++i) {
        jw_line_print(stdout, "%s", lab->keys[i]);
    }
}

/********* Tables *********/

static JwLabTable *new_table(JwLab *lab, const char *name, const char *path) {
    JwLabTable **tables = grow(lab, lab->tables, lab->n_tables, sizeof(*tables));
    JwLabTable *table = tables ? calloc(1, sizeof(*table)) : NULL;
    lab->tables = tables ? tables : lab->tables;
    if (!table) {
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    tables[lab->n_tables++] = table;
    table->lab = lab;
    table->name = jw_lab_copy(lab, name);
    table->path = jw_lab_copy(lab, path);
    return table;
}

JwLabTable *jw_lab_table(JwLab *lab, const char *name) {
    return new_table(lab, name, NULL);
}

JwLabTable *jw_lab_table_at(JwLab *lab, const char *path) {
    return new_table(lab, NULL, path);
}

int jw_lab_column(JwLabTable *table, const char *unit, const char *name, ...) {
    char full[256], header[300];
    if (!table) {
        return 0;
    }
    assert(table->n_rows == 0);
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(full, sizeof(full), name, arguments);
    va_end(arguments);
    snprintf(header, sizeof(header), "%s [%s]", full, unit ? unit : "1");
    char **columns = grow(table->lab, table->columns, table->n_columns, sizeof(*columns));
    if (!columns) {
        return 0;
    }
    table->columns = columns;
    columns[table->n_columns] = jw_lab_copy(table->lab, header);
    return (int)table->n_columns++;
}

void jw_lab_row(JwLabTable *table, const double *cells) {
    if (!table || table->lab->failed) {
        return;
    }
    const size_t width = table->n_columns;
    double *all = grow(table->lab, table->cells, table->n_rows, width * sizeof(double));
    if (!all) {
        return;
    }
    table->cells = all;
    for (size_t i = 0; i < width; ++i) {
        if (!isfinite(cells[i])) {
            jw_error_set(jw_lab_error(table->lab), "%s is not finite in row %zu", table->columns[i],
                         table->n_rows + 1);
            return;
        }
        table->cells[table->n_rows * width + i] = cells[i];
    }
    ++table->n_rows;
}

// Path of a table: FILE.csv for the first, FILE-NAME.csv for the others; NULL: not requested.
static char *table_path(JwLab *lab, size_t index) {
    const JwLabTable *table = lab->tables[index];
    if (table->path) {
        return jw_lab_copy(lab, table->path);
    }
    if (!lab->csv) {
        return NULL;
    }
    if (index == 0) {
        return jw_lab_copy(lab, lab->csv);
    }
    const char *base = strrchr(lab->csv, '/');
    const char *dot = strrchr(base ? base : lab->csv, '.');
    const size_t stem = dot && dot != lab->csv ? (size_t)(dot - lab->csv) : strlen(lab->csv);
    const size_t size = strlen(lab->csv) + strlen(table->name) + 2;
    char *path = malloc(size);
    if (!path) {
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    snprintf(path, size, "%.*s-%s%s", (int)stem, lab->csv, table->name, lab->csv + stem);
    return path;
}

static void print_table(FILE *stream, const JwLabTable *table) {
    const size_t n = table->n_columns;
    for (size_t i = 0; i < n; ++i) {
        fprintf(stream, "%s%s", table->columns[i], i + 1 < n ? "," : "\n");
    }
    for (size_t i = 0; i < n * table->n_rows; ++i) {
        fprintf(stream, "%.17g%s", table->cells[i], (i + 1) % n ? "," : "\n");
    }
}

static bool write_table(const JwLabTable *table, const char *path, JwError *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream) {
        print_table(stream, table);
    }
    const bool printed = stream && !fclose(stream);
    const bool ok = printed ? jw_target_file_save(path, text, size, error)
                            : jw_error_set(error, "out of memory");
    free(text);
    return ok;
}

/********* Files *********/

static bool check_writable(JwLab *lab, const char *path) {
    JwTargetFile file = {0};
    const bool ok = !path || jw_target_file_open(&file, path, &lab->error);
    jw_target_file_discard(&file);
    lab->failed = lab->failed || !ok;
    return ok;
}

bool jw_lab_files_check(JwLab *lab) {
    if (lab->csv && lab->plot && !strcmp(lab->csv, lab->plot)) {
        return jw_error_set(jw_lab_error(lab), "%s: the same file for --csv and --plot", lab->csv);
    }
    return check_writable(lab, lab->csv) && check_writable(lab, lab->plot);
}

bool jw_lab_files_write(JwLab *lab) {
    for (size_t i = 0; i < lab->n_tables && !lab->failed; ++i) {
        char *path = table_path(lab, i);
        lab->failed = lab->failed || (path && !write_table(lab->tables[i], path, &lab->error));
        free(path);
    }
    return !lab->failed && (!lab->plot || jw_lab_plot_write(lab, lab->plot));
}

/********* Panels *********/

JwLabPanel *jw_lab_panel(JwLab *lab, const JwLabAxes *axes) {
    JwLabPanel **panels = grow(lab, lab->panels, lab->n_panels, sizeof(*panels));
    JwLabPanel *panel = panels ? calloc(1, sizeof(*panel)) : NULL;
    lab->panels = panels ? panels : lab->panels;
    if (!panel) {
        jw_error_set(jw_lab_error(lab), "out of memory");
        return NULL;
    }
    panels[lab->n_panels++] = panel;
    panel->lab = lab;
    panel->axes = *axes;
    panel->axes.title = jw_lab_copy(lab, axes->title);
    panel->axes.x_label = jw_lab_copy(lab, axes->x_label);
    panel->axes.y_label = jw_lab_copy(lab, axes->y_label);
    return panel;
}

void jw_lab_curve(JwLabPanel *panel, const JwLabTable *table, int x, int y, JwLabStyle style,
                  const char *legend, ...) {
    if (!panel || !table) {
        return;
    }
    va_list arguments;
    va_start(arguments, legend);
    char *text = format_text(legend, arguments);
    va_end(arguments);
    JwLabCurve *curves = grow(panel->lab, panel->curves, panel->n_curves, sizeof(*curves));
    panel->curves = curves ? curves : panel->curves;
    if (!curves || !text) {
        free(text);
        jw_error_set(jw_lab_error(panel->lab), "out of memory");
        return;
    }
    curves[panel->n_curves++] = (JwLabCurve){table, x, y, style, text};
}

/********* Life of a run *********/

void jw_lab_progress(JwLab *lab, double fraction) {
    enum { WHOLE = 1000000 };
    jw_progress_show(&lab->progress, (uint64_t)(WHOLE * fmin(fmax(fraction, 0.0), 1.0)), WHOLE);
}

void jw_lab_init(JwLab *lab, const JwLabExperiment *experiment) {
    *lab = (JwLab){.experiment = experiment, .progress = jw_progress_start(stderr, true)};
}

static void free_table(JwLabTable *table) {
    for (size_t i = 0; i < table->n_columns; ++i) {
        free(table->columns[i]);
    }
    free(table->columns);
    free(table->cells);
    free(table->name);
    free(table->path);
    free(table);
}

static void free_panel(JwLabPanel *panel) {
    for (size_t i = 0; i < panel->n_curves; ++i) {
        free(panel->curves[i].legend);
    }
    free(panel->curves);
    // jw_lab_panel() copied the texts; they are only const for the experiments.
    free((void *)(uintptr_t)panel->axes.title);
    free((void *)(uintptr_t)panel->axes.x_label);
    free((void *)(uintptr_t)panel->axes.y_label);
    free(panel);
}

void jw_lab_clear(JwLab *lab) {
    for (int i = 0; i < JW_OPTIONS_MAX; ++i) {
        free(lab->values[i].numbers);
    }
    for (size_t i = 0; i < lab->n_keys; ++i) {
        free(lab->keys[i]);
    }
    for (size_t i = 0; i < lab->n_tables; ++i) {
        free_table(lab->tables[i]);
    }
    for (size_t i = 0; i < lab->n_panels; ++i) {
        free_panel(lab->panels[i]);
    }
    free(lab->keys);
    free(lab->tables);
    free(lab->panels);
    *lab = (JwLab){0};
}
