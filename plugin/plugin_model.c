// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "plugin_model.h"

#include "plugins.h"
#include "ports.h"
#include "selector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/********* Engines *********/

/// Value in force with a control at `at` (NaN: no control). own: the instrument's value.
static double in_force(const JwOverrides *held, int i, float at, double own) {
    const bool is_own = isnan(at) || jw_overrides_hides(held, i, at);
    return is_own ? own : jw_param_clamp((JwParamId)i, jw_port_value(at), own);
}

/// Sets the instrument's parameters to the values that apply with the controls at ports.
static void set_params(JwInstrument *instrument, const JwOverrides *held, const float *ports) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        instrument->param[i] = in_force(held, i, ports[i], instrument->param[i]);
    }
}

/// Makes an engine for model->prepared, model->tuned and model->drawn.
static JwEngine *new_engine(const JwPluginModel *model, JwError *error) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32};
    const JwPatchFit fit = {.tuning = model->tuned, .profile = model->drawn};
    return jw_patch_engine(model->prepared, model->prepared->name, &fit, model->rate_hz, &options,
                           error);
}

static void prepare_for(JwPluginModel *model, const JwChoice *choice, const JwOverrides *held,
                        const float *ports) {
    memcpy(model->prepared, &choice->patch.instrument, sizeof(choice->patch.instrument));
    memcpy(model->tuned, &choice->tuning, sizeof(choice->tuning));
    *model->drawn = choice->profile;
    set_params(model->prepared, held, ports);
}

static void publish(JwPluginModel *model) {
    JwTerms *terms = jw_latest_edit(model->terms);
    terms->engine = model->newest;
    terms->generation = ++model->generation;
    terms->by_user = model->by_user;
    terms->held = model->held;
    memcpy(terms->own, model->choice->patch.instrument.param, sizeof(terms->own));
    memcpy(&terms->shown, &model->choice->shown, sizeof(terms->shown));
    jw_latest_publish(model->terms);
}

/********* Choices *********/

/// Reads the audio thread's reports: controls moved meanwhile are no longer held.
static void hear_controls(JwPluginModel *model) {
    bool is_new;
    const JwControls *now = jw_latest_read(model->controls, &is_new);
    if (is_new && now->generation == model->generation) {
        model->held = now->held;
        model->by_user = false; // The audio thread has informed the host
    }
    // Older reports have positions from before the state.
    if (is_new && now->generation >= model->placed) {
        memcpy(model->at, now->at, sizeof(model->at));
    }
}

/// Makes an engine for the choice if it needs a new one; returns false on failure. The same
/// instrument continues to sound with its new tuning and profile.
static bool engine_for(JwPluginModel *model, const JwChoice *choice, const JwOverrides *held,
                       const float *ports, JwEngine **engine, JwError *error) {
    const JwChoice *now = model->choice;
    *engine = NULL;
    if (!model->active) {
        return true;
    }
    if (memcmp(&now->patch.instrument, &choice->patch.instrument, sizeof(now->patch.instrument)) !=
        0) {
        prepare_for(model, choice, held, ports);
        *engine = new_engine(model, error);
        if (!*engine) {
            model->prepared->n_strings = 0; // No engine is prepared like this
        }
        return *engine != NULL;
    }
    JwStatus status = JW_SUCCESS;
    if (memcmp(&now->tuning, &choice->tuning, sizeof(now->tuning)) != 0) {
        status = jw_engine_set_tuning(model->newest, &choice->tuning);
    }
    if (!status && !jw_profile_same(&now->profile, &choice->profile)) {
        status = jw_engine_set_profile(model->newest, &choice->profile);
    }
    if (status) {
        jw_error_set(error, "%s", jw_status_message(status));
    }
    return !status;
}

