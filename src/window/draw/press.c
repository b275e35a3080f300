// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pointer buttons: press, motion while held, release and click.

#include "base/talas.h"
#include "window/draw/gesture_parts.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"
#include "window/draw/raga_page.h"
#include "window/draw/strip.h"

#include <math.h>
#include <string.h>

static const double drag_px = 3.0;        ///< Distance at which a row starts being dragged
static const double px_a_semitone = 12.0; ///< Of a sideways pull
static const double most_pull_semitones = 7.0;
static const double tap_gap_s = 2.5;
static const double row_view_px = 200.0; ///< Height in which the chosen raga comes into view

static bool is(const JwElement *e, JwElementKind kind) {
    return e && e->kind == kind;
}

/********* Sounds *********/

/// Plucks a string and holds it until the button is released.
static void pluck_string(JwGestureBuilder *gesture, int string, double place, double strength) {
    gesture->out->hand.sounding = string;
    jw_gesture_add(gesture, JW_DO_PLUCK, string, fmin(fmax(strength, 0.05), 1.0), place);
}

static double usual_place(const JwGestureBuilder *gesture) {
    return gesture->model->param[JW_P_PLUCK_POSITION];
}

static void pluck_hero(JwGestureBuilder *gesture, const JwElement *e) {
    const JwStringMap *map = &gesture->layout->hero;
    const JwWindowHero *hero = &gesture->model->hero;
    if (!jw_window_chosen(gesture->model) || !(hero->length_m > 0.0)) {
        return;
    }
    const double place = (gesture->input->x - map->x0) / map->px_m / hero->length_m;
    const double far = fabs(gesture->input->y - map->y0) / (0.5 * e->at.h);
    if (place > 0.0 && place < 1.0) {
        pluck_string(gesture, hero->string, place, 0.25 + 0.75 * far);
    }
}

static void key_on(JwGestureBuilder *gesture, int key, int string, double velocity) {
    gesture->out->hand.sounding = key;
    jw_gesture_add(gesture, JW_DO_KEY_ON, key, velocity, 0.0);
    gesture->out->action[gesture->out->n - 1].string = string;
}

static void key_off(JwGestureBuilder *gesture, int string) {
    jw_gesture_add(gesture, JW_DO_KEY_OFF, gesture->out->hand.sounding, 0.0, 0.0);
    gesture->out->action[gesture->out->n - 1].string = string;
    gesture->out->hand.sounding = -1;
}

static void press_note(JwGestureBuilder *gesture, const JwElement *e) {
    const bool plays = e->index >= gesture->model->low_key && e->index <= gesture->model->high_key;
    const double part = (gesture->input->y - e->at.y) / fmax(e->at.h, 1.0);
    if (plays) {
        key_on(gesture, e->index, -1, 0.35 + 0.65 * fmin(fmax(part, 0.0), 1.0));
    }
}

static void press_fret(JwGestureBuilder *gesture, int fret) {
    const JwWindowHero *hero = &gesture->model->hero;
    if (fret >= 0 && fret < hero->n_frets && hero->fret_key[fret] >= 0) {
        key_on(gesture, hero->fret_key[fret], hero->string, 0.8);
    }
}

/********* Pen *********/

/// Position of the pointer in the lens, with its height in the pen's profile.
static double lens_m(const JwGestureBuilder *gesture, double *h_m) {
    const JwStringMap *map = &gesture->layout->lens;
    *h_m = (map->y0 - gesture->input->y) / map->px_up - gesture->model->bridge.lift_m;
    return (gesture->input->x - map->x0) / map->px_m;
}

static void add_point(JwGestureBuilder *gesture) {
    double h_m;
    const double x_m = lens_m(gesture, &h_m);
    JwPen tried = gesture->model->pen;
    const int at = jw_pen_add(&tried, x_m, h_m);
    if (at >= 0) {
        JwWindowHand *hand = &gesture->out->hand;
        jw_gesture_add(gesture, JW_DO_PEN_ADD, at, h_m, x_m);
        hand->drag = JW_WINDOW_PLACE;
        hand->pressed = (JwWindowTarget){JW_E_PEN_POINT, at};
        hand->pen_point = at;
    }
}

