// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Values on the command line and in other text from the user.

#ifndef JW_ARGUMENTS_H
#define JW_ARGUMENTS_H

#include "base/error.h"
#include "base/params.h"

#include <stdbool.h>

/// Finds a parameter by symbol; the error for an unknown one names the nearest. [main]
bool jw_argument_param(const char *symbol, JwParamId *id, JwError *error);

/// Reads a number, with or without its unit after it ("Hz", "dB", "s" ..., or "" for none). Also
/// accepts other spellings and multiples of the unit, such as kHz and min, but no other text. [any]
bool jw_argument_number(const char *text, const char *unit, double *value);

/// Reads a parameter's value, which must be legal, or the name of a value. [main]
bool jw_argument_value(JwParamId id, const char *text, double *value, JwError *error);

/// Reads a value like jw_argument_value() into arrays of JW_N_PARAMS: value[id], and set[id] =
/// true. Changes neither on an error. [main]
bool jw_argument_set_param(JwParamId id, const char *text, bool *set, double *value,
                           JwError *error);

/// Reads SYMBOL=VALUE into arrays of JW_N_PARAMS: value[id], and set[id] = true. [main]
bool jw_argument_set(bool *set, double *value, const char *text, JwError *error);

/// Range of a number, and its unit.
typedef struct {
    double min, max;  ///< Ends, inclusive
    const char *unit; ///< Unit as for jw_argument_number()
    double of;        ///< The number must be a multiple of this; 0: any number
} JwRange;

/// Reads a number in the range, with or without its unit; an error begins with the name. [any]
bool jw_argument_range(const char *name, const char *text, const JwRange *range, double *value,
                       JwError *error);

/// Reads a whole number from min to max. [any]
bool jw_argument_int(const char *name, const char *text, int min, int max, int *value,
                     JwError *error);

/// Reads a duration from 0 to max seconds. [any]
bool jw_argument_seconds(const char *name, const char *text, double max, double *value,
                         JwError *error);

#endif // JW_ARGUMENTS_H
