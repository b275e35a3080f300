// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every parameter is on the Parameters page, and drag, wheel, double click, typing and learning
// give it the right values; the jawari slider shows and moves the effective curvature.

#include "sample.h"
#include "support/check.h"

#include "window/draw/menu.h"
#include "window/draw/pages.h"

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

static const JwGesture *wheel(double x, double y, double steps, unsigned mods) {
    JwWindowInput input = sample_at(JW_INPUT_WHEEL, x, y, now_s += 0.01);
    input.steps = steps;
    input.mods = mods;
    return sample_take(&model, &layout, canvas, &input);
}

static const JwGesture *key(JwInputKey name, const char *character) {
    JwWindowInput input = {.kind = JW_INPUT_KEY, .key = name};
    snprintf(input.character, sizeof input.character, "%s", character);
    return sample_take(&model, &layout, canvas, &input);
}

static const JwElement *row_of(int id) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    const JwElement *row = jw_layout_find(&layout, JW_E_PARAM, id);
    if (!row) { // Further down
        model.hand.scroll[JW_WINDOW_PARAMS] = layout.scroll_most;
        jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
        row = jw_layout_find(&layout, JW_E_PARAM, id);
    }
    return row;
}

static double middle_y(const JwElement *e) {
    return e->at.y + 0.5 * e->at.h;
}

static void begin(void) {
    sample_sitar(&model);
    model.hand.page = JW_WINDOW_PARAMS;
    model.has_input = true;
    now_s += 10.0; // No press is the second of a double click
}

static bool slides(int id) {
    const JwParamScale scale = jw_param_info((JwParamId)id)->scale;
    return scale == JW_SCALE_LINEAR || scale == JW_SCALE_LOG;
}

/********* Sliders *********/

/// A fifth of the range on 40 px, a fiftieth with Shift; Escape brings the value back.
static void test_drag(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    model.param[id] = jw_param_from_unit((JwParamId)id, 0.3);
    const double start = model.param[id];
    const JwElement *e = row_of(id);
    const double x = e->at.x + 100.0;
    const double y = middle_y(e);
    const JwGesture *g = take(JW_INPUT_PRESS, x, y, 0);
    const JwWindowAction *touch = sample_find(g, JW_DO_HOLD, id);
    check(touch && touch->value == 1.0, "%s: a press takes hold", info->symbol);
    check(model.param[id] == start, "%s: a press alone moves nothing", info->symbol);
    take(JW_INPUT_MOVE, x + 15.0, y, 0);
    take(JW_INPUT_MOVE, x + 40.0, y, 0);
    check(fabs(model.param[id] - jw_param_from_unit((JwParamId)id, 0.5)) <
              1e-9 * fabs(info->max - info->min),
          "%s: 40 px are a fifth: %g", info->symbol, model.param[id]);
    take(JW_INPUT_MOVE, x + 80.0, y, JW_MOD_SHIFT);
    check(fabs(model.param[id] - jw_param_from_unit((JwParamId)id, 0.52)) <
              1e-9 * fabs(info->max - info->min),
          "%s: with Shift a fiftieth: %g", info->symbol, model.param[id]);
    take(JW_INPUT_MOVE, x + 2000.0, y, 0);
    check(model.param[id] == info->max, "%s: its end: %g", info->symbol, model.param[id]);
    g = key(JW_KEY_ESCAPE, "");
    check(fabs(model.param[id] - start) < 1e-12 * fabs(start) + 1e-12, "%s: Escape: %g, not %g",
          info->symbol, model.param[id], start);
    touch = sample_find(g, JW_DO_HOLD, id);
    check(touch && touch->value == 0.0 && model.hand.drag == 0, "%s: lets go", info->symbol);
}

static void test_wheel(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    model.param[id] = jw_param_from_unit((JwParamId)id, 0.5);
    const double start = model.param[id];
    const double x = jw_param_track(row_of(id)->at).x + 20.0;
    const double y = middle_y(row_of(id));
    wheel(x, y, 1.0, 0);
    const double step =
        jw_words_place((JwParamId)id, model.param[id]) - jw_words_place((JwParamId)id, start);
    const double least = id == JW_P_DRONE_SEED ? 0.00005 : 0.008;
    check(step > least && step < 0.035, "%s: a step of the wheel: %g", info->symbol, step);
    wheel(x, y, -1.0, 0);
    check(fabs(model.param[id] - start) < 1e-9 * (info->max - info->min), "%s: and back",
          info->symbol);
    wheel(x, y, 1.0, JW_MOD_SHIFT);
    const double fine =
        jw_words_place((JwParamId)id, model.param[id]) - jw_words_place((JwParamId)id, start);
    const double part = id == JW_P_DRONE_SEED ? 1.0 : 0.1;
    check(fabs(fine - part * step) < 0.001, "%s: with Shift a tenth: %g of %g", info->symbol, fine,
          step);
    wheel(x, y, 1e4, 0);
    check(model.param[id] == info->max, "%s: no farther than its end", info->symbol);
}