/********* Press *********/

static bool is_row(const JwElement *e) {
    return is(e, JW_E_STRING) || is(e, JW_E_TUNE_ROW) || is(e, JW_E_DRONE_STRING);
}

void jw_press_down(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    hand->dragged = false;
    hand->drag = JW_WINDOW_BUTTON;
    if (jw_slide_begin(gesture, e) && !is_row(e)) {
        return;
    }
    switch (e->kind) {
    case JW_E_HERO:
        hand->drag = JW_WINDOW_SOUND;
        pluck_hero(gesture, e);
        break;
    case JW_E_FRET:
        hand->drag = JW_WINDOW_SOUND;
        press_fret(gesture, e->index);
        break;
    case JW_E_NECK:
        hand->drag = JW_WINDOW_SOUND;
        press_fret(gesture, jw_neck_fret(gesture->model, e->at, gesture->input->x));
        break;
    case JW_E_KEY:
        hand->drag = JW_WINDOW_SOUND;
        press_note(gesture, e);
        break;
    case JW_E_NAMED:
        hand->drag = JW_WINDOW_SOUND;
        key_on(gesture, e->index, -1, 0.8);
        break;
    case JW_E_TARAF_BAR:
        hand->drag = JW_WINDOW_SOUND;
        jw_gesture_add(gesture, JW_DO_STRING, e->index, 0.0, 0.0);
        pluck_string(gesture, e->index, usual_place(gesture), 0.8);
        break;
    case JW_E_CHIKARI:
        hand->drag = JW_WINDOW_SOUND;
        pluck_string(gesture, e->index, usual_place(gesture), 0.8);
        break;
    case JW_E_PAD:
    case JW_E_STRING:
    case JW_E_TUNE_ROW:
    case JW_E_DRONE_STRING:
        hand->drag = is(e, JW_E_STRING) || is(e, JW_E_TUNE_ROW) ? JW_WINDOW_SLIDE : JW_WINDOW_SOUND;
        jw_gesture_add(gesture, JW_DO_STRING, e->index, 0.0, 0.0);
        pluck_string(gesture, e->index, usual_place(gesture), 0.8);
        break;
    case JW_E_LENS:
        if (gesture->model->hand.pen_open && gesture->model->bridge.movable) {
            add_point(gesture);
        }
        break;
    case JW_E_PEN_POINT:
        hand->drag = JW_WINDOW_PLACE;
        hand->pen_point = e->index;
        jw_gesture_add(gesture, JW_DO_PEN_KEEP, 0, 0.0, 0.0);
        break;
    case JW_E_SCROLL_BAR:
        hand->drag = JW_WINDOW_SCROLL;
        hand->start[0] = e->index == JW_WINDOW_N_PAGES ? hand->list_scroll : hand->scroll[e->index];
        break;
    default:
        break;
    }
}

/********* Held *********/

static void pull_aside(JwGestureBuilder *gesture) {
    const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
    const double way = fabs(gesture->input->y - gesture->out->hand.press_y);
    jw_gesture_add(gesture, JW_DO_BEND, gesture->model->hero.string,
                   fmin(fine * way / px_a_semitone, most_pull_semitones), 0.0);
}

static void move_sound(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    if (hand->pressed.kind == JW_E_FRET || hand->pressed.kind == JW_E_NECK) {
        if (hand->sounding >= 0) {
            pull_aside(gesture);
        }
        return;
    }
    const JwElement *under = jw_layout_hit(gesture->layout, gesture->input->x, gesture->input->y);
    if (hand->pressed.kind == JW_E_KEY && is(under, JW_E_KEY) &&
        under->index != hand->pressed.index) {
        if (hand->sounding >= 0) {
            key_off(gesture, -1);
        }
        hand->pressed.index = under->index;
        press_note(gesture, under);
    }
}

