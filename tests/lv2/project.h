// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Projects as hosts keep them: what becomes of a state between saving and restoring.
//
// Carla (CarlaPluginLV2.cpp, handleStateStore and handleStateRetrieve) keeps texts without their
// zero, the type that a key had first, and no flag but POD; a file outside the project becomes a
// link in it. lilv (state.c) sorts by key, takes no key twice, gives paths back as POD alone.
// Ports come before the state in Carla and Ardour, after it in lilv, as jalv uses it.

#ifndef JW_PROJECT_H
#define JW_PROJECT_H

#include "host.h"

typedef enum { PROJECT_CARLA, PROJECT_LILV, PROJECT_ARDOUR, N_PROJECT_KINDS } ProjectKind;

typedef struct {
    ProjectKind kind;
    char folder[256]; ///< Its own, there already
    HostState state;
    float knob[HOST_PORTS];
} Project;

/// Name of a kind, for messages.
const char *project_name(ProjectKind kind);

/// Saves into the project, over what it holds.
LV2_State_Status project_save(Project *project, Host *host);

/// Opens it in an instance, which runs between ports and state if it is active.
LV2_State_Status project_load(const Project *project, Host *host, bool active);

#endif // JW_PROJECT_H
