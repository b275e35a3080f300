// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the command lines of all programs share: values, and what is wrong with an option.

#ifndef JW_ARGUMENTS_H
#define JW_ARGUMENTS_H

#include "app/message.h"
#include "base/params.h"

#include <getopt.h>
#include <stdbool.h>

/// Finds a parameter by symbol; of an unknown one the nearest are told. [main]
bool jw_argument_param(const char *symbol, JwParamId *id, JwMessage *message);

/// Reads a number, with its unit ("Hz", "dB", "s" ..., or "") behind it or not; kHz and min are
/// understood, too. [any]
bool jw_argument_number(const char *text, const char *unit, double *value);

/// Reads a value of a parameter, which must be legal, or the name of one that has names. [main]
bool jw_argument_value(JwParamId id, const char *text, double *value, JwMessage *message);

/// The same into arrays of JW_N_PARAMS: value[id], and set[id] = true; on error as they were.
/// [main]
bool jw_argument_set_param(JwParamId id, const char *text, bool *set, double *value,
                           JwMessage *message);

/// Reads SYMBOL=VALUE into arrays of JW_N_PARAMS: value[id], and set[id] = true. [main]
bool jw_argument_set(bool *set, double *value, const char *text, JwMessage *message);

/// Reads a whole number; unit follows the range in the message. [main]
bool jw_argument_int(const char *option, const char *text, int min, int max, const char *unit,
                     int *value, JwMessage *message);

/// Reads 0 to max seconds. [main]
bool jw_argument_seconds(const char *option, const char *text, double max, double *value,
                         JwMessage *message);

/// Says what getopt_long() disliked: answer is its '?' or ':'. Long options without
/// a letter have values from 256 on. Returns false. [main]
bool jw_argument_bad(int answer, char **argv, const struct option *options, JwMessage *message);

#endif // JW_ARGUMENTS_H
