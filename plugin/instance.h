// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// One instance of the plug-in: what belongs to which thread.

#ifndef JW_INSTANCE_H
#define JW_INSTANCE_H

#include "host/chase.h"
#include "host/idle.h"
#include "host/mts_esp.h"
#include "midnam.h"
#include "notify.h"
#include "plugin_model.h"
#include "ports.h"
#include "selector.h"
#include "uris.h"

#include <lv2/core/lv2.h>
#include <lv2/log/logger.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>

enum { JW_MESSAGE_SIZE = 512 };

/// Who has the request. Audio asks, the worker takes and is done with it, audio takes the answer;
/// so nothing is lost or done twice if a host forgets work or answers, as when it deactivates.
typedef enum {
    JW_WORK_IDLE,  ///< Audio
    JW_WORK_ASKED, ///< The worker may take it, audio may take it back
    JW_WORK_TAKEN, ///< Worker
    JW_WORK_DONE,  ///< Audio, to be answered
} JwWorkState;

/// Buffers of the host; NULL until they are connected.
typedef struct {
    const LV2_Atom_Sequence *control;
    LV2_Atom_Sequence *notify;
    float *left;
    float *right;
    float *latency;
    const float *freewheel;
    const float *enabled;
    const float *bpm;
    const float *offline_quality;
    const float *selector;           ///< Of an instrument
    const float *param[JW_N_PARAMS]; ///< NULL also where the plug-in has no control for it
} JwPorts;

/// Properties that are to be changed.
typedef struct {
    bool present[JW_N_PROPERTIES];
    uint32_t message[JW_N_PROPERTIES]; ///< Number of the message that asked for each
    int32_t sequence[JW_N_PROPERTIES]; ///< The host's own number of it; 0: none, or it was answered
    JwTexts texts;
    float ports[JW_N_CONTROLS]; ///< Where the controls stood
    bool by_selector;           ///< It asks for the instrument,
    uint32_t generation;        ///< while these terms were in force
} JwRequest;

/// Where the host says it is.
typedef struct {
    bool told; ///< It has said so; until then its tempo stands in its place
    double bpm;
    double speed;
    double bar;
    double bar_beat;
    double beats_per_bar;
} JwHostTime;

/// A tuner outside.
typedef struct {
    JwMtsEsp *esp;    ///< Worker; NULL: there is none, and nothing else
    JwKeyTable *seen; ///< What it said last; worker
    JwLatest *keys;   ///< JwKeyTable, worker to audio
} JwTuner;

/// What the audio thread remembers from block to block.
typedef struct {
    JwIdle idle;
    JwChase chase;
    JwNotify notice;
    uint32_t generation;     ///< Of the terms in force
    bool by_user;            ///< They were chosen by hand
    double own[JW_N_PARAMS]; ///< The instrument's own values
    JwOverrides held;
    bool seen_held[JW_N_PARAMS]; ///< A held control was where it is held: from now on it may leave
    JwTexts texts;
    JwHostTime time;
    double tempo;                ///< Of the control, as it was last sent
    uint32_t raw[JW_N_PARAMS];   ///< Bits that the host had put into the controls' ports
    float at[JW_N_CONTROLS];     ///< Where the controls stood; NaN: not looked at yet
    double decimal[JW_N_PARAMS]; ///< The same as decimal numbers
    double sent[JW_N_PARAMS];    ///< What the engine was last told; NaN: nothing
    JwEvent *events;             ///< Of the block, up to n_events_max
    size_t n_events_max;
    size_t n_events;
    float *left;         ///< The block's output
    float *right;        ///<
    uint32_t done;       ///< Frames of it that were run
    bool offline;        ///< The last block was
    double fade;         ///< 1: enabled, 0: not, and between while it changes
    bool muted;          ///< Not enabled, and the strings were told
    bool told_keys;      ///< The engine knows what the tuner said last
    double since_look;   ///< Frames since the tuner was looked at
    JwRequest queued;    ///< Waits for the worker to be free
    uint32_t n_messages; ///< That have asked for something so far
} JwRun;

