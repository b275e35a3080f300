// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Data of one run, shared only by the frame's own files.

#ifndef JW_LAB_RUN_H
#define JW_LAB_RUN_H

#include "lab.h"
#include "program/progress.h"

/// Value of an option; all NULL/false if it has none.
typedef struct {
    bool given;       ///< True if the option was typed
    bool set;         ///< It was typed or has a default
    const char *text; ///< Text as typed; owned by argv or the option table
    double *numbers;  ///< The numbers in it (owned); NULL for texts
    int n_numbers;
} JwLabValue;

struct JwLabTable {
    JwLab *lab;
    char *name;     ///< NULL for a table with its own path
    char *path;     ///< NULL: given by --csv
    char **columns; ///< Column headers, n_columns
    double *cells;  ///< Values, n_rows x n_columns, row by row
    size_t n_columns, n_rows;
};

typedef struct {
    const JwLabTable *table;
    int x, y;
    JwLabStyle style;
    char *legend;
} JwLabCurve;

struct JwLabPanel {
    JwLab *lab;
    JwLabAxes axes; ///< Axes; their texts are owned
    JwLabCurve *curves;
    size_t n_curves;
};

struct JwLab {
    const JwLabExperiment *experiment;
    int action;                        ///< JW_ACTION_RUN, or one of all programs
    JwOption rows[JW_OPTIONS_MAX + 1]; ///< The experiment's options and the common ones
    JwLabValue values[JW_OPTIONS_MAX]; ///< Values in the order of the rows
    const char *csv, *plot;            ///< Paths of the files; NULL: not requested
    JwError error;                     ///< First error
    JwError later;                     ///< An error after the first, which is not told
    bool failed;
    JwProgress progress;
    char **keys; ///< Lines `name = value`
    JwLabTable **tables;
    JwLabPanel **panels;
    size_t n_keys, n_tables, n_panels;
};

/// The experiments, ended by NULL. [registry.c]
extern const JwLabExperiment *const jw_lab_experiments[];

/********* options.c *********/

/// Parses the arguments; returns false with an error set.
bool jw_lab_options_parse(JwLab *lab, int argc, char **argv);

/// Executes an action of all programs; returns false for JW_ACTION_RUN.
bool jw_lab_options_answer(const JwLab *lab);

/********* output.c *********/

void jw_lab_init(JwLab *lab, const JwLabExperiment *experiment);
void jw_lab_clear(JwLab *lab);

/// Fails early if a requested file cannot be written.
bool jw_lab_files_check(JwLab *lab);

/// Writes every table and the figure, each complete or not at all.
bool jw_lab_files_write(JwLab *lab);

/// Writes the keys to stdout.
void jw_lab_keys_print(const JwLab *lab);

/// Copies `text`; NULL with an error set; NULL stays NULL.
char *jw_lab_copy(JwLab *lab, const char *text);

/********* plot.c *********/

/// True if the name ends in .png or .svg.
bool jw_lab_plot_name_ok(const char *path);

/// Draws the panels to the file.
bool jw_lab_plot_write(JwLab *lab, const char *path);

#endif // JW_LAB_RUN_H
