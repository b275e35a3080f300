// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/head.h"

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

/// Facts in the order in which they are omitted when there is not enough room.
static const JwParamId first_out[N_FACTS] = {JW_P_A4, JW_P_QUALITY, JW_P_RAGA, JW_P_SA};

static const double tab_gap = 20.0;
static const double value_px = 44.0; ///< Width of the level's number
static const double floor_db = -48.0;
static const double fact_gap = 6.0; ///< Gap between a fact's name and value on one line
static const double second_row_px = 28.0;
static const double least_for_two = 640.0; ///< Smallest height of a window whose head has two rows

/********* Places *********/

/// True if a window lacks a page: a resonator has no drone.
static bool lacks_tab(const JwWindowModel *model, int i) {
    return model->is_effect && tabs[i].page == JW_WINDOW_DRONE_PAGE;
}

static double tabs_width(const JwWindowModel *model, JwCanvas *canvas) {
    double width = 0.0;
    for (int i = 0; i < N_TABS; ++i) {
        if (lacks_tab(model, i)) {
            continue;
        }
        width += jw_text_width(canvas, JW_TYPE_BODY, tabs[i].name) + (i > 0 ? tab_gap : 0.0);
    }
    return ceil(width);
}

static double place_tabs(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas, double x,
                         double head) {
    for (int i = 0; i < N_TABS; ++i) {
        if (lacks_tab(model, i)) {
            continue;
        }
        // Chosen tabs are SemiBold, a little wider, at the same position
        const double w = ceil(jw_text_width(canvas, JW_TYPE_BODY_BOLD, tabs[i].name));
        JwElement *tab =
            jw_layout_add(layout, JW_E_TAB, (int)tabs[i].page, jw_rect(x, 0.0, w, head));
        if (tab) {
            tab->hit = jw_rect(x - 0.5 * tab_gap, 0.0, w + tab_gap - 3.0, head);
        }
        x += jw_text_width(canvas, JW_TYPE_BODY, tabs[i].name) + tab_gap;
    }
    return x - tab_gap;
}

static double facts_width(void) {
    double width = 0.0;
    for (int i = 0; i < N_FACTS; ++i) {
        width += facts[i].width;
    }
    return width;
}

/// Places facts between two positions, aligned right; returns how many fit.
static int place_facts(JwLayout *layout, double left, double right, double head) {
    bool out[N_FACTS] = {false};
    int n = N_FACTS;
    double width = facts_width();
    while (n > 0 && width > right - left) {
        const JwParamId id = first_out[N_FACTS - n--];
        for (int i = 0; i < N_FACTS; ++i) {
            if (facts[i].id == id) {
                out[i] = true;
                width -= facts[i].width;
            }
        }
    }
    double x = right - width;
    for (int i = 0; i < N_FACTS; ++i) {
        if (out[i]) {
            continue;
        }
        JwElement *fact = jw_layout_add(layout, JW_E_FACT, (int)facts[i].id,
                                        jw_rect(x, 8.0, facts[i].width - 8.0, head - 16.0));
        if (fact) {
            fact->hit.x -= 4.0;
            fact->hit.w += 8.0;
        }
        x += facts[i].width;
    }
    return n;
}

/// Places all facts in a second row, from the left, each on one line.
static void place_second_row(JwLayout *layout, JwCanvas *canvas, double y) {
    double x = 16.0;
    for (int i = 0; i < N_FACTS; ++i) {
        const double name = jw_text_width(canvas, JW_TYPE_SMALL, facts[i].name);
        const double w = ceil(name) + fact_gap + facts[i].width - 8.0;
        jw_layout_add(layout, JW_E_FACT, (int)facts[i].id, jw_rect(x, y, w, second_row_px - 4.0));
        x += w + 20.0;
    }
}

/// Removes the facts of the first row.
static void clear_facts(JwLayout *layout) {
    while (layout->n > 0 && layout->element[layout->n - 1].kind == JW_E_FACT) {
        --layout->n;
    }
}

/// Width of the preset's name, and start of the level.
typedef struct {
    double name, after_name;
    double meter_x; ///< Right end of the name if there is no level
    bool has_meter;
} Widths;

static Widths measure(const JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const double w = layout->width;
    const double wide = tabs_width(model, canvas);
    const bool big = w >= 880.0 && !layout->compact;
    const double meter = big ? 96.0 : 56.0;
    Widths is = {.meter_x = w - 56.0 - (big ? value_px : 0.0) + (big ? 12.0 : 0.0) - meter};
    // The name's width: as needed if there is little room
    const double least = 64.0 + 36.0 + wide + 16.0;
    const double needed = ceil(
        fmax(jw_text_width(canvas, JW_TYPE_BODY_BOLD, model->preset_name),
             layout->compact ? 0.0 : jw_text_width(canvas, JW_TYPE_SMALL, model->instrument_name)));
    is.has_meter = is.meter_x - least >= fmin(needed, 72.0);
    const double room = (is.has_meter ? is.meter_x : w - 48.0) - least;
    // At least as designed for 960 px; as needed where the facts have room beside it, or a row
    const double most = layout->compact || layout->height >= least_for_two ? 180.0 : 140.0;
    is.name = big ? fmax(140.0, fmin(needed, room - facts_width() - 16.0))
                  : fmax(fmin(fmin(needed, room), most), 24.0);
    is.after_name = 36.0 + (big ? 8.0 : fmin(fmax(room - is.name, 0.0), 24.0));
    return is;
}

