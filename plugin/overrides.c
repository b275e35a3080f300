// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "overrides.h"

#include "files/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MILLIONTHS = 1000000 };

void jw_overrides_none(JwOverrides *held) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        held->at[i] = NAN;
    }
}

void jw_overrides_choose(JwOverrides *held, const double *own, const float *ports) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const bool gives = own[i] != jw_param_info((JwParamId)i)->def;
        held->at[i] = gives && isfinite(ports[i]) ? ports[i] : NAN;
    }
}

// Hosts keep port values as decimal text, some with seven digits.
bool jw_overrides_is(const JwOverrides *held, int param, float port) {
    const float at = held->at[param];
    return isfinite(at) && isfinite(port) && fabsf(port - at) <= 1e-6f + 1e-6f * fabsf(at);
}

// printf would write a comma where the host's locale has one.
static int print_value(char *text, size_t size, double value) {
    const long long n = llround(fabs(value) * MILLIONTHS);
    return snprintf(text, size, "%s%lld.%06lld", value < 0.0 && n > 0 ? "-" : "", n / MILLIONTHS,
                    n % MILLIONTHS);
}

void jw_overrides_print(const JwOverrides *held, char *text) {
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const JwParamInfo *info = jw_param_info((JwParamId)i);
        if (isnan(held->at[i]) || n + strlen(info->symbol) + 20 > JW_OVERRIDES_TEXT) {
            continue;
        }
        n += (size_t)snprintf(text + n, JW_OVERRIDES_TEXT - n, "%s%s=", n > 0 ? " " : "",
                              info->symbol);
        n += (size_t)print_value(text + n, JW_OVERRIDES_TEXT - n, (double)held->at[i]);
    }
}

static bool parse_word(char *word, JwOverrides *held) {
    char *equals = strchr(word, '=');
    double value;
    if (!equals || !jw_number_parse(equals + 1, &value)) {
        return false;
    }
    *equals = '\0';
    const int id = jw_param_find(word);
    if (id >= 0) {
        const JwParamInfo *info = jw_param_info((JwParamId)id);
        held->at[id] = (float)fmin(fmax(value, info->min), info->max);
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
