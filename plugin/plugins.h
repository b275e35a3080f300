// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plug-ins of the library: the same instance in several variants.

#ifndef JW_PLUGINS_H
#define JW_PLUGINS_H

#include "base/params.h"
#include "files/preset_file.h"
#include "ports.h"

#include <stdbool.h>

enum {
    JW_PLUGIN_INSTRUMENT,
    JW_PLUGIN_DRONE,     ///< Drone, which plays by itself in the host's tempo
    JW_PLUGIN_RESONATOR, ///< Effect: audio input drives the strings
    JW_N_PLUGINS,
};

/// Version of the ports, for hosts: MINOR increases when ports are added or moved, MICRO with any
/// other change of the plug-ins; both are even in a release, as lv2:minorVersion demands.
enum { JW_LV2_MINOR = 10, JW_LV2_MICRO = 6 };

typedef struct {
    const char *uri;
    const char *ui;         ///< URI of its window
    const char *instrument; ///< Instrument of a new instance
    const char *name;
    const char *shortdesc;
    const char *comment;
} JwPlugin;

/// Plug-in by index, in the order of lv2_descriptor(). [any]
const JwPlugin *jw_plugin(int index);

/// Default of a parameter's control; NaN if there is no control. [any]
double jw_plugin_default(int index, JwParamId id);

/// Port of a parameter's control, -1 if it has none. [any]
int jw_plugin_port(int index, JwParamId id);

/// Port of one of the host's controls. [any]
int jw_plugin_host_port(int index, JwHostPort port);

/// True for a plug-in with audio input. [any]
bool jw_plugin_has_input(int index);

/// Number of ports of a plug-in. [any]
int jw_plugin_n_ports(int index);

/// True for a parameter that belongs to the player, the mixer or the piece rather than to a sound:
/// instruments, and presets that do not contain it, leave it alone. [any]
bool jw_plugin_leaves_alone(int index, JwParamId id);

#endif // JW_PLUGINS_H
