// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Options of a program, each described once, in a row of a table. The table drives the parsing of
// the command line, --help and --list-options; the manual page and the shell completion are made
// from the latter.

#ifndef JW_OPTION_TABLE_H
#define JW_OPTION_TABLE_H

#include "base/error.h"
#include "program/arguments.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_OPTIONS_MAX = 64 }; ///< Largest number of rows of a table

typedef enum {
    JW_OPTION_FLAG,    ///< Takes no value; sets a bool
    JW_OPTION_ACTION,  ///< Sets an int to `value`; may take a text, which sets a const char *
    JW_OPTION_TEXT,    ///< Any text; sets a const char *
    JW_OPTION_INTEGER, ///< Whole number in the range; sets an int
    JW_OPTION_NUMBER,  ///< Number in the range; sets a double
    JW_OPTION_CHOICE,  ///< One of the offered words; sets an int or enum to its index
    JW_OPTION_READ,    ///< Read by `read`
} JwOptionKind;

/// Actions of all programs. The table must have an int `action` for them.
enum {
    JW_ACTION_RUN,
    JW_ACTION_HELP,
    JW_ACTION_VERSION,
    JW_ACTION_LIST_OPTIONS,
    JW_ACTION_OWN, ///< First action of the program itself
};

typedef struct JwOption JwOption;

/// Option as given on the command line.
typedef struct {
    void *options; ///< The program's structure of options
    const JwOption *row;
    const char *text; ///< Value; NULL if there is none
    JwError *error;
} JwOptionGiven;

/// Function that stores a given option; returns false, with an error, if it is invalid.
typedef bool JwOptionTake(const JwOptionGiven *given);

/// Row of a table. Written {NAME, LETTER, ARGUMENT, HELP, JW_OPTION_AT(...), ...}.
struct JwOption {
    const char *name;     ///< Name without the dashes; NULL ends the table
    char letter;          ///< Short name; 0: none
    const char *argument; ///< Name of the value in the help, in brackets if it is optional; NULL:
                          ///< takes no value
    const char *help;     ///< Without full stop
    JwOptionKind kind;
    size_t at;            ///< Offset of the field that it sets in the structure of options
    JwRange range;        ///< Range of a number
    int value;            ///< Number of an action
    size_t text_at;       ///< Offset of the field for an action's text, if it takes one
    JwOptionTake *read;   ///< Reader of JW_OPTION_READ
    const char *offers;   ///< Values for completion, separated by |: words, FILE, FOLDER, or an
                          ///< option that lists names; NULL: as in `argument`
    const char *fallback; ///< Default value; NULL: none, or `help` mentions it
    bool tell;            ///< Help appends range and default
    bool command_line;    ///< Not allowed in a configuration file
};

typedef struct {
    const char *program;  ///< Name in the version text
    const char *head;     ///< Help before the options; its lines end in newlines
    const JwOption *rows; ///< At most JW_OPTIONS_MAX rows; the last has no name
    const char *foot;     ///< Help after them; NULL: none
    int n_operands;       ///< Largest number of operands; with an action there are none
    const char *operands; ///< Completion of an operand, like `offers`; NULL: none
} JwOptionTable;

/// Offset and kind of an option that sets field f of structure T, from the field's type.
#define JW_OPTION_AT(T, f)                                                                         \
    .kind = _Generic(((T *)0)->f,                                                                  \
        bool: JW_OPTION_FLAG,                                                                      \
        int: JW_OPTION_INTEGER,                                                                    \
        double: JW_OPTION_NUMBER,                                                                  \
        const char *: JW_OPTION_TEXT),                                                             \
    .at = offsetof(T, f)

/// Offset of an option that sets field f, an int or enum, to the index of a word.
#define JW_OPTION_CHOICE_AT(T, f)                                                                  \
    .kind = _Generic(((T *)0)->f, int                                                              \
                     : JW_OPTION_CHOICE, unsigned                                                  \
                     : JW_OPTION_CHOICE),                                                          \
    .at = offsetof(T, f)

/// Kind of an option that sets field `action`.
#define JW_OPTION_ACT(T, number)                                                                   \
    .kind = _Generic(((T *)0)->action, int                                                         \
                     : JW_OPTION_ACTION),                                                          \
    .at = offsetof(T, action), .value = (number)

/// Kind of an option that sets field `action`, and field f, a const char *, to its text.
#define JW_OPTION_ACT_ON(T, number, f)                                                             \
    JW_OPTION_ACT(T, number), .text_at = _Generic(((T *)0)->f, const char * : offsetof(T, f))

/// Kind of an option that a function reads.
#define JW_OPTION_BY(function) .kind = JW_OPTION_READ, .read = (function)

/// Range of a number: both ends, inclusive, and unit, "" for none.
#define JW_OPTION_RANGE(least, most, of_unit)                                                      \
    .range = {.min = (least), .max = (most), .unit = (of_unit)}

/// Rows that end the table of every program.
#define JW_OPTIONS_COMMON(T)                                                                       \
    {"list-options", 0, NULL, "lists them and stops: a table for other programs",                  \
     JW_OPTION_ACT(T, JW_ACTION_LIST_OPTIONS)},                                                    \
        {"help", 'h', NULL, "this text", JW_OPTION_ACT(T, JW_ACTION_HELP)},                        \
        {"version", 'V', NULL, "version and licence", JW_OPTION_ACT(T, JW_ACTION_VERSION)}, {      \
        .name = NULL                                                                               \
    }

/// Finds an option by its name; returns NULL if there is none. [any]
const JwOption *jw_option_find(const JwOption *rows, const char *name);

/// Stores a given option as its row says. [main]
JwOptionTake jw_option_keep;

/// Parses the arguments, which getopt_long() may reorder, and passes each option to `take`. Stops
/// after an action of all programs. Returns the index of the first operand, or -1, with an error,
/// for wrong usage. [main]
int jw_options_parse(const JwOptionTable *table, JwOptionTake *take, void *options, int argc,
                     char **argv, JwError *error);

/// Prints help, version or table of options; returns false for an action of the program itself.
/// [main]
bool jw_options_answer(const JwOptionTable *table, int action);

#endif // JW_OPTION_TABLE_H
