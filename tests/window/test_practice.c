// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the window shows and does for a player who practises: the layout of the computer's letters,
// the pedal, F2 to F4, the note that a pulled string has reached, and names by the instrument's
// kind.

#include "sample.h"
#include "support/check.h"

#include "base/ragas.h"
#include "base/utf8.h"
#include "window/draw/menu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static JwWindowModel model;
static JwLayout layout;
static JwCanvas *canvas;
static JwTextLog texts;

static const double width = 960.0, height = 600.0;

/// Draws the window to a log of its texts alone.
static void draw(void) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 960, 600);
    cairo_t *cr = cairo_create(surface);
    jw_cairo_canvas_aim(canvas, cr);
    jw_layout_make(&layout, &model, canvas, width, height);
    texts.n = 0;
    JwPainter painter = {.canvas = canvas,
                         .model = &model,
                         .layout = &layout,
                         .theme = jw_theme(model.theme),
                         .scale = 1.0,
                         .log = &texts,
                         .mute = true};
    jw_window_draw_with(&painter, JW_PART_ALL);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}

/// Number of times that a text is drawn, in an ink; JW_N_INKS: in any.
static int times(const char *text, JwInk ink) {
    int n = 0;
    for (int i = 0; i < texts.n; ++i) {
        const JwTextRecord *t = &texts.record[i];
        n += !strcmp(t->text, text) && (ink == JW_N_INKS || t->ink == ink);
    }
    return n;
}

static int shown(const char *text) {
    return times(text, JW_N_INKS);
}

static const JwGesture *take(JwWindowInput input) {
    return sample_take(&model, &layout, canvas, &input);
}

static const JwGesture *key(JwInputKey which, const char *character, bool repeats) {
    JwWindowInput input = {.kind = JW_INPUT_KEY, .key = which, .code = 65, .repeats = repeats};
    snprintf(input.character, sizeof input.character, "%s", character);
    return take(input);
}

static const JwGesture *click(JwElementKind kind, int index) {
    static double now_s;
    jw_layout_make(&layout, &model, canvas, width, height);
    const JwElement *e = jw_layout_find(&layout, kind, index);
    if (!check(e != NULL, "element %d:%d is there", (int)kind, index)) {
        return take((JwWindowInput){.kind = JW_INPUT_LEAVE});
    }
    const double x = e->at.x + 0.5 * e->at.w, y = e->at.y + 0.5 * e->at.h;
    now_s += 1.0;
    take(sample_at(JW_INPUT_PRESS, x, y, now_s));
    return take(sample_at(JW_INPUT_RELEASE, x, y, now_s));
}

/********* Letters *********/

static void test_letters(void) {
    sample_sitar(&model);
    draw();
    check(shown("Letters: sargam") == 1, "with a raga the letters are sargam");
    click(JW_E_LETTERS, 0);
    check(jw_menu_lines(&model) == JW_N_KEYS_CHOICES, "a menu of the layouts");
    draw();
    check(shown("Piano: a is C") == 1 && shown("Sargam: a is Sa") == 1, "which are named");
    check(sample_find(click(JW_E_MENU_LINE, JW_KEYS_PIANO), JW_DO_LETTERS, JW_KEYS_PIANO),
          "a click asks for another");
    draw();
    check(model.keys_choice == JW_KEYS_PIANO && shown("Letters: piano") == 1, "which is shown");
    sample_tanpura(&model);
    jw_layout_make(&layout, &model, canvas, width, height);
    check(!jw_layout_find(&layout, JW_E_LETTERS, 0), "pads have no letters");
}

/********* Keys *********/

/// True if a mark is drawn over a key: its middle row is neither black nor empty.
static bool is_marked(int note) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 960, 600);
    cairo_t *cr = cairo_create(surface);
    jw_cairo_canvas_aim(canvas, cr);
    jw_layout_make(&layout, &model, canvas, width, height);
    jw_window_draw(canvas, &model, &layout, 1.0, JW_PART_ALL);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    const uint32_t *pixel = (const uint32_t *)(const void *)cairo_image_surface_get_data(surface);
    const JwElement *e = jw_layout_find(&layout, JW_E_KEY, note);
    const int x = e ? (int)(e->at.x + 0.5 * e->at.w) : 0, y = e ? (int)e->at.y - 8 : 0;
    const bool marked = e && pixel[y * 960 + x] != pixel[(y + 6) * 960 + x];
    cairo_surface_destroy(surface);
    return marked;
}

