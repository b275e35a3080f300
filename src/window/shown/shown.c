// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/shown/shown.h"

#include "files/data_dir.h"
#include "files/instrument_file.h"
#include "files/preset_file.h"
#include "host/patch.h"
#include "playing/drone.h"
#include "window/draw/cluster.h"
#include "window/draw/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/********* Bridges *********/

static const JwObstacle *main_obstacle(const JwInstrument *in, const JwStringSpec *string) {
    for (int i = 0; i < string->n_obstacles; ++i) {
        const JwObstacle *obstacle = &in->obstacle[string->obstacle[i]];
        if (obstacle->kind != JW_OBSTACLE_FRETS && obstacle->end_m < 0.1 * string->data.length_m) {
            return obstacle;
        }
    }
    return NULL;
}

/// The first obstacle farther along: frets, a board, or a sawari at the nut.
static const JwObstacle *obstacle_along(const JwInstrument *in, const JwStringSpec *string) {
    return string->n_obstacles > 0 ? &in->obstacle[string->obstacle[0]] : NULL;
}

/// Samples the first obstacle near the string's end, its line, not the contact points; without one,
/// the first along the string, stopped at stop_m (0: open).
static void sample_bridge(const JwInstrument *in, const JwStringSpec *string, double stop_m,
                          JwWindowBridge *b) {
    JwContactPoints points = {.n = 0};
    const JwObstacle *main = main_obstacle(in, string);
    const JwObstacle *along = main ? NULL : obstacle_along(in, string);
    b->n = 0;
    b->movable = false;
    b->own_radius_m = 0.0;
    b->along = along != NULL;
    b->posts = along && along->kind == JW_OBSTACLE_FRETS;
    b->khula_m = in->khula_m;
    b->band_m = in->band_m;
    if (!main && !along) {
        return;
    }
    JwObstacle line = along ? *along : *main;
    line.grid = false;
    if (along && stop_m > 0.0 && stop_m < string->data.length_m) {
        jw_obstacle_press(&line, stop_m);
    }
    if (line.kind != JW_OBSTACLE_FRETS && (line.kind == JW_OBSTACLE_BRIDGE || along)) {
        line.n_points = 128;
        line.grading = along ? 1.0 : 1.4;
    }
    jw_obstacle_sample(&line, string->data.length_m, &points);
    b->n = points.n < JW_WINDOW_POINTS ? points.n : JW_WINDOW_POINTS;
    for (int i = 0; i < b->n; ++i) {
        b->x_m[i] = points.x_m[i];
        b->base_m[i] = points.base_m[i];
        b->sag_m[i] = points.sag_m[i];
    }
    b->movable = line.movable;
    b->apex_m = line.apex_m;
    b->own_radius_m = line.kind == JW_OBSTACLE_BRIDGE ? line.radius_m : 0.0;
}

void jw_shown_bridge(JwWindowModel *m, const JwInstrument *in, int s) {
    const JwStringSpec *string = &in->string[s];
    sample_bridge(in, string, m->hero.fret > 0 ? m->hero.fret_m[m->hero.fret] : 0.0, &m->bridge);
    m->bridge.has_own_thread = string->thread.present;
    m->bridge.own_thread_m = string->thread.position_m;
    jw_window_bridge_bend(m);
}

/********* Presets *********/

/// Presets being collected; too large for a stack.
typedef struct {
    JwWindowPreset shown;
    char file[JW_NAME_SIZE];
} Row;

typedef struct JwShownGathering {
    JwWindowModel *model;
    JwInstrument instrument;
    JwPreset preset;
    JwWindowModel bent;
    int n;
    Row row[JW_WINDOW_PRESETS];
} Gathered;

/// True if a text contains a word in lower case, whatever the case of the text.
static bool has_word(const char *text, const char *word) {
    const size_t n = strlen(word);
    for (; *text; ++text) {
        if (!strncasecmp(text, word, n)) {
            return true;
        }
    }
    return false;
}

