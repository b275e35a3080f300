// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/gesture.h"

#include "window/draw/gesture_parts.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"

#include <math.h>

static const double double_click_s = 0.35;
static const double double_click_px = 4.0;
static const double scroll_px = 48.0; ///< A notch of the wheel
static const double lens_step = 1.25; ///< The same, of the lens

static JwWindowTarget target_of(const JwElement *e) {
    return e ? (JwWindowTarget){(int)e->kind, e->index} : (JwWindowTarget){0, 0};
}

static bool same(JwWindowTarget a, JwWindowTarget b) {
    return a.kind == b.kind && a.index == b.index;
}

/********* Pointer *********/

/// The right button: a controller is to be learned, a value to be typed, a point goes.
static void press_right(JwMade *g, const JwElement *e) {
    JwWindowHand *hand = &g->out->hand;
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_PEN_POINT) {
        jw_made_do(g, JW_DO_PEN_REMOVE, e->index, 0.0, 0.0);
        hand->pen_point = -1;
    } else if (id >= 0) {
        hand->described = id;
        const JwParamScale scale = jw_param_info((JwParamId)id)->scale;
        hand->typing = scale == JW_SCALE_LINEAR || scale == JW_SCALE_LOG;
        hand->typed[0] = 0;
        jw_made_do(g, JW_DO_LEARN, id, 0.0, 0.0);
    }
}

static void press_again(JwMade *g, const JwElement *e) {
    if (e->kind == JW_E_PEN_POINT) {
        jw_made_do(g, JW_DO_PEN_REMOVE, e->index, 0.0, 0.0);
        g->out->hand.pen_point = -1;
    } else {
        jw_slide_default(g, e);
    }
}

/// True if an element has a value that a double click brings back.
static bool has_default(const JwMade *g, const JwElement *e) {
    const int id = jw_slide_param(e);
    const bool slides = id >= 0 && jw_param_info((JwParamId)id)->scale <= JW_SCALE_LOG;
    const bool tunes =
        !(g->model->lacks & JW_LACKS_TUNE) && (e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW);
    return tunes || e->kind == JW_E_PEN_POINT ||
           (slides && e->kind != JW_E_TEMPO_LESS && e->kind != JW_E_TEMPO_MORE &&
            e->kind != JW_E_SEED);
}

/// Ends what is typed and closes a menu, where the press is elsewhere; false if that was all that
/// the press was for.
static bool settle(JwMade *g, const JwElement *e) {
    JwWindowHand *hand = &g->out->hand;
    if (hand->typing && !(hand->described < 0 && e && e->kind == JW_E_SEARCH)) {
        jw_key_end_typing(g);
        jw_made_end_learning(g);
    }
    if (jw_menu_lines(g->model) > 0 &&
        !(e && (e->kind == JW_E_MENU || e->kind == JW_E_MENU_LINE))) {
        hand->menu = (JwWindowTarget){0, 0};
        hand->menu_at = -1;
        g->out->redraw = true;
        return false;
    }
    return true;
}

static void take_press(JwMade *g, const JwElement *e) {
    JwWindowHand *hand = &g->out->hand;
    const JwWindowInput *in = g->input;
    if (hand->drag != 0) {
        if (in->button != 1) { // One button at a time
            return;
        }
        jw_press_let_go(g); // Its release was never told
    }
    const bool again = in->button == 1 && e && same(hand->clicked, target_of(e)) &&
                       in->time_s - hand->click_s < double_click_s &&
                       fabs(in->x - hand->press_x) < double_click_px &&
                       fabs(in->y - hand->press_y) < double_click_px;
    hand->press_x = hand->last_x = in->x;
    hand->press_y = hand->last_y = in->y;
    hand->click_s = again ? -1.0 : in->time_s;
    hand->clicked = target_of(e);
    hand->focus_seen = false;
    if (!settle(g, e) || !e || e->disabled) {
        return;
    }
    g->out->redraw = true;
    if (in->button == 3) {
        press_right(g, e);
        return;
    }
    if (in->button != 1) {
        return;
    }
    hand->focus = target_of(e);
    if (again && has_default(g, e)) {
        press_again(g, e);
        return;
    }
    hand->pressed = target_of(e);
    jw_press_down(g, e);
}

