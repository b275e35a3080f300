// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parts of command lines that all programs share: values, and errors in options.

#ifndef JW_ARGUMENTS_H
#define JW_ARGUMENTS_H

#include "base/message.h"
#include "base/params.h"

#include <getopt.h>
#include <stdbool.h>

/// Finds a parameter by symbol; the message for an unknown one names the nearest. [main]
bool jw_argument_param(const char *symbol, JwParamId *id, JwMessage *message);

/// Reads a number, with or without its unit ("Hz", "dB", "s" ..., or "" for none) behind; also
/// takes other spellings and multiples of the unit, such as kHz and min. [any]
bool jw_argument_number(const char *text, const char *unit, double *value);

/// Reads a value of a parameter, which must be legal, or the name of a value that has one. [main]
bool jw_argument_value(JwParamId id, const char *text, double *value, JwMessage *message);

/// Reads a value as jw_argument_value() into arrays of JW_N_PARAMS: value[id], and set[id] = true.
/// Leaves both alone on an error. [main]
bool jw_argument_set_param(JwParamId id, const char *text, bool *set, double *value,
                           JwMessage *message);

/// Reads SYMBOL=VALUE into arrays of JW_N_PARAMS: value[id], and set[id] = true. [main]
bool jw_argument_set(bool *set, double *value, const char *text, JwMessage *message);

/// Reads a whole number from min to max; the message puts unit behind that range. [main]
bool jw_argument_int(const char *option, const char *text, int min, int max, const char *unit,
                     int *value, JwMessage *message);

/// Reads a duration from 0 to max seconds. [main]
bool jw_argument_seconds(const char *option, const char *text, double max, double *value,
                         JwMessage *message);

/// Sets the message for what getopt_long() rejected: answer is its '?' or ':'. Long options without
/// a letter must have values from 256 on. Returns false. [main]
bool jw_argument_bad(int answer, char **argv, const struct option *options, JwMessage *message);

#endif // JW_ARGUMENTS_H
