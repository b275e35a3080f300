// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/head.h"
#include "window/draw/layout.h"
#include "window/draw/menu.h"
#include "window/draw/pages.h"
#include "window/draw/raga_page.h"

/// What an element needs from the window's owner, as one JW_LACKS_... bit; 0: nothing.
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
    case JW_E_SAVE:
        return JW_LACKS_WITH;
    default:
        return 0;
    }
}

/// Removes elements without a use.
static void clear_useless(JwLayout *layout, unsigned lacks) {
    int n = 0;
    for (int i = 0; i < layout->n; ++i) {
        if (!(need_of(layout->element[i].kind) & lacks)) {
            layout->element[n++] = layout->element[i];
        }
    }
    layout->n = n;
}

/// Zoom of a window: grows once the window is larger than the design.
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

/// Places the open page.
static void place_page(JwLayout *l, const JwWindowModel *model, JwCanvas *canvas) {
    switch (model->hand.page) {
    case JW_WINDOW_TUNE:
        jw_tune_page_place(l, model, canvas);
        break;
    case JW_WINDOW_DRONE_PAGE:
        jw_drone_page_place(l, model, canvas);
        break;
    case JW_WINDOW_PARAMS:
        jw_params_page_place(l, model);
        break;
    case JW_WINDOW_PRESETS_PAGE:
        jw_presets_page_place(l, model);
        break;
    case JW_WINDOW_RAGA_PAGE:
        jw_raga_page_place(l, model, canvas);
        break;
    default:
        jw_play_page_place(l, model, canvas);
        break;
    }
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
    layout->lens_start_m = layout->lens_end_m = 0.0;
    if (layout->tiny) {
        make_tiny(layout, model, canvas);
        clear_useless(layout, model->lacks);
        return;
    }
    const double head = jw_head_place(layout, model, canvas);
    layout->page = jw_rect(16.0, head + 8.0, width - 32.0, height - head - 24.0);
    place_page(layout, model, canvas);
    jw_menu_place(layout, model, canvas);
    clear_useless(layout, model->lacks);
}
