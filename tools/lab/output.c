// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "run.h"

#include "files/line.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/********* Texts *********/

JW_LAB_PRINTF(1, 0) static char *format_text(const char *format, va_list arguments) {
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
        jw_lab_fail(lab, "out of memory");
        return NULL;
    }
    return strcpy(copy, text);
}

/********* Failing *********/

bool jw_lab_fail(JwLab *lab, const char *format, ...) {
    if (!lab->failed) {
        va_list arguments;
        va_start(arguments, format);
        lab->error = format_text(format, arguments);
        va_end(arguments);
    }
    lab->failed = true;
    return false;
}

bool jw_lab_ok(const JwLab *lab) {
    return !lab->failed;
}

void jw_lab_note(JwLab *lab, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    jw_lab_bar_clear(lab);
    jw_line_print(stderr, "jawari-lab: %s: %s", lab->experiment->name,
                  text ? text : "out of memory");
    free(text);
}

/********* Growing arrays *********/

// Makes room for one more element; the room doubles, so that n appends cost O(n).
static bool reserve(JwLab *lab, void **array, size_t n, size_t *capacity, size_t size) {
    if (n < *capacity) {
        return true;
    }
    const size_t wanted = *capacity ? 2 * *capacity : 16;
    void *grown = wanted > SIZE_MAX / 2 / size ? NULL : realloc(*array, wanted * size);
    if (!grown) {
        return jw_lab_fail(lab, "out of memory");
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

// Appends to a short list, whose capacity is not worth a field.
static bool append_pointer(JwLab *lab, void ***list, int *n, void *item) {
    void **grown = realloc(*list, ((size_t)*n + 1) * sizeof(void *));
    if (!grown) {
        return jw_lab_fail(lab, "out of memory");
    }
    *list = grown;
    grown[(*n)++] = item;
    return true;
}

/********* Keys *********/

static void add_key(JwLab *lab, char *name, char *unit, char *text) {
    void *keys = lab->keys;
    if (!name || !text ||
        !reserve(lab, &keys, lab->n_keys, &lab->capacity_keys, sizeof(JwLabKey))) {
        free(name);
        free(unit);
        free(text);
        jw_lab_fail(lab, "out of memory");
        return;
    }
    lab->keys = keys;
    lab->keys[lab->n_keys++] = (JwLabKey){name, unit, text};
}

void jw_lab_key(JwLab *lab, double value, const char *unit, const char *name, ...) {
    va_list arguments;
    va_start(arguments, name);
    char *full = format_text(name, arguments);
    va_end(arguments);
    if (!isfinite(value)) {
        jw_lab_fail(lab, "%s is not finite", full ? full : name);
    }
    char text[40];
    snprintf(text, sizeof(text), "%.17g", value);
    add_key(lab, full, jw_lab_copy(lab, unit), jw_lab_copy(lab, text));
}

void jw_lab_key_text(JwLab *lab, const char *name, const char *text) {
    add_key(lab, jw_lab_copy(lab, name), NULL, jw_lab_copy(lab, text));
}

bool jw_lab_keys_print(JwLab *lab) {
    jw_lab_bar_clear(lab);
    for (size_t i = 0; i < lab->n_keys; ++i) {
        const JwLabKey *key = &lab->keys[i];
        const bool unit = key->unit && strcmp(key->unit, "1") != 0;
        jw_line_print(stdout, "%s = %s%s%s", key->name, key->text, unit ? "  # " : "",
                      unit ? key->unit : "");
    }
    if (fflush(stdout) || ferror(stdout)) {
        return jw_lab_fail(lab, "cannot write to standard output: %s", strerror(errno));
    }
    return true;
}

/********* Tables *********/

static JwLabTable *new_table(JwLab *lab, const char *name, const char *path) {
    JwLabTable *table = calloc(1, sizeof(*table));
    void **list = (void **)lab->tables;
    if (!table || !append_pointer(lab, &list, &lab->n_tables, table)) {
        free(table);
        jw_lab_fail(lab, "out of memory");
        return NULL;
    }
    lab->tables = (JwLabTable **)list;
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
    if (!table) {
        return 0;
    }
    assert(table->n_rows == 0);
    va_list arguments;
    va_start(arguments, name);
    char *full = format_text(name, arguments);
    va_end(arguments);
    const size_t size = full ? strlen(full) + strlen(unit ? unit : "1") + 4 : 0;
    char *header = full ? malloc(size) : NULL;
    if (header) {
        snprintf(header, size, "%s [%s]", full, unit ? unit : "1");
    }
    free(full);
    void **list = (void **)table->columns;
    if (!header || !append_pointer(table->lab, &list, &table->n_columns, header)) {
        free(header);
        jw_lab_fail(table->lab, "out of memory");
        return 0;
    }
    table->columns = (char **)list;
    return table->n_columns - 1;
}

void jw_lab_row(JwLabTable *table, const double *cells) {
    if (!table || table->lab->failed) {
        return;
    }
    void *all = table->cells;
    const size_t width = (size_t)table->n_columns;
    if (!reserve(table->lab, &all, table->n_rows, &table->capacity, width * sizeof(double))) {
        return;
    }
    table->cells = all;
    for (size_t i = 0; i < width; ++i) {
        if (!isfinite(cells[i])) {
            jw_lab_fail(table->lab, "%s is not finite in row %zu", table->columns[i],
                        table->n_rows + 1);
            return;
        }
        table->cells[table->n_rows * width + i] = cells[i];
    }
    ++table->n_rows;
}

// Path of a table: FILE.csv for the first, FILE-NAME.csv for the others; NULL: not wanted.
static char *table_path(JwLab *lab, int index) {
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
        jw_lab_fail(lab, "out of memory");
        return NULL;
    }
    snprintf(path, size, "%.*s-%s%s", (int)stem, lab->csv, table->name, lab->csv + stem);
    return path;
}

static bool print_table(FILE *stream, const JwLabTable *table) {
    const int n = table->n_columns;
    for (int i = 0; i < n; ++i) {
        fprintf(stream, "%s%s", table->columns[i], i + 1 < n ? "," : "\n");
    }
    for (size_t row = 0; row < table->n_rows && !ferror(stream); ++row) {
        for (int i = 0; i < n; ++i) {
            fprintf(stream, "%.17g%s", table->cells[row * (size_t)n + (size_t)i],
                    i + 1 < n ? "," : "\n");
        }
    }
    return !fflush(stream) && !ferror(stream);
}

static bool write_table(JwLab *lab, const JwLabTable *table, const char *path) {
    JwLabFile file;
    if (!jw_lab_file_open(lab, &file, path)) {
        return false;
    }
    const int fd = dup(file.fd);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    bool good = stream && print_table(stream, table);
    const int error = errno;
    if (stream) {
        good = !fclose(stream) && good;
    } else if (fd >= 0) {
        close(fd);
    }
    if (!good) {
        jw_lab_file_drop(&file);
        return jw_lab_fail(lab, "cannot write %s: %s", path, strerror(error));
    }
    return jw_lab_file_commit(lab, &file);
}

/********* Files *********/

static bool check_writable(JwLab *lab, const char *path) {
    JwLabFile file;
    if (!path) {
        return true;
    }
    const bool good = jw_lab_file_open(lab, &file, path);
    jw_lab_file_drop(&file);
    return good;
}

bool jw_lab_files_check(JwLab *lab) {
    if (lab->csv && lab->plot && !strcmp(lab->csv, lab->plot)) {
        return jw_lab_fail(lab, "%s: the same file for --csv and --plot", lab->csv);
    }
    return check_writable(lab, lab->csv) && check_writable(lab, lab->plot);
}

bool jw_lab_files_write(JwLab *lab) {
    for (int i = 0; i < lab->n_tables && !lab->failed; ++i) {
        char *path = table_path(lab, i);
        if (path) {
            write_table(lab, lab->tables[i], path);
        }
        free(path);
    }
    return !lab->failed && (!lab->plot || jw_lab_plot_write(lab, lab->plot));
}

/********* Panels *********/

JwLabPanel *jw_lab_panel(JwLab *lab, const JwLabAxes *axes) {
    JwLabPanel *panel = calloc(1, sizeof(*panel));
    void **list = (void **)lab->panels;
    if (!panel || !append_pointer(lab, &list, &lab->n_panels, panel)) {
        free(panel);
        jw_lab_fail(lab, "out of memory");
        return NULL;
    }
    lab->panels = (JwLabPanel **)list;
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
    JwLabCurve *grown =
        realloc(panel->curves, ((size_t)panel->n_curves + 1) * sizeof(*panel->curves));
    if (grown) {
        panel->curves = grown;
    }
    if (!grown || !text) {
        free(text);
        jw_lab_fail(panel->lab, "out of memory");
        return;
    }
    grown[panel->n_curves++] = (JwLabCurve){table, x, y, style, text};
}

/********* The bar *********/

static double seconds_between(const struct timespec *a, const struct timespec *b) {
    return (double)(b->tv_sec - a->tv_sec) + 1e-9 * (double)(b->tv_nsec - a->tv_nsec);
}

void jw_lab_progress(JwLab *lab, double fraction) {
    if (!lab->terminal) {
        return;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_between(&lab->start, &now) < 1.0 || seconds_between(&lab->drawn, &now) < 0.1) {
        return;
    }
    lab->drawn = now;
    lab->bar = true;
    enum { width = 40 };
    char bar[width + 1];
    const double full = fraction < 0.0 ? 0.0 : fraction > 1.0 ? 1.0 : fraction;
    for (int i = 0; i < width; ++i) {
        bar[i] = i < full * width ? '#' : '.';
    }
    bar[width] = '\0';
    fprintf(stderr, "\r%s [%s] %3.0f %%", lab->experiment->name, bar, 100.0 * full);
    fflush(stderr);
}

void jw_lab_bar_clear(JwLab *lab) {
    if (lab->bar) {
        fputs("\r\033[K", stderr);
        lab->bar = false;
    }
}

/********* Life of a run *********/

void jw_lab_init(JwLab *lab, const JwLabExperiment *experiment) {
    *lab = (JwLab){.experiment = experiment};
    lab->terminal = isatty(STDERR_FILENO) == 1;
    clock_gettime(CLOCK_MONOTONIC, &lab->start);
}

static void free_table(JwLabTable *table) {
    for (int i = 0; i < table->n_columns; ++i) {
        free(table->columns[i]);
    }
    free(table->columns);
    free(table->cells);
    free(table->name);
    free(table->path);
    free(table);
}

static void free_panel(JwLabPanel *panel) {
    for (int i = 0; i < panel->n_curves; ++i) {
        free(panel->curves[i].legend);
    }
    free(panel->curves);
    // Copies of the texts were made by jw_lab_panel(); they are const only towards the experiments.
    free((void *)(uintptr_t)panel->axes.title);
    free((void *)(uintptr_t)panel->axes.x_label);
    free((void *)(uintptr_t)panel->axes.y_label);
    free(panel);
}

void jw_lab_clear(JwLab *lab) {
    for (int i = 0; i < JW_LAB_MAX_OPTIONS; ++i) {
        free(lab->values[i].numbers);
    }
    for (size_t i = 0; i < lab->n_keys; ++i) {
        free(lab->keys[i].name);
        free(lab->keys[i].unit);
        free(lab->keys[i].text);
    }
    for (int i = 0; i < lab->n_tables; ++i) {
        free_table(lab->tables[i]);
    }
    for (int i = 0; i < lab->n_panels; ++i) {
        free_panel(lab->panels[i]);
    }
    free(lab->keys);
    free(lab->tables);
    free(lab->panels);
    free(lab->error);
    *lab = (JwLab){0};
}
