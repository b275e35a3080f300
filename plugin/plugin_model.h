// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the plug-in, for the threads that may wait: instruments, tunings, new engines.
//
// Every function locks the model, except those that a worker calls, which has locked it: the host
// may call its worker, save() and restore() at the same time, and fork() meanwhile. No function
// waits for the audio thread, nor does that wait for the model: terms go to it through a "latest"
// (JwTerms), and held controls come back through another (JwControls).

#ifndef JW_PLUGIN_MODEL_H
#define JW_PLUGIN_MODEL_H

#include "base/latest.h"
#include "choice.h"
#include "fork_lock.h"
#include "host/deck.h"
#include "overrides.h"

#include <stdbool.h>
#include <stdint.h>

/// Terms on which the audio thread plays an engine: values and texts of a choice.
typedef struct {
    const JwEngine *engine; ///< Engine that the terms are meant for
    uint32_t generation;    ///< Number of the choice
    bool by_user;           ///< The choice was made by hand: the state is not what was saved
    double own[JW_N_PARAMS];
    JwOverrides held;
    JwTexts shown;
} JwTerms;

/// Controls as the audio thread has them, told to the plug-in model.
typedef struct {
    uint32_t generation; ///< Generation of the terms in force
    JwOverrides held;
    float at[JW_N_CONTROLS]; ///< Places of the controls, NaN where there is none
} JwControls;

/// Contents of a state.
typedef struct {
    JwTexts texts;                 ///< Names or absolute paths
    bool present[JW_N_PROPERTIES]; ///< Texts that the state has; the others stay as they are
    JwOverrides held;
} JwSaved;

typedef struct {
    JwForkLock lock;
    char *bundle; ///< Folder of the bundle, without a slash at the end
    double rate_hz;
    int plugin;       ///< Index of jw_plugin()
    bool active;      ///< Audio may run
    JwChoice *choice; ///< Choice in force
    JwOverrides held; ///< Controls that nobody has moved
    JwSaved *wanted;  ///< State restored though a file was missing: it is saved again
    bool has_wanted;
    uint32_t generation;
    uint32_t restored; ///< Generation of the last restored state
    bool by_user;
    JwDeck deck;             ///< Deck of engines; the audio thread has its audio side
    JwEngine *newest;        ///< Newest engine, the deck's; NULL before start()
    JwInstrument *prepared;  ///< Instrument with which newest was prepared
    JwProfile *drawn;        ///< Profile with which newest was prepared
    JwTuning *tuned;         ///< Tuning with which newest was prepared
    JwLatest *terms;         ///< JwTerms, to the audio thread
    JwLatest *controls;      ///< JwControls, from the audio thread
    float at[JW_N_CONTROLS]; ///< Places of the controls, as last known
    bool warned;             ///< It was said what this instrument cannot do
} JwPluginModel;

/// Makes a model with the plug-in's instrument; ports holds the places of the controls
/// (JW_N_CONTROLS), NaN where there is none. Returns false, with a message, on failure; clear the
/// model in any case. [main]
bool jw_plugin_model_init(JwPluginModel *model, const char *bundle, double rate_hz, int plugin,
                          const float *ports, char *message, size_t message_size);

/// Frees everything. [setup: no audio running]
void jw_plugin_model_clear(JwPluginModel *model);

/// Makes the engine ready to run with the controls at ports, as if it had never run; `start` says
/// what holds on all the same. Writes the values in force (JW_N_PARAMS). Returns false if memory is
/// short. [setup: no audio running]
bool jw_plugin_model_start(JwPluginModel *model, const float *ports, JwDeckStart start,
                           double *params);

/// Offers no more engines until jw_plugin_model_start(). [setup: no audio running]
void jw_plugin_model_stop(JwPluginModel *model);

/// Changes one property. Another instrument's own values come into force over those of the controls
/// that nobody has moved, or that `held` names if that is not NULL; the controls are at ports.
/// Returns false, with a message and nothing changed, on failure. [worker, plug-in model locked]
bool jw_plugin_model_choose(JwPluginModel *model, JwProperty property, const char *text,
                            const float *ports, const JwOverrides *held, char *message,
                            size_t message_size);

/// Chooses the instrument that the selector, one of the ports, asks for if it has moved; *was is
/// its place at the last look (jw_selector_moves()). Returns false, with a message and nothing
/// chosen, on failure. [setup: no audio running]
bool jw_plugin_model_select(JwPluginModel *model, const float *ports, float *was, char *message,
                            size_t message_size);

/// Returns true if a state was restored after the terms of that generation. [worker, plug-in model
/// locked]
bool jw_plugin_model_restored_since(const JwPluginModel *model, uint32_t generation);

/// Chooses what a state contains. On failure nothing changes, and the state is remembered and saved
/// again. [main]
bool jw_plugin_model_restore(JwPluginModel *model, const JwSaved *saved, char *message,
                             size_t message_size);

/// Returns true if a text is a name by which a property's file is found. [main]
bool jw_plugin_model_knows(const JwPluginModel *model, JwProperty property, const char *text);

/// Writes the contents of a state to be saved. [main]
void jw_plugin_model_save(JwPluginModel *model, JwSaved *saved);

/// Builds the tables that the engine asks for, frees what it no longer needs. [worker, plug-in
/// model locked]
void jw_plugin_model_service(JwPluginModel *model);

/// Says once for each instrument if the input of an effect moves none of its strings; returns false
/// if there is nothing to say. [main]
bool jw_plugin_model_warns(JwPluginModel *model, char *text, size_t size);

/// Copies the instrument. [main]
void jw_plugin_model_instrument(JwPluginModel *model, JwInstrument *instrument);

/// Returns true while jw_plugin_model_service() has something to do. [audio]
JW_REALTIME bool jw_plugin_model_wants_service(const JwPluginModel *model);

#endif // JW_PLUGIN_MODEL_H
