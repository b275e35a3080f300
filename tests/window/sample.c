// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "sample.h"

#include "base/pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/********* Parts *********/

static void add_string(JwWindowModel *m, const char *name, JwWindowRole role, int key) {
    JwWindowString *s = &m->string[m->n_strings++];
    snprintf(s->name, sizeof s->name, "%s", name);
    s->role = role;
    s->key = key;
    s->meant_hz = s->hz = 440.0 * exp2((key - 69) / 12.0);
    s->key_cents = m->n_strings % 3 ? 0.0 : -12.0;
    s->off_cents = m->n_strings % 5 ? 0.2 : -3.2;
    s->tension_n = 65.6;
    s->level = 0.1 + 0.03 * m->n_strings;
    if (role != JW_WINDOW_TARAF) {
        m->low_key = key < m->low_key ? key : m->low_key;
        m->high_key = key > m->high_key ? key : m->high_key;
    }
}

/// A parabola of 128 points from 1.5 to 25 mm.
static void add_bridge(JwWindowModel *m, double radius_m) {
    JwWindowBridge *b = &m->bridge;
    b->n = 128;
    b->movable = true;
    b->apex_m = 1.5e-3;
    b->own_radius_m = radius_m;
    b->khula_m = -0.8e-6;
    b->band_m = 20e-6;
    for (int i = 0; i < b->n; ++i) {
        b->x_m[i] = 1.5e-3 + 23.5e-3 * i / (b->n - 1);
        b->sag_m[i] = (b->x_m[i] - b->apex_m) * (b->x_m[i] - b->apex_m) / (2.0 * radius_m);
        b->base_m[i] = -b->sag_m[i];
    }
    b->n_contacts = 5;
    for (int i = 0; i < b->n_contacts; ++i) {
        b->contact_m[i] = 1.5e-3 + 5.8e-3 * i;
        b->force_n[i] = i == 4 ? 0.0 : 0.02 + 0.03 * i;
        b->held_n[i] = 0.14 - 0.02 * i;
    }
    jw_window_bridge_bend(m);
}

/// A triangle that is rounded off, plucked at a part of the string and turned by its time.
static void pluck_picture(JwWindowPicture *to, double at, double turns) {
    to->n = 100;
    for (int j = 1; j <= to->n; ++j) {
        const double size = 2e-3 * sin(JW_PI * j * at) / (j * j) * exp(-0.002 * j * j);
        to->towards[j - 1] = (float)(size * cos(2.0 * JW_PI * turns * j));
    }
}

static void add_hero(JwWindowModel *m, int string, double length_m) {
    JwWindowHero *hero = &m->hero;
    hero->string = string;
    hero->open_m = hero->length_m = length_m;
    hero->key = m->string[string].key;
    hero->hz = m->string[string].meant_hz;
    hero->n_frets = 1;
    hero->fret_m[0] = length_m;
    hero->fret_key[0] = hero->key;
    hero->n_pictures = JW_WINDOW_PICTURES;
    for (int i = 0; i < JW_WINDOW_PICTURES; ++i) {
        pluck_picture(&hero->picture[i], 0.12, 0.16 - 0.13 * i);
    }
    hero->reach_m = 1.5e-3;
    m->sounds = true;
    m->string[string].lit = true;
}

static void add_frets(JwWindowModel *m, int n) {
    JwWindowHero *hero = &m->hero;
    hero->n_frets = n;
    for (int i = 0; i < n; ++i) {
        hero->fret_m[i] = hero->open_m * exp2(-i / 12.0);
        hero->fret_key[i] = m->string[hero->string].key + i;
    }
    m->high_key = hero->fret_key[n - 1];
}

static void add_sound(JwWindowModel *m) {
    m->spectrum.n = JW_WINDOW_COLUMNS;
    for (int i = 0; i < JW_WINDOW_COLUMNS; ++i) {
        for (int k = 0; k < JW_WINDOW_BINS; ++k) {
            const bool partial = k % 8 == 3;
            m->spectrum.level[i][k] =
                (uint8_t)(255.0 * (partial ? 0.9 : 0.3) * exp(-i / 700.0 - k / 160.0));
        }
    }
    m->energies.n = JW_WINDOW_ENERGIES;
    for (int i = 0; i < JW_WINDOW_ENERGIES; ++i) {
        for (int k = 0; k < JW_WINDOW_N_ENERGIES; ++k) {
            m->energies.db[i][k] = (float)(-20.0 - 12.0 * k - 0.08 * i);
        }
    }
    m->peak_db[0] = -9.4;
    m->peak_db[1] = -10.9;
    m->held_db[0] = -6.0;
    m->held_db[1] = -7.5;
}

