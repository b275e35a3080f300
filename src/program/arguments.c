// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "program/arguments.h"

#include "files/number.h"
#include "program/nearest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TEXT_SIZE = 64, FIRST_WITHOUT_LETTER = 256 };

bool jw_argument_param(const char *symbol, JwParamId *id, JwMessage *message) {
    char near[256];
    const int found = jw_param_find(symbol);
    if (found >= 0) {
        *id = (JwParamId)found;
        return true;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *p = jw_param_info((JwParamId)i);
        if (jw_names_alike(p->symbol, symbol) || jw_names_alike(p->name, symbol)) {
            *id = (JwParamId)i;
            return true;
        }
    }
    JwNearest nearest = jw_nearest_start(symbol);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_nearest_offer(&nearest, jw_param_info((JwParamId)i)->symbol);
    }
    return jw_message_set(message, "unknown parameter \"%s\"%s; see --list-params", symbol,
                          jw_nearest_text(&nearest, near, sizeof(near)));
}

bool jw_argument_number(const char *text, const char *unit, double *value) {
    static const struct {
        const char *unit, *spelling;
        double factor;
    } spellings[] = {
        {"Hz", "Hz", 1.0},
        {"Hz", "kHz", 1e3},
        {"Hz", "k", 1e3},
        {"dB", "dB", 1.0},
        {"%", "%", 1.0},
        {"x", "x", 1.0},
        {"mm", "mm", 1.0},
        {"mm", "cm", 10.0},
        {"bpm", "bpm", 1.0},
        {"deg", "deg", 1.0},
        {"deg", "degrees", 1.0},
        {"cent", "cent", 1.0},
        {"cent", "cents", 1.0},
        {"cent", "ct", 1.0},
        {"semitone", "semitone", 1.0},
        {"semitone", "semitones", 1.0},
        {"semitone", "st", 1.0},
        {"s", "s", 1.0},
        {"s", "sec", 1.0},
        {"s", "second", 1.0},
        {"s", "seconds", 1.0},
        {"s", "min", 60.0},
        {"s", "ms", 1e-3},
    };
    double number = 0.0;
    if (!jw_number_take(&text, &number)) {
        return false;
    }
    const char *spelt = text + strspn(text, " ");
    double factor = *text ? 0.0 : 1.0;
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); ++i) {
        if (!strcmp(unit, spellings[i].unit) && !strcasecmp(spelt, spellings[i].spelling)) {
            factor = spellings[i].factor;
        }
    }
    if (factor == 0.0) {
        return false;
    }
    *value = factor * number;
    return true;
}

/// Accepts "mono" for the label "Mono: the first string that has the note".
static bool begins_label(const char *text, const char *label) {
    const size_t n = strlen(text);
    return n > 0 && !strncasecmp(text, label, n) && (label[n] == '\0' || label[n] == ':');
}

/// Finds the value that a parameter calls by that name; *has_names tells whether it names any.
static bool find_named(JwParamId id, const char *text, double *value, bool *has_names) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    *has_names = false;
    for (int i = 0; i < n; ++i) {
        *has_names = *has_names || points[i].id == id;
        if (points[i].id == id && begins_label(text, points[i].label)) {
            *value = points[i].value;
            return true;
        }
    }
    return false;
}

bool jw_argument_value(JwParamId id, const char *text, double *result, JwMessage *message) {
    const JwParamInfo *p = jw_param_info(id);
    const char *space = *p->unit ? " " : "";
    double value;
    bool has_names;
    if (find_named(id, text, result, &has_names)) {
        return true;
    }
    if (!jw_argument_number(text, p->unit, &value)) {
        return jw_message_set(
            message, "%s: \"%s\" is %s (%s goes from %g to %g%s%s)", p->symbol, text,
            has_names ? "neither a number nor a name; see --list-params" : "not a number", p->name,
            p->min, p->max, space, p->unit);
    }
    if (!jw_param_valid(id, value)) {
        const bool inside = value >= p->min && value <= p->max;
        return jw_message_set(message, "%s: %s is %s (%s goes from %g to %g%s%s)", p->symbol, text,
                              inside ? "not one of its values; see --list-params" : "out of range",
                              p->name, p->min, p->max, space, p->unit);
    }
    *result = value;
    return true;
}