static void move_scroll(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const bool list = hand->pressed.index == JW_WINDOW_N_PAGES;
    const JwElement *bar = jw_layout_find(gesture->layout, JW_E_SCROLL_BAR, hand->pressed.index);
    if (!bar) {
        return;
    }
    const double most = list ? gesture->layout->list_scroll_most : gesture->layout->scroll_most;
    // The bar relates to the view as the view to the whole
    const double view = 0.5 * (bar->at.h + sqrt(bar->at.h * bar->at.h + 4.0 * bar->at.h * most));
    const double scroll =
        hand->start[0] + (gesture->input->y - hand->press_y) * most / fmax(view - bar->at.h, 1.0);
    *(list ? &hand->list_scroll : &hand->scroll[hand->pressed.index]) =
        fmin(fmax(scroll, 0.0), most);
    gesture->out->redraw = true;
}

void jw_press_move(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const double dx = gesture->input->x - hand->last_x;
    const double dy = gesture->input->y - hand->last_y;
    const JwElement *e =
        jw_layout_find(gesture->layout, (JwElementKind)hand->pressed.kind, hand->pressed.index);
    switch (hand->drag) {
    case JW_WINDOW_SLIDE:
        if (!hand->dragged && e && is_row(e) && fabs(gesture->input->x - hand->press_x) < drag_px) {
            break;
        }
        hand->dragged = true;
        if (e) {
            jw_slide_move(gesture, e, dx, dy);
        }
        break;
    case JW_WINDOW_PLACE: {
        double h_m;
        const double x_m = lens_m(gesture, &h_m);
        jw_gesture_add(gesture, JW_DO_PEN_MOVE, hand->pressed.index, h_m, x_m);
        break;
    }
    case JW_WINDOW_SOUND:
        move_sound(gesture);
        break;
    case JW_WINDOW_SCROLL:
        move_scroll(gesture);
        break;
    default:
        break;
    }
}

void jw_press_let_go(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowTarget *pressed = &hand->pressed;
    const bool fretted = pressed->kind == JW_E_FRET || pressed->kind == JW_E_NECK;
    if (hand->drag == JW_WINDOW_SLIDE) {
        jw_slide_end(gesture, false);
    }
    if (hand->sounding >= 0) {
        if (fretted) {
            jw_gesture_add(gesture, JW_DO_BEND, gesture->model->hero.string, 0.0, 0.0);
        }
        if (fretted || pressed->kind == JW_E_KEY || pressed->kind == JW_E_NAMED) {
            key_off(gesture, fretted ? gesture->model->hero.string : -1);
        } else {
            jw_gesture_add(gesture, JW_DO_RELEASE, hand->sounding, 0.0, 0.0);
        }
    }
    hand->pressed = (JwWindowTarget){0, 0};
    hand->drag = (JwWindowDragKind)0;
    hand->sounding = -1;
    gesture->out->redraw = true;
}

void jw_press_up(JwGestureBuilder *gesture) {
    const JwWindowTarget pressed = gesture->out->hand.pressed;
    const bool button = gesture->out->hand.drag == JW_WINDOW_BUTTON;
    const JwElement *under = jw_layout_hit(gesture->layout, gesture->input->x, gesture->input->y);
    jw_press_let_go(gesture);
    if (button && under && (int)under->kind == pressed.kind && under->index == pressed.index) {
        jw_press_click(gesture, under);
    }
}

/********* Clicks *********/

void jw_press_page(JwGestureBuilder *gesture, JwWindowPage page) {
    JwWindowHand *hand = &gesture->out->hand;
    hand->page = page;
    hand->typing = false;
    hand->typed[0] = 0;
    hand->described = -1;
    hand->menu = (JwWindowTarget){0, 0};
    gesture->out->redraw = true;
}

