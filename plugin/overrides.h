// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Controls that stand for the instrument's own values.
//
// A host knows one default of a control, an instrument has its own. When an
// instrument is chosen, those of its values that it gives itself come into force
// whatever the controls show; a control takes over for good once it is moved.

#ifndef JW_OVERRIDES_H
#define JW_OVERRIDES_H

#include "base/params.h"

#include <stdbool.h>
#include <stddef.h>

/// Where a control stood when the instrument was chosen, in its parameter's range; NaN: it is in
/// force itself.
typedef struct {
    float at[JW_N_PARAMS];
} JwOverrides;

enum { JW_OVERRIDES_TEXT = 48 * JW_N_PARAMS + 1 }; ///< Bytes that hold any of them as text

/// No control is held. [any]
void jw_overrides_none(JwOverrides *held);

/// Holds what the instrument gives itself: its parameters that are not the table's defaults.
/// ports: where the controls stand, NaN where there is none. [any]
void jw_overrides_choose(JwOverrides *held, const double *own, const float *ports);

/// True if a control is held and still where it was. [any]
bool jw_overrides_is(const JwOverrides *held, int param, float port);

/// Writes "symbol=value symbol=value", the same in every locale; text has JW_OVERRIDES_TEXT bytes.
/// [any]
void jw_overrides_print(const JwOverrides *held, char *text);

/// Reads that text. Unknown symbols are passed over; anything else that is wrong is refused, and
/// *held is as it was. [any]
bool jw_overrides_parse(const char *text, JwOverrides *held);

#endif // JW_OVERRIDES_H