/// Beside the keys, chikari and strum with the keys of the computer that play them; over them, what
/// Bhimpalasi has only downwards: Re and Dha.
static void test_keys(void) {
    sample_sitar(&model);
    model.chikari_key = 84;
    model.strum_key = 86;
    draw();
    check(shown("Chikari") == 1 && shown("Strum") == 1, "two named keys");
    check(sample_find(click(JW_E_NAMED, 84), JW_DO_KEY_OFF, 84), "a click strikes the chikari");
    check(sample_find(click(JW_E_CHIKARI, 5), JW_DO_RELEASE, 5) && model.hero.string == 0,
          "one of them alone, and the picture stays");
    check(jw_layout_find(&layout, JW_E_KEY, 37) && jw_layout_find(&layout, JW_E_KEY, 78),
          "all keys that play have room");
    model.raga_keys = jw_raga_notes(jw_raga_find("Bhimpalasi"));
    model.param[JW_P_RAGA] = jw_raga_find("Bhimpalasi");
    check(is_marked(63) && is_marked(70), "Re and Dha are marked");
    check(!is_marked(61) && !is_marked(64), "Sa and ga are not");
    model.param[JW_P_RAGA] = 0.0;
    check(!is_marked(63), "nor is any without a raga");
}

/// Where the rows of the taraf do not fit they are bars, which pluck, until they are unfolded.
static void test_taraf(void) {
    sample_sitar(&model);
    draw();
    check(jw_layout_find(&layout, JW_E_TARAF_BAR, 19) && !jw_layout_find(&layout, JW_E_STRING, 19),
          "the last taraf is a bar");
    check(sample_find(click(JW_E_TARAF_BAR, 12), JW_DO_RELEASE, 12) && model.hero.string == 12,
          "a click plucks and chooses it");
    draw();
    check(shown("taraf-6  F3") == 1, "and its name is told");
    click(JW_E_LIST_HEADING, 1);
    draw();
    check(jw_layout_find(&layout, JW_E_STRING, 7) && !jw_layout_find(&layout, JW_E_TARAF_BAR, 7),
          "unfolded they are rows");
}

/********* Ragas *********/

static void type(const char *text) {
    for (; *text; ++text) {
        key(JW_KEY_CHARACTER, (char[]){*text, 0}, false);
    }
}

static int found(void) {
    return model.hand.ragas.n_found;
}

static void test_raga_page(void) {
    const int malkauns = jw_raga_find("Malkauns");
    sample_sitar(&model);
    click(JW_E_FACT, JW_P_RAGA);
    check(model.hand.page == JW_WINDOW_RAGA_PAGE && model.hand.typing, "the page opens, to search");
    check(found() == JW_N_RAGAS, "with all ragas and none: %d", found());
    check(jw_layout_find(&layout, JW_E_RAGA, 2) != NULL, "Yaman, which is set, is in view");
    type("malkosh");
    draw();
    check(found() == 1 && model.hand.ragas.raga[0] == malkauns, "found by another name");
    check(shown("Malkauns") == 1 && shown("S g m d n") >= 1 && shown("Nearly the same notes") == 1,
          "with its notes, and ragas near it");
    key(JW_KEY_DOWN, "", false);
    check(model.param[JW_P_RAGA] == malkauns, "Down tries it: %g", model.param[JW_P_RAGA]);
    draw();
    check(shown("vadi m (ringed), samvadi S") == 1 && shown("10 of 13") == 1,
          "the card says what it is, and what it retunes");
    check(times("Ma", JW_INK_TEXT) == 1, "the tanpura's first string is Ma");
    key(JW_KEY_ESCAPE, "", false);
    check(model.param[JW_P_RAGA] == 2.0 && model.hand.page == JW_WINDOW_PLAY, "Escape goes back");
    click(JW_E_FACT, JW_P_RAGA);
    type("malkosh");
    key(JW_KEY_ENTER, "", false);
    check(model.param[JW_P_RAGA] == malkauns && model.hand.page == JW_WINDOW_PLAY, "Enter keeps");
}

