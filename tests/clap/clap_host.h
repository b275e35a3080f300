// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A small strict host of CLAP for tests: it opens the library, keeps what the plug-in asks and
// says, and can tell its threads apart.

#ifndef JW_CLAP_HOST_H
#define JW_CLAP_HOST_H

#include "clap/clap_abi.h"

#include <stddef.h>

enum {
    CLAP_HOST_FRAMES = 16384,
    CLAP_HOST_EVENTS = 4096,
    CLAP_HOST_STATE = 1 << 18,
};

/// Any event.
typedef union {
    clap_event header;
    clap_event_note note;
    clap_event_expression expression;
    clap_event_param param;
    clap_event_gesture gesture;
    clap_event_transport transport;
    clap_event_midi midi;
    clap_event_sysex sysex;
} ClapEvent;

typedef struct {
    clap_host host;
    const clap_plugin *plugin;
    const clap_params *params;
    const clap_state *state;
    void *library;
    const clap_plugin_entry *entry;
    bool on_audio;    ///< What thread the host says this is
    bool no_features; ///< The host has no extension at all
    bool is_old;      ///< It has extensions by the names of their drafts
    // What the plug-in has asked for
    int n_callbacks, n_rescans, n_dirty, n_processes, n_flushes, n_names, n_closed, n_loaded;
    int n_misbehaving;
    bool has_timer;
    clap_id timer;
    uint32_t wanted_width, wanted_height;
    char log[4096]; ///< All lines of its log
    // Blocks
    ClapEvent in[CLAP_HOST_EVENTS];
    uint32_t n_in;
    ClapEvent out[CLAP_HOST_EVENTS]; ///< Events of the plug-in in the last block
    uint32_t n_out;
    bool refuses_out;
    float left[CLAP_HOST_FRAMES], right[CLAP_HOST_FRAMES];
    float input[2][CLAP_HOST_FRAMES];
    clap_event_transport *transport;
    int32_t result; ///< Of the last block
    bool no_result_check;
    // Streams
    char stored[CLAP_HOST_STATE];
    size_t n_stored, n_read;
    size_t most_a_call; ///< Bytes that a stream takes or gives at once
} ClapHost;

/// Opens the library, creates the plug-in with that name and calls init(); a test that gets none
/// ends. The host is the caller's, all zero but for its settings.
void clap_host_open(ClapHost *h, const char *library, const char *id);
void clap_host_close(ClapHost *h);

/// Activates and starts.
void clap_host_start(ClapHost *h, double rate_hz);
void clap_host_stop(ClapHost *h);

/// A host with a plug-in that is open and started; and its end.
ClapHost *clap_host_playing(const char *library, const char *id, double rate_hz);
void clap_host_done(ClapHost *h);

/// Extension of the plug-in; a test that gets none ends.
const void *clap_host_extension(ClapHost *h, const char *id);

/// Plays a block with the events so far, which are then gone.
void clap_host_run(ClapHost *h, uint32_t n_frames);

/// Calls flush() with the events so far, which are then gone.
void clap_host_flush(ClapHost *h);

/// Calls on_main_thread() as long as the plug-in asks for it; returns the number of calls.
int clap_host_serve(ClapHost *h);

/// Plays blocks and serves until the plug-in has not asked for 32 blocks.
void clap_host_settle(ClapHost *h);

/// Events of the next block.
void clap_host_note(ClapHost *h, uint32_t time, int type, int32_t id, int channel, int key,
                    double velocity);
void clap_host_midi(ClapHost *h, uint32_t time, int status, int first, int second);
void clap_host_move(ClapHost *h, uint32_t time, int type, clap_id id, double value);
void clap_host_express(ClapHost *h, uint32_t time, int kind, int32_t id, int channel, int key,
                       double value);

/// Identity of the parameter with that name; a test that finds none ends.
clap_id clap_host_param(ClapHost *h, const char *name);
double clap_host_value(ClapHost *h, clap_id id);

/// Number of the plug-in's events of that type in the last block; -1: any note.
int clap_host_count(const ClapHost *h, int type, int32_t note_id);

/// Saves into `stored`, and loads from it.
bool clap_host_save(ClapHost *h);
bool clap_host_load(ClapHost *h);

/// Largest sample of the last block.
double clap_host_peak(const ClapHost *h, uint32_t n_frames);

#endif // JW_CLAP_HOST_H
