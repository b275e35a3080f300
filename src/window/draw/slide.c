// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Values changed by dragging: sliders, handles, tunings.

#include "window/draw/gesture_parts.h"
#include "window/draw/pages.h"
#include "window/draw/strip.h"

#include <math.h>
#include <string.h>

static const double range_px = 200.0; ///< Distance for the whole range, or the track if longer
static const double width_octave_px = 40.0;

/// What must not be lacking for an action.
static unsigned need_of(JwWindowActionKind kind) {
    return kind == JW_DO_DAMP                                    ? JW_LACKS_DAMP
           : kind == JW_DO_TUNE || kind == JW_DO_TUNE_RAGA       ? JW_LACKS_TUNE
           : kind == JW_DO_FROM_FILE || kind == JW_DO_SCALE_FILE ? JW_LACKS_FILES
           : kind == JW_DO_LEARN                                 ? JW_LACKS_LEARN
           : kind >= JW_DO_WITH && kind <= JW_DO_SAVE_SET        ? JW_LACKS_WITH
           : kind >= JW_DO_PEN_BEGIN && kind <= JW_DO_PEN_BUILT  ? JW_LACKS_PEN
                                                                 : 0;
}

void jw_gesture_add(JwGestureBuilder *gesture, JwWindowActionKind kind, int index, double value,
                    double place) {
    if (gesture->out->n < JW_GESTURE_ACTIONS && !(need_of(kind) & gesture->model->lacks)) {
        gesture->out->action[gesture->out->n++] = (JwWindowAction){
            .kind = kind, .index = index, .string = -1, .value = value, .place = place};
    }
    gesture->out->redraw = true;
}

void jw_gesture_add_param(JwGestureBuilder *gesture, int id, double value) {
    const double now = gesture->model->param[id];
    jw_gesture_add(gesture, JW_DO_PARAM, id, jw_param_clamp((JwParamId)id, value, now), 0.0);
}

void jw_gesture_end_learning(JwGestureBuilder *gesture) {
    if (gesture->model->learning >= 0) {
        jw_gesture_add(gesture, JW_DO_LEARN, -1, 0.0, 0.0);
    }
}

static int handle_param(int handle) {
    switch (handle) {
    case JW_HANDLE_HEIGHT:
        return JW_P_BRIDGE_HEIGHT;
    case JW_HANDLE_CURVATURE:
        return JW_P_BRIDGE_CURVATURE;
    case JW_HANDLE_THREAD:
        return JW_P_THREAD_POSITION;
    default:
        return -1;
    }
}

int jw_slide_param(const JwElement *e) {
    switch (e->kind) {
    case JW_E_FACT:
    case JW_E_PARAM:
    case JW_E_TUNE_PARAM:
    case JW_E_TUNE_SLIDER:
    case JW_E_WIDE_SLIDER:
    case JW_E_TEMPO:
    case JW_E_SEED:
    case JW_E_HOST_TEMPO:
        return e->index;
    case JW_E_JAWARI:
        return JW_P_JAWARI;
    case JW_E_PLUCK_HANDLE:
        return JW_P_PLUCK_POSITION;
    case JW_E_PLAYING:
        return JW_P_DRONE;
    case JW_E_TEMPO_LESS:
    case JW_E_TEMPO_MORE:
        return JW_P_DRONE_TEMPO;
    case JW_E_CHOICE:
        return e->index / 64;
    case JW_E_HANDLE:
        return handle_param(e->index);
    default:
        return -1;
    }
}

/// Second parameter that an element changes, besides jw_slide_param(); -1: none.
static int second_param(const JwElement *e) {
    return e->kind == JW_E_JAWARI         ? JW_P_BRIDGE_CURVATURE
           : e->kind == JW_E_PLUCK_HANDLE ? JW_P_PLUCK_WIDTH
                                          : -1;
}

static bool slides(int id) {
    const JwParamScale scale = jw_param_info((JwParamId)id)->scale;
    return scale == JW_SCALE_LINEAR || scale == JW_SCALE_LOG;
}

/********* Curvature *********/

/// Curvature factors at both ends of JAWARI.
static const double khula_factor = 0.25, band_factor = 4.0;

void jw_slide_curvature(JwGestureBuilder *gesture, double base, double curvature) {
    const JwParamInfo *own = jw_param_info(JW_P_BRIDGE_CURVATURE);
    curvature = fmin(fmax(curvature, khula_factor * own->min), band_factor * own->max);
    const double factor = fmin(fmax(curvature / base, khula_factor), band_factor);
    jw_gesture_add_param(gesture, JW_P_JAWARI, 50.0 + 25.0 * log2(factor));
    if (fabs(curvature / factor / gesture->model->param[JW_P_BRIDGE_CURVATURE] - 1.0) > 1e-9) {
        jw_gesture_add_param(gesture, JW_P_BRIDGE_CURVATURE, curvature / factor);
    }
}

/********* Drags *********/

/// True for a button with a value.
static bool is_button(const JwElement *e) {
    return e->kind == JW_E_TEMPO_LESS || e->kind == JW_E_TEMPO_MORE || e->kind == JW_E_SEED;
}

