// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the plug-in, for threads that may wait: instruments, tunings, new engines.
//
// Every function locks the model, except those for the worker, which has locked it: the host may
// call its worker, save() and restore() at the same time, and fork() meanwhile. No function waits
// for the audio thread, nor does the audio thread wait for the model: terms are sent to it through
// a JwLatest (JwTerms), and held controls return through another (JwControls).

#ifndef JW_PLUGIN_MODEL_H
#define JW_PLUGIN_MODEL_H

#include "base/latest.h"
#include "choice.h"
#include "fork_lock.h"
#include "host/deck.h"
#include "overrides.h"

#include <stdbool.h>
#include <stdint.h>

/// Terms: values and texts of a choice that the audio thread needs to play its engine.
typedef struct {
    const JwEngine *engine; ///< Engine to which the terms belong
    uint32_t generation;    ///< Number of the choice
    bool by_user;           ///< The user made the choice, so that the state differs from the saved
                            ///< one
    double own[JW_N_PARAMS];
    JwOverrides held;
    JwTexts shown;
} JwTerms;

/// Controls, as reported by the audio thread.
typedef struct {
    uint32_t generation; ///< Generation of the terms in use
    JwOverrides held;
    float at[JW_N_CONTROLS]; ///< Positions of the controls, NaN: no control
} JwControls;

/// Contents of a state.
typedef struct {
    JwTexts texts;                 ///< Names or absolute paths
    bool present[JW_N_PROPERTIES]; ///< Properties contained in the state; the others do not change
    JwOverrides held;
} JwSaved;

typedef struct {
    JwForkLock lock;
    char *bundle; ///< Folder of the bundle, without a trailing slash
    double rate_hz;
    int plugin;       ///< Index of jw_plugin()
    bool active;      ///< Audio may run
    JwChoice *choice; ///< Current choice
    JwOverrides held; ///< Controls that have not been moved
    JwSaved *wanted;  ///< State that was restored although a file was missing: it is saved
                      ///< unchanged
    bool has_wanted;
    uint32_t generation;
    uint32_t restored; ///< Generation of the last restored state
    uint32_t chosen;   ///< Generation of the last choice of jw_plugin_model_choose()
    uint32_t placed;   ///< Generation of the last state restored with positions
    bool by_user;
    JwDeck deck;             ///< Engines; the audio thread owns its audio part
    JwEngine *newest;        ///< Newest engine, owned by the deck; NULL before start()
    JwInstrument *prepared;  ///< Instrument of newest
    JwProfile *drawn;        ///< Profile of newest
    JwTuning *tuned;         ///< Tuning of newest
    JwLatest *terms;         ///< JwTerms, to the audio thread
    JwLatest *controls;      ///< JwControls, from the audio thread
    float at[JW_N_CONTROLS]; ///< Last known positions of the controls
    bool warned;             ///< The warning about this instrument was written
    bool told_untuned;       ///< The warning that this instrument is untuned was written
} JwPluginModel;

/// Makes a model with the plug-in's default instrument; ports are the positions of the controls
/// (JW_N_CONTROLS), NaN: no control. Returns false, with an error, on failure; clear the model in
/// any case. [main]
bool jw_plugin_model_init(JwPluginModel *model, const char *bundle, double rate_hz, int plugin,
                          const float *ports, JwError *error);

/// Frees everything. [setup: no audio running]
void jw_plugin_model_clear(JwPluginModel *model);

/// Prepares the engine to run with the controls at ports as if it had never run; `start` says what
/// it keeps nevertheless. Writes the values in force (JW_N_PARAMS). Returns false if memory is
/// short. [setup: no audio running]
bool jw_plugin_model_start(JwPluginModel *model, const float *ports, JwDeckStart start,
                           double *params);

/// Offers no more engines until jw_plugin_model_start(). [setup: no audio running]
void jw_plugin_model_stop(JwPluginModel *model);

/// Changes a property. A new instrument's own values override the controls that have not been
/// moved, or those of `held` if that is not NULL; the controls are at ports. On failure returns
/// false, with an error and nothing changed. [worker, plug-in model locked]
bool jw_plugin_model_choose(JwPluginModel *model, JwProperty property, const char *text,
                            const float *ports, const JwOverrides *held, JwError *error);

/// Chooses the instrument of the selector, one of the ports, if it has moved; *was is its last
/// position (jw_selector_moves()). On failure returns false, with an error and nothing chosen.
/// [setup: no audio running]
bool jw_plugin_model_select(JwPluginModel *model, const float *ports, float *was, JwError *error);

/// True if a state was restored after the terms of that generation. [worker, plug-in model locked]
bool jw_plugin_model_restored_since(const JwPluginModel *model, uint32_t generation);

/// Makes the choice in a state. ports: positions of the controls that belong to the state; NULL:
/// they stay where they are. On failure nothing changes, and the state is stored and saved again.
/// [main]
bool jw_plugin_model_restore(JwPluginModel *model, const JwSaved *saved, const float *ports,
                             JwError *error);

/// True if a property's file is found by a text as its name. [main]
bool jw_plugin_model_knows(const JwPluginModel *model, JwProperty property, const char *text);

/// Writes the contents of the state to be saved. Returns true if they are those of a state that
/// could not be restored. [main]
bool jw_plugin_model_save(JwPluginModel *model, JwSaved *saved);

/// Generations of the last choice and of the last restored state. [main]
void jw_plugin_model_generations(JwPluginModel *model, uint32_t *chosen, uint32_t *restored);

/// Loads an instrument or preset by name or absolute path. On failure returns false, with an error
/// and nothing changed. [main]
bool jw_plugin_model_load(JwPluginModel *model, const char *text, JwError *error);

/// Copies the positions of the controls (JW_N_CONTROLS), as last reported; NaN: no control. [main]
void jw_plugin_model_positions(JwPluginModel *model, float *ports);

/// Value of a parameter in force, as last reported. [main]
double jw_plugin_model_value(JwPluginModel *model, JwParamId id);

/// Builds tables for the engine and frees those that it no longer needs. [worker, plug-in model
/// locked]
void jw_plugin_model_service(JwPluginModel *model);

/// Sets a warning, once for each instrument, if it plays untuned, and if the input of an effect
/// moves none of its strings: one in each call. Returns false if there is none. [main]
bool jw_plugin_model_warns(JwPluginModel *model, JwError *warning);

/// Copies the instrument. [main]
void jw_plugin_model_instrument(JwPluginModel *model, JwInstrument *instrument);

/// Returns true while jw_plugin_model_service() has something to do. [audio]
JW_REALTIME bool jw_plugin_model_wants_service(const JwPluginModel *model);

#endif // JW_PLUGIN_MODEL_H
