// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// List of plug-ins: the only symbol that the library exports.

#include "files/preset_file.h"
#include "instance.h"
#include "instance_state.h"
#include "plugins.h"

#include <string.h>

static const void *extension_data(const char *uri) {
    static const struct {
        const char *uri;
        const void *data;
    } extensions[] = {
        {LV2_STATE__interface, &jw_state_interface},
        {LV2_WORKER__interface, &jw_worker_interface},
        {JW_MIDNAM_INTERFACE_URI, &jw_midnam_interface},
    };
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i) {
        if (!strcmp(uri, extensions[i].uri)) {
            return extensions[i].data;
        }
    }
    return NULL;
}

#define DESCRIPTOR(uri)                                                                            \
    {                                                                                              \
        uri, jw_instance_new, jw_instance_connect, jw_instance_activate, jw_instance_run,          \
            jw_instance_deactivate, jw_instance_free, extension_data                               \
    }

static const LV2_Descriptor descriptors[JW_N_PLUGINS] = {
    [JW_PLUGIN_INSTRUMENT] = DESCRIPTOR(JW_PLUGIN_URI),
    [JW_PLUGIN_DRONE] = DESCRIPTOR(JW_DRONE_URI),
    [JW_PLUGIN_RESONATOR] = DESCRIPTOR(JW_RESONATOR_URI),
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
    return index < JW_N_PLUGINS ? &descriptors[index] : NULL;
}
