// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Choice of instrument and tuning: found, read and understood before anything is changed.

#ifndef JW_CHOICE_H
#define JW_CHOICE_H

#include "host/patch.h"
#include "playing/fretboard.h"
#include "properties.h"

#include <stdbool.h>
#include <stddef.h>

/// Choice: what the properties mean. Large: not for the stack.
typedef struct {
    JwTexts kept;  ///< Texts as the state keeps them: files of the bundle by name, others by path
    JwTexts shown; ///< Texts as the host sees them: files by absolute path
    JwPatch patch;
    JwTuning tuning;
    JwProfile profile;
} JwChoice;

/// Sets one property to a name, an absolute path or nothing, and reads the file, or the profile. A
/// preset's file in the place of an instrument's loads the preset's instrument and lies over it.
/// Returns false, with a message and the choice as it was, on a fault. Fine tuning of strings is
/// only kept here: jw_choice_tune() reads it. [main]
bool jw_choice_set(JwChoice *choice, JwProperty property, const char *text, const char *bundle,
                   char *message, size_t message_size);

/// Returns true if a text is a name by which a property's file is found. [main]
bool jw_choice_knows(JwProperty property, const char *text, const char *bundle);

/// Works out the tuning once all properties are set. Returns false, with a message, on a fault.
/// [main]
bool jw_choice_tune(JwChoice *choice, char *message, size_t message_size);

#endif // JW_CHOICE_H
