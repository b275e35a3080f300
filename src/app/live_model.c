// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/live_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double params_period_s = 0.05;
static const double levels_period_s = 0.1;
static const double hold_fall_db_s = 1.5; ///< Of held peaks

/********* Patch *********/

static void take_params(JwLiveModel *m) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        m->window.param[i] = jw_live_param(m->live, (JwParamId)i);
    }
}

/// Shows which controllers move what. Looking for them is a tenth of all the window's work.
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

static int usual_string(const JwInstrument *instrument) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        if (instrument->string[i].role == JW_ROLE_MELODY) {
            return i;
        }
    }
    return 0;
}

void jw_live_model_choose(JwLiveModel *m, int string) {
    JwWindowModel *w = &m->window;
    if (string < 0 || string >= w->n_strings) {
        return;
    }
    jw_slow_reset(&m->slow);
    w->hero.n_pictures = 0;
    w->bridge.n_contacts = 0;
    memset(w->bridge.held_n, 0, sizeof w->bridge.held_n);
    jw_shown_hero(w, m->state.instrument, &m->board, string, -1);
    jw_shown_bridge(w, m->state.instrument, string);
}

/// Shows strings, notes and frets as they are tuned now.
static void show_tuning(JwLiveModel *m) {
    jw_live_fretboard(m->live, &m->board);
    jw_shown_tonality(&m->window, &m->board);
    jw_shown_strings(&m->window, m->state.instrument, &m->board);
    jw_live_model_choose(m, m->window.hero.string);
}

static bool is_file(const char *name, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    const size_t n = strlen(name);
    return !strncmp(file, name, n) && (file[n] == 0 || file[n] == '.');
}

/// Shows the names of instrument and preset, and which of the presets it is.
static void show_names(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    const char *preset = m->state.preset_name;
    snprintf(w->instrument_name, sizeof w->instrument_name, "%s", m->state.instrument->name);
    snprintf(w->preset_name, sizeof w->preset_name, "%s",
             *preset ? preset : m->state.instrument->name);
    w->preset = -1;
    for (int i = 0; *preset && i < w->n_presets; ++i) {
        if (is_file(m->presets.file[i], preset)) {
            w->preset = i;
            snprintf(w->preset_name, sizeof w->preset_name, "%s", w->presets[i].name);
        }
    }
    snprintf(m->preset_name, sizeof m->preset_name, "%s", preset);
}

static void show_patch(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    memcpy(w->built, jw_live_presets(m->live)->base, sizeof w->built);
    take_params(m);
    w->hero.string = usual_string(m->state.instrument);
    show_names(m);
    show_tuning(m);
    jw_shown_round(w, m->state.instrument);
    m->n_sounds = m->state.n_sounds;
}

void jw_live_model_begin(JwLiveModel *m, JwLive *live) {
    m->live = live;
    jw_window_model_init(&m->window);
    m->window.lacks = JW_LACKS_DAMP | JW_LACKS_TUNE | JW_LACKS_FILES;
    jw_shown_presets(&m->window, &m->presets);
    jw_live_state(live, &m->state);
    show_patch(m);
    jw_live_listen(live, true);
}

/// Shows a bridge profile that something else than the pen drew; true if it is a new one.
static bool look_at_profile(JwLiveModel *m) {
    const JwProfile *p = jw_live_profile(m->live);
    double x_m[JW_PROFILE_POINTS], h_m[JW_PROFILE_POINTS];
    if (jw_profile_same(p, &m->profile)) {
        return false;
    }
    m->profile = *p;
    for (int i = 0; i < p->n; ++i) {
        x_m[i] = (double)p->x_m[i];
        h_m[i] = (double)p->h_m[i];
    }
    jw_pen_begin(&m->window.pen, x_m, h_m, p->n, JW_PEN_POINTS);
    return true;
}

bool jw_live_model_draw(JwLiveModel *m, JwMessage *message) {
    const JwPenProfile *pen = &m->window.pen.now;
    JwProfile profile = {.n = pen->n};
    for (int i = 0; i < pen->n; ++i) {
        profile.x_m[i] = pen->x_m[i];
        profile.h_m[i] = fminf(pen->h_m[i], (float)JW_PROFILE_HIGHEST_M);
    }
    const bool ok = jw_live_set_profile(m->live, &profile, message);
    m->profile = *jw_live_profile(m->live);
    return ok;
}

/// Shows parameters that something else moved, and another patch.
static unsigned look_at_patch(JwLiveModel *m) {
    double before[JW_N_PARAMS];
    const int learning = m->window.learning;
    memcpy(before, m->window.param, sizeof before);
    const bool drawn = look_at_profile(m);
    if (m->state.n_sounds != m->n_sounds) {
        show_patch(m);
        return JW_PART_ALL;
    }
    take_params(m);
    take_learned(m);
    const bool renamed = strcmp(m->preset_name, m->state.preset_name) != 0;
    if (renamed) {
        show_names(m);
    }
    if (jw_params_differ(m->window.param, before, JW_ACTS_FRETS)) {
        show_tuning(m);
    }
    if (!memcmp(before, m->window.param, sizeof before) && !renamed && !drawn &&
        learning == m->window.learning) {
        return 0;
    }
    jw_window_bridge_bend(&m->window);
    jw_shown_round(&m->window, m->state.instrument);
    return JW_PART_ALL;
}

/********* Levels *********/

static void look_at_peaks(JwLiveModel *m, double gap_s) {
    JwWindowModel *w = &m->window;
    for (int i = 0; i < 2; ++i) {
        w->peak_db[i] = 20.0 * log10(m->state.meters.peak[i] + 1e-9);
        w->held_db[i] = fmax(w->held_db[i] - hold_fall_db_s * gap_s, w->peak_db[i]);
    }
    w->clipped = m->state.meters.clipped > 0;
}

