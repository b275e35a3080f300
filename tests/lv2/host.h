// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A small strict host for the tests of the plug-in: it opens the binary itself and leaves out, or
// gets wrong, whatever a test wants.

#ifndef JW_HOST_H
#define JW_HOST_H

#include "base/params.h"
#include "lv2/messages.h"
#include "ports.h"
#include "urids.h"

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HOST_FRAMES = 16384, ///< Longest block
    HOST_SEQUENCE = 65536,
    HOST_WORK = 64, ///< Most pieces of work or responses that wait
    HOST_PORTS = 128,
    HOST_PROPERTIES = 16,
    HOST_TEXT = 8192,
};

typedef enum {
    HOST_NO_WORKER,
    HOST_WORKER_AT_ONCE, ///< Works inside schedule_work()
    HOST_WORKER_LATER,   ///< Works when host_work() is called
    HOST_WORKER_FULL,    ///< Refuses all work: out of space
} HostWorker;

typedef struct {
    const char *bundle;
    const char *uri;
    double rate_hz;
    HostWorker worker;
    int32_t max_block;            ///< Option maxBlockLength; 0: no options
    bool no_map;                  ///< Leaves out what is required
    LV2_Descriptor_Function list; ///< List of a plug-in that is linked in; NULL: the bundle's
} HostConfig;

typedef struct {
    uint32_t size;
    uint8_t data[64];
} HostWork;

typedef struct {
    HostConfig config;
    void *library;
    const LV2_Descriptor *descriptor;
    LV2_Handle handle;
    const LV2_State_Interface *state;
    const LV2_Worker_Interface *work;
    int plugin;               ///< Index of jw_plugin()
    float knob[HOST_PORTS];   ///< Values of the control ports, by port
    int port_of[JW_N_PARAMS]; ///< Control of a parameter, -1: none
    float left[HOST_FRAMES], right[HOST_FRAMES];
    float in[2][HOST_FRAMES]; ///< Sound into an effect
    union {
        LV2_Atom_Sequence sequence;
        uint8_t bytes[HOST_SEQUENCE];
        int64_t aligned; ///< Alignment that LV2 wants of atoms
    } control, notify;
    uint32_t notify_capacity;
    HostWork todo[HOST_WORK], answers[HOST_WORK];
    int n_todo, n_answers;
    int n_midnam_updates;
    void *kept[3];       ///< Features that last as long as the instance
    char log[HOST_TEXT]; ///< What the plug-in logged
} Host;

/// Instantiates and connects every port, controls at their defaults; NULL if the plug-in refuses.
Host *host_new(const HostConfig *config);
void host_free(Host *host);

void host_activate(Host *host);
void host_deactivate(Host *host);

/// Runs a block with the events so far, which are then gone, and hands over the answers of work
/// that is done.
void host_run(Host *host, uint32_t n_frames);

/// Runs a block as host_run() does, with the audio into these buffers.
void host_run_to(Host *host, float *left, float *right, uint32_t n_frames);

/// Does the work that waits.
void host_work(Host *host);

/// Runs blocks with work between them until nothing was to be done in 64 of them.
void host_settle(Host *host);

/// Value of a parameter's control.
void host_set(Host *host, JwParamId id, float value);

/// Value of a control that concerns the host, or of the latency.
float *host_knob(Host *host, JwHostPort port);

/// Events of the next block.
void host_event(Host *host, int64_t frame, LV2_URID type, const void *body, uint32_t size);
void host_midi(Host *host, int64_t frame, int status, int first, int second);

/// A patch:Set, patch:Get or patch:Put of one property; property NULL: of none. value NULL: none.
/// sequence 0: none.
void host_patch(Host *host, const char *message, const char *property, const char *value_type,
                const char *value, int32_t sequence);

/// A patch:Put of n properties, all of that type.
void host_put(Host *host, int n, const char *const *property, const char *value_type,
              const char *const *value, int32_t sequence);

/// A time:Position at a frame.
void host_position(Host *host, int64_t frame, double bpm, double speed, double beat);

/// Messages of a window.
void host_watch(Host *host, const JwWatch *watch);
void host_pluck(Host *host, const JwStringPluck *pluck);
void host_hand(Host *host, const JwStringHand *hand);
void host_return(Host *host, const JwReturn *back);

/// Numbers of this host's URIs.
const JwUris *host_uris(void);

/// Text that the last block's notify port has for a property, NULL if none; by patch:Set.
const char *host_told(const Host *host, const char *property);

/// Objects of that type on the notify port; with a sequence number, if that is not 0.
int host_count(const Host *host, const char *type, int32_t sequence);

/// A state in memory.
typedef struct {
    struct {
        LV2_URID key, type;
        uint32_t flags;
        size_t size;
        char value[HOST_TEXT];
    } property[HOST_PROPERTIES];
    int n;
} HostState;

/// Saves and restores; root: paths below it become relative to it ("" where mapPath is left out).
LV2_State_Status host_save(Host *host, HostState *state, const char *root);
LV2_State_Status host_restore(Host *host, const HostState *state, const char *root);
bool host_same_state(const HostState *a, const HostState *b);

/// Puts a text into a state.
void host_state_set(HostState *state, const char *key, const char *type, const char *text);
const char *host_state_get(const HostState *state, const char *key);

/// Paths that were given to the plug-in and not freed by it, over all hosts.
int host_paths_leaked(void);

/// Largest sample of a buffer.
double host_peak(const float *samples, uint32_t n);

#endif // JW_HOST_H
