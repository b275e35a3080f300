// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plug-ins of the library: the same instance, offered in different ways.

#ifndef JW_PLUGINS_H
#define JW_PLUGINS_H

#include "base/params.h"
#include "files/preset_file.h"
#include "ports.h"

#include <stdbool.h>

enum {
    JW_PLUGIN_INSTRUMENT,
    JW_PLUGIN_DRONE,     ///< Drone, which plays by itself in the host's tempo
    JW_PLUGIN_RESONATOR, ///< Effect: any sound into the strings
    JW_N_PLUGINS,
};

/// Version of the ports, for hosts: MINOR rises where ports come or move, MICRO with any other
/// change of the plug-ins; both are even in a release, as lv2:minorVersion has it.
enum { JW_LV2_MINOR = 6, JW_LV2_MICRO = 6 };

typedef struct {
    const char *uri;
    const char *ui;         ///< URI of its window
    const char *instrument; ///< Instrument of a new instance
    const char *name;
    const char *shortdesc;
    const char *comment;
} JwPlugin;

/// Plug-in of an index, in the order of lv2_descriptor(). [any]
const JwPlugin *jw_plugin(int index);

/// First value of a parameter's control; NaN if there is no control. [any]
double jw_plugin_default(int index, JwParamId id);

/// Port of a parameter's control, -1 if it has none. [any]
int jw_plugin_port(int index, JwParamId id);

/// Port of one of the host's own controls. [any]
int jw_plugin_host_port(int index, JwHostPort port);

/// Returns true for a plug-in that sound comes into. [any]
bool jw_plugin_has_input(int index);

/// Number of ports of a plug-in. [any]
int jw_plugin_n_ports(int index);

/// Returns true for a parameter that belongs to the player, the mixer and the piece, not to a
/// sound: an instrument, or a preset that does not name it, does not move it. [any]
bool jw_plugin_leaves_alone(int index, JwParamId id);

#endif // JW_PLUGINS_H
