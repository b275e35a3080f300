// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The frame of jawari-lab as seen by an experiment: its names, its options, how it reads them, and
// its reports.
//
// An experiment prints nothing and accesses no files. It reports keys, tables and panels to its
// JwLab. main() prints the keys and writes the files when, and only when, the whole run has
// succeeded. Reporting functions have no errors for the experiment: the first error (memory is
// short, a value is not finite) is stored and ends the run with its text and a nonzero exit
// status, so that no NaN and no incomplete file is ever written.
//
// To add an experiment, define a `const JwLabExperiment`, declare it in the header of its group and
// add it to registry.c.

#ifndef JW_LAB_H
#define JW_LAB_H

#include "base/attributes.h"
#include "base/error.h"
#include "program/option_table.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct JwLab JwLab;           ///< One run: options in, results out
typedef struct JwLabTable JwLabTable; ///< Curves that share their rows
typedef struct JwLabPanel JwLabPanel; ///< One pair of axes of the figure

/********* What an experiment is *********/

// Rows of its options. usual is the default as typed; NULL: none.

/// A number from least to most.
#define JW_LAB_NUMBER(name, usual, least, most, unit, help)                                        \
    JW_LAB_ROW(name, "NUMBER", help, usual, JW_OPTION_NUMBER, {least, most, unit, 0.0})

/// A whole number from least to most.
#define JW_LAB_INTEGER(name, usual, least, most, unit, help)                                       \
    JW_LAB_ROW(name, "NUMBER", help, usual, JW_OPTION_NUMBER, {least, most, unit, 1.0})

/// One or more numbers, separated by commas.
#define JW_LAB_NUMBERS(name, usual, least, most, unit, help)                                       \
    JW_LAB_ROW(name, "NUMBER,...", help, usual, JW_OPTION_NUMBER, {least, most, unit, 0.0})

/// One of the words: "one|two|three".
#define JW_LAB_CHOICE(name, usual, words, help)                                                    \
    JW_LAB_ROW(name, words, help, usual, JW_OPTION_CHOICE, {.unit = NULL})

/// Any nonempty text, usually a file name.
#define JW_LAB_TEXT(name, usual, help)                                                             \
    JW_LAB_ROW(name, "TEXT", help, usual, JW_OPTION_TEXT, {.unit = NULL})

/// Takes no value.
#define JW_LAB_FLAG(name, help) JW_LAB_ROW(name, NULL, help, NULL, JW_OPTION_FLAG, {.unit = NULL})

/// Takes a value unless another option follows.
#define JW_LAB_FLAG_OR_TEXT(name, help)                                                            \
    JW_LAB_ROW(name, "[TEXT]", help, NULL, JW_OPTION_TEXT, {.unit = NULL})

#define JW_LAB_ROW(name, argument, help, usual, of_kind, ...)                                      \
    {                                                                                              \
        name, 0, argument, help, .kind = of_kind, .range = __VA_ARGS__, .fallback = usual,         \
                                 .tell = true                                                      \
    }

typedef struct {
    const char *name;        ///< Name as typed: "point-mass"
    const char *summary;     ///< One line for --list and --help
    const char *source;      ///< Paper and figures: "Samukham et al., Figs. 2-3"
    const JwOption *options; ///< Ended by an entry without name
    bool (*run)(JwLab *lab); ///< Returns false with jw_lab_error()
} JwLabExperiment;

/********* Reading options; `name` must stand in the experiment's table *********/

/// True if the option was typed, not filled in from its default.
bool jw_lab_given(const JwLab *lab, const char *name);

/// True if the option has a value, typed or default.
bool jw_lab_has(const JwLab *lab, const char *name);

/// Value of a number.
double jw_lab_number(const JwLab *lab, const char *name);

/// Value of a whole number.
int jw_lab_integer(const JwLab *lab, const char *name);

/// Values of a list of numbers, owned by `lab`; `*n` is at least 1.
const double *jw_lab_numbers(const JwLab *lab, const char *name, int *n);

/// Text of any option as typed; "" for a flag.
const char *jw_lab_text(const JwLab *lab, const char *name);

/// True if a choice has this value.
bool jw_lab_is(const JwLab *lab, const char *name, const char *choice);

/********* Reporting *********/

/// Makes the run fail. Returns the error with which it ends, whose text the caller sets at once:
/// `return jw_error_set(jw_lab_error(lab), ...)`. Only the first text counts.
JwError *jw_lab_error(JwLab *lab);

/// False after any failure; long runs may check it and stop early.
bool jw_lab_ok(const JwLab *lab);

/// Prints a line on stderr without ending the run.
void jw_lab_note(JwLab *lab, const char *format, ...) JW_PRINTF(2, 3);

/// Reports `name = value  # unit` with all its digits; `unit` "1" or NULL when
/// there is none. A value that is not finite ends the run.
void jw_lab_key(JwLab *lab, double value, const char *unit, const char *name, ...) JW_PRINTF(4, 5);

/// Reports `name = text`.
void jw_lab_key_text(JwLab *lab, const char *name, const char *text);

/// Opens a table. --csv FILE.csv writes the first table there, and the others to FILE-NAME.csv. May
/// return NULL after a failure; the functions below then accept NULL and do nothing.
JwLabTable *jw_lab_table(JwLab *lab, const char *name);

/// Opens a table that is written to `path` even without --csv.
JwLabTable *jw_lab_table_at(JwLab *lab, const char *path);

/// Adds a column before the first row and returns its index from 0. Its header
/// is "name [unit]".
int jw_lab_column(JwLabTable *table, const char *unit, const char *name, ...) JW_PRINTF(3, 4);

/// Adds a row of as many finite cells as there are columns (copied).
void jw_lab_row(JwLabTable *table, const double *cells);

/// Sets the progress of the run, in [0,1]; fast enough for every time step. Drawn as a bar on
/// stderr if that is a terminal.
void jw_lab_progress(JwLab *lab, double fraction);

/********* The figure that --plot draws: panels in reading order *********/

typedef struct {
    const char *title;   ///< Title; NULL: none
    const char *x_label; ///< Label with its unit in brackets
    const char *y_label; //
    bool log_x, log_y;   ///< Logarithmic axes
    double x_range[2];   ///< Ends of the x axis. The plotter chooses the second if it is 0, and the
                         ///< first if both are 0
    double y_range[2];   ///< Ends of the y axis, chosen in the same way
    bool y_from_zero;    ///< The axis begins at 0, whatever y_range says
} JwLabAxes;

typedef enum {
    JW_LAB_LINE,
    JW_LAB_DASHED,
    JW_LAB_BESIDE, ///< Dashed and black line, for comparison with the curve before it
    JW_LAB_POINTS,
    JW_LAB_DOTS,       ///< Small points, for Poincare sections
    JW_LAB_LINEPOINTS, //
    JW_LAB_STEPS,
} JwLabStyle;

/// Opens a panel; the texts are copied.
JwLabPanel *jw_lab_panel(JwLab *lab, const JwLabAxes *axes);

/// Draws column `y` of `table` over column `x`; an empty legend is omitted.
void jw_lab_curve(JwLabPanel *panel, const JwLabTable *table, int x, int y, JwLabStyle style,
                  const char *legend, ...) JW_PRINTF(6, 7);

#endif // JW_LAB_H
