// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "run.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const JwOption usual[] = {
    {"csv", 0, "FILE", "writes all curves", .kind = JW_OPTION_TEXT},
    {"plot", 0, "FILE.png|FILE.svg", "draws them", .kind = JW_OPTION_TEXT},
    JW_OPTIONS_COMMON(JwLab),
};

static bool keep_numbers(const JwOptionGiven *given, JwLabValue *value) {
    JwOptionGiven one = *given;
    const bool list = strchr(given->row->argument, ',') != NULL;
    int n = 1;
    for (const char *c = given->text; *c && list; ++c) {
        n += *c == ',';
    }
    value->n_numbers = n;
    value->numbers = calloc((size_t)n, sizeof(double));
    if (!value->numbers) {
        return jw_error_set(given->error, "out of memory");
    }
    const char *rest = given->text;
    for (int i = 0; i < n; ++i) {
        char word[256];
        const size_t length = list ? strcspn(rest, ",") : strlen(rest);
        snprintf(word, sizeof(word), "%.*s", (int)length, rest);
        one.text = length < sizeof(word) ? word : rest; // A longer text is no number
        one.options = &value->numbers[i];
        if (!jw_option_keep(&one)) {
            return false;
        }
        rest += length + 1;
    }
    return true;
}

/// Stores the value of an option, typed or default.
static bool keep(const JwOptionGiven *given, JwLabValue *value) {
    int place;
    value->set = true;
    value->text = given->text ? given->text : "";
    switch (given->row->kind) {
    case JW_OPTION_NUMBER:
        return keep_numbers(given, value);
    case JW_OPTION_CHOICE:
        return jw_option_keep(&(JwOptionGiven){&place, given->row, given->text, given->error});
    case JW_OPTION_TEXT:
        return !given->text || *given->text ||
               jw_error_set(given->error, "--%s: the text is empty", given->row->name);
    default:
        return true;
    }
}

static bool take(const JwOptionGiven *given) {
    JwLab *lab = given->options;
    JwLabValue *value = &lab->values[given->row - lab->rows];
    if (given->row->kind == JW_OPTION_ACTION) {
        return jw_option_keep(given);
    }
    if (value->given) {
        return jw_error_set(given->error, "--%s: given twice", given->row->name);
    }
    value->given = true;
    return keep(given, value);
}

static void copy_rows(JwOption **to, const JwOption *from) {
    while (from->name) {
        *(*to)++ = *from++;
    }
}

bool jw_lab_options_parse(JwLab *lab, int argc, char **argv) {
    const JwOptionTable table = {.rows = lab->rows};
    JwOption *end = lab->rows;
    copy_rows(&end, lab->experiment->options);
    copy_rows(&end, usual);
    bool ok = jw_options_parse(&table, take, lab, argc, argv, &lab->error) >= 0;
    for (int i = 0; lab->rows[i].name && ok; ++i) {
        const JwOption *row = &lab->rows[i];
        if (!lab->values[i].set && row->fallback) {
            const JwOptionGiven given = {lab, row, row->fallback, &lab->error};
            ok = keep(&given, &lab->values[i]);
        }
    }
    lab->failed = !ok;
    if (ok) {
        lab->csv = jw_lab_has(lab, "csv") ? jw_lab_text(lab, "csv") : NULL;
        lab->plot = jw_lab_has(lab, "plot") ? jw_lab_text(lab, "plot") : NULL;
    }
    return ok && (!lab->plot || jw_lab_plot_name_ok(lab->plot) ||
                  jw_error_set(jw_lab_error(lab), "--plot: \"%s\" ends neither in .png nor in .svg",
                               lab->plot));
}

bool jw_lab_options_answer(const JwLab *lab) {
    char head[1024];
    snprintf(head, sizeof(head),
             "%s: %s\nSource: %s\n\nOptions, with their ranges and [defaults]:\n",
             lab->experiment->name, lab->experiment->summary, lab->experiment->source);
    const JwOptionTable table = {.program = "jawari-lab", .head = head, .rows = lab->rows};
    return jw_options_answer(&table, lab->action);
}

static const JwLabValue *value_of(const JwLab *lab, const char *name) {
    const JwOption *row = jw_option_find(lab->rows, name);
    assert(row);
    return &lab->values[row - lab->rows];
}

bool jw_lab_given(const JwLab *lab, const char *name) {
    return value_of(lab, name)->given;
}

bool jw_lab_has(const JwLab *lab, const char *name) {
    return value_of(lab, name)->set;
}

double jw_lab_number(const JwLab *lab, const char *name) {
    const JwLabValue *value = value_of(lab, name);
    assert(value->n_numbers == 1);
    return value->numbers[0];
}

int jw_lab_integer(const JwLab *lab, const char *name) {
    return (int)jw_lab_number(lab, name);
}

const double *jw_lab_numbers(const JwLab *lab, const char *name, int *n) {
    const JwLabValue *value = value_of(lab, name);
    assert(value->n_numbers >= 1);
    *n = value->n_numbers;
    return value->numbers;
}

const char *jw_lab_text(const JwLab *lab, const char *name) {
    const JwLabValue *value = value_of(lab, name);
    assert(value->set);
    return value->text;
}

bool jw_lab_is(const JwLab *lab, const char *name, const char *choice) {
    return !strcmp(jw_lab_text(lab, name), choice);
}
