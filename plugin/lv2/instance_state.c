// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "instance_state.h"

#include "files/paths.h"
#include "files/profile_file.h"
#include "files/regular_file.h"
#include "instance.h"

#include <lv2/core/lv2_util.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t text_flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;

/// Features of the host that map paths; NULL if it has none.
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

/********* Saving *********/

static LV2_State_Status store_text(LV2_State_Store_Function store, LV2_State_Handle handle,
                                   LV2_URID key, LV2_URID type, const char *text, uint32_t flags) {
    return store(handle, key, text, strlen(text) + 1, type, flags);
}

/// Stores a file: by its name if it is in the bundle, otherwise by its path as mapped by the host.
static LV2_State_Status store_property(const JwInstance *instance, LV2_State_Store_Function store,
                                       LV2_State_Handle handle, const Paths *paths,
                                       JwProperty property, const char *text) {
    const JwUris *uris = &instance->uris;
    const LV2_URID key = uris->property[property];
    if (!jw_property_info(property)->extension || !jw_path_is_absolute(text)) {
        return store_text(store, handle, key, uris->atom_String, text, text_flags);
    }
    char *path = paths->map ? paths->map->abstract_path(paths->map->handle, text) : NULL;
    const char *kept = path ? path : text;
    // An absolute path is not portable: it has no meaning on another machine.
    const LV2_State_Status status =
        store_text(store, handle, key, uris->atom_Path, kept,
                   jw_path_is_absolute(kept) ? LV2_STATE_IS_POD : text_flags);
    free_path(paths, path);
    return status;
}

static LV2_State_Status store_all(const JwInstance *instance, LV2_State_Store_Function store,
                                  LV2_State_Handle handle, const Paths *paths,
                                  const JwSaved *saved) {
    char held[JW_OVERRIDES_TEXT];
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const LV2_State_Status status =
            store_property(instance, store, handle, paths, (JwProperty)i, saved->texts.of[i]);
        if (status) {
            return status;
        }
    }
    jw_overrides_print(&saved->held, held);
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
    jw_plugin_model_save(&instance->model, saved);
    const LV2_State_Status status = store_all(instance, store, state, &paths, saved);
    free(saved);
    return status;
}

/********* Restoring *********/

/// Source of a restore: the host's saved state and its path mapping.
typedef struct {
    JwInstance *instance;
    LV2_State_Retrieve_Function retrieve;
    LV2_State_Handle handle;
    Paths paths;
} Source;

/// Logs the fault of a property.
static LV2_State_Status complain(const Source *source, const char *key, LV2_State_Status status,
                                 const char *what) {
    char message[JW_MESSAGE_SIZE];
    snprintf(message, sizeof(message), "state: %s: %s", key, what);
    jw_instance_log(source->instance, message);
    return status;
}

