// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instance of the plug-in: its data, ordered by thread.

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
#include <math.h>
#include <stdatomic.h>

enum { JW_MESSAGE_SIZE = 512 };

/// Owner of the request. The audio thread makes a request, the worker takes and completes it, and
/// the audio thread handles the result. Nothing is lost or done twice if a host drops work or
/// responses, for example when it deactivates.
typedef enum {
    JW_WORK_IDLE,  ///< Audio thread; there is no work
    JW_WORK_ASKED, ///< Both: the worker may take it, the audio thread may withdraw it
    JW_WORK_TAKEN, ///< Worker
    JW_WORK_DONE,  ///< Audio thread, not handled yet
} JwWorkState;

/// Buffers of the host; NULL until connected.
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
    const float *param[JW_N_PARAMS]; ///< Controls; NULL if the plug-in has none
} JwPorts;

/// Request to change properties.
typedef struct {
    bool present[JW_N_PROPERTIES];
    uint32_t message[JW_N_PROPERTIES]; ///< Number of the message that requested each
    int32_t sequence[JW_N_PROPERTIES]; ///< Host's sequence number of the message; 0: none, or
                                       ///< already answered
    JwTexts texts;
    float ports[JW_N_CONTROLS]; ///< Positions of the controls
    bool by_selector;           ///< The selector requests the instrument
    bool returns;               ///< The instrument returns, with the controls held as follows
    JwOverrides held;
    uint32_t generation; ///< Generation of the terms in use at the request
} JwRequest;

/// Transport of the host.
typedef struct {
    bool told; ///< The host has sent it; until then bpm is the tempo control's
    double bpm;
    double speed;
    double bar;
    double bar_beat;
    double beats_per_bar;
} JwHostTime;

/// External tuner.
typedef struct {
    JwMtsEsp *esp;    ///< Client of the tuner, for the worker; NULL without one, like seen
    JwKeyTable *seen; ///< Keys last read from the tuner; for the worker
} JwTuner;

/// Persistent state of the audio thread.
typedef struct {
    JwNotify notice;
    JwWatcher watcher;
    uint32_t generation;     ///< Generation of the terms in use
    double own[JW_N_PARAMS]; ///< Values of the instrument
    JwOverrides held;
    bool seen_held[JW_N_PARAMS]; ///< A held control was at its held position, and may be moved now
    JwTexts texts;
    JwHostTime time;
    double tempo;                ///< Tempo control as last sent
    uint32_t raw[JW_N_PARAMS];   ///< Last bits in the controls' ports
    float at[JW_N_CONTROLS];     ///< Positions of the controls; NaN before the first read
    double decimal[JW_N_PARAMS]; ///< Positions of the parameters' controls as decimal numbers
    double sent[JW_N_PARAMS];    ///< Values last sent to the engine; NaN: none
    bool moved[JW_N_PARAMS];     ///< Controls that a CLAP host has moved: jw_instance_move()
    bool any_moved;
    double modulation[JW_N_PARAMS]; ///< Added to values by a CLAP host
    const JwEvent *given; ///< Events of the block from a CLAP host, sorted by frame; borrowed
    size_t n_given;
    JwEvent *events; ///< Events of the block, up to n_events_max
    size_t n_events_max;
    size_t n_events;
    float *left;         ///< Left output of the block
    float *right;        ///< Right output of the block
    uint32_t done;       ///< Frames of the block that have been run
    bool offline;        ///< The last block belonged to an export
    double fade;         ///< Gain: 1 while enabled, 0 while disabled, in between during a fade
    bool muted;          ///< The strings were damped because the output is disabled
    uint64_t limited;    ///< Samples limited so far
    double since_look;   ///< Frames since the tuner was last checked
    JwRequest queued;    ///< Request that waits until the worker is free
    uint32_t n_messages; ///< Number of messages so far with a request
} JwRun;

typedef struct {
    int index; ///< Index of jw_plugin()
    double rate_hz;
    JwUris uris;
    const LV2_Worker_Schedule *schedule; ///< Host's worker; NULL: none
    const JwMidnam *midnam;              ///< Host's feature for note names; NULL: none
    LV2_Log_Logger logger;
    JwPorts ports;
    JwPluginModel model;
    JwTuner tuner;
    _Atomic int work_state; ///< JwWorkState: owner of request and failed
    JwRequest request;
    unsigned failed; ///< Properties, as bits, that could not be changed
    JwRun run;       ///< Data of the audio thread only
} JwInstance;

/// Makes the controls' values be sent to the engine again. [audio]
static inline JW_REALTIME void jw_instance_resend(JwRun *run) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        run->sent[i] = NAN;
    }
}

/// For a host of CLAP, which has the instance inside (plugin/clap/): it moves its own values in
/// place of ports, and gives the engine's events.

/// Changes the sample rate of an inactive instance. [setup: no audio running]
void jw_instance_set_rate(JwInstance *instance, double rate_hz);

