// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/shown/showing.h"

#include "base/svaras.h"
#include "host/patch.h"
#include "window/draw/cluster.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double hold_fall_db_s = 1.5; ///< Fall of held peaks
static const double least_bend = 0.2;     ///< Bend from which on it is shown [semitone]
static const double near_period_s = 0.1;  ///< Time between two looks at a bend
static const double steady_cents = 2.0;

/********* Patch *********/

static int usual_string(const JwInstrument *instrument) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        if (instrument->string[i].role == JW_ROLE_MELODY) {
            return i;
        }
    }
    return 0;
}

void jw_showing_begin_bare(JwShowing *s, JwWindowModel *window, unsigned lacks) {
    s->window = window;
    jw_window_model_init(window);
    window->lacks = lacks;
    jw_slow_reset(&s->slow);
}

void jw_showing_begin(JwShowing *s, JwWindowModel *window, unsigned lacks,
                      const JwShownBundle *bundle) {
    jw_showing_begin_bare(s, window, lacks);
    jw_shown_presets(window, bundle, &s->presets);
}

void jw_showing_choose(JwShowing *s, const JwInstrument *instrument, int string) {
    JwWindowModel *w = s->window;
    if (string < 0 || string >= w->n_strings) {
        return;
    }
    jw_slow_reset(&s->slow);
    w->hero.n_pictures = 0;
    w->hero.pulled = false;
    w->bridge.n_contacts = 0;
    w->bridge.lens_m = w->bridge.lens_to_m = 0.0;
    memset(w->bridge.held_n, 0, sizeof w->bridge.held_n);
    jw_shown_hero(w, instrument, &s->board, string, -1);
    jw_shown_bridge(w, instrument, string);
}

void jw_showing_tuning(JwShowing *s, const JwInstrument *instrument) {
    jw_shown_keys(s->window, instrument, &s->board);
    jw_shown_tonality(s->window, &s->board);
    jw_shown_strings(s->window, instrument, &s->board);
    jw_showing_choose(s, instrument, s->window->hero.string);
}

void jw_showing_instrument(JwShowing *s, const JwInstrument *instrument) {
    JwError unread = {0};
    s->window->hero.string = usual_string(instrument);
    s->window->goes_by = s->window->has_input && !jw_patch_is_driven(instrument, "", &unread);
    jw_showing_tuning(s, instrument);
    jw_shown_round(s->window, instrument);
}

void jw_showing_profile(JwShowing *s, const JwProfile *p) {
    double x_m[JW_PROFILE_POINTS], h_m[JW_PROFILE_POINTS];
    for (int i = 0; i < p->n; ++i) {
        x_m[i] = (double)p->x_m[i];
        h_m[i] = (double)p->h_m[i];
    }
    jw_pen_begin(&s->window->pen, x_m, h_m, p->n, JW_PEN_POINTS);
}

void jw_showing_drawn(const JwShowing *s, JwProfile *profile) {
    const JwPenProfile *pen = &s->window->pen.now;
    *profile = (JwProfile){.n = pen->n};
    for (int i = 0; i < pen->n; ++i) {
        profile->x_m[i] = pen->x_m[i];
        profile->h_m[i] = fminf(pen->h_m[i], (float)JW_PROFILE_HIGHEST_M);
    }
}

static bool is_file(const char *name, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    const size_t n = strlen(name);
    return !strncmp(file, name, n) && (file[n] == 0 || file[n] == '.');
}

int jw_showing_find_preset(const JwShowing *s, const char *preset) {
    for (int i = s->window->n_presets - 1; *preset && i >= 0; --i) {
        if (!s->window->presets[i].is_instrument && !s->window->presets[i].is_set &&
            is_file(s->presets.file[i], preset)) {
            return i;
        }
    }
    return -1;
}

void jw_showing_names(JwShowing *s, const JwInstrument *instrument, const char *preset) {
    JwWindowModel *w = s->window;
    snprintf(w->instrument_name, sizeof w->instrument_name, "%s", instrument->name);
    jw_cluster_copy(w->preset_name, sizeof w->preset_name, *preset ? preset : instrument->name);
    w->preset = jw_showing_find_preset(s, preset);
    for (int i = 0; !*preset && i < w->n_presets; ++i) {
        const bool is =
            w->presets[i].is_instrument && !strcmp(w->presets[i].name, instrument->name);
        w->preset = is ? i : w->preset;
    }
    if (w->preset >= 0) {
        memcpy(w->preset_name, w->presets[w->preset].name, sizeof w->preset_name);
    }
}

/********* Levels *********/

void jw_showing_peaks(JwShowing *s, const double *peak, bool clipped, double gap_s) {
    JwWindowModel *w = s->window;
    for (int i = 0; i < 2; ++i) {
        w->peak_db[i] = 20.0 * log10(peak[i] + 1e-9);
        w->held_db[i] = fmax(w->held_db[i] - hold_fall_db_s * fmin(gap_s, 1.0), w->peak_db[i]);
    }
    w->clipped = clipped;
}

static float decibels(double energy_j) {
    return (float)(10.0 * log10(fmax(energy_j, 0.0) + 1e-20));
}

