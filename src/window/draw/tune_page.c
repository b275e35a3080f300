// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double row_px = 24.0;
static const double scale_cents = 25.0; ///< Range of the ruler in a row, in both directions

/********* Places *********/

static int count(const JwWindowModel *m, int part) {
    int n = 0;
    for (int i = 0; i < m->n_strings; ++i) {
        n += (m->string[i].role == JW_WINDOW_TARAF) == (part == 1);
    }
    return n;
}

/// Places the controls in one line, or two if it is too narrow; returns the y below.
static double place_controls(JwLayout *l) {
    const JwRect page = l->page;
    const bool wide = page.w >= 848.0;
    const double box = fmin(168.0, (page.w - 16.0) / 2.0 - 8.0);
    double x = page.x;
    double y = page.y;
    jw_layout_add(l, JW_E_TUNE_PARAM, JW_P_INTONATION, jw_rect(x, y + 16.0, box, 24.0));
    x += box + 16.0;
    jw_layout_add(l, JW_E_TUNE_SCALE, 0, jw_rect(x, y + 16.0, box, 24.0));
    x += box + 16.0;
    if (wide || page.w - (x - page.x) >= 176.0) {
        jw_layout_add(l, JW_E_TUNE_ALL, 0, jw_rect(x, y + 16.0, 176.0, 24.0));
        x += 176.0 + 32.0;
    } else {
        y += 44.0;
        jw_layout_add(l, JW_E_TUNE_ALL, 0, jw_rect(page.x, y + 16.0, 176.0, 24.0));
        x = page.x + 176.0 + 32.0;
    }
    if (!wide && y == page.y) {
        y += 44.0;
        x = page.x;
    }
    jw_layout_add(l, JW_E_TUNE_SLIDER, JW_P_TUNE, jw_rect(x, y, jw_rect_right(page) - x, 40.0));
    return y + 56.0;
}

static void place_table(JwLayout *l, const JwWindowModel *m, int part, JwRect at, double top,
                        double bottom) {
    double y = at.y;
    if (count(m, part) == 0) {
        return;
    }
    if (y >= top - 0.5 && y + row_px <= bottom + 0.5) {
        jw_layout_add_still(l, JW_E_TUNE_HEADING, part, jw_rect(at.x, y, at.w, row_px));
    }
    y += row_px;
    for (int s = 0; s < m->n_strings; ++s) {
        if ((m->string[s].role == JW_WINDOW_TARAF) != (part == 1)) {
            continue;
        }
        if (y >= top - 0.5 && y + row_px <= bottom + 0.5) {
            jw_layout_add(l, JW_E_TUNE_ROW, s, jw_rect(at.x, y, at.w, row_px));
            const JwWindowTarget *over = &m->hand.hover;
            const bool near =
                (over->kind == JW_E_TUNE_ROW || over->kind == JW_E_TUNE_DAMP) && over->index == s;
            if ((near || m->string[s].damped) && at.w >= 400.0) {
                JwElement *damp = jw_layout_add(
                    l, JW_E_TUNE_DAMP, s, jw_rect(jw_rect_right(at) - 56.0, y + 4.0, 48.0, 16.0));
                if (damp) {
                    damp->floats = true;
                }
            }
        }
        y += row_px;
    }
}

static void place_card(JwLayout *l, JwRect card) {
    jw_layout_add(l, JW_E_CARD, 0, card);
    const double y = jw_rect_bottom(card) - 48.0;
    const JwRect tune = jw_rect(card.x + 16.0, y, fmin(152.0, card.w - 128.0), 24.0);
    JwElement *button = jw_layout_add(l, JW_E_CARD_TUNE, 0, tune);
    JwElement *pluck =
        jw_layout_add(l, JW_E_CARD_PLUCK, 0, jw_rect(jw_rect_right(tune) + 8.0, y, 80.0, 24.0));
    if (button && pluck) {
        button->floats = pluck->floats = true;
    }
}

/// Height of the octave: larger in a large window with room to spare.
static double octave_height(const JwLayout *l, double room) {
    return l->zoom > 1.0 ? fmin(fmax(room, 120.0), 192.0) : 120.0;
}

