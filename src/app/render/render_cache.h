// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Cache of the patch and the engines of one rendering for the next one, which often needs the same
// or nearly the same: files are read once and tables are built once.

#ifndef JW_RENDER_CACHE_H
#define JW_RENDER_CACHE_H

#include "base/error.h"
#include "engine/engine.h"
#include "program/patch_names.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_RENDER_CACHE_ENGINES = 4 }; ///< Largest number of cached engines

/// For one thread at a time.
typedef struct JwRenderCache JwRenderCache;

/// Makes an empty cache; returns NULL if memory is short. [any]
JwRenderCache *jw_render_cache_new(void);

/// Frees the cache; accepts NULL. [any]
void jw_render_cache_free(JwRenderCache *cache);

/// Loads a patch like jw_patch_load(), or copies the last one if the names are the same. [any]
bool jw_render_cache_patch(JwRenderCache *cache, JwPatch *patch, const char *instrument,
                           const char *preset, const bool *set, const double *value,
                           JwError *error);

/// Engine in its initial state, offline, for this instrument, fit and rate, with strokes that vary
/// by seed. The cache owns it; it is valid until the next call. Returns NULL, with an error that
/// begins with the name, on failure. [any]
JwEngine *jw_render_cache_engine(JwRenderCache *cache, const JwInstrument *instrument,
                                 const char *name, const JwPatchFit *fit, int rate_hz,
                                 uint32_t seed, JwError *error);

#endif // JW_RENDER_CACHE_H
