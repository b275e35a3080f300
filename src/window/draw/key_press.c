// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys of the keyboard: focus, steps, typing, zoom.

#include "base/ragas.h"
#include "window/draw/cluster.h"
#include "window/draw/gesture_parts.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"
#include "window/draw/raga_page.h"
#include "window/draw/strip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double page_px = 240.0;
static const double tab_px = 72.0; ///< Scroll distance when Tab reaches rows out of view

/********* Zoom *********/

static const double zooms[] = {0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};

enum { N_ZOOMS = sizeof zooms / sizeof zooms[0] };

void jw_key_zoom(JwGestureBuilder *gesture, int steps) {
    int at = 0;
    for (int i = 1; i < N_ZOOMS; ++i) {
        if (fabs(zooms[i] - gesture->model->zoom) < fabs(zooms[at] - gesture->model->zoom)) {
            at = i;
        }
    }
    at += steps;
    at = at < 0 ? 0 : at >= N_ZOOMS ? N_ZOOMS - 1 : at;
    jw_gesture_add(gesture, JW_DO_ZOOM, 0, zooms[at], 0.0);
}

/********* Focus *********/

static int focus_place(const JwGestureBuilder *gesture) {
    const JwWindowTarget *focus = &gesture->out->hand.focus;
    for (int i = 0; i < gesture->layout->n; ++i) {
        const JwElement *e = &gesture->layout->element[i];
        if ((int)e->kind == focus->kind && e->index == focus->index) {
            return i;
        }
    }
    return -1;
}

/// True for rows that scroll.
static bool scrolls(const JwElement *e) {
    return e->kind == JW_E_PARAM || e->kind == JW_E_TUNE_ROW || e->kind == JW_E_PRESET;
}

/// Scrolls if the focus would skip rows that are out of view.
static bool scroll_focus(JwGestureBuilder *gesture, int from, int to, int by) {
    const JwWindowHand *hand = &gesture->out->hand;
    if (from < 0 || !scrolls(&gesture->layout->element[from]) ||
        gesture->layout->element[to].kind == gesture->layout->element[from].kind) {
        return false;
    }
    const double before = fmin(hand->scroll[hand->page], gesture->layout->scroll_most);
    jw_press_scroll(gesture, by * tab_px);
    return hand->scroll[hand->page] != before;
}

static void move_focus(JwGestureBuilder *gesture, int by) {
    const int n = gesture->layout->n;
    const int from = focus_place(gesture);
    int at = from;
    for (int tried = 0; tried < n; ++tried) {
        at = at < 0 ? (by > 0 ? 0 : n - 1) : (at + by + n) % n;
        const JwElement *e = &gesture->layout->element[at];
        if (jw_element_focusable(e)) {
            if (scroll_focus(gesture, from, at, by)) {
                return;
            }
            JwWindowHand *hand = &gesture->out->hand;
            hand->focus = (JwWindowTarget){(int)e->kind, e->index};
            hand->focus_seen = true;
            hand->described = e->kind == JW_E_PARAM ? e->index : hand->described;
            gesture->out->redraw = true;
            return;
        }
    }
}

static const JwElement *focused(const JwGestureBuilder *gesture) {
    const int at = gesture->out->hand.focus_seen ? focus_place(gesture) : -1;
    return at >= 0 ? &gesture->layout->element[at] : NULL;
}

/// Carries out a click in the middle of an element.
static void activate(JwGestureBuilder *gesture, const JwElement *e) {
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_SEED ||
        (id >= 0 && e->kind == JW_E_PARAM && jw_param_info((JwParamId)id)->scale <= JW_SCALE_LOG)) {
        gesture->out->hand.typing = true;
        gesture->out->hand.typed[0] = 0;
        gesture->out->hand.described = id;
        gesture->out->redraw = true;
    } else if (e->kind == JW_E_STRING || e->kind == JW_E_TARAF_BAR || e->kind == JW_E_PAD ||
               e->kind == JW_E_TUNE_ROW || e->kind == JW_E_DRONE_STRING) {
        jw_gesture_add(gesture, JW_DO_STRING, e->index, 0.0, 0.0);
        jw_gesture_add(gesture, JW_DO_PLUCK, e->index, 0.8,
                       gesture->model->param[JW_P_PLUCK_POSITION]);
        jw_gesture_add(gesture, JW_DO_RELEASE, e->index, 0.0, 0.0);
    } else if (e->kind == JW_E_CHIKARI || e->kind == JW_E_NAMED) {
        jw_press_down(gesture, e);
        gesture->out->hand.pressed = (JwWindowTarget){(int)e->kind, e->index};
        jw_press_let_go(gesture);
    } else {
        jw_press_click(gesture, e);
    }
}

