// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hands on the window: what presses, drags, wheel and keys ask for, on every page.

#include "sample.h"
#include "support/check.h"

#include "base/ragas.h"
#include "window/draw/menu.h"

#include <math.h>
#include <string.h>

static JwWindowModel model;
static JwLayout layout;
static JwCanvas *canvas;
static double now_s;

static const JwGesture *take(JwInputKind kind, double x, double y, unsigned mods) {
    JwWindowInput input = sample_at(kind, x, y, now_s += 0.01);
    input.mods = mods;
    return sample_take(&model, &layout, canvas, &input);
}

static const JwGesture *key(JwInputKey name, const char *character, unsigned mods) {
    JwWindowInput input = {.kind = JW_INPUT_KEY, .key = name, .mods = mods};
    snprintf(input.character, sizeof input.character, "%s", character);
    return sample_take(&model, &layout, canvas, &input);
}

static JwRect place_of(JwElementKind kind, int index) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    const JwElement *e = jw_layout_find(&layout, kind, index);
    check(e != NULL, "element %d:%d is there", (int)kind, index);
    return e ? e->at : jw_rect(0.0, 0.0, 0.0, 0.0);
}

/// Clicks the middle of an element; what the release gave.
static const JwGesture *click(JwElementKind kind, int index) {
    const JwRect at = place_of(kind, index);
    const double x = at.x + 0.5 * at.w;
    const double y = at.y + 0.5 * at.h;
    now_s += 1.0;
    take(JW_INPUT_PRESS, x, y, 0);
    return take(JW_INPUT_RELEASE, x, y, 0);
}

static void begin(void (*fill)(JwWindowModel *), JwWindowPage page) {
    fill(&model);
    model.hand.page = page;
    now_s += 10.0;
}

/********* Head *********/

static int lines_in_view(void) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    int n = 0;
    for (int i = 0; i < layout.n; ++i) {
        const JwRect at = layout.element[i].at;
        if (layout.element[i].kind == JW_E_MENU_LINE) {
            ++n;
            check(at.y >= 0.0 && at.y + at.h <= 600.0 && at.x >= 0.0 && at.x + at.w <= 960.0,
                  "raga %d is in the window", layout.element[i].index);
        }
    }
    return n;
}

/// Opens it where it is a menu.
static void open_ragas(void) {
    model.hand.page = JW_WINDOW_PARAMS;
    click(JW_E_PARAM, JW_P_RAGA);
}

/// The menu of ragas shows a part of them, and finds one by what is typed.
static void test_ragas(void) {
    const int malkauns = jw_raga_find("Malkauns");
    open_ragas();
    check(lines_in_view() == 16, "ragas in view: %d", lines_in_view());
    const JwRect line = place_of(JW_E_MENU_LINE, 5);
    JwWindowInput wheel = sample_at(JW_INPUT_WHEEL, line.x + 5.0, line.y + 5.0, now_s += 0.01);
    wheel.steps = -1.0;
    sample_take(&model, &layout, canvas, &wheel);
    check(place_of(JW_E_MENU_LINE, 5).y == line.y - 72.0, "the wheel scrolls by three");
    for (int i = 0; i < 200; ++i) {
        sample_take(&model, &layout, canvas, &wheel);
    }
    check(lines_in_view() == 16 && jw_layout_find(&layout, JW_E_MENU_LINE, JW_N_RAGAS - 1),
          "to the last, and no farther: %d", lines_in_view());
    for (const char *c = "malk"; *c; ++c) {
        key(JW_KEY_CHARACTER, (char[]){*c, 0}, 0);
    }
    check(lines_in_view() == 1, "typed: %d ragas", lines_in_view());
    place_of(JW_E_MENU_LINE, malkauns);
    key(JW_KEY_CHARACTER, "q", 0);
    check(lines_in_view() == 0 && jw_menu_lines(&model) > 0, "none has that");
    check(key(JW_KEY_ENTER, "", 0)->n == 0, "Enter then sets nothing");
    key(JW_KEY_ESCAPE, "", 0);
    check(jw_menu_lines(&model) == 0, "Escape closes it");
    open_ragas();
    check(lines_in_view() == 16, "opened again it has all");
    for (const char *c = "g -R -P "; *c; ++c) {
        key(JW_KEY_CHARACTER, (char[]){*c, 0}, 0);
    }
    const int n = lines_in_view();
    check(n > 3 && jw_layout_find(&layout, JW_E_MENU_LINE, malkauns), "by notes: %d", n);
    key(JW_KEY_BACKSPACE, "", 0);
    key(JW_KEY_BACKSPACE, "", 0);
    check(!strcmp(model.hand.menu_filter, "g -R -"), "typed: %s", model.hand.menu_filter);
    for (int i = 0; i < 6; ++i) {
        key(JW_KEY_BACKSPACE, "", 0);
    }
    key(JW_KEY_CHARACTER, "मा", 0);
    key(JW_KEY_CHARACTER, "ल", 0);
    key(JW_KEY_CHARACTER, "कौं", 0); // A vowel sign at a time, as keyboards send it
    key(JW_KEY_BACKSPACE, "", 0);
    for (int i = 0; i < 100; ++i) {
        key(JW_KEY_CHARACTER, "x", 0);
    }
    check(strlen(model.hand.menu_filter) < sizeof model.hand.menu_filter, "a long text");
    key(JW_KEY_ESCAPE, "", 0);
    open_ragas();
    for (const char *c = "malkosh"; *c; ++c) {
        key(JW_KEY_CHARACTER, (char[]){*c, 0}, 0);
    }
    key(JW_KEY_ENTER, "", 0);
    check(model.param[JW_P_RAGA] == malkauns && jw_menu_lines(&model) == 0, "Enter: %g",
          model.param[JW_P_RAGA]);
    open_ragas();
    check(jw_layout_find(&layout, JW_E_MENU_LINE, malkauns) != NULL, "it opens where the raga is");
    key(JW_KEY_DOWN, "", 0);
    key(JW_KEY_UP, "", 0);
    click(JW_E_MENU_LINE, 0 + malkauns);
    check(jw_menu_lines(&model) == 0, "a click chooses");
}

