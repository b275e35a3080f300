// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/menu.h"

#include "base/ragas.h"
#include "base/talas.h"
#include "window/draw/strip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double line_px = 24.0;
static const double raga_px = 384.0;  ///< Width of the menu of ragas
static const double notes_px = 168.0; ///< Part of it for their notes

enum { RAGA_ROWS = 16 }; ///< Most rows of it

int jw_menu_param(JwWindowTarget target) {
    const bool of_param =
        target.kind == JW_E_FACT || target.kind == JW_E_PARAM || target.kind == JW_E_TUNE_PARAM;
    return of_param && jw_param_info((JwParamId)target.index)->scale == JW_SCALE_ENUM ? target.index
                                                                                      : -1;
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

bool jw_menu_is_ragas(const JwWindowModel *model) {
    return jw_menu_param(model->hand.menu) == JW_P_RAGA;
}

int jw_menu_raga(const JwWindowModel *model, int line, int by) {
    const char *filter = model->hand.menu_filter;
    for (; line >= 0 && line < jw_raga_count(); line += by) {
        if (line == 0 ? !*filter : jw_raga_matches(line, filter)) {
            return line;
        }
    }
    return -1;
}

int jw_menu_lines(const JwWindowModel *model) {
    const int id = jw_menu_param(model->hand.menu);
    if (id >= 0) {
        return jw_param_n_points((JwParamId)id);
    }
    switch (model->hand.menu.kind) {
    case JW_E_LETTERS:
        return JW_N_KEYS_CHOICES;
    case JW_E_WITH_NAME:
        return jw_strip_n_presets(model);
    case JW_E_CLOCK_TALA:
        return 1 + JW_N_TALAS;
    default:
        break;
    }
    // Strings, then the choices for the views below the bridge and for the keys
    const int energies = model->lacks & JW_LACKS_ENERGIES ? 0 : 1;
    return model->hand.menu.kind == JW_E_HERO_NAME
               ? model->n_strings + energies + (jw_window_has_keys(model) ? 1 : 0)
               : 0;
}

/// True for the menus of letters, companion and clock.
static bool is_of_strip(int kind) {
    return kind == JW_E_LETTERS || kind == JW_E_WITH_NAME || kind == JW_E_CLOCK_TALA;
}

static const char *strip_line(const JwWindowModel *model, int line, bool *chosen,
                              char text[JW_WORDS]) {
    if (model->hand.menu.kind == JW_E_LETTERS) {
        *chosen = line == (int)model->keys_choice;
        snprintf(text, JW_WORDS, "%s", jw_words_letters((JwKeysChoice)line));
    } else if (model->hand.menu.kind == JW_E_WITH_NAME) {
        const int preset = jw_strip_preset(model, line);
        *chosen = preset == model->with.preset;
        snprintf(text, JW_WORDS, "%s", preset >= 0 ? model->presets[preset].name : "");
    } else {
        const JwTala *tala = jw_tala_info(line - 1);
        *chosen = line - 1 == model->clock.tala;
        if (tala) {
            snprintf(text, JW_WORDS, "%.40s  %d", tala->name, tala->matras);
        } else {
            snprintf(text, JW_WORDS, "No cycle");
        }
    }
    return text;
}

const char *jw_menu_line(const JwWindowModel *model, int line, bool *chosen, char text[JW_WORDS]) {
    const int id = jw_menu_param(model->hand.menu);
    if (id >= 0) {
        const double value = id == JW_P_RAGA ? line : jw_menu_point((JwParamId)id, line);
        *chosen = value == model->param[id];
        if (id == JW_P_PLUCK_STROKE) {
            return jw_words_stroke(model, value, text);
        }
        return jw_words_point((JwParamId)id, value, text);
    }
    if (is_of_strip(model->hand.menu.kind)) {
        return strip_line(model, line, chosen, text);
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

/********* Ragas *********/

/// Number of rows of the menu of ragas, without that of the filter.
static int raga_rows(const JwLayout *layout) {
    return (int)fmin(fmax((layout->height - 24.0) / line_px - 1.0, 1.0), RAGA_ROWS);
}

/// First line in view: menu_first, or one before it if there are too few from there on.
static int first_raga(const JwWindowModel *model, int rows) {
    int n = 0;
    int at = jw_menu_raga(model, model->hand.menu_first, 1);
    const int from = at;
    for (; at >= 0 && n < rows; ++n) {
        at = jw_menu_raga(model, at + 1, 1);
    }
    int first = from >= 0 ? from : jw_raga_count();
    for (int before = first; n < rows && before >= 0; ++n) {
        before = jw_menu_raga(model, first - 1, -1);
        first = before >= 0 ? before : first;
    }
    return first;
}

void jw_menu_scroll(JwWindowHand *hand, const JwWindowModel *model, const JwLayout *layout,
                    int lines) {
    int first = first_raga(model, raga_rows(layout));
    const int by = lines > 0 ? 1 : -1;
    for (int i = 0; i != lines; i += by) {
        const int next = jw_menu_raga(model, first + by, by);
        first = next >= 0 ? next : first;
    }
    hand->menu_first = first;
}

/// Place of a menu of that size beside the element that opened it.
static JwRect beside(const JwLayout *layout, JwRect from, double w, double h) {
    const double below = jw_rect_bottom(from) + 4.0;
    const double y =
        below + h <= layout->height - 8.0 ? below : fmax(layout->height - 8.0 - h, 8.0);
    const bool at_right = jw_rect_right(from) > 0.5 * layout->width;
    const double x = at_right ? jw_rect_right(from) - w + 8.0 : from.x - 8.0;
    return jw_rect(fmax(fmin(x, layout->width - 8.0 - w), 8.0), y, w, h);
}

static void add_floating(JwLayout *layout, JwElementKind kind, int index, JwRect at) {
    JwElement *e = jw_layout_add(layout, kind, index, at);
    if (e) {
        e->floats = true;
    }
}

static void place_ragas(JwLayout *layout, const JwWindowModel *model, const JwElement *from) {
    const int rows = raga_rows(layout);
    const JwRect at =
        beside(layout, from->at, fmin(raga_px, layout->width - 16.0), line_px * (rows + 1) + 8.0);
    add_floating(layout, JW_E_MENU, 0, at);
    int raga = first_raga(model, rows);
    for (int row = 1; row <= rows && raga >= 0; ++row) {
        raga = jw_menu_raga(model, raga, 1);
        if (raga >= 0) {
            add_floating(layout, JW_E_MENU_LINE, raga,
                         jw_rect(at.x + 4.0, at.y + 4.0 + line_px * row, at.w - 8.0, line_px));
            ++raga;
        }
    }
}

static void draw_filter(JwPainter *p, JwRect at) {
    const char *filter = p->model->hand.menu_filter;
    const bool none = *filter && jw_menu_raga(p->model, 0, 1) < 0;
    char text[JW_WORDS + JW_WINDOW_NAME];
    snprintf(text, sizeof text, "%s%s", filter, none ? ": no raga has this" : "\u258f");
    jw_paint_text(p, jw_rect(at.x + 24.0, at.y + 4.0, at.w - 32.0, line_px), JW_TYPE_BODY, JW_LEFT,
                  *filter ? JW_INK_TEXT : JW_INK_TEXT_2,
                  *filter ? text : "Type a name, a that, notes (g -R)");
}

/********* Place *********/

void jw_menu_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const int n = jw_menu_lines(model);
    const JwElement *from =
        jw_layout_find(layout, (JwElementKind)model->hand.menu.kind, model->hand.menu.index);
    if (n == 0 || !from) {
        return;
    }
    if (jw_menu_is_ragas(model)) {
        place_ragas(layout, model, from);
        return;
    }
    const int most_rows = (int)fmax((layout->height - 24.0) / line_px, 1.0);
    const int n_columns = (n + most_rows - 1) / most_rows;
    const int n_rows = (n + n_columns - 1) / n_columns;
    const double w = fmin(menu_width(model, canvas, n), (layout->width - 16.0) / n_columns);
    const JwRect at = beside(layout, from->at, w * n_columns, line_px * n_rows + 8.0);
    add_floating(layout, JW_E_MENU, 0, at);
    for (int i = 0; i < n; ++i) {
        const int column = i / n_rows;
        const int row = i - column * n_rows;
        add_floating(
            layout, JW_E_MENU_LINE, i,
            jw_rect(at.x + 4.0 + w * column, at.y + 4.0 + line_px * row, w - 8.0, line_px));
    }
}

void jw_menu_draw(JwPainter *p, const JwElement *e) {
    if (e->kind == JW_E_MENU) {
        jw_paint_round(p, e->at, 4.0, JW_INK_RAISED);
        jw_paint_outline(p, e->at, 4.0, JW_INK_EDGE, 1.0);
        if (jw_menu_is_ragas(p->model)) {
            draw_filter(p, e->at);
        }
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
    const JwInk ink = s.pressed ? JW_INK_ON_ROLE : s.hover || chosen ? JW_INK_TEXT : JW_INK_TEXT_2;
    const JwRaga *raga = jw_menu_is_ragas(p->model) ? jw_raga_info(e->index) : NULL;
    const double right = raga ? notes_px + 8.0 : 0.0;
    jw_paint_text(p, jw_rect(e->at.x + 20.0, e->at.y, e->at.w - 26.0 - right, e->at.h),
                  chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT, ink, text);
    if (raga) {
        jw_paint_text(p, jw_rect(e->at.x + e->at.w - notes_px - 6.0, e->at.y, notes_px, e->at.h),
                      JW_TYPE_BODY, JW_LEFT, ink, raga->notes);
    }
}
