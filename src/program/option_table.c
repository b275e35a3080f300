// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/option_table.h"

#include "files/line.h"
#include "program/nearest.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    FIRST_ROW = 256, // getopt_long()'s value of the first row; letters are below
    TEXT_SIZE = 64,
    COLUMN = 30, // Column of the help texts
    WIDTH = 80,
};

const JwOption *jw_option_find(const JwOption *rows, const char *name) {
    while (rows->name && strcmp(rows->name, name) != 0) {
        ++rows;
    }
    return rows->name ? rows : NULL;
}

static const char *offers_of(const JwOption *row) {
    return row->offers ? row->offers : row->argument ? row->argument : "-";
}

/********* Values *********/

/// Length of the first of several words separated by |.
static size_t word_length(const char *words) {
    return strcspn(words, "|");
}

/// Rejects a word, with an error that lists the valid ones: "a, b or c".
static bool refuse_word(const JwOptionGiven *given) {
    char all[512] = "";
    size_t n = 0;
    for (const char *word = offers_of(given->row); *word && n < sizeof(all);) {
        const size_t length = word_length(word);
        const char *next = word + length + (word[length] == '|');
        const char *between = n == 0 ? "" : *next ? ", " : " or ";
        n += (size_t)snprintf(all + n, sizeof(all) - n, "%s%.*s", between, (int)length, word);
        word = next;
    }
    return jw_error_set(given->error, "--%s: \"%.100s\" is not %s", given->row->name, given->text,
                        all);
}

static bool keep_choice(const JwOptionGiven *given, int *place) {
    const size_t n = strlen(given->text);
    int i = 0;
    for (const char *word = offers_of(given->row); *word; ++i) {
        const size_t length = word_length(word);
        if (n == length && !strncmp(word, given->text, n)) {
            *place = i;
            return true;
        }
        word += length + (word[length] == '|');
    }
    return refuse_word(given);
}

static bool keep_number(const JwOptionGiven *given, double *number) {
    char name[TEXT_SIZE];
    JwRange range = given->row->range;
    if (given->row->kind == JW_OPTION_INTEGER && range.of == 0.0) {
        range.of = 1.0;
    }
    snprintf(name, sizeof(name), "--%s", given->row->name);
    return jw_argument_range(name, given->text, &range, number, given->error);
}

bool jw_option_keep(const JwOptionGiven *given) {
    const JwOption *row = given->row;
    void *at = (char *)given->options + row->at;
    double number = 0.0;
    bool ok = true;
    switch (row->kind) {
    case JW_OPTION_FLAG:
        *(bool *)at = true;
        break;
    case JW_OPTION_ACTION:
        *(int *)at = row->value;
        if (row->argument) {
            *(const char **)((char *)given->options + row->text_at) = given->text;
        }
        break;
    case JW_OPTION_TEXT:
        *(const char **)at = given->text;
        break;
    case JW_OPTION_INTEGER:
        ok = keep_number(given, &number);
        *(int *)at = ok ? (int)number : *(int *)at;
        break;
    case JW_OPTION_NUMBER:
        ok = keep_number(given, &number);
        *(double *)at = ok ? number : *(double *)at;
        break;
    case JW_OPTION_CHOICE:
        ok = keep_choice(given, at);
        break;
    case JW_OPTION_READ:
        ok = row->read(given);
        break;
    }
    return ok;
}

/********* Command line *********/

static bool is_optional(const JwOption *row) {
    return row->argument && *row->argument == '[' &&
           !row->argument[strcspn(row->argument, "]") + 1];
}

/// Fills in the rows and letters for getopt_long().
static void make_rows(const JwOption *options, struct option *rows, char *letters) {
    *letters++ = ':';
    for (int i = 0; i < JW_OPTIONS_MAX && options[i].name; ++i) {
        const JwOption *o = &options[i];
        // Each has a value of its own, so that an abbreviation of two of them is ambiguous.
        rows[i] = (struct option){o->name,
                                  !o->argument     ? no_argument
                                  : is_optional(o) ? optional_argument
                                                   : required_argument,
                                  NULL, FIRST_ROW + i};
        if (o->letter) {
            *letters++ = o->letter;
            *letters = ':';
            letters += o->argument != NULL;
        }
    }
    *letters = '\0';
}

/// Returns the row for a result of getopt_long(): a row's number or a letter.
static const JwOption *row_of(const JwOption *rows, int found) {
    if (found >= FIRST_ROW) {
        return &rows[found - FIRST_ROW];
    }
    while (rows->letter != found) {
        ++rows;
    }
    return rows;
}

// Finds the parameter whose option is `name`, with hyphens for underscores; -1 if there is none.
static int find_param(const char *name) {
    char symbol[TEXT_SIZE];
    snprintf(symbol, sizeof(symbol), "%s", name);
    for (char *c = symbol; *c; ++c) {
        *c = *c == '-' ? '_' : *c;
    }
    return jw_param_find(symbol);
}