/// Long texts of a raga of the user's own are cut between letters.
static void test_own_raga(void) {
    static char others[128], parent[64];
    memset(others, 'x', 82);
    memset(parent, 'y', 39);
    strcpy(others + 82, "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9");
    strcpy(parent + 39, "\u00e9\u00e9");
    JwRaga own = *jw_raga_info(jw_raga_find("Malkauns"));
    own.name = "Own Kauns";
    own.others = others;
    own.parent = parent;
    check(jw_raga_add(&own), "a raga of one's own");
    sample_sitar(&model);
    click(JW_E_FACT, JW_P_RAGA);
    type("own kauns");
    draw();
    check(shown("Own Kauns") >= 1, "is found");
    for (int i = 0; i < texts.n; ++i) {
        const char *text = texts.record[i].text;
        const size_t size = strlen(text);
        uint32_t code = 0;
        for (size_t at = 0, n = 1; at < size && n > 0; at += n) {
            n = jw_utf8_decode(text + at, size - at, &code);
            check(n > 0, "\"%s\" is text from byte %d on", text, (int)at);
        }
    }
}

/// Filters are words of the search, one of each kind, and any number of notes.
static void test_raga_filters(void) {
    sample_sitar(&model);
    click(JW_E_FACT, JW_P_RAGA);
    click(JW_E_RAGA_THAT, 3);
    check(!strcmp(model.hand.typed, "that:Bhairav"), "a that: %s", model.hand.typed);
    const int bhairav = found();
    int named = 0;
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        const JwRaga *r = jw_raga_info(raga);
        named += !r->carnatic &&
                 (!strcmp(r->parent, "Bhairav") || !strcmp(r->parent, "Bhairav (mixed)"));
    }
    check(bhairav == named, "Bhairav, not Bhairavi: %d of %d", bhairav, named);
    click(JW_E_RAGA_THAT, 8);
    check(!strcmp(model.hand.typed, "that:Bhairavi"), "another in its place: %s", model.hand.typed);
    click(JW_E_RAGA_TIME, 6);
    check(!strcmp(model.hand.typed, "that:Bhairavi hour:0"), "and a time: %s", model.hand.typed);
    check(found() >= 1 && model.hand.ragas.raga[0] == jw_raga_find("Malkauns"),
          "Malkauns by night");
    click(JW_E_RAGA_TIME, 6);
    click(JW_E_RAGA_THAT, 8);
    check(model.hand.typed[0] == 0 && found() == JW_N_RAGAS, "again: any");
    click(JW_E_RAGA_NOTE, 7);
    click(JW_E_RAGA_NOTE, 7);
    check(!strcmp(model.hand.typed, "-P"), "without Pa: %s", model.hand.typed);
    for (int i = 0; i < model.hand.ragas.n_found; ++i) {
        check(!(jw_raga_notes(model.hand.ragas.raga[i]) >> 7 & 1u), "none has Pa");
    }
    type(" qqq");
    draw();
    check(shown("No raga has all of this.") == 1, "it says so if there is none");
    click(JW_E_RAGA_CLEAR, 0);
    check(found() == JW_N_RAGAS, "Clear all");
    click(JW_E_RAGA, 2);
    click(JW_E_KEEP, 0);
    check(model.hand.page == JW_WINDOW_PLAY && !model.hand.typing, "Keep closes it");
}

/********* Pedal and function keys *********/

static void test_pedal(void) {
    sample_sitar(&model);
    draw();
    check(shown("pedal   185.0 Hz   \u00b11.5 mm") == 0, "no pedal");
    const JwWindowAction *pedal = sample_find(key(JW_KEY_CHARACTER, " ", false), JW_DO_PEDAL, 0);
    check(pedal && pedal->value == 1.0 && model.hand.pedal, "a blank presses it");
    check(key(JW_KEY_CHARACTER, " ", true)->n == 0, "once, however long it is held");
    draw();
    check(shown("pedal   185.0 Hz   \u00b11.5 mm") == 1, "it is shown");
    pedal = sample_find(key(JW_KEY_CHARACTER, " ", false), JW_DO_PEDAL, 0);
    check(pedal && pedal->value == 0.0 && !model.hand.pedal, "the next blank lifts it");
    key(JW_KEY_CHARACTER, " ", false);
    const JwGesture *panic = click(JW_E_PANIC, 0);
    check(sample_find(panic, JW_DO_PANIC, 0) && sample_find(panic, JW_DO_PEDAL, 0) &&
              !model.hand.pedal,
          "so does panic");
}

