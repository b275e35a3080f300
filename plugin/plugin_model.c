// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "plugin_model.h"

#include "ports.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/////////////
// Engines //
/////////////

/// Puts into the instrument the values that are in force with the controls at ports.
static void set_params(JwInstrument *instrument, const JwOverrides *held, const float *ports) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        double *value = &instrument->param[i];
        if (!isnan(ports[i]) && !jw_overrides_is(held, i, ports[i])) {
            *value = jw_param_clamp((JwParamId)i, jw_port_value(ports[i]), *value);
        }
    }
}

/// An engine for what is in shelf->prepared and shelf->tuned.
static JwEngine *new_engine(const JwPluginModel *shelf, char *message, size_t message_size) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32};
    JwEngine *engine = jw_engine_new();
    JwStatus status = engine ? jw_engine_set_tuning(engine, shelf->tuned) : JW_ERR_NO_MEMORY;
    if (!status) {
        status = jw_engine_prepare(engine, shelf->prepared, shelf->rate_hz, &options);
    }
    if (status) {
        snprintf(message, message_size, "%s: %s", shelf->prepared->name, jw_status_message(status));
        jw_engine_free(engine);
        return NULL;
    }
    return engine;
}

static void prepare_for(JwPluginModel *shelf, const JwChoice *choice, const JwOverrides *held,
                        const float *ports) {
    memcpy(shelf->prepared, &choice->instrument, sizeof(choice->instrument));
    memcpy(shelf->tuned, &choice->tuning, sizeof(choice->tuning));
    set_params(shelf->prepared, held, ports);
}

static void publish(JwPluginModel *shelf) {
    JwTerms *terms = jw_latest_edit(shelf->terms);
    terms->engine = shelf->newest;
    terms->generation = ++shelf->generation;
    terms->by_user = shelf->by_user;
    terms->held = shelf->held;
    memcpy(terms->own, shelf->choice->instrument.param, sizeof(terms->own));
    memcpy(&terms->shown, &shelf->choice->shown, sizeof(terms->shown));
    jw_latest_publish(shelf->terms);
}

/////////////
// Choices //
/////////////

/// Controls that were moved meanwhile are held no more.
static void hear_controls(JwPluginModel *shelf) {
    bool is_new;
    const JwControls *now = jw_latest_read(shelf->controls, &is_new);
    if (is_new && now->generation == shelf->generation) {
        shelf->held = now->held;
        shelf->by_user = false; // The audio thread has told the host.
    }
    if (is_new) {
        memcpy(shelf->at, now->at, sizeof(shelf->at));
    }
}

/// An engine for the choice, if it needs one of its own; false if that cannot be had. The same
/// instrument goes on sounding, under its new tuning.
static bool engine_for(JwPluginModel *shelf, const JwChoice *choice, const JwOverrides *held,
                       const float *ports, JwEngine **engine, char *message, size_t message_size) {
    const JwChoice *now = shelf->choice;
    *engine = NULL;
    if (!shelf->active) {
        return true;
    }
    if (memcmp(&now->instrument, &choice->instrument, sizeof(now->instrument)) != 0) {
        prepare_for(shelf, choice, held, ports);
        *engine = new_engine(shelf, message, message_size);
        if (!*engine) {
            shelf->prepared->n_strings = 0; // No engine is made so.
        }
        return *engine != NULL;
    }
    if (memcmp(&now->tuning, &choice->tuning, sizeof(now->tuning)) != 0) {
        const JwStatus status = jw_engine_set_tuning(shelf->newest, &choice->tuning);
        if (status) {
            snprintf(message, message_size, "%s", jw_status_message(status));
        }
        return !status;
    }
    return true;
}

/// Puts the choice on the shelf and, while audio may run, hands its engine over. The terms go
/// before the engine: without them the audio thread would play it with the old one's.
static bool accept(JwPluginModel *shelf, const JwChoice *choice, const JwOverrides *held,
                   const float *ports, char *message, size_t message_size) {
    JwEngine *engine;
    if (!engine_for(shelf, choice, held, ports, &engine, message, message_size)) {
        return false;
    }
    memcpy(shelf->choice, choice, sizeof(*choice));
    shelf->held = *held;
    shelf->has_wanted = false;
    if (engine) {
        jw_engine_swap_collect(&shelf->swap);
        shelf->newest = engine;
    }
    publish(shelf);
    if (engine) {
        jw_engine_swap_offer(&shelf->swap, engine);
    }
    return true;
}

