// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The plug-in, linked into the harness so that it is watched too, and what it needs of a host.

#ifndef JW_FUZZ_PLUGIN_HOST_H
#define JW_FUZZ_PLUGIN_HOST_H

#include "../lv2/urids.h"
#include "fuzz.h"

#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/worker/worker.h>

enum {
    PLUGIN_PORTS = 128,
    PLUGIN_FRAMES = 256,
    PLUGIN_NOTIFY = 16384,
};

typedef struct {
    const LV2_Descriptor *descriptor;
    LV2_Handle handle;
    const LV2_State_Interface *state;
    const LV2_Worker_Interface *work;
    float knob[PLUGIN_PORTS]; ///< Connected to every port but the first four
    float left[PLUGIN_FRAMES], right[PLUGIN_FRAMES];
    int n_todo;    ///< Pieces of work asked for
    int n_answers; ///< and done
    uint8_t answer[64];
    uint32_t answer_size;
} PluginHost;

/// The instrument at 8 kHz over the source tree's presets, every port connected but the sequences.
PluginHost *plugin_host_new(void);

/// Runs a block. control: a sequence, NULL for none; notify: room bytes, NULL for none.
void plugin_host_run(PluginHost *host, const void *control, void *notify, size_t room,
                     uint32_t n_frames);

/// Does the work that was asked for; its answer comes with the next block.
void plugin_host_work(PluginHost *host);

#endif // JW_FUZZ_PLUGIN_HOST_H
