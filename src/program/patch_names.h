// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments, presets and programs by the names that a user gives.

#ifndef JW_PATCH_NAMES_H
#define JW_PATCH_NAMES_H

#include "base/message.h"
#include "host/patch.h"
#include "program/programs.h"

#include <stdbool.h>

/// Loads instrument and preset as jw_patch_read() does, then the parameters in set. Names are as a
/// user gives them: see jw_instrument_find_named(). [main]
bool jw_patch_load(JwPatch *patch, const char *instrument, const char *preset, const bool *set,
                   const double *value, JwMessage *message);

/// Lays the parameters in set over a patch. [any]
void jw_patch_set(JwPatch *patch, const bool *set, const double *value);

/// Loads all presets, for program changes of the instrument that was loaded; they leave the
/// parameters in set alone. [main]
bool jw_patch_load_programs(const JwPatch *patch, const bool *set, JwPrograms *programs,
                            JwMessage *message);

/// Loads one instrument by name or path; the message for an unknown one names the nearest. [main]
bool jw_instrument_find(JwInstrument *instrument, const char *name, JwMessage *message);

/// Loads one instrument as a user names it: "mine.ini" is the file in the current folder, if there
/// is one, before an installed one. [main]
bool jw_instrument_find_named(JwInstrument *instrument, const char *name, JwMessage *message);

#endif // JW_PATCH_NAMES_H
