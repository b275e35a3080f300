// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Address patterns of Open Sound Control 1.0: ?, *, [set] and {list, of, words}.
//
// A pattern is one part of an address, without slashes. ? is any character and * any number of
// them. [a-cx] is one character of a set, [!a-cx] one outside it; a hyphen at the end stands for
// itself. {one,two} is one of these words.

#ifndef JW_OSC_PATTERN_H
#define JW_OSC_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

enum {
    JW_OSC_PART_MAX = 255, ///< Largest number of characters of a pattern
    JW_OSC_NAME_MAX = 63,  ///< Largest number of characters of a name; longer ones match nothing
};

/// True if a text has a character that only occurs in patterns. [any]
bool jw_osc_is_pattern(const char *text);

/// True if brackets and braces are closed, braces contain no other special characters, and the
/// pattern is not too long. [any]
bool jw_osc_pattern_ok(const char *pattern);

/// True if a pattern matches a name. The pattern must be valid by jw_osc_pattern_ok(). The time is
/// bounded by the product of both lengths. [any]
bool jw_osc_pattern_matches(const char *pattern, const char *name);

#endif // JW_OSC_PATTERN_H
