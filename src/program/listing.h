// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts of --list-instruments, --list-presets, --list-params and --check.

#ifndef JW_LISTING_H
#define JW_LISTING_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/// Prints names and descriptions of all instruments found. [main]
bool jw_list_instruments(FILE *out, JwError *error);

/// Prints number of the MIDI program ("-": none), name, instrument and label of all presets found.
/// [main]
bool jw_list_presets(FILE *out, JwError *error);

/// Prints the table of parameters. [main]
void jw_list_params(FILE *out);

/// Reads an instrument file and prints its strings; returns false if the file is wrong. [main]
bool jw_list_check(FILE *out, const char *instrument, JwError *error);

#endif // JW_LISTING_H