/// A copy of the choice in force, to be changed; NULL if memory is short.
static JwChoice *draft(const JwPluginModel *shelf, char *message, size_t message_size) {
    JwChoice *choice = malloc(sizeof(JwChoice));
    if (choice) {
        memcpy(choice, shelf->choice, sizeof(*choice));
    } else {
        snprintf(message, message_size, "out of memory");
    }
    return choice;
}

bool jw_plugin_model_choose(JwPluginModel *shelf, JwProperty property, const char *text,
                            const float *ports, char *message, size_t message_size) {
    JwChoice *choice = draft(shelf, message, message_size);
    bool ok = choice &&
              jw_choice_set(choice, property, text, shelf->bundle, message, message_size) &&
              jw_choice_tune(choice, message, message_size);
    if (ok) {
        hear_controls(shelf);
        JwOverrides held = shelf->held;
        if (property == JW_PROPERTY_INSTRUMENT) {
            jw_overrides_choose(&held, choice->instrument.param, ports);
        }
        shelf->by_user = true;
        ok = accept(shelf, choice, &held, ports, message, message_size);
    }
    free(choice);
    return ok;
}

static bool set_all(const JwPluginModel *shelf, JwChoice *choice, const JwSaved *saved,
                    char *message, size_t message_size) {
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (saved->present[i] && !jw_choice_set(choice, (JwProperty)i, saved->texts.of[i],
                                                shelf->bundle, message, message_size)) {
            return false;
        }
    }
    return jw_choice_tune(choice, message, message_size);
}

bool jw_plugin_model_restore(JwPluginModel *shelf, const JwSaved *saved, char *message,
                             size_t message_size) {
    jw_fork_lock_take(&shelf->lock);
    JwChoice *choice = draft(shelf, message, message_size);
    hear_controls(shelf);
    shelf->by_user = false;
    const bool ok = choice && set_all(shelf, choice, saved, message, message_size) &&
                    accept(shelf, choice, &saved->held, shelf->at, message, message_size);
    if (!ok) {
        memcpy(shelf->wanted, saved, sizeof(*saved));
        shelf->has_wanted = true;
    }
    jw_fork_lock_leave(&shelf->lock);
    free(choice);
    return ok;
}

bool jw_plugin_model_knows(const JwPluginModel *shelf, JwProperty property, const char *text) {
    return jw_choice_knows(property, text, shelf->bundle);
}

void jw_plugin_model_save(JwPluginModel *shelf, JwSaved *saved) {
    jw_fork_lock_take(&shelf->lock);
    hear_controls(shelf);
    memcpy(&saved->texts, &shelf->choice->kept, sizeof(saved->texts));
    saved->held = shelf->held;
    if (shelf->has_wanted) {
        saved->held = shelf->wanted->held;
    }
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        saved->present[i] = true;
        if (shelf->has_wanted && shelf->wanted->present[i]) {
            memcpy(saved->texts.of[i], shelf->wanted->texts.of[i], JW_TEXT_SIZE);
        }
    }
    jw_fork_lock_leave(&shelf->lock);
}

/////////////////////////////
// Life, and what is asked //
/////////////////////////////

static bool allocate(JwPluginModel *shelf, const char *bundle) {
    shelf->bundle = strdup(bundle);
    shelf->choice = calloc(1, sizeof(JwChoice));
    shelf->wanted = calloc(1, sizeof(JwSaved));
    shelf->prepared = calloc(1, sizeof(JwInstrument));
    shelf->tuned = calloc(1, sizeof(JwTuning));
    shelf->terms = jw_latest_new(sizeof(JwTerms));
    shelf->controls = jw_latest_new(sizeof(JwControls));
    return shelf->bundle && shelf->choice && shelf->wanted && shelf->prepared && shelf->tuned &&
           shelf->terms && shelf->controls;
}