static void test_head(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    const JwWindowPage pages[] = {JW_WINDOW_TUNE, JW_WINDOW_DRONE_PAGE, JW_WINDOW_PARAMS,
                                  JW_WINDOW_PLAY};
    for (int i = 0; i < 4; ++i) {
        click(JW_E_TAB, (int)pages[i]);
        check(model.hand.page == pages[i], "page %d", (int)pages[i]);
    }
    check(sample_find(click(JW_E_PANIC, 0), JW_DO_PANIC, 0), "panic");
    check(sample_find(click(JW_E_PRESET_NEXT, 0), JW_DO_PRESET, 3), "the next preset");
    check(!strcmp(model.preset_name, "Sitar by the finger"), "is shown: %s", model.preset_name);
    model.preset = 0;
    check(sample_find(click(JW_E_PRESET_BACK, 0), JW_DO_PRESET, 5), "before the first is the last");
    model.clipped = true;
    check(sample_find(click(JW_E_METER, 0), JW_DO_CLEAR_PEAKS, 0) && !model.clipped &&
              model.held_db[0] == model.peak_db[0],
          "a click on the level lets its peaks go");
    // A press that is let go elsewhere does nothing
    const JwRect at = place_of(JW_E_PANIC, 0);
    take(JW_INPUT_PRESS, at.x + 5.0, at.y + 5.0, 0);
    check(take(JW_INPUT_RELEASE, 400.0, 300.0, 0)->n == 0, "a press that slips off");
    open_ragas();
    check(jw_menu_lines(&model) == JW_N_RAGAS, "the ragas: %d", jw_menu_lines(&model));
    check(take(JW_INPUT_PRESS, 120.0, 130.0, 0)->n == 0 && jw_menu_lines(&model) == 0,
          "a press beside the menu closes it, and plucks nothing");
    test_ragas();
}

/********* String *********/

static void test_hero(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    const JwRect hero = place_of(JW_E_HERO, 0);
    const JwStringMap map = layout.hero;
    const double x = map.x0 + 0.3 * map.px_m * model.hero.length_m;
    const JwGesture *g = take(JW_INPUT_PRESS, x, map.y0 - 1.0, 0);
    const JwWindowAction *soft = sample_find(g, JW_DO_PLUCK, 0);
    check(soft && fabs(soft->place - 0.3) < 1e-9, "a click on the string plucks there");
    const double softly = soft ? soft->value : 0.0;
    check(sample_find(take(JW_INPUT_RELEASE, x, map.y0, 0), JW_DO_RELEASE, 0), "and lets go");
    now_s += 1.0;
    const JwWindowAction *hard =
        sample_find(take(JW_INPUT_PRESS, x, hero.y + 20.0, 0), JW_DO_PLUCK, 0);
    check(hard && hard->value > softly + 0.3 && hard->value <= 1.0, "harder the farther from it");
    take(JW_INPUT_RELEASE, x, map.y0, 0);
    // Beyond the fret that stops it there is nothing to pluck
    model.hero.length_m = model.hero.fret_m[12];
    now_s += 1.0;
    check(!sample_find(take(JW_INPUT_PRESS, map.x0 + 0.8 * map.px_m * model.hero.open_m, map.y0, 0),
                       JW_DO_PLUCK, 0),
          "not beyond the stop");
    take(JW_INPUT_RELEASE, x, map.y0, 0);
}