/// A double click gives the instrument's own value, which need not be the table's.
static void test_double_click(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    model.built[id] = jw_param_from_unit((JwParamId)id, 0.4);
    model.param[id] = jw_param_from_unit((JwParamId)id, 0.9);
    const JwElement *e = row_of(id);
    const double x = e->at.x + 100.0;
    const double y = middle_y(e);
    for (int i = 0; i < 2; ++i) {
        take(JW_INPUT_PRESS, x, y, 0);
        take(JW_INPUT_RELEASE, x, y, 0);
    }
    check(model.param[id] == model.built[id], "%s: double click: %g, not %g", info->symbol,
          model.param[id], model.built[id]);
    model.param[id] = info->max;
    now_s += 1.0;
    take(JW_INPUT_PRESS, x, y, 0);
    take(JW_INPUT_RELEASE, x, y, 0);
    check(model.param[id] == info->max, "%s: one click moves nothing", info->symbol);
}

static void test_typing(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    const JwElement *e = row_of(id);
    JwWindowInput input = sample_at(JW_INPUT_PRESS, e->at.x + 50.0, middle_y(e), now_s);
    input.button = 3;
    const JwGesture *g = sample_take(&model, &layout, canvas, &input);
    check(sample_find(g, JW_DO_LEARN, id) && model.learning == id, "%s: right click learns",
          info->symbol);
    check(model.hand.typing && model.hand.described == id, "%s: and types", info->symbol);
    const char *digits = "1.5";
    for (const char *c = digits; *c; ++c) {
        const char one[2] = {*c, 0};
        key(JW_KEY_CHARACTER, one);
    }
    key(JW_KEY_CHARACTER, "x");
    key(JW_KEY_ENTER, "");
    const double expected = jw_param_clamp((JwParamId)id, 1.5, 0.0);
    check(model.param[id] == expected && !model.hand.typing && model.learning == -1,
          "%s: typed %g, not %g", info->symbol, model.param[id], expected);
}

/********* Names and switches *********/

static void test_menu(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    const int n = jw_param_n_points((JwParamId)id);
    for (int line = 0; line < n; ++line) {
        const JwElement *e = row_of(id);
        const double y = middle_y(e);
        take(JW_INPUT_PRESS, e->at.x + 20.0, y, 0);
        take(JW_INPUT_RELEASE, e->at.x + 20.0, y, 0);
        const JwElement *at = jw_layout_find(&layout, JW_E_MENU_LINE, line);
        if (!check(at != NULL, "%s: line %d is there", info->symbol, line)) {
            return;
        }
        const double x = at->at.x + 10.0;
        const double line_y = middle_y(at);
        take(JW_INPUT_PRESS, x, line_y, 0);
        take(JW_INPUT_RELEASE, x, line_y, 0);
        check(model.param[id] == jw_menu_point((JwParamId)id, line), "%s: line %d gives %g",
              info->symbol, line, model.param[id]);
        check(jw_menu_lines(&model) == 0, "%s: the menu closes", info->symbol);
        now_s += 1.0;
    }
    // The wheel goes from one to the next, and stays at the end
    const JwElement *e = row_of(id);
    const double x = jw_rect_right(e->at) - 10.0;
    const double y = middle_y(e);
    for (int i = 0; i < n + 2; ++i) {
        wheel(x, y, -1.0, 0);
    }
    check(model.param[id] == info->min, "%s: the wheel comes to the first: %g", info->symbol,
          model.param[id]);
    wheel(x, y, 1.0, 0);
    check(model.param[id] == jw_menu_point((JwParamId)id, 1), "%s: and to the second: %g",
          info->symbol, model.param[id]);
}

static void test_toggle(int id) {
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    begin();
    const double start = model.param[id];
    for (int i = 0; i < 2; ++i) {
        const JwElement *e = row_of(id);
        const double y = middle_y(e);
        take(JW_INPUT_PRESS, e->at.x + 20.0, y, 0);
        take(JW_INPUT_RELEASE, e->at.x + 20.0, y, 0);
        check(model.param[id] == (i == 0 ? 1.0 - start : start), "%s: click %d: %g", info->symbol,
              i + 1, model.param[id]);
    }
}

