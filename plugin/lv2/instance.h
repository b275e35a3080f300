// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instance of the plug-in: its data, sorted by thread.

#ifndef JW_INSTANCE_H
#define JW_INSTANCE_H

#include "host/mts_esp.h"
#include "midnam.h"
#include "notify.h"
#include "plugin_model.h"
#include "ports.h"
#include "selector.h"
#include "uris.h"
#include "watcher.h"

#include <lv2/core/lv2.h>
#include <lv2/log/logger.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>

enum { JW_MESSAGE_SIZE = 512 };

/// Owner of the request. The audio thread asks, the worker takes the request and ends it, the audio
/// thread takes the answer: nothing is lost or done twice if a host forgets work or answers, as
/// when it deactivates.
typedef enum {
    JW_WORK_IDLE,  ///< Audio thread; there is no work
    JW_WORK_ASKED, ///< Both: the worker may take it, the audio thread take it back
    JW_WORK_TAKEN, ///< Worker
    JW_WORK_DONE,  ///< Audio thread, to be answered
} JwWorkState;

/// Buffers of the host; NULL until they are connected.
typedef struct {
    const LV2_Atom_Sequence *control;
    LV2_Atom_Sequence *notify;
    float *left;
    float *right;
    const float *in[2]; ///< Left and right input of an effect
    float *in_peak;
    float *limited;
    float *latency;
    const float *freewheel;
    const float *enabled;
    const float *bpm;
    const float *offline_quality;
    const float *selector;           ///< Selector of an instrument
    const float *param[JW_N_PARAMS]; ///< Controls; NULL also where the plug-in has none
} JwPorts;

/// Request to change properties.
typedef struct {
    bool present[JW_N_PROPERTIES];
    uint32_t message[JW_N_PROPERTIES]; ///< Number of the message that asked for each
    int32_t sequence[JW_N_PROPERTIES]; ///< Host's number of the message; 0: none, or answered
    JwTexts texts;
    float ports[JW_N_CONTROLS]; ///< Places of the controls
    bool by_selector;           ///< The selector asks for the instrument
    bool returns;               ///< The instrument comes back with the controls held as below
    JwOverrides held;
    uint32_t generation; ///< Generation of the terms in force when it asked
} JwRequest;

/// Transport of the host.
typedef struct {
    bool told; ///< The host has told it; until then bpm is the tempo control's
    double bpm;
    double speed;
    double bar;
    double bar_beat;
    double beats_per_bar;
} JwHostTime;

/// Tuner outside.
typedef struct {
    JwMtsEsp *esp;    ///< Client of the tuner, worker; NULL without one, as the other
    JwKeyTable *seen; ///< Keys that the tuner gave last; worker
} JwTuner;

/// State of the audio thread, kept from block to block.
typedef struct {
    JwNotify notice;
    JwWatcher watcher;
    uint32_t generation;     ///< Generation of the terms in force
    bool by_user;            ///< The terms were chosen by hand
    double own[JW_N_PARAMS]; ///< Values of the instrument itself
    JwOverrides held;
    bool seen_held[JW_N_PARAMS]; ///< A held control was where it is held, and may leave now
    JwTexts texts;
    JwHostTime time;
    double tempo;                ///< Tempo control as it was last sent
    uint32_t raw[JW_N_PARAMS];   ///< Bits that the host had put into the controls' ports
    float at[JW_N_CONTROLS];     ///< Places of the controls; NaN before the first look
    double decimal[JW_N_PARAMS]; ///< Places of the parameters' controls as decimal numbers
    double sent[JW_N_PARAMS];    ///< Values that the engine was told last; NaN for none
    JwEvent *events;             ///< Events of the block, up to n_events_max
    size_t n_events_max;
    size_t n_events;
    float *left;         ///< Left output of the block
    float *right;        ///< Right output of the block
    uint32_t done;       ///< Frames of the block that were run
    bool offline;        ///< The last block was an export's
    double fade;         ///< Gain: 1 while enabled, 0 while not, between them in a fade
    bool muted;          ///< The strings were told that nobody hears them
    uint64_t limited;    ///< Samples held back so far
    double since_look;   ///< Frames since the last look at the tuner
    JwRequest queued;    ///< Request that waits for the worker to be free
    uint32_t n_messages; ///< Messages so far that have asked for something
} JwRun;

