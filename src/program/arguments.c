// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "program/arguments.h"

#include "base/ragas.h"
#include "files/number.h"
#include "program/nearest.h"
#include "program/raga_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TEXT_SIZE = 64 };

bool jw_argument_param(const char *symbol, JwParamId *id, JwError *error) {
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
    return jw_error_set(error, "unknown parameter \"%s\"%s; see --list-params", symbol,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

bool jw_argument_number(const char *text, const char *unit, double *value) {
    static const struct {
        const char *unit, *spelling;
        double factor;
    } spellings[] = {
        {"Hz", "kHz", 1e3},
        {"Hz", "k", 1e3},
        {"mm", "cm", 10.0},
        {"deg", "degrees", 1.0},
        {"cent", "cents", 1.0},
        {"cent", "ct", 1.0},
        {"semitone", "semitones", 1.0},
        {"semitone", "st", 1.0},
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
    double factor = !*text || (*unit && !strcasecmp(spelt, unit)) ? 1.0 : 0.0;
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

/// Finds a parameter's value by name; sets *has_names to whether the parameter has named values.
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

bool jw_argument_value(JwParamId id, const char *text, double *result, JwError *error) {
    const JwParamInfo *p = jw_param_info(id);
    const char *space = *p->unit ? " " : "";
    double value;
    bool has_names;
    if (find_named(id, text, result, &has_names)) {
        return true;
    }
    if (id == JW_P_RAGA && jw_raga_find(text)) {
        *result = jw_raga_find(text);
        return true;
    }
    if (!jw_argument_number(text, p->unit, &value)) {
        if (id == JW_P_RAGA) {
            return jw_raga_named(text, error);
        }
        return jw_error_set(error, "%s: \"%s\" is %s (%s goes from %g to %g%s%s)", p->symbol, text,
                            has_names ? "neither a number nor a name; see --list-params"
                                      : "not a number",
                            p->name, p->min, p->max, space, p->unit);
    }
    if (!jw_param_valid(id, value)) {
        const bool inside = value >= p->min && value <= p->max;
        return jw_error_set(error, "%s: %s is %s (%s goes from %g to %g%s%s)", p->symbol, text,
                            inside ? "not one of its values; see --list-params" : "out of range",
                            p->name, p->min, p->max, space, p->unit);
    }
    *result = value;
    return true;
}

bool jw_argument_set_param(JwParamId id, const char *text, bool *set, double *value,
                           JwError *error) {
    if (!jw_argument_value(id, text, &value[id], error)) {
        return false;
    }
    set[id] = true;
    return true;
}

bool jw_argument_set(bool *set, double *value, const char *text, JwError *error) {
    char symbol[TEXT_SIZE];
    JwParamId id = JW_P_GAIN;
    const char *equals = strchr(text, '=');
    if (!equals) {
        return jw_error_set(error, "--set %s: SYMBOL=VALUE is needed", text);
    }
    snprintf(symbol, sizeof(symbol), "%.*s", (int)(equals - text), text);
    return jw_argument_param(symbol, &id, error) &&
           jw_argument_set_param(id, equals + 1, set, value, error);
}

bool jw_argument_range(const char *name, const char *text, const JwRange *range, double *value,
                       JwError *error) {
    double number = 0.0;
    char multiple[64] = "number";
    if (jw_argument_number(text, range->unit, &number) && number >= range->min &&
        number <= range->max && (range->of == 0.0 || fmod(number, range->of) == 0.0)) {
        *value = number;
        return true;
    }
    if (range->of > 0.0) {
        snprintf(multiple, sizeof(multiple), range->of == 1.0 ? "whole number" : "multiple of %g",
                 range->of);
    }
    return jw_error_set(error, "%s: \"%s\" is not a %s from %.10g to %.10g%s%s", name, text,
                        multiple, range->min, range->max, *range->unit ? " " : "", range->unit);
}

bool jw_argument_int(const char *name, const char *text, int min, int max, int *value,
                     JwError *error) {
    const JwRange range = {min, max, "", 1.0};
    double number = 0.0;
    const bool ok = jw_argument_range(name, text, &range, &number, error);
    *value = ok ? (int)number : *value;
    return ok;
}

bool jw_argument_seconds(const char *name, const char *text, double max, double *value,
                         JwError *error) {
    const JwRange range = {0.0, max, "s", 0.0};
    return jw_argument_range(name, text, &range, value, error);
}