static void test_function_keys(void) {
    static const struct {
        JwInputKey key;
        JwWindowActionKind does;
    } pairs[] = {{JW_KEY_F2, JW_DO_WITH}, {JW_KEY_F3, JW_DO_CLOCK}, {JW_KEY_F4, JW_DO_CLOCK_TAP}};
    sample_sitar(&model);
    for (int i = 0; i < 3; ++i) {
        check(sample_find(key(pairs[i].key, "", false), pairs[i].does, 0), "F%d", i + 2);
        check(key(pairs[i].key, "", true)->n == 0, "F%d acts once while it is held", i + 2);
    }
    model.hand.typing = true;
    check(sample_find(key(JW_KEY_F2, "", false), JW_DO_WITH, 0), "F2 acts while one types, too");
    model.hand.typing = false;
    model.lacks = JW_LACKS_WITH;
    check(key(JW_KEY_F2, "", false)->n == 0, "a host has its own companion");
}

/********* Names *********/

static void test_pulled(void) {
    sample_sitar(&model);
    model.hero.fret = 12;
    model.hero.key = 66;
    draw();
    check(times("ma", JW_INK_MELODY) == 1 && shown("F\u266f4") == 1, "at rest: svara and note");
    model.hero.pulled = true;
    model.hero.near_key = 68;
    model.hero.near_cents = 3.2;
    model.hero.bend_semitones = 2.03;
    model.hero.hz = 416.5;
    draw();
    check(times("Pa +3", JW_INK_MELODY) == 1 && shown("416.5 Hz") == 1, "pulled: where it is now");
    check(shown("pulled from ma by 2.0 semitones") == 1, "and from where");
    model.hero.bend_semitones = -0.5;
    draw();
    check(shown("let down from ma by 0.5 semitones") == 1, "or let down");
    model.sounds = false;
    draw();
    check(shown("Pa +3") == 0, "not in silence");
}

static void test_western(void) {
    sample_sitar(&model);
    model.n_strings = 4; // Melody strings alone
    model.raga_keys = 0;
    model.hero.pulled = true;
    model.hero.near_key = 56;
    model.hero.near_cents = -12.4;
    model.hero.bend_semitones = 1.9;
    model.hero.hz = 206.2;
    draw();
    check(!jw_window_has_svaras(&model), "strings that are all played: no svaras");
    check(times("G\u266f3 \u221212", JW_INK_MELODY) == 1, "a pulled note by its western name");
    check(shown("ma") == 0 && shown("Sa") == 1, "no svara but the tonic's word in the head");
    check(shown("C4") == 1, "keys are named at C");
    check(shown("12") == 1, "frets by number");
    model.param[JW_P_SA] = 3.0;
    draw();
    check(jw_window_has_svaras(&model) && shown("C4") == 0, "a chosen tonic: svaras");
}

/********* Pages *********/

/// One scale for the jawari, words of the instrument's culture, and numbers of things.
static void test_words(void) {
    char text[JW_WORDS];
    sample_sitar(&model);
    model.param[JW_P_JAWARI] = 5.0;
    jw_window_bridge_bend(&model);
    draw();
    check(shown("5 %") == 1 && shown("0.29 \u00d7") == 0, "per cent of the jawari");
    model.param[JW_P_JAWARI] = 50.0;
    model.param[JW_P_BRIDGE_CURVATURE] = 0.5;
    check(fabs(jw_words_jawari(model.param) - 25.0) < 1e-9, "half the curvature is 25 %%: %g",
          jw_words_jawari(model.param));
    check(!strcmp(jw_words_stroke(&model, 1.0, text), "Mizrab"), "a sitar's mizrab");
    model.has_bachi = true;
    check(!strcmp(jw_words_stroke(&model, 1.0, text), "Bachi") &&
              !strcmp(jw_words_stroke(&model, 0.0, text), "Finger"),
          "a biwa's bachi, or the finger");
    check(!strcmp(jw_words_count(1, "string", "strings", text), "1 string"), "%s", text);
    check(!strcmp(jw_words_count(4, "string", "strings", text), "4 strings"), "%s", text);
}