static void step_focused(JwGestureBuilder *gesture, const JwElement *e, double steps) {
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_TUNE_ROW || e->kind == JW_E_STRING) {
        const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
        jw_gesture_add(gesture, JW_DO_TUNE, e->index,
                       gesture->model->string[e->index].tune_cents + fine * steps, 0.0);
    } else if (e->kind == JW_E_JAWARI) {
        const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
        jw_slide_curvature(gesture, gesture->model->param[JW_P_BRIDGE_CURVATURE],
                           jw_param_curvature(gesture->model->param) * exp2(0.08 * fine * steps));
    } else if (jw_strip_slides(e)) {
        jw_slide_strip(gesture, e, steps);
    } else if (id >= 0 && e->kind != JW_E_CHOICE) {
        jw_slide_step(gesture, id, steps);
    }
}

/********* Typing *********/

void jw_key_end_typing(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    hand->typing = false;
    if (hand->described != -1) { // What was searched stays
        hand->typed[0] = 0;
    }
    hand->described = hand->described < -1 ? -1 : hand->described;
    gesture->out->redraw = true;
}

/// Ends typing; learning continues only during a search.
static void end_typing(JwGestureBuilder *gesture) {
    jw_key_end_typing(gesture);
    if (gesture->out->hand.described >= 0) {
        jw_gesture_end_learning(gesture);
    }
}

static void take_typed(JwGestureBuilder *gesture) {
    const int id = gesture->out->hand.described;
    double value = id >= 0 ? gesture->model->param[id] : 0.0;
    if (id <= JW_NAMES_PRESET && gesture->out->hand.typed[0]) {
        memcpy(gesture->out->hand.name, gesture->out->hand.typed, sizeof gesture->out->hand.name);
        jw_gesture_add(gesture, id == JW_NAMES_PRESET ? JW_DO_SAVE_PRESET : JW_DO_SAVE_SET, 0, 0.0,
                       0.0);
    }
    if (id >= 0 && jw_words_parse((JwParamId)id, gesture->out->hand.typed, &value)) {
        jw_gesture_add_param(gesture, id, value);
    }
    end_typing(gesture);
}

/// Looks for what was typed on the page of the ragas.
static void search(JwWindowHand *hand) {
    if (hand->page == JW_WINDOW_RAGA_PAGE) {
        jw_raga_search(hand);
    }
}

static void type(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const size_t n = strlen(hand->typed);
    const size_t more = strlen(gesture->input->character);
    const bool number = hand->described >= 0;
    const bool fits = n + more + 1 < sizeof hand->typed;
    if (fits && more > 0 &&
        (!number || strspn(gesture->input->character, "0123456789.,-+") == more)) {
        memcpy(hand->typed + n, gesture->input->character, more + 1);
        hand->scroll[JW_WINDOW_PRESETS_PAGE] = 0.0;
        search(hand);
        gesture->out->redraw = true;
    }
}

static void erase(JwGestureBuilder *gesture) {
    char *typed = gesture->out->hand.typed;
    typed[jw_cluster_last(typed, strlen(typed))] = 0;
    search(&gesture->out->hand);
    gesture->out->redraw = true;
}

static void press_typing(JwGestureBuilder *gesture) {
    switch (gesture->input->key) {
    case JW_KEY_CHARACTER:
        type(gesture);
        break;
    case JW_KEY_BACKSPACE:
        erase(gesture);
        break;
    case JW_KEY_ENTER:
        take_typed(gesture);
        break;
    case JW_KEY_ESCAPE:
        gesture->out->hand.typed[0] = 0;
        end_typing(gesture);
        break;
    default:
        break;
    }
}

/********* Keys *********/

