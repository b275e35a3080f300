// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/indication.h"
#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double row_px = 24.0;
static const double heading_px = 32.0; ///< Heading of a group, including its line
static const double group_gap = 8.0;
static const double card_px = 128.0;
static const double tall_px = 36.0; ///< Rows of this height have their slider under the name

/// Groups in columns, in the order of their use by a player.
static const struct {
    JwParamGroup group;
    int column; ///< 0..2
} groups[] = {
    {JW_GROUP_PLUCK, 0},  {JW_GROUP_BRIDGE, 0}, {JW_GROUP_STRING, 1}, {JW_GROUP_TUNING, 1},
    {JW_GROUP_OUTPUT, 2}, {JW_GROUP_DRONE, 2},  {JW_GROUP_INPUT, 0},
};

enum { N_GROUPS = sizeof groups / sizeof groups[0] };

/********* Places *********/

static int rows_of(JwParamGroup group) {
    int n = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        n += jw_param_info((JwParamId)i)->group == group;
    }
    return n;
}

/// True for a parameter without effect because the audio input moves none of the strings.
static bool goes_by(const JwWindowModel *m, JwParamId id) {
    return m->goes_by && (id == JW_P_SENSITIVITY || id == JW_P_LISTEN);
}

/// Places a group and returns the y below it; omits rows that are not completely visible.
static double place_group(JwLayout *l, const JwWindowModel *m, JwParamGroup group, JwRect at,
                          JwRect view) {
    double y = at.y;
    if (y >= view.y - 0.5 && y + heading_px <= jw_rect_bottom(view) + 0.5) {
        jw_layout_add_still(l, JW_E_GROUP, (int)group, jw_rect(at.x, y, at.w, heading_px));
    }
    y += heading_px;
    // In the order of the table, except that Jawari is last in its group
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < JW_N_PARAMS; ++i) {
            if (jw_param_info((JwParamId)i)->group != group || (i == JW_P_JAWARI) != (pass == 1)) {
                continue;
            }
            if (y >= view.y - 0.5 && y + row_px <= jw_rect_bottom(view) + 0.5) {
                JwElement *row = jw_layout_add(l, JW_E_PARAM, i, jw_rect(at.x, y, at.w, row_px));
                if (row) {
                    row->hit = jw_rect(at.x - 8.0, y, at.w + 16.0, row_px);
                    row->disabled = m->disabled[i] || goes_by(m, (JwParamId)i);
                }
            }
            y += row_px;
        }
    }
    return y;
}

/// Height of a group; 0 if it is not shown.
static double group_height(const JwWindowModel *m, JwParamGroup group) {
    const bool lacks = (group == JW_GROUP_INPUT && !m->has_input) ||
                       (m->is_effect && (group == JW_GROUP_PLUCK || group == JW_GROUP_DRONE));
    return lacks ? 0.0 : heading_px + row_px * rows_of(group);
}

/// Column of group i of n.
static int column_of(int i, int n) {
    return n == 3 ? groups[i].column : n == 2 ? (i < 2 || i == 4 ? 0 : 1) : 0;
}

void jw_params_page_place(JwLayout *l, const JwWindowModel *m) {
    const JwRect page = l->page;
    const int n = page.w >= 848.0 ? 3 : page.w >= 544.0 ? 2 : 1;
    const double w = (page.w - 32.0 * (n - 1)) / n;
    double height[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < N_GROUPS; ++i) {
        double *column = &height[column_of(i, n)];
        const double own = group_height(m, groups[i].group);
        *column += (own > 0.0 && *column > 0.0 ? group_gap : 0.0) + own;
    }
    const double tallest = fmax(height[0], fmax(height[1], height[2]));
    // The comment is at the lower left: under the first column, or along the bottom
    const bool under = n == 3 && page.y + height[0] + 16.0 + 96.0 <= l->height - 16.0;
    const double foot = under ? 0.0 : l->compact ? 64.0 : 88.0;
    const double bottom = l->height - 16.0 - (under ? 0.0 : foot + 8.0);
    const JwRect view = jw_rect(page.x, page.y, page.w, bottom - page.y);
    l->scroll_most = fmax(ceil((tallest - view.h) / row_px) * row_px, 0.0);
    const double scroll =
        round(fmin(fmax(m->hand.scroll[JW_WINDOW_PARAMS], 0.0), l->scroll_most) / row_px) * row_px;
    double y[3] = {page.y - scroll, page.y - scroll, page.y - scroll};
    for (int i = 0; i < N_GROUPS; ++i) {
        const int c = column_of(i, n);
        if (!(group_height(m, groups[i].group) > 0.0)) {
            continue;
        }
        const double x = page.x + c * (w + 32.0);
        y[c] = place_group(l, m, groups[i].group, jw_rect(x, y[c], w, 0.0), view) + group_gap;
    }
    if (under) {
        const double room = l->height - 16.0 - (page.y + height[0] + 16.0);
        const double h = fmin(room, card_px + 24.0);
        jw_layout_add_still(l, JW_E_COMMENT, 0,
                            jw_rect(page.x, l->height - 16.0 - h - 8.0 * (room >= h + 8.0), w, h));
    } else {
        jw_layout_add_still(l, JW_E_COMMENT, 0,
                            jw_rect(page.x, l->height - 16.0 - foot, page.w, foot));
    }
    jw_layout_add_bar(l, jw_rect(view.x, view.y, view.w + 14.0, view.h), tallest, scroll,
                      JW_WINDOW_PARAMS);
}