/// Elements of every size of page are reached by scrolling.
static void test_reach(void) {
    const double sizes[][2] = {{960.0, 600.0}, {600.0, 400.0}, {480.0, 320.0}, {800.0, 600.0}};
    for (int s = 0; s < 4; ++s) {
        bool seen[JW_N_PARAMS] = {false};
        begin();
        for (double scroll = 0.0; scroll < 3000.0; scroll += 24.0) {
            model.hand.scroll[JW_WINDOW_PARAMS] = scroll;
            jw_layout_make(&layout, &model, canvas, sizes[s][0], sizes[s][1]);
            for (int i = 0; i < JW_N_PARAMS; ++i) {
                const JwElement *e = jw_layout_find(&layout, JW_E_PARAM, i);
                seen[i] =
                    seen[i] || (e && jw_layout_hit(&layout, e->at.x + 20.0, middle_y(e)) == e);
            }
        }
        int n = 0;
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            n += seen[i];
        }
        check(n == JW_N_PARAMS, "%.0f x %.0f: %d of %d parameters are reached", sizes[s][0],
              sizes[s][1], n, (int)JW_N_PARAMS);
    }
}

/********* Jawari *********/

static double effective(void) {
    return jw_param_curvature(model.param);
}

static void drag_jawari(double px) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    const JwElement *e = jw_layout_find(&layout, JW_E_JAWARI, 0);
    const double x = e->at.x + 300.0;
    const double y = e->at.y + 8.0;
    now_s += 1.0;
    take(JW_INPUT_PRESS, x, y, 0);
    take(JW_INPUT_MOVE, x + 0.5 * px, y, 0);
    take(JW_INPUT_MOVE, x + px, y, 0);
    take(JW_INPUT_RELEASE, x + px, y, 0);
}

/// The slider's knob is where the effective curvature is, whichever of the two parameters made it.
static void test_jawari(void) {
    sample_sitar(&model);
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    const double track = jw_jawari_track(jw_layout_find(&layout, JW_E_JAWARI, 0)->at).w;
    drag_jawari(-0.25 * track);
    check_between(effective(), 0.4999, 0.5001, "a quarter to the left");
    check_between(model.param[JW_P_BRIDGE_CURVATURE], 0.9999, 1.0001, "by JAWARI alone");
    // A preset that is khula by BRIDGE_CURVATURE: gol is half the track away, JAWARI has that way
    model.param[JW_P_JAWARI] = 50.0;
    model.param[JW_P_BRIDGE_CURVATURE] = 0.25;
    drag_jawari(0.5 * track);
    check_between(effective(), 0.9999, 1.0001, "from khula to gol");
    check_between(model.param[JW_P_JAWARI], 99.99, 100.01, "by JAWARI, to its end");
    drag_jawari(0.25 * track);
    check_between(effective(), 1.9999, 2.0001, "and beyond");
    check_between(model.param[JW_P_BRIDGE_CURVATURE], 0.4999, 0.5001, "by BRIDGE_CURVATURE");
    for (int i = 0; i < 2; ++i) {
        const JwElement *e = jw_layout_find(&layout, JW_E_JAWARI, 0);
        take(JW_INPUT_PRESS, e->at.x + 200.0, e->at.y + 8.0, 0);
        take(JW_INPUT_RELEASE, e->at.x + 200.0, e->at.y + 8.0, 0);
        now_s += i == 0 ? 0.0 : 1.0;
    }
    check(model.param[JW_P_JAWARI] == 50.0 && model.param[JW_P_BRIDGE_CURVATURE] == 1.0,
          "a double click gives both their own: %g, %g", model.param[JW_P_JAWARI],
          model.param[JW_P_BRIDGE_CURVATURE]);
}

/// Where sound from outside moves no string, what acts on it is of no use, and the head says so.
static void test_goes_by(void) {
    char text[JW_WORDS];
    for (int goes_by = 0; goes_by < 2; ++goes_by) {
        begin();
        model.goes_by = goes_by;
        for (int id = 0; id < JW_N_PARAMS; ++id) {
            const bool acts = id == JW_P_SENSITIVITY || id == JW_P_LISTEN;
            const JwElement *row = row_of(id);
            check(row && row->disabled == (acts && goes_by), "%s: %s",
                  jw_param_info((JwParamId)id)->symbol, goes_by ? "of no use" : "acts");
        }
        check((strstr(jw_words_instrument(&model, text), "bypasses") != NULL) == goes_by &&
                  strstr(text, model.instrument_name),
              "said: %s", text);
    }
}

int main(void) {
    canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        begin();
        if (!check(row_of(id) != NULL, "%s is on the page", jw_param_info((JwParamId)id)->symbol)) {
            continue;
        }
        if (slides(id)) {
            test_drag(id);
            test_wheel(id);
            test_double_click(id);
            test_typing(id);
        } else if (jw_param_info((JwParamId)id)->scale == JW_SCALE_ENUM) {
            test_menu(id);
        } else {
            test_toggle(id);
        }
    }
    test_reach();
    test_goes_by();
    test_jawari();
    jw_cairo_canvas_free(canvas);
    return check_result();
}