/// Makes a choice current and, while audio may run, offers its engine. The terms are sent before
/// the engine: without them the audio thread would play it with the terms of the old one.
static bool accept(JwPluginModel *model, const JwChoice *choice, const JwOverrides *held,
                   const float *ports, JwError *error) {
    JwEngine *engine;
    if (!engine_for(model, choice, held, ports, &engine, error)) {
        return false;
    }
    const bool same = !memcmp(&model->choice->patch.instrument, &choice->patch.instrument,
                              sizeof(choice->patch.instrument));
    model->warned &= same;
    model->told_untuned &= same;
    memcpy(model->choice, choice, sizeof(*choice));
    model->held = *held;
    model->has_wanted = false;
    if (engine) {
        jw_deck_collect(&model->deck);
        model->newest = engine;
    }
    publish(model);
    if (engine) {
        jw_deck_offer(&model->deck, engine);
    }
    return true;
}

/// Copies the current choice for changes; returns NULL if memory is short.
static JwChoice *draft(const JwPluginModel *model, JwError *error) {
    JwChoice *choice = malloc(sizeof(JwChoice));
    if (choice) {
        memcpy(choice, model->choice, sizeof(*choice));
    } else {
        jw_error_set(error, "out of memory");
    }
    return choice;
}

/// Lets a preset override controls that the user has moved, except those that it leaves alone.
static void give_way(const JwPluginModel *model, const JwChoice *choice, JwOverrides *held,
                     const float *ports) {
    for (int i = 0; i < JW_N_PARAMS && choice->patch.preset_name[0]; ++i) {
        if (choice->patch.named[i] || !jw_plugin_leaves_alone(model->plugin, (JwParamId)i)) {
            held->at[i] = ports[i];
        }
    }
}

/// Removes the profile from a choice, since it was drawn for the previous instrument.
static void take_profile_off(JwChoice *choice) {
    choice->profile.n = 0;
    choice->kept.of[JW_PROPERTY_PROFILE][0] = choice->shown.of[JW_PROPERTY_PROFILE][0] = '\0';
}

bool jw_plugin_model_choose(JwPluginModel *model, JwProperty property, const char *text,
                            const float *ports, const JwOverrides *asked, JwError *error) {
    JwChoice *choice = draft(model, error);
    bool ok = choice && jw_choice_set(choice, property, text, model->bundle, error) &&
              jw_choice_tune(choice, error);
    if (ok) {
        hear_controls(model);
        JwOverrides held = asked ? *asked : model->held;
        if (property == JW_PROPERTY_INSTRUMENT) {
            take_profile_off(choice);
        }
        if (property == JW_PROPERTY_INSTRUMENT && !asked) {
            give_way(model, choice, &held, ports);
            jw_overrides_choose(&held, model->plugin, choice->patch.instrument.param, ports);
        }
        model->by_user = true;
        ok = accept(model, choice, &held, ports, error);
        model->chosen = ok ? model->generation : model->chosen;
    }
    free(choice);
    return ok;
}

bool jw_plugin_model_select(JwPluginModel *model, const float *ports, float *was, JwError *error) {
    const float at = ports[JW_CONTROL_INSTRUMENT];
    bool ok = true;
    jw_fork_lock_take(&model->lock);
    if (jw_selector_moves(at, was, &model->held.at[JW_CONTROL_INSTRUMENT])) {
        const JwShipped *shipped = jw_selector_find(model->plugin, (int)at);
        ok = !shipped || jw_plugin_model_choose(model, JW_PROPERTY_INSTRUMENT, shipped->name, ports,
                                                NULL, error);
    }
    jw_fork_lock_leave(&model->lock);
    return ok;
}

bool jw_plugin_model_restored_since(const JwPluginModel *model, uint32_t generation) {
    return model->restored > generation;
}

static bool set_all(const JwPluginModel *model, JwChoice *choice, const JwSaved *saved,
                    JwError *error) {
    take_profile_off(choice);
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (saved->present[i] &&
            !jw_choice_set(choice, (JwProperty)i, saved->texts.of[i], model->bundle, error)) {
            return false;
        }
    }
    return jw_choice_tune(choice, error);
}