void jw_press_menu_line(JwGestureBuilder *gesture, int line) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowModel *m = gesture->model;
    const int id = jw_menu_param(m->hand.menu);
    if (line < 0 || line >= jw_menu_lines(m)) {
        return;
    }
    if (m->hand.menu.kind == JW_E_LETTERS) {
        jw_gesture_add(gesture, JW_DO_LETTERS, line, 0.0, 0.0);
    } else if (m->hand.menu.kind == JW_E_WITH_NAME) {
        jw_gesture_add(gesture, JW_DO_WITH_PRESET, jw_strip_preset(m, line), 0.0, 0.0);
    } else if (m->hand.menu.kind == JW_E_CLOCK_TALA) {
        jw_gesture_add(gesture, JW_DO_CLOCK_TALA, line - 1, 0.0, 0.0);
    } else if (id >= 0) {
        jw_gesture_add_param(gesture, id,
                             id == JW_P_RAGA ? line : jw_menu_point((JwParamId)id, line));
    } else if (line < m->n_strings) {
        jw_gesture_add(gesture, JW_DO_STRING, line, 0.0, 0.0);
    } else if (line == m->n_strings && !(m->lacks & JW_LACKS_ENERGIES)) {
        hand->energy_open = !hand->energy_open;
    } else {
        hand->frets_open = !hand->frets_open;
    }
    hand->menu = (JwWindowTarget){0, 0};
    hand->menu_at = -1;
    gesture->out->redraw = true;
}

static void open_menu(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    hand->menu = (JwWindowTarget){(int)e->kind, e->index};
    hand->menu_at = -1;
    hand->menu_filter[0] = 0;
    hand->menu_first = (int)fmax(gesture->model->param[JW_P_RAGA] - 4.0, 0.0);
    gesture->out->redraw = true;
}

void jw_press_preset(JwGestureBuilder *gesture, int by) {
    const JwWindowModel *m = gesture->model;
    int n = m->n_presets;
    while (n > 0 && m->presets[n - 1].is_set) { // The practice sets come last
        --n;
    }
    if (n > 0) {
        const int to = m->preset < 0 ? (by > 0 ? 0 : n - 1) : (m->preset + by + n) % n;
        jw_gesture_add(gesture, JW_DO_PRESET, to, 0.0, 0.0);
    }
}

void jw_press_string(JwGestureBuilder *gesture, int by) {
    const int to = gesture->model->hero.string + by;
    if (to >= 0 && to < gesture->model->n_strings) {
        jw_gesture_add(gesture, JW_DO_STRING, to, 0.0, 0.0);
    }
}

static void click_pen(JwGestureBuilder *gesture, int button) {
    JwWindowHand *hand = &gesture->out->hand;
    if (button == JW_PEN_UNDO) {
        jw_gesture_add(gesture, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
    } else if (button == JW_PEN_BUILT) {
        jw_gesture_add(gesture, JW_DO_PEN_BUILT, 0, 0.0, 0.0);
        hand->pen_open = false;
    } else {
        hand->pen_open = !hand->pen_open;
        hand->pen_point = -1;
        if (hand->pen_open && gesture->model->pen.now.n == 0) {
            jw_gesture_add(gesture, JW_DO_PEN_BEGIN, 0, 0.0, 0.0);
        }
    }
    gesture->out->redraw = true;
}

static void tap(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    const double now = gesture->input->time_s;
    if (hand->n_taps > 0 && now - hand->tap_s[0] > tap_gap_s) {
        hand->n_taps = 0;
    }
    memmove(hand->tap_s + 1, hand->tap_s, 3 * sizeof hand->tap_s[0]);
    hand->tap_s[0] = now;
    hand->n_taps = hand->n_taps < 4 ? hand->n_taps + 1 : 4;
    const double gaps_s = now - hand->tap_s[hand->n_taps - 1];
    if (hand->n_taps > 1 && gaps_s > 0.0) {
        jw_gesture_add_param(gesture, JW_P_DRONE_TEMPO, 60.0 * (hand->n_taps - 1) / gaps_s);
    }
    gesture->out->redraw = true;
}

static void begin_typing(JwGestureBuilder *gesture, int described) {
    JwWindowHand *hand = &gesture->out->hand;
    hand->typing = true;
    hand->typed[0] = 0;
    hand->described = described;
    gesture->out->redraw = true;
}

static void flip(JwGestureBuilder *gesture, int id) {
    const JwParamInfo *p = jw_param_info((JwParamId)id);
    jw_gesture_add_param(gesture, id,
                         gesture->model->param[id] > 0.5 * (p->min + p->max) ? p->min : p->max);
}

static void choose_nearest(JwGestureBuilder *gesture, const JwElement *e) {
    const JwWindowModel *m = gesture->model;
    int best = -1;
    double distance = HUGE_VAL;
    for (int i = 0; i < m->n_strings; ++i) {
        const int d = ((m->string[i].key - m->sa_key) % 12 + 12) % 12;
        const double cents = m->raga_cents[d] + m->string[i].off_cents;
        const double x = e->at.x + 24.0 + cents / 1200.0 * (e->at.w - 48.0);
        if (fabs(x - gesture->input->x) < distance) {
            distance = fabs(x - gesture->input->x);
            best = i;
        }
    }
    if (best >= 0) {
        jw_gesture_add(gesture, JW_DO_STRING, best, 0.0, 0.0);
    }
}

void jw_press_raga(JwGestureBuilder *gesture, int raga) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwElement *card = jw_layout_find(gesture->layout, JW_E_RAGA_CARD, 0);
    if (raga != (int)gesture->model->param[JW_P_RAGA]) {
        jw_gesture_add_param(gesture, JW_P_RAGA, raga);
    }
    jw_raga_show(hand, raga, card ? card->at.h - 16.0 : row_view_px);
    gesture->out->redraw = true;
}

