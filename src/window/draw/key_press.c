// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Keys of the keyboard: focus, steps, typing, zoom.

#include "window/draw/cluster.h"
#include "window/draw/gesture_parts.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double page_px = 240.0;
static const double tab_px = 72.0; ///< Scrolled where Tab comes to rows out of view

/********* Zoom *********/

static const double zooms[] = {0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};

enum { N_ZOOMS = sizeof zooms / sizeof zooms[0] };

void jw_key_zoom(JwMade *g, int steps) {
    int at = 0;
    for (int i = 1; i < N_ZOOMS; ++i) {
        if (fabs(zooms[i] - g->model->zoom) < fabs(zooms[at] - g->model->zoom)) {
            at = i;
        }
    }
    at += steps;
    at = at < 0 ? 0 : at >= N_ZOOMS ? N_ZOOMS - 1 : at;
    jw_made_do(g, JW_DO_ZOOM, 0, zooms[at], 0.0);
}

/********* Focus *********/

static int focus_place(const JwMade *g) {
    const JwWindowTarget *focus = &g->out->hand.focus;
    for (int i = 0; i < g->layout->n; ++i) {
        const JwElement *e = &g->layout->element[i];
        if ((int)e->kind == focus->kind && e->index == focus->index) {
            return i;
        }
    }
    return -1;
}

/// True of rows of what scrolls.
static bool scrolls(const JwElement *e) {
    return e->kind == JW_E_PARAM || e->kind == JW_E_TUNE_ROW || e->kind == JW_E_PRESET;
}

/// Scrolls where the focus would leave rows of which some are out of view.
static bool scroll_focus(JwMade *g, int from, int to, int by) {
    const JwWindowHand *hand = &g->out->hand;
    if (from < 0 || !scrolls(&g->layout->element[from]) ||
        g->layout->element[to].kind == g->layout->element[from].kind) {
        return false;
    }
    const double before = fmin(hand->scroll[hand->page], g->layout->scroll_most);
    jw_press_scroll(g, by * tab_px);
    return hand->scroll[hand->page] != before;
}

static void move_focus(JwMade *g, int by) {
    const int n = g->layout->n;
    const int from = focus_place(g);
    int at = from;
    for (int tried = 0; tried < n; ++tried) {
        at = at < 0 ? (by > 0 ? 0 : n - 1) : (at + by + n) % n;
        const JwElement *e = &g->layout->element[at];
        if (jw_element_focusable(e)) {
            if (scroll_focus(g, from, at, by)) {
                return;
            }
            JwWindowHand *hand = &g->out->hand;
            hand->focus = (JwWindowTarget){(int)e->kind, e->index};
            hand->focus_seen = true;
            hand->described = e->kind == JW_E_PARAM ? e->index : hand->described;
            g->out->redraw = true;
            return;
        }
    }
}

static const JwElement *focused(const JwMade *g) {
    const int at = g->out->hand.focus_seen ? focus_place(g) : -1;
    return at >= 0 ? &g->layout->element[at] : NULL;
}

/// Does what a click in its middle does.
static void activate(JwMade *g, const JwElement *e) {
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_SEED ||
        (id >= 0 && e->kind == JW_E_PARAM && jw_param_info((JwParamId)id)->scale <= JW_SCALE_LOG)) {
        g->out->hand.typing = true;
        g->out->hand.typed[0] = 0;
        g->out->hand.described = id;
        g->out->redraw = true;
    } else if (e->kind == JW_E_STRING || e->kind == JW_E_PAD || e->kind == JW_E_TUNE_ROW ||
               e->kind == JW_E_DRONE_STRING) {
        jw_made_do(g, JW_DO_STRING, e->index, 0.0, 0.0);
        jw_made_do(g, JW_DO_PLUCK, e->index, 0.8, g->model->param[JW_P_PLUCK_POSITION]);
        jw_made_do(g, JW_DO_RELEASE, e->index, 0.0, 0.0);
    } else {
        jw_press_click(g, e);
    }
}

static void step_focused(JwMade *g, const JwElement *e, double steps) {
    const int id = jw_slide_param(e);
    if (e->kind == JW_E_TUNE_ROW || e->kind == JW_E_STRING) {
        const double fine = g->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
        jw_made_do(g, JW_DO_TUNE, e->index, g->model->string[e->index].tune_cents + fine * steps,
                   0.0);
    } else if (e->kind == JW_E_JAWARI) {
        const double fine = g->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
        jw_slide_curvature(g, g->model->param[JW_P_BRIDGE_CURVATURE],
                           jw_param_curvature(g->model->param) * exp2(0.08 * fine * steps));
    } else if (id >= 0 && e->kind != JW_E_CHOICE) {
        jw_slide_step(g, id, steps);
    }
}

/********* Typing *********/

void jw_key_end_typing(JwMade *g) {
    JwWindowHand *hand = &g->out->hand;
    hand->typing = false;
    if (hand->described >= 0) {
        hand->typed[0] = 0;
    }
    g->out->redraw = true;
}

/// Ends it; what is learned goes on only beside a search.
static void end_typing(JwMade *g) {
    jw_key_end_typing(g);
    if (g->out->hand.described >= 0) {
        jw_made_end_learning(g);
    }
}

static void take_typed(JwMade *g) {
    const int id = g->out->hand.described;
    double value = id >= 0 ? g->model->param[id] : 0.0;
    if (id >= 0 && jw_words_parse((JwParamId)id, g->out->hand.typed, &value)) {
        jw_made_param(g, id, value);
    }
    end_typing(g);
}

