// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A choice of instrument and tuning: found, read and understood, before anything is changed.

#ifndef JW_CHOICE_H
#define JW_CHOICE_H

#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "properties.h"

#include <stdbool.h>
#include <stddef.h>

/// What the properties mean. Large: not for the stack.
typedef struct {
    JwTexts kept;  ///< As the state keeps them: a file of the bundle by its name, others by path
    JwTexts shown; ///< As the host sees them: files by absolute path
    JwInstrument instrument; ///< Its parameters: a preset's over its own
    bool named[JW_N_PARAMS]; ///< Parameters of which a preset has a value
    bool is_preset;          ///< One was chosen in place of an instrument
    JwTuning tuning;
} JwChoice;

/// Sets one property to a name, an absolute path or nothing, and reads the file; where an
/// instrument's is asked for, a preset's loads its instrument and lies over it. False, with a
/// message, and the choice as it was, if that is no good. The strings' fine tuning is understood
/// by jw_choice_tune(). [main]
bool jw_choice_set(JwChoice *choice, JwProperty property, const char *text, const char *bundle,
                   char *message, size_t message_size);

/// True if a text is a name by which a property's file is found. [main]
bool jw_choice_knows(JwProperty property, const char *text, const char *bundle);

/// True if there is a regular file. [main]
bool jw_choice_is_file(const char *path);

/// Works out the tuning once all properties are set. False, with a message, if it cannot be had.
/// [main]
bool jw_choice_tune(JwChoice *choice, char *message, size_t message_size);

#endif // JW_CHOICE_H
