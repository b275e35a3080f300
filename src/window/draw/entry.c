// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/entry.h"

#include <math.h>
#include <stdio.h>

/// Parameter of the entry; -1: none.
static int entered(const JwWindowModel *m) {
    return m->hand.typing && m->hand.described >= 0 ? m->hand.described : m->learning;
}

bool jw_entry_open(const JwWindowModel *m) {
    const int id = entered(m);
    // The field of the drone's seed is itself an entry
    return id >= 0 && id < JW_N_PARAMS && m->hand.page != JW_WINDOW_PARAMS &&
           !(id == JW_P_DRONE_SEED && m->hand.page == JW_WINDOW_DRONE_PAGE);
}

JwRect jw_entry_box(const JwWindowModel *m, const JwLayout *l) {
    const double w = fmin(216.0, l->width - 8.0);
    const double h = fmin(68.0, l->height - 8.0);
    const double x = fmin(fmax(m->hand.press_x - 0.5 * w, 4.0), l->width - 4.0 - w);
    const double below = m->hand.press_y + 16.0;
    const double y = below + h <= l->height - 4.0 ? below : fmax(m->hand.press_y - 16.0 - h, 4.0);
    return jw_rect(x, y, w, h);
}

void jw_entry_draw(JwPainter *p) {
    const JwWindowModel *m = p->model;
    const int id = entered(m);
    const JwRect box = jw_entry_box(m, p->layout);
    char text[JW_WORDS];
    jw_paint_round(p, box, 4.0, JW_INK_RAISED);
    jw_paint_outline(p, box, 4.0, JW_INK_EDGE, 1.0);
    const JwRect in = jw_rect(box.x + 12.0, box.y + 6.0, box.w - 24.0, 20.0);
    const double used =
        jw_paint_text(p, jw_rect(in.x + 0.5 * in.w, in.y, 0.5 * in.w, in.h), JW_TYPE_BODY, JW_RIGHT,
                      JW_INK_TEXT_2, jw_words_value((JwParamId)id, m->param[id], text));
    jw_paint_text(p, jw_rect(in.x, in.y, in.w - used - 8.0, in.h), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, jw_param_info((JwParamId)id)->name);
    if (m->hand.typing) {
        snprintf(text, sizeof text, "%.63s|", m->hand.typed);
        jw_paint_text(p, jw_rect(in.x, in.y + 19.0, in.w, 20.0), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT,
                      text);
    }
    jw_paint_text(p, jw_rect(in.x, in.y + 39.0, in.w, 18.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                  m->lacks & JW_LACKS_LEARN ? "Type a value"
                  : m->hand.typing          ? "Type a value, or move a controller"
                                            : "Move a controller");
}