/// Tension goes with the square of the pitch, and both with TUNE.
static void test_tension(void) {
    sample_sitar(&model);
    model.hand.page = JW_WINDOW_TUNE;
    model.string[0].hz = 185.0;
    model.string[0].tension_n = 65.6;
    jw_window_apply(&model, &(JwWindowAction){.kind = JW_DO_TUNE, .index = 0, .value = 100.0});
    check(fabs(model.string[0].tension_n - 65.6 * exp2(200.0 / 1200.0)) < 1e-6,
          "100 cents up: %g N", model.string[0].tension_n);
    jw_window_apply(&model, &(JwWindowAction){.kind = JW_DO_TUNE, .index = 0, .value = 0.0});
    model.param[JW_P_TUNE] = 100.0;
    draw();
    int n = 0;
    for (int i = 0; i < texts.n; ++i) {
        n += strstr(texts.record[i].text, "196.0 Hz") != NULL;
    }
    check(n == 1, "TUNE is heard, and told: 185 Hz up by 100 cents");
}

/// The bridge's handle stays on its curve, however steep that is.
static void test_handle(void) {
    sample_sitar(&model);
    for (double curvature = 0.3; curvature < 5.0; curvature *= 1.5) {
        model.param[JW_P_BRIDGE_CURVATURE] = curvature;
        jw_window_bridge_bend(&model);
        jw_layout_make(&layout, &model, canvas, width, height);
        const JwElement *e = jw_layout_find(&layout, JW_E_HANDLE, JW_HANDLE_CURVATURE);
        const double x = e ? e->at.x + 5.0 : 0.0, y = e ? e->at.y + 5.0 : 0.0;
        const JwWindowBridge *b = &model.bridge;
        const double x_m = (x - layout.lens.x0) / layout.lens.px_m;
        const double curve =
            layout.lens.y0 - layout.lens.px_up * jw_window_profile_m(b->x_m, b->now_m, b->n, x_m);
        check(e && fabs(curve - y) < 3.0, "curvature %.2f: %g px from it", curvature, curve - y);
    }
}

/// Frets under the whole string: the lens stands where it buzzes most, and goes elsewhere when
/// another place is 3 dB firmer for 0.3 s.
static void test_along(void) {
    sample_sitar(&model);
    JwWindowBridge *b = &model.bridge;
    b->along = b->posts = true;
    b->movable = false;
    b->khula_m = b->band_m = 0.0;
    b->n = 20;
    for (int i = 0; i < b->n; ++i) {
        b->x_m[i] = model.hero.fret_m[b->n - i];
        b->base_m[i] = b->sag_m[i] = 0.0;
        b->base_m[i] = -2e-3 + 0.05e-3 * i;
    }
    jw_window_bridge_bend(&model);
    b->n_contacts = 0;
    draw();
    check(shown("Fret 1") == 1 && shown("is nearest to the string") == 1, "at rest");
    check(!jw_layout_find(&layout, JW_E_JAWARI, 0), "there is no jawari, and no khula");
    b->n_contacts = 2;
    b->contact_m[0] = model.hero.fret_m[4];
    b->contact_m[1] = model.hero.fret_m[9];
    b->held_n[0] = b->force_n[0] = 0.9;
    b->held_n[1] = b->force_n[1] = 0.5;
    jw_window_lens_follow(&model, 1.0);
    draw();
    check(shown("Fret 4") == 1 && shown("buzzes most") == 1, "the fret that is struck hardest");
    b->held_n[0] = 0.4;
    for (int i = 1; i <= 200; ++i) {
        jw_window_lens_follow(&model, 1.0 + 0.01 * i);
    }
    check(fabs(b->lens_m - model.hero.fret_m[4]) < 1e-9, "2 dB do not move it");
    b->held_n[0] = 0.3;
    for (int i = 1; i <= 20; ++i) {
        jw_window_lens_follow(&model, 3.0 + 0.01 * i);
    }
    check(b->lens_to_m == model.hero.fret_m[4], "nor do 4 dB at once");
    for (int i = 21; i <= 120; ++i) {
        jw_window_lens_follow(&model, 3.0 + 0.01 * i);
    }
    check(fabs(b->lens_m - model.hero.fret_m[9]) < 1e-4, "but after 0.3 s it has gone there");
    draw();
    check(shown("Fret 9") == 1, "and says so");
}

