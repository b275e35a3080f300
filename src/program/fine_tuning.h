// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fine tuning made while playing: cents by string name, for any instrument.

#ifndef JW_FINE_TUNING_H
#define JW_FINE_TUNING_H

#include "playing/fretboard.h"
#include "playing/instrument.h"

#include <stdbool.h>

enum { JW_FINE_STRINGS = 2 * JW_MAX_STRINGS };

typedef struct {
    char name[JW_NAME_SIZE];
    double cents;
} JwFineString;

typedef struct {
    int n;
    JwFineString string[JW_FINE_STRINGS];
} JwFineTuning;

/// Sets the tuning of a string; if there is no room, it replaces the oldest entry. [any]
void jw_fine_tuning_set(JwFineTuning *fine, const char *name, double cents);

/// Writes the cents of those strings that the instrument has into a tuning. [any]
void jw_fine_tuning_fit(const JwFineTuning *fine, const JwInstrument *instrument, JwTuning *tuning);

#endif // JW_FINE_TUNING_H