void jw_showing_energies(JwShowing *s, double strings_j, double body_j, double ledger_j,
                         double period_s) {
    JwWindowEnergies *e = &s->window->energies;
    float *db = e->db[(e->first + e->n) % JW_WINDOW_ENERGIES];
    db[JW_WINDOW_OF_STRINGS] = decibels(strings_j);
    db[JW_WINDOW_OF_BODY] = decibels(body_j);
    db[JW_WINDOW_OF_LEDGER] = decibels(ledger_j);
    e->first = e->n < JW_WINDOW_ENERGIES ? e->first : (e->first + 1) % JW_WINDOW_ENERGIES;
    e->n = e->n < JW_WINDOW_ENERGIES ? e->n + 1 : JW_WINDOW_ENERGIES;
    e->seconds = period_s;
}

bool jw_showing_strings(JwShowing *s, const double *energy_j, const int *held_key) {
    JwWindowModel *w = s->window;
    uint8_t before[JW_WINDOW_KEYS];
    memcpy(before, w->lit, sizeof before);
    memset(w->lit, 0, sizeof w->lit);
    bool changed = false;
    s->played = -1;
    for (int i = 0; i < w->n_strings; ++i) {
        JwWindowString *to = &w->string[i];
        to->energy_j = energy_j[i];
        to->level = jw_shown_level(energy_j[i]);
        changed |= to->lit != (held_key[i] >= 0);
        s->played = !to->lit && held_key[i] >= 0 && to->role == JW_WINDOW_MELODY ? i : s->played;
        to->lit = held_key[i] >= 0;
        if (held_key[i] >= 0 && held_key[i] < JW_WINDOW_KEYS) {
            w->lit[held_key[i]] = (uint8_t)(1 + to->role);
        }
    }
    return changed || memcmp(before, w->lit, sizeof before) != 0;
}

int jw_showing_follow(const JwShowing *s) {
    const JwWindowModel *w = s->window;
    const JwWindowString *chosen = jw_window_chosen(w);
    const bool stays = !chosen || chosen->role != JW_WINDOW_MELODY || chosen->lit ||
                       w->hand.drag != 0 || w->hand.pen_open;
    return stays || s->played == w->hero.string ? -1 : s->played;
}

void jw_showing_drone(JwShowing *s, const JwDronePlace *place) {
    JwWindowRound *round = &s->window->round;
    round->now = place->part;
    round->round = place->runs ? (int)place->round : 0;
    round->next = place->next;
}

/********* What sounds *********/

/// Shows which note a bent string has reached. A note is kept until another is nearer by 10 cents,
/// its cents until they change by 2.
static bool show_bend(JwShowing *s, double pitch_hz, double time_s) {
    const JwWindowModel *w = s->window;
    JwWindowHero *hero = &s->window->hero;
    const JwFretboard *board = &s->board;
    const JwNeck *neck = &board->neck[hero->string];
    const double stopped_hz = hero->fret < neck->n ? neck->hz[hero->fret] : 0.0;
    const double sa_hz = board->key_hz[w->sa_key];
    if (time_s >= hero->near_s && time_s - hero->near_s < near_period_s) {
        return false;
    }
    hero->near_s = time_s;
    const bool known = pitch_hz > 0.0 && stopped_hz > 0.0 && sa_hz > 0.0;
    const double tune = w->param[JW_P_TUNE] / 100.0; // Moves Sa as well
    const double bend = known ? 12.0 * log2(pitch_hz / stopped_hz) - tune : 0.0;
    const bool pulled = fabs(bend) > (hero->pulled ? least_bend / 2.0 : least_bend);
    JwSvaras svaras = {.sa_key = w->sa_key, .notes = w->raga_keys ? w->raga_keys : 0xfff};
    memcpy(svaras.cents, w->raga_cents, sizeof svaras.cents);
    const JwSvaraNear near = pulled ? jw_svara_near(&svaras, 12.0 * log2(pitch_hz / sa_hz) - tune,
                                                    hero->pulled ? hero->near_key : -1)
                                    : (JwSvaraNear){-1, 0.0};
    const bool moved = pulled != hero->pulled || near.key != hero->near_key;
    if (moved || fabs(near.cents - hero->near_cents) >= steady_cents) {
        hero->near_key = near.key;
        hero->near_cents = near.cents;
    }
    hero->pulled = pulled;
    hero->bend_semitones = bend;
    return moved;
}

bool jw_showing_hero(JwShowing *s, int fret, double pitch_hz, double length_m, double time_s) {
    JwWindowHero *hero = &s->window->hero;
    const int before = hero->fret;
    if (fret >= 0 && fret < hero->n_frets) {
        hero->fret = fret;
        hero->key = hero->fret_key[fret] >= 0 ? hero->fret_key[fret] : hero->key;
    }
    hero->hz = pitch_hz;
    hero->length_m = length_m;
    return show_bend(s, pitch_hz, time_s) || before != hero->fret;
}

unsigned jw_showing_silence(JwShowing *s) {
    JwWindowModel *w = s->window;
    w->sounds = false;
    jw_slow_reset(&s->slow);
    w->hero.n_pictures = 0;
    w->hero.pulled = false;
    w->bridge.n_contacts = 0;
    return JW_PART_ALL;
}

bool jw_showing_sound(JwShowing *s, const float *sample, int n, double rate_hz) {
    if (s->spectrogram.rate_hz != rate_hz && rate_hz > 0.0) {
        jw_spectrogram_begin(&s->spectrogram, rate_hz);
    }
    return s->window->sounds && s->spectrogram.n > 0 &&
           jw_spectrogram_take(&s->spectrogram, sample, n, &s->window->spectrum);
}
