// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>

static const double bars_px = 68.0; ///< Height of the bars of the taraf
static const double heading_px = 24.0;

/********* Places *********/

static int count(const JwWindowModel *m, bool taraf) {
    int n = 0;
    for (int i = 0; i < m->n_strings; ++i) {
        n += (m->string[i].role == JW_WINDOW_TARAF) == taraf;
    }
    return n;
}

static void place_row(JwLayout *l, const JwWindowModel *m, int s, JwRect row, JwRect view) {
    if (row.y < view.y - 0.5 || jw_rect_bottom(row) > jw_rect_bottom(view) + 0.5) {
        return;
    }
    jw_layout_add(l, JW_E_STRING, s, row);
    const JwWindowTarget *over = &m->hand.hover;
    const bool near = (over->kind == JW_E_STRING || over->kind == JW_E_DAMP) && over->index == s;
    if (near || m->string[s].damped) {
        JwElement *damp = jw_layout_add(
            l, JW_E_DAMP, s,
            jw_rect(jw_rect_right(row) - 52.0, row.y + 0.5 * row.h - 8.0, 44.0, 16.0));
        if (damp) {
            damp->floats = true;
        }
    }
}

/// Places a heading; with an arrow that unfolds the rows under it if `folds`.
static void place_heading(JwLayout *l, int part, JwRect at, bool folds) {
    if (folds) {
        jw_layout_add(l, JW_E_LIST_HEADING, part, at);
    } else {
        jw_layout_add_still(l, JW_E_LIST_HEADING, part, at);
    }
}

/// A bar for each taraf.
static void place_bars(JwLayout *l, const JwWindowModel *m, JwRect at, int n) {
    const double step = at.w / n;
    double x = at.x;
    for (int s = 0; s < m->n_strings; ++s) {
        if (m->string[s].role == JW_WINDOW_TARAF) {
            jw_layout_add(l, JW_E_TARAF_BAR, s, jw_rect(x, at.y, step, at.h));
            x += step;
        }
    }
}

/// How the list is laid out in a height.
typedef struct {
    int n[2]; ///< Numbers of other strings and of taraf
    bool few, folds, bars;
    double row_px, whole;
} Shape;

static Shape shape_of(const JwWindowModel *m, double height) {
    Shape s = {.n = {count(m, false), count(m, true)}};
    const int all = s.n[0] + s.n[1];
    const double headings = heading_px + (s.n[1] > 0 ? 8.0 + heading_px : 0.0);
    s.few = s.n[1] == 0 && heading_px + 32.0 * s.n[0] <= fmin(height, 300.0);
    s.row_px = s.few ? 32.0 : headings + 24.0 * all <= height ? 24.0 : 20.0;
    s.whole = headings + s.row_px * all;
    const double folded = headings + s.row_px * s.n[0] + bars_px;
    s.folds = s.n[1] > 0 && s.whole > height && folded <= height;
    s.bars = s.folds && !m->hand.taraf_open;
    s.whole = s.bars ? folded : s.whole;
    return s;
}

double jw_list_needs(const JwWindowModel *m, double height) {
    const Shape s = shape_of(m, height);
    const double round = m->round.n_strokes > 0 && s.few ? 96.0 : 0.0;
    return s.whole + round;
}

void jw_list_place(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const int n[2] = {count(m, false), count(m, true)};
    JwElement *ground = jw_layout_add_still(l, JW_E_LIST, 0, at);
    if (ground) {
        ground->hit = at;
    }
    const Shape shape = shape_of(m, at.h);
    const bool few = shape.few, folds = shape.folds, bars = shape.bars;
    const double row_px = shape.row_px, whole = shape.whole;
    l->list_scroll_most = fmax(whole - at.h, 0.0);
    const double scroll = fmin(fmax(m->hand.list_scroll, 0.0), l->list_scroll_most);
    double y = at.y - round(scroll / row_px) * row_px;
    for (int part = 0; part < 2; ++part) {
        if (n[part] == 0) {
            continue;
        }
        if (y >= at.y - 0.5 && y + heading_px <= jw_rect_bottom(at)) {
            place_heading(l, part, jw_rect(at.x, y, at.w, heading_px), part == 1 && folds);
        }
        y += heading_px;
        if (part == 1 && bars) {
            place_bars(l, m, jw_rect(at.x + 8.0, y, at.w - 16.0, bars_px), n[1]);
            y += bars_px;
            continue;
        }
        for (int s = 0; s < m->n_strings; ++s) {
            if ((m->string[s].role == JW_WINDOW_TARAF) == (part == 1)) {
                place_row(l, m, s, jw_rect(at.x, y, at.w, row_px), at);
                y += row_px;
            }
        }
        y += 8.0;
    }
    if (m->round.n_strokes > 0 && few && at.y + at.h - y >= 96.0) {
        jw_layout_add(l, JW_E_ROUND_STRIP, 0, jw_rect(at.x, y + 8.0, at.w, 80.0));
    }
    jw_layout_add_bar(l, at, whole, scroll, JW_WINDOW_N_PAGES);
}

