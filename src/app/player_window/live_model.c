// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player_window/live_model.h"

#include "app/player/live_keys.h"
#include "app/player/live_tuning.h"
#include "app/player/practice.h"
#include "window/draw/cluster.h"

#include <stdio.h>
#include <string.h>

static const double params_period_s = 0.05;
static const double levels_period_s = 0.1;

/********* Patch *********/

static void take_params(JwLiveModel *m) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        m->window.param[i] = m->seen[i] = jw_live_param(m->live, (JwParamId)i);
    }
}

/// Shows the controller of each parameter. Finding them takes a tenth of the window's processor
/// time.
static void take_learned(JwLiveModel *m) {
    const JwMidiLearn *learned = jw_live_learned(m->live);
    m->window.learning = m->state.learning;
    if (!memcmp(&m->learned, learned, sizeof m->learned)) {
        return;
    }
    m->learned = *learned;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        int channel;
        int controller = jw_param_info((JwParamId)i)->cc;
        jw_midi_learn_find(learned, (JwParamId)i, &channel, &controller);
        m->window.learned[i] = controller;
    }
}

void jw_live_model_choose(JwLiveModel *m, int string) {
    jw_showing_choose(&m->showing, m->state.instrument, string);
}

/// Copies the present pitches of the strings.
static void take_tuning(JwLiveModel *m) {
    memcpy(m->cents, jw_live_string_cents(m->live), sizeof m->cents);
    jw_live_fretboard(m->live, &m->showing.board);
}

/// Shows the strings' pitches.
static void show_strings(JwLiveModel *m) {
    take_tuning(m);
    jw_shown_strings(&m->window, m->state.instrument, &m->showing.board);
    jw_shown_fine_tuning(&m->window, m->cents);
}

/// Shows strings, notes and frets.
static void show_tuning(JwLiveModel *m) {
    take_tuning(m);
    jw_showing_tuning(&m->showing, m->state.instrument);
    jw_shown_fine_tuning(&m->window, m->cents);
}

static void show_names(JwLiveModel *m) {
    jw_showing_names(&m->showing, m->state.instrument, m->state.preset_name);
    snprintf(m->preset_name, sizeof m->preset_name, "%s", m->state.preset_name);
}

void jw_live_model_list_sets(JwLiveModel *m) {
    JwNameList list = {0, NULL};
    JwError unlisted = {0};
    jw_shown_clear_sets(&m->window);
    if (jw_practice_list(&list, &unlisted)) {
        for (int i = 0; i < list.n; ++i) {
            char line[JW_PRACTICE_LINE];
            jw_practice_tell(list.name[i], line);
            jw_shown_add_set(&m->window, &m->showing.presets, list.name[i], line);
        }
    }
    jw_name_list_clear(&list);
}

/// Lists presets that were saved, and the practice sets where their page is opened. Returns true if
/// the list is a new one.
static bool look_at_lists(JwLiveModel *m) {
    const int n = jw_live_presets(m->live)->n;
    const JwWindowPage page = m->window.hand.page;
    const bool opened = page == JW_WINDOW_PRESETS_PAGE && page != m->page,
               saved = n != m->n_presets;
    m->page = page;
    m->n_presets = n;
    if (saved) {
        jw_shown_presets(&m->window, NULL, &m->showing.presets);
        m->window.hand.audition = -1; // It may have another place
        m->with_preset[0] = 0;
    }
    if (saved || opened) {
        jw_live_model_list_sets(m);
    }
    if (saved) {
        show_names(m);
    }
    return saved || opened;
}

static void show_patch(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    memcpy(w->built, jw_live_presets(m->live)->base, sizeof w->built);
    take_params(m);
    show_names(m);
    take_tuning(m);
    jw_showing_instrument(&m->showing, m->state.instrument);
    jw_shown_fine_tuning(&m->window, m->cents);
    m->n_patches = m->state.n_patches;
}

void jw_live_model_begin(JwLiveModel *m, JwLive *live) {
    m->live = live;
    m->with_preset[0] = 0;
    jw_showing_begin(&m->showing, &m->window, JW_LACKS_FILES, NULL);
    jw_live_model_list_sets(m);
    m->n_presets = jw_live_presets(live)->n;
    jw_live_state(live, &m->state);
    m->window.has_input = m->state.backend.has_input;
    show_patch(m);
    jw_live_audio_listen(jw_live_audio(live), true);
}

/// Shows a bridge profile that was not drawn by the pen; returns true if it is a new one.
static bool look_at_profile(JwLiveModel *m) {
    const JwProfile *p = jw_live_profile(m->live);
    if (jw_profile_same(p, &m->profile)) {
        return false;
    }
    m->profile = *p;
    jw_showing_profile(&m->showing, p);
    return true;
}

bool jw_live_model_tune(JwLiveModel *m, JwError *error) {
    double cents[JW_MAX_STRINGS] = {0.0};
    for (int i = 0; i < m->window.n_strings; ++i) {
        cents[i] = m->window.string[i].tune_cents;
    }
    const bool ok = jw_live_tune_all(m->live, cents, error);
    show_strings(m);
    return ok;
}