static void test_meend(JwElementKind kind, int index, double part) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    model.hand.frets_open = kind == JW_E_NECK;
    const JwRect at = place_of(kind, index);
    const double x = at.x + part * at.w;
    const double y = at.y + 0.4 * at.h;
    const JwGesture *g = take(JW_INPUT_PRESS, x, y, 0);
    int fretted = -1;
    for (int i = 0; i < g->n; ++i) {
        fretted = g->action[i].kind == JW_DO_KEY_ON ? g->action[i].index : fretted;
        check(g->action[i].string == 0 || g->action[i].kind != JW_DO_KEY_ON, "on its string");
    }
    check(fretted >= 54 && fretted <= 78, "a fret sounds: %d", fretted);
    const JwWindowAction *bend = sample_find(take(JW_INPUT_MOVE, x, y + 24.0, 0), JW_DO_BEND, 0);
    check(bend && fabs(bend->value - 2.0) < 1e-9, "pulled aside, 12 px a semitone");
    bend = sample_find(take(JW_INPUT_MOVE, x, y - 24.0, 0), JW_DO_BEND, 0);
    check(bend && fabs(bend->value - 2.0) < 1e-9, "to either side");
    bend = sample_find(take(JW_INPUT_MOVE, x, y + 500.0, 0), JW_DO_BEND, 0);
    check(bend && bend->value == 7.0, "no farther than a fifth");
    g = take(JW_INPUT_RELEASE, x, y + 500.0, 0);
    bend = sample_find(g, JW_DO_BEND, 0);
    check(bend && bend->value == 0.0 && sample_find(g, JW_DO_KEY_OFF, fretted), "and let go");
}

/// The end of what is held where the release is never told: the window was hidden, or closed.
static void test_let_go(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    model.keys_choice = JW_KEYS_PIANO;
    const JwRect a = place_of(JW_E_KEY, 55);
    const JwRect b = place_of(JW_E_KEY, 57);
    take(JW_INPUT_PRESS, a.x + 4.0, a.y + 50.0, 0);
    check(sample_find(take(JW_INPUT_LET_GO, 0.0, 0.0, 0), JW_DO_KEY_OFF, 55), "a key is let go");
    check(take(JW_INPUT_RELEASE, a.x + 4.0, a.y + 50.0, 0)->n == 0, "and not once more");
    take(JW_INPUT_PRESS, a.x + 4.0, a.y + 50.0, 0);
    const JwGesture *g = take(JW_INPUT_PRESS, b.x + 4.0, b.y + 50.0, 0);
    check(sample_find(g, JW_DO_KEY_OFF, 55) && sample_find(g, JW_DO_KEY_ON, 57),
          "another press ends the one before");
    JwWindowInput other = sample_at(JW_INPUT_PRESS, b.x + 4.0, b.y + 50.0, now_s);
    other.button = 3;
    check(sample_take(&model, &layout, canvas, &other)->n == 0, "another button does nothing");
    check(sample_find(take(JW_INPUT_RELEASE, b.x + 4.0, b.y + 50.0, 0), JW_DO_KEY_OFF, 57),
          "the first one lets go");
    const JwRect row = place_of(JW_E_JAWARI, 0);
    take(JW_INPUT_PRESS, row.x + 200.0, row.y + 8.0, 0);
    g = take(JW_INPUT_LET_GO, 0.0, 0.0, 0);
    check(sample_find(g, JW_DO_HOLD, JW_P_JAWARI) && model.hand.drag == 0, "so is a slider");
    const JwRect panic = place_of(JW_E_PANIC, 0);
    take(JW_INPUT_PRESS, panic.x + 5.0, panic.y + 5.0, 0);
    check(take(JW_INPUT_LET_GO, panic.x + 5.0, panic.y + 5.0, 0)->n == 0, "which is no click");
}

/// Two quick clicks on a row pluck twice where there is no tuning to bring back.
static void test_double_row(void) {
    for (int lacks = 0; lacks < 2; ++lacks) {
        begin(sample_sitar, JW_WINDOW_PLAY);
        model.lacks = lacks ? JW_LACKS_TUNE : 0;
        const JwRect at = place_of(JW_E_STRING, 2);
        take(JW_INPUT_PRESS, at.x + 30.0, at.y + 9.0, 0);
        take(JW_INPUT_RELEASE, at.x + 30.0, at.y + 9.0, 0);
        const JwGesture *g = take(JW_INPUT_PRESS, at.x + 30.0, at.y + 9.0, 0);
        check((sample_find(g, JW_DO_PLUCK, 2) != NULL) == (lacks == 1), "lacks %d", lacks);
        take(JW_INPUT_RELEASE, at.x + 30.0, at.y + 9.0, 0);
    }
}

static void test_pluck_handle(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    const JwRect at = place_of(JW_E_PLUCK_HANDLE, 0);
    const double x = at.x + 6.0;
    const double y = at.y + 5.0;
    const double px = layout.hero.px_m * model.hero.length_m;
    take(JW_INPUT_PRESS, x, y, 0);
    take(JW_INPUT_MOVE, x + 0.2 * px, y, 0);
    check_between(model.param[JW_P_PLUCK_POSITION], 0.3199, 0.3201,
                  "the handle goes with the pointer");
    check(model.param[JW_P_PLUCK_WIDTH] == 3.0, "the width stays");
    take(JW_INPUT_MOVE, x + 0.2 * px, y + 52.0, 0);
    check_between(model.param[JW_P_PLUCK_WIDTH], 5.99, 6.01,
                  "40 px farther down it is twice as wide");
    key(JW_KEY_ESCAPE, "", 0);
    check(model.param[JW_P_PLUCK_POSITION] == 0.12 && model.param[JW_P_PLUCK_WIDTH] == 3.0,
          "Escape");
}

