// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ports of audio and notes, names of notes, latency, tail, offline rendering.

#include "clap.h"
#include "plugins.h"

#include <stdio.h>

/// An effect has the same number of audio inputs and outputs, others only an output.
static uint32_t count_audio(const clap_plugin *plugin, bool is_input) {
    return !is_input || jw_plugin_has_input(jw_clap(plugin)->index);
}

static bool get_audio(const clap_plugin *plugin, uint32_t index, bool is_input,
                      clap_audio_port *port) {
    if (index >= count_audio(plugin, is_input)) {
        return false;
    }
    const bool is_effect = jw_plugin_has_input(jw_clap(plugin)->index);
    enum { OUTPUT, INPUT };
    *port = (clap_audio_port){
        .id = is_input ? INPUT : OUTPUT,
        .flags = CLAP_AUDIO_PORT_IS_MAIN,
        .n_channels = 2,
        .type = "stereo",
        .in_place_pair = (clap_id)(!is_effect ? CLAP_NO_ID
                                   : is_input ? OUTPUT
                                              : INPUT),
    };
    snprintf(port->name, sizeof(port->name), is_input ? "Input" : "Output");
    return true;
}

const clap_audio_ports jw_clap_audio_ports = {count_audio, get_audio};

static uint32_t count_notes(const clap_plugin *plugin, bool is_input) {
    (void)plugin;
    return is_input;
}

static bool get_notes(const clap_plugin *plugin, uint32_t index, bool is_input,
                      clap_note_port *port) {
    if (index >= count_notes(plugin, is_input)) {
        return false;
    }
    *port = (clap_note_port){
        .dialects = CLAP_DIALECT_CLAP | CLAP_DIALECT_MIDI | CLAP_DIALECT_MPE,
        .preferred = CLAP_DIALECT_CLAP,
        .name = "Notes",
    };
    return true;
}

const clap_note_ports jw_clap_note_ports = {count_notes, get_notes};

/********* Names of notes *********/

/// Sets *name to that with the number `index`, if there is one; returns the number of all names.
/// name NULL: only counts.
static uint32_t find_name(JwClap *clap, uint32_t index, clap_note_name *name) {
    JwPluginModel *model = &clap->lv2->model;
    uint32_t n = 0;
    jw_fork_lock_take(&model->lock);
    for (int key = 0; key <= 127; ++key) {
        char text[CLAP_NAME_SIZE];
        if (jw_midnam_note(&model->choice->patch.instrument, key, text, sizeof(text)) &&
            n++ == index && name) {
            *name = (clap_note_name){.port = CLAP_ANY, .key = (int16_t)key, .channel = CLAP_ANY};
            snprintf(name->name, sizeof(name->name), "%s", text);
        }
    }
    jw_fork_lock_leave(&model->lock);
    return n;
}

static uint32_t count_names(const clap_plugin *plugin) {
    return find_name(jw_clap(plugin), 0, NULL);
}

static bool get_name(const clap_plugin *plugin, uint32_t index, clap_note_name *name) {
    return index < find_name(jw_clap(plugin), index, name);
}

const clap_note_names jw_clap_note_names = {count_names, get_name};

/********* Time *********/

/// Latency, the same at every quality.
static uint32_t get_latency(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    JwPluginModel *model = &clap->lv2->model;
    jw_fork_lock_take(&model->lock);
    const JwEngine *engine = model->newest;
    const uint32_t frames = !engine ? 0
                            : jw_plugin_has_input(clap->index)
                                ? jw_engine_input_latency_frames(engine)
                                : jw_engine_latency_frames(engine);
    jw_fork_lock_leave(&model->lock);
    return frames;
}

const clap_latency jw_clap_latency = {get_latency};

/// A string rings as long as it will: without a bound that is worth anything.
static uint32_t get_tail(const clap_plugin *plugin) {
    (void)plugin;
    return UINT32_MAX;
}

const clap_tail jw_clap_tail = {get_tail};

static bool needs_clock(const clap_plugin *plugin) {
    (void)plugin;
    return false;
}

static bool set_mode(const clap_plugin *plugin, int32_t mode) {
    const bool is_known = mode == 0 || mode == 1;
    if (is_known) {
        atomic_store(&jw_clap(plugin)->offline, mode == 1);
    }
    return is_known;
}

const clap_render jw_clap_render = {needs_clock, set_mode};
