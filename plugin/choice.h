// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Choice of instrument and tuning, which is completely read and checked before anything changes.

#ifndef JW_CHOICE_H
#define JW_CHOICE_H

#include "host/patch.h"
#include "playing/fretboard.h"
#include "properties.h"

#include <stdbool.h>
#include <stddef.h>

/// Choice: the contents of all properties. Large: not for the stack.
typedef struct {
    JwTexts kept;  ///< Texts for the state: files of the bundle by name, others by path
    JwTexts shown; ///< Texts for the host: files by absolute path
    JwPatch patch;
    JwTuning tuning;
    JwProfile profile;
} JwChoice;

/// Sets a property to a name, an absolute path or nothing, and reads the file or the profile. A
/// preset's file for the instrument loads the preset with its instrument. On a fault returns false,
/// with an error and the choice unchanged. Only stores the fine tuning of strings, which
/// jw_choice_tune() parses. [main]
bool jw_choice_set(JwChoice *choice, JwProperty property, const char *text, const char *bundle,
                   JwError *error);

/// True if a property's file is found by a text as its name. [main]
bool jw_choice_knows(JwProperty property, const char *text, const char *bundle);

/// Computes the tuning after all properties are set. Returns false, with an error, on a fault.
/// [main]
bool jw_choice_tune(JwChoice *choice, JwError *error);

#endif // JW_CHOICE_H
