// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Held controls: those that have not been moved, so that the instrument's own values override them.
//
// A host knows one default of a control, but each instrument has its own value. When an instrument
// is chosen, its values apply, whatever the positions of the controls. A control that is moved
// applies permanently, even after a change of instrument. A control that a preset has set applies
// ("weak"), but was not moved: the next instrument overrides it again.

#ifndef JW_OVERRIDES_H
#define JW_OVERRIDES_H

#include "ports.h"

#include <stdbool.h>
#include <stddef.h>

/// URI of the text in a state.
#define JW_HELD_URI "urn:jawari:held"

/// Positions of the held controls, in their parameters' ranges. NaN for a control that was moved,
/// and for the selector while its position is unknown.
typedef struct {
    float at[JW_N_CONTROLS];
    bool weak[JW_N_CONTROLS]; ///< The control applies nevertheless
} JwOverrides;

enum {
    JW_OVERRIDES_TEXT = 48 * JW_N_CONTROLS + 1
}; ///< Bytes sufficient for the text of any
   ///< overrides

/// Initialises with all controls moved. [any]
void jw_overrides_none(JwOverrides *held);

/// Initialises with a plug-in's controls at the host's defaults. [any]
void jw_overrides_default(JwOverrides *held, int plugin);

/// Changes the instrument with the controls at ports (NaN: no control): held controls stay held.
/// own: the instrument's values. For a parameter of jw_plugin_leaves_alone() the instrument's value
/// only counts if it differs from the table's default. [any]
void jw_overrides_choose(JwOverrides *held, int plugin, const double *own, const float *ports);

/// True if a control is at its held position. [any]
bool jw_overrides_is(const JwOverrides *held, int param, float port);

/// True if a held control is overridden: the instrument's own value applies. [any]
bool jw_overrides_hides(const JwOverrides *held, int param, float port);

/// Writes "symbol=value +symbol=value", with + for a control that applies nevertheless, independent
/// of the locale; text has JW_OVERRIDES_TEXT bytes. [any]
void jw_overrides_print(const JwOverrides *held, char *text);

/// Parses a text of jw_overrides_print(); controls without a word count as moved. Skips unknown
/// symbols. Returns false for any other fault, with *held unchanged. [any]
bool jw_overrides_parse(const char *text, JwOverrides *held);

#endif // JW_OVERRIDES_H