static void add_preset(JwWindowModel *m, const char *name, const char *instrument, int family) {
    JwWindowPreset *p = &m->presets[m->n_presets++];
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->instrument, sizeof p->instrument, "%s", instrument);
    snprintf(p->text, sizeof p->text, "Open jawari: a flat bridge that buzzes long and bright.");
    snprintf(p->facts, sizeof p->facts, "7 strings, 13 taraf, Sa C\u266F3");
    p->family = family;
    p->n_changes = 2;
    p->change[0] = (JwWindowChange){JW_P_BRIDGE_CURVATURE, 1.0, 0.25};
    p->change[1] = (JwWindowChange){JW_P_RAGA, 0.0, 2.0};
    p->n_curve = JW_WINDOW_CURVE;
    for (int i = 0; i < p->n_curve; ++i) {
        p->built_m[i] = -0.6e-6F * (float)(i * i);
        p->curve_m[i] = -0.2e-6F * (float)(i * i);
    }
}

static void add_round(JwWindowModel *m, int n) {
    m->round.n_strokes = n;
    m->round.now = 0.3;
    m->round.round = 12;
    m->round.next = n > 1 ? 1 : 0;
    for (int i = 0; i < n; ++i) {
        JwWindowStroke *s = &m->round.stroke[i];
        s->string = i % m->n_strings;
        s->at = (double)i / (n + 1);
        s->strength = 0.5 + 0.4 * (i % 2);
        s->n_late = JW_WINDOW_ROUNDS;
        for (int k = 0; k < s->n_late; ++k) {
            s->late[k] = 0.003 * (k - 2);
        }
    }
}

/********* Models *********/

void sample_sitar(JwWindowModel *m) {
    static const struct {
        const char *name;
        JwWindowRole role;
        int key;
    } rows[] = {{"baj", JW_WINDOW_MELODY, 54},       {"jor", JW_WINDOW_MELODY, 49},
                {"pancham", JW_WINDOW_MELODY, 44},   {"kharaj", JW_WINDOW_MELODY, 37},
                {"chikari-pa", JW_WINDOW_DRONE, 56}, {"chikari-sa", JW_WINDOW_DRONE, 61},
                {"chikari-tar", JW_WINDOW_DRONE, 73}};
    jw_window_model_init(m);
    m->sa_key = 49;
    m->madhya_key = 61;
    m->piano_key = 48;
    m->raga_keys = 1u | 1u << 2 | 1u << 4 | 1u << 6 | 1u << 7 | 1u << 9 | 1u << 11;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        add_string(m, rows[i].name, rows[i].role, rows[i].key);
    }
    for (int i = 0; i < 13; ++i) {
        char name[16];
        snprintf(name, sizeof name, "taraf-%d", i + 1);
        add_string(m, name, JW_WINDOW_TARAF, 48 + i);
    }
    add_hero(m, 0, 0.88);
    add_frets(m, 25);
    add_bridge(m, 0.6);
    add_sound(m);
    snprintf(m->preset_name, sizeof m->preset_name, "Sitar khula");
    snprintf(m->instrument_name, sizeof m->instrument_name, "Sitar (kharaj-pancham)");
    snprintf(m->family[m->n_families++], JW_WINDOW_NAME, "Sitar");
    snprintf(m->family[m->n_families++], JW_WINDOW_NAME, "Tanpura");
    for (int i = 0; i < 6; ++i) {
        add_preset(m, i == 2 ? "Sitar khula" : "Sitar by the finger",
                   i < 4 ? "Sitar (kharaj-pancham)" : "Tanpura (male)", i < 4 ? 0 : 1);
    }
    m->preset = 2;
    m->n_with = 2;
    m->param[JW_P_RAGA] = 2.0;
    m->lit[54] = 1 + JW_WINDOW_MELODY;
}

void sample_resonator(JwWindowModel *m) {
    sample_sitar(m);
    m->is_effect = m->has_input = true;
    m->input_db = -14.2;
    m->limited_percent = 3.0;
    m->lacks = JW_LACKS_WITH | JW_LACKS_LEARN;
}

