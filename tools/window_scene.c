// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window_scene.h"

#include "base/fourier.h"
#include "base/pi.h"
#include "engine/engine.h"
#include "files/data_dir.h"
#include "host/patch.h"
#include "loudest.h"
#include "playing/drone.h"
#include "window/shown/shown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE_HZ = 96000, VELOCITY = 110, WINDOW = 8192 };

/// Data read from files.
typedef struct {
    JwPatch patch;
    JwFretboard board;
    JwShownPresets presets;
} Read;

/// Reads a preset with that name, or otherwise an instrument.
static bool read_patch(const char *name, JwPatch *patch, JwError *error) {
    const JwPatchPlaces places = {0};
    char path[JW_PATCH_NAME_SIZE];
    const bool preset = jw_patch_find(&places, name, JW_PRESET_EXTENSION, path, sizeof path, error);
    return jw_patch_read(patch, &places, preset ? NULL : name, preset ? name : NULL, error);
}

/********* Sound *********/

/// Sound played so far.
typedef struct {
    JwEngine *engine;
    float *sample;
    uint32_t now, total;
} Played;

static void run_to(Played *p, uint32_t frame, const JwEvent *event) {
    static float left[JW_CONTROL_FRAMES], right[JW_CONTROL_FRAMES];
    frame = frame < p->total ? frame : p->total;
    while (p->now < frame) {
        uint32_t n = frame - p->now;
        if (n > JW_CONTROL_FRAMES) {
            n = JW_CONTROL_FRAMES;
        }
        jw_engine_run(p->engine, event, event ? 1 : 0, left, right, NULL, n);
        for (uint32_t i = 0; i < n; ++i) {
            p->sample[p->now + i] = 0.5F * (left[i] + right[i]);
        }
        p->now += n;
        event = NULL;
    }
}

static void take_picture(const JwEngine *engine, int s, JwWindowPicture *to) {
    JwMotion motion;
    const int n = jw_engine_motion(engine, s, to->towards, JW_WINDOW_MODES, &motion);
    to->n = n < JW_WINDOW_MODES ? n : JW_WINDOW_MODES;
}

static double reach_of(const JwWindowHero *hero) {
    double most_m = 1e-5;
    for (int k = 0; k < hero->n_pictures; ++k) {
        for (int i = 1; i < 64; ++i) {
            double h_m = 0.0;
            for (int j = 1; j <= hero->picture[k].n; ++j) {
                h_m += (double)hero->picture[k].towards[j - 1] * sin(JW_PI * j * i / 64.0);
            }
            most_m = fmax(most_m, fabs(h_m));
        }
    }
    return most_m;
}

static void take_forces(const JwEngine *engine, int s, JwWindowBridge *b) {
    float x_m[JW_WINDOW_POINTS], force_n[JW_WINDOW_POINTS];
    const int n = jw_engine_contact_forces(engine, s, x_m, force_n, JW_WINDOW_POINTS);
    b->n_contacts = n < JW_WINDOW_POINTS ? n : JW_WINDOW_POINTS;
    for (int i = 0; i < b->n_contacts; ++i) {
        b->contact_m[i] = (double)x_m[i];
        b->force_n[i] = (double)force_n[i];
        b->held_n[i] = fmax(b->held_n[i], b->force_n[i]);
    }
}

static void take_levels(const JwEngine *engine, JwWindowModel *m) {
    for (int i = 0; i < m->n_strings; ++i) {
        JwStringReport report;
        jw_engine_report(engine, i, &report);
        m->string[i].energy_j = report.energy_j;
        m->string[i].level = jw_shown_level(report.energy_j);
    }
}

static uint32_t grid_frame(double time_s) {
    return JW_CONTROL_FRAMES * (uint32_t)lrint(time_s * RATE_HZ / JW_CONTROL_FRAMES);
}

