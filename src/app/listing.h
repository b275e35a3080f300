// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What --list-instruments, --list-presets, --list-ragas, --list-params and --check print.

#ifndef JW_LISTING_H
#define JW_LISTING_H

#include "app/message.h"

#include <stdbool.h>
#include <stdio.h>

/// Names and descriptions of the instruments that can be found. [main]
bool jw_list_instruments(FILE *out, JwMessage *message);

/// Program number, name, instrument and label of the presets that can be found. [main]
bool jw_list_presets(FILE *out, JwMessage *message);

/// The ragas: notes and, in just intonation, cents over Sa. [main]
void jw_list_ragas(FILE *out);

/// The parameter table. [main]
void jw_list_params(FILE *out);

/// Reads an instrument file and lists its strings; false if it is not right. [main]
bool jw_list_check(FILE *out, const char *instrument, JwMessage *message);

#endif // JW_LISTING_H
