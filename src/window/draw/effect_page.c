// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Play page of the resonator: input level, answering strings, output level. Nothing here
// is struck.

#include "window/draw/effect_page.h"

#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>

static const double column_px = 216.0, tall_px = 44.0, flat_px = 28.0;
static const double least_db = -60.0;
static const double least_level = 0.02;

/********* Places *********/

bool jw_effect_page_fits(const JwLayout *l, const JwWindowModel *m) {
    return m->is_effect && !l->tiny && l->page.w >= 848.0 && l->page.h >= 440.0;
}

/// Rows of parameters in a column; returns the y below them.
static double place_rows(JwLayout *l, const JwWindowModel *m, const JwParamId *id, int n, double x,
                         double y) {
    for (int i = 0; i < n; ++i) {
        const bool slides = jw_param_info(id[i])->scale <= JW_SCALE_LOG;
        const double h = slides ? tall_px : flat_px;
        JwElement *row = jw_layout_add(l, JW_E_PARAM, (int)id[i], jw_rect(x, y, column_px, h));
        if (row) {
            row->disabled = m->disabled[id[i]];
        }
        y += h + 8.0;
    }
    return y;
}

/// Lowest and highest pitch of the strings that answer.
static void find_range(const JwWindowModel *m, double *low_hz, double *high_hz) {
    *low_hz = HUGE_VAL;
    *high_hz = 0.0;
    for (int i = 0; i < m->n_strings; ++i) {
        *low_hz = fmin(*low_hz, m->string[i].hz);
        *high_hz = fmax(*high_hz, m->string[i].hz);
    }
}

/// Strings stand where they sound, on a logarithmic axis.
static void place_answers(JwLayout *l, const JwWindowModel *m, JwRect at) {
    double low_hz, high_hz;
    jw_layout_add_still(l, JW_E_ANSWERS, 0, at);
    find_range(m, &low_hz, &high_hz);
    if (!(high_hz > 0.0 && low_hz > 0.0)) {
        return;
    }
    const double octaves = fmax(log2(high_hz / low_hz), 0.5);
    for (int i = 0; i < m->n_strings; ++i) {
        const double x = at.x + 32.0 + (at.w - 64.0) * log2(m->string[i].hz / low_hz) / octaves;
        JwElement *e =
            jw_layout_add(l, JW_E_ANSWER, i, jw_rect(x - 3.0, at.y + 56.0, 6.0, at.h - 104.0));
        if (e) {
            e->hit = jw_rect(x - 6.0, at.y + 56.0, 12.0, at.h - 64.0);
            e->floats = true;
        }
    }
}

void jw_effect_page_place(JwLayout *l, const JwWindowModel *m) {
    static const JwParamId in[] = {JW_P_SENSITIVITY, JW_P_LISTEN, JW_P_HAND, JW_P_FREEZE};
    static const JwParamId out[] = {JW_P_DRY, JW_P_WET, JW_P_LIMITER};
    const JwRect page = l->page;
    const double right = jw_rect_right(page) - column_px, bottom = jw_rect_bottom(page);
    const double mid_x = page.x + column_px + 16.0, mid_w = right - 16.0 - mid_x;
    const double lens_h = round(0.35 * page.h), answers_h = page.h - lens_h - 48.0;
    jw_layout_add_still(l, JW_E_EFFECT_METER, 0, jw_rect(page.x, page.y, column_px, 40.0));
    jw_layout_add_still(l, JW_E_EFFECT_METER, 1, jw_rect(right, page.y, column_px, 40.0));
    double y = place_rows(l, m, in, 4, page.x, page.y + 48.0);
    jw_layout_add_still(l, JW_E_EFFECT_TEXT, 0, jw_rect(page.x, y + 8.0, column_px, 64.0));
    y = place_rows(l, m, out, 3, right, page.y + 48.0);
    jw_layout_add_still(l, JW_E_EFFECT_TEXT, 1, jw_rect(right, y, column_px, 20.0));
    y += 32.0;
    jw_layout_add(l, JW_E_SOUND, 0, jw_rect(right, y, column_px, bottom - y));
    place_answers(l, m, jw_rect(mid_x, page.y, mid_w, answers_h));
    const JwRect lens = jw_rect(mid_x, page.y + answers_h, mid_w, lens_h);
    // The lens draws the string that is above it elsewhere
    l->hero = (JwStringMap){.x0 = mid_x, .px_m = 1.0, .y0 = page.y, .px_up = 1.0};
    jw_lens_place(l, m, lens);
    JwElement *jawari =
        jw_layout_add(l, JW_E_JAWARI, 0, jw_rect(mid_x, bottom - 36.0, mid_w, 32.0));
    if (jawari) {
        jawari->disabled = m->bridge.n == 0 || !m->bridge.movable;
    }
}

/********* Drawing *********/

static double meter_part(double db) {
    return fmin(fmax(1.0 - db / least_db, 0.0), 1.0);
}

