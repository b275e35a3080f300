// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "instance_state.h"

#include "instance.h"

#include <lv2/core/lv2_util.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t text_flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;

/// The host's features that concern paths, NULL where it has none.
typedef struct {
    LV2_State_Map_Path *map;
    LV2_State_Free_Path *free;
} Paths;

static Paths paths_of(const LV2_Feature *const *features) {
    return (Paths){
        features ? lv2_features_data(features, LV2_STATE__mapPath) : NULL,
        features ? lv2_features_data(features, LV2_STATE__freePath) : NULL,
    };
}

static void free_path(const Paths *paths, char *path) {
    if (path && paths->free) {
        paths->free->free_path(paths->free->handle, path);
    } else {
        free(path);
    }
}

////////////
// Saving //
////////////

static LV2_State_Status store_text(LV2_State_Store_Function store, LV2_State_Handle handle,
                                   LV2_URID key, LV2_URID type, const char *text, uint32_t flags) {
    return store(handle, key, text, strlen(text) + 1, type, flags);
}

/// A file by its name as it is, by its path as the host maps it.
static LV2_State_Status store_property(const JwInstance *instance, LV2_State_Store_Function store,
                                       LV2_State_Handle handle, const Paths *paths,
                                       JwProperty property, const char *text) {
    const JwUris *uris = &instance->uris;
    const LV2_URID key = uris->property[property];
    if (!jw_property_info(property)->extension || text[0] != '/') {
        return store_text(store, handle, key, uris->atom_String, text, text_flags);
    }
    char *path = paths->map ? paths->map->abstract_path(paths->map->handle, text) : NULL;
    // A path as it is means nothing on another machine.
    const LV2_State_Status status =
        store_text(store, handle, key, uris->atom_Path, path ? path : text,
                   path ? text_flags : LV2_STATE_IS_POD);
    free_path(paths, path);
    return status;
}

static LV2_State_Status store_all(const JwInstance *instance, LV2_State_Store_Function store,
                                  LV2_State_Handle handle, const Paths *paths,
                                  const JwSaved *saved) {
    char held[JW_HELD_TEXT];
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const LV2_State_Status status =
            store_property(instance, store, handle, paths, (JwProperty)i, saved->texts.of[i]);
        if (status) {
            return status;
        }
    }
    jw_held_print(&saved->held, held);
    return store_text(store, handle, instance->uris.held, instance->uris.atom_String, held,
                      text_flags);
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store,
                             LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
    (void)flags;
    JwInstance *instance = handle;
    const Paths paths = paths_of(features);
    JwSaved *saved = calloc(1, sizeof(JwSaved));
    if (!saved) {
        return LV2_STATE_ERR_UNKNOWN;
    }
    jw_shelf_save(&instance->shelf, saved);
    const LV2_State_Status status = store_all(instance, store, state, &paths, saved);
    free(saved);
    return status;
}

///////////////
// Restoring //
///////////////

/// A text of that key; NULL, and why, if there is none or it is not whole.
static const char *retrieve_text(LV2_State_Retrieve_Function retrieve, LV2_State_Handle handle,
                                 LV2_URID key, size_t size_max, LV2_URID *type,
                                 LV2_State_Status *status) {
    size_t size = 0;
    uint32_t flags = 0;
    const char *text = retrieve(handle, key, &size, type, &flags);
    if (!text || size == 0) {
        *status = LV2_STATE_ERR_NO_PROPERTY;
        return NULL;
    }
    if (size > size_max || !memchr(text, '\0', size)) {
        *status = LV2_STATE_ERR_UNKNOWN;
        return NULL;
    }
    return text;
}

/// Copies a text, a path after the host has mapped it.
static LV2_State_Status take_text(const JwInstance *instance, const Paths *paths,
                                  JwProperty property, LV2_URID type, const char *text,
                                  char *copy) {
    const JwUris *uris = &instance->uris;
    const bool may_be_path = jw_property_info(property)->extension != NULL;
    if (type != uris->atom_String && (type != uris->atom_Path || !may_be_path)) {
        return LV2_STATE_ERR_BAD_TYPE;
    }
    char *path = type == uris->atom_Path && paths->map
                     ? paths->map->absolute_path(paths->map->handle, text)
                     : NULL;
    const char *mapped = path ? path : text;
    const bool fits = strlen(mapped) < JW_TEXT_SIZE;
    if (fits) {
        strcpy(copy, mapped);
    }
    free_path(paths, path);
    return fits ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

/// The instrument must be there; presets may leave out the rest, which then stays as it is.
static LV2_State_Status read_properties(const JwInstance *instance,
                                        LV2_State_Retrieve_Function retrieve,
                                        LV2_State_Handle handle, const Paths *paths,
                                        JwSaved *saved) {
    LV2_State_Status status = LV2_STATE_SUCCESS;
    for (int i = 0; i < JW_N_PROPERTIES && !status; ++i) {
        LV2_URID type = 0;
        const char *text = retrieve_text(retrieve, handle, instance->uris.property[i], JW_TEXT_SIZE,
                                         &type, &status);
        saved->present[i] = text != NULL;
        if (text) {
            status = take_text(instance, paths, (JwProperty)i, type, text, saved->texts.of[i]);
        } else if (status == LV2_STATE_ERR_NO_PROPERTY && i != JW_PROPERTY_INSTRUMENT) {
            status = LV2_STATE_SUCCESS;
        }
    }
    return status;
}

/// Presets have no held controls: theirs say all there is to say.
static LV2_State_Status read_held(const JwInstance *instance, LV2_State_Retrieve_Function retrieve,
                                  LV2_State_Handle handle, JwHeld *held) {
    LV2_State_Status status = LV2_STATE_SUCCESS;
    LV2_URID type = 0;
    jw_held_none(held);
    const char *text =
        retrieve_text(retrieve, handle, instance->uris.held, JW_HELD_TEXT, &type, &status);
    if (!text) {
        return status == LV2_STATE_ERR_NO_PROPERTY ? LV2_STATE_SUCCESS : status;
    }
    if (type != instance->uris.atom_String) {
        return LV2_STATE_ERR_BAD_TYPE;
    }
    return jw_held_parse(text, held) ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

static LV2_State_Status restore_saved(JwInstance *instance, const JwSaved *saved) {
    char message[JW_MESSAGE_SIZE] = "";
    if (jw_shelf_restore(&instance->shelf, saved, message, sizeof(message))) {
        return LV2_STATE_SUCCESS;
    }
    jw_instance_log(instance, message);
    return LV2_STATE_ERR_UNKNOWN;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle state, uint32_t flags,
                                const LV2_Feature *const *features) {
    (void)flags;
    JwInstance *instance = handle;
    const Paths paths = paths_of(features);
    JwSaved *saved = calloc(1, sizeof(JwSaved));
    if (!saved) {
        return LV2_STATE_ERR_UNKNOWN;
    }
    LV2_State_Status status = read_properties(instance, retrieve, state, &paths, saved);
    if (!status) {
        status = read_held(instance, retrieve, state, &saved->held);
    }
    if (!status) {
        status = restore_saved(instance, saved);
    }
    free(saved);
    return status;
}

const LV2_State_Interface jw_state_interface = {save, restore};
