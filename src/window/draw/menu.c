// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/menu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double line_px = 24.0;

int jw_menu_param(JwWindowTarget target) {
    const bool of_param =
        target.kind == JW_E_FACT || target.kind == JW_E_PARAM || target.kind == JW_E_TUNE_PARAM;
    return of_param && jw_param_info((JwParamId)target.index)->scale == JW_SCALE_ENUM ? target.index
                                                                                      : -1;
}

int jw_menu_n_points(JwParamId id) {
    int n;
    int found = 0;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        found += points[i].id == id;
    }
    return found;
}

double jw_menu_point(JwParamId id, int at) {
    int n;
    const JwParamPoint *points = jw_param_points(&n);
    for (int i = 0; i < n; ++i) {
        if (points[i].id == id && at-- == 0) {
            return points[i].value;
        }
    }
    return jw_param_info(id)->def;
}

int jw_menu_lines(const JwWindowModel *model) {
    const int id = jw_menu_param(model->hand.menu);
    if (id >= 0) {
        return jw_menu_n_points((JwParamId)id);
    }
    // Strings, then the choices for the views below the bridge and for the keys
    const int energies = model->lacks & JW_LACKS_ENERGIES ? 0 : 1;
    return model->hand.menu.kind == JW_E_HERO_NAME
               ? model->n_strings + energies + (jw_window_has_keys(model) ? 1 : 0)
               : 0;
}

const char *jw_menu_line(const JwWindowModel *model, int line, bool *chosen, char text[JW_WORDS]) {
    const int id = jw_menu_param(model->hand.menu);
    if (id >= 0) {
        const double value = jw_menu_point((JwParamId)id, line);
        *chosen = value == model->param[id];
        return jw_words_point((JwParamId)id, value, text);
    }
    if (line < model->n_strings) {
        char note[JW_WORDS];
        const JwWindowString *s = &model->string[line];
        *chosen = line == model->hero.string;
        snprintf(text, JW_WORDS, "%.63s  %.12s", s->name, jw_words_note(s->key, note));
        return text;
    }
    const bool energy = line == model->n_strings && !(model->lacks & JW_LACKS_ENERGIES);
    *chosen = energy ? model->hand.energy_open : model->hand.frets_open;
    snprintf(text, JW_WORDS, "%s", energy ? "Show energies" : "Show the fret board");
    return text;
}

static double menu_width(const JwWindowModel *model, JwCanvas *canvas, int n) {
    double width = 80.0;
    for (int i = 0; i < n; ++i) {
        char text[JW_WORDS];
        bool chosen;
        jw_menu_line(model, i, &chosen, text);
        width = fmax(width, jw_text_width(canvas, JW_TYPE_BODY_BOLD, text) + 40.0);
    }
    return ceil(width);
}

void jw_menu_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const int n = jw_menu_lines(model);
    const JwElement *from =
        jw_layout_find(layout, (JwElementKind)model->hand.menu.kind, model->hand.menu.index);
    if (n == 0 || !from) {
        return;
    }
    const int most_rows = (int)fmax((layout->height - 24.0) / line_px, 1.0);
    const int n_columns = (n + most_rows - 1) / most_rows;
    const int n_rows = (n + n_columns - 1) / n_columns;
    const double w = fmin(menu_width(model, canvas, n), (layout->width - 16.0) / n_columns);
    const double whole_w = w * n_columns;
    const double whole_h = line_px * n_rows + 8.0;
    const double below = jw_rect_bottom(from->at) + 4.0;
    const double y =
        below + whole_h <= layout->height - 8.0 ? below : fmax(layout->height - 8.0 - whole_h, 8.0);
    const bool at_right = jw_rect_right(from->at) > 0.5 * layout->width;
    const double x0 = at_right ? jw_rect_right(from->at) - whole_w + 8.0 : from->at.x - 8.0;
    const double x = fmax(fmin(x0, layout->width - 8.0 - whole_w), 8.0);
    JwElement *menu = jw_layout_add(layout, JW_E_MENU, 0, jw_rect(x, y, whole_w, whole_h));
    if (menu) {
        menu->floats = true;
    }
    for (int i = 0; i < n; ++i) {
        const int column = i / n_rows;
        const int row = i - column * n_rows;
        JwElement *line =
            jw_layout_add(layout, JW_E_MENU_LINE, i,
                          jw_rect(x + 4.0 + w * column, y + 4.0 + line_px * row, w - 8.0, line_px));
        if (line) {
            line->floats = true;
        }
    }
}

void jw_menu_draw(JwPainter *p, const JwElement *e) {
    if (e->kind == JW_E_MENU) {
        jw_paint_round(p, e->at, 4.0, JW_INK_RAISED);
        jw_paint_outline(p, e->at, 4.0, JW_INK_EDGE, 1.0);
        return;
    }
    char text[JW_WORDS];
    bool chosen;
    jw_menu_line(p->model, e->index, &chosen, text);
    const JwElementState s = jw_paint_state(p, e);
    const bool at = p->model->hand.menu_at == e->index;
    if (s.pressed) {
        jw_paint_round(p, e->at, 4.0, JW_INK_TEXT);
    } else if (s.hover || at) {
        jw_paint_outline(p, e->at, 4.0, JW_INK_EDGE, 1.0);
    }
    if (chosen) {
        jw_paint_disc(p, e->at.x + 9.0, e->at.y + 0.5 * e->at.h, 2.5,
                      s.pressed ? JW_INK_ON_ROLE : JW_INK_TEXT);
    }
    jw_paint_text(p, jw_rect(e->at.x + 20.0, e->at.y, e->at.w - 26.0, e->at.h),
                  chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT,
                  s.pressed           ? JW_INK_ON_ROLE
                  : s.hover || chosen ? JW_INK_TEXT
                                      : JW_INK_TEXT_2,
                  text);
}
