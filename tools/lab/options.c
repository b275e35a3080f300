// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "run.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool jw_lab_parse_number(const char *text, double *value) {
    // Characters are checked because strtod() alone would take blanks, hexadecimal, "inf" and "nan"
    // as well.
    if (!*text || text[strspn(text, "+-.0123456789eE")]) {
        return false;
    }
    char *end = NULL;
    *value = strtod(text, &end);
    return !*end && end != text && isfinite(*value);
}

static int find_option(const JwLabExperiment *experiment, const char *name, size_t length) {
    for (int i = 0; experiment->options[i].name; ++i) {
        const char *candidate = experiment->options[i].name;
        if (strlen(candidate) == length && !strncmp(candidate, name, length)) {
            return i;
        }
    }
    return -1;
}

static bool is_choice(const char *choices, const char *text) {
    const size_t length = strlen(text);
    for (const char *word = choices; length && word;) {
        if (!strncmp(word, text, length) && (word[length] == '|' || !word[length])) {
            return true;
        }
        word = strchr(word, '|');
        word = word ? word + 1 : NULL;
    }
    return false;
}

static bool check_range(JwLab *lab, const JwLabOption *option, const char *text, double value) {
    if (value < option->min || value > option->max) {
        return jw_lab_fail(lab, "--%s %s is out of range, %g to %g", option->name, text,
                           option->min, option->max);
    }
    if (option->kind == JW_LAB_INTEGER && value != floor(value)) {
        return jw_lab_fail(lab, "--%s %s is not a whole number", option->name, text);
    }
    return true;
}

// Splits the text at its commas; a single number is a list of one.
static bool read_numbers(JwLab *lab, const JwLabOption *option, const char *text,
                         JwLabValue *value) {
    int n = 1;
    for (const char *c = text; *c; ++c) {
        n += *c == ',';
    }
    if (n > 1 && option->kind != JW_LAB_NUMBERS) {
        return jw_lab_fail(lab, "--%s %s is not a number", option->name, text);
    }
    char *copy = jw_lab_copy(lab, text);
    value->numbers = calloc((size_t)n, sizeof(double));
    if (!copy || !value->numbers) {
        free(copy);
        return jw_lab_fail(lab, "out of memory");
    }
    bool good = true;
    char *item = copy;
    for (int i = 0; good && i < n; ++i) {
        char *comma = strchr(item, ',');
        if (comma) {
            *comma = '\0';
        }
        if (!jw_lab_parse_number(item, &value->numbers[i])) {
            good = jw_lab_fail(lab, "--%s %s is not a number", option->name, text);
        } else {
            good = check_range(lab, option, item, value->numbers[i]);
        }
        item = comma ? comma + 1 : item;
    }
    value->n_numbers = n;
    free(copy);
    return good;
}

static bool read_value(JwLab *lab, const JwLabOption *option, const char *text, JwLabValue *value) {
    value->set = true;
    value->text = text;
    switch (option->kind) {
    case JW_LAB_NUMBER:
    case JW_LAB_INTEGER:
    case JW_LAB_NUMBERS:
        return read_numbers(lab, option, text, value);
    case JW_LAB_CHOICE:
        return is_choice(option->choices, text) ||
               jw_lab_fail(lab, "--%s %s is none of %s", option->name, text, option->choices);
    case JW_LAB_TEXT:
        return *text || jw_lab_fail(lab, "--%s is empty", option->name);
    case JW_LAB_FLAG:
    case JW_LAB_FLAG_OR_TEXT:
        return true;
    }
    return false;
}

// Value of the option at arguments[*i]: after its '=', else the next word.
static const char *take_text(JwLab *lab, const char *equals, int *i, int n, char **arguments) {
    if (equals) {
        return equals + 1;
    }
    if (*i + 1 >= n || !strncmp(arguments[*i + 1], "--", 2)) {
        jw_lab_fail(lab, "%s needs a value", arguments[*i]);
        return NULL;
    }
    return arguments[++*i];
}

static bool parse_file(JwLab *lab, const char *name, const char **slot, const char *text) {
    if (!text) {
        return false;
    }
    if (*slot) {
        return jw_lab_fail(lab, "--%s is given twice", name);
    }
    if (!*text) {
        return jw_lab_fail(lab, "--%s needs a file name", name);
    }
    *slot = text;
    return true;
}

static bool parse_own(JwLab *lab, int index, const char *equals, int *i, int n, char **arguments) {
    const JwLabOption *option = &lab->experiment->options[index];
    JwLabValue *value = &lab->values[index];
    if (value->given) {
        return jw_lab_fail(lab, "--%s is given twice", option->name);
    }
    value->given = true;
    const bool followed = *i + 1 < n && strncmp(arguments[*i + 1], "--", 2) != 0;
    const char *text = "";
    if (option->kind == JW_LAB_FLAG && equals) {
        return jw_lab_fail(lab, "--%s takes no value", option->name);
    }
    if (option->kind != JW_LAB_FLAG &&
        (option->kind != JW_LAB_FLAG_OR_TEXT || equals || followed)) {
        text = take_text(lab, equals, i, n, arguments);
    }
    return text && read_value(lab, option, text, value);
}

static bool parse_one(JwLab *lab, int *i, int n, char **arguments) {
    const char *word = arguments[*i];
    if (strncmp(word, "--", 2) != 0) {
        return jw_lab_fail(lab, "'%s' is not an option", word);
    }
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    if (length == 3 && !strncmp(name, "csv", 3)) {
        return parse_file(lab, "csv", &lab->csv, take_text(lab, equals, i, n, arguments));
    }
    if (length == 4 && !strncmp(name, "plot", 4)) {
        return parse_file(lab, "plot", &lab->plot, take_text(lab, equals, i, n, arguments)) &&
               (jw_lab_plot_name_ok(lab->plot) ||
                jw_lab_fail(lab, "--plot %s ends neither in .png nor in .svg", lab->plot));
    }
    if (!strcmp(name, "help")) {
        lab->help = true;
        return true;
    }
    const int index = find_option(lab->experiment, name, length);
    if (index < 0) {
        return jw_lab_fail(lab, "unknown option '%s' (--help %s lists them)", word,
                           lab->experiment->name);
    }
    return parse_own(lab, index, equals, i, n, arguments);
}

bool jw_lab_options_parse(JwLab *lab, int n_arguments, char **arguments) {
    for (int i = 0; i < n_arguments; ++i) {
        if (!parse_one(lab, &i, n_arguments, arguments)) {
            return false;
        }
    }
    for (int i = 0; lab->experiment->options[i].name; ++i) {
        const JwLabOption *option = &lab->experiment->options[i];
        assert(i < JW_LAB_MAX_OPTIONS);
        if (!lab->values[i].set && option->fallback &&
            !read_value(lab, option, option->fallback, &lab->values[i])) {
            return false;
        }
    }
    return true;
}

static const JwLabValue *value_of(const JwLab *lab, const char *name) {
    const int index = find_option(lab->experiment, name, strlen(name));
    assert(index >= 0);
    return &lab->values[index];
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