bool jw_argument_set_param(JwParamId id, const char *text, bool *set, double *value,
                           JwMessage *message) {
    if (!jw_argument_value(id, text, &value[id], message)) {
        return false;
    }
    set[id] = true;
    return true;
}

bool jw_argument_set(bool *set, double *value, const char *text, JwMessage *message) {
    char symbol[TEXT_SIZE];
    JwParamId id = JW_P_GAIN;
    const char *equals = strchr(text, '=');
    if (!equals) {
        return jw_message_set(message, "--set %s: SYMBOL=VALUE is needed", text);
    }
    snprintf(symbol, sizeof(symbol), "%.*s", (int)(equals - text), text);
    return jw_argument_param(symbol, &id, message) &&
           jw_argument_set_param(id, equals + 1, set, value, message);
}

bool jw_argument_int(const char *option, const char *text, int min, int max, const char *unit,
                     int *value, JwMessage *message) {
    // Unit as the message writes it, without its leading blank
    double number = 0.0;
    if (jw_argument_number(text, *unit == ' ' ? unit + 1 : unit, &number) && number >= min &&
        number <= max && number == floor(number)) {
        *value = (int)number;
        return true;
    }
    return jw_message_set(message, "%s: \"%s\" is not a whole number from %d to %d%s", option, text,
                          min, max, unit);
}

bool jw_argument_seconds(const char *option, const char *text, double max, double *value,
                         JwMessage *message) {
    return (jw_argument_number(text, "s", value) && *value >= 0.0 && *value <= max) ||
           jw_message_set(message, "%s: \"%s\" is not a number from 0 to %g seconds", option, text,
                          max);
}

// Finds the parameter whose symbol is spelt as an option, hyphens for underscores; -1 for none.
static int find_param(const char *name) {
    char symbol[TEXT_SIZE];
    snprintf(symbol, sizeof(symbol), "%s", name);
    for (char *c = symbol; *c; ++c) {
        *c = *c == '-' ? '_' : *c;
    }
    return jw_param_find(symbol);
}

// Explains a rejected long option: getopt_long() does not say what is wrong with it. optopt is the
// option's letter if a value was given to one that takes none, else 0.
static bool bad_long_option(const char *text, const struct option *options, JwMessage *message) {
    char near[256];
    char name[TEXT_SIZE];
    const int n = (int)strcspn(text, "=");
    snprintf(name, sizeof(name), "%.*s", n, text);
    JwNearest nearest = jw_nearest_start(name);
    int n_begun = 0;
    bool sets_params = false;
    for (const struct option *o = options; o->name; ++o) {
        if (!strcmp(o->name, name)) {
            return jw_message_set(message, "option --%s: takes no value", name);
        }
        n_begun += !strncmp(o->name, name, strlen(name));
        sets_params = sets_params || !strcmp(o->name, "set");
        jw_nearest_offer(&nearest, o->name);
    }
    const int param = n_begun == 0 && sets_params ? find_param(name) : -1;
    if (param >= 0) {
        return jw_message_set(message, "option --%s: a parameter; --set %s=VALUE sets it", name,
                              jw_param_info((JwParamId)param)->symbol);
    }
    return jw_message_set(message, "option --%s: %s%s; see --help", name,
                          n_begun > 1 ? "ambiguous" : "unknown",
                          jw_nearest_text(&nearest, near, sizeof(near)));
}

static bool has_value(const char *text, const struct option *options) {
    for (const struct option *o = options; o->name; ++o) {
        const size_t n = strlen(o->name);
        if (!strncmp(text, o->name, n) && text[n] == '=') {
            return o->has_arg == no_argument && o->val == optopt;
        }
    }
    return false;
}

// getopt_long() names a rejected letter in optopt; a long option is the argument before optind.
bool jw_argument_bad(int answer, char **argv, const struct option *options, JwMessage *message) {
    const char *text = argv[optind - 1];
    if (answer == '?' && !strncmp(text, "--", 2) && (!optopt || has_value(text + 2, options))) {
        return bad_long_option(text + 2, options, message);
    }
    const char *what = answer == ':' ? "needs a value" : "unknown";
    if (optopt && optopt < FIRST_WITHOUT_LETTER) {
        return jw_message_set(message, "option -%c: %s; see --help", optopt, what);
    }
    return jw_message_set(message, "option %s: %s; see --help", text, what);
}