/********* Drawing *********/

/// A bar of its level with its svara; the chosen or hovered one tells its name in the heading.
static void draw_bar(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const JwElementState state = jw_paint_state(p, e);
    const bool chosen = m->hero.string == e->index;
    const double x = e->at.x + 0.5 * e->at.w - 3.0;
    const double high = e->at.h - 20.0;
    const double full = m->sounds ? high * fmin(fmax(s->level, 0.0), 1.0) : 0.0;
    if (state.hover || chosen) {
        jw_paint_round(p, e->at, 2.0, JW_INK_RAISED);
    }
    jw_paint_round(p, jw_rect(x, e->at.y, 6.0, high), 2.0, JW_INK_TRACK);
    jw_paint_round(p, jw_rect(x, e->at.y + high - full, 6.0, full), 2.0, JW_INK_TARAF);
    jw_paint_text(p, jw_rect(e->at.x, e->at.y + high + 3.0, e->at.w, 16.0),
                  chosen || s->lit ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_CENTRE,
                  chosen || state.hover ? JW_INK_TEXT : JW_INK_TEXT_2,
                  jw_words_letter(s->key, m->sa_key));
}

/// Taraf of the bar under the pointer, otherwise the chosen one; -1: none.
static int named_taraf(const JwWindowModel *m) {
    const bool over = m->hand.hover.kind == JW_E_TARAF_BAR;
    const int s = over ? m->hand.hover.index : m->hero.string;
    return s >= 0 && s < m->n_strings && m->string[s].role == JW_WINDOW_TARAF ? s : -1;
}

static void draw_heading(JwPainter *p, const JwElement *e) {
    const JwRect at = jw_rect(e->at.x + 8.0, e->at.y, e->at.w - 16.0, e->at.h - 2.0);
    const JwWindowModel *m = p->model;
    if (e->index == 1 && e->hit.w > 0.0) {
        const JwElementState s = jw_paint_state(p, e);
        jw_paint_chevron(p, jw_rect_right(at) - 6.0, at.y + 0.5 * at.h, m->hand.taraf_open ? -1 : 2,
                         s.hover ? JW_INK_TEXT : JW_INK_TEXT_2);
    }
    const int taraf = e->index == 1 && !m->hand.taraf_open ? named_taraf(m) : -1;
    if (taraf >= 0 && jw_layout_find(p->layout, JW_E_TARAF_BAR, taraf)) {
        char note[JW_WORDS], text[3 * JW_WORDS];
        snprintf(text, sizeof text, "%.63s  %.20s", m->string[taraf].name,
                 jw_words_note(m->string[taraf].key, note));
        jw_paint_text(p, jw_rect(at.x + 48.0, at.y, at.w - 68.0, at.h), JW_TYPE_SMALL, JW_LEFT,
                      JW_INK_TEXT_2, text);
    } else if (e->index == 1 && m->param[JW_P_RAGA] > 0.5) {
        char raga[JW_WORDS], text[JW_WORDS + 4];
        snprintf(text, sizeof text, "in %s", jw_words_point(JW_P_RAGA, m->param[JW_P_RAGA], raga));
        jw_paint_text(p, jw_rect(at.x + 48.0, at.y, at.w - 68.0, at.h), JW_TYPE_SMALL, JW_LEFT,
                      JW_INK_TEXT_2, text);
    }
    jw_paint_text(p, at, JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2,
                  e->index == 0 ? "Strings" : "Taraf");
    if (e->index == 0) {
        jw_paint_text(p, jw_rect(at.x + 80.0, at.y, at.w - 80.0, at.h), JW_TYPE_SMALL, JW_RIGHT,
                      JW_INK_TEXT_3, "Level");
    }
}

