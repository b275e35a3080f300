// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Controls that nobody has moved.
//
// A host knows one default of a control, an instrument has its own. When an
// instrument is chosen, its values come into force whatever the controls show; a control takes
// over for good, whatever instrument comes next, once it is moved. Where a preset has put a control
// it is in force, but that is no movement: the next instrument brings its own value.

#ifndef JW_OVERRIDES_H
#define JW_OVERRIDES_H

#include "ports.h"

#include <stdbool.h>
#include <stddef.h>

/// Key of the text in a state.
#define JW_HELD_URI "urn:jawari:held"

/// Where each control stood when nobody had moved it, in its parameter's range; NaN: it was moved,
/// and for the selector: nobody knows.
typedef struct {
    float at[JW_N_CONTROLS];
    bool weak[JW_N_CONTROLS]; ///< It is in force itself all the same
} JwOverrides;

enum { JW_OVERRIDES_TEXT = 48 * JW_N_CONTROLS + 1 }; ///< Bytes that hold any of them as text

/// All were moved. [any]
void jw_overrides_none(JwOverrides *held);

/// A plug-in's controls as a host puts them at first. [any]
void jw_overrides_default(JwOverrides *held, int plugin);

/// Another instrument is chosen with the controls at ports (NaN where there is none): holds those
/// that nobody has moved. own: its values; what is left alone (jw_plugin_leaves_alone()) gives way
/// only to a value that the instrument gives itself, one that is not the table's default. [any]
void jw_overrides_choose(JwOverrides *held, int plugin, const double *own, const float *ports);

/// True if a control is where it was when nobody had moved it. [any]
bool jw_overrides_is(const JwOverrides *held, int param, float port);

/// True if that means that the instrument's own value is in force. [any]
bool jw_overrides_hides(const JwOverrides *held, int param, float port);

/// Writes "symbol=value +symbol=value", + where the control is in force itself, the same in every
/// locale; text has JW_OVERRIDES_TEXT bytes. [any]
void jw_overrides_print(const JwOverrides *held, char *text);

/// Reads that text: what it does not name was moved. Unknown symbols are passed over; anything else
/// that is wrong is refused, and *held is as it was. [any]
bool jw_overrides_parse(const char *text, JwOverrides *held);

#endif // JW_OVERRIDES_H