bool jw_slide_begin(JwGestureBuilder *gesture, const JwElement *e) {
    JwWindowHand *hand = &gesture->out->hand;
    const int id[2] = {jw_slide_param(e), second_param(e)};
    const bool tunes = e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW;
    const bool apex = e->kind == JW_E_HANDLE && e->index == JW_HANDLE_APEX;
    const bool strip = jw_strip_slides(e);
    if (is_button(e) || (!tunes && !apex && !strip && (id[0] < 0 || !slides(id[0])))) {
        return false;
    }
    hand->drag = JW_WINDOW_SLIDE;
    hand->gone = 0.0;
    for (int i = 0; i < 2; ++i) {
        hand->start_param[i] = id[i];
        hand->start[i] = id[i] >= 0 ? gesture->model->param[id[i]] : 0.0;
        if (id[i] >= 0) {
            jw_gesture_add(gesture, JW_DO_HOLD, id[i], 1.0, 0.0);
        }
    }
    if (tunes) {
        hand->start[0] = gesture->model->string[e->index].tune_cents;
    }
    if (strip) {
        hand->start[0] = jw_strip_value(gesture->model, e->kind);
    }
    if (apex) {
        jw_gesture_add(gesture, gesture->model->pen.now.n > 0 ? JW_DO_PEN_KEEP : JW_DO_PEN_BEGIN, 0,
                       0.0, 0.0);
    }
    return true;
}

/// Pixels for the whole range of a slider.
static double range_of(const JwElement *e) {
    const double track = e->kind == JW_E_JAWARI ? jw_jawari_track(e->at).w
                         : e->kind == JW_E_WIDE_SLIDER || e->kind == JW_E_TUNE_SLIDER
                             ? jw_wide_track(e->at).w
                             : 0.0;
    return fmax(track, range_px);
}

static double start_curvature(const JwWindowHand *hand) {
    return hand->start[1] * exp2((hand->start[0] - 50.0) / 25.0);
}

/// Curvature after the handle at the bridge's end was moved down by dy.
static void move_curvature_handle(JwGestureBuilder *gesture, const JwElement *e, double dy) {
    const JwWindowBridge *b = &gesture->model->bridge;
    const JwStringMap *map = &gesture->layout->lens;
    const double x_m = (e->at.x + 0.5 * e->at.w - map->x0) / map->px_m;
    const double from_apex_m = fmax(x_m - b->apex_m, 1e-3);
    const double factor = exp2((gesture->model->param[JW_P_JAWARI] - 50.0) / 25.0);
    const double now = jw_param_curvature(gesture->model->param);
    const double sag_px = 0.5 * from_apex_m * from_apex_m / (b->radius_m * now) * map->px_up;
    // One pixel less than the bridge shows: a curvature of 0 is none
    gesture->out->hand.gone += dy;
    const double wanted =
        gesture->out->hand.start[0] * factor + gesture->out->hand.gone / fmax(sag_px, 1.0);
    jw_gesture_add_param(gesture, JW_P_BRIDGE_CURVATURE, fmax(wanted, 1e-3) / factor);
}

static void move_handle(JwGestureBuilder *gesture, const JwElement *e, double dx, double dy) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwStringMap *map = &gesture->layout->lens;
    switch (e->index) {
    case JW_HANDLE_HEIGHT:
        hand->gone -= dy;
        jw_gesture_add_param(gesture, JW_P_BRIDGE_HEIGHT,
                             hand->start[0] + 1e3 * hand->gone / map->px_up);
        break;
    case JW_HANDLE_CURVATURE:
        move_curvature_handle(gesture, e, dy);
        break;
    case JW_HANDLE_THREAD:
        hand->gone += dx;
        jw_gesture_add_param(gesture, JW_P_THREAD_POSITION,
                             hand->start[0] + 1e3 * hand->gone / map->px_m);
        break;
    default:
        jw_gesture_add(gesture, JW_DO_PEN_SHIFT, 0, 0.0, dx / map->px_m);
        break;
    }
}

static void move_pluck(JwGestureBuilder *gesture, double dx) {
    JwWindowHand *hand = &gesture->out->hand;
    const JwWindowHero *hero = &gesture->model->hero;
    const double length_m = hero->length_m > 0.0 ? hero->length_m : 1.0;
    hand->gone += dx;
    jw_gesture_add_param(gesture, JW_P_PLUCK_POSITION,
                         hand->start[0] + hand->gone / (gesture->layout->hero.px_m * length_m));
    const double down = gesture->input->y - hand->press_y;
    if (fabs(down) > 12.0) { // Small sideways motion does not change the width
        const double past = down - copysign(12.0, down);
        jw_gesture_add_param(gesture, JW_P_PLUCK_WIDTH,
                             hand->start[1] * exp2(past / width_octave_px));
    }
}

