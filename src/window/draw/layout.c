// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/layout.h"

#include <math.h>

JwElement *jw_layout_add_still(JwLayout *layout, JwElementKind kind, int index, JwRect at) {
    if (layout->n == JW_ELEMENTS) {
        return NULL;
    }
    JwElement *element = &layout->element[layout->n++];
    *element = (JwElement){.kind = kind, .index = index, .at = at};
    return element;
}

JwElement *jw_layout_add(JwLayout *layout, JwElementKind kind, int index, JwRect at) {
    JwElement *element = jw_layout_add_still(layout, kind, index, at);
    if (element) {
        element->hit = at;
    }
    return element;
}

const JwElement *jw_layout_find(const JwLayout *layout, JwElementKind kind, int index) {
    for (int i = 0; i < layout->n; ++i) {
        if (layout->element[i].kind == kind && layout->element[i].index == index) {
            return &layout->element[i];
        }
    }
    return NULL;
}

const JwElement *jw_layout_hit(const JwLayout *layout, double x, double y) {
    for (int i = layout->n - 1; i >= 0; --i) {
        if (jw_rect_has(layout->element[i].hit, x, y)) {
            return &layout->element[i];
        }
    }
    return NULL;
}

bool jw_element_focusable(const JwElement *element) {
    switch (element->kind) {
    case JW_E_NONE:
    case JW_E_HEAD:
    case JW_E_METER:
    case JW_E_FRET:
    case JW_E_LIST:
    case JW_E_DAMP:
    case JW_E_TUNE_DAMP:
    case JW_E_KEY:
    case JW_E_NECK:
    case JW_E_FRETBOARD:
    case JW_E_OCTAVE:
    case JW_E_SCROLL_BAR:
    case JW_E_MENU:
    case JW_E_MENU_LINE:
        return false;
    default:
        return element->hit.w > 0.0 && !element->disabled;
    }
}

void jw_layout_add_bar(JwLayout *layout, JwRect view, double whole, double scroll, int of) {
    if (whole <= view.h || view.h < 32.0) {
        return;
    }
    const double length = fmax(view.h * view.h / whole, 24.0);
    const double part = fmin(fmax(scroll / (whole - view.h), 0.0), 1.0);
    const JwRect at = {jw_rect_right(view) - 5.0, view.y + part * (view.h - length), 4.0, length};
    JwElement *bar = jw_layout_add(layout, JW_E_SCROLL_BAR, of, at);
    if (bar) {
        bar->hit = jw_rect(at.x - 3.0, at.y, 8.0, at.h);
        bar->floats = true;
    }
}