void jw_press_end_ragas(JwGestureBuilder *gesture, bool back) {
    if (back) {
        jw_press_raga(gesture, gesture->out->hand.raga_before);
    }
    jw_press_page(gesture, JW_WINDOW_PLAY);
}

/// Opens the ragas' page with the search ready to be typed, or closes it.
static void open_ragas(JwGestureBuilder *gesture) {
    JwWindowHand *hand = &gesture->out->hand;
    if (hand->page == JW_WINDOW_RAGA_PAGE) {
        jw_press_end_ragas(gesture, false);
        return;
    }
    jw_press_page(gesture, JW_WINDOW_RAGA_PAGE);
    hand->raga_before = (int)gesture->model->param[JW_P_RAGA];
    hand->typing = true;
    jw_raga_search(hand);
    jw_raga_show(hand, hand->raga_before, row_view_px);
}

static void click_param(JwGestureBuilder *gesture, const JwElement *e) {
    const JwParamScale scale = jw_param_info((JwParamId)e->index)->scale;
    if (e->kind == JW_E_FACT && e->index == JW_P_RAGA && jw_raga_page_fits(gesture->layout)) {
        open_ragas(gesture);
        return;
    }
    gesture->out->hand.described = e->index;
    if (scale == JW_SCALE_ENUM) {
        open_menu(gesture, e);
    } else if (scale == JW_SCALE_TOGGLE) {
        flip(gesture, e->index);
    }
}

static void pluck_once(JwGestureBuilder *gesture, int string) {
    jw_gesture_add(gesture, JW_DO_PLUCK, string, 0.8, usual_place(gesture));
    jw_gesture_add(gesture, JW_DO_RELEASE, string, 0.0, 0.0);
}

/// Clicks on companion and clock; false for other elements.
static bool click_strip(JwGestureBuilder *gesture, const JwElement *e) {
    const JwWindowModel *m = gesture->model;
    const double by = e->kind == JW_E_WITH_MORE || e->kind == JW_E_CLOCK_MORE ? 1.0 : -1.0;
    switch (e->kind) {
    case JW_E_WITH_PLAY:
    case JW_E_WITH_BUTTON:
        jw_gesture_add(gesture, JW_DO_WITH, 0, 0.0, 0.0);
        break;
    case JW_E_WITH_SHOWN:
        jw_gesture_add(gesture, JW_DO_WITH_SHOWN, e->index, 0.0, 0.0);
        break;
    case JW_E_WITH_FIRST: // Chosen again: its own
        jw_gesture_add(gesture, JW_DO_WITH_FIRST, m->with.first == e->index ? -1 : e->index, 0.0,
                       0.0);
        break;
    case JW_E_WITH_LESS:
    case JW_E_WITH_MORE:
        jw_gesture_add(gesture, JW_DO_WITH_TEMPO, 0,
                       jw_param_clamp(JW_P_DRONE_TEMPO, round(m->with.tempo) + by, m->with.tempo),
                       0.0);
        break;
    case JW_E_CLOCK_PLAY:
    case JW_E_CLOCK_BUTTON:
        jw_gesture_add(gesture, JW_DO_CLOCK, 0, 0.0, 0.0);
        break;
    case JW_E_CLOCK_LESS:
    case JW_E_CLOCK_MORE:
        jw_gesture_add(gesture, JW_DO_CLOCK_TEMPO, 0,
                       fmin(fmax(round(m->clock.bpm) + by, JW_TALA_BPM_MIN), JW_TALA_BPM_MAX), 0.0);
        break;
    case JW_E_CLOCK_TAP:
        jw_gesture_add(gesture, JW_DO_CLOCK_TAP, 0, 0.0, 0.0);
        break;
    default:
        return false;
    }
    return true;
}