void jw_live_model_clear_peaks(JwLiveModel *m) {
    jw_live_reset_meters(m->live);
}

static float decibels(double energy_j) {
    return (float)(10.0 * log10(fmax(energy_j, 0.0) + 1e-20));
}

/// Adds what strings, body and ledger have now to the energies over time.
static void add_energies(JwLiveModel *m) {
    JwWindowEnergies *e = &m->window.energies;
    JwStringReport all;
    jw_live_report(m->live, -1, &all);
    float *db = e->db[(e->first + e->n) % JW_WINDOW_ENERGIES];
    db[JW_WINDOW_OF_STRINGS] = decibels(all.energy_j);
    db[JW_WINDOW_OF_BODY] = decibels(all.energy_body_j);
    db[JW_WINDOW_OF_LEDGER] = decibels(all.energy_ledger_j);
    e->first = e->n < JW_WINDOW_ENERGIES ? e->first : (e->first + 1) % JW_WINDOW_ENERGIES;
    e->n = e->n < JW_WINDOW_ENERGIES ? e->n + 1 : JW_WINDOW_ENERGIES;
    e->seconds = levels_period_s;
}

/// Looks at what strings do; true if other keys are held.
static bool look_at_strings(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    uint8_t before[JW_WINDOW_KEYS];
    memcpy(before, w->lit, sizeof before);
    memset(w->lit, 0, sizeof w->lit);
    for (int i = 0; i < w->n_strings; ++i) {
        JwStringReport report;
        JwWindowString *s = &w->string[i];
        jw_live_report(m->live, i, &report);
        s->energy_j = report.energy_j;
        s->level = jw_shown_level(report.energy_j);
        s->lit = report.held_key >= 0;
        if (report.held_key >= 0 && report.held_key < JW_WINDOW_KEYS) {
            w->lit[report.held_key] = (uint8_t)(1 + s->role);
        }
    }
    return memcmp(before, w->lit, sizeof before) != 0;
}

/// Turns the drone's round to where it is.
static void look_at_drone(JwLiveModel *m) {
    JwWindowRound *round = &m->window.round;
    JwDronePlace place;
    jw_live_drone(m->live, &place);
    round->now = place.part;
    round->round = place.runs ? (int)place.round : 0;
    round->next = place.next;
}

static unsigned look_at_levels(JwLiveModel *m, double gap_s) {
    look_at_peaks(m, fmin(gap_s, 1.0));
    const bool held = look_at_strings(m);
    look_at_drone(m);
    if (m->window.sounds) {
        add_energies(m);
    }
    return m->window.sounds || held ? JW_PART_LEVELS : 0; // Silence has no levels
}

/********* The string *********/

/// Shows where the chosen string is stopped, and how high it sounds; true if that changed.
static bool look_at_hero(JwLiveModel *m, double length_m) {
    JwWindowHero *hero = &m->window.hero;
    JwStringReport report;
    const int fret = hero->fret;
    jw_live_report(m->live, hero->string, &report);
    if (report.fret >= 0 && report.fret < hero->n_frets) {
        hero->fret = report.fret;
        hero->key = hero->fret_key[report.fret] >= 0 ? hero->fret_key[report.fret] : hero->key;
    }
    hero->hz = report.pitch_hz;
    hero->length_m = length_m;
    return fret != hero->fret;
}

static unsigned look_at_string(JwLiveModel *m, double now_s) {
    JwSlowPicture picture = {.hz = 0.0};
    JwWindowModel *w = &m->window;
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
    const bool moved = look_at_hero(m, motion.length_m);
    picture.hz = w->hero.hz;
    picture.time_s = (double)motion.frame / m->state.backend.rate_hz;
    jw_slow_add(&m->slow, &picture);
    jw_slow_show(&m->slow, now_s, w);
    return JW_PART_STRING | (moved ? JW_PART_REST : 0U);
}

static unsigned fall_silent(JwLiveModel *m) {
    JwWindowModel *w = &m->window;
    w->sounds = false;
    jw_slow_reset(&m->slow);
    w->hero.n_pictures = 0;
    w->bridge.n_contacts = 0;
    return JW_PART_ALL;
}

/// Adds what was heard to the spectrogram. In silence it stands still.
static unsigned look_at_sound(JwLiveModel *m) {
    JwHeard heard;
    bool added = false;
    if (m->spectrogram.rate_hz != m->state.backend.rate_hz && m->state.backend.rate_hz > 0.0) {
        jw_spectrogram_begin(&m->spectrogram, m->state.backend.rate_hz);
    }
    while (jw_live_heard(m->live, &heard)) {
        if (m->window.sounds && m->spectrogram.n > 0) {
            added = jw_spectrogram_take(&m->spectrogram, heard.sample, JW_HEARD_FRAMES,
                                        &m->window.spectrum) ||
                    added;
        }
    }
    return added ? JW_PART_SOUND : 0;
}

unsigned jw_live_model_look(JwLiveModel *m, double now_s) {
    unsigned parts = 0;
    jw_live_state(m->live, &m->state);
    if (now_s - m->params_s >= params_period_s) {
        m->params_s = now_s;
        parts |= look_at_patch(m);
    }
    const bool sounded = m->window.sounds;
    m->window.sounds = m->state.backend.driver && !m->state.meters.silent;
    if (m->window.sounds) {
        parts |= look_at_string(m, now_s) | (sounded ? 0U : JW_PART_ALL);
    } else if (sounded) {
        parts |= fall_silent(m);
    }
    parts |= look_at_sound(m);
    if (now_s - m->levels_s >= levels_period_s) {
        parts |= look_at_levels(m, now_s - m->levels_s);
        m->levels_s = now_s;
    }
    return parts;
}