double jw_head_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const double w = layout->width;
    const double head = layout->compact ? 40.0 : 48.0;
    const double y = 0.5 * head - 12.0;
    const Widths is = measure(layout, model, canvas);
    JwElement *ground = jw_layout_add_still(layout, JW_E_HEAD, 0, jw_rect(0.0, 0.0, w, head));
    jw_layout_add(layout, JW_E_PRESET_BACK, 0, jw_rect(12.0, y, 24.0, 24.0));
    jw_layout_add(layout, JW_E_PRESET_NEXT, 0, jw_rect(36.0, y, 24.0, 24.0));
    jw_layout_add(layout, JW_E_PRESET_NAME, 0, jw_rect(64.0, 4.0, is.name + 24.0, head - 8.0));
    const double end = place_tabs(layout, model, canvas, 64.0 + is.name + is.after_name, head);
    double second = 0.0;
    if (!layout->compact) {
        const int n = is.has_meter ? place_facts(layout, end + 24.0, is.meter_x, head) : 0;
        if (n < N_FACTS && layout->height >= least_for_two) {
            clear_facts(layout);
            place_second_row(layout, canvas, head);
            second = second_row_px;
        }
    }
    if (is.has_meter) {
        jw_layout_add(layout, JW_E_METER, 0, jw_rect(is.meter_x, y, w - 52.0 - is.meter_x, 24.0));
    }
    jw_layout_add(layout, JW_E_PANIC, 0, jw_rect(w - 40.0, y, 24.0, 24.0));
    if (ground) {
        ground->at.h = head + second;
    }
    return head + second;
}

double jw_head_place_tiny(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const double w = layout->width;
    const double head = layout->height < 200.0 ? 32.0 : 40.0;
    const double y = 0.5 * head - 12.0;
    if (w < 96.0 || layout->height < 80.0) {
        return 0.0;
    }
    const bool steps = w >= 200.0, meter = w >= 320.0;
    const double left = steps ? 64.0 : 8.0;
    const double right = w - 32.0 - (meter ? 72.0 : 8.0);
    const double name = jw_text_width(canvas, JW_TYPE_BODY_BOLD, model->preset_name);
    jw_layout_add_still(layout, JW_E_HEAD, 0, jw_rect(0.0, 0.0, w, head));
    if (steps) {
        jw_layout_add(layout, JW_E_PRESET_BACK, 0, jw_rect(12.0, y, 24.0, 24.0));
        jw_layout_add(layout, JW_E_PRESET_NEXT, 0, jw_rect(36.0, y, 24.0, 24.0));
    }
    // There is no room here for the page that it otherwise opens
    jw_layout_add_still(layout, JW_E_PRESET_NAME, 0,
                        jw_rect(left, 4.0, fmin(ceil(name), right - left), head - 8.0));
    if (meter) {
        jw_layout_add(layout, JW_E_METER, 0, jw_rect(w - 96.0, y, 56.0, 24.0));
    }
    jw_layout_add(layout, JW_E_PANIC, 0, jw_rect(w - 32.0, y, 24.0, 24.0));
    return head;
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
    const bool opens = e->hit.w > 0.0;
    const JwRect room = jw_rect(e->at.x, e->at.y, e->at.w - (opens ? 24.0 : 0.0), e->at.h);
    if (p->layout->compact || p->layout->tiny) {
        jw_paint_text(p, room, JW_TYPE_BODY_BOLD, JW_LEFT, JW_INK_TEXT, p->model->preset_name);
    } else {
        jw_paint_text(p, jw_rect(room.x, 7.0, room.w, 19.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                      JW_INK_TEXT, p->model->preset_name);
        char name[JW_WORDS];
        jw_paint_text(p, jw_rect(room.x, 26.0, room.w, 15.0), JW_TYPE_SMALL, JW_LEFT,
                      p->model->goes_by ? JW_INK_CLIP : JW_INK_TEXT_2,
                      jw_words_instrument(p->model, name));
    }
    if (opens) {
        jw_paint_chevron(p, right - 12.0, e->at.y + 0.5 * e->at.h, 2,
                         chosen || s.hover ? JW_INK_TEXT : JW_INK_TEXT_2);
    }
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
    const char *value = fact_value(p->model, (JwParamId)e->index, text);
    if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect(e->at.x - 6.0, e->at.y - 4.0, e->at.w + 10.0, e->at.h + 8.0), 4.0,
                       JW_INK_RAISED);
    }
    if (p->model->hand.page == JW_WINDOW_RAGA_PAGE && e->index == JW_P_RAGA) {
        jw_paint_outline(p, jw_rect(e->at.x - 6.0, e->at.y - 4.0, e->at.w + 10.0, e->at.h + 8.0),
                         4.0, JW_INK_TEXT, 1.0);
    }
    if (e->at.h < 28.0) { // On one line
        const double used = jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3, name);
        const double x = ceil(used) + fact_gap;
        jw_paint_text(p, jw_rect(e->at.x + x, e->at.y, e->at.w - x, e->at.h), JW_TYPE_SMALL_BOLD,
                      JW_LEFT, JW_INK_TEXT, value);
        return;
    }
    jw_paint_text(p, jw_rect(e->at.x, 10.0, e->at.w, 14.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3,
                  name);
    jw_paint_text(p, jw_rect(e->at.x, 26.0, e->at.w, 14.0), JW_TYPE_SMALL_BOLD, JW_LEFT,
                  JW_INK_TEXT, value);
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