void jw_tune_page_place(JwLayout *l, const JwWindowModel *m, JwCanvas *canvas) {
    (void)canvas;
    const double top = place_controls(l);
    const double bottom = l->height - 16.0;
    double y = top;
    const int n[2] = {count(m, 0), count(m, 1)};
    const bool two = n[1] > 0 && l->page.w >= 816.0;
    const double w = two ? (l->page.w - 16.0) / 2.0 : fmin(l->page.w, 456.0);
    const double heights[2] = {n[0] > 0 ? row_px * (n[0] + 1) : 0.0,
                               n[1] > 0 ? row_px * (n[1] + 1) : 0.0};
    if (l->height >= 480.0) {
        const double octave = octave_height(l, bottom - top - fmax(heights[0], heights[1]) - 16.0);
        jw_layout_add(l, JW_E_OCTAVE, 0, jw_rect(l->page.x, y, l->page.w, octave));
        y += octave + 8.0;
    }
    // The card is below the shorter table, or next to a single one, if it fits
    const double card_h = 128.0;
    const bool below = two && y + heights[0] + 16.0 + card_h <= bottom + 8.0;
    const bool beside = !two && l->page.w - w - 16.0 >= 300.0;
    const double whole = two ? fmax(heights[0], heights[1]) : heights[0] + heights[1];
    l->scroll_most = fmax(whole - (bottom - y), 0.0);
    const double scroll =
        round(fmin(fmax(m->hand.scroll[JW_WINDOW_TUNE], 0.0), l->scroll_most) / row_px) * row_px;
    const double at = y - scroll;
    place_table(l, m, 0, jw_rect(l->page.x, at, w, 0.0), y, bottom);
    place_table(l, m, 1,
                two ? jw_rect(l->page.x + w + 16.0, at, w, 0.0)
                    : jw_rect(l->page.x, at + heights[0], w, 0.0),
                y, bottom);
    if (below) {
        const double card_y = fmin(at + heights[0] + 16.0, bottom + 8.0 - card_h);
        place_card(l, jw_rect(l->page.x, card_y, w, card_h));
    } else if (beside) {
        place_card(l, jw_rect(l->page.x + w + 16.0, y + 8.0, l->page.w - w - 16.0, card_h));
    }
    const double bar_x = two ? l->width - 8.0 : fmin(l->page.x + w + 10.0, l->width - 6.0);
    jw_layout_add_bar(l, jw_rect(l->page.x, y, bar_x - l->page.x, bottom - y), whole, scroll,
                      JW_WINDOW_TUNE);
}

/********* Controls *********/

