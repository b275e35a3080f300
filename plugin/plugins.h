// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The plug-ins of the library: the same instance, offered in different ways.

#ifndef JW_PLUGINS_H
#define JW_PLUGINS_H

#include "base/params.h"
#include "files/preset_file.h"
#include "ports.h"

#include <stdbool.h>

enum {
    JW_PLUGIN_INSTRUMENT,
    JW_PLUGIN_DRONE, ///< Plays by itself, in the host's tempo
    JW_N_PLUGINS,
};

/// Version of the ports, for hosts: both even in a release.
enum { JW_LV2_MINOR = 4, JW_LV2_MICRO = 2 };

typedef struct {
    const char *uri;
    const char *instrument; ///< What a new instance plays
    const char *name;
    const char *shortdesc;
    const char *comment;
} JwPlugin;

/// One of them, in the order of lv2_descriptor(). [any]
const JwPlugin *jw_plugin(int index);

/// Where the control of a parameter stands at first; NaN: there is none. [any]
double jw_plugin_default(int index, JwParamId id);

/// Port of a parameter's control, -1 if it has none. [any]
int jw_plugin_port(int index, JwParamId id);

/// Port of what concerns the host. [any]
int jw_plugin_host_port(int index, JwHostPort port);

/// How many ports it has. [any]
int jw_plugin_n_ports(int index);

/// True for what belongs to the player, the mixer and the piece, not to a sound: neither an
/// instrument nor a preset that does not name it moves it. [any]
bool jw_plugin_leaves_alone(int index, JwParamId id);

#endif // JW_PLUGINS_H