/// Plays to the moment that is shown, then through one period, whose instants are the pictures.
static void play_moment(const JwScene *scene, Played *p, JwWindowModel *m, const Read *read) {
    const bool drone = scene->key < 0;
    const JwEvent note = {0, JW_EVENT_MIDI,
                          .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)scene->key, VELOCITY}};
    const JwEvent start = {0, JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}};
    const double lead_s =
        fmin(0.05, 0.5 * scene->after_s); // For the largest forces, which are held
    run_to(p, JW_CONTROL_FRAMES, drone ? &start : &note);
    run_to(p, grid_frame(fmax(scene->after_s - lead_s, 0.0)), NULL);
    const int s = loudest_string(p->engine);
    jw_shown_hero(m, &read->patch.instrument, &read->board, s, drone ? -1 : scene->key);
    jw_shown_bridge(m, &read->patch.instrument, s);
    while (p->now < grid_frame(scene->after_s)) {
        run_to(p, p->now + JW_CONTROL_FRAMES, NULL);
        take_forces(p->engine, s, &m->bridge);
    }
    const double period_s = 1.0 / m->hero.hz;
    m->hero.n_pictures = JW_WINDOW_PICTURES;
    for (int i = JW_WINDOW_PICTURES - 1; i >= 0; --i) {
        run_to(p,
               grid_frame(scene->after_s +
                          period_s * (JW_WINDOW_PICTURES - 1 - i) / JW_WINDOW_PICTURES) +
                   1,
               NULL);
        take_picture(p->engine, s, &m->hero.picture[i]);
    }
    take_forces(p->engine, s, &m->bridge);
    jw_window_lens_follow(m, 0.0);
    take_levels(p->engine, m);
    m->hero.reach_m = reach_of(&m->hero);
    m->sounds = true;
    m->string[s].lit = true;
    m->lit[m->hero.key] = (uint8_t)(1 + m->string[s].role);
}

/// Levels of a column [dB], the loudest of each bin's part of the band.
static void analyse(const Played *p, double centre, float db[JW_WINDOW_BINS]) {
    static JwComplex data[WINDOW], work[WINDOW], table[WINDOW / 2];
    for (int i = 0; i < WINDOW; ++i) {
        const double at = floor(centre) - WINDOW / 2.0 + i;
        const bool inside = at >= 0.0 && at < (double)p->now;
        const double window = 0.5 - 0.5 * cos(2.0 * JW_PI * i / WINDOW);
        data[i] = (JwComplex){inside ? window * (double)p->sample[(size_t)at] : 0.0, 0.0};
    }
    jw_fourier_table(table, WINDOW);
    jw_fourier_transform(data, work, table, WINDOW);
    for (int bin = 0; bin < JW_WINDOW_BINS; ++bin) {
        const double per_bin = (double)JW_WINDOW_TOP_HZ / JW_WINDOW_BINS * WINDOW / RATE_HZ;
        double most = 1e-20;
        for (int i = (int)(bin * per_bin); i < (int)((bin + 1) * per_bin + 1.0); ++i) {
            most = fmax(most, data[i].re * data[i].re + data[i].im * data[i].im);
        }
        db[bin] = (float)(10.0 * log10(most));
    }
}

static void fill_spectrum(const Played *p, JwWindowModel *m) {
    JwWindowSpectrum *to = &m->spectrum;
    static float db[JW_WINDOW_COLUMNS][JW_WINDOW_BINS];
    float loudest = -200.0F;
    for (int i = 0; i < JW_WINDOW_COLUMNS; ++i) {
        analyse(p, (double)p->now * i / JW_WINDOW_COLUMNS, db[i]);
        for (int k = 0; k < JW_WINDOW_BINS; ++k) {
            loudest = fmaxf(loudest, db[i][k]);
        }
    }
    const double range_db = 90.0;
    for (int i = 0; i < JW_WINDOW_COLUMNS; ++i) {
        for (int k = 0; k < JW_WINDOW_BINS; ++k) {
            const double part = 1.0 + (double)(db[i][k] - loudest) / range_db;
            to->level[i][k] = (uint8_t)lrint(255.0 * fmin(fmax(part, 0.0), 1.0));
        }
    }
    to->n = JW_WINDOW_COLUMNS;
    to->seconds = (double)p->now / RATE_HZ / JW_WINDOW_COLUMNS;
}

/// Peaks in the half second around the moment that is shown, and of everything before it.
static void fill_peaks(const Played *p, JwWindowModel *m, double after_s) {
    const uint32_t shown = (uint32_t)(after_s * RATE_HZ);
    float peak = 0.0F, held = 0.0F;
    for (uint32_t i = 0; i < p->now && i < shown + RATE_HZ / 4; ++i) {
        const float size = fabsf(p->sample[i]);
        held = fmaxf(held, size);
        peak = i + RATE_HZ / 4 > shown ? fmaxf(peak, size) : peak;
    }
    for (int i = 0; i < 2; ++i) {
        m->peak_db[i] = 20.0 * log10((double)peak + 1e-9) - 3.0 - 0.6 * i;
        m->held_db[i] = 20.0 * log10((double)held + 1e-9) - 0.6 * i;
    }
}