/// Reports that a control was moved, even if its port has the same value as before. [audio]
JW_REALTIME void jw_instance_move(JwInstance *instance, JwParamId id);

/// Sets the modulation of a parameter: an amount in its unit that is added to its value. [audio]
JW_REALTIME void jw_instance_modulate(JwInstance *instance, JwParamId id, double amount);

/// Gives events for the next block, sorted by frame; they are borrowed until it has run. [audio]
JW_REALTIME void jw_instance_give(JwInstance *instance, const JwEvent *events, size_t n);

/// Silences everything at once; the present values, engine and choices stay. [audio]
JW_REALTIME void jw_instance_silence(JwInstance *instance);

/// Requests an instrument from the worker, by its number in the selector; does nothing if the
/// plug-in does not offer it. [audio]
JW_REALTIME void jw_instance_select(JwInstance *instance, int number);

/// True if nothing requests the worker, or may without an event: no external tuner is read. [audio]
JW_REALTIME bool jw_instance_is_idle(const JwInstance *instance);

/// Functions of the descriptor, as defined in lv2/core/lv2.h and lv2/worker/worker.h.
LV2_Handle jw_instance_new(const LV2_Descriptor *descriptor, double rate_hz, const char *bundle,
                           const LV2_Feature *const *features);
void jw_instance_connect(LV2_Handle handle, uint32_t port, void *data);
void jw_instance_activate(LV2_Handle handle);
void jw_instance_run(LV2_Handle handle, uint32_t n_frames);
void jw_instance_deactivate(LV2_Handle handle);
void jw_instance_free(LV2_Handle handle);

/// Reads the controls: JW_N_CONTROLS values of jw_port_read() and jw_selector_read(). [audio]
JW_REALTIME void jw_instance_controls(const JwInstance *instance, float *values);

/// True if the host enables the plug-in; otherwise it fades out. [audio]
static inline JW_REALTIME bool jw_instance_enabled(const JwInstance *instance) {
    return jw_port_knob(instance->ports.enabled, 0.0, 1.0, 1.0) > 0.0;
}

/// Takes new terms, if there are any, then sends the engine the controls that have moved, as events
/// of the block's first frame, before any others. Reports to the plug-in model if necessary.
/// [audio]
JW_REALTIME void jw_instance_read_controls(JwInstance *instance);

/// Connects to an external tuner; returns false if memory is short. Clear it in any case. [main]
bool jw_instance_tuner_init(JwInstance *instance);
void jw_instance_tuner_clear(JwInstance *instance);

/// Reads the tuner's keys. [worker]
void jw_instance_tuner_look(JwInstance *instance);

/// Counts n_frames; returns true when the tuner must be checked again. [audio]
JW_REALTIME bool jw_instance_tuner_due(JwInstance *instance, uint32_t n_frames);

/// Handles a patch message of type Set, Put or Get. [audio]
JW_REALTIME void jw_instance_patch(JwInstance *instance, LV2_URID type, const LV2_Atom *object);

/// Handles an object by which a window returns to an instrument and its values. [audio]
JW_REALTIME void jw_instance_return(JwInstance *instance, const LV2_Atom *object);

/// True while the host exports, without waiting for the clock. [audio]
JW_REALTIME bool jw_instance_offline(const JwInstance *instance);

/// QUALITY in force if the control requests `value`: in an export at least the offline quality.
/// [audio]
JW_REALTIME double jw_instance_quality(const JwInstance *instance, double value);

/// Resets all strings to rest with the present controls, as if nothing had ever sounded, after
/// completing pending work. `start` says whether settings by MIDI and the host's transport are
/// kept. [audio, during an export; or setup]
void jw_instance_rest(JwInstance *instance, JwDeckStart start);

/// Withdraws the request; returns false if the worker has begun with it. [audio]
JW_REALTIME bool jw_instance_take_back(JwInstance *instance);

/// Executes all requests immediately, and waits for a worker that is executing one: otherwise an
/// export would be ahead of its tables. [audio, during an export; or setup]
void jw_instance_work_here(JwInstance *instance);

/// Answers the messages whose requests are completed. Returns true if no work is left. [audio]
JW_REALTIME bool jw_instance_worked(JwInstance *instance);

/// Answers the message that requested a property, unless it was answered: each message gets one
/// answer, whatever it requested. [audio]
JW_REALTIME void jw_instance_answer(JwNotify *notice, JwRequest *request, int property, bool good);

/// Writes to the host's log, if there is one. [main]
void jw_instance_log(JwInstance *instance, const char *text);

/// Logs, once for each instrument, that it plays untuned and what it cannot do in this plug-in.
/// [main]
void jw_instance_warn(JwInstance *instance);

extern const LV2_Worker_Interface jw_worker_interface;

#endif // JW_INSTANCE_H