/// Copies the text of a key; *type stays 0 if there is none. Hosts return a text with or without
/// its terminating zero, and may omit an empty text.
static LV2_State_Status read_text(const Source *source, LV2_URID id, const char *key, char *copy,
                                  size_t copy_size, LV2_URID *type) {
    const JwUris *uris = &source->instance->uris;
    size_t size = 0;
    uint32_t flags = 0;
    *type = 0;
    const char *text = source->retrieve(source->handle, id, &size, type, &flags);
    if (!text) {
        *type = 0;
        return LV2_STATE_SUCCESS;
    }
    if (*type != uris->atom_String && *type != uris->atom_Path) {
        return complain(source, key, LV2_STATE_ERR_BAD_TYPE, "neither a string nor a path");
    }
    const char *end = size > 0 ? memchr(text, '\0', size) : NULL;
    const size_t length = end ? (size_t)(end - text) : size;
    if (length >= copy_size) {
        return complain(source, key, LV2_STATE_ERR_UNKNOWN, "longer than any text of its kind");
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return LV2_STATE_SUCCESS;
}

/// Replaces a mapped path by the file's absolute path; names of files in the bundle stay. A host
/// may keep the type that the key had when it was first saved, so that a name may be returned as a
/// path and a path as a string: the existing file decides.
static bool map_text(const Source *source, JwProperty property, bool is_path, char *text) {
    const LV2_State_Map_Path *map = source->paths.map;
    const bool is_name = jw_plugin_model_knows(&source->instance->model, property, text);
    if (!map || !text[0] || (!is_path && (jw_path_is_absolute(text) || is_name))) {
        return true;
    }
    char *path = map->absolute_path(map->handle, text);
    const bool is_there = path && jw_regular_file_is(path);
    const bool maps = path && (is_there || (is_path && !is_name));
    const bool fits = !maps || strlen(path) < JW_TEXT_SIZE;
    if (maps && fits) {
        strcpy(text, path);
    }
    free_path(&source->paths, path);
    return fits;
}

static bool is_profile(const char *text) {
    JwProfile unused;
    return jw_profile_parse(text, &unused);
}

static LV2_State_Status read_property(const Source *source, JwProperty property, JwSaved *saved) {
    const JwPropertyInfo *info = jw_property_info(property);
    const JwUris *uris = &source->instance->uris;
    char *text = saved->texts.of[property];
    LV2_URID type;
    const LV2_State_Status status =
        read_text(source, uris->property[property], info->uri, text, JW_TEXT_SIZE, &type);
    saved->present[property] = !status && type;
    if (property == JW_PROPERTY_PROFILE && !is_profile(text)) {
        saved->present[property] = false;
        return complain(source, info->uri, LV2_STATE_ERR_UNKNOWN, JW_PROFILE_WANTED);
    }
    if (!saved->present[property] || !info->extension) {
        return status;
    }
    if (!map_text(source, property, type == uris->atom_Path, text)) {
        return complain(source, info->uri, LV2_STATE_ERR_UNKNOWN, "the path is too long");
    }
    return LV2_STATE_SUCCESS;
}

/// Reads the properties. The instrument must exist; any other may be missing, in presets, or
/// unreadable, and then stays unchanged. A state without any properties is the host's default
/// state, as jalv restores it, and is valid.
static LV2_State_Status read_properties(const Source *source, JwSaved *saved) {
    LV2_State_Status status = LV2_STATE_SUCCESS;
    bool any = false;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const LV2_State_Status one = read_property(source, (JwProperty)i, saved);
        status = status ? status : one;
        any |= saved->present[i];
    }
    if (!status && !any) {
        return LV2_STATE_ERR_NO_PROPERTY;
    }
    if (!status && !saved->present[JW_PROPERTY_INSTRUMENT]) {
        return complain(source, jw_property_info(JW_PROPERTY_INSTRUMENT)->uri,
                        LV2_STATE_ERR_NO_PROPERTY, "is missing");
    }
    return status;
}

/// Reads the held controls. Other programs' presets do not contain them: there a control at the
/// host's default counts as held.
static LV2_State_Status read_held(const Source *source, JwOverrides *held) {
    char text[JW_OVERRIDES_TEXT] = "";
    LV2_URID type;
    jw_overrides_default(held, source->instance->index);
    held->at[JW_CONTROL_INSTRUMENT] = NAN;
    const LV2_State_Status status =
        read_text(source, source->instance->uris.held, JW_HELD_URI, text, sizeof(text), &type);
    if (!status && type && !jw_overrides_parse(text, held)) {
        return complain(source, JW_HELD_URI, LV2_STATE_ERR_UNKNOWN, "SYMBOL=VALUE is needed");
    }
    return status;
}

static LV2_State_Status restore_saved(JwInstance *instance, const JwSaved *saved) {
    JwError error = {0};
    if (jw_plugin_model_restore(&instance->model, saved, NULL, &error)) {
        jw_instance_warn(instance);
        return LV2_STATE_SUCCESS;
    }
    jw_instance_log(instance, error.text);
    return LV2_STATE_ERR_UNKNOWN;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle state, uint32_t flags,
                                const LV2_Feature *const *features) {
    (void)flags;
    JwInstance *instance = handle;
    const Source source = {instance, retrieve, state, paths_of(features)};
    JwSaved *saved = calloc(1, sizeof(JwSaved));
    if (!saved) {
        return LV2_STATE_ERR_UNKNOWN;
    }
    // Readable parts are used, whatever else the state contains.
    LV2_State_Status status[3] = {read_properties(&source, saved),
                                  read_held(&source, &saved->held)};
    if (saved->present[JW_PROPERTY_INSTRUMENT]) {
        status[2] = restore_saved(instance, saved);
    }
    free(saved);
    return status[0] ? status[0] : status[1] ? status[1] : status[2];
}

const LV2_State_Interface jw_state_interface = {save, restore};
