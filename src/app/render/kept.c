// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/kept.h"

#include <stdlib.h>
#include <string.h>

/// Moves of these parameters need other tables, which take longer to build than a short note.
static const unsigned tables = JW_ACTS_REST | JW_ACTS_FRETS | JW_ACTS_TABLES;

/// Engine with what it was prepared for.
typedef struct {
    JwEngine *engine; ///< NULL: none
    int rate_hz;
    JwTuning tuning;
    JwProfile profile;
    double param[JW_N_PARAMS];
    uint64_t used; ///< Time of its last use, in uses
} Place;

struct JwKept {
    bool has_patch;
    JwPatch patch; ///< Last patch, without the parameters of an option
    char instrument[JW_PATCH_NAME_SIZE], preset[JW_PATCH_NAME_SIZE]; ///< Names it was asked for by
    uint64_t uses;
    Place place[JW_KEPT_ENGINES];
};

JwKept *jw_kept_new(void) {
    return calloc(1, sizeof(JwKept));
}

void jw_kept_free(JwKept *kept) {
    for (int i = 0; kept && i < JW_KEPT_ENGINES; ++i) {
        jw_engine_free(kept->place[i].engine);
    }
    free(kept);
}

/********* Patch *********/

/// Copies a name, NULL as an empty one; false if it is too long.
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

bool jw_kept_patch(JwKept *kept, JwPatch *patch, const char *instrument, const char *preset,
                   const bool *set, const double *value, JwMessage *message) {
    static const bool none[JW_N_PARAMS];
    const bool same =
        kept->has_patch && is_same(instrument, kept->instrument) && is_same(preset, kept->preset);
    if (!same) {
        kept->has_patch = false;
        if (!jw_patch_load(&kept->patch, instrument, preset, none, value, message)) {
            return false;
        }
        kept->has_patch =
            copy_name(kept->instrument, instrument) && copy_name(kept->preset, preset);
    }
    memcpy(patch, &kept->patch, sizeof(*patch));
    jw_patch_set(patch, set, value);
    return true;
}

/********* Engines *********/

/// What an engine is wanted for.
typedef struct {
    const JwInstrument *instrument;
    const JwPatchFit *fit;
    int rate_hz;
    uint32_t seed;
} Wish;

static bool fits(const Place *p, const Wish *wish) {
    return p->engine && p->rate_hz == wish->rate_hz &&
           !memcmp(&p->tuning, wish->fit->tuning, sizeof(p->tuning)) &&
           jw_profile_same(&p->profile, wish->fit->profile);
}

/// Starts an engine that has the tables already, or any that needs others of the same strings.
/// JW_ERR_BAD_ARG if there is none.
static JwStatus restart(JwKept *kept, const Wish *wish, bool with_tables, Place **found) {
    JwStatus status = JW_ERR_BAD_ARG;
    for (int i = 0; i < JW_KEPT_ENGINES && status == JW_ERR_BAD_ARG; ++i) {
        Place *p = &kept->place[i];
        if (fits(p, wish) &&
            (!with_tables || !jw_params_differ(p->param, wish->instrument->param, tables))) {
            status = jw_engine_restart(p->engine, wish->instrument, wish->seed);
            *found = p;
        }
    }
    return status;
}

/// Place that is empty, or whose engine was used the longest time ago.
static Place *oldest(JwKept *kept) {
    Place *old = &kept->place[0];
    for (int i = 1; i < JW_KEPT_ENGINES; ++i) {
        old = kept->place[i].used < old->used ? &kept->place[i] : old;
    }
    return old;
}

static JwStatus prepare(Place *p, const Wish *wish) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    jw_engine_free(p->engine);
    p->engine = jw_engine_new();
    JwStatus status =
        p->engine ? jw_engine_set_tuning(p->engine, wish->fit->tuning) : JW_ERR_NO_MEMORY;
    status = status ? status : jw_engine_set_profile(p->engine, wish->fit->profile);
    status =
        status ? status : jw_engine_prepare(p->engine, wish->instrument, wish->rate_hz, &options);
    if (!status && wish->seed > 0) {
        status = jw_engine_restart(p->engine, wish->instrument, wish->seed);
    }
    return status;
}

JwEngine *jw_kept_engine(JwKept *kept, const JwInstrument *instrument, const char *name,
                         const JwPatchFit *fit, int rate_hz, uint32_t seed, JwMessage *message) {
    const Wish wish = {instrument, fit, rate_hz, seed};
    Place *place = NULL;
    JwStatus status = restart(kept, &wish, true, &place);
    if (status == JW_ERR_BAD_ARG && oldest(kept)->engine) {
        status = restart(kept, &wish, false, &place);
    }
    if (status == JW_ERR_BAD_ARG) {
        place = oldest(kept);
        status = prepare(place, &wish);
    }
    if (status) {
        if (place) {
            jw_engine_free(place->engine);
            *place = (Place){.engine = NULL};
        }
        jw_message_set(message, "%.400s: %s", name, jw_status_message(status));
        return NULL;
    }
    place->rate_hz = rate_hz;
    place->tuning = *fit->tuning;
    place->profile = *fit->profile;
    memcpy(place->param, instrument->param, sizeof(place->param));
    place->used = ++kept->uses;
    return place->engine;
}