bool jw_plugin_model_init(JwPluginModel *shelf, const char *bundle, double rate_hz,
                          const char *name, const float *ports, char *message,
                          size_t message_size) {
    *shelf = (JwPluginModel){.rate_hz = rate_hz};
    jw_engine_swap_init(&shelf->swap, NULL);
    if (!jw_fork_lock_init(&shelf->lock) || !allocate(shelf, bundle)) {
        snprintf(message, message_size, "out of memory");
        return false;
    }
    for (size_t n = strlen(shelf->bundle); n > 1 && shelf->bundle[n - 1] == '/'; --n) {
        shelf->bundle[n - 1] = '\0';
    }
    if (!jw_choice_set(shelf->choice, JW_PROPERTY_INSTRUMENT, name, shelf->bundle, message,
                       message_size)) {
        return false;
    }
    jw_overrides_choose(&shelf->held, shelf->choice->instrument.param, ports);
    memcpy(shelf->at, ports, sizeof(shelf->at));
    return true;
}

void jw_plugin_model_clear(JwPluginModel *shelf) {
    jw_engine_swap_clear(&shelf->swap);
    jw_latest_free(shelf->terms);
    jw_latest_free(shelf->controls);
    free(shelf->choice);
    free(shelf->wanted);
    free(shelf->prepared);
    free(shelf->tuned);
    free(shelf->bundle);
    jw_fork_lock_clear(&shelf->lock);
}

/// True if the engine that there is would be made just so, and nothing is on its way.
static bool ready(const JwPluginModel *shelf, const JwInstrument *wanted) {
    return shelf->newest && shelf->swap.current == shelf->newest && !shelf->swap.old &&
           !memcmp(shelf->prepared, wanted, sizeof(*wanted)) &&
           !memcmp(shelf->tuned, &shelf->choice->tuning, sizeof(*shelf->tuned));
}

static void start(JwPluginModel *shelf, JwInstrument *wanted, const float *ports) {
    char message[256];
    memcpy(wanted, &shelf->choice->instrument, sizeof(*wanted));
    set_params(wanted, &shelf->held, ports);
    jw_engine_swap_collect(&shelf->swap);
    if (ready(shelf, wanted)) {
        jw_engine_reset(shelf->newest);
    } else {
        jw_engine_swap_clear(&shelf->swap);
        prepare_for(shelf, shelf->choice, &shelf->held, ports);
        shelf->newest = new_engine(shelf, message, sizeof(message));
        jw_engine_swap_init(&shelf->swap, shelf->newest);
    }
    publish(shelf);
    shelf->active = shelf->newest != NULL;
}

bool jw_plugin_model_start(JwPluginModel *shelf, const float *ports, double *params) {
    JwInstrument *wanted = malloc(sizeof(JwInstrument));
    if (!wanted) {
        return false;
    }
    jw_fork_lock_take(&shelf->lock);
    memcpy(shelf->at, ports, sizeof(shelf->at));
    start(shelf, wanted, ports);
    memcpy(params, wanted->param, sizeof(wanted->param));
    const bool ok = shelf->active;
    jw_fork_lock_leave(&shelf->lock);
    free(wanted);
    return ok;
}

void jw_plugin_model_stop(JwPluginModel *shelf) {
    jw_fork_lock_take(&shelf->lock);
    hear_controls(shelf);
    shelf->active = false;
    jw_fork_lock_leave(&shelf->lock);
}

void jw_plugin_model_service(JwPluginModel *shelf) {
    jw_engine_swap_collect(&shelf->swap);
    // Short of memory, the engine asks again later.
    if (shelf->active) {
        jw_engine_service(shelf->newest);
    }
}

void jw_plugin_model_instrument(JwPluginModel *shelf, JwInstrument *instrument) {
    jw_fork_lock_take(&shelf->lock);
    memcpy(instrument, &shelf->choice->instrument, sizeof(*instrument));
    jw_fork_lock_leave(&shelf->lock);
}

JW_REALTIME bool jw_plugin_model_wants_service(const JwPluginModel *shelf) {
    return jw_exchange_has_spent(&shelf->swap.exchange) ||
           jw_engine_wants_service(shelf->swap.current);
}
