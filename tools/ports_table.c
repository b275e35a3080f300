// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ports_table.h"

#include "base/params.h"
#include "plugins.h"
#include "ports.h"
#include "selector.h"

#include <stdio.h>

static void print_row(JwParamId id) {
    const JwParamInfo *info = jw_param_info(id);
    printf("|%d|`%s`|%g..%g%s%s|%g|", jw_plugin_port(JW_PLUGIN_INSTRUMENT, id), info->symbol,
           info->min, info->max, info->unit[0] ? " " : "", info->unit, info->def);
    if (info->cc >= 0) {
        printf("%d", info->cc);
    }
    printf("|\n");
}

static void print_table(void) {
    printf("|port|symbol|range|default|CC|\n|---|---|---|---|---|\n");
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (jw_plugin_port(JW_PLUGIN_INSTRUMENT, (JwParamId)i) >= 0) {
            print_row((JwParamId)i);
        }
        if (jw_plugin_port(JW_PLUGIN_INSTRUMENT, (JwParamId)i) == JW_PORT_INSTRUMENT - 1) {
            printf("|%d|`" JW_SELECTOR_SYMBOL "`|0..%d|%d||\n", JW_PORT_INSTRUMENT,
                   jw_selector_most(),
                   jw_selector_number(jw_plugin(JW_PLUGIN_INSTRUMENT)->instrument));
        }
    }
}

/// Prints the symbols of parameters that one plug-in has a port for and the other has none.
static void print_difference(int with, int without) {
    const char *separator = "";
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (jw_plugin_port(with, (JwParamId)i) >= 0 && jw_plugin_port(without, (JwParamId)i) < 0) {
            printf("%s`%s`", separator, jw_param_info((JwParamId)i)->symbol);
            separator = ", ";
        }
    }
}

static void print_host_ports(int plugin, const char *name) {
    printf("%d to %d of %s", jw_plugin_host_port(plugin, JW_HOST_FREEWHEEL),
           jw_plugin_host_port(plugin, JW_HOST_OFFLINE_QUALITY), name);
}

void print_ports_table(void) {
    print_table();
    printf("\n- Ports %d to %d of each plug-in are MIDI and messages in, messages out, left and "
           "right.\n",
           JW_PORT_CONTROL, JW_PORT_RIGHT);
    printf("- Freewheel, enabled, latency, tempo and offline quality are ports ");
    print_host_ports(JW_PLUGIN_INSTRUMENT, "the instrument, ");
    print_host_ports(JW_PLUGIN_DRONE, "the drone, ");
    print_host_ports(JW_PLUGIN_RESONATOR, "the resonator");
    printf(", whose ports %d to %d are `in_left`, `in_right`, `in_peak` and `limited`.\n",
           jw_plugin_host_port(JW_PLUGIN_RESONATOR, JW_HOST_IN_LEFT),
           jw_plugin_host_port(JW_PLUGIN_RESONATOR, JW_HOST_LIMITED));
    printf("- The drone has no ports ");
    print_difference(JW_PLUGIN_INSTRUMENT, JW_PLUGIN_DRONE);
    printf(".\n- The resonator has no ports ");
    print_difference(JW_PLUGIN_INSTRUMENT, JW_PLUGIN_RESONATOR);
    printf(". Its first parameters are ");
    print_difference(JW_PLUGIN_RESONATOR, JW_PLUGIN_INSTRUMENT);
    printf(".\n");
}
