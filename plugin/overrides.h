// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Held controls: those that nobody has moved.
//
// A host knows one default of a control, an instrument has its own value. When an instrument is
// chosen, its values come into force wherever the controls stand. A control takes over for good,
// whatever instrument comes next, once it is moved. A control that a preset has put somewhere is in
// force, but was not moved: the next instrument brings its own value.

#ifndef JW_OVERRIDES_H
#define JW_OVERRIDES_H

#include "ports.h"

#include <stdbool.h>
#include <stddef.h>

/// URI of the text in a state.
#define JW_HELD_URI "urn:jawari:held"

/// Places of the controls when nobody had moved them, in their parameters' ranges. NaN for one that
/// was moved, and for the selector while nobody knows.
typedef struct {
    float at[JW_N_CONTROLS];
    bool weak[JW_N_CONTROLS]; ///< The control is in force all the same
} JwOverrides;

enum { JW_OVERRIDES_TEXT = 48 * JW_N_CONTROLS + 1 }; ///< Bytes that hold any overrides as text

/// Starts with all controls moved. [any]
void jw_overrides_none(JwOverrides *held);

/// Starts with a plug-in's controls as a host first puts them. [any]
void jw_overrides_default(JwOverrides *held, int plugin);

/// Chooses another instrument with the controls at ports (NaN where there is none): controls that
/// nobody has moved stay held. own: the instrument's values. A parameter that is left alone
/// (jw_plugin_leaves_alone()) takes only a value that differs from the table's default. [any]
void jw_overrides_choose(JwOverrides *held, int plugin, const double *own, const float *ports);

/// Returns true if a control is where it was when nobody had moved it. [any]
bool jw_overrides_is(const JwOverrides *held, int param, float port);

/// Returns true if a held control hides: the instrument's own value is in force, not the control's.
/// [any]
bool jw_overrides_hides(const JwOverrides *held, int param, float port);

/// Writes "symbol=value +symbol=value", with + where the control is in force all the same, the same
/// text in every locale; text has JW_OVERRIDES_TEXT bytes. [any]
void jw_overrides_print(const JwOverrides *held, char *text);

/// Reads a text as jw_overrides_print() writes it; controls without a word count as moved. Unknown
/// symbols are skipped. Returns false for any other fault, with *held as it was. [any]
bool jw_overrides_parse(const char *text, JwOverrides *held);

#endif // JW_OVERRIDES_H