typedef struct {
    int index; ///< Index of jw_plugin()
    double rate_hz;
    JwUris uris;
    const LV2_Worker_Schedule *schedule; ///< Host's worker; NULL for none
    const JwMidnam *midnam;              ///< Host's feature for note names; NULL for none
    LV2_Log_Logger logger;
    JwPorts ports;
    JwPluginModel model;
    JwTuner tuner;
    _Atomic int work_state; ///< JwWorkState: owner of request and failed
    JwRequest request;
    unsigned failed; ///< Properties, as bits, that could not be changed
    JwRun run;       ///< Data of the audio thread alone
} JwInstance;

/// Parts of the descriptor, as lv2/core/lv2.h and lv2/worker/worker.h define them.
LV2_Handle jw_instance_new(const LV2_Descriptor *descriptor, double rate_hz, const char *bundle,
                           const LV2_Feature *const *features);
void jw_instance_connect(LV2_Handle handle, uint32_t port, void *data);
void jw_instance_activate(LV2_Handle handle);
void jw_instance_run(LV2_Handle handle, uint32_t n_frames);
void jw_instance_deactivate(LV2_Handle handle);
void jw_instance_free(LV2_Handle handle);

/// Reads the controls: JW_N_CONTROLS values as of jw_port_read() and jw_selector_read(). [audio]
JW_REALTIME void jw_instance_controls(const JwInstance *instance, float *values);

/// Returns true if the host wants the plug-in to be heard; else it fades out. [audio]
static inline JW_REALTIME bool jw_instance_enabled(const JwInstance *instance) {
    return jw_port_knob(instance->ports.enabled, 0.0, 1.0, 1.0) > 0.0;
}

/// Takes new terms if there are any, then tells the engine which controls have moved, in events of
/// the block's first frame, before any others; tells the plug-in model if need be. [audio]
JW_REALTIME void jw_instance_read_controls(JwInstance *instance);

/// Looks for a tuner outside; returns false if memory is short. Clear it in any case. [main]
bool jw_instance_tuner_init(JwInstance *instance);
void jw_instance_tuner_clear(JwInstance *instance);

/// Looks at the tuner's keys. [worker]
void jw_instance_tuner_look(JwInstance *instance);

/// Counts n_frames; returns true if it is time to look at the tuner again. [audio]
JW_REALTIME bool jw_instance_tuner_due(JwInstance *instance, uint32_t n_frames);

/// Takes a patch message of the type Set, Put or Get. [audio]
JW_REALTIME void jw_instance_patch(JwInstance *instance, LV2_URID type, const LV2_Atom *object);

/// Takes an object by which a window returns to an instrument and its values. [audio]
JW_REALTIME void jw_instance_return(JwInstance *instance, const LV2_Atom *object);

/// Asks the worker for the instrument of that number; does nothing if the plug-in offers none.
/// [audio]
JW_REALTIME void jw_instance_select(JwInstance *instance, int number);

/// Returns true while the host does not wait for the clock: it exports. [audio]
JW_REALTIME bool jw_instance_offline(const JwInstance *instance);

/// QUALITY in force where the control asks for `value`: in an export at least the offline quality.
/// [audio]
JW_REALTIME double jw_instance_quality(const JwInstance *instance, double value);

/// Puts all strings at rest with the controls as they stand, as if nothing had ever sounded. Does
/// waiting work first. `start` says whether settings by MIDI and the host's place in time hold on.
/// [audio, while the host does not wait for the clock; or setup]
void jw_instance_rest(JwInstance *instance, JwDeckStart start);

/// Takes the request back; returns false if the worker has begun with it. [audio]
JW_REALTIME bool jw_instance_take_back(JwInstance *instance);

/// Carries out all requests at once, and waits for a worker that is at one: an export would run
/// ahead of its tables. [audio, while the host does not wait for the clock; or setup]
void jw_instance_work_here(JwInstance *instance);

/// Answers the messages whose work is done. Returns true if no work is left. [audio]
JW_REALTIME bool jw_instance_worked(JwInstance *instance);

/// Answers the message that asked for a property, unless it was answered: one message gets one
/// answer, whatever it asked for. [audio]
JW_REALTIME void jw_instance_answer(JwNotify *notice, JwRequest *request, int property, bool good);

/// Writes to the host's log, if there is one. [main]
void jw_instance_log(JwInstance *instance, const char *text);

/// Writes there, once for each instrument, what it cannot do in this plug-in. [main]
void jw_instance_warn(JwInstance *instance);

extern const LV2_Worker_Interface jw_worker_interface;

#endif // JW_INSTANCE_H