/********* Bridge *********/

static void drag(JwElementKind kind, int index, double dx, double dy, unsigned mods) {
    const JwRect at = place_of(kind, index);
    const double x = at.x + 0.5 * at.w;
    const double y = at.y + 0.5 * at.h;
    now_s += 1.0;
    take(JW_INPUT_PRESS, x, y, 0);
    take(JW_INPUT_MOVE, x + dx, y + dy, mods);
    take(JW_INPUT_RELEASE, x + dx, y + dy, 0);
}

static void test_handles(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    place_of(JW_E_LENS, 0);
    const double mm = 1e-3 * layout.lens.px_up;
    drag(JW_E_HANDLE, JW_HANDLE_HEIGHT, 0.0, -0.02 * mm, 0);
    check_between(model.param[JW_P_BRIDGE_HEIGHT], 0.0199, 0.0201,
                  "height goes with the pointer [mm]");
    drag(JW_E_HANDLE, JW_HANDLE_HEIGHT, 0.0, -0.02 * mm, JW_MOD_SHIFT);
    check_between(model.param[JW_P_BRIDGE_HEIGHT], 0.0219, 0.0221, "a tenth of it with Shift [mm]");
    model.param[JW_P_BRIDGE_HEIGHT] = 0.0;
    jw_window_bridge_bend(&model);
    const double before = place_of(JW_E_HANDLE, JW_HANDLE_CURVATURE).y;
    drag(JW_E_HANDLE, JW_HANDLE_CURVATURE, 0.0, 12.0, 0);
    check_between(place_of(JW_E_HANDLE, JW_HANDLE_CURVATURE).y - before, 11.5, 12.5,
                  "the bridge's end goes with the pointer [px]");
    check(model.param[JW_P_BRIDGE_CURVATURE] > 1.05, "rounder: %g",
          model.param[JW_P_BRIDGE_CURVATURE]);
    drag(JW_E_HANDLE, JW_HANDLE_CURVATURE, 0.0, -400.0, 0);
    check(model.param[JW_P_BRIDGE_CURVATURE] == 0.1, "as flat as it goes: %g",
          model.param[JW_P_BRIDGE_CURVATURE]);
    begin(sample_tanpura, JW_WINDOW_PLAY);
    place_of(JW_E_LENS, 0);
    drag(JW_E_HANDLE, JW_HANDLE_THREAD, 2e-3 * layout.lens.px_m, 0.0, 0);
    check_between(model.param[JW_P_THREAD_POSITION], 1.999, 2.001,
                  "the thread goes with the pointer [mm]");
    check_between(1e3 * model.bridge.thread_m, 7.999, 8.001, "and is there [mm]");
}

static void test_pen(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    click(JW_E_PEN_BUTTON, JW_PEN_DRAW);
    check(model.hand.pen_open && model.pen.now.n == 9, "the pen begins with the bridge: %d points",
          model.pen.now.n);
    check_between(1e3 * (double)model.pen.now.x_m[0], 1.4999, 1.5001, "from its start [mm]");
    place_of(JW_E_LENS, 0);
    const JwStringMap map = layout.lens;
    const double x = map.x0 + 3.3e-3 * map.px_m;
    const double y = map.y0 + 0.02e-3 * map.px_up;
    now_s += 1.0;
    take(JW_INPUT_PRESS, x, y, 0);
    check(model.pen.now.n == 10 && model.hand.pen_point == 1, "a click adds a point: %d",
          model.pen.now.n);
    check_between(1e6 * (double)model.pen.now.h_m[1], -20.01, -19.99, "at its height [um]");
    take(JW_INPUT_MOVE, x, map.y0 + 0.01e-3 * map.px_up, 0);
    take(JW_INPUT_RELEASE, x, map.y0 + 0.01e-3 * map.px_up, 0);
    check_between(1e6 * (double)model.pen.now.h_m[1], -10.01, -9.99,
                  "that goes with the pointer [um]");
    check(model.bridge.changed, "the bridge is the pen's");
    take(JW_INPUT_MOVE, x, y, 0);
    take(JW_INPUT_PRESS, x, map.y0 + 0.01e-3 * map.px_up, 0);
    take(JW_INPUT_MOVE, x + 900.0, y, 0);
    take(JW_INPUT_RELEASE, x + 900.0, y, 0);
    check(model.pen.now.x_m[1] < model.pen.now.x_m[2], "no point passes another");
    click(JW_E_PEN_BUTTON, JW_PEN_UNDO);
    check_between(1e3 * (double)model.pen.now.x_m[1], 3.299, 3.301, "undone [mm]");
    click(JW_E_PEN_BUTTON, JW_PEN_UNDO);
    check(model.pen.now.n == 9, "undone: %d points", model.pen.now.n);
    const JwRect point = place_of(JW_E_PEN_POINT, 2);
    for (int i = 0; i < 2; ++i) {
        take(JW_INPUT_PRESS, point.x + 4.0, point.y + 4.0, 0);
        take(JW_INPUT_RELEASE, point.x + 4.0, point.y + 4.0, 0);
    }
    check(model.pen.now.n == 8, "a double click takes a point away: %d", model.pen.now.n);
    click(JW_E_PEN_BUTTON, JW_PEN_BUILT);
    check(model.pen.now.n == 0 && !model.bridge.changed && !model.hand.pen_open, "as built");
    drag(JW_E_HANDLE, JW_HANDLE_APEX, 1e-3 * layout.lens.px_m, 0.0, 0);
    check_between(1e3 * (double)model.pen.now.x_m[0], 2.499, 2.501,
                  "the apex goes along the string [mm]");
    sample_sitar(&model);
    for (int i = 0; i < 200; ++i) {
        jw_pen_add(&model.pen, 1e-3 * i, 0.0);
    }
    check(model.pen.now.n == JW_PEN_POINTS && model.pen.n_undos == JW_PEN_UNDOS,
          "no more than have room");
    check(jw_pen_add(&model.pen, 1e-3 + 5e-5, 0.0) == -1,
          "nor nearer than a tenth of a millimetre");
}

