// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "project.h"

#include "ports.h"

#include <lv2/atom/atom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *project_name(ProjectKind kind) {
    static const char *const names[N_PROJECT_KINDS] = {"Carla", "lilv", "Ardour"};
    return names[kind];
}

///////////
// Paths //
///////////

static bool is_inside(const char *path, const char *folder) {
    const size_t n = strlen(folder);
    return !strncmp(path, folder, n) && path[n] == '/';
}

/// A file outside the project becomes a link in its folder.
static char *abstract_path(LV2_State_Map_Path_Handle handle, const char *path) {
    const Project *project = handle;
    char link[1024];
    if (is_inside(path, project->folder)) {
        return strdup(path + strlen(project->folder) + 1);
    }
    const char *slash = strrchr(path, '/');
    snprintf(link, sizeof(link), "%s/%s", project->folder, slash ? slash + 1 : path);
    unlink(link);
    return !path[0] || symlink(path, link) ? strdup(path) : strdup(slash + 1);
}

/// Even of an empty path, and of the name of a file that is not there, as Carla does.
static char *absolute_path(LV2_State_Map_Path_Handle handle, const char *path) {
    const Project *project = handle;
    char text[HOST_TEXT];
    snprintf(text, sizeof(text), "%s/%s", project->folder, path);
    return strdup(path[0] == '/' ? path : text);
}

static void free_path(LV2_State_Free_Path_Handle handle, char *path) {
    (void)handle;
    free(path);
}

///////////
// Texts //
///////////

static bool is_text(LV2_URID type) {
    return type == host_map(LV2_ATOM__String) || type == host_map(LV2_ATOM__Path);
}

static int find(const HostState *state, LV2_URID key) {
    for (int i = 0; i < state->n; ++i) {
        if (state->property[i].key == key) {
            return i;
        }
    }
    return -1;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
    Project *project = handle;
    HostState *state = &project->state;
    int i = find(state, key);
    const bool is_carla = project->kind == PROJECT_CARLA;
    if (size == 0 || size > HOST_TEXT || !(flags & LV2_STATE_IS_POD) || (i >= 0 && !is_carla)) {
        return LV2_STATE_ERR_UNKNOWN;
    }
    if (i < 0) {
        i = state->n++;
        state->property[i].key = key;
        state->property[i].type = type;
    }
    state->property[i].size = is_carla && is_text(type) ? strlen(value) : size;
    state->property[i].flags = is_carla || type == host_map(LV2_ATOM__Path)
                                   ? LV2_STATE_IS_POD
                                   : LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
    memset(state->property[i].value, 'x', HOST_TEXT); // What lies beyond is not the text's.
    memcpy(state->property[i].value, value, state->property[i].size);
    return LV2_STATE_SUCCESS;
}

/// A copy of just its size: who reads on is found out.
typedef struct {
    const HostState *state;
    void *copy[HOST_PROPERTIES];
} Copies;

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    Copies *copies = handle;
    const int i = find(copies->state, key);
    if (i < 0) {
        *size = *type = *flags = 0;
        return NULL;
    }
    *size = copies->state->property[i].size;
    *type = copies->state->property[i].type;
    *flags = copies->state->property[i].flags;
    free(copies->copy[i]);
    copies->copy[i] = malloc(*size + (*size == 0));
    memcpy(copies->copy[i], copies->state->property[i].value, *size);
    return copies->copy[i];
}

//////////////
// Projects //
//////////////

/// Features of a save or a restore, with the project as their handle.
typedef struct {
    LV2_State_Map_Path map;
    LV2_State_Free_Path free;
    LV2_Feature feature[2];
    const LV2_Feature *list[3];
} Features;

static const LV2_Feature *const *features_of(Features *f, Project *project) {
    f->map = (LV2_State_Map_Path){project, abstract_path, absolute_path};
    f->free = (LV2_State_Free_Path){NULL, free_path};
    f->feature[0] = (LV2_Feature){LV2_STATE__mapPath, &f->map};
    f->feature[1] = (LV2_Feature){LV2_STATE__freePath, &f->free};
    f->list[0] = &f->feature[0];
    f->list[1] = &f->feature[1];
    f->list[2] = NULL;
    return f->list;
}

LV2_State_Status project_save(Project *project, Host *host) {
    Features features;
    if (project->kind != PROJECT_CARLA) {
        memset(&project->state, 0, sizeof(project->state));
    }
    memcpy(project->knob, host->knob, sizeof(project->knob));
    return host->state->save(host->handle, store, project, LV2_STATE_IS_POD,
                             features_of(&features, project));
}

static void set_ports(const Project *project, Host *host) {
    memcpy(host->knob, project->knob, sizeof(host->knob));
}

LV2_State_Status project_load(const Project *project, Host *host, bool active) {
    Features features;
    Project *opened = malloc(sizeof(Project));
    Copies copies = {.state = &opened->state};
    memcpy(opened, project, sizeof(*opened));
    if (project->kind != PROJECT_LILV) {
        set_ports(project, host);
    }
    if (active) {
        host_run(host, 64);
        host_work(host);
    }
    const LV2_State_Status status = host->state->restore(
        host->handle, retrieve, &copies, LV2_STATE_IS_POD, features_of(&features, opened));
    if (active) {
        host_run(host, 64);
        host_work(host);
    }
    set_ports(project, host);
    for (int i = 0; i < HOST_PROPERTIES; ++i) {
        free(copies.copy[i]);
    }
    free(opened);
    return status;
}