static void draw_meter(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const bool in = e->index == 0;
    const double db = in ? m->input_db : fmax(m->peak_db[0], m->peak_db[1]);
    char text[JW_WORDS], line[JW_WORDS + 4];
    jw_paint_rect(p, e->at, JW_INK_GROUND);
    const bool silent = !(db > least_db);
    snprintf(line, sizeof line, "%s dB", jw_words_number(db, 1, false, text));
    jw_paint_text(p, jw_rect(e->at.x, e->at.y, 100.0, 22.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, in ? "Input" : "Output");
    jw_paint_text(p, jw_rect(e->at.x + 100.0, e->at.y, e->at.w - 100.0, 22.0), JW_TYPE_SMALL,
                  JW_RIGHT, JW_INK_TEXT_2, silent ? in ? "No sound comes in" : "" : line);
    jw_paint_level(p, jw_rect(e->at.x, e->at.y + 28.0, e->at.w, 4.0), silent ? 0.0 : meter_part(db),
                   !in && m->clipped ? JW_INK_CLIP : JW_INK_TEXT_2);
}

/// String that answers most; -1: none.
static int answers_most(const JwWindowModel *m) {
    int best = -1;
    for (int i = 0; i < m->n_strings && m->sounds; ++i) {
        const bool louder = best < 0 || m->string[i].level > m->string[best].level;
        best = m->string[i].level > least_level && louder ? i : best;
    }
    return best;
}

static void draw_answers(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const int best = answers_most(m);
    int n = 0;
    char count[JW_WORDS], hz[JW_WORDS], line[2 * JW_WORDS + 16];
    for (int i = 0; i < m->n_strings; ++i) {
        n += m->sounds && m->string[i].level > least_level;
    }
    jw_paint_rect(p, e->at, JW_INK_PANE);
    jw_paint_text(p, jw_rect(e->at.x + 12.0, e->at.y + 8.0, 160.0, 22.0), JW_TYPE_BODY_BOLD,
                  JW_LEFT, JW_INK_TEXT,
                  jw_words_count(n, "string answers", "strings answer", count));
    jw_paint_across(p, e->at.x + 12.0, jw_rect_right(e->at) - 12.0, jw_rect_bottom(e->at) - 48.0,
                    JW_INK_EDGE);
    if (best < 0) {
        return;
    }
    const JwWindowString *s = &m->string[best];
    char note[JW_WORDS];
    const double right = jw_rect_right(e->at) - 12.0;
    const double name = jw_paint_text(p, jw_rect(right - 80.0, e->at.y + 6.0, 80.0, 26.0),
                                      JW_TYPE_LARGE_BOLD, JW_RIGHT, jw_theme_role(s->role),
                                      jw_window_has_svaras(m) ? jw_words_sargam(s->key, m->sa_key)
                                                              : jw_words_note(s->key, note));
    snprintf(line, sizeof line, "%.40s, %.20s Hz, most", s->name,
             jw_words_number(s->hz, 1, false, hz));
    jw_paint_text(
        p, jw_rect(e->at.x + 176.0, e->at.y + 8.0, right - name - 10.0 - e->at.x - 176.0, 22.0),
        JW_TYPE_BODY, JW_RIGHT, JW_INK_TEXT_2, line);
}

static void draw_answer(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const JwElementState state = jw_paint_state(p, e);
    const bool chosen = m->hero.string == e->index;
    const double high = m->sounds ? e->at.h * fmin(fmax(s->level, 0.0), 1.0) : 0.0;
    const double foot = jw_rect_bottom(e->at);
    jw_paint_round(p, jw_rect(e->at.x, foot - high, e->at.w, high), 2.0, jw_theme_role(s->role));
    jw_paint_mark(p, s->role, e->at.x + 3.0, foot + 9.0, chosen || state.hover ? 9.0 : 6.0);
    // Letters where there is room: not over those of a lower neighbour
    for (int i = 0; i < m->n_strings; ++i) {
        const JwElement *other = jw_layout_find(p->layout, JW_E_ANSWER, i);
        const double away = other ? e->at.x - other->at.x : HUGE_VAL;
        if (i != e->index && away >= 0.0 && away < 12.0 && (away > 0.0 || i < e->index)) {
            return;
        }
    }
    char note[JW_WORDS];
    jw_paint_text(p, jw_rect(e->at.x - 10.0, foot + 18.0, 26.0, 16.0),
                  chosen ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_CENTRE,
                  chosen || state.hover ? JW_INK_TEXT : JW_INK_TEXT_2,
                  jw_window_has_svaras(m) ? jw_words_letter(s->key, m->sa_key)
                                          : jw_words_tone(s->key, note));
}

static void draw_text(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    char text[JW_WORDS], line[2 * JW_WORDS];
    if (e->index == 0) {
        jw_paint_paragraph(p, e->at, JW_TYPE_SMALL, JW_INK_TEXT_2,
                           m->goes_by
                               ? "The strings of this instrument are not on the bridge that the "
                                 "input pushes."
                               : "Sound from outside pushes the bridge. A click on a string "
                                 "shows it under the lens.");
        return;
    }
    snprintf(line, sizeof line, "limits %.20s %% of the time",
             jw_words_number(m->limited_percent, 0, false, text));
    jw_paint_rect(p, e->at, JW_INK_GROUND);
    jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_LEFT,
                  m->limited_percent > 0.0 ? JW_INK_CLIP : JW_INK_TEXT_2, line);
}

void jw_effect_page_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_EFFECT_METER:
        draw_meter(p, e);
        break;
    case JW_E_EFFECT_TEXT:
        draw_text(p, e);
        break;
    case JW_E_ANSWERS:
        draw_answers(p, e);
        break;
    case JW_E_ANSWER:
        draw_answer(p, e);
        break;
    default:
        break;
    }
}