/********* Strings *********/

static void test_rows(JwElementKind kind, JwWindowPage page) {
    begin(sample_sitar, page);
    const JwRect at = place_of(kind, 2);
    const double x = at.x + 60.0;
    const double y = at.y + 0.5 * at.h;
    const JwGesture *g = take(JW_INPUT_PRESS, x, y, 0);
    check(sample_find(g, JW_DO_PLUCK, 2) && model.hero.string == 2, "a press plucks and chooses");
    check(!sample_find(take(JW_INPUT_MOVE, x + 2.0, y, 0), JW_DO_TUNE, 2),
          "a hand that trembles tunes nothing");
    take(JW_INPUT_MOVE, x + 12.0, y, 0);
    check_between(model.string[2].tune_cents, 9.99, 12.01, "a cent a pixel [cent]");
    const double before = model.string[2].tune_cents;
    take(JW_INPUT_MOVE, x + 22.0, y, JW_MOD_SHIFT);
    check_between(model.string[2].tune_cents - before, 0.99, 1.01, "a tenth with Shift [cent]");
    key(JW_KEY_ESCAPE, "", 0);
    check(fabs(model.string[2].tune_cents) < 1e-9, "Escape: %g", model.string[2].tune_cents);
    take(JW_INPUT_MOVE, x, y, 0);
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    click(page == JW_WINDOW_PLAY ? JW_E_DAMP : JW_E_TUNE_DAMP, 2);
    check(model.string[2].damped, "a hand lies on it");
    click(page == JW_WINDOW_PLAY ? JW_E_DAMP : JW_E_TUNE_DAMP, 2);
    check(!model.string[2].damped, "and is taken off");
}

static void test_keys(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    model.keys_choice = JW_KEYS_PIANO;
    const JwRect white = place_of(JW_E_KEY, 60);
    const double y = white.y + 50.0;
    const JwGesture *g = take(JW_INPUT_PRESS, white.x + 5.0, y, 0);
    const JwWindowAction *on = sample_find(g, JW_DO_KEY_ON, 60);
    check(on && on->value > 0.7 && on->string == -1 && model.lit[60],
          "a key sounds, loud at its foot");
    g = take(JW_INPUT_MOVE, white.x + 40.0, y, 0);
    check(sample_find(g, JW_DO_KEY_OFF, 60) && sample_find(g, JW_DO_KEY_ON, 62), "and the next");
    check(sample_find(take(JW_INPUT_RELEASE, white.x + 40.0, y, 0), JW_DO_KEY_OFF, 62) &&
              !model.lit[62],
          "and is let go");
    const JwRect low = place_of(JW_E_KEY, 79);
    check(take(JW_INPUT_PRESS, low.x + 5.0, y, 0)->n == 0, "out of range is silent");
    take(JW_INPUT_RELEASE, low.x + 5.0, y, 0);
    begin(sample_tanpura, JW_WINDOW_PLAY);
    const JwRect pad = place_of(JW_E_PAD, 3);
    check(sample_find(take(JW_INPUT_PRESS, pad.x + 9.0, pad.y + 9.0, 0), JW_DO_PLUCK, 3) &&
              model.string[3].lit,
          "a pad plucks");
    check(sample_find(take(JW_INPUT_RELEASE, 5.0, 5.0, 0), JW_DO_RELEASE, 3) &&
              !model.string[3].lit,
          "until it is let go");
}

