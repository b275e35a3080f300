// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/layout.h"

#include "window/draw/head.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"

#include <math.h>
#include <string.h>

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

/// What lacks if an element is of no use.
static unsigned need_of(JwElementKind kind) {
    switch (kind) {
    case JW_E_DAMP:
    case JW_E_TUNE_DAMP:
        return JW_LACKS_DAMP;
    case JW_E_CARD_TUNE:
    case JW_E_TUNE_ALL:
        return JW_LACKS_TUNE;
    case JW_E_TUNE_SCALE:
    case JW_E_FROM_FILE:
        return JW_LACKS_FILES;
    case JW_E_PEN_BUTTON:
        return JW_LACKS_PEN;
    default:
        return 0;
    }
}

/// Takes away what is of no use.
static void clear_useless(JwLayout *layout, unsigned lacks) {
    int n = 0;
    for (int i = 0; i < layout->n; ++i) {
        if (!(need_of(layout->element[i].kind) & lacks)) {
            layout->element[n++] = layout->element[i];
        }
    }
    layout->n = n;
}

/// Zoom of a window: from a size on that leaves as much room as is drawn for, and more.
static double zoom_of(double width, double height) {
    static const struct {
        double width, height, zoom;
    } steps[] = {
        {3800.0, 2000.0, 3.0}, {2500.0, 1350.0, 2.0}, {1900.0, 1200.0, 1.5}, {1300.0, 900.0, 1.25}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
        if (width >= steps[i].width && height >= steps[i].height) {
            return steps[i].zoom;
        }
    }
    return 1.0;
}

static void make_tiny(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas) {
    const double w = layout->width, h = layout->height;
    const double margin = w < 300.0 || h < 200.0 ? 4.0 : 8.0;
    const double head = jw_head_place_tiny(layout, model, canvas);
    layout->page = jw_rect_inset(jw_rect(0.0, head, w, h - head), margin);
    jw_play_page_place_tiny(layout, model);
}

void jw_layout_make(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas, double width,
                    double height) {
    layout->n = 0;
    layout->zoom = zoom_of(width, height);
    width /= layout->zoom;
    height /= layout->zoom;
    layout->width = width;
    layout->height = height;
    layout->tiny = width < 480.0 || height < 320.0;
    layout->compact = height < 480.0;
    layout->narrow = width < 928.0;
    layout->scroll_most = layout->list_scroll_most = 0.0;
    layout->n_whites = 0;
    layout->lens_end_m = 0.0;
    if (layout->tiny) {
        make_tiny(layout, model, canvas);
        clear_useless(layout, model->lacks);
        return;
    }
    const double head = jw_head_place(layout, model, canvas);
    layout->page = jw_rect(16.0, head + 8.0, width - 32.0, height - head - 24.0);
    jw_pages_place(layout, model, canvas);
    jw_menu_place(layout, model, canvas);
    clear_useless(layout, model->lacks);
}