JwRect jw_param_track(JwRect row) {
    if (row.h >= tall_px) { // Under its name
        return jw_rect(row.x + 6.0, row.y + 22.0, fmax(row.w - 12.0, 1.0), row.h - 24.0);
    }
    return jw_rect(row.x + 148.0, row.y, fmax(row.w - 224.0, 64.0), row.h);
}

/********* Drawing *********/

static void draw_group(JwPainter *p, const JwElement *e) {
    jw_paint_text(p, jw_rect(e->at.x, e->at.y, e->at.w, 24.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, jw_words_group((JwParamGroup)e->index));
    jw_paint_across(p, e->at.x, jw_rect_right(e->at), e->at.y + 27.0, JW_INK_HAIR);
}

/// The typed text for a parameter, with a cursor.
static void draw_typed(JwPainter *p, JwRect box) {
    char text[JW_WORDS + 8];
    snprintf(text, sizeof text, "%.63s|", p->model->hand.typed);
    jw_paint_round(p, box, 4.0, JW_INK_GROUND);
    jw_paint_outline(p, box, 4.0, JW_INK_TEXT, 1.0);
    jw_paint_text(p, jw_rect(box.x + 4.0, box.y, box.w - 8.0, box.h), JW_TYPE_BODY, JW_RIGHT,
                  JW_INK_TEXT, text);
}

static void draw_value(JwPainter *p, const JwElement *e, JwParamId id, JwInk ink, bool bold) {
    const JwParamInfo *info = jw_param_info(id);
    const JwRect track = jw_param_track(e->at);
    const double right = jw_rect_right(e->at);
    char text[JW_WORDS];
    const JwType type = bold ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY;
    jw_words_value(id, p->model->param[id], text);
    if (info->scale == JW_SCALE_TOGGLE) {
        jw_paint_toggle(p, jw_rect(right - 24.0, e->at.y + 6.0, 24.0, 12.0),
                        p->model->param[id] > 0.5, jw_paint_state(p, e));
    } else if (info->scale == JW_SCALE_ENUM) {
        const double name_w = jw_text_width(p->canvas, type, info->name);
        const double left = e->at.x + 14.0 + name_w;
        jw_paint_text(p, jw_rect(left, e->at.y, right - 16.0 - left, e->at.h), type, JW_RIGHT, ink,
                      text);
        jw_paint_chevron(p, right - 5.0, e->at.y + 0.5 * e->at.h, 2,
                         e->disabled ? JW_INK_TEXT_3 : JW_INK_TEXT_2);
    } else {
        const bool tall = e->at.h >= tall_px;
        const double left = tall ? e->at.x + 0.7 * e->at.w : jw_rect_right(track) + 8.0;
        jw_paint_text(p, jw_rect(left, e->at.y, right - left, tall ? 24.0 : e->at.h), type,
                      JW_RIGHT, ink, text);
    }
}

/// Position where the slider's fill starts: zero if the range has both signs.
static double origin_of(const JwParamInfo *info, JwParamId id) {
    return info->min < 0.0 && info->max > 0.0 ? jw_words_place(id, 0.0) : 0.0;
}

/// Mark of a learned controller, after the name if there is room.
static void draw_learned(JwPainter *p, const JwElement *e, JwParamId id, double name, double room) {
    char text[JW_WORDS];
    const int cc = p->model->learned[id];
    snprintf(text, sizeof text, "CC %d", cc);
    if (cc >= 0 && cc != jw_param_info(id)->cc &&
        jw_text_width(p->canvas, JW_TYPE_SMALL, text) <= room) {
        jw_paint_text(p, jw_rect(e->at.x + 14.0 + name, e->at.y + 1.0, room, e->at.h),
                      JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3, text);
    }
}

static void draw_param(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwParamId id = (JwParamId)e->index;
    const JwParamInfo *info = jw_param_info(id);
    const JwElementState s = jw_paint_state(p, e);
    const bool changed = jw_window_param_changed(m, id);
    const bool near = s.hover || s.pressed || (s.focus && m->hand.described == e->index);
    if (near) {
        jw_paint_round(p, jw_rect_inset(e->hit, 0.0), 4.0, JW_INK_RAISED);
    }
    const JwInk ink = e->disabled ? JW_INK_TEXT_3 : changed || near ? JW_INK_TEXT : JW_INK_TEXT_2;
    if (m->learning == e->index) {
        jw_paint_outline(p, e->hit, 4.0, JW_INK_TEXT, 1.0);
    }
    if (changed) {
        jw_paint_disc(p, e->at.x - 3.0, e->at.y + 0.5 * e->at.h, 2.0, JW_INK_TEXT);
    }
    const bool slides = info->scale == JW_SCALE_LINEAR || info->scale == JW_SCALE_LOG;
    const JwRect track = jw_param_track(e->at);
    const bool tall = e->at.h >= tall_px;
    const double room = tall                             ? 0.7 * e->at.w - 12.0
                        : slides                         ? track.x - 8.0 - e->at.x - 6.0
                        : info->scale == JW_SCALE_TOGGLE ? e->at.w - 38.0
                                                         : e->at.w - 22.0;
    const double name =
        jw_paint_text(p, jw_rect(e->at.x + 6.0, e->at.y, room, tall ? 24.0 : e->at.h), JW_TYPE_BODY,
                      JW_LEFT, ink, info->name);
    draw_learned(p, e, id, name, slides && !tall ? room - name - 8.0 : 0.0);
    if (slides) {
        const double tick = changed && near ? jw_words_place(id, m->built[id]) : -1.0;
        jw_paint_slider(p, track, origin_of(info, id), jw_words_place(id, m->param[id]), tick,
                        near ? 5.0 : 3.5,
                        e->disabled       ? JW_INK_TRACK
                        : changed || near ? JW_INK_TEXT
                                          : JW_INK_EDGE);
    }
    if (m->hand.typing && m->hand.described == e->index) {
        draw_typed(p, jw_rect(jw_rect_right(e->at) - 64.0, e->at.y + 2.0, 68.0, e->at.h - 4.0));
    } else {
        draw_value(p, e, id, ink, changed);
    }
}

static void draw_comment(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const int id = m->hand.described;
    jw_paint_round(p, e->at, 2.0, JW_INK_PANE);
    const JwRect in = jw_rect(e->at.x + 16.0, e->at.y + (e->at.h < 80.0 ? 4.0 : 10.0),
                              e->at.w - 32.0, e->at.h - 16.0);
    if (id < 0 || id >= JW_N_PARAMS) {
        jw_paint_paragraph(p, jw_rect(in.x, in.y + 2.0, in.w, 32.0), JW_TYPE_BODY, JW_INK_TEXT_2,
                           "What a parameter does stands here while the pointer is over it.");
        return;
    }
    const JwParamInfo *info = jw_param_info((JwParamId)id);
    char text[JW_WORDS], line[JW_WORDS + 32];
    double used = 0.0;
    if (m->learning == id) {
        snprintf(line, sizeof line, "Move a controller");
    } else if (m->learned[id] >= 0) {
        snprintf(line, sizeof line, "CC %d", m->learned[id]);
    } else {
        line[0] = 0;
    }
    used = jw_paint_text(p, jw_rect(in.x + 0.5 * in.w, in.y, 0.5 * in.w, 20.0), JW_TYPE_SMALL,
                         JW_RIGHT, JW_INK_TEXT_2, line);
    jw_paint_text(p, jw_rect(in.x, in.y, in.w - used - 8.0, 20.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, info->name);
    const bool wide = e->at.w > 400.0;
    const double hints = wide ? (e->at.h >= 80.0 ? 16.0 : 0.0) : 32.0;
    const double lines =
        fmax(floor((jw_rect_bottom(e->at) - 6.0 - hints - in.y - 22.0) / 16.0), 1.0);
    jw_paint_paragraph(p, jw_rect(in.x, in.y + 22.0, in.w, 16.0 * lines), JW_TYPE_BODY,
                       JW_INK_TEXT_2, info->comment);
    if (hints > 0.0) {
        snprintf(line, sizeof line, "%s %s", "Default",
                 jw_words_value((JwParamId)id, m->built[id], text));
        char how[JW_WINDOW_TEXT] = "Drag, Shift for fine, double click for default";
        if (jw_indication_any(&m->indication[id])) {
            jw_indication_words(&m->indication[id], how);
        }
        const double y = jw_rect_bottom(e->at) - 8.0 - hints;
        if (wide) {
            const double w = jw_paint_text(p, jw_rect(in.x, y, 0.4 * in.w, 16.0), JW_TYPE_SMALL,
                                           JW_LEFT, JW_INK_TEXT_3, line);
            jw_paint_text(p, jw_rect(in.x + w + 16.0, y, in.w - w - 16.0, 16.0), JW_TYPE_SMALL,
                          JW_RIGHT, JW_INK_TEXT_3, how);
        } else {
            jw_paint_text(p, jw_rect(in.x, y, in.w, 16.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3,
                          line);
            jw_paint_text(p, jw_rect(in.x, y + 16.0, in.w, 16.0), JW_TYPE_SMALL, JW_LEFT,
                          JW_INK_TEXT_3, how);
        }
    }
}

void jw_params_page_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_GROUP:
        draw_group(p, e);
        break;
    case JW_E_PARAM:
        draw_param(p, e);
        break;
    case JW_E_COMMENT:
        draw_comment(p, e);
        break;
    default:
        break;
    }
}