/// Chooses the next line of the ragas, at first one in view, and brings it into view.
static void step_raga(JwGestureBuilder *gesture, int by) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowModel *m = gesture->model;
    const int from = hand->menu_at >= 0 ? hand->menu_at + by
                     : by > 0           ? hand->menu_first
                                        : jw_raga_count() - 1;
    const int next = jw_menu_raga(m, from, by);
    if (next < 0) {
        return;
    }
    hand->menu_at = next;
    if (!jw_layout_find(gesture->layout, JW_E_MENU_LINE, next)) {
        hand->menu_first = next;
    }
}

/// Looks for what was typed from the first raga on.
static void find_raga(JwGestureBuilder *gesture) {
    gesture->out->hand.menu_first = 0;
    gesture->out->hand.menu_at = -1;
}

static void press_ragas(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const size_t n = strlen(hand->menu_filter), more = strlen(gesture->input->character);
    switch (gesture->input->key) {
    case JW_KEY_UP:
    case JW_KEY_DOWN:
        step_raga(gesture, gesture->input->key == JW_KEY_DOWN ? 1 : -1);
        break;
    case JW_KEY_ENTER:
        jw_press_menu_line(gesture, hand->menu_at >= 0     ? hand->menu_at
                                    : hand->menu_filter[0] ? jw_menu_raga(gesture->model, 0, 1)
                                                           : -1);
        break;
    case JW_KEY_ESCAPE:
        hand->menu = (JwWindowTarget){0, 0};
        break;
    case JW_KEY_BACKSPACE:
        hand->menu_filter[jw_cluster_last(hand->menu_filter, n)] = 0;
        find_raga(gesture);
        break;
    case JW_KEY_CHARACTER:
        if (more > 0 && n + more < sizeof hand->menu_filter &&
            !(gesture->input->mods & JW_MOD_CONTROL)) {
            memcpy(hand->menu_filter + n, gesture->input->character, more + 1);
            find_raga(gesture);
        }
        break;
    default:
        break;
    }
    gesture->out->redraw = true;
}

static void press_menu(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const int n = jw_menu_lines(gesture->model);
    switch (gesture->input->key) {
    case JW_KEY_UP:
        hand->menu_at = hand->menu_at > 0 ? hand->menu_at - 1 : n - 1;
        break;
    case JW_KEY_DOWN:
        hand->menu_at = (hand->menu_at + 1) % n;
        break;
    case JW_KEY_ENTER:
        jw_press_menu_line(gesture, hand->menu_at);
        break;
    case JW_KEY_ESCAPE:
        hand->menu = (JwWindowTarget){0, 0};
        break;
    default:
        break;
    }
    gesture->out->redraw = true;
}