/// Sets the drone's cycle to its position at a time.
static void place_round(const JwInstrument *in, JwWindowModel *m, double at_s) {
    JwWindowRound *round = &m->round;
    double whole = 0.0;
    for (int i = 0; i < in->drone.n; ++i) {
        whole += jw_drone_counts(&in->drone, i, m->param);
    }
    jw_shown_round(m, in);
    if (whole > 0.0) {
        const double rounds = at_s * m->param[JW_P_DRONE_TEMPO] / 60.0 / whole;
        round->round = 1 + (int)rounds;
        round->now = rounds - floor(rounds);
        while (round->next + 1 < round->n_strokes && round->stroke[round->next].at < round->now) {
            ++round->next;
        }
    }
}

static bool play(const JwScene *scene, const Read *read, JwWindowModel *m) {
    JwInstrument instrument = read->patch.instrument;
    Played p = {.total = (uint32_t)(fmax(scene->seconds, scene->after_s + 0.1) * RATE_HZ)};
    memcpy(instrument.param, m->param, sizeof instrument.param);
    instrument.param[JW_P_DRONE] = 0.0;
    const JwEngineOptions options = {.synchronous = true};
    p.engine = jw_engine_new();
    p.sample = calloc(p.total + 1, sizeof p.sample[0]);
    const bool good = p.engine && p.sample &&
                      jw_engine_prepare(p.engine, &instrument, RATE_HZ, &options) == JW_SUCCESS;
    if (good) {
        play_moment(scene, &p, m, read);
        run_to(&p, (uint32_t)(scene->seconds * RATE_HZ), NULL);
        fill_spectrum(&p, m);
        fill_peaks(&p, m, scene->after_s);
    }
    free(p.sample);
    jw_engine_free(p.engine);
    return good;
}

/// Shows the tanpura that plays beside an instrument, at rest.
static bool show_companion(const JwShownPresets *presets, JwWindowModel *m, JwError *error) {
    static const char name[] = "tanpura-plays";
    static JwPatch patch;
    if (!read_patch(name, &patch, error)) {
        return false;
    }
    for (int i = 0; i < m->n_presets; ++i) {
        if (!strcmp(presets->file[i], name)) {
            m->with.preset = i;
            memcpy(m->with.name, m->presets[i].name, sizeof m->with.name);
        }
    }
    m->n_with = 2;
    m->with.tempo = patch.instrument.param[JW_P_DRONE_TEMPO];
    jw_shown_strokes(&m->with.round, &patch.instrument, patch.instrument.param);
    return true;
}

bool jw_scene_fill(const JwScene *scene, JwWindowModel *m, JwError *error) {
    static Read read;
    const JwPatch *patch = &read.patch;
    const JwInstrument *in = &patch->instrument;
    jw_window_model_init(m);
    if (!read_patch(scene->patch, &read.patch, error)) {
        return false;
    }
    memcpy(m->built, patch->own, sizeof m->built);
    memcpy(m->param, in->param, sizeof m->param);
    snprintf(m->instrument_name, sizeof m->instrument_name, "%s", in->name);
    snprintf(m->preset_name, sizeof m->preset_name, "%s", in->name);
    jw_fretboard_fill(&read.board, in, NULL, m->param);
    jw_shown_presets(m, NULL, &read.presets);
    for (int i = 0; i < m->n_presets; ++i) {
        const JwWindowPreset *preset = &m->presets[i];
        if (*patch->preset_name ? !strcmp(read.presets.file[i], patch->preset_name)
                                : preset->is_instrument && !strcmp(preset->name, in->name)) {
            m->preset = i;
            snprintf(m->preset_name, sizeof m->preset_name, "%s", m->presets[i].name);
        }
    }
    jw_shown_tonality(m, &read.board);
    jw_shown_keys(m, in, &read.board);
    jw_shown_strings(m, in, &read.board);
    jw_shown_hero(m, in, &read.board, 0, -1);
    jw_shown_bridge(m, in, 0);
    place_round(in, m, scene->after_s);
    if (!show_companion(&read.presets, m, error)) {
        return false;
    }
    jw_error_set(error, "%s: the engine cannot play it", scene->patch);
    return !(scene->after_s > 0.0) || play(scene, &read, m);
}
