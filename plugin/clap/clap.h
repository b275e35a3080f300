// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plug-in for hosts of CLAP: the same instance as in hosts of LV2, with other connections.
//
// A small host of LV2 is inside: values of CLAP's parameters stand in the instance's ports, events
// become the engine's, the host's main thread is the worker, and the window exchanges its messages
// with the instance through two rings. So both kinds of plug-in have the same sound, states and
// window. A parameter that moves in the middle of a block ends the instance's block there.

#ifndef JW_CLAP_H
#define JW_CLAP_H

#include "base/latest.h"
#include "base/ring.h"
#include "clap_abi.h"
#include "lv2/instance.h"
#include "window/draw/model.h"

#include <lv2/log/log.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>

enum {
    JW_CLAP_URIDS = 192,           ///< Largest number of URIs
    JW_CLAP_EVENTS = 1024,         ///< Events of one block of the instance
    JW_CLAP_NOTES = 128,           ///< Notes whose end will be reported
    JW_CLAP_MOVES = 1024,          ///< Moves of the window that wait
    JW_CLAP_NEWS_SIZE = 32768,     ///< Bytes of the instance's messages of one block
    JW_CLAP_NEWS = 16,             ///< Blocks of messages that wait for the window
    JW_CLAP_LETTERS = 64,          ///< Messages of the window that wait for the instance
    JW_CLAP_LETTER_SIZE = 8192,    ///< Bytes of one
    JW_CLAP_SEQUENCE_SIZE = 65536, ///< Bytes of the messages of one block
};

/// Parameters that a CLAP plug-in has besides those of params.def.
typedef enum {
    JW_CLAP_INSTRUMENT =
        JW_N_PARAMS,         ///< Number of the instrument, as in the LV2 plug-in's selector
    JW_CLAP_OFFLINE_QUALITY, ///< Smallest quality while the host renders offline
    JW_CLAP_BYPASS,          ///< 1: silent; an effect passes its input
    JW_CLAP_N_PARAMS
} JwClapParam;

/// Move of a control by the window's user.
typedef struct {
    enum { JW_MOVE_BEGIN, JW_MOVE_VALUE, JW_MOVE_END } kind;
    int param;
    double value;
} JwClapMove;

/// Message of the window.
typedef union {
    LV2_Atom atom;
    int64_t words[JW_CLAP_LETTER_SIZE / 8];
} JwClapLetter;

/// Messages of the instance in one block.
typedef union {
    LV2_Atom_Sequence sequence;
    int64_t words[JW_CLAP_NEWS_SIZE / 8];
} JwClapNews;

/// Note of the host's whose end will be reported.
typedef struct {
    int32_t id;
    int16_t port, channel, key;
    bool over; ///< It is to be reported at the next opportunity
} JwClapNote;

/// Positions of all ports, from a state.
typedef struct {
    float param[JW_N_PARAMS];
    float other[2]; ///< JW_CLAP_OFFLINE_QUALITY and JW_CLAP_BYPASS
} JwClapPositions;

/// Window, which exists while the host wants it; [main].
typedef struct JwClapWindowImpl JwClapWindow;

typedef struct {
    clap_plugin plugin; ///< For the host; data points to this struct
    const clap_host *host;
    int index; ///< Index of jw_plugin()
    JwInstance *lv2;
    bool active;                  ///< The host has activated it; [main]
    clap_id id[JW_CLAP_N_PARAMS]; ///< Identities of the parameters, for hosts; 0: it has none
    int port[JW_N_PARAMS];        ///< Ports of the parameters; -1: it has none

    // Features of the instance
    LV2_URID_Map map;
    LV2_Worker_Schedule schedule;
    LV2_Log_Log log;
    int n_uris;
    char *uri[JW_CLAP_URIDS];

    // Ports of the instance; [audio], or [main] while the plug-in is inactive
    float param[JW_N_PARAMS];
    float freewheel, enabled, offline_quality, in_peak, limited;
    union {
        LV2_Atom_Sequence sequence;
        int64_t words[JW_CLAP_SEQUENCE_SIZE / 8];
    } control;
    JwClapNews notify;
    JwEvent event[JW_CLAP_EVENTS]; ///< Events of the instance's block
    size_t n_events;
    JwClapNote note[JW_CLAP_NOTES];
    int n_notes;
    const clap_output_events *out; ///< Of the host's block; NULL: none. [audio]
    uint32_t from;                 ///< Frame of the host's block that begins the instance's
    uint32_t generation;           ///< Generation of the terms in use

    // Between threads
    _Atomic bool work;        ///< The instance's worker has work
    _Atomic bool offline;     ///< The host renders offline
    _Atomic bool values_lost; ///< The host does not know all values
    _Atomic bool watched;     ///< A window is open
    _Atomic uint32_t n_runs;  ///< Blocks of the instance so far
    _Atomic float other[2];   ///< Values of JW_CLAP_OFFLINE_QUALITY and JW_CLAP_BYPASS
    _Atomic float levels[2];  ///< in_peak and limited of the last block with frames
    JwLatest *positions;      ///< JwClapPositions of a loaded state, to the audio thread
    JwRing *moves;            ///< JwClapMove, from the window
    JwRing *letters;          ///< JwClapLetter, from the window
    JwRing *news;             ///< JwClapNews, to the window

    // Main thread
    uint32_t told_chosen, told_restored; ///< jw_plugin_model_generations() that the host knows
    JwClapPositions unread;              ///< Positions of a state that could not be restored
    JwClapWindow *window;                ///< NULL: none
    uintptr_t ticker;                    ///< The window's timer, for the window system
    JwWindowIndication indication[JW_N_PARAMS]; ///< What the host says about controls
} JwClap;