/// Index of a family by its name, which is added if it is new.
static int add_family(JwWindowModel *m, const char *name) {
    for (int i = 0; i < m->n_families; ++i) {
        if (!strcmp(m->family[i], name)) {
            return i;
        }
    }
    if (m->n_families == JW_WINDOW_FAMILIES) {
        return 0;
    }
    snprintf(m->family[m->n_families], JW_WINDOW_NAME, "%s", name);
    return m->n_families++;
}

/// Family of an instrument by its kind: "Veena" for a Rudra veena; otherwise its name up to a blank
/// or comma.
static int family_of(JwWindowModel *m, const char *instrument) {
    static const char *const kinds[][2] = {
        {"veena", "Veena"}, {"tanpura", "Tanpura"}, {"tambura", "Tanpura"}, {"biwa", "Biwa"},
        {"bass", "Bass"},   {"guitar", "Guitar"},   {"waves", "Waves"},
    };
    char name[JW_WINDOW_NAME];
    snprintf(name, sizeof name, "%s", instrument);
    name[strcspn(name, " ,")] = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (has_word(instrument, kinds[i][0])) {
            snprintf(name, sizeof name, "%s", kinds[i][1]);
            break;
        }
    }
    return add_family(m, name);
}

static void fill_curve(Gathered *g, const JwInstrument *in, const double *param,
                       JwWindowPreset *to) {
    JwWindowBridge *b = &g->bent.bridge;
    sample_bridge(in, &in->string[0], 0.0, b);
    memcpy(g->bent.built, in->param, sizeof g->bent.built);
    memcpy(g->bent.param, param, sizeof g->bent.param);
    jw_window_bridge_bend(&g->bent);
    to->n_curve = b->n >= 2 && !b->along ? JW_WINDOW_CURVE : 0;
    for (int i = 0; i < to->n_curve; ++i) {
        const double part = (double)i / (JW_WINDOW_CURVE - 1);
        const double at_m =
            fmin(b->x_m[0] + part * (b->x_m[b->n - 1] - b->x_m[0]), b->x_m[b->n - 1]);
        to->built_m[i] = (float)jw_window_profile_m(b->x_m, b->built_m, b->n, at_m);
        to->curve_m[i] = (float)jw_window_profile_m(b->x_m, b->now_m, b->n, at_m);
    }
}

static void describe(const JwInstrument *in, char *text, size_t size) {
    int n_taraf = 0;
    for (int i = 0; i < in->n_strings; ++i) {
        n_taraf += in->string[i].role == JW_ROLE_TARAF;
    }
    static const char *const tone[] = {"C",       "C\u266F", "D",       "D\u266F", "E",       "F",
                                       "F\u266F", "G",       "G\u266F", "A",       "A\u266F", "B"};
    char taraf[32] = "";
    if (n_taraf > 0) {
        snprintf(taraf, sizeof taraf, ", %d taraf", n_taraf);
    }
    char strings[JW_WORDS];
    jw_words_count(in->n_strings - n_taraf, "string", "strings", strings);
    snprintf(text, size, "%.20s%.20s, Sa %s%d", strings, taraf, tone[in->sa_key % 12],
             in->sa_key / 12 - 1);
}

/// Adds an instrument as it is, without a preset.
static void add_instrument(Gathered *g, const JwInstrument *in, const char *file) {
    if (g->n == JW_WINDOW_PRESETS) {
        return;
    }
    Row *row = &g->row[g->n++];
    JwWindowPreset *to = &row->shown;
    snprintf(row->file, sizeof row->file, "%s", file);
    snprintf(to->name, sizeof to->name, "%s", in->name);
    snprintf(to->text, sizeof to->text, "%s", in->description);
    snprintf(to->instrument, sizeof to->instrument, "%s", in->name);
    to->is_instrument = true;
    describe(in, to->facts, sizeof to->facts);
    to->family = family_of(g->model, in->name);
    fill_curve(g, in, in->param, to);
}