static void take_move(JwMade *g, const JwElement *e) {
    JwWindowHand *hand = &g->out->hand;
    if (hand->drag != 0) {
        jw_press_move(g);
    } else {
        const JwWindowTarget over = target_of(e);
        g->out->redraw = !same(hand->hover, over) || (e && e->kind == JW_E_NECK);
        hand->hover = over;
        if (e && e->kind == JW_E_PARAM && !hand->typing) {
            hand->described = e->index;
        }
    }
    hand->last_x = g->input->x;
    hand->last_y = g->input->y;
}

/********* Wheel *********/

/// True where the wheel moves a value rather than the page.
static bool wheel_steps(const JwMade *g, const JwElement *e) {
    if (e->kind == JW_E_PARAM) {
        const bool right = g->input->x >= jw_param_track(e->at).x - 8.0;
        return right || g->layout->scroll_most <= 0.0;
    }
    return jw_slide_param(e) >= 0;
}

static void take_wheel(JwMade *g, const JwElement *e) {
    JwWindowHand *hand = &g->out->hand;
    const double steps = g->input->steps;
    const double fine = g->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
    if (g->input->mods & JW_MOD_CONTROL) {
        jw_key_zoom(g, steps > 0.0 ? 1 : -1);
    } else if (e && e->kind == JW_E_LENS) {
        hand->lens_part = fmin(fmax(hand->lens_part * pow(lens_step, -steps), 0.1), 8.0);
        g->out->redraw = true;
    } else if (e && e->kind == JW_E_JAWARI) {
        jw_slide_curvature(g, g->model->param[JW_P_BRIDGE_CURVATURE],
                           jw_param_curvature(g->model->param) * exp2(0.08 * fine * steps));
    } else if (e && e->kind == JW_E_PRESET_NAME) {
        jw_press_preset(g, steps > 0.0 ? -1 : 1);
    } else if (e && e->kind == JW_E_HERO_NAME) {
        jw_press_string(g, steps > 0.0 ? -1 : 1);
    } else if (e && e->kind == JW_E_TUNE_ROW && g->input->x >= e->at.x + 228.0) {
        jw_made_do(g, JW_DO_TUNE, e->index, g->model->string[e->index].tune_cents + fine * steps,
                   0.0);
    } else if (e && !e->disabled && wheel_steps(g, e)) {
        jw_slide_step(g, jw_slide_param(e), steps);
    } else {
        jw_press_scroll(g, -scroll_px * steps);
    }
}

void jw_gesture_take(const JwWindowModel *model, const JwLayout *layout, const JwWindowInput *input,
                     JwGesture *out) {
    out->hand = model->hand;
    out->n = 0;
    out->redraw = false;
    JwMade made = {.model = model, .layout = layout, .input = input, .out = out};
    const JwElement *e = jw_layout_hit(layout, input->x, input->y);
    switch (input->kind) {
    case JW_INPUT_PRESS:
        take_press(&made, e);
        break;
    case JW_INPUT_RELEASE:
        if (out->hand.drag != 0 && input->button == 1) {
            jw_press_up(&made);
        }
        break;
    case JW_INPUT_MOVE:
        take_move(&made, e);
        break;
    case JW_INPUT_LEAVE:
        out->redraw = out->hand.hover.kind != 0;
        out->hand.hover = (JwWindowTarget){0, 0};
        break;
    case JW_INPUT_LET_GO:
        if (out->hand.drag != 0) {
            jw_press_let_go(&made);
        }
        break;
    case JW_INPUT_WHEEL:
        take_wheel(&made, e);
        break;
    case JW_INPUT_KEY:
        jw_key_press(&made);
        break;
    }
}