void sample_tanpura(JwWindowModel *m) {
    jw_window_model_init(m);
    add_string(m, "pa", JW_WINDOW_DRONE, 43);
    add_string(m, "sa", JW_WINDOW_DRONE, 48);
    add_string(m, "sa-second", JW_WINDOW_DRONE, 48);
    add_string(m, "kharaj", JW_WINDOW_DRONE, 36);
    m->sa_key = 48;
    add_hero(m, 1, 1.0);
    add_bridge(m, 1.0);
    m->bridge.has_own_thread = true;
    m->bridge.own_thread_m = 6e-3;
    jw_window_bridge_bend(m);
    m->hero.n_path = JW_WINDOW_PATH;
    for (int i = 0; i < m->hero.n_path; ++i) {
        m->hero.path_across[i] = (float)(1.2e-3 * cos(0.2 * i));
        m->hero.path_towards[i] = (float)(0.8e-3 * sin(0.2 * i + 0.4));
    }
    add_sound(m);
    add_round(m, 4);
    m->param[JW_P_DRONE] = 1.0;
    snprintf(m->preset_name, sizeof m->preset_name, "Tanpura drone");
    snprintf(m->instrument_name, sizeof m->instrument_name, "Tanpura (male)");
}

void sample_crowd(JwWindowModel *m) {
    static const char *const name[] = {
        "A string whose name is far too long for any row of any table",
        "\u0938\u093F\u0924\u093E\u0930 \u0915\u093E \u092A\u0939\u0932\u093E "
        "\u0924\u093E\u0930", // Devanagari
        "\u0BB5\u0BC0\u0BA3\u0BC8 \u0BA4\u0BA8\u0BCD\u0BA4\u0BBF "
        "\u0B92\u0BA9\u0BCD\u0BB1\u0BC1", // Tamil
        // As long as names are, the 60th byte within a character
        "m\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915"
        "\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915\u0915mm",
    };
    jw_window_model_init(m);
    m->sa_key = 61;
    m->raga_keys = 0xAB5;
    for (int i = 0; i < JW_WINDOW_STRINGS; ++i) {
        add_string(m, name[i % 4], (JwWindowRole)(i % 3), 30 + 2 * i);
        m->string[i].hz = m->string[i].meant_hz = 8888.8;
        m->string[i].off_cents = -188.8;
        m->string[i].tension_n = 1888.8;
    }
    add_hero(m, 0, 0.88);
    add_frets(m, JW_WINDOW_FRETS);
    m->high_key = 120;
    add_bridge(m, 0.05);
    add_sound(m);
    add_round(m, JW_WINDOW_STROKES);
    snprintf(m->preset_name, sizeof m->preset_name, "%s", name[0]);
    snprintf(m->instrument_name, sizeof m->instrument_name, "%s", name[1]);
    snprintf(m->scale, sizeof m->scale, "%s", name[0]);
    for (int i = 0; i < JW_WINDOW_FAMILIES; ++i) {
        snprintf(m->family[m->n_families++], JW_WINDOW_NAME, "%s", name[i % 4]);
    }
    for (int i = 0; i < JW_WINDOW_PRESETS; ++i) {
        add_preset(m, name[i % 4], name[i / 8 % 4], i % JW_WINDOW_FAMILIES);
        memset(m->presets[i].text, 'm', sizeof m->presets[i].text - 1);
        m->presets[i].n_changes = JW_WINDOW_CHANGES;
        for (int k = 0; k < JW_WINDOW_CHANGES; ++k) {
            const JwParamId id = (JwParamId)(2 * k % JW_N_PARAMS);
            m->presets[i].change[k] =
                (JwWindowChange){id, jw_param_info(id)->def, jw_param_info(id)->max};
        }
    }
    m->preset = 1;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        m->param[i] = jw_param_info((JwParamId)i)->max;
    }
    jw_window_bridge_bend(m);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        m->learned[i] = 100 + i % 20;
    }
    m->held_db[0] = m->held_db[1] = -99.9;
}

/********* Hands *********/

double sample_width = 960.0, sample_height = 600.0;

const JwGesture *sample_take(JwWindowModel *model, JwLayout *layout, JwCanvas *canvas,
                             const JwWindowInput *input) {
    static JwGesture gesture;
    jw_layout_make(layout, model, canvas, sample_width, sample_height);
    jw_gesture_take(model, layout, input, &gesture);
    model->hand = gesture.hand;
    for (int i = 0; i < gesture.n; ++i) {
        jw_window_apply(model, &gesture.action[i]);
    }
    jw_layout_make(layout, model, canvas, sample_width, sample_height);
    return &gesture;
}

JwWindowInput sample_at(JwInputKind kind, double x, double y, double time_s) {
    return (JwWindowInput){.kind = kind, .x = x, .y = y, .time_s = time_s, .button = 1};
}

const JwWindowAction *sample_find(const JwGesture *gesture, JwWindowActionKind kind, int index) {
    const JwWindowAction *found = NULL;
    for (int i = 0; i < gesture->n; ++i) {
        if (gesture->action[i].kind == kind && gesture->action[i].index == index) {
            found = &gesture->action[i];
        }
    }
    return found;
}