void jw_shown_gather(Gathered *g, const JwInstrument *in, const JwPreset *preset,
                     const char *file) {
    if (!preset) {
        add_instrument(g, in, file);
        return;
    }
    if (g->n == JW_WINDOW_PRESETS) {
        return;
    }
    Row *row = &g->row[g->n++];
    JwWindowPreset *to = &row->shown;
    double param[JW_N_PARAMS];
    memcpy(param, in->param, sizeof param);
    snprintf(row->file, sizeof row->file, "%s", file);
    snprintf(to->name, sizeof to->name, "%s", preset->label);
    snprintf(to->text, sizeof to->text, "%s", preset->description);
    snprintf(to->instrument, sizeof to->instrument, "%s", in->name);
    describe(in, to->facts, sizeof to->facts);
    to->family = family_of(g->model, in->name);
    for (int i = 0; i < preset->n_values; ++i) {
        const JwPresetValue *v = &preset->value[i];
        param[v->id] = v->value;
        if (v->value != in->param[v->id] && to->n_changes < JW_WINDOW_CHANGES) {
            to->change[to->n_changes++] =
                (JwWindowChange){.id = v->id, .built = in->param[v->id], .value = v->value};
        }
    }
    fill_curve(g, in, param, to);
}

static int by_instrument(const void *a, const void *b) {
    const JwWindowPreset *x = &((const Row *)a)->shown;
    const JwWindowPreset *y = &((const Row *)b)->shown;
    const int order = x->family - y->family;
    const int second = order ? order : strcmp(y->instrument, x->instrument);
    const int third = second ? second : (int)y->is_instrument - (int)x->is_instrument;
    return third ? third : strcmp(x->name, y->name);
}

static bool load_preset(const JwPatchPlaces *places, const char *name, JwPreset *to) {
    char path[4096];
    JwError unread = {0};
    return jw_patch_find(places, name, JW_PRESET_EXTENSION, path, sizeof path, &unread) &&
           jw_preset_file_load(path, to, &unread) == JW_SUCCESS;
}

static bool load_instrument(const JwPatchPlaces *places, const char *name, JwInstrument *to) {
    char path[4096];
    JwError unread = {0};
    return jw_patch_find(places, name, JW_INSTRUMENT_EXTENSION, path, sizeof path, &unread) &&
           jw_instrument_file_load(path, to, &unread) == JW_SUCCESS;
}

Gathered *jw_shown_gather_begin(JwWindowModel *m) {
    static const char *const first[] = {"Sitar", "Surbahar", "Tanpura", "Sarod"};
    Gathered *g = calloc(1, sizeof *g);
    if (g) {
        g->model = m;
        m->n_families = 0;
        for (size_t i = 0; i < sizeof first / sizeof first[0]; ++i) {
            family_of(m, first[i]);
        }
    }
    return g;
}

void jw_shown_gather_end(Gathered *g, JwShownPresets *names) {
    JwWindowModel *m = g->model;
    qsort(g->row, (size_t)g->n, sizeof g->row[0], by_instrument);
    m->n_presets = g->n;
    for (int i = 0; i < g->n; ++i) {
        m->presets[i] = g->row[i].shown;
        if (names) {
            memcpy(names->file[i], g->row[i].file, sizeof names->file[i]);
        }
    }
    free(g);
}

/// Skips files that cannot be read.
static void gather(Gathered *g, const JwNameList *list, const JwShownBundle *bundle) {
    const JwPatchPlaces places = {.bundle = bundle ? bundle->bundle : NULL};
    char loaded[JW_NAME_SIZE] = "";
    for (int i = 0; i < list->n; ++i) {
        if ((bundle && !bundle->shows(list->name[i])) ||
            !load_preset(&places, list->name[i], &g->preset)) {
            continue;
        }
        if (strcmp(loaded, g->preset.instrument) != 0) {
            snprintf(loaded, sizeof loaded, "%s", g->preset.instrument);
            if (!load_instrument(&places, loaded, &g->instrument)) {
                loaded[0] = 0;
                continue;
            }
        }
        jw_shown_gather(g, &g->instrument, &g->preset, list->name[i]);
    }
}

/// Gathers the instruments that a bundle shows, or all.
static void gather_instruments(Gathered *g, const JwNameList *list, const JwShownBundle *bundle) {
    const JwPatchPlaces places = {.bundle = bundle ? bundle->bundle : NULL};
    for (int i = 0; i < list->n; ++i) {
        const bool shows = !bundle || bundle->shows(list->name[i]);
        if (shows && load_instrument(&places, list->name[i], &g->instrument)) {
            jw_shown_gather(g, &g->instrument, NULL, list->name[i]);
        }
    }
}