bool jw_plugin_model_restore(JwPluginModel *model, const JwSaved *saved, const float *ports,
                             JwError *error) {
    jw_fork_lock_take(&model->lock);
    JwChoice *choice = draft(model, error);
    hear_controls(model);
    model->by_user = false;
    const bool ok = choice && set_all(model, choice, saved, error) &&
                    accept(model, choice, &saved->held, ports ? ports : model->at, error);
    if (ok) {
        model->restored = model->generation;
        if (ports) {
            model->placed = model->generation;
            memcpy(model->at, ports, sizeof(model->at));
        }
    } else {
        memcpy(model->wanted, saved, sizeof(*saved));
        model->has_wanted = true;
    }
    jw_fork_lock_leave(&model->lock);
    free(choice);
    return ok;
}

bool jw_plugin_model_knows(const JwPluginModel *model, JwProperty property, const char *text) {
    return jw_choice_knows(property, text, model->bundle);
}

bool jw_plugin_model_save(JwPluginModel *model, JwSaved *saved) {
    jw_fork_lock_take(&model->lock);
    hear_controls(model);
    memcpy(&saved->texts, &model->choice->kept, sizeof(saved->texts));
    saved->held = model->held;
    if (model->has_wanted) {
        saved->held = model->wanted->held;
    }
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        saved->present[i] = true;
        if (model->has_wanted && model->wanted->present[i]) {
            memcpy(saved->texts.of[i], model->wanted->texts.of[i], JW_TEXT_SIZE);
        }
    }
    const bool is_wanted = model->has_wanted;
    jw_fork_lock_leave(&model->lock);
    return is_wanted;
}

void jw_plugin_model_generations(JwPluginModel *model, uint32_t *chosen, uint32_t *restored) {
    jw_fork_lock_take(&model->lock);
    *chosen = model->chosen;
    *restored = model->restored;
    jw_fork_lock_leave(&model->lock);
}

/********* Lifetime and requests *********/

static bool allocate(JwPluginModel *model, const char *bundle) {
    model->bundle = strdup(bundle);
    model->choice = calloc(1, sizeof(JwChoice));
    model->wanted = calloc(1, sizeof(JwSaved));
    model->prepared = calloc(1, sizeof(JwInstrument));
    model->drawn = calloc(1, sizeof(JwProfile));
    model->tuned = calloc(1, sizeof(JwTuning));
    model->terms = jw_latest_new(sizeof(JwTerms));
    model->controls = jw_latest_new(sizeof(JwControls));
    return model->bundle && model->choice && model->wanted && model->prepared && model->drawn &&
           model->tuned && model->terms && model->controls;
}

bool jw_plugin_model_init(JwPluginModel *model, const char *bundle, double rate_hz, int plugin,
                          const float *ports, JwError *error) {
    *model = (JwPluginModel){.rate_hz = rate_hz, .plugin = plugin};
    const bool deck = jw_deck_init(&model->deck);
    if (!jw_fork_lock_init(&model->lock) || !deck || !allocate(model, bundle)) {
        return jw_error_set(error, "out of memory");
    }
    for (size_t n = strlen(model->bundle); n > 1 && model->bundle[n - 1] == '/'; --n) {
        model->bundle[n - 1] = '\0';
    }
    if (!jw_choice_set(model->choice, JW_PROPERTY_INSTRUMENT, jw_plugin(plugin)->instrument,
                       model->bundle, error)) {
        return false;
    }
    jw_overrides_default(&model->held, plugin);
    jw_overrides_choose(&model->held, plugin, model->choice->patch.instrument.param, ports);
    memcpy(model->at, ports, sizeof(model->at));
    return true;
}

bool jw_plugin_model_warns(JwPluginModel *model, JwError *warning) {
    bool says = false;
    jw_fork_lock_take(&model->lock);
    const JwPatch *patch = &model->choice->patch;
    if (!model->told_untuned) {
        jw_error_set(warning, "%s", patch->remark);
        says = patch->remark[0] != '\0';
        model->told_untuned = true;
    }
    if (!says && !model->warned && jw_plugin_has_input(model->plugin)) {
        says = !jw_patch_is_driven(&patch->instrument, patch->instrument.name, warning);
        model->warned = true;
    }
    jw_fork_lock_leave(&model->lock);
    return says;
}

