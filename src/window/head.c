// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/head.h"

#include <math.h>
#include <stdio.h>

static const struct {
    JwWindowPage page;
    const char *name;
} tabs[] = {
    {JW_WINDOW_PLAY, "Play"},
    {JW_WINDOW_TUNE, "Tune"},
    {JW_WINDOW_DRONE_PAGE, "Drone"},
    {JW_WINDOW_PARAMS, "Parameters"},
};

static const struct {
    JwParamId id;
    const char *name;
    double width;
} facts[] = {
    {JW_P_SA, "Sa", 40.0},
    {JW_P_RAGA, "Raga", 72.0},
    {JW_P_A4, "A4", 56.0},
    {JW_P_QUALITY, "Quality", 56.0},
};

enum { N_TABS = sizeof tabs / sizeof tabs[0], N_FACTS = sizeof facts / sizeof facts[0] };

static const double tab_gap = 20.0;
static const double value_px = 44.0; ///< Room of the level's figure
static const double floor_db = -48.0;

/********* Places *********/

static double tabs_width(JwFonts *fonts) {
    double width = 0.0;
    for (int i = 0; i < N_TABS; ++i) {
        width += jw_fonts_width(fonts, JW_TYPE_BODY, tabs[i].name) + (i > 0 ? tab_gap : 0.0);
    }
    return ceil(width);
}

static double place_tabs(JwLayout *layout, JwFonts *fonts, double x, double head) {
    for (int i = 0; i < N_TABS; ++i) {
        // Chosen ones are SemiBold and a little wider, at the same place
        const double w = ceil(jw_fonts_width(fonts, JW_TYPE_BODY_BOLD, tabs[i].name));
        JwElement *tab =
            jw_layout_add(layout, JW_E_TAB, (int)tabs[i].page, jw_rect(x, 0.0, w, head));
        if (tab) {
            tab->hit = jw_rect(x - 0.5 * tab_gap, 0.0, w + tab_gap - 3.0, head);
        }
        x += jw_fonts_width(fonts, JW_TYPE_BODY, tabs[i].name) + tab_gap;
    }
    return x - tab_gap;
}

/// Facts that fit between two places, at the right; the last ones are left out first.
static void place_facts(JwLayout *layout, double left, double right, double head) {
    int n = N_FACTS;
    double width = 0.0;
    for (int i = 0; i < N_FACTS; ++i) {
        width += facts[i].width;
    }
    while (n > 0 && width > right - left) {
        width -= facts[--n].width;
    }
    double x = right - width;
    for (int i = 0; i < n; ++i) {
        JwElement *fact = jw_layout_add(layout, JW_E_FACT, (int)facts[i].id,
                                        jw_rect(x, 8.0, facts[i].width - 8.0, head - 16.0));
        if (fact) {
            fact->hit.x -= 4.0;
            fact->hit.w += 8.0;
        }
        x += facts[i].width;
    }
}

void jw_head_place(JwLayout *layout, const JwWindowModel *model, JwFonts *fonts) {
    const double w = layout->width;
    const double head = layout->compact ? 40.0 : 48.0;
    const double y = 0.5 * head - 12.0;
    jw_layout_add_still(layout, JW_E_HEAD, 0, jw_rect(0.0, 0.0, w, head));
    jw_layout_add(layout, JW_E_PRESET_BACK, 0, jw_rect(12.0, y, 24.0, 24.0));
    jw_layout_add(layout, JW_E_PRESET_NEXT, 0, jw_rect(36.0, y, 24.0, 24.0));
    const double wide = tabs_width(fonts);
    const bool big = w >= 880.0 && !layout->compact;
    const double meter = big ? 96.0 : 56.0;
    const double meter_x = w - 56.0 - (big ? value_px : 0.0) + (big ? 12.0 : 0.0) - meter;
    // What the name has: as it needs if room is short
    const double least = 64.0 + 36.0 + wide + 16.0;
    const double needed = ceil(
        fmax(jw_fonts_width(fonts, JW_TYPE_BODY_BOLD, model->preset_name),
             layout->compact ? 0.0 : jw_fonts_width(fonts, JW_TYPE_SMALL, model->instrument_name)));
    const bool has_meter = meter_x - least >= fmin(needed, 72.0);
    const double room = (has_meter ? meter_x : w - 48.0) - least;
    const double name = big ? 140.0 : fmax(fmin(fmin(needed, room), 140.0), 24.0);
    JwElement *preset =
        jw_layout_add(layout, JW_E_PRESET_NAME, 0, jw_rect(64.0, 4.0, name + 24.0, head - 8.0));
    if (preset) {
        preset->hit = preset->at;
    }
    const double gap = 36.0 + (big ? 8.0 : fmin(fmax(room - name, 0.0), 24.0));
    const double end = place_tabs(layout, fonts, 64.0 + name + gap, head);
    if (has_meter) {
        if (!layout->compact) {
            place_facts(layout, end + 24.0, meter_x, head);
        }
        jw_layout_add(layout, JW_E_METER, 0, jw_rect(meter_x, y, w - 52.0 - meter_x, 24.0));
    }
    jw_layout_add(layout, JW_E_PANIC, 0, jw_rect(w - 40.0, y, 24.0, 24.0));
}

/********* Drawing *********/