static void test_tune_page(void) {
    begin(sample_sitar, JW_WINDOW_TUNE);
    check(sample_find(click(JW_E_TUNE_ALL, 0), JW_DO_TUNE_RAGA, -1), "all to the raga");
    double most = 0.0;
    for (int i = 0; i < model.n_strings; ++i) {
        most = fmax(most, fabs(model.string[i].off_cents));
    }
    check_below(most, 1e-9, "none is off [cent]");
    sample_sitar(&model);
    model.hand.page = JW_WINDOW_TUNE;
    model.hero.string = 4;
    check(sample_find(click(JW_E_CARD_TUNE, 0), JW_DO_TUNE_RAGA, 4) &&
              model.string[4].off_cents == 0.0 && model.string[9].off_cents != 0.0,
          "the chosen one alone");
    check(sample_find(click(JW_E_CARD_PLUCK, 0), JW_DO_PLUCK, 4), "it is plucked");
}

/********* Drone and presets *********/

static void test_drone_page(void) {
    begin(sample_tanpura, JW_WINDOW_DRONE_PAGE);
    click(JW_E_PLAYING, 0);
    check(model.param[JW_P_DRONE] == 0.0, "the drone stops");
    click(JW_E_TEMPO_MORE, 0);
    check(model.param[JW_P_DRONE_TEMPO] == 61.0, "a beat faster: %g",
          model.param[JW_P_DRONE_TEMPO]);
    const JwRect at = place_of(JW_E_TAP, 0);
    for (int i = 0; i < 4; ++i) {
        now_s = 1000.0 + 0.75 * i;
        take(JW_INPUT_PRESS, at.x + 9.0, at.y + 9.0, 0);
        now_s = 1000.0 + 0.75 * i + 0.09;
        take(JW_INPUT_RELEASE, at.x + 9.0, at.y + 9.0, 0);
    }
    check_between(model.param[JW_P_DRONE_TEMPO], 79.9, 80.1, "taps every 0.75 s [bpm]");
    click(JW_E_CHOICE, JW_P_DRONE_FIRST * 64 + 2);
    check(model.param[JW_P_DRONE_FIRST] == 2.0, "Ma: %g", model.param[JW_P_DRONE_FIRST]);
    click(JW_E_HOST_TEMPO, JW_P_DRONE_SYNC);
    check(model.param[JW_P_DRONE_SYNC] == 1.0, "the host's tempo");
    click(JW_E_SEED, JW_P_DRONE_SEED);
    key(JW_KEY_CHARACTER, "4", 0);
    key(JW_KEY_CHARACTER, "2", 0);
    key(JW_KEY_ENTER, "", 0);
    check(model.param[JW_P_DRONE_SEED] == 42.0, "a seed is typed: %g",
          model.param[JW_P_DRONE_SEED]);
}

static void test_presets_page(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    click(JW_E_PRESET_NAME, 0);
    check(model.hand.page == JW_WINDOW_PRESETS_PAGE, "the browser opens");
    check(sample_find(click(JW_E_PRESET, 1), JW_DO_AUDITION, 1) && model.hand.audition == 1,
          "a click tries one");
    check(sample_find(click(JW_E_BACK, 0), JW_DO_BACK, 0) && model.preset == 2, "Back");
    click(JW_E_PRESET_NAME, 0);
    click(JW_E_PRESET, 4);
    check(sample_find(click(JW_E_KEEP, 0), JW_DO_KEEP, 4) && model.preset == 4, "Keep");
    click(JW_E_PRESET_NAME, 0);
    click(JW_E_FAMILY, 1);
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    check(!jw_layout_find(&layout, JW_E_PRESET, 0) && jw_layout_find(&layout, JW_E_PRESET, 4),
          "a family");
    click(JW_E_SEARCH, 0);
    for (const char *c = "KHULA"; *c; ++c) {
        const char one[2] = {*c, 0};
        key(JW_KEY_CHARACTER, one, 0);
    }
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    check(jw_layout_find(&layout, JW_E_PRESET, 2) && !jw_layout_find(&layout, JW_E_PRESET, 0),
          "what is searched");
    check(sample_find(click(JW_E_FROM_FILE, 0), JW_DO_FROM_FILE, 0), "an instrument from a file");
}

/********* Keyboard *********/

/// Number of parameters that Tab comes to in a window of a size.
static int focused_params(double width, double height) {
    begin(sample_sitar, JW_WINDOW_PARAMS);
    model.has_input = true;
    sample_width = width;
    sample_height = height;
    bool seen[JW_N_PARAMS] = {false};
    for (int n = 0; n < 200; ++n) {
        key(JW_KEY_TAB, "", 0);
        if (model.hand.focus.kind == JW_E_PARAM) {
            seen[model.hand.focus.index] = true;
        }
    }
    sample_width = 960.0;
    sample_height = 600.0;
    int n_seen = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        n_seen += seen[i];
    }
    return n_seen;
}

