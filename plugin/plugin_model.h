// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the plug-in plays, as the threads that may wait see it: instruments, tunings, new engines.
//
// Every function locks the plug-in model, but for those that a worker calls, which has locked it:
// the host may call its worker, save() and restore() at the same time, and fork() meanwhile. None
// of them waits for the audio thread, nor it for them; what it must know comes to it as JwTerms,
// what it has to say of held controls goes back the same way.

#ifndef JW_PLUGIN_MODEL_H
#define JW_PLUGIN_MODEL_H

#include "base/latest.h"
#include "choice.h"
#include "fork_lock.h"
#include "host/engine_swap.h"
#include "overrides.h"

#include <stdbool.h>
#include <stdint.h>

/// What an engine was chosen with: for the audio thread.
typedef struct {
    const JwEngine *engine; ///< They are meant for this one
    uint32_t generation;    ///< Counts choices
    bool by_user;           ///< Chosen by hand, so that the state is not what was saved
    double own[JW_N_PARAMS];
    JwOverrides held;
    JwTexts shown;
} JwTerms;

/// The controls as the audio thread has them: for the plug-in model.
typedef struct {
    uint32_t generation; ///< Of the terms in force
    JwOverrides held;
    float at[JW_N_CONTROLS]; ///< Where they stand, NaN where there is none
} JwControls;

/// What a state says.
typedef struct {
    JwTexts texts;                 ///< Names or absolute paths
    bool present[JW_N_PROPERTIES]; ///< Of the texts; others stay as they are
    JwOverrides held;
} JwSaved;

typedef struct {
    JwForkLock lock;
    char *bundle; ///< Its folder, without a slash at the end
    double rate_hz;
    int plugin;       ///< Index of jw_plugin()
    bool active;      ///< Audio may run
    JwChoice *choice; ///< In force
    JwOverrides held; ///< Controls that nobody has moved
    JwSaved *wanted;  ///< Restored, but a file was not to be had: saved again
    bool has_wanted;
    uint32_t generation;
    uint32_t restored; ///< Generation of the last restored state
    bool by_user;
    JwEngineSwap swap;       ///< Its audio side belongs to the audio thread
    JwEngine *newest;        ///< The swap's, NULL before start()
    JwInstrument *prepared;  ///< With which it was made,
    JwTuning *tuned;         ///< and this tuning
    JwLatest *terms;         ///< JwTerms, to the audio thread
    JwLatest *controls;      ///< JwControls, from it
    float at[JW_N_CONTROLS]; ///< Where they stood last
} JwPluginModel;

/// Puts the plug-in's instrument on the plug-in model; ports: where the controls are
/// (JW_N_CONTROLS), NaN where there is none. False, with a message, if it cannot be had; clear it
/// in any case. [main]
bool jw_plugin_model_init(JwPluginModel *model, const char *bundle, double rate_hz, int plugin,
                          const float *ports, char *message, size_t message_size);

/// Frees everything. [setup: no audio running]
void jw_plugin_model_clear(JwPluginModel *model);

/// Makes the engine ready to run with the controls at ports, as if it had never run. Writes the
/// values in force (JW_N_PARAMS). False if memory is short. [setup: no audio running]
bool jw_plugin_model_start(JwPluginModel *model, const float *ports, double *params);

/// No engine is offered any more until start(). [setup: no audio running]
void jw_plugin_model_stop(JwPluginModel *model);

/// Changes one property. With another instrument its own values come into force over those of the
/// controls that nobody has moved; they are at ports. False, with a message, and nothing changed,
/// if it cannot be had. [worker, plug-in model locked]
bool jw_plugin_model_choose(JwPluginModel *model, JwProperty property, const char *text,
                            const float *ports, char *message, size_t message_size);

/// Chooses the instrument that the selector, one of the ports, asks for if it has moved; *was is
/// where it was looked at last (jw_selector_moves()). False, with a message, and nothing chosen, if
/// it cannot be had. [setup: no audio running]
bool jw_plugin_model_select(JwPluginModel *model, const float *ports, float *was, char *message,
                            size_t message_size);

/// True if a state was restored after the terms of that generation. [worker, plug-in model locked]
bool jw_plugin_model_restored_since(const JwPluginModel *model, uint32_t generation);

/// Chooses what a state has. If that cannot be had, nothing changes, and the state is remembered
/// and saved again. [main]
bool jw_plugin_model_restore(JwPluginModel *model, const JwSaved *saved, char *message,
                             size_t message_size);

/// True if a text is a name by which a property's file is found. [main]
bool jw_plugin_model_knows(const JwPluginModel *model, JwProperty property, const char *text);

/// What a state has to hold. [main]
void jw_plugin_model_save(JwPluginModel *model, JwSaved *saved);

/// Builds the tables that the engine asks for, frees what it no longer needs. [worker, plug-in
/// model locked]
void jw_plugin_model_service(JwPluginModel *model);

/// Copies the instrument. [main]
void jw_plugin_model_instrument(JwPluginModel *model, JwInstrument *instrument);

/// True while service() has something to do. [audio]
JW_REALTIME bool jw_plugin_model_wants_service(const JwPluginModel *model);

#endif // JW_PLUGIN_MODEL_H