bool jw_live_model_draw(JwLiveModel *m, JwError *error) {
    JwProfile profile;
    jw_showing_drawn(&m->showing, &profile);
    const bool ok = jw_live_set_profile(m->live, &profile, error);
    m->profile = *jw_live_profile(m->live);
    return ok;
}

/********* Companion and clock *********/

JwLiveWith *jw_live_model_companion(const JwLiveModel *m) {
    JwLiveWith *with = jw_live_with(m->live);
    return m->window.with_shown > 0 ? jw_live_with_second(with) : with;
}

/// Shows which companions are on; returns true if that changed.
static bool look_at_both(JwLiveModel *m) {
    const JwLiveWith *with = jw_live_with(m->live);
    const bool on[] = {jw_live_with_is_on(with), jw_live_with_is_on(jw_live_with_second(with))};
    const bool same = !memcmp(on, m->window.with_on, sizeof on);
    memcpy(m->window.with_on, on, sizeof on);
    m->window.n_with = 2;
    return !same;
}

/// Shows the shown companion's settings; returns true if they changed.
static bool look_at_companion(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    const JwWindowWith before = w->with;
    const JwLiveWith *with = jw_live_model_companion(m);
    const JwPatch *patch = jw_live_with_patch(with);
    const JwCompanionSettings *settings = jw_live_with_settings(with);
    const char *preset = settings->preset ? settings->preset : jw_live_with_usual(with);
    JwDronePlace place = {0};
    w->with.on = jw_live_with_is_on(with);
    w->with.ready = jw_live_with_place(with, &place);
    w->with.first = settings->first;
    w->with.level_db = settings->level_db;
    w->with.cents = settings->cents;
    w->with.tempo = settings->tempo > 0.0 ? settings->tempo
                    : patch               ? patch->instrument.param[JW_P_DRONE_TEMPO]
                                          : jw_param_info(JW_P_DRONE_TEMPO)->def;
    if (strcmp(preset, m->with_preset) != 0 || patch != m->with_patch) {
        snprintf(m->with_preset, sizeof m->with_preset, "%s", preset);
        m->with_patch = patch;
        w->with.preset = jw_showing_find_preset(&m->showing, preset);
        jw_cluster_copy(w->with.name, sizeof w->with.name,
                        w->with.preset >= 0 ? w->presets[w->with.preset].name : preset);
        w->with.round.n_strokes = 0;
        if (patch) {
            jw_shown_strokes(&w->with.round, &patch->instrument, patch->instrument.param);
        }
    }
    return memcmp(&before, &w->with, sizeof before) != 0;
}

/// Shows the clock's settings; returns true if they changed.
static bool look_at_clock(JwLiveModel *m) {
    JwWindowClock *clock = &m->window.clock;
    const JwLiveClock *now = jw_live_audio_clock(jw_live_audio(m->live));
    const double bpm = jw_live_clock_bpm(now);
    const bool same = now->setting.on == clock->on && bpm == clock->bpm && now->tala == clock->tala;
    clock->on = now->setting.on;
    clock->bpm = bpm;
    clock->tala = now->tala;
    return !same;
}

/// Shows the companion's hand and the beat; returns true if they moved.
static bool look_at_beats(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    const JwLiveClock *clock = jw_live_audio_clock(jw_live_audio(m->live));
    const double now = w->with.round.now;
    const int beat = w->clock.beat;
    JwDronePlace place = {0};
    if (jw_live_with_place(jw_live_model_companion(m), &place)) {
        w->with.round.now = place.part;
    }
    w->clock.beat = clock->clicks ? jw_clicks_beat(clock->clicks) : 0;
    return w->clock.beat != beat || (w->with.on && w->with.round.now != now);
}

/********* Patch and parameters *********/

/// Shows a new patch, and parameters that were changed elsewhere.
static unsigned look_at_patch(JwLiveModel *m) {
    double before[JW_N_PARAMS];
    const int learning = m->window.learning;
    memcpy(before, m->seen, sizeof before);
    const bool drawn = look_at_profile(m);
    const JwKeysChoice keys = m->window.keys_choice;
    m->window.keys_choice = jw_live_keys_choice(m->live);
    const bool tuned = memcmp(m->cents, jw_live_string_cents(m->live), sizeof m->cents) != 0;
    const bool both = look_at_both(m), beside = look_at_companion(m) || both,
               clock = look_at_clock(m);
    if (m->state.n_patches != m->n_patches) {
        show_patch(m);
        return JW_PART_ALL;
    }
    take_params(m);
    take_learned(m);
    const bool renamed = strcmp(m->preset_name, m->state.preset_name) != 0;
    if (renamed) {
        show_names(m);
    }
    if (tuned || jw_params_differ(m->window.param, before, JW_ACTS_FRETS)) {
        show_tuning(m);
    }
    if (!memcmp(before, m->window.param, sizeof before) && !renamed && !drawn && !tuned &&
        learning == m->window.learning && keys == m->window.keys_choice) {
        return beside || clock ? JW_PART_ALL : 0;
    }
    jw_window_bridge_bend(&m->window);
    jw_shown_round(&m->window, m->state.instrument);
    return JW_PART_ALL;
}

