// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/gesture.h"

#include "window/draw/gesture_parts.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"
#include "window/draw/strip.h"

#include <math.h>

static const double double_click_s = 0.35;
static const double double_click_px = 4.0;
static const double scroll_px = 48.0; ///< Per notch of the wheel
static const double lens_step = 1.25; ///< Per notch, for the lens

static JwWindowTarget target_of(const JwElement *e) {
    return e ? (JwWindowTarget){(int)e->kind, e->index} : (JwWindowTarget){0, 0};
}

static bool same(JwWindowTarget a, JwWindowTarget b) {
    return a.kind == b.kind && a.index == b.index;
}

/********* Pointer *********/

/// Right button: learn a controller, type a value, or remove a point.
static void press_right(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_PEN_POINT) {
        jw_gesture_add(gesture, JW_DO_PEN_REMOVE, e->index, 0.0, 0.0);
        hand->pen_point = -1;
    } else if (id >= 0) {
        hand->described = id;
        const JwParamScale scale = jw_param_info((JwParamId)id)->scale;
        hand->typing = scale == JW_SCALE_LINEAR || scale == JW_SCALE_LOG;
        hand->typed[0] = 0;
        jw_gesture_add(gesture, JW_DO_LEARN, id, 0.0, 0.0);
    }
}

static void press_again(JwGestureBuilder *gesture, const JwElement *e) {
    if (e->kind == JW_E_PEN_POINT) {
        jw_gesture_add(gesture, JW_DO_PEN_REMOVE, e->index, 0.0, 0.0);
        gesture->out->hand.pen_point = -1;
    } else {
        jw_slide_default(gesture, e);
    }
}

/// True if a double click resets the element's value.
static bool has_default(const JwGestureBuilder *gesture, const JwElement *e) {
    const int id = jw_slide_param(e);
    const bool slides = id >= 0 && jw_param_info((JwParamId)id)->scale <= JW_SCALE_LOG;
    const bool tunes = !(gesture->model->lacks & JW_LACKS_TUNE) &&
                       (e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW);
    return tunes || e->kind == JW_E_PEN_POINT || jw_strip_slides(e) ||
           (slides && e->kind != JW_E_TEMPO_LESS && e->kind != JW_E_TEMPO_MORE &&
            e->kind != JW_E_SEED);
}

/// Ends typing and closes a menu if the press is elsewhere; returns false if the press does nothing
/// more.
static bool settle(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const bool searches =
        hand->described < 0 && e &&
        (e->kind == JW_E_SEARCH || (e->kind >= JW_E_RAGA_SEARCH && e->kind <= JW_E_RAGA_CARD));
    if (hand->typing && !searches) {
        jw_key_end_typing(gesture);
        jw_gesture_end_learning(gesture);
    }
    if (jw_menu_lines(gesture->model) > 0 &&
        !(e && (e->kind == JW_E_MENU || e->kind == JW_E_MENU_LINE))) {
        hand->menu = (JwWindowTarget){0, 0};
        hand->menu_at = -1;
        gesture->out->redraw = true;
        return false;
    }
    return true;
}

static void take_press(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowInput *in = gesture->input;
    if (hand->drag != 0) {
        if (in->button != 1) { // Only one button at a time
            return;
        }
        jw_press_let_go(gesture); // Its release was never reported
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
    if (!settle(gesture, e) || !e || e->disabled) {
        return;
    }
    gesture->out->redraw = true;
    if (in->button == 3) {
        press_right(gesture, e);
        return;
    }
    if (in->button != 1) {
        return;
    }
    hand->focus = target_of(e);
    if (again && has_default(gesture, e)) {
        press_again(gesture, e);
        return;
    }
    hand->pressed = target_of(e);
    jw_press_down(gesture, e);
}

static void take_move(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    if (hand->drag != 0) {
        jw_press_move(gesture);
    } else {
        const JwWindowTarget over = target_of(e);
        gesture->out->redraw = !same(hand->hover, over) || (e && e->kind == JW_E_NECK);
        hand->hover = over;
        if (e && e->kind == JW_E_PARAM && !hand->typing) {
            hand->described = e->index;
        }
    }
    hand->last_x = gesture->input->x;
    hand->last_y = gesture->input->y;
}

/********* Wheel *********/

/// True where the wheel changes a value and does not scroll.
static bool wheel_steps(const JwGestureBuilder *gesture, const JwElement *e) {
    if (e->kind == JW_E_PARAM) {
        const bool right = gesture->input->x >= jw_param_track(e->at).x - 8.0;
        return right || gesture->layout->scroll_most <= 0.0;
    }
    return jw_slide_param(e) >= 0;
}

static void take_wheel(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const double steps = gesture->input->steps;
    const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
    const bool on_menu = e && (e->kind == JW_E_MENU || e->kind == JW_E_MENU_LINE);
    if (gesture->input->mods & JW_MOD_CONTROL) {
        jw_key_zoom(gesture, steps > 0.0 ? 1 : -1);
    } else if (on_menu && jw_menu_is_ragas(gesture->model)) {
        jw_menu_scroll(hand, gesture->model, gesture->layout, steps > 0.0 ? -3 : 3);
        gesture->out->redraw = true;
    } else if (e && e->kind == JW_E_LENS) {
        hand->lens_part = fmin(fmax(hand->lens_part * pow(lens_step, -steps), 0.1), 8.0);
        gesture->out->redraw = true;
    } else if (e && e->kind == JW_E_JAWARI) {
        jw_slide_curvature(gesture, gesture->model->param[JW_P_BRIDGE_CURVATURE],
                           jw_param_curvature(gesture->model->param) * exp2(0.08 * fine * steps));
    } else if (e && e->kind == JW_E_PRESET_NAME) {
        jw_press_preset(gesture, steps > 0.0 ? -1 : 1);
    } else if (e && e->kind == JW_E_HERO_NAME) {
        jw_press_string(gesture, steps > 0.0 ? -1 : 1);
    } else if (e && e->kind == JW_E_TUNE_ROW && gesture->input->x >= e->at.x + 228.0) {
        jw_gesture_add(gesture, JW_DO_TUNE, e->index,
                       gesture->model->string[e->index].tune_cents + fine * steps, 0.0);
    } else if (e && jw_strip_slides(e)) {
        jw_slide_strip(gesture, e, fine * steps);
    } else if (e && !e->disabled && wheel_steps(gesture, e)) {
        jw_slide_step(gesture, jw_slide_param(e), steps);
    } else {
        jw_press_scroll(gesture, -scroll_px * steps);
    }
}

void jw_gesture_take(const JwWindowModel *model, const JwLayout *layout, const JwWindowInput *input,
                     JwGesture *out) {
    out->hand = model->hand;
    out->n = 0;
    out->redraw = false;
    JwGestureBuilder made = {.model = model, .layout = layout, .input = input, .out = out};
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
        jw_letters_let_go(&made);
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
    case JW_INPUT_KEY_UP:
        jw_letters_up(&made);
        break;
    }
}