/// Clicks that choose presets and ragas.
static void click_choice(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const bool ragas = hand->page == JW_WINDOW_RAGA_PAGE;
    switch (e->kind) {
    case JW_E_PRESET: {
        const bool is_set = gesture->model->presets[e->index].is_set; // Back could not restore all
        hand->audition = is_set ? -1 : e->index;
        jw_gesture_add(gesture, is_set ? JW_DO_PRESET : JW_DO_AUDITION, e->index, 0.0, 0.0);
        break;
    }
    case JW_E_RAGA_SEARCH:
        hand->typing = true;
        break;
    case JW_E_RAGA_THAT:
    case JW_E_RAGA_TIME:
    case JW_E_RAGA_NOTE:
        jw_raga_filter(hand, e->kind, e->index);
        break;
    case JW_E_RAGA_CLEAR:
        hand->typed[0] = 0;
        jw_raga_search(hand);
        break;
    case JW_E_RAGA:
        jw_press_raga(gesture, e->index);
        break;
    case JW_E_KEEP:
    case JW_E_BACK:
        if (ragas) {
            jw_press_end_ragas(gesture, e->kind == JW_E_BACK);
            break;
        }
        if (hand->audition >= 0) {
            jw_gesture_add(gesture, e->kind == JW_E_KEEP ? JW_DO_KEEP : JW_DO_BACK,
                           e->kind == JW_E_KEEP ? hand->audition : 0, 0.0, 0.0);
        }
        hand->audition = -1;
        jw_press_page(gesture, JW_WINDOW_PLAY);
        break;
    default:
        return;
    }
    gesture->out->redraw = true;
}

/// Clicks on the pages Drone and Presets.
static void click_other(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    switch (e->kind) {
    case JW_E_PLAYING:
        flip(gesture, JW_P_DRONE);
        break;
    case JW_E_HOST_TEMPO:
        flip(gesture, JW_P_DRONE_SYNC);
        break;
    case JW_E_TEMPO_LESS:
    case JW_E_TEMPO_MORE:
        jw_gesture_add_param(gesture, JW_P_DRONE_TEMPO,
                             round(gesture->model->param[JW_P_DRONE_TEMPO]) +
                                 (e->kind == JW_E_TEMPO_MORE ? 1.0 : -1.0));
        break;
    case JW_E_TAP:
        tap(gesture);
        break;
    case JW_E_CHOICE:
        jw_gesture_add_param(gesture, e->index / 64,
                             jw_menu_point((JwParamId)(e->index / 64), e->index % 64));
        break;
    case JW_E_SEARCH:
        begin_typing(gesture, -1);
        break;
    case JW_E_SEED:
        begin_typing(gesture, JW_P_DRONE_SEED);
        break;
    case JW_E_FAMILY:
        hand->family = e->index;
        hand->typed[0] = 0;
        hand->scroll[JW_WINDOW_PRESETS_PAGE] = 0.0;
        gesture->out->redraw = true;
        break;
    case JW_E_SAVE:
        begin_typing(gesture, e->index ? JW_NAMES_SET : JW_NAMES_PRESET);
        break;
    case JW_E_FROM_FILE:
        jw_gesture_add(gesture, JW_DO_FROM_FILE, 0, 0.0, 0.0);
        break;
    default:
        click_choice(gesture, e);
        break;
    }
}

