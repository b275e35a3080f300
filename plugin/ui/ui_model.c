// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Contents of the window, from messages of the plug-in.

#include "lv2/atoms.h"
#include "plugins.h"
#include "ui.h"
#include "window/draw/cluster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 512 };

static const double least_input_db = -90.0; ///< Level of silence
static const double levels_period_s = 0.1;
static const double peak_fall_db_s = 20.0;
static const double own_s = 0.3; ///< Time for which a move by the user in the window takes
                                 ///< precedence

static const char drone_prefix[] = "drone-", effect_prefix[] = "resonator-";

/********* Presets *********/

static bool is_drones(const char *preset) {
    return !strncmp(preset, drone_prefix, sizeof drone_prefix - 1);
}

static bool is_effects(const char *preset) {
    return !strncmp(preset, effect_prefix, sizeof effect_prefix - 1);
}

static bool is_instruments(const char *preset) {
    return !is_drones(preset) && !is_effects(preset);
}

void jw_ui_begin(JwUi *ui) {
    const JwShownBundle bundle = {
        .bundle = ui->bundle,
        .shows = ui->index == JW_PLUGIN_DRONE       ? is_drones
                 : ui->index == JW_PLUGIN_RESONATOR ? is_effects
                                                    : is_instruments,
    };
    jw_showing_begin(&ui->showing, &ui->window,
                     JW_LACKS_LEARN | JW_LACKS_WITH | (ui->host.request ? 0 : JW_LACKS_FILES),
                     &bundle);
    ui->window.has_input = jw_plugin_has_input(ui->index);
    ui->window.is_effect = ui->index == JW_PLUGIN_RESONATOR;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const double first = jw_plugin_default(ui->index, (JwParamId)i);
        ui->window.disabled[i] = jw_plugin_port(ui->index, (JwParamId)i) < 0;
        ui->port[i] = (float)(isnan(first) ? jw_param_info((JwParamId)i)->def : first);
        ui->window.param[i] = jw_port_value(ui->port[i]);
        ui->moved_s[i] = -own_s;
    }
    ui->watched_s = ui->asked_s = -1e9;
    ui->watch.string = -1;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        ui->text[i].changed_s = ui->text[i].sent_s = -1e9;
    }
}

/********* Values *********/

/// Shows levels that the host reads from the resonator.
static void take_level(JwUi *ui, uint32_t port, float value) {
    if ((int)port == jw_plugin_host_port(ui->index, JW_HOST_IN_PEAK)) {
        ui->window.input_db = (double)value > least_input_db ? (double)value : -HUGE_VAL;
        ui->parts |= JW_PART_LEVELS;
    } else if ((int)port == jw_plugin_host_port(ui->index, JW_HOST_LIMITED)) {
        ui->parts |= ui->window.limited_percent != (double)value ? JW_PART_ALL : 0U;
        ui->window.limited_percent = (double)value;
    }
}

void jw_ui_take_port(JwUi *ui, uint32_t port, float value) {
    if (ui->window.is_effect) {
        take_level(ui, port, value);
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (jw_plugin_port(ui->index, (JwParamId)i) == (int)port) {
            ui->port[i] = value;
            if (!ui->has_values) {
                ui->window.param[i] = jw_port_value(value);
                ui->parts = JW_PART_ALL;
            }
        }
    }
}

void jw_ui_indicate(JwUi *ui, JwParamId id, const JwWindowIndication *indication) {
    if ((unsigned)id < JW_N_PARAMS) {
        ui->window.indication[id] = *indication;
        ui->parts = JW_PART_ALL;
    }
}

static void show_values(JwUi *ui) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        const float value = ui->values.value[i];
        const bool own = ui->now_s - ui->moved_s[i] < own_s || ui->step[i].waits;
        if (!isnan(value) && !own) {
            ui->window.param[i] = jw_port_value(value);
        }
    }
}

/// Updates strings, notes and frets for the present tuning.
static void fill_board(JwUi *ui) {
    jw_fretboard_fill(&ui->showing.board, &ui->choice.patch.instrument, &ui->choice.tuning,
                      ui->window.param);
}

static void follow_tuning(JwUi *ui) {
    fill_board(ui);
    jw_showing_tuning(&ui->showing, &ui->choice.patch.instrument);
    jw_shown_fine_tuning(&ui->window, ui->choice.tuning.string_cents);
}

static void follow_values(JwUi *ui) {
    const JwInstrument *instrument = &ui->choice.patch.instrument;
    double before[JW_N_PARAMS];
    memcpy(before, ui->window.param, sizeof before);
    show_values(ui);
    if (!ui->is_known || !memcmp(before, ui->window.param, sizeof before)) {
        return;
    }
    if (jw_params_differ(ui->window.param, before, JW_ACTS_FRETS)) {
        follow_tuning(ui);
    }
    jw_window_bridge_bend(&ui->window);
    jw_shown_round(&ui->window, instrument);
    ui->parts = JW_PART_ALL;
}