void jw_plugin_model_clear(JwPluginModel *model) {
    jw_deck_clear(&model->deck);
    jw_latest_free(model->terms);
    jw_latest_free(model->controls);
    free(model->choice);
    free(model->wanted);
    free(model->prepared);
    free(model->drawn);
    free(model->tuned);
    free(model->bundle);
    jw_fork_lock_clear(&model->lock);
}

bool jw_plugin_model_load(JwPluginModel *model, const char *text, JwError *error) {
    jw_fork_lock_take(&model->lock);
    hear_controls(model);
    const bool ok =
        jw_plugin_model_choose(model, JW_PROPERTY_INSTRUMENT, text, model->at, NULL, error);
    jw_fork_lock_leave(&model->lock);
    return ok;
}

void jw_plugin_model_positions(JwPluginModel *model, float *ports) {
    jw_fork_lock_take(&model->lock);
    hear_controls(model);
    memcpy(ports, model->at, sizeof(model->at));
    jw_fork_lock_leave(&model->lock);
}

double jw_plugin_model_value(JwPluginModel *model, JwParamId id) {
    jw_fork_lock_take(&model->lock);
    hear_controls(model);
    const double own = model->choice->patch.instrument.param[id];
    const double value = in_force(&model->held, (int)id, model->at[id], own);
    jw_fork_lock_leave(&model->lock);
    return value;
}

/// True if the present engine is prepared as required, and no other one is on its way.
static bool ready(const JwPluginModel *model, const JwInstrument *wanted) {
    return model->newest && jw_deck_engine(&model->deck) == model->newest &&
           jw_engine_rate_hz(model->newest) == model->rate_hz && !jw_deck_fades(&model->deck) &&
           !memcmp(model->prepared, wanted, sizeof(*wanted)) &&
           jw_profile_same(model->drawn, &model->choice->profile) &&
           !memcmp(model->tuned, &model->choice->tuning, sizeof(*model->tuned));
}

static void start(JwPluginModel *model, JwInstrument *wanted, const float *ports, JwDeckStart how) {
    JwError unread = {0};
    memcpy(wanted, &model->choice->patch.instrument, sizeof(*wanted));
    set_params(wanted, &model->held, ports);
    jw_deck_collect(&model->deck);
    if (!ready(model, wanted)) {
        prepare_for(model, model->choice, &model->held, ports);
        model->newest = new_engine(model, &unread);
    }
    jw_deck_start(&model->deck, model->newest, how);
    publish(model);
    model->active = model->newest != NULL;
}

bool jw_plugin_model_start(JwPluginModel *model, const float *ports, JwDeckStart how,
                           double *params) {
    JwInstrument *wanted = malloc(sizeof(JwInstrument));
    if (!wanted) {
        return false;
    }
    jw_fork_lock_take(&model->lock);
    memcpy(model->at, ports, sizeof(model->at));
    start(model, wanted, ports, how);
    memcpy(params, wanted->param, sizeof(wanted->param));
    const bool ok = model->active;
    jw_fork_lock_leave(&model->lock);
    free(wanted);
    return ok;
}

void jw_plugin_model_stop(JwPluginModel *model) {
    jw_fork_lock_take(&model->lock);
    hear_controls(model);
    model->active = false;
    jw_fork_lock_leave(&model->lock);
}

void jw_plugin_model_service(JwPluginModel *model) {
    jw_deck_collect(&model->deck);
    // An engine that is short of memory asks again later.
    if (model->active) {
        jw_engine_service(model->newest);
    }
}

void jw_plugin_model_instrument(JwPluginModel *model, JwInstrument *instrument) {
    jw_fork_lock_take(&model->lock);
    memcpy(instrument, &model->choice->patch.instrument, sizeof(*instrument));
    jw_fork_lock_leave(&model->lock);
}

JW_REALTIME bool jw_plugin_model_wants_service(const JwPluginModel *model) {
    return jw_deck_wants_service(&model->deck);
}