/// A resonator has what comes in and goes out, and the strings where they sound; nothing to strike.
static void test_effect(void) {
    sample_sitar(&model);
    model.is_effect = model.has_input = true;
    model.lacks = JW_LACKS_WITH | JW_LACKS_LEARN;
    draw();
    check(shown("No sound comes in") == 1 && shown("Drone") == 0, "silence is told; no drone page");
    static const JwParamId there[] = {JW_P_SENSITIVITY, JW_P_LISTEN, JW_P_HAND,   JW_P_FREEZE,
                                      JW_P_DRY,         JW_P_WET,    JW_P_LIMITER};
    for (int i = 0; i < 7; ++i) {
        check(jw_layout_find(&layout, JW_E_PARAM, (int)there[i]) != NULL, "%s",
              jw_param_info(there[i])->name);
    }
    check(!jw_layout_find(&layout, JW_E_KEY, 61) && !jw_layout_find(&layout, JW_E_HERO, 0) &&
              !jw_layout_find(&layout, JW_E_LETTERS, 0),
          "no keys and no string to strike");
    const JwElement *low = jw_layout_find(&layout, JW_E_ANSWER, 3);
    const JwElement *mid = jw_layout_find(&layout, JW_E_ANSWER, 1);
    const JwElement *high = jw_layout_find(&layout, JW_E_ANSWER, 6);
    const double octave = mid && low ? mid->at.x - low->at.x : 0.0;
    check(octave > 50.0 && high && fabs(high->at.x - mid->at.x - 2.0 * octave) < 0.5,
          "an octave is as wide anywhere: %g px", octave);
    model.input_db = -14.2;
    draw();
    check(shown("\u221214.2 dB") == 1, "the level that comes in");
    check(sample_find(click(JW_E_ANSWER, 6), JW_DO_STRING, 6), "a click shows a string");
    model.hand.page = JW_WINDOW_PARAMS;
    draw();
    check(!jw_layout_find(&layout, JW_E_PARAM, JW_P_PLUCK_WIDTH) &&
              jw_layout_find(&layout, JW_E_PARAM, JW_P_WET),
          "no greyed strokes among the parameters");
}

static void test_presets(void) {
    sample_sitar(&model);
    model.hand.page = JW_WINDOW_PRESETS_PAGE;
    draw();
    check(!jw_layout_find(&layout, JW_E_BACK, 0) && !jw_layout_find(&layout, JW_E_KEEP, 0),
          "nothing to keep");
    click(JW_E_PRESET, 1);
    draw();
    check(jw_layout_find(&layout, JW_E_BACK, 0) && jw_layout_find(&layout, JW_E_KEEP, 0),
          "a tried preset is kept or not");
    click(JW_E_SEARCH, 0);
    type("xyz");
    draw();
    check(jw_layout_find(&layout, JW_E_PRESET_NONE, 0) != NULL, "nothing has xyz");
    int n = 0;
    for (int i = 0; i < texts.n; ++i) {
        n += strstr(texts.record[i].text, "\"xyz\"") != NULL;
    }
    check(n == 1, "and it says so");
}