/// Escape: restores the old value, or stops learning.
static void press_escape(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    if (hand->drag == JW_WINDOW_SLIDE) {
        jw_slide_end(gesture, true);
    } else if (hand->drag == JW_WINDOW_PLACE) {
        jw_gesture_add(gesture, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
    } else {
        jw_gesture_end_learning(gesture);
    }
    if (hand->drag == JW_WINDOW_SLIDE || hand->drag == JW_WINDOW_PLACE) {
        if (hand->sounding >= 0) {
            jw_gesture_add(gesture, JW_DO_RELEASE, hand->sounding, 0.0, 0.0);
        }
        hand->sounding = -1;
        hand->drag = (JwWindowDragKind)0;
        hand->pressed = (JwWindowTarget){0, 0};
    }
    hand->focus_seen = false;
    gesture->out->redraw = true;
}

static void press_character(JwGestureBuilder *gesture) {
    const char c = gesture->input->character[0];
    const JwElement *e = focused(gesture);
    if (gesture->input->mods & JW_MOD_CONTROL) {
        if (c == '+' || c == '=' || c == '-') {
            jw_key_zoom(gesture, c == '-' ? -1 : 1);
        } else if (c == '0') {
            jw_gesture_add(gesture, JW_DO_ZOOM, 0, 1.0, 0.0);
        } else if (c == 'l' && e && jw_slide_param(e) >= 0) {
            gesture->out->hand.described = jw_slide_param(e);
            jw_gesture_add(gesture, JW_DO_LEARN, jw_slide_param(e), 0.0, 0.0);
        } else if (c == 'z' && gesture->model->hand.pen_open) {
            jw_gesture_add(gesture, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
        }
    } else if (c == ' ' && e) {
        activate(gesture, e);
    } else {
        jw_letters_press(gesture);
    }
}

/// Keys that act whatever is open; false for others.
static bool press_function(JwGestureBuilder *gesture) {
    const JwInputKey key = gesture->input->key;
    if (key < JW_KEY_F2) {
        return false;
    }
    if (!gesture->input->repeats && !(gesture->model->lacks & JW_LACKS_WITH)) {
        jw_gesture_add(gesture,
                       key == JW_KEY_F2   ? JW_DO_WITH
                       : key == JW_KEY_F3 ? JW_DO_CLOCK
                                          : JW_DO_CLOCK_TAP,
                       0, 0.0, 0.0);
    }
    return true;
}

/// Up and Down on the page of the ragas try one, Enter keeps it, Escape goes back; false for other
/// keys.
static bool press_raga_page(JwGestureBuilder *gesture) {
    const JwWindowHand *hand = &gesture->out->hand;
    const JwWindowModel *m = gesture->model;
    const JwInputKey key = gesture->input->key;
    if (hand->page != JW_WINDOW_RAGA_PAGE || hand->focus_seen || hand->described >= 0) {
        return false;
    }
    if (key == JW_KEY_UP || key == JW_KEY_DOWN) {
        jw_press_raga(gesture, jw_raga_step(m, key == JW_KEY_DOWN ? 1 : -1));
    } else if (key == JW_KEY_ENTER && !gesture->input->repeats) {
        // With a search and none tried, the first found
        if (hand->typed[0] && (int)m->param[JW_P_RAGA] == hand->raga_before && hand->ragas.n > 0) {
            jw_press_raga(gesture, hand->ragas.raga[0]);
        }
        jw_press_end_ragas(gesture, false);
    } else if (key == JW_KEY_ESCAPE && hand->drag == 0) {
        jw_press_end_ragas(gesture, true);
    } else {
        return false;
    }
    return true;
}

void jw_key_press(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    if (press_function(gesture) ||
        (jw_menu_lines(gesture->model) == 0 && press_raga_page(gesture))) {
        return;
    }
    if (hand->typing) {
        press_typing(gesture);
        return;
    }
    if (jw_menu_is_ragas(gesture->model)) {
        press_ragas(gesture);
        return;
    }
    if (jw_menu_lines(gesture->model) > 0) {
        press_menu(gesture);
        return;
    }
    const JwElement *e = focused(gesture);
    const bool acts =
        gesture->input->key == JW_KEY_ENTER ||
        (gesture->input->key == JW_KEY_CHARACTER && gesture->input->character[0] == ' ');
    if (acts && gesture->input->repeats) {
        return;
    }
    switch (gesture->input->key) {
    case JW_KEY_CHARACTER:
        press_character(gesture);
        break;
    case JW_KEY_TAB:
        move_focus(gesture, gesture->input->mods & JW_MOD_SHIFT ? -1 : 1);
        break;
    case JW_KEY_ENTER:
        if (e) {
            activate(gesture, e);
        }
        break;
    case JW_KEY_ESCAPE:
        press_escape(gesture);
        break;
    case JW_KEY_LEFT:
    case JW_KEY_RIGHT:
    case JW_KEY_UP:
    case JW_KEY_DOWN:
        if (e) {
            step_focused(gesture, e,
                         gesture->input->key == JW_KEY_RIGHT || gesture->input->key == JW_KEY_UP
                             ? 1.0
                             : -1.0);
        } else {
            jw_letters_press(gesture);
        }
        break;
    case JW_KEY_BACKSPACE:
        if (e) {
            jw_slide_default(gesture, e);
        }
        break;
    case JW_KEY_DELETE:
        if (hand->pen_open && hand->pen_point >= 0) {
            jw_gesture_add(gesture, JW_DO_PEN_REMOVE, hand->pen_point, 0.0, 0.0);
            hand->pen_point = -1;
        } else if (e) {
            jw_slide_default(gesture, e);
        }
        break;
    case JW_KEY_PAGE_UP:
    case JW_KEY_PAGE_DOWN:
        jw_press_scroll(gesture, gesture->input->key == JW_KEY_PAGE_DOWN ? page_px : -page_px);
        break;
    case JW_KEY_HOME:
    case JW_KEY_END:
        jw_press_scroll(gesture, gesture->input->key == JW_KEY_END ? 1e6 : -1e6);
        break;
    default: // Handled before
        break;
    }
}