static void test_focus(void) {
    check(focused_params(960.0, 600.0) == JW_N_PARAMS, "Tab comes to all parameters");
    check(focused_params(480.0, 320.0) == JW_N_PARAMS, "where the page scrolls too: %d",
          focused_params(480.0, 320.0));
    begin(sample_sitar, JW_WINDOW_PARAMS);
    model.hand.focus_seen = true;
    model.hand.focus = (JwWindowTarget){JW_E_PARAM, JW_P_GAIN};
    key(JW_KEY_UP, "", 0);
    check(model.param[JW_P_GAIN] > 0.5, "an arrow steps: %g", model.param[JW_P_GAIN]);
    key(JW_KEY_BACKSPACE, "", 0);
    check(model.param[JW_P_GAIN] == 0.0, "Backspace: its own value");
    model.hand.focus = (JwWindowTarget){JW_E_PARAM, JW_P_RAGA};
    key(JW_KEY_ENTER, "", 0);
    key(JW_KEY_DOWN, "", 0);
    key(JW_KEY_DOWN, "", 0);
    key(JW_KEY_ENTER, "", 0);
    check(model.param[JW_P_RAGA] == 1.0 && jw_menu_lines(&model) == 0, "a menu by keys: %g",
          model.param[JW_P_RAGA]);
    key(JW_KEY_CHARACTER, "l", JW_MOD_CONTROL);
    check(model.learning == JW_P_RAGA, "Ctrl-L learns");
    key(JW_KEY_ESCAPE, "", 0);
    check(model.learning == -1, "Escape: no longer");
    model.hand.focus = (JwWindowTarget){JW_E_PANIC, 0};
    model.hand.focus_seen = true;
    check(sample_find(key(JW_KEY_CHARACTER, " ", 0), JW_DO_PANIC, 0), "a blank is a click");
    JwWindowInput held = {.kind = JW_INPUT_KEY, .character = " ", .repeats = true};
    check(sample_take(&model, &layout, canvas, &held)->n == 0, "but one alone while it is held");
}

/// Presses or releases a key of the computer.
static const JwGesture *letter(JwInputKind kind, const char *character, int code, bool repeats) {
    JwWindowInput input = {.kind = kind, .code = code, .repeats = repeats};
    snprintf(input.character, sizeof input.character, "%s", character);
    return sample_take(&model, &layout, canvas, &input);
}

/// Letters play: Yaman on C#, whose notes from a on are C# D# F G G# A# C C#.
static void test_letters(void) {
    static const int keys[] = {61, 63, 65, 67, 68, 70, 72, 73};
    begin(sample_sitar, JW_WINDOW_PLAY);
    for (int i = 0; i < 8; ++i) {
        const char text[2] = {"asdfghjk"[i], 0};
        check(sample_find(letter(JW_INPUT_KEY, text, 30 + i, false), JW_DO_KEY_ON, keys[i]),
              "%s plays %d", text, keys[i]);
        check(letter(JW_INPUT_KEY, text, 30 + i, true)->n == 0, "held down it plays once");
    }
    check(model.hand.n_held == 8, "eight are held: %d", model.hand.n_held);
    check(sample_find(letter(JW_INPUT_KEY_UP, "", 31, false), JW_DO_KEY_OFF, 63),
          "its release ends its note");
    check(letter(JW_INPUT_KEY_UP, "", -1, false)->n == 7 && model.hand.n_held == 0,
          "the keyboard goes: nothing is held");
    check(sample_find(letter(JW_INPUT_KEY, "w", 60, false), JW_DO_KEY_ON, 62), "w: komal Re");
    letter(JW_INPUT_KEY, "x", 61, false);
    check(sample_find(letter(JW_INPUT_KEY_UP, "", 60, false), JW_DO_KEY_OFF, 62),
          "a note ends where it began, whatever moved");
    check(sample_find(letter(JW_INPUT_KEY, "a", 60, false), JW_DO_KEY_ON, 73), "x: an octave up");
    check(sample_find(letter(JW_INPUT_KEY, "2", 62, false), JW_DO_PLUCK, 1),
          "2: the second string");
    letter(JW_INPUT_KEY_UP, "", -1, false);
    const JwWindowAction *bend = sample_find(key(JW_KEY_UP, "", 0), JW_DO_BEND, model.hero.string);
    check(bend && bend->value > 0.5, "Up pulls to the next note: %g", bend ? bend->value : 0.0);
    check(place_of(JW_E_KEY, 63).x > place_of(JW_E_KEY, 61).x &&
              place_of(JW_E_KEY, 63).h > place_of(JW_E_KEY, 62).h,
          "Re is a white key beside Sa, komal Re a black one");
    model.keys_choice = JW_KEYS_PIANO;
    model.hand.letter_shift = 0;
    check(sample_find(letter(JW_INPUT_KEY, "a", 60, false), JW_DO_KEY_ON, 48), "piano: a is C");
    letter(JW_INPUT_KEY_UP, "", -1, false);
}

