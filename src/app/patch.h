// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch: an instrument with its parameters, found by name.

#ifndef JW_PATCH_H
#define JW_PATCH_H

#include "app/message.h"
#include "app/programs.h"
#include "playing/instrument.h"

#include <stdbool.h>

#define JW_DEFAULT_INSTRUMENT "sitar"

enum { JW_PATCH_NAME_SIZE = 4096 }; ///< Bytes of a path, or of a name that leads to one

typedef struct {
    JwInstrument instrument; ///< Instrument, with preset and settings over its own parameters
    char instrument_name[JW_PATCH_NAME_SIZE]; ///< Name as given, or as the preset has it
    char preset_name[JW_PATCH_NAME_SIZE];     ///< Name as given; empty for none
    char preset_instrument[JW_NAME_SIZE]; ///< Instrument that the preset is for; empty if unknown
    JwPrograms programs;
} JwPatch;

/// Loads instrument (NULL for the preset's, or the default), then preset (NULL for none), then the
/// parameters in set. The file of a preset, NAME.ttl, in the place of the instrument is that
/// preset. Names are as a user gives them: see jw_instrument_find_named(). The patch is large: not
/// for the stack. [main]
bool jw_patch_load(JwPatch *patch, const char *instrument, const char *preset, const bool *set,
                   const double *value, JwMessage *message);

/// Loads all presets, for program changes of the instrument that was loaded. [main]
bool jw_patch_load_programs(JwPatch *patch, JwMessage *message);

/// Loads one instrument by name or path; the message for an unknown one names the nearest. [main]
bool jw_instrument_find(JwInstrument *instrument, const char *name, JwMessage *message);

/// Loads one instrument as a user names it: "mine.ini" is the file in the current folder, if there
/// is one, before an installed one. [main]
bool jw_instrument_find_named(JwInstrument *instrument, const char *name, JwMessage *message);

#endif // JW_PATCH_H