/// Rejects a long name that stands for no option, or for several.
static bool refuse_name(const JwOption *rows, const char *text, JwError *error) {
    char near[256], name[TEXT_SIZE];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, "="), text);
    JwNearest nearest = jw_nearest_start(name);
    int n_begun = 0;
    for (const JwOption *row = rows; row->name; ++row) {
        n_begun += !strncmp(row->name, name, strlen(name));
        jw_nearest_offer(&nearest, row->name);
    }
    const int param = n_begun == 0 && jw_option_find(rows, "set") ? find_param(name) : -1;
    if (param >= 0) {
        return jw_error_set(error, "option --%s: a parameter; --set %s=VALUE sets it", name,
                            jw_param_info((JwParamId)param)->symbol);
    }
    return jw_error_set(error, "option --%s: %s%s; see --help", name,
                        n_begun > 1 ? "ambiguous" : "unknown",
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

// getopt_long() stores in optopt what it rejected: a letter or a row's number. 0 means an unknown
// long name, which is the argument before optind.
static bool refuse(const JwOption *rows, int answer, char **argv, JwError *error) {
    if (optopt >= FIRST_ROW) {
        return jw_error_set(error, "option --%s: %s; see --help", rows[optopt - FIRST_ROW].name,
                            answer == ':' ? "needs a value" : "takes no value");
    }
    if (optopt) {
        return jw_error_set(error, "option -%c: %s; see --help", optopt,
                            answer == ':' ? "needs a value" : "unknown");
    }
    return refuse_name(rows, argv[optind - 1] + 2, error);
}

/// True if the value is itself an option: the value was forgotten.
static bool is_option(const JwOption *rows, const char *text) {
    return text && !strncmp(text, "--", 2) && jw_option_find(rows, text + 2);
}

int jw_options_parse(const JwOptionTable *table, JwOptionTake *take, void *options, int argc,
                     char **argv, JwError *error) {
    struct option rows[JW_OPTIONS_MAX + 1] = {{NULL, 0, NULL, 0}};
    char letters[2 * JW_OPTIONS_MAX + 2];
    make_rows(table->rows, rows, letters);
    bool acts = false;
    opterr = 0;
    optind = 0; // 0 resets getopt_long() even in the middle of a cluster of letters
    for (;;) {
        const int answer = getopt_long(argc, argv, letters, rows, NULL);
        if (answer == -1) {
            const int most = acts ? 0 : table->n_operands;
            if (argc - optind <= most) {
                return optind;
            }
            jw_error_set(error, "%s: one name too many; see --help", argv[optind + most]);
            return -1;
        }
        if (answer == '?' || answer == ':') {
            refuse(table->rows, answer, argv, error);
            return -1;
        }
        const JwOption *row = row_of(table->rows, answer);
        const bool follows = optind < argc && argv[optind] && argv[optind][0] != '-';
        const char *text = is_optional(row) && !optarg && follows ? argv[optind++] : optarg;
        if (text && text == argv[optind - 1] && is_option(table->rows, text)) {
            jw_error_set(error, "option --%s: needs a value; see --help", row->name);
            return -1;
        }
        if (!take(&(JwOptionGiven){options, row, text, error})) {
            return -1;
        }
        acts = acts || row->kind == JW_OPTION_ACTION;
        if (row->kind == JW_OPTION_ACTION && row->value < JW_ACTION_OWN) {
            return optind;
        }
    }
}

/********* What a program says of its options *********/

/// Writes the help text of an option, with range and default if its row asks for them.
static void describe(const JwOption *row, char *text, size_t size) {
    char range[128] = "";
    const char *fallback = row->tell ? row->fallback : NULL;
    if (row->tell && row->range.unit) {
        snprintf(range, sizeof(range), " (%g to %g%s%s)", row->range.min, row->range.max,
                 *row->range.unit ? " " : "", row->range.unit);
    }
    snprintf(text, size, "%s%s%s%s%s", row->help, range, fallback ? " [" : "",
             fallback ? fallback : "", fallback ? "]" : "");
}

/// Length of the part of a text that fits into a number of columns; a longer word stays whole.
static size_t part_length(const char *text, size_t columns) {
    size_t n = strlen(text);
    while (n > columns && strcspn(text, " ") < n) {
        do {
            --n;
        } while (text[n] != ' ');
    }
    return n;
}

static void print_row(const JwOption *row) {
    char head[128], text[1024];
    const char *rest = text;
    const char letter[] = {'-', row->letter, ',', '\0'};
    snprintf(head, sizeof(head), "  %3s --%s%s%s", row->letter ? letter : "", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    describe(row, text, sizeof(text));
    if (strlen(head) + 2 > COLUMN) { // A head that is too long gets its own line
        jw_line_print(stdout, "%s", head);
        *head = '\0';
    }
    while (*rest) {
        const size_t n = part_length(rest, WIDTH - COLUMN);
        jw_line_print(stdout, "%-*s%.*s", COLUMN, head, (int)n, rest);
        *head = '\0';
        rest += n + (rest[n] == ' ');
    }
}

static void print_help(const JwOptionTable *table) {
    printf("%s\n", table->head);
    for (const JwOption *row = table->rows; row->name; ++row) {
        print_row(row);
    }
    if (table->foot) {
        printf("\n%s", table->foot);
    }
}

/// Prints name, letter, argument, offers and text of each option, with - for missing ones; first
/// the completion of an operand.
static void print_list(const JwOptionTable *table) {
    char text[1024];
    jw_line_print(stdout, "- - - %s -", table->operands ? table->operands : "-");
    for (const JwOption *row = table->rows; row->name; ++row) {
        const char letter[] = {'-', row->letter, '\0'};
        describe(row, text, sizeof(text));
        jw_line_print(stdout, "--%s %s %s %s %s", row->name, letter,
                      row->argument ? row->argument : "-", offers_of(row), text);
    }
}

bool jw_options_answer(const JwOptionTable *table, int action) {
    switch (action) {
    case JW_ACTION_HELP:
        print_help(table);
        return true;
    case JW_ACTION_VERSION:
        jw_line_print(stdout, "%s " JW_VERSION, table->program);
        jw_line_print(stdout, "Copyright 2026 The Jawari authors, ISC licence");
        return true;
    case JW_ACTION_LIST_OPTIONS:
        print_list(table);
        return true;
    default:
        return false;
    }
}