/********* Levels *********/

void jw_live_model_clear_peaks(JwLiveModel *m) {
    jw_live_reset_meters(m->live);
}

/// Reads the state of the strings; returns true if the set of held keys has changed.
static bool look_at_strings(JwLiveModel *m) {
    double energy_j[JW_WINDOW_STRINGS];
    int held_key[JW_WINDOW_STRINGS];
    for (int i = 0; i < m->window.n_strings; ++i) {
        JwStringReport report;
        jw_live_report(m->live, i, &report);
        energy_j[i] = report.energy_j;
        held_key[i] = report.held_key;
        m->window.string[i].damped = report.damped;
    }
    return jw_showing_strings(&m->showing, energy_j, held_key);
}

static void look_at_energies(JwLiveModel *m) {
    JwStringReport all;
    jw_live_report(m->live, -1, &all);
    jw_showing_energies(&m->showing, all.energy_j, all.energy_body_j, all.energy_ledger_j,
                        levels_period_s);
}

static unsigned look_at_levels(JwLiveModel *m, double gap_s) {
    JwDronePlace place;
    jw_showing_peaks(&m->showing, m->state.meters.peak,
                     m->state.meters.clipped + m->state.meters.limited.times > 0, gap_s);
    const bool held = look_at_strings(m);
    const int played = jw_showing_follow(&m->showing);
    if (played >= 0) {
        jw_live_model_choose(m, played);
    }
    jw_live_drone(m->live, &place);
    jw_showing_drone(&m->showing, &place);
    if (m->window.sounds) {
        look_at_energies(m);
    }
    const bool beat = look_at_beats(m);
    // Silence has no levels
    return (played >= 0 ? JW_PART_ALL : 0U) | (beat ? JW_PART_LEVELS : 0U) |
           (m->window.sounds || held ? JW_PART_LEVELS : 0U) | (held ? JW_PART_KEYS : 0U);
}

/********* The string *********/

static unsigned look_at_string(JwLiveModel *m, double now_s) {
    JwSlowPicture picture = {.hz = 0.0};
    JwWindowModel *w = &m->window;
    JwStringReport report;
    JwMotion motion = {0};
    const int n =
        jw_live_motion(m->live, w->hero.string, picture.picture.towards, JW_WINDOW_MODES, &motion);
    const int points = jw_live_forces(m->live, w->hero.string, picture.contact_m, picture.force_n,
                                      JW_WINDOW_POINTS);
    if (n == 0 || !(motion.length_m > 0.0) || !(m->state.backend.rate_hz > 0.0)) {
        return 0;
    }
    picture.picture.n = n < JW_WINDOW_MODES ? n : JW_WINDOW_MODES;
    picture.picture.n_across = motion.n_across < picture.picture.n ? motion.n_across : 0;
    memcpy(picture.picture.across, motion.across_m, sizeof motion.across_m);
    picture.n_contacts = points < JW_WINDOW_POINTS ? points : JW_WINDOW_POINTS;
    jw_live_report(m->live, w->hero.string, &report);
    picture.time_s = (double)motion.frame / m->state.backend.rate_hz;
    const bool moved =
        jw_showing_hero(&m->showing, report.fret, report.pitch_hz, motion.length_m, picture.time_s);
    if (moved && w->bridge.along && m->state.n_patches == m->n_patches) {
        jw_shown_bridge(w, m->state.instrument, w->hero.string);
    }
    picture.hz = w->hero.hz;
    jw_slow_add(&m->showing.slow, &picture);
    jw_slow_show(&m->showing.slow, now_s, w);
    return JW_PART_STRING | (moved ? JW_PART_REST : 0U);
}

/// Adds the output to the spectrogram.
static unsigned look_at_sound(JwLiveModel *m) {
    JwHeard heard;
    bool added = false;
    while (jw_live_audio_heard(jw_live_audio(m->live), &heard)) {
        added = jw_showing_sound(&m->showing, heard.sample, JW_HEARD_FRAMES,
                                 m->state.backend.rate_hz) ||
                added;
    }
    return added ? JW_PART_SOUND : 0;
}

unsigned jw_live_model_look(JwLiveModel *m, double now_s) {
    unsigned parts = 0;
    jw_live_state(m->live, &m->state);
    if (now_s - m->params_s >= params_period_s) {
        m->params_s = now_s;
        parts |= (look_at_lists(m) ? JW_PART_ALL : 0U) | look_at_patch(m);
    }
    const bool sounded = m->window.sounds;
    m->window.sounds = m->state.backend.driver && !m->state.meters.silent;
    if (m->window.sounds) {
        parts |= look_at_string(m, now_s) | (sounded ? 0U : JW_PART_ALL);
    } else if (sounded) {
        parts |= jw_showing_silence(&m->showing);
    }
    parts |= look_at_sound(m);
    if (now_s - m->levels_s >= levels_period_s) {
        parts |= look_at_levels(m, now_s - m->levels_s);
        m->levels_s = now_s;
    }
    return parts;
}
