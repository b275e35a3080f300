// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "overrides.h"

#include "files/number.h"
#include "plugins.h"
#include "selector.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MILLIONTHS = 1000000 };

void jw_overrides_none(JwOverrides *held) {
    for (int i = 0; i < JW_N_CONTROLS; ++i) {
        held->at[i] = NAN;
        held->weak[i] = false;
    }
}

void jw_overrides_default(JwOverrides *held, int plugin) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        held->at[i] = (float)jw_plugin_default(plugin, (JwParamId)i);
        held->weak[i] = true;
    }
    held->at[JW_CONTROL_INSTRUMENT] = (float)jw_selector_number(jw_plugin(plugin)->instrument);
    held->weak[JW_CONTROL_INSTRUMENT] = false;
}

void jw_overrides_choose(JwOverrides *held, int plugin, const double *own, const float *ports) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const bool gives = own[i] != jw_param_info((JwParamId)i)->def;
        const bool kept = jw_overrides_is(held, i, ports[i]);
        held->at[i] = kept ? ports[i] : NAN;
        held->weak[i] = kept && !gives && jw_plugin_leaves_alone(plugin, (JwParamId)i);
    }
    if (!isnan(ports[JW_CONTROL_INSTRUMENT])) {
        held->at[JW_CONTROL_INSTRUMENT] = ports[JW_CONTROL_INSTRUMENT];
    }
}

// Compares with a tolerance: hosts store port values as decimal text, some with seven digits.
bool jw_overrides_is(const JwOverrides *held, int param, float port) {
    const float at = held->at[param];
    return isfinite(at) && isfinite(port) && fabsf(port - at) <= 1e-6f + 1e-6f * fabsf(at);
}

bool jw_overrides_hides(const JwOverrides *held, int param, float port) {
    return !held->weak[param] && jw_overrides_is(held, param, port);
}

// Formats a value without printf(), which would use a comma if the host's locale does.
static int print_value(char *text, size_t size, double value) {
    const long long n = llround(fabs(value) * MILLIONTHS);
    return snprintf(text, size, "%s%lld.%06lld", value < 0.0 && n > 0 ? "-" : "", n / MILLIONTHS,
                    n % MILLIONTHS);
}

static const char *symbol_of(int control) {
    return control == JW_CONTROL_INSTRUMENT ? JW_SELECTOR_SYMBOL
                                            : jw_param_info((JwParamId)control)->symbol;
}

void jw_overrides_print(const JwOverrides *held, char *text) {
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < JW_N_CONTROLS; ++i) {
        const char *symbol = symbol_of(i);
        if (isnan(held->at[i]) || n + strlen(symbol) + 21 > JW_OVERRIDES_TEXT) {
            continue;
        }
        n += (size_t)snprintf(text + n, JW_OVERRIDES_TEXT - n, "%s%s%s=", n > 0 ? " " : "",
                              held->weak[i] ? "+" : "", symbol);
        n += (size_t)print_value(text + n, JW_OVERRIDES_TEXT - n, (double)held->at[i]);
    }
}

/// Control with that symbol, or -1.
static int find_control(const char *symbol) {
    return strcmp(symbol, JW_SELECTOR_SYMBOL) ? jw_param_find(symbol) : JW_CONTROL_INSTRUMENT;
}

static float clamp(int control, double value) {
    if (control == JW_CONTROL_INSTRUMENT) {
        return (float)rint(fmin(fmax(value, 0.0), (double)jw_selector_most()));
    }
    const JwParamInfo *info = jw_param_info((JwParamId)control);
    return (float)fmin(fmax(value, info->min), info->max);
}

static bool parse_word(char *word, JwOverrides *held) {
    const bool weak = word[0] == '+';
    char *equals = strchr(word, '=');
    double value;
    if (!equals || !jw_number_parse(equals + 1, &value)) {
        return false;
    }
    *equals = '\0';
    const int i = find_control(word + weak);
    if (i >= 0) {
        held->at[i] = clamp(i, value);
        held->weak[i] = weak;
    }
    return true;
}

bool jw_overrides_parse(const char *text, JwOverrides *held) {
    JwOverrides parsed;
    char word[64];
    jw_overrides_none(&parsed);
    while (jw_word_next(&text, word, sizeof(word))) {
        if (!parse_word(word, &parsed)) {
            return false;
        }
    }
    if (text[strspn(text, " ")]) {
        return false;
    }
    *held = parsed;
    return true;
}
