// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch and engines that one rendering leaves for the next one, which needs the same or nearly the
// same: files are read once, tables are built once.

#ifndef JW_KEPT_H
#define JW_KEPT_H

#include "base/message.h"
#include "engine/engine.h"
#include "program/patch_names.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_KEPT_ENGINES = 4 }; ///< Most engines that are kept

/// For one thread at a time.
typedef struct JwKept JwKept;

/// Keeps nothing yet; NULL if memory is short. [any]
JwKept *jw_kept_new(void);

/// Frees all; NULL is fine. [any]
void jw_kept_free(JwKept *kept);

/// Loads a patch as jw_patch_load() does, or copies the last one if the names are its own. [any]
bool jw_kept_patch(JwKept *kept, JwPatch *patch, const char *instrument, const char *preset,
                   const bool *set, const double *value, JwMessage *message);

/// Engine that is as a fresh one, offline, for this instrument, fit and rate, with strokes that
/// vary by seed; it stays the owner's of what is kept, until the next call. NULL, with a message
/// that begins with the name, on failure. [any]
JwEngine *jw_kept_engine(JwKept *kept, const JwInstrument *instrument, const char *name,
                         const JwPatchFit *fit, int rate_hz, uint32_t seed, JwMessage *message);

#endif // JW_KEPT_H