static void draw_box(JwPainter *p, const JwElement *e, const char *name, const char *value) {
    const JwElementState s = jw_paint_state(p, e);
    const JwRect at = e->at;
    jw_paint_text(p, jw_rect(at.x, at.y - 17.0, at.w, 16.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3,
                  name);
    if (s.hover || s.pressed) {
        jw_paint_round(p, at, 4.0, JW_INK_RAISED);
    }
    jw_paint_outline(p, at, 4.0, s.hover ? JW_INK_TEXT : JW_INK_EDGE, 1.0);
    jw_paint_text(p, jw_rect(at.x + 10.0, at.y, at.w - 38.0, at.h), JW_TYPE_BODY, JW_LEFT,
                  JW_INK_TEXT, value);
    jw_paint_chevron(p, jw_rect_right(at) - 14.0, at.y + 0.5 * at.h, 2, JW_INK_TEXT_2);
}

JwRect jw_wide_track(JwRect at) {
    const double value = 88.0;
    return jw_rect(at.x + 6.0, at.y, fmax(at.w - value - 6.0, 1.0), at.h);
}

static void draw_tune_slider(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const double value = p->model->param[JW_P_TUNE];
    char text[JW_WORDS], line[JW_WORDS];
    jw_paint_text(p, jw_rect(e->at.x, e->at.y - 1.0, e->at.w, 16.0), JW_TYPE_SMALL, JW_LEFT,
                  JW_INK_TEXT_3, "All strings");
    const JwRect row = jw_rect(e->at.x, e->at.y + 16.0, e->at.w, 24.0);
    jw_paint_slider(p, jw_wide_track(row), 0.5, jw_words_place(JW_P_TUNE, value), -1.0,
                    s.hover || s.pressed ? 7.0 : 5.0, JW_INK_TEXT);
    snprintf(line, sizeof line, "%.40s cent", jw_words_number(value, 1, false, text));
    jw_paint_text(p, jw_rect(jw_rect_right(row) - 80.0, row.y, 80.0, row.h), JW_TYPE_BODY, JW_RIGHT,
                  JW_INK_TEXT, line);
}

/********* Octave *********/

static double octave_x(JwRect at, double cents) {
    return at.x + 24.0 + cents / 1200.0 * (at.w - 48.0);
}

static double over_sa(const JwWindowModel *m, const JwWindowString *s) {
    const int d = ((s->key - m->sa_key) % 12 + 12) % 12;
    const double cents = m->raga_cents[d] + s->off_cents;
    return cents < -50.0 ? cents + 1200.0 : cents;
}

static void draw_octave(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwRect at = e->at;
    const double base = jw_rect_bottom(at) - 32.0;
    jw_paint_round(p, at, 2.0, JW_INK_PANE);
    jw_paint_across(p, octave_x(at, 0.0), octave_x(at, 1200.0), base, JW_INK_EDGE);
    for (int d = 0; d <= 12; ++d) {
        const int key = m->sa_key + d;
        const bool in = m->raga_keys == 0 ? d % 12 == 0 : jw_words_in_raga(m, key);
        const double x = octave_x(at, d == 12 ? 1200.0 : m->raga_cents[d]);
        jw_paint_down(p, octave_x(at, 100.0 * d), base, base + 5.0, JW_INK_EDGE);
        if (in) {
            jw_paint_down(p, x, at.y + 12.0, base, JW_INK_EDGE);
        }
        jw_paint_text(p, jw_rect(x - 20.0, base + 9.0, 40.0, 16.0),
                      in ? JW_TYPE_BODY_BOLD : JW_TYPE_SMALL, JW_CENTRE,
                      in ? JW_INK_TEXT : JW_INK_TEXT_3, jw_words_sargam(key, m->sa_key));
    }
    // Marks that would overlap are placed above one another
    double placed_x[JW_WINDOW_STRINGS];
    int level[JW_WINDOW_STRINGS];
    for (int i = 0; i < m->n_strings; ++i) {
        placed_x[i] = octave_x(at, over_sa(m, &m->string[i]));
        level[i] = 0;
        for (int again = 1; again;) {
            again = 0;
            for (int k = 0; k < i; ++k) {
                if (level[k] == level[i] && fabs(placed_x[k] - placed_x[i]) < 9.0) {
                    ++level[i];
                    again = 1;
                }
            }
        }
        const double y = fmax(base - 11.0 - 11.0 * level[i], at.y + 6.0);
        jw_paint_mark(p, m->string[i].role, placed_x[i], y, 7.0);
    }
}

/********* Tables *********/

/// Width of a row beyond the designed 456 px; three quarters of it go to the ruler.
static double extra_of(JwRect row) {
    return fmax(row.w - 456.0, 0.0);
}

/// Shift of everything right of the ruler [px].
static double ruler_extra(JwRect row) {
    return round(0.75 * extra_of(row));
}

static double row_scale_x(JwRect row, double cents) {
    const double half = 50.0 + 0.5 * ruler_extra(row);
    return row.x + 236.0 + half * (1.0 + fmin(fmax(cents / scale_cents, -1.0), 1.0));
}

static void draw_table_heading(JwPainter *p, const JwElement *e) {
    const JwRect at = e->at;
    const double y = at.y;
    jw_paint_text(p, jw_rect(at.x + 8.0, y, 140.0, at.h - 2.0), JW_TYPE_SMALL_BOLD, JW_LEFT,
                  JW_INK_TEXT_2, e->index == 0 ? "Strings" : "Taraf");
    jw_paint_text(p, jw_rect(at.x + 164.0, y, 48.0, at.h - 2.0), JW_TYPE_SMALL, JW_RIGHT,
                  JW_INK_TEXT_3, "Hz");
    for (int i = -1; i <= 1; ++i) {
        char text[JW_WORDS];
        jw_paint_text(p, jw_rect(row_scale_x(at, i * scale_cents) - 16.0, y, 32.0, at.h - 2.0),
                      JW_TYPE_SMALL, JW_CENTRE, JW_INK_TEXT_3,
                      jw_words_number(i * scale_cents, 0, true, text));
    }
    if (at.w >= 392.0) {
        jw_paint_text(p, jw_rect(at.x + 360.0 + ruler_extra(at), y, 32.0, at.h - 2.0),
                      JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_3, "cent");
    }
    jw_paint_across(p, at.x, jw_rect_right(at), jw_rect_bottom(at) - 1.0, JW_INK_HAIR);
}

static void draw_ruler(JwPainter *p, JwRect row, const JwWindowString *s) {
    const double y = jw_paint_snap(p, row.y + 0.5 * row.h);
    const double zero = row_scale_x(row, 0.0);
    const double x = row_scale_x(row, s->off_cents);
    const JwInk ink = jw_theme_role(s->role);
    jw_paint_across(p, row_scale_x(row, -scale_cents), row_scale_x(row, scale_cents), y,
                    JW_INK_TRACK);
    for (int i = -5; i <= 5; ++i) {
        if (i % 2) {
            jw_paint_down(p, row_scale_x(row, 0.2 * i * scale_cents), y - 3.0, y + 4.0,
                          JW_INK_TRACK);
        }
    }
    jw_paint_down(p, zero, y - 5.0, y + 6.0, JW_INK_EDGE);
    if (fabs(x - zero) > 1.0) {
        jw_paint_rect(p, jw_rect(fmin(x, zero), y - 1.0, fabs(x - zero), 2.5), ink);
    }
    jw_paint_round(p, jw_rect(x - 1.5, y - 7.0, 3.0, 15.0), 1.5, ink);
}

static void draw_row(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const JwRect at = e->at;
    const bool chosen = m->hero.string == e->index;
    const bool off = fabs(s->off_cents) >= 1.0;
    JwElementState state = jw_paint_state(p, e);
    state.hover =
        state.hover || (m->hand.hover.kind == JW_E_TUNE_DAMP && m->hand.hover.index == e->index);
    char text[JW_WORDS];
    jw_paint_rect(p, at, JW_INK_GROUND);
    jw_paint_row(p, at, chosen, state);
    jw_paint_mark(p, s->role, at.x + 12.0, at.y + 0.5 * at.h, 7.0);
    jw_paint_text(p, jw_rect(at.x + 24.0, at.y, 80.0, at.h),
                  chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT, s->name);
    jw_paint_text(p, jw_rect(at.x + 108.0, at.y, 30.0, at.h), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2,
                  jw_words_note(s->key, text));
    jw_paint_text(p, jw_rect(at.x + 140.0, at.y, 28.0, at.h), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT,
                  jw_words_sargam(s->key, m->sa_key));
    jw_paint_text(p, jw_rect(at.x + 168.0, at.y, 44.0, at.h), JW_TYPE_SMALL, JW_RIGHT,
                  JW_INK_TEXT_2, jw_words_number(s->meant_hz, 1, false, text));
    draw_ruler(p, at, s);
    if (at.w >= 392.0) {
        jw_paint_text(p, jw_rect(at.x + 344.0 + ruler_extra(at), at.y, 48.0, at.h),
                      off ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_RIGHT,
                      off ? JW_INK_TEXT : JW_INK_TEXT_2,
                      jw_words_number(s->off_cents, 1, true, text));
    }
    if (at.w >= 456.0 && !jw_layout_find(p->layout, JW_E_TUNE_DAMP, e->index)) {
        jw_paint_level(p,
                       jw_rect(at.x + 408.0 + ruler_extra(at), at.y + 0.5 * at.h - 2.0,
                               40.0 + extra_of(at) - ruler_extra(at), 4.0),
                       m->sounds ? s->level : 0.0, jw_theme_role(s->role));
    }
}

/********* Card *********/

static void draw_card(JwPainter *p, const JwElement *e) {
    const JwWindowString *s = jw_window_chosen(p->model);
    const JwRect at = e->at;
    jw_paint_round(p, at, 2.0, JW_INK_PANE);
    if (!s) {
        return;
    }
    char a[JW_WORDS], b[JW_WORDS], c[JW_WORDS], note[JW_WORDS], line[4 * JW_WORDS + 64];
    const JwRect title = jw_rect(at.x + 16.0, at.y + 12.0, at.w - 32.0, 32.0);
    snprintf(line, sizeof line, "%s cent", jw_words_number(s->off_cents, 1, true, a));
    const double w = jw_paint_text(p, title, JW_TYPE_LARGE_BOLD, JW_RIGHT, JW_INK_TEXT, line);
    jw_paint_mark(p, s->role, title.x + 4.0, title.y + 17.0, 7.0);
    jw_paint_text(p, jw_rect(title.x + 15.0, title.y, title.w - w - 24.0, title.h),
                  JW_TYPE_LARGE_BOLD, JW_LEFT, JW_INK_TEXT, s->name);
    // TUNE is a change of all tensions
    const double tune = exp2(p->model->param[JW_P_TUNE] / 1200.0);
    snprintf(line, sizeof line, "Sounds at %s Hz, is to be %s %s at %s Hz. Tension %s N.",
             jw_words_number(tune * s->hz, 1, false, a), jw_words_note(s->key, note),
             jw_words_sargam(s->key, p->model->sa_key), jw_words_number(s->meant_hz, 1, false, b),
             jw_words_number(tune * tune * s->tension_n, 1, false, c));
    jw_paint_paragraph(p, jw_rect(title.x, at.y + 46.0, title.w, 32.0), JW_TYPE_BODY, JW_INK_TEXT_2,
                       line);
    const JwElement *pluck = jw_layout_find(p->layout, JW_E_CARD_PLUCK, 0);
    if (pluck && !(p->model->lacks & JW_LACKS_TUNE)) {
        const double x = jw_rect_right(pluck->at) + 16.0;
        jw_paint_text(p, jw_rect(x, pluck->at.y, jw_rect_right(title) - x, 24.0), JW_TYPE_SMALL,
                      JW_RIGHT, JW_INK_TEXT_3, "Drag 1 cent a pixel, Shift 0.1");
    }
}

void jw_tune_page_draw(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    char text[JW_WORDS];
    switch (e->kind) {
    case JW_E_TUNE_PARAM:
        draw_box(p, e, jw_param_info((JwParamId)e->index)->name,
                 jw_words_point((JwParamId)e->index, m->param[e->index], text));
        break;
    case JW_E_TUNE_SCALE:
        draw_box(p, e, "Scale", m->scale[0] ? m->scale : "From the raga");
        break;
    case JW_E_TUNE_ALL:
        snprintf(text, sizeof text, "Tune all %d to the raga", m->n_strings);
        jw_paint_button(p, e, JW_TYPE_BODY, text);
        break;
    case JW_E_TUNE_SLIDER:
        draw_tune_slider(p, e);
        break;
    case JW_E_OCTAVE:
        draw_octave(p, e);
        break;
    case JW_E_TUNE_HEADING:
        draw_table_heading(p, e);
        break;
    case JW_E_TUNE_ROW:
        draw_row(p, e);
        break;
    case JW_E_TUNE_DAMP:
        if (m->string[e->index].damped) {
            jw_paint_round(p, e->at, 4.0, JW_INK_TEXT);
            jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_CENTRE, JW_INK_ON_ROLE, "Damp");
        } else {
            jw_paint_button(p, e, JW_TYPE_SMALL, "Damp");
        }
        break;
    case JW_E_CARD:
        draw_card(p, e);
        break;
    case JW_E_CARD_TUNE:
        jw_paint_button(p, e, JW_TYPE_BODY, "Tune to the raga");
        break;
    case JW_E_CARD_PLUCK:
        jw_paint_button(p, e, JW_TYPE_BODY, "Pluck");
        break;
    default:
        break;
    }
}