/// Lists the names of presets, or of instruments; false if memory is short.
static bool list_files(const JwShownBundle *bundle, const char *extension, JwNameList *list) {
    char path[4096];
    if (!bundle) {
        return jw_data_list(extension, list);
    }
    const bool presets = !strcmp(extension, JW_PRESET_EXTENSION);
    const int n =
        snprintf(path, sizeof path, "%s/%s", bundle->bundle, presets ? "presets" : "instruments");
    return n > 0 && (size_t)n < sizeof path && jw_data_list_folder(path, extension, list);
}

bool jw_shown_presets(JwWindowModel *m, const JwShownBundle *bundle, JwShownPresets *names) {
    JwNameList list = {0}, instruments = {0};
    Gathered *g = jw_shown_gather_begin(m);
    if (!g || !list_files(bundle, JW_PRESET_EXTENSION, &list) ||
        !list_files(bundle, JW_INSTRUMENT_EXTENSION, &instruments)) {
        jw_name_list_clear(&list);
        free(g);
        return false;
    }
    gather_instruments(g, &instruments, bundle); // They have room, however many presets there are
    gather(g, &list, bundle);
    jw_name_list_clear(&list);
    jw_name_list_clear(&instruments);
    jw_shown_gather_end(g, names);
    return true;
}

/********* Practice sets *********/

static const char sets_family[] = "Practice sets";

void jw_shown_clear_sets(JwWindowModel *m) {
    while (m->n_presets > 0 && m->presets[m->n_presets - 1].is_set) {
        --m->n_presets;
    }
    if (m->n_families > 0 && !strcmp(m->family[m->n_families - 1], sets_family)) {
        --m->n_families;
    }
}

void jw_shown_add_set(JwWindowModel *m, JwShownPresets *names, const char *name, const char *text) {
    if (m->n_presets == JW_WINDOW_PRESETS) {
        return;
    }
    JwWindowPreset *to = &m->presets[m->n_presets];
    *to = (JwWindowPreset){.is_set = true, .family = add_family(m, sets_family)};
    snprintf(names->file[m->n_presets++], JW_NAME_SIZE, "%s", name);
    jw_cluster_copy(to->name, sizeof to->name, name);
    jw_cluster_copy(to->text, sizeof to->text, text);
    snprintf(to->instrument, sizeof to->instrument, "%s", sets_family);
}

/********* Strings *********/

_Static_assert((int)JW_WINDOW_STRINGS >= (int)JW_MAX_STRINGS, "every string has room");
_Static_assert((int)JW_WINDOW_FRETS >= (int)JW_MAX_PLACES, "every place has room");

static void fill_string(JwWindowModel *m, const JwStringSpec *from, const JwNeck *neck,
                        double a4_hz, JwWindowString *to) {
    const int key = neck->key[0] >= 0 ? neck->key[0] : from->key;
    snprintf(to->name, sizeof to->name, "%s", from->name);
    to->role = (JwWindowRole)from->role;
    to->key = key;
    to->hz = to->meant_hz = neck->hz[0];
    to->key_cents = 1200.0 * log2(neck->hz[0] / jw_key_hz(key, m->param[JW_P_A4]));
    to->tension_n = from->data.tension_n;
    if (!from->keeps_tension) { // Given for the pitch of its file
        const double given_hz = jw_key_hz(from->key, a4_hz) * exp2(from->tune_cents / 1200.0);
        to->tension_n *= neck->hz[0] * neck->hz[0] / (given_hz * given_hz);
    }
    if (from->role != JW_ROLE_TARAF) {
        const bool stopped = from->role == JW_ROLE_MELODY && neck->n > 1;
        const int high = stopped ? neck->key[neck->n - 1] : key;
        m->low_key = key < m->low_key ? key : m->low_key;
        m->high_key = high > m->high_key ? high : m->high_key;
    }
}

void jw_shown_strings(JwWindowModel *m, const JwInstrument *in, const JwFretboard *board) {
    m->n_strings = in->n_strings;
    m->low_key = JW_WINDOW_KEYS;
    m->high_key = -1;
    for (int i = 0; i < in->n_strings; ++i) {
        fill_string(m, &in->string[i], &board->neck[i], in->a4_hz, &m->string[i]);
    }
}