void jw_press_click(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowModel *m = gesture->model;
    if (click_strip(gesture, e)) {
        return;
    }
    switch (e->kind) {
    case JW_E_PRESET_BACK:
    case JW_E_PRESET_NEXT:
        jw_press_preset(gesture, e->kind == JW_E_PRESET_NEXT ? 1 : -1);
        break;
    case JW_E_PRESET_NAME:
        jw_press_page(gesture, hand->page == JW_WINDOW_PRESETS_PAGE ? JW_WINDOW_PLAY
                                                                    : JW_WINDOW_PRESETS_PAGE);
        break;
    case JW_E_TAB:
        jw_press_page(gesture, (JwWindowPage)e->index);
        break;
    case JW_E_ROUND_STRIP:
        jw_press_page(gesture, JW_WINDOW_DRONE_PAGE);
        break;
    case JW_E_METER:
        jw_gesture_add(gesture, JW_DO_CLEAR_PEAKS, 0, 0.0, 0.0);
        break;
    case JW_E_PANIC:
        jw_gesture_add(gesture, JW_DO_PANIC, 0, 0.0, 0.0);
        if (hand->pedal) {
            jw_gesture_add(gesture, JW_DO_PEDAL, 0, 0.0, 0.0);
        }
        break;
    case JW_E_HERO_NAME:
    case JW_E_LETTERS:
    case JW_E_WITH_NAME:
    case JW_E_CLOCK_TALA:
        open_menu(gesture, e);
        break;
    case JW_E_FACT:
    case JW_E_TUNE_PARAM:
    case JW_E_PARAM:
        click_param(gesture, e);
        break;
    case JW_E_MENU_LINE:
        jw_press_menu_line(gesture, e->index);
        break;
    case JW_E_PEN_BUTTON:
        click_pen(gesture, e->index);
        break;
    case JW_E_LIST_HEADING:
        hand->taraf_open = !hand->taraf_open;
        hand->list_scroll = 0.0;
        gesture->out->redraw = true;
        break;
    case JW_E_SOUND:
        hand->energy_open = !hand->energy_open && !(m->lacks & JW_LACKS_ENERGIES);
        gesture->out->redraw = true;
        break;
    case JW_E_DAMP:
    case JW_E_TUNE_DAMP:
        jw_gesture_add(gesture, JW_DO_DAMP, e->index, m->string[e->index].damped ? 0.0 : 1.0, 0.0);
        break;
    case JW_E_TUNE_SCALE:
        jw_gesture_add(gesture, JW_DO_SCALE_FILE, 0, 0.0, 0.0);
        break;
    case JW_E_TUNE_ALL:
        jw_gesture_add(gesture, JW_DO_TUNE_RAGA, -1, 0.0, 0.0);
        break;
    case JW_E_CARD_TUNE:
        jw_gesture_add(gesture, JW_DO_TUNE_RAGA, m->hero.string, 0.0, 0.0);
        break;
    case JW_E_ANSWER:
        jw_gesture_add(gesture, JW_DO_STRING, e->index, 0.0, 0.0);
        break;
    case JW_E_CARD_PLUCK:
        pluck_once(gesture, m->hero.string);
        break;
    case JW_E_OCTAVE:
        choose_nearest(gesture, e);
        break;
    default:
        click_other(gesture, e);
        break;
    }
}

/********* Scrolling *********/

void jw_press_scroll(JwGestureBuilder *gesture, double px) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwElement *list = jw_layout_find(gesture->layout, JW_E_LIST, 0);
    double *scroll = &hand->scroll[hand->page];
    double most = gesture->layout->scroll_most;
    if (list && jw_rect_has(list->at, gesture->input->x, gesture->input->y)) {
        scroll = &hand->list_scroll;
        most = gesture->layout->list_scroll_most;
    }
    const double to = fmin(fmax(*scroll + px, 0.0), most);
    if (to != *scroll) { // A row with a menu may leave the view
        hand->menu = (JwWindowTarget){0, 0};
        hand->menu_at = -1;
    }
    gesture->out->redraw = gesture->out->redraw || to != *scroll;
    *scroll = to;
}