/// The plug-in of the host's handle. [any]
static inline JW_REALTIME JwClap *jw_clap(const clap_plugin *plugin) {
    return (JwClap *)plugin->data;
}

/********* clap_entry.c *********/

/// Folder with instruments and presets for all plug-ins of the library. [main]
const char *jw_clap_bundle(void);

/// Writes a line into the host's log, if it has one. [any]
void jw_clap_log(const JwClap *clap, int severity, const char *text);

/********* clap_inside.c: the instance *********/

/// Makes the instance; returns false, logged, on failure. jw_clap_end() in any case. [main]
bool jw_clap_begin(JwClap *clap);
void jw_clap_end(JwClap *clap);

/// Changes the sample rate and starts afresh; returns false if memory is short. [main, inactive]
bool jw_clap_start(JwClap *clap, double rate_hz);

/// Runs the instance for n frames with events, whose frames must be below n, or 0. in: left and
/// right input; NULL: none. [audio, or main while inactive]
JW_REALTIME void jw_clap_run(JwClap *clap, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right, uint32_t n);

/// Moves the ports to where a loaded state has them, before later events of the host. [audio, or
/// main while inactive]
JW_REALTIME void jw_clap_take_positions(JwClap *clap);

/// Does the instance's slow work, and reports changes to the host. [main]
void jw_clap_serve(JwClap *clap);

/// Runs the instance for its pending messages, while the plug-in is inactive. [main]
void jw_clap_catch_up(JwClap *clap);

/********* clap_events.c *********/

/// Handles a host's event, for the frame `at` of the instance's block; parameters are
/// jw_clap_take_param()'s. [audio, or main while inactive]
JW_REALTIME void jw_clap_take(JwClap *clap, const clap_event *event, uint32_t at);

JW_REALTIME void jw_clap_take_transport(JwClap *clap, const clap_event_transport *time,
                                        uint32_t at);

/// Handles an event of a parameter. [audio, or main while inactive]
JW_REALTIME void jw_clap_take_param(JwClap *clap, const clap_event *event);

/// Sends the host the window's moves. [audio, or main while inactive]
JW_REALTIME void jw_clap_send_moves(JwClap *clap, const clap_output_events *out);

/// Reports ended notes. [audio]
JW_REALTIME void jw_clap_send_ends(JwClap *clap, const clap_output_events *out, uint32_t frame);

/// Adds an event for the instance; false if there is no room. [audio, or main while inactive]
JW_REALTIME bool jw_clap_add(JwClap *clap, uint32_t frame, JwEvent event);

/********* clap_process.c *********/

JW_REALTIME int32_t jw_clap_process(const clap_plugin *plugin, const clap_process *block);
JW_REALTIME void jw_clap_flush(const clap_plugin *plugin, const clap_input_events *in,
                               const clap_output_events *out);

/********* clap_params.c *********/

/// Fills in identities and ports of the plug-in's parameters. [main]
void jw_clap_begin_params(JwClap *clap);

/// Parameter with that identity, -1: none. [any]
JW_REALTIME int jw_clap_param(const JwClap *clap, clap_id id);

/********* clap_state.c *********/

/// Loads a state that a host of LV2 has saved in Turtle, a preset of its user for example;
/// is_state: it is one, and no preset of Jawari. On failure returns false, with an error and
/// nothing changed. [main]
bool jw_clap_state_load_lv2(JwClap *clap, const char *path, bool *is_state, JwError *error);

/********* clap_window.c *********/

/// Closes the window, if there is one. [main]
void jw_clap_window_close(JwClap *clap);

/// Shows what the host says about a parameter, if a window is open. [main]
void jw_clap_window_indicate(JwClap *clap, int param);

/// Updates the window, if one is open. [main]
void jw_clap_window_tick(JwClap *clap);

/********* clap_screen_x11.c, clap_screen_win32.c: the window system *********/

/// Its name in CLAP.
extern const char *const jw_clap_window_api;

/// The host's window in that system, for a feature of LV2. [main]
void *jw_clap_window_parent(const clap_window *window);

/// Begins to call jw_clap_window_tick(); returns false if that is not possible. [main]
bool jw_clap_ticks_begin(JwClap *clap, uint32_t period_ms);

/// Ends that. [main]
void jw_clap_ticks_end(JwClap *clap);

/********* Extensions *********/

extern const clap_audio_ports jw_clap_audio_ports;
extern const clap_note_ports jw_clap_note_ports;
extern const clap_note_names jw_clap_note_names;
extern const clap_params jw_clap_params;
extern const clap_state jw_clap_state;
extern const clap_latency jw_clap_latency;
extern const clap_tail jw_clap_tail;
extern const clap_render jw_clap_render;
extern const clap_remote_controls jw_clap_remote_controls;
extern const clap_preset_load jw_clap_preset_load;
extern const clap_preset_factory jw_clap_preset_factory;
extern const clap_gui jw_clap_gui;
extern const clap_timer jw_clap_timer;
extern const clap_param_indication jw_clap_indication;

#endif // JW_CLAP_H