void jw_shown_fine_tuning(JwWindowModel *m, const double *string_cents) {
    for (int i = 0; i < m->n_strings; ++i) {
        JwWindowString *s = &m->string[i];
        s->tune_cents = s->off_cents = string_cents[i];
        s->meant_hz = s->hz * exp2(-string_cents[i] / 1200.0);
        s->key_cents -= string_cents[i];
    }
}

void jw_shown_tonality(JwWindowModel *m, const JwFretboard *board) {
    const int raga = (int)m->param[JW_P_RAGA];
    const int sa = board->sa_key;
    m->sa_key = sa;
    m->raga_keys = raga > 0 ? jw_raga_notes(raga) : 0;
    for (int d = 0; d < 12; ++d) {
        const double hz = sa + d < JW_KEYS ? board->key_hz[sa + d] : 0.0;
        m->raga_cents[d] = hz > 0.0 ? 1200.0 * log2(hz / board->key_hz[sa]) : 100.0 * d;
    }
}

void jw_shown_keys(JwWindowModel *m, const JwInstrument *in, const JwFretboard *board) {
    int base = in->n_strings > 0 ? in->string[0].key : JW_KEYS / 2;
    for (int i = in->n_strings - 1; i >= 0; --i) {
        base = in->string[i].role == JW_ROLE_MELODY ? in->string[i].key : base;
    }
    const int chikari = jw_instrument_pluck_key(in, false);
    const int strum = jw_instrument_pluck_key(in, true);
    m->has_bachi = has_word(in->name, "biwa") || has_word(in->name, "shamisen");
    m->madhya_key = board->sa_key + in->madhya_key - in->sa_key;
    m->piano_key = base / 12 * 12;
    m->chikari_key = chikari > 0 ? chikari : 0;
    m->strum_key = strum > 0 ? strum : 0;
}

void jw_shown_hero(JwWindowModel *m, const JwInstrument *in, const JwFretboard *board, int s,
                   int key) {
    const JwStringSpec *string = &in->string[s];
    const JwNeck *neck = &board->neck[s];
    JwWindowHero *hero = &m->hero;
    hero->string = s;
    hero->open_m = string->data.length_m;
    hero->key = m->string[s].key;
    hero->hz = m->string[s].hz;
    hero->fret = 0;
    hero->n_frets = 0;
    for (int i = 0; i < neck->n && i < JW_WINDOW_FRETS; ++i) {
        const double semitones = 12.0 * log2(neck->tuned_hz[i] / neck->tuned_hz[0]);
        hero->fret_m[i] = jw_string_data_stopped_length_m(&string->data, semitones);
        hero->fret_key[i] = neck->key[i];
        ++hero->n_frets;
        if (key >= 0 && neck->key[i] == key) {
            hero->fret = i;
            hero->key = key;
            hero->hz = neck->hz[i];
        }
    }
    hero->length_m = hero->fret_m[hero->fret];
}

double jw_shown_level(double energy_j) {
    return fmin(fmax(1.0 + log10(energy_j + 1e-16) / 9.0 + 0.1, 0.0), 1.0);
}

/********* Drone *********/

void jw_shown_strokes(JwWindowRound *round, const JwInstrument *in, const double *param) {
    const JwDronePattern *pattern = &in->drone;
    double whole = 0.0;
    for (int i = 0; i < pattern->n; ++i) {
        whole += jw_drone_counts(pattern, i, param);
    }
    round->n_strokes = pattern->n < JW_WINDOW_STROKES ? pattern->n : JW_WINDOW_STROKES;
    double at = 0.0;
    for (int i = 0; i < round->n_strokes; ++i) {
        round->stroke[i] = (JwWindowStroke){.string = pattern->string[i],
                                            .at = at / whole,
                                            .strength = param[JW_P_DRONE_STRENGTH] / 100.0};
        at += jw_drone_counts(pattern, i, param);
    }
}

void jw_shown_round(JwWindowModel *m, const JwInstrument *in) {
    jw_shown_strokes(&m->round, in, m->param);
}
