// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Options of a program, each described once, in a row of a table. From the table come what the
// command line means, --help, and --list-options, of which the manual page and the shell's
// completion are made.

#ifndef JW_OPTION_TABLE_H
#define JW_OPTION_TABLE_H

#include "base/message.h"
#include "program/arguments.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_OPTIONS_MAX = 64 }; ///< Most rows of a table

typedef enum {
    JW_OPTION_FLAG,    ///< Takes no value; sets a bool
    JW_OPTION_ACTION,  ///< Takes no value; sets an int to `value`
    JW_OPTION_TEXT,    ///< Any text; sets a const char *
    JW_OPTION_INTEGER, ///< Whole number of the range; sets an int
    JW_OPTION_NUMBER,  ///< Number of the range; sets a double
    JW_OPTION_CHOICE,  ///< One of the offered words; sets an int or enum to its place, from 0
    JW_OPTION_READ,    ///< Read by `read`
} JwOptionKind;

/// Actions that all programs have. The table must have an int `action` for them.
enum {
    JW_ACTION_RUN,
    JW_ACTION_HELP,
    JW_ACTION_VERSION,
    JW_ACTION_LIST_OPTIONS,
    JW_ACTION_OWN, ///< First action of the program's own
};

typedef struct JwOption JwOption;

/// Option as it was given.
typedef struct {
    void *options; ///< Structure that the program's options are kept in
    const JwOption *row;
    const char *text; ///< Value; NULL without one
    JwMessage *message;
} JwOptionGiven;

/// Function that keeps what was given; returns false, with a message, if it is wrong.
typedef bool JwOptionTake(const JwOptionGiven *given);

/// Row of a table. Written {NAME, LETTER, ARGUMENT, HELP, JW_OPTION_AT(...), ...}.
struct JwOption {
    const char *name;     ///< Name without the dashes; NULL ends the table
    char letter;          ///< Short name; 0 for none
    const char *argument; ///< Value as the help calls it, in brackets if it may be left out; NULL:
                          ///< takes none
    const char *help;     ///< Without full stop
    JwOptionKind kind;
    size_t at;            ///< Offset of what it sets in the structure of options
    JwRange range;        ///< Range of a number
    int value;            ///< Of an action
    JwOptionTake *read;   ///< Of JW_OPTION_READ
    const char *offers;   ///< Values that completion offers, with | between: words, FILE, FOLDER,
                          ///< or an option that lists names; NULL: what `argument` says
    const char *fallback; ///< Value without the option; NULL: none, or `help` says it
    bool tell;            ///< Help tells range and fallback behind its text
    bool command_line;    ///< Not taken from a configuration file
};

typedef struct {
    const char *program;  ///< Name that the version tells
    const char *head;     ///< Help before the options; its lines have ends
    const JwOption *rows; ///< At most JW_OPTIONS_MAX, ended by one without name
    const char *foot;     ///< Help behind them; NULL for none
    int n_operands;       ///< Most operands; beside an action there are none
    const char *operands; ///< What completion offers for an operand, as `offers`; NULL for nothing
} JwOptionTable;

/// Place and kind of an option that sets field f of structure T, from the field's type.
#define JW_OPTION_AT(T, f)                                                                         \
    .kind = _Generic(((T *)0)->f,                                                                  \
        bool: JW_OPTION_FLAG,                                                                      \
        int: JW_OPTION_INTEGER,                                                                    \
        double: JW_OPTION_NUMBER,                                                                  \
        const char *: JW_OPTION_TEXT),                                                             \
    .at = offsetof(T, f)

/// Place of an option that sets field f, an int or enum, to the place of a word.
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

/// Kind of an option that a function reads.
#define JW_OPTION_BY(function) .kind = JW_OPTION_READ, .read = (function)

/// Range of a number: ends, inclusive, and unit, "" for none.
#define JW_OPTION_RANGE(least, most, of_unit)                                                      \
    .range = {.min = (least), .max = (most), .unit = (of_unit)}

/// Rows that every program ends its table with.
#define JW_OPTIONS_COMMON(T)                                                                       \
    {"list-options", 0, NULL, "and stop: a table for other programs",                              \
     JW_OPTION_ACT(T, JW_ACTION_LIST_OPTIONS)},                                                    \
        {"help", 'h', NULL, "this text", JW_OPTION_ACT(T, JW_ACTION_HELP)},                        \
        {"version", 'V', NULL, "version and licence", JW_OPTION_ACT(T, JW_ACTION_VERSION)}, {      \
        .name = NULL                                                                               \
    }

/// Finds an option by its name; NULL if there is none. [any]
const JwOption *jw_option_find(const JwOption *rows, const char *name);

/// Keeps what was given where its row says. [main]
JwOptionTake jw_option_keep;

/// Reads the arguments, which may be reordered; each option goes to `take`. Stops after an action
/// that all programs have. Returns the index of the first operand; -1, with a message, for wrong
/// use. [main]
int jw_options_parse(const JwOptionTable *table, JwOptionTake *take, void *options, int argc,
                     char **argv, JwMessage *message);

/// Prints help, version or table of options; returns false for an action of the program's own.
/// [main]
bool jw_options_answer(const JwOptionTable *table, int action);

#endif // JW_OPTION_TABLE_H
