// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render_cache.h"

#include <stdlib.h>
#include <string.h>

/// Changes of these parameters need new tables, which take longer to build than a short note.
static const unsigned tables = JW_ACTS_REST | JW_ACTS_FRETS | JW_ACTS_TABLES;

/// Engine and the settings that it was prepared for.
typedef struct {
    JwEngine *engine; ///< NULL: none
    int rate_hz;
    JwTuning tuning;
    JwProfile profile;
    double param[JW_N_PARAMS];
    uint64_t used; ///< Number of its last use
} Entry;

struct JwRenderCache {
    bool has_patch;
    JwPatch patch; ///< Last patch, without parameters from options
    char instrument[JW_PATCH_NAME_SIZE], preset[JW_PATCH_NAME_SIZE]; ///< Names that it was loaded
                                                                     ///< by
    uint64_t uses;
    Entry entry[JW_RENDER_CACHE_ENGINES];
};

JwRenderCache *jw_render_cache_new(void) {
    return calloc(1, sizeof(JwRenderCache));
}

void jw_render_cache_free(JwRenderCache *cache) {
    for (int i = 0; cache && i < JW_RENDER_CACHE_ENGINES; ++i) {
        jw_engine_free(cache->entry[i].engine);
    }
    free(cache);
}

/********* Patch *********/

/// Copies a name, NULL as an empty one; returns false if it is too long.
static bool copy_name(char *to, const char *name) {
    const size_t n = name ? strlen(name) : 0;
    if (n >= JW_PATCH_NAME_SIZE) {
        return false;
    }
    memcpy(to, name ? name : "", n + 1);
    return true;
}

static bool is_same(const char *name, const char *other) {
    return !strcmp(name ? name : "", other);
}

bool jw_render_cache_patch(JwRenderCache *cache, JwPatch *patch, const char *instrument,
                           const char *preset, const bool *set, const double *value,
                           JwError *error) {
    static const bool none[JW_N_PARAMS];
    const bool same = cache->has_patch && is_same(instrument, cache->instrument) &&
                      is_same(preset, cache->preset);
    if (!same) {
        cache->has_patch = false;
        if (!jw_patch_load(&cache->patch, instrument, preset, none, value, error)) {
            return false;
        }
        cache->has_patch =
            copy_name(cache->instrument, instrument) && copy_name(cache->preset, preset);
    }
    memcpy(patch, &cache->patch, sizeof(*patch));
    jw_patch_set(patch, set, value);
    return true;
}

/********* Engines *********/

/// Settings that an engine is needed for.
typedef struct {
    const JwInstrument *instrument;
    const JwPatchFit *fit;
    int rate_hz;
    uint32_t seed;
} Request;

static bool fits(const Entry *entry, const Request *request) {
    return entry->engine && entry->rate_hz == request->rate_hz &&
           !memcmp(&entry->tuning, request->fit->tuning, sizeof(entry->tuning)) &&
           jw_profile_same(&entry->profile, request->fit->profile);
}

/// Resets an engine that has the right tables or, without with_tables, any with the same strings.
/// Returns JW_ERR_BAD_ARG if there is none.
static JwStatus restart(JwRenderCache *cache, const Request *request, bool with_tables,
                        Entry **found) {
    JwStatus status = JW_ERR_BAD_ARG;
    for (int i = 0; i < JW_RENDER_CACHE_ENGINES && status == JW_ERR_BAD_ARG; ++i) {
        Entry *entry = &cache->entry[i];
        if (fits(entry, request) &&
            (!with_tables || !jw_params_differ(entry->param, request->instrument->param, tables))) {
            status = jw_engine_restart(entry->engine, request->instrument, request->seed);
            *found = entry;
        }
    }
    return status;
}

/// Entry that is empty or was used longest ago.
static Entry *oldest(JwRenderCache *cache) {
    Entry *old = &cache->entry[0];
    for (int i = 1; i < JW_RENDER_CACHE_ENGINES; ++i) {
        old = cache->entry[i].used < old->used ? &cache->entry[i] : old;
    }
    return old;
}

static JwStatus prepare(Entry *entry, const Request *request) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    jw_engine_free(entry->engine);
    JwStatus status = jw_patch_engine_new(&entry->engine, request->instrument, request->fit,
                                          request->rate_hz, &options);
    if (!status && request->seed > 0) {
        status = jw_engine_restart(entry->engine, request->instrument, request->seed);
    }
    return status;
}

JwEngine *jw_render_cache_engine(JwRenderCache *cache, const JwInstrument *instrument,
                                 const char *name, const JwPatchFit *fit, int rate_hz,
                                 uint32_t seed, JwError *error) {
    const Request request = {instrument, fit, rate_hz, seed};
    Entry *entry = NULL;
    JwStatus status = restart(cache, &request, true, &entry);
    if (status == JW_ERR_BAD_ARG && oldest(cache)->engine) {
        status = restart(cache, &request, false, &entry);
    }
    if (status == JW_ERR_BAD_ARG) {
        entry = oldest(cache);
        status = prepare(entry, &request);
    }
    if (status) {
        if (entry) {
            jw_engine_free(entry->engine);
            *entry = (Entry){.engine = NULL};
        }
        jw_error_set(error, "%.400s: %s", name, jw_status_message(status));
        return NULL;
    }
    entry->rate_hz = rate_hz;
    entry->tuning = *fit->tuning;
    entry->profile = *fit->profile;
    memcpy(entry->param, instrument->param, sizeof(entry->param));
    entry->used = ++cache->uses;
    return entry->engine;
}
