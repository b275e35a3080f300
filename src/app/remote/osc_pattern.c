// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/osc_pattern.h"

#include <stdint.h>
#include <string.h>

static const char signs[] = "?*[]{}";

bool jw_osc_is_pattern(const char *text) {
    return strpbrk(text, signs) != NULL;
}

bool jw_osc_pattern_ok(const char *pattern) {
    if (strlen(pattern) > JW_OSC_PART_MAX) {
        return false;
    }
    for (const char *c = pattern; *c; ++c) {
        if (*c == ']' || *c == '}') {
            return false;
        }
        if (*c == '[' || *c == '{') {
            const char *end = strchr(c, *c == '[' ? ']' : '}');
            if (!end || (*c == '{' && strcspn(c + 1, signs) < (size_t)(end - c - 1))) {
                return false;
            }
            c = end;
        }
    }
    return true;
}

// Positions in a name that a pattern can have reached, as bits: bit i is before character i.

typedef struct {
    const char *text;
    size_t n;
    uint64_t all; ///< All positions, including the end
} Name;

/// Positions after a character in the set (or not in it, with `!`); set is the text in brackets.
static uint64_t past_set(const Name *name, uint64_t at, const char *set, const char *end) {
    const bool other = set < end && *set == '!';
    uint64_t in = 0;
    for (set += other; set < end; ++set) {
        const bool is_range = end - set > 2 && set[1] == '-';
        const unsigned char one = (unsigned char)set[0], last = (unsigned char)set[2 * is_range];
        const unsigned char least = one < last ? one : last, most = one < last ? last : one;
        for (size_t i = 0; i < name->n; ++i) {
            const unsigned char c = (unsigned char)name->text[i];
            in |= (uint64_t)(c >= least && c <= most) << i;
        }
        set += 2 * is_range;
    }
    return (at & (other ? ~in : in)) << 1 & name->all;
}

static uint64_t past_character(const Name *name, uint64_t at, char c) {
    uint64_t in = 0;
    for (size_t i = 0; i < name->n && at; ++i) {
        in |= (uint64_t)(name->text[i] == c) << i;
    }
    return (at & in) << 1;
}

/// Positions after one of the words between braces.
static uint64_t past_list(const Name *name, uint64_t at, const char *list, const char *end) {
    uint64_t any = 0, here = at;
    for (; list < end; ++list) {
        if (*list == ',') {
            any |= here;
            here = at;
        } else {
            here = past_character(name, here, *list);
        }
    }
    return any | here;
}

bool jw_osc_pattern_matches(const char *pattern, const char *text) {
    const Name name = {text, strlen(text), ~UINT64_C(0) >> (JW_OSC_NAME_MAX - strlen(text) % 64)};
    uint64_t at = 1;
    if (name.n > JW_OSC_NAME_MAX) {
        return false;
    }
    for (const char *c = pattern; *c && at; ++c) {
        const char *end = *c == '[' ? strchr(c, ']') : *c == '{' ? strchr(c, '}') : NULL;
        if (end) {
            at = *c == '[' ? past_set(&name, at, c + 1, end) : past_list(&name, at, c + 1, end);
            c = end;
        } else if (*c == '?') {
            at = at << 1 & name.all;
        } else if (*c == '*') {
            at = name.all & ~((at & -at) - 1);
        } else {
            at = past_character(&name, at, *c);
        }
    }
    return at >> name.n & 1;
}