/********* Instrument *********/

/// Displays the name of a scale's file, without folders.
static void show_scale(JwUi *ui) {
    const char *path = ui->choice.shown.of[JW_PROPERTY_SCALE];
    const char *slash = strrchr(path, '/');
    jw_cluster_copy(ui->window.scale, sizeof ui->window.scale, slash ? slash + 1 : path);
}

static void show_instrument(JwUi *ui) {
    const JwPatch *patch = &ui->choice.patch;
    memcpy(ui->window.built, patch->own, sizeof ui->window.built);
    if (!ui->has_values) {
        memcpy(ui->window.param, patch->instrument.param, sizeof ui->window.param);
    }
    fill_board(ui);
    jw_showing_names(&ui->showing, &patch->instrument, patch->preset_name);
    jw_showing_instrument(&ui->showing, &patch->instrument);
    jw_shown_fine_tuning(&ui->window, ui->choice.tuning.string_cents);
}

/// Reads the file or text of a received property; returns true if it has changed. What cannot be
/// read stays unchanged.
static bool read_text(JwUi *ui, JwProperty property) {
    JwError error = {0};
    const char *text = ui->told.of[property];
    const bool same = ui->is_known && !strcmp(text, ui->choice.shown.of[property]);
    if (!ui->is_told[property] || same) {
        return false;
    }
    const bool ok = jw_choice_set(&ui->choice, property, text, ui->bundle, &error);
    if (!ok) {
        jw_ui_log(ui, error.text);
    }
    ui->is_known = ui->is_known || (ok && property == JW_PROPERTY_INSTRUMENT);
    return ok;
}

static void read_told(JwUi *ui) {
    JwError error = {0};
    bool other[JW_N_PROPERTIES], any = false;
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        other[i] = read_text(ui, (JwProperty)i);
        any = any || other[i];
    }
    memset(ui->is_told, 0, sizeof ui->is_told);
    if (!any || !ui->is_known) {
        return;
    }
    if (!jw_choice_tune(&ui->choice, &error)) {
        jw_ui_log(ui, error.text);
    }
    if (other[JW_PROPERTY_INSTRUMENT]) {
        show_instrument(ui);
    } else if (other[JW_PROPERTY_SCALE] || other[JW_PROPERTY_MAPPING] ||
               other[JW_PROPERTY_STRINGS]) {
        follow_tuning(ui);
    }
    if (other[JW_PROPERTY_PROFILE]) {
        jw_ui_show_profile(ui);
    }
    show_scale(ui);
    jw_window_bridge_bend(&ui->window);
    ui->parts = JW_PART_ALL;
}

void jw_ui_choose(JwUi *ui, int string) {
    if (ui->is_known) {
        jw_showing_choose(&ui->showing, &ui->choice.patch.instrument, string);
    }
}

/********* Messages *********/

static void take_text(JwUi *ui, LV2_URID key, const LV2_Atom *value) {
    const int i = jw_uris_property(&ui->uris, key);
    const char *text = jw_atom_text(value, &ui->uris, JW_TEXT_SIZE);
    if (i >= 0 && text && strcmp(ui->told.of[i], text) != 0) {
        snprintf(ui->told.of[i], sizeof ui->told.of[i], "%s", text);
        ui->is_told[i] = true;
    }
}

static void take_patch(JwUi *ui, const LV2_Atom *atom) {
    const JwPatchMessage patch = jw_messages_read_patch(atom, &ui->uris);
    if (!patch.is_ours) {
        return;
    }
    take_text(ui, patch.property, patch.value);
    if (patch.body) {
        JwAtomReader reader = jw_properties_begin(patch.body, &ui->uris);
        const LV2_Atom *value;
        LV2_URID key;
        while (jw_properties_next(&reader, &key, &value)) {
            take_text(ui, key, value);
        }
    }
}

/// Stores the part of a picture that slow motion needs.
static void add_picture(JwUi *ui) {
    const JwEnginePicture *p = &ui->picture.of;
    JwSlowPicture slow = {.hz = p->pitch_hz, .time_s = (double)p->frame / ui->picture.rate_hz};
    slow.picture.n = p->n;
    slow.picture.n_across = p->n_across;
    memcpy(slow.picture.towards, p->towards, sizeof slow.picture.towards);
    memcpy(slow.picture.across, p->across, sizeof slow.picture.across);
    slow.n_contacts = p->n_contacts;
    memcpy(slow.contact_m, p->contact_m, sizeof slow.contact_m);
    memcpy(slow.force_n, p->force_n, sizeof slow.force_n);
    jw_slow_add(&ui->showing.slow, &slow);
    if (jw_showing_hero(&ui->showing, p->fret, p->pitch_hz, p->length_m, slow.time_s)) {
        ui->parts = JW_PART_ALL;
        if (ui->window.bridge.along) {
            jw_shown_bridge(&ui->window, &ui->choice.patch.instrument, ui->window.hero.string);
        }
    }
}