void jw_slide_move(JwGestureBuilder *gesture, const JwElement *e, double dx, double dy) {
    JwWindowHand *hand = &gesture->out->hand;
    const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
    dx *= fine;
    dy *= fine;
    if (jw_strip_slides(e)) {
        hand->gone += dx;
        jw_gesture_add(gesture, jw_strip_action(e->kind), 0,
                       jw_strip_after(e->kind, hand->start[0], hand->gone), 0.0);
    } else if (e->kind == JW_E_HANDLE) {
        move_handle(gesture, e, dx, dy);
    } else if (e->kind == JW_E_PLUCK_HANDLE) {
        move_pluck(gesture, dx);
    } else if (e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW) {
        hand->gone += dx;
        jw_gesture_add(gesture, JW_DO_TUNE, e->index,
                       fmin(fmax(hand->start[0] + hand->gone, -1200.0), 1200.0), 0.0);
    } else if (e->kind == JW_E_JAWARI) {
        hand->gone += dx;
        jw_slide_curvature(gesture, hand->start[1],
                           start_curvature(hand) * exp2(4.0 * hand->gone / range_of(e)));
    } else {
        const int id = hand->start_param[0];
        hand->gone += dx;
        jw_gesture_add_param(
            gesture, id,
            jw_param_from_unit((JwParamId)id, jw_words_place((JwParamId)id, hand->start[0]) +
                                                  hand->gone / range_of(e)));
    }
}

void jw_slide_end(JwGestureBuilder *gesture, bool back) {
    JwWindowHand *hand = &gesture->out->hand;
    for (int i = 0; i < 2; ++i) {
        if (hand->start_param[i] >= 0) {
            if (back) {
                jw_gesture_add_param(gesture, hand->start_param[i], hand->start[i]);
            }
            jw_gesture_add(gesture, JW_DO_HOLD, hand->start_param[i], 0.0, 0.0);
        }
        hand->start_param[i] = -1;
    }
    const bool tunes = hand->pressed.kind == JW_E_STRING || hand->pressed.kind == JW_E_TUNE_ROW;
    const JwElement strip = {.kind = (JwElementKind)hand->pressed.kind};
    if (back && jw_strip_slides(&strip)) {
        jw_gesture_add(gesture, jw_strip_action(strip.kind), 0, hand->start[0], 0.0);
    }
    if (back && tunes) {
        jw_gesture_add(gesture, JW_DO_TUNE, hand->pressed.index, hand->start[0], 0.0);
    } else if (back && hand->pressed.kind == JW_E_HANDLE && hand->pressed.index == JW_HANDLE_APEX) {
        jw_gesture_add(gesture, JW_DO_PEN_UNDO, 0, 0.0, 0.0);
    }
}

void jw_slide_default(JwGestureBuilder *gesture, const JwElement *e) {
    const int id[2] = {jw_slide_param(e), second_param(e)};
    if (e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW) {
        jw_gesture_add(gesture, JW_DO_TUNE, e->index, 0.0, 0.0);
        return;
    }
    if (jw_strip_slides(e)) {
        jw_gesture_add(gesture, jw_strip_action(e->kind), 0, 0.0, 0.0);
        return;
    }
    for (int i = 0; i < 2; ++i) {
        if (id[i] >= 0) {
            jw_gesture_add_param(gesture, id[i], gesture->model->built[id[i]]);
        }
    }
}

/********* Wheel *********/

/// Step of the wheel: about a fiftieth of the range, 1, 2 or 5 times a power of ten.
static double step_of(const JwParamInfo *p) {
    const double fiftieth = (p->max - p->min) / 50.0;
    const double ten = pow(10.0, floor(log10(fiftieth)));
    return fiftieth >= 5.0 * ten ? 5.0 * ten : fiftieth >= 2.0 * ten ? 2.0 * ten : ten;
}

static void step_enum(JwGestureBuilder *gesture, int id, double steps) {
    const double now = gesture->model->param[id];
    const double best = jw_param_next_point((JwParamId)id, now, steps > 0.0 ? 1 : -1);
    if (best != now) {
        jw_gesture_add_param(gesture, id, best);
    }
}

void jw_slide_step(JwGestureBuilder *gesture, int id, double steps) {
    const JwParamInfo *p = jw_param_info((JwParamId)id);
    const double now = gesture->model->param[id];
    const double fine = gesture->input->mods & JW_MOD_SHIFT ? 0.1 : 1.0;
    if (p->scale == JW_SCALE_ENUM) {
        step_enum(gesture, id, steps);
    } else if (p->scale == JW_SCALE_TOGGLE) {
        jw_gesture_add_param(gesture, id, steps > 0.0 ? p->max : p->min);
    } else if (p->scale == JW_SCALE_LOG) {
        jw_gesture_add_param(gesture, id,
                             jw_param_from_unit((JwParamId)id, jw_words_place((JwParamId)id, now) +
                                                                   0.02 * fine * steps));
    } else {
        const double step = id == JW_P_DRONE_SEED ? 1.0 : fine * step_of(p);
        jw_gesture_add_param(gesture, id, now + step * steps);
    }
}

void jw_slide_strip(JwGestureBuilder *gesture, const JwElement *e, double steps) {
    const double px = e->kind == JW_E_WITH_LEVEL ? 4.0 * steps : steps;
    jw_gesture_add(gesture, jw_strip_action(e->kind), 0,
                   jw_strip_after(e->kind, jw_strip_value(gesture->model, e->kind), px), 0.0);
}
