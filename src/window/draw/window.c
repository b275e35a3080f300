// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/window.h"

#include "window/draw/effect_page.h"
#include "window/draw/entry.h"
#include "window/draw/head.h"
#include "window/draw/indication.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"
#include "window/draw/raga_page.h"
#include "window/draw/strip.h"

#include <math.h>

double jw_window_logical(double pixels, double scale) {
    const double whole = round(pixels / scale);
    return fabs(whole * scale - pixels) <= 0.5 ? whole : pixels / scale;
}

typedef void (*Draw)(JwPainter *, const JwElement *);

static void draw_scroll_bar(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    jw_paint_round(p, e->at, 2.0, s.hover || s.pressed ? JW_INK_TEXT_2 : JW_INK_EDGE);
}

static void draw_nothing(JwPainter *p, const JwElement *e) {
    (void)p;
    (void)e;
}

/// Finds the function that draws an element, and the part it belongs to.
static Draw drawer_of(JwElementKind kind, JwPart *part) {
    *part = JW_PART_REST;
    if (kind == JW_E_METER) {
        *part = JW_PART_LEVELS;
        return jw_head_draw;
    }
    if (kind >= JW_E_HEAD && kind <= JW_E_PANIC) {
        return jw_head_draw;
    }
    if (kind >= JW_E_HERO && kind <= JW_E_FRET) {
        *part = JW_PART_STRING;
        return jw_hero_draw;
    }
    if (kind >= JW_E_LENS && kind <= JW_E_PEN_BUTTON) {
        *part = JW_PART_STRING;
        return jw_lens_draw;
    }
    if (kind == JW_E_JAWARI) {
        return jw_jawari_draw;
    }
    if (kind == JW_E_LETTERS || kind == JW_E_MARKS) {
        return jw_keys_draw;
    }
    if (kind == JW_E_SOUND) {
        *part = JW_PART_SOUND;
        return jw_spectrum_draw;
    }
    if (kind >= JW_E_LIST && kind <= JW_E_ROUND_STRIP) {
        *part = JW_PART_LEVELS;
        return jw_list_draw;
    }
    if (kind >= JW_E_KEY && kind <= JW_E_NAMED) {
        *part = JW_PART_KEYS;
        return jw_keys_draw;
    }
    if (kind >= JW_E_WITH && kind <= JW_E_CLOCK_BUTTON) {
        *part = kind == JW_E_WITH_ROUND || kind == JW_E_CLOCK_BEAT || kind == JW_E_CLOCK_CYCLE
                    ? JW_PART_LEVELS
                : kind >= JW_E_WITH_BUTTON ? JW_PART_SOUND
                                           : JW_PART_REST;
        return jw_strip_draw;
    }
    if (kind >= JW_E_EFFECT_METER && kind <= JW_E_ANSWER) {
        *part = kind == JW_E_EFFECT_TEXT ? JW_PART_REST : JW_PART_LEVELS;
        return jw_effect_page_draw;
    }
    if (kind >= JW_E_TUNE_PARAM && kind <= JW_E_CARD_PLUCK) {
        *part = kind == JW_E_TUNE_ROW || kind == JW_E_TUNE_DAMP ? JW_PART_LEVELS : JW_PART_REST;
        return jw_tune_page_draw;
    }
    if (kind >= JW_E_GROUP && kind <= JW_E_COMMENT) {
        return jw_params_page_draw;
    }
    if (kind >= JW_E_RING && kind <= JW_E_DRONE_STRING) {
        *part = kind == JW_E_RING || kind == JW_E_DRONE_STRING ? JW_PART_LEVELS : JW_PART_REST;
        return jw_drone_page_draw;
    }
    if (kind >= JW_E_SEARCH && kind <= JW_E_KEEP) {
        return jw_presets_page_draw;
    }
    if (kind >= JW_E_RAGA_SEARCH && kind <= JW_E_RAGA_CARD) {
        return jw_raga_page_draw;
    }
    return kind == JW_E_SCROLL_BAR                       ? draw_scroll_bar
           : kind == JW_E_MENU || kind == JW_E_MENU_LINE ? jw_menu_draw
                                                         : draw_nothing;
}

void jw_window_draw_with(JwPainter *p, unsigned parts) {
    JwCanvas *c = p->canvas;
    const JwLayout *l = p->layout;
    if (parts & JW_PART_REST || jw_menu_lines(p->model) > 0 || jw_entry_open(p->model)) {
        parts = JW_PART_ALL;
    }
    const double scale = p->scale;
    p->scale *= l->zoom;
    c->save(c);
    c->scale(c, p->scale);
    if (parts & JW_PART_REST) {
        jw_paint_rect(p, jw_rect(0.0, 0.0, l->width + 1.0, l->height + 1.0), JW_INK_GROUND);
    }
    for (int i = 0; i < l->n; ++i) {
        JwPart part;
        const Draw draw = drawer_of(l->element[i].kind, &part);
        if ((unsigned)part & parts) {
            draw(p, &l->element[i]);
            jw_indication_draw(p, &l->element[i]);
            jw_paint_focus(p, &l->element[i]);
        }
    }
    if (jw_entry_open(p->model)) {
        jw_entry_draw(p);
    }
    c->restore(c);
    p->scale = scale;
}

void jw_window_draw(JwCanvas *canvas, const JwWindowModel *model, const JwLayout *layout,
                    double scale, unsigned parts) {
    JwPainter painter = {
        .canvas = canvas,
        .model = model,
        .layout = layout,
        .theme = jw_theme(model->theme),
        .scale = scale,
    };
    jw_window_draw_with(&painter, parts);
}
