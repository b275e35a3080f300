// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Data of one run, shared by the frame's own files only.

#ifndef JW_LAB_RUN_H
#define JW_LAB_RUN_H

#include "lab.h"

#include <time.h>

enum { JW_LAB_MAX_OPTIONS = 32 };

/// Value of one option; all NULL/false when it has none.
typedef struct {
    bool given;       ///< True if the option was typed
    bool set;         ///< True if it was typed or comes from the fallback
    const char *text; ///< Text as typed; owned by argv or the option table
    double *numbers;  ///< The numbers in it (owned); NULL for texts
    int n_numbers;
} JwLabValue;

typedef struct {
    char *name, *unit, *text; ///< Formatted text of the value
} JwLabKey;

struct JwLabTable {
    JwLab *lab;
    char *name;     ///< NULL for a table with its own path
    char *path;     ///< NULL: follows --csv
    char **columns; ///< Column headers, n_columns
    double *cells;  ///< Values, n_rows x n_columns, row by row
    int n_columns;  //
    size_t n_rows, capacity;
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
    int n_curves;
};

struct JwLab {
    const JwLabExperiment *experiment;
    JwLabValue values[JW_LAB_MAX_OPTIONS]; ///< Values in the order of the option table
    const char *csv, *plot;                ///< Paths of the files; NULL: not asked for
    bool help;                             ///< True if --help is among the options
    char *error;                           ///< First error, owned
    bool failed;
    bool terminal; ///< True if a bar is to be drawn
    struct timespec start, drawn;
    bool bar;
    JwLabKey *keys;
    size_t n_keys, capacity_keys;
    JwLabTable **tables;
    int n_tables;
    JwLabPanel **panels;
    int n_panels;
};

/// The experiments, ended by NULL. [registry.c]
extern const JwLabExperiment *const jw_lab_experiments[];

/********* options.c *********/

/// Reads `--name value` pairs into `lab`; false with an error set.
bool jw_lab_options_parse(JwLab *lab, int n_arguments, char **arguments);

/********* output.c *********/

void jw_lab_init(JwLab *lab, const JwLabExperiment *experiment);
void jw_lab_clear(JwLab *lab);

/// Fails early if a file that was asked for cannot be written.
bool jw_lab_files_check(JwLab *lab);

/// Writes every table and the figure; each appears whole or not at all.
bool jw_lab_files_write(JwLab *lab);

/// Writes the keys to stdout.
bool jw_lab_keys_print(JwLab *lab);

/// Removes the progress bar, if one is drawn.
void jw_lab_bar_clear(JwLab *lab);

/// Copies `text`; NULL with an error set; NULL stays NULL.
char *jw_lab_copy(JwLab *lab, const char *text);

/********* replace.c: files that appear whole or not at all *********/

typedef struct {
    char *path, *temporary; ///< Paths, owned
    int fd;                 ///< Descriptor of the temporary file
} JwLabFile;

bool jw_lab_file_open(JwLab *lab, JwLabFile *file, const char *path);

/// Moves the temporary file to its final name.
bool jw_lab_file_commit(JwLab *lab, JwLabFile *file);

/// Removes the temporary file; nothing is left behind.
void jw_lab_file_drop(JwLabFile *file);

/********* plot.c *********/

/// True if the name ends in .png or .svg.
bool jw_lab_plot_name_ok(const char *path);

/// Draws the panels to the file.
bool jw_lab_plot_write(JwLab *lab, const char *path);

#endif // JW_LAB_RUN_H