static void draw_name(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool chosen = p->model->hand.page == JW_WINDOW_PRESETS_PAGE;
    const double right = jw_rect_right(e->at);
    if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect(e->at.x - 6.0, e->at.y, e->at.w + 6.0, e->at.h), 4.0,
                       JW_INK_RAISED);
    }
    const JwRect room = jw_rect(e->at.x, e->at.y, e->at.w - 24.0, e->at.h);
    if (p->layout->compact) {
        jw_paint_text(p, room, JW_TYPE_BODY_BOLD, JW_LEFT, JW_INK_TEXT, p->model->preset_name);
    } else {
        jw_paint_text(p, jw_rect(room.x, 7.0, room.w, 19.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                      JW_INK_TEXT, p->model->preset_name);
        char name[JW_WORDS];
        jw_paint_text(p, jw_rect(room.x, 26.0, room.w, 15.0), JW_TYPE_SMALL, JW_LEFT,
                      p->model->goes_by ? JW_INK_CLIP : JW_INK_TEXT_2,
                      jw_words_instrument(p->model, name));
    }
    jw_paint_chevron(p, right - 12.0, e->at.y + 0.5 * e->at.h, 2,
                     chosen || s.hover ? JW_INK_TEXT : JW_INK_TEXT_2);
}

static void draw_tab(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool chosen = (int)p->model->hand.page == e->index;
    const char *name = "";
    for (int i = 0; i < N_TABS; ++i) {
        name = (int)tabs[i].page == e->index ? tabs[i].name : name;
    }
    jw_paint_text(p, e->at, chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT,
                  chosen || s.hover || s.pressed ? JW_INK_TEXT : JW_INK_TEXT_2, name);
    if (chosen || s.pressed) {
        jw_paint_rect(p, jw_rect(e->at.x, e->at.h - 2.0, e->at.w, 2.0), JW_INK_TEXT);
    }
}

static const char *fact_value(const JwWindowModel *model, JwParamId id, char text[JW_WORDS]) {
    switch (id) {
    case JW_P_SA:
        return jw_words_tone(model->sa_key, text);
    case JW_P_A4:
        return jw_words_number(model->param[id], 1, false, text);
    case JW_P_QUALITY:
        snprintf(text, JW_WORDS, "%.0f kHz", 20.0 * model->param[id]);
        return text;
    default:
        return jw_words_point(id, model->param[id], text);
    }
}

static void draw_fact(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    char text[JW_WORDS];
    const char *name = "";
    for (int i = 0; i < N_FACTS; ++i) {
        name = (int)facts[i].id == e->index ? facts[i].name : name;
    }
    if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect(e->at.x - 6.0, 4.0, e->at.w + 10.0, 40.0), 4.0, JW_INK_RAISED);
    }
    jw_paint_text(p, jw_rect(e->at.x, 10.0, e->at.w, 14.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3,
                  name);
    jw_paint_text(p, jw_rect(e->at.x, 26.0, e->at.w, 14.0), JW_TYPE_SMALL_BOLD, JW_LEFT,
                  JW_INK_TEXT, fact_value(p->model, (JwParamId)e->index, text));
}

static double part_of_db(double db) {
    return fmin(fmax(1.0 - db / floor_db, 0.0), 1.0);
}

static void draw_meter(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const bool figure = e->at.w > 80.0;
    const double width = figure ? 96.0 : 56.0;
    jw_paint_rect(p, e->at, JW_INK_GROUND);
    const double middle = e->at.y + 0.5 * e->at.h;
    for (int i = 0; i < 2; ++i) {
        const JwRect bar = jw_rect(e->at.x, middle - 5.0 + 8.0 * i, width, 4.0);
        jw_paint_level(p, bar, m->sounds ? part_of_db(m->peak_db[i]) : 0.0,
                       m->clipped ? JW_INK_CLIP : JW_INK_TEXT_2);
        if (m->sounds && m->held_db[i] > floor_db) {
            const double x = bar.x + part_of_db(m->held_db[i]) * (bar.w - 2.0);
            jw_paint_rect(p, jw_rect(x, bar.y, 2.0, 4.0), m->clipped ? JW_INK_CLIP : JW_INK_TEXT);
        }
    }
    if (figure && m->sounds) {
        char text[JW_WORDS];
        const double db = fmax(m->held_db[0], m->held_db[1]);
        jw_paint_text(p, jw_rect(e->at.x + width, middle - 9.0, e->at.w - width, 16.0),
                      JW_TYPE_SMALL, JW_RIGHT, m->clipped ? JW_INK_CLIP : JW_INK_TEXT_2,
                      jw_words_number(fmax(db, -99.0), 1, false, text));
    }
}

static void draw_panic(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    jw_paint_button(p, e, JW_TYPE_BODY, "");
    jw_paint_rect(p, jw_rect(e->at.x + 8.0, e->at.y + 8.0, 8.0, 8.0),
                  s.pressed ? JW_INK_ON_ROLE : JW_INK_TEXT);
}

static void draw_step(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    if (s.hover || s.pressed) {
        jw_paint_round(p, e->at, 4.0, JW_INK_RAISED);
    }
    jw_paint_chevron(p, e->at.x + 0.5 * e->at.w, e->at.y + 0.5 * e->at.h,
                     e->kind == JW_E_PRESET_BACK ? -1 : 1,
                     s.hover || s.pressed ? JW_INK_TEXT : JW_INK_TEXT_2);
}

void jw_head_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_HEAD:
        jw_paint_rect(p, e->at, JW_INK_GROUND);
        jw_paint_across(p, 0.0, e->at.w, e->at.h, JW_INK_HAIR);
        break;
    case JW_E_PRESET_BACK:
    case JW_E_PRESET_NEXT:
        draw_step(p, e);
        break;
    case JW_E_PRESET_NAME:
        draw_name(p, e);
        break;
    case JW_E_TAB:
        draw_tab(p, e);
        break;
    case JW_E_FACT:
        draw_fact(p, e);
        break;
    case JW_E_METER:
        draw_meter(p, e);
        break;
    case JW_E_PANIC:
        draw_panic(p, e);
        break;
    default:
        break;
    }
}