/// A name is typed for what is to be saved; practice sets are listed and chosen.
static void test_saving(void) {
    static const JwWindowActionKind kinds[] = {JW_DO_SAVE_PRESET, JW_DO_SAVE_SET};
    sample_sitar(&model);
    for (int i = 0; i < 2; ++i) {
        model.hand.page = JW_WINDOW_PRESETS_PAGE;
        model.hand.name[0] = 0;
        click(JW_E_SAVE, i);
        check(model.hand.typing, "a name is asked for");
        type("my q");
        draw();
        check(shown("my q|") == 1, "and shown as it is typed");
        check(sample_find(key(JW_KEY_ENTER, "", false), kinds[i], 0) &&
                  !strcmp(model.hand.name, "my q") && !model.hand.typing && !model.hand.typed[0],
              "Enter saves: %s", model.hand.name);
        model.hand.name[0] = 0;
        click(JW_E_SAVE, i);
        check(key(JW_KEY_ENTER, "", false)->n == 0, "not without a name");
        click(JW_E_SAVE, i);
        type("no");
        check(key(JW_KEY_ESCAPE, "", false)->n == 0 && !model.hand.typing && !model.hand.name[0],
              "Escape does not");
        click(JW_E_SAVE, i);
        type("no");
        click(JW_E_SEARCH, 0);
        key(JW_KEY_ENTER, "", false);
        check(!model.hand.name[0] && !model.hand.typed[0], "nor does a click elsewhere");
    }
    model.lacks = JW_LACKS_WITH;
    jw_layout_make(&layout, &model, canvas, width, height);
    check(!jw_layout_find(&layout, JW_E_SAVE, 0), "hosts save by themselves");
    model.lacks = 0;
    JwWindowPreset *set = &model.presets[model.n_presets];
    *set = (JwWindowPreset){
        .name = "Morning", .text = "sitar, Sa D", .is_set = true, .family = model.n_families};
    snprintf(model.family[model.n_families++], JW_WINDOW_NAME, "Practice sets");
    click(JW_E_FAMILY, set->family);
    const int index = model.n_presets++;
    draw();
    check(shown("Morning") == 1 && shown("sitar, Sa D") == 1, "a set and what is in it");
    check(sample_find(click(JW_E_PRESET, index), JW_DO_PRESET, index) && model.hand.audition < 0,
          "a click plays it");
    for (int i = 0; i < 2 * model.n_presets; ++i) {
        const JwGesture *g = click(JW_E_PRESET_NEXT, 0);
        check(g->n == 1 && g->action[0].index < index, "the next preset is no set");
        model.preset = g->action[0].index;
    }
}

/// A second companion is shown beside the first, by a click on its number.
static void test_second(void) {
    sample_sitar(&model);
    model.n_with = 1;
    draw();
    check(!jw_layout_find(&layout, JW_E_WITH_SHOWN, 0), "not where there is but one");
    model.n_with = 2;
    draw();
    check(shown("1") > 0 && shown("2") > 0, "their numbers");
    check(sample_find(click(JW_E_WITH_SHOWN, 1), JW_DO_WITH_SHOWN, 1) && model.with_shown == 1,
          "a click shows the other one");
    model.lacks = JW_LACKS_WITH;
    jw_layout_make(&layout, &model, canvas, width, height);
    check(!jw_layout_find(&layout, JW_E_WITH_SHOWN, 0), "hosts have none");
}

/// A long name of an instrument is not cut, in the head and in the details; nor is a family left
/// out of a low window.
static void test_long_names(void) {
    static const char name[] = "Sitar (kharaj-pancham)";
    sample_sitar(&model);
    model.hand.page = JW_WINDOW_PRESETS_PAGE;
    JwWindowPreset *preset = &model.presets[model.preset];
    snprintf(preset->name, sizeof preset->name, "%s", name);
    snprintf(preset->instrument, sizeof preset->instrument, "%s", name);
    snprintf(model.preset_name, sizeof model.preset_name, "%s", name);
    snprintf(model.instrument_name, sizeof model.instrument_name, "Sitar");
    draw();
    int n = 0;
    for (int i = 0; i < texts.n; ++i) {
        n += !strcmp(texts.record[i].text, name) && !texts.record[i].elided;
    }
    check(n == 4, "uncut in head, heading, list and details: %d times", n);
    for (int i = 0; i < 4; ++i) {
        jw_layout_make(&layout, &model, canvas, 960.0, height);
        const JwParamId facts[] = {JW_P_SA, JW_P_RAGA, JW_P_A4, JW_P_QUALITY};
        check(jw_layout_find(&layout, JW_E_FACT, (int)facts[i]), "beside fact %d", i);
    }
    while (model.n_families < 13) {
        snprintf(model.family[model.n_families], JW_WINDOW_NAME, "Family %d", model.n_families);
        ++model.n_families;
    }
    jw_layout_make(&layout, &model, canvas, 720.0, 450.0);
    check(jw_layout_find(&layout, JW_E_FAMILY, model.n_families - 1), "the last family is there");
}

int main(void) {
    canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    test_letters();
    test_keys();
    test_taraf();
    test_raga_page();
    test_raga_filters();
    test_pedal();
    test_function_keys();
    test_pulled();
    test_western();
    test_words();
    test_tension();
    test_handle();
    test_along();
    test_effect();
    test_presets();
    test_saving();
    test_long_names();
    test_second();
    test_own_raga(); // The last one: it adds to the table
    jw_cairo_canvas_free(canvas);
    return check_result();
}
