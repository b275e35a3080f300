// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments, presets and programs by the names that users give them.

#ifndef JW_PATCH_NAMES_H
#define JW_PATCH_NAMES_H

#include "base/error.h"
#include "host/patch.h"
#include "program/programs.h"

#include <stdbool.h>

/// Loads instrument and preset like jw_patch_read(), then applies the parameters in set. Names are
/// as a user types them: see jw_instrument_find_named(). [main]
bool jw_patch_load(JwPatch *patch, const char *instrument, const char *preset, const bool *set,
                   const double *value, JwError *error);

/// Applies the parameters in set to a patch. [any]
void jw_patch_set(JwPatch *patch, const bool *set, const double *value);

/// Loads all presets, for program changes of the loaded instrument; they do not change the
/// parameters in set. Presets that cannot be read, and the user's own beyond JW_PROGRAMS, are left
/// out: the warning, untouched if there are none, names the first. False, with an error, if memory
/// is short. [main]
bool jw_patch_load_programs(const JwPatch *patch, const bool *set, JwPrograms *programs,
                            JwError *warning, JwError *error);

/// Adds a preset behind those that were loaded, or in the place of the one with that name. Returns
/// its place; -1, with an error, if it cannot be read or there is no room. [main]
int jw_patch_add_program(const JwPatch *patch, const char *name, JwPrograms *programs,
                         JwError *error);

/// Loads an instrument by name or path; the message for an unknown one lists the nearest names.
/// [main]
bool jw_instrument_find(JwInstrument *instrument, const char *name, JwError *error);

/// Loads an instrument as a user names it: "mine.ini" is the file in the current folder if it
/// exists, otherwise an installed one. [main]
bool jw_instrument_find_named(JwInstrument *instrument, const char *name, JwError *error);

#endif // JW_PATCH_NAMES_H
