// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Controls of the host, converted to parameters of the engine. After a change of the instrument its
// own values are in force until a control moves.
//
// A control acts from the first frame of the block in which it has a new value. Hosts with
// sample-accurate automation split their blocks, and any split gives the same bits.

#include "instance.h"

#include <math.h>
#include <string.h>

/// Takes new terms if they belong to the engine that plays.
static JW_REALTIME void take_terms(JwInstance *instance, bool *changed) {
    JwRun *run = &instance->run;
    const JwTerms *terms = jw_latest_read(instance->model.terms, NULL);
    if (terms->engine != jw_deck_engine(&instance->model.deck) ||
        terms->generation == run->generation) {
        return;
    }
    run->generation = terms->generation;
    memcpy(run->own, terms->own, sizeof(run->own));
    run->held = terms->held;
    memset(run->seen_held, 0, sizeof(run->seen_held));
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        const bool is_new = strcmp(run->texts.of[i], terms->shown.of[i]) != 0;
        run->notice.tell[i] = run->notice.tell[i] || is_new;
    }
    memcpy(&run->texts, &terms->shown, sizeof(run->texts));
    run->notice.tell_changed = run->notice.tell_changed || terms->by_user;
    if (instance->midnam) {
        instance->midnam->update(instance->midnam->handle);
    }
    *changed = true;
}

/// Reads the position of a control. The port is read as a number only when its bits change.
static JW_REALTIME float read_port(JwRun *run, int i, const float *port) {
    uint32_t raw;
    memcpy(&raw, port, sizeof(raw));
    if (raw == run->raw[i] && !isnan(run->at[i])) {
        return run->at[i];
    }
    run->raw[i] = raw;
    return jw_port_read(port, (JwParamId)i);
}

/// Value that a control requests. The first move of a control releases the held value.
static JW_REALTIME double value_of(JwInstance *instance, int i, float port, bool *changed) {
    JwRun *run = &instance->run;
    const bool moved = port != run->at[i];
    const bool held = jw_overrides_is(&run->held, i, port);
    const bool hidden = jw_overrides_hides(&run->held, i, port);
    if (moved) {
        run->at[i] = port;
        run->decimal[i] = jw_port_value(port);
    }
    if (!held && run->seen_held[i]) {
        run->held.at[i] = NAN;
        *changed = true;
    }
    run->seen_held[i] = held;
    *changed = *changed || moved;
    const double value = hidden ? run->own[i] : run->decimal[i];
    if (moved) {
        jw_deck_forget(&instance->model.deck, (JwParamId)i, value);
    }
    return value;
}

static JW_REALTIME void tell_model(JwInstance *instance) {
    const JwRun *run = &instance->run;
    JwControls *now = jw_latest_edit(instance->model.controls);
    now->generation = run->generation;
    now->held = run->held;
    memcpy(now->at, run->at, sizeof(now->at));
    jw_latest_publish(instance->model.controls);
}

/// Applies moves that a CLAP host has reported.
static JW_REALTIME void take_moves(JwInstance *instance, bool *changed) {
    JwRun *run = &instance->run;
    for (int i = 0; i < JW_N_PARAMS && run->any_moved; ++i) {
        if (run->moved[i]) {
            run->moved[i] = false;
            run->held.at[i] = NAN;
            run->seen_held[i] = false;
            *changed = true;
        }
    }
    run->any_moved = false;
}

JW_REALTIME void jw_instance_move(JwInstance *instance, JwParamId id) {
    instance->run.moved[id] = instance->run.any_moved = true;
}

JW_REALTIME void jw_instance_modulate(JwInstance *instance, JwParamId id, double amount) {
    instance->run.modulation[id] = amount;
}

/// Value with a CLAP host's modulation.
static JW_REALTIME double modulated(const JwRun *run, int i, double value) {
    const double amount = run->modulation[i];
    return amount != 0.0 ? jw_param_clamp((JwParamId)i, value + amount, value) : value;
}

static JW_REALTIME void send_control(JwRun *run, int i, double value) {
    if (value == run->sent[i]) {
        return;
    }
    run->sent[i] = value;
    run->events[run->n_events++] = (JwEvent){
        .type = JW_EVENT_PARAM,
        .param = {.id = (JwParamId)i, .value = value},
    };
}

/// Value in force if a control requests `value`.
static JW_REALTIME double in_force(const JwInstance *instance, int i, double value) {
    if (i == JW_P_QUALITY) {
        return jw_instance_quality(instance, value);
    }
    // A drone does not play while the output is disabled.
    const bool on = jw_instance_enabled(instance), heard = on || instance->run.fade > 0.0;
    if (i == JW_P_WET && !on) {
        return jw_param_info(JW_P_WET)->min; // Audio bypasses an effect that is off
    }
    if (i == JW_P_DRY && !on) {
        return 0.0;
    }
    return i == JW_P_DRONE && !heard ? 0.0 : value;
}

static JW_REALTIME void read_selector(JwInstance *instance, bool *changed) {
    JwRun *run = &instance->run;
    float *expected = &run->held.at[JW_CONTROL_INSTRUMENT];
    const float before = *expected, at = jw_selector_read(instance->ports.selector);
    if (jw_selector_moves(at, &run->at[JW_CONTROL_INSTRUMENT], expected)) {
        jw_instance_select(instance, (int)at);
    }
    *changed = *changed || (!isnan(*expected) && *expected != before);
}

JW_REALTIME void jw_instance_read_controls(JwInstance *instance) {
    JwRun *run = &instance->run;
    bool changed = false; // The plug-in model must be informed
    take_terms(instance, &changed);
    take_moves(instance, &changed);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const float *port = instance->ports.param[i];
        const float at = port ? read_port(run, i, port) : NAN;
        if (!port || !isnan(at)) {
            const double value = port ? value_of(instance, i, at, &changed) : run->own[i];
            send_control(run, i, modulated(run, i, in_force(instance, i, value)));
        }
    }
    read_selector(instance, &changed);
    if (changed) {
        tell_model(instance);
    }
}