static void test_zoom(void) {
    begin(sample_sitar, JW_WINDOW_PLAY);
    key(JW_KEY_CHARACTER, "+", JW_MOD_CONTROL);
    check(model.zoom == 1.25, "larger: %g", model.zoom);
    for (int i = 0; i < 20; ++i) {
        key(JW_KEY_CHARACTER, "-", JW_MOD_CONTROL);
    }
    check(model.zoom == 0.75, "as small as it goes: %g", model.zoom);
    key(JW_KEY_CHARACTER, "0", JW_MOD_CONTROL);
    check(model.zoom == 1.0, "as it was: %g", model.zoom);
}

static void test_scroll(void) {
    begin(sample_crowd, JW_WINDOW_PLAY);
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    check(!jw_layout_find(&layout, JW_E_STRING, 31), "the last of many strings is not in view");
    JwWindowInput input = sample_at(JW_INPUT_WHEEL, 800.0, 300.0, now_s);
    input.steps = -50.0;
    sample_take(&model, &layout, canvas, &input);
    check(jw_layout_find(&layout, JW_E_STRING, 29), "the wheel brings it there");
    drag(JW_E_SCROLL_BAR, JW_WINDOW_N_PAGES, 0.0, -2000.0, 0);
    check(model.hand.list_scroll == 0.0, "and the bar back: %g", model.hand.list_scroll);
    begin(sample_sitar, JW_WINDOW_PARAMS);
    sample_height = 400.0;
    model.hand.menu = (JwWindowTarget){JW_E_PARAM, JW_P_PLUCK_STROKE};
    input = sample_at(JW_INPUT_WHEEL, 20.0, 200.0, now_s);
    input.steps = -2.0;
    sample_take(&model, &layout, canvas, &input);
    check(model.hand.scroll[JW_WINDOW_PARAMS] > 0.0 && jw_menu_lines(&model) == 0,
          "a menu closes before its row is out of view");
    sample_height = 600.0;
}

/// Anything anywhere: no input leaves what a model can be.
static void test_anything(void) {
    static void (*const fill[])(JwWindowModel *) = {sample_sitar, sample_tanpura, sample_crowd};
    unsigned seed = 12345;
    int n_wrong = 0;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 480, 300);
    cairo_t *cr = cairo_create(image);
    for (int run = 0; run < 60; ++run) {
        begin(fill[run % 3], (JwWindowPage)(run % JW_WINDOW_N_PAGES));
        for (int i = 0; i < 200; ++i) {
            unsigned number[6];
            for (int k = 0; k < 6; ++k) {
                seed = seed * 1664525u + 1013904223u;
                number[k] = seed >> 8;
            }
            JwWindowInput input = sample_at(
                (JwInputKind)(number[0] % (JW_INPUT_KEY_UP + 1)), (double)(number[1] % 1000) - 20.0,
                (double)(number[2] % 640) - 20.0, now_s += 0.1 * (number[3] % 4));
            input.button = number[3] % 5 == 0 ? 3 : 1;
            input.steps = (double)(number[4] % 5) - 2.0;
            input.mods = number[5] % 4;
            input.key = (JwInputKey)(number[4] % (JW_KEY_END + 1));
            snprintf(input.character, sizeof input.character, "%c", (char)(' ' + number[5] % 90));
            sample_take(&model, &layout, canvas, &input);
            if (i % 40 == 0) {
                jw_cairo_canvas_aim(canvas, cr);
                jw_window_draw(canvas, &model, &layout, 0.5, JW_PART_ALL);
            }
            for (int id = 0; id < JW_N_PARAMS; ++id) {
                n_wrong += !jw_param_valid((JwParamId)id, model.param[id]);
            }
            n_wrong += model.hero.string < 0 || model.hero.string >= model.n_strings;
            for (int k = 1; k < model.pen.now.n; ++k) {
                n_wrong += !(model.pen.now.x_m[k] > model.pen.now.x_m[k - 1]);
            }
        }
    }
    check(n_wrong == 0, "12000 inputs: %d things are wrong", n_wrong);
    check(cairo_status(cr) == CAIRO_STATUS_SUCCESS, "what they lead to is drawn");
    cairo_destroy(cr);
    cairo_surface_destroy(image);
}

int main(void) {
    canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    test_head();
    test_hero();
    test_meend(JW_E_FRET, 5, 0.5);
    test_meend(JW_E_NECK, 0, 0.6);
    test_let_go();
    test_double_row();
    test_pluck_handle();
    test_handles();
    test_pen();
    test_rows(JW_E_STRING, JW_WINDOW_PLAY);
    test_rows(JW_E_TUNE_ROW, JW_WINDOW_TUNE);
    test_keys();
    test_tune_page();
    test_drone_page();
    test_presets_page();
    test_focus();
    test_letters();
    test_zoom();
    test_scroll();
    test_anything();
    jw_cairo_canvas_free(canvas);
    return check_result();
}