typedef struct {
    int index; ///< Of jw_plugin()
    double rate_hz;
    JwUris uris;
    const LV2_Worker_Schedule *schedule; ///< NULL: no worker
    const JwMidnam *midnam;              ///< NULL: no note names
    LV2_Log_Logger logger;
    JwPorts ports;
    JwPluginModel model;
    JwTuner tuner;
    _Atomic int work_state; ///< JwWorkState: whose the next two are
    JwRequest request;
    unsigned failed; ///< Properties, as bits, that could not be changed
    JwRun run;       ///< Audio thread only
} JwInstance;

/// Parts of the descriptor, as lv2/core/lv2.h and lv2/worker/worker.h have them.
LV2_Handle jw_instance_new(const LV2_Descriptor *descriptor, double rate_hz, const char *bundle,
                           const LV2_Feature *const *features);
void jw_instance_connect(LV2_Handle handle, uint32_t port, void *data);
void jw_instance_activate(LV2_Handle handle);
void jw_instance_run(LV2_Handle handle, uint32_t n_frames);
void jw_instance_deactivate(LV2_Handle handle);
void jw_instance_free(LV2_Handle handle);

/// Where the controls stand: JW_N_CONTROLS values as jw_port_read() and jw_selector_read() have
/// them. [audio]
JW_REALTIME void jw_instance_controls(const JwInstance *instance, float *values);

/// What sounds is to be heard, not faded out. [audio]
static inline JW_REALTIME bool jw_instance_enabled(const JwInstance *instance) {
    return jw_port_knob(instance->ports.enabled, 0.0, 1.0, 1.0) > 0.0;
}

/// Takes the new terms if there are any, then tells the engine which controls have moved, in events
/// of the block's first frame, before any others; and the plug-in model, if it has to know. [audio]
JW_REALTIME void jw_instance_read_controls(JwInstance *instance);

/// Looks for a tuner outside; false if memory is short. Clear it in any case. [main]
bool jw_instance_tuner_init(JwInstance *instance);
void jw_instance_tuner_clear(JwInstance *instance);

/// Looks what the tuner says. [worker]
void jw_instance_tuner_look(JwInstance *instance);

/// True if it is time to do so, that many frames after the last time. [audio]
JW_REALTIME bool jw_instance_tuner_due(JwInstance *instance, uint32_t n_frames);

/// What the engine has to be told of keys, until the next call; NULL for nothing. [audio]
JW_REALTIME const JwKeyTable *jw_instance_tuner_news(JwInstance *instance);

/// Takes a patch message of the type Set, Put or Get. [audio]
JW_REALTIME void jw_instance_patch(JwInstance *instance, LV2_URID type, const LV2_Atom *object);

/// Asks the worker for the instrument of that number; nothing for one that the plug-in does not
/// offer. [audio]
JW_REALTIME void jw_instance_select(JwInstance *instance, int number);

/// True while the host does not wait for the clock: it exports. [audio]
JW_REALTIME bool jw_instance_offline(const JwInstance *instance);

/// Quality that a control asks for: offline at least that of offline. [audio]
JW_REALTIME double jw_instance_quality(const JwInstance *instance, double value);

/// All strings at rest with the controls as they stand, as if nothing had ever sounded; work that
/// is asked for is done first. [audio, while the host does not wait for the clock; or setup]
void jw_instance_rest(JwInstance *instance);

/// Takes the request back if the worker has not begun with it; false if it has. [audio]
JW_REALTIME bool jw_instance_take_back(JwInstance *instance);

/// Carries out all requests at once, and waits for the worker if it is at one: an export would run
/// ahead of its tables. [audio, while the host does not wait for the clock; or setup]
void jw_instance_work_here(JwInstance *instance);

/// Tells who asked how it went, if work is done. True if there is none now. [audio]
JW_REALTIME bool jw_instance_worked(JwInstance *instance);

/// Answers the message that asked for a property, if it is not answered yet: one answer a message,
/// whatever it asked for. [audio]
JW_REALTIME void jw_instance_answer(JwNotify *notice, JwRequest *request, int property, bool good);

/// Tells the host's log, if it has one. [main]
void jw_instance_log(JwInstance *instance, const char *text);

extern const LV2_Worker_Interface jw_worker_interface;

#endif // JW_INSTANCE_H