static void draw_row(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const bool chosen = m->hero.string == e->index;
    const bool big = e->at.h >= 28.0;
    const JwType type = big ? JW_TYPE_BODY : JW_TYPE_SMALL;
    const double x = e->at.x;
    const double right = jw_rect_right(e->at);
    JwElementState state = jw_paint_state(p, e);
    state.hover =
        state.hover || (m->hand.hover.kind == JW_E_DAMP && m->hand.hover.index == e->index);
    jw_paint_row(p, e->at, chosen, state);
    jw_paint_mark(p, s->role, x + 12.0, e->at.y + 0.5 * e->at.h, 7.0);
    const double names = big ? 72.0 : 66.0;
    jw_paint_text(p, jw_rect(x + 24.0, e->at.y, names, e->at.h),
                  chosen ? type | JW_TYPE_BOLD : type, JW_LEFT, JW_INK_TEXT, s->name);
    char text[JW_WORDS];
    const double note_x = x + 24.0 + names + 4.0;
    jw_paint_text(p, jw_rect(note_x, e->at.y, 26.0, e->at.h), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                  jw_words_note(s->key, text));
    if (jw_window_has_svaras(m)) {
        jw_paint_text(p, jw_rect(note_x + 28.0, e->at.y, 24.0, e->at.h), JW_TYPE_SMALL, JW_LEFT,
                      JW_INK_TEXT_2, jw_words_sargam(s->key, m->sa_key));
    }
    const double level_w = big ? 64.0 : 44.0;
    if (fabs(s->key_cents) >= 0.5 && !big) {
        jw_paint_text(p, jw_rect(note_x + 50.0, e->at.y, right - 65.0 - note_x - 50.0, e->at.h),
                      JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_3,
                      jw_words_number(s->key_cents, 0, true, text));
    }
    if (!jw_layout_find(p->layout, JW_E_DAMP, e->index)) {
        jw_paint_level(p,
                       jw_rect(right - 8.0 - level_w, e->at.y + 0.5 * e->at.h - 2.0, level_w, 4.0),
                       m->sounds ? s->level : 0.0, jw_theme_role(s->role));
    }
}

static void draw_damp(JwPainter *p, const JwElement *e) {
    const bool on = p->model->string[e->index].damped;
    if (on) {
        jw_paint_round(p, e->at, 4.0, JW_INK_TEXT);
        jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_CENTRE, JW_INK_ON_ROLE, "Damp");
    } else {
        jw_paint_button(p, e, JW_TYPE_SMALL, "Damp");
    }
}

/// The drone's round as a line: past strokes are discs, coming ones are rings.
static void draw_round(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowRound *round = &m->round;
    const JwRect at = jw_rect(e->at.x + 8.0, e->at.y, e->at.w - 16.0, e->at.h);
    char text[JW_WORDS];
    jw_paint_across(p, at.x, jw_rect_right(at), at.y, JW_INK_HAIR);
    snprintf(text, sizeof text, "round %d, %.0f bpm", round->round, m->param[JW_P_DRONE_TEMPO]);
    const double w = jw_paint_text(p, jw_rect(at.x + 70.0, at.y + 12.0, at.w - 70.0, 24.0),
                                   JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_2, text);
    jw_paint_text(p, jw_rect(at.x, at.y + 12.0, at.w - w - 8.0, 24.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, "Drone");
    const double y = at.y + 45.0;
    const double x0 = at.x + 6.0;
    const double wide = at.w - 12.0;
    jw_paint_level(p, jw_rect(x0 - 1.5, y - 1.5, wide + 3.0, 3.0), round->now, JW_INK_DRONE);
    double last = -HUGE_VAL;
    for (int i = 0; i < round->n_strokes; ++i) {
        const JwWindowStroke *stroke = &round->stroke[i];
        const double x = x0 + stroke->at * wide;
        if (stroke->at <= round->now) {
            jw_paint_disc(p, x, y, 6.5, JW_INK_DRONE);
        } else {
            jw_paint_ring(p, x, y, 6.5, 1.5, JW_INK_DRONE, JW_INK_GROUND);
        }
        if (x - last >= 14.0 && stroke->string >= 0 && stroke->string < m->n_strings) {
            jw_paint_text(p, jw_rect(x - 7.0, y + 13.0, 14.0, 16.0), JW_TYPE_SMALL, JW_CENTRE,
                          JW_INK_TEXT_2, jw_words_letter(m->string[stroke->string].key, m->sa_key));
            last = x;
        }
    }
}

void jw_list_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_LIST:
        jw_paint_rect(p, e->at, JW_INK_GROUND);
        break;
    case JW_E_LIST_HEADING:
        draw_heading(p, e);
        break;
    case JW_E_STRING:
        draw_row(p, e);
        break;
    case JW_E_TARAF_BAR:
        draw_bar(p, e);
        break;
    case JW_E_DAMP:
        draw_damp(p, e);
        break;
    case JW_E_ROUND_STRIP:
        draw_round(p, e);
        break;
    default:
        break;
    }
}