static void type(JwMade *g) {
    JwWindowHand *hand = &g->out->hand;
    const size_t n = strlen(hand->typed);
    const size_t more = strlen(g->input->character);
    const bool number = hand->described >= 0;
    const bool fits = n + more + 1 < sizeof hand->typed;
    if (fits && more > 0 && (!number || strspn(g->input->character, "0123456789.,-+") == more)) {
        memcpy(hand->typed + n, g->input->character, more + 1);
        hand->scroll[JW_WINDOW_PRESETS_PAGE] = 0.0;
        g->out->redraw = true;
    }
}

static void erase(JwMade *g) {
    char *typed = g->out->hand.typed;
    typed[jw_cluster_last(typed, strlen(typed))] = 0;
    g->out->redraw = true;
}

static void press_typing(JwMade *g) {
    switch (g->input->key) {
    case JW_KEY_CHARACTER:
        type(g);
        break;
    case JW_KEY_BACKSPACE:
        erase(g);
        break;
    case JW_KEY_ENTER:
        take_typed(g);
        break;
    case JW_KEY_ESCAPE:
        g->out->hand.typed[0] = 0;
        end_typing(g);
        break;
    default:
        break;
    }
}

/********* Keys *********/

static void press_menu(JwMade *g) {
    JwWindowHand *hand = &g->out->hand;
    const int n = jw_menu_lines(g->model);
    switch (g->input->key) {
    case JW_KEY_UP:
        hand->menu_at = hand->menu_at > 0 ? hand->menu_at - 1 : n - 1;
        break;
    case JW_KEY_DOWN:
        hand->menu_at = (hand->menu_at + 1) % n;
        break;
    case JW_KEY_ENTER:
        jw_press_menu_line(g, hand->menu_at);
        break;
    case JW_KEY_ESCAPE:
        hand->menu = (JwWindowTarget){0, 0};
        break;
    default:
        break;
    }
    g->out->redraw = true;
}

/// Escape: the old value, or nothing learned.
static void press_escape(JwMade *g) {
    JwWindowHand *hand = &g->out->hand;
    if (hand->drag == JW_WINDOW_SLIDE) {
        jw_slide_end(g, true);
    } else if (hand->drag == JW_WINDOW_PLACE) {
        jw_made_do(g, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
    } else {
        jw_made_end_learning(g);
    }
    if (hand->drag == JW_WINDOW_SLIDE || hand->drag == JW_WINDOW_PLACE) {
        if (hand->sounding >= 0) {
            jw_made_do(g, JW_DO_RELEASE, hand->sounding, 0.0, 0.0);
        }
        hand->sounding = -1;
        hand->drag = (JwWindowDragKind)0;
        hand->pressed = (JwWindowTarget){0, 0};
    }
    hand->focus_seen = false;
    g->out->redraw = true;
}

static void press_character(JwMade *g) {
    const char c = g->input->character[0];
    const JwElement *e = focused(g);
    if (g->input->mods & JW_MOD_CONTROL) {
        if (c == '+' || c == '=' || c == '-') {
            jw_key_zoom(g, c == '-' ? -1 : 1);
        } else if (c == '0') {
            jw_made_do(g, JW_DO_ZOOM, 0, 1.0, 0.0);
        } else if (c == 'z' && g->model->hand.pen_open) {
            jw_made_do(g, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
        }
    } else if (c == ' ' && e) {
        activate(g, e);
    } else if (c == 'l' && e && jw_slide_param(e) >= 0) {
        g->out->hand.described = jw_slide_param(e);
        jw_made_do(g, JW_DO_LEARN, jw_slide_param(e), 0.0, 0.0);
    }
}

void jw_key_press(JwMade *g) {
    JwWindowHand *hand = &g->out->hand;
    if (hand->typing) {
        press_typing(g);
        return;
    }
    if (jw_menu_lines(g->model) > 0) {
        press_menu(g);
        return;
    }
    const JwElement *e = focused(g);
    const bool acts = g->input->key == JW_KEY_ENTER ||
                      (g->input->key == JW_KEY_CHARACTER && g->input->character[0] == ' ');
    if (acts && g->input->repeats) {
        return;
    }
    switch (g->input->key) {
    case JW_KEY_CHARACTER:
        press_character(g);
        break;
    case JW_KEY_TAB:
        move_focus(g, g->input->mods & JW_MOD_SHIFT ? -1 : 1);
        break;
    case JW_KEY_ENTER:
        if (e) {
            activate(g, e);
        }
        break;
    case JW_KEY_ESCAPE:
        press_escape(g);
        break;
    case JW_KEY_LEFT:
    case JW_KEY_RIGHT:
    case JW_KEY_UP:
    case JW_KEY_DOWN:
        if (e) {
            step_focused(g, e,
                         g->input->key == JW_KEY_RIGHT || g->input->key == JW_KEY_UP ? 1.0 : -1.0);
        }
        break;
    case JW_KEY_BACKSPACE:
        if (e) {
            jw_slide_default(g, e);
        }
        break;
    case JW_KEY_DELETE:
        if (hand->pen_open && hand->pen_point >= 0) {
            jw_made_do(g, JW_DO_PEN_REMOVE, hand->pen_point, 0.0, 0.0);
            hand->pen_point = -1;
        } else if (e) {
            jw_slide_default(g, e);
        }
        break;
    case JW_KEY_PAGE_UP:
    case JW_KEY_PAGE_DOWN:
        jw_press_scroll(g, g->input->key == JW_KEY_PAGE_DOWN ? page_px : -page_px);
        break;
    case JW_KEY_HOME:
    case JW_KEY_END:
        jw_press_scroll(g, g->input->key == JW_KEY_END ? 1e6 : -1e6);
        break;
    }
}