static void take_picture(JwUi *ui, const LV2_Atom *atom) {
    jw_messages_read_picture(atom, &ui->uris, &ui->picture);
    const JwEnginePicture *p = &ui->picture.of;
    JwWindowModel *w = &ui->window;
    ui->limited = p->limited < ui->limited ? p->limited : ui->limited;
    for (int i = 0; i < 2; ++i) {
        ui->peak[i] = fmax(ui->peak[i], (double)ui->picture.peak[i]);
    }
    if (!ui->is_known || p->n_strings != w->n_strings) {
        return; // It belongs to another instrument
    }
    for (int i = 0; i < w->n_strings; ++i) {
        ui->parts |= w->string[i].damped != (p->damped[i] > 0) ? JW_PART_LEVELS : 0U;
        w->string[i].damped = p->damped[i] > 0;
    }
    if (ui->picture.silent) {
        ui->parts |= w->sounds ? jw_showing_silence(&ui->showing) : 0;
    } else if (p->string == w->hero.string && p->length_m > 0.0 && ui->picture.rate_hz > 0.0) {
        ui->parts |= w->sounds ? 0U : JW_PART_ALL;
        w->sounds = true;
        add_picture(ui);
    }
}

static void take_sound(JwUi *ui, const LV2_Atom *atom) {
    float sample[JW_SOUND_FRAMES];
    jw_messages_read_sound(atom, &ui->uris, &ui->sound);
    for (uint32_t i = 0; i < ui->sound.n; ++i) {
        sample[i] = (float)ui->sound.sample[i] / 32767.0F;
    }
    if (jw_showing_sound(&ui->showing, sample, (int)ui->sound.n, ui->sound.rate_hz)) {
        ui->parts |= JW_PART_SOUND;
    }
}

void jw_ui_take_atom(JwUi *ui, const LV2_Atom *atom) {
    const JwUris *uris = &ui->uris;
    const LV2_URID type = jw_object_type(atom, uris);
    if (type == uris->jw_Picture) {
        take_picture(ui, atom);
    } else if (type == uris->jw_Sound) {
        take_sound(ui, atom);
    } else if (type == uris->jw_Values) {
        jw_messages_read_values(atom, uris, &ui->values);
        ui->has_values = true;
    } else if (type == uris->patch_Set || type == uris->patch_Put) {
        take_patch(ui, atom);
    }
}

/********* Looks *********/

static void look_at_levels(JwUi *ui, double gap_s) {
    const JwEnginePicture *p = &ui->picture.of;
    double energy_j[JW_WINDOW_STRINGS], sum_j = 0.0;
    const bool fits = p->n_strings == ui->window.n_strings;
    for (int i = 0; i < p->n_strings; ++i) {
        energy_j[i] = ui->picture.silent ? 0.0 : (double)p->energy_j[i];
        sum_j += energy_j[i];
    }
    if (ui->window.sounds) {
        jw_showing_energies(&ui->showing, sum_j, p->body_j, p->ledger_j, levels_period_s);
    }
    jw_showing_peaks(&ui->showing, ui->peak, p->limited > ui->limited, gap_s);
    const bool held = fits && jw_showing_strings(&ui->showing, energy_j, p->held_key);
    const int played = fits ? jw_showing_follow(&ui->showing) : -1;
    if (played >= 0) {
        jw_ui_choose(ui, played);
        ui->parts |= JW_PART_ALL;
    }
    jw_showing_drone(&ui->showing, &p->drone);
    for (int i = 0; i < 2; ++i) {
        ui->peak[i] *= pow(10.0, -peak_fall_db_s * fmin(gap_s, 1.0) / 20.0);
    }
    ui->parts |= ui->window.sounds || held ? JW_PART_LEVELS : 0U;
    ui->parts |= held ? JW_PART_KEYS : 0U;
}

unsigned jw_ui_look(JwUi *ui) {
    read_told(ui);
    if (ui->has_values) {
        follow_values(ui);
    }
    if (ui->window.sounds && jw_slow_show(&ui->showing.slow, ui->now_s, &ui->window)) {
        ui->parts |= JW_PART_STRING;
    }
    if (ui->now_s - ui->levels_s >= levels_period_s) {
        look_at_levels(ui, ui->now_s - ui->levels_s);
        ui->levels_s = ui->now_s;
    }
    const unsigned parts = ui->parts;
    ui->parts = 0;
    return parts;
}
