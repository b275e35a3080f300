// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/view/view.h"

#include "window/cairo/cairo_canvas.h"
#include "window/view/pane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_A_STEP = 64 };

static const double frame_s = 1.0 / 60.0;
static const double largest_part = 0.9; ///< Largest part of the screen for the first size

struct JwViewImpl {
    JwPane *pane;
    JwViewSetup setup;
    bool shown;
    double scale;                  ///< Device pixels per logical pixel, without zoom
    double toolkit_scale;          ///< Pixels per unit of the host's toolkit; 1: it does not scale
    double unit;                   ///< Pixels per unit of the host: toolkit_scale once the host
                                   ///< has been seen to scale
    int first_width, first_height; ///< First size in pixels
    bool asked;                    ///< True once the host was asked for the first size, if
                                   ///< necessary
    JwCanvas *canvas;
    JwLayout layout;
    unsigned changed; ///< Parts to draw
    bool placed;      ///< True if the layout matches the model
    double drawn_s;   ///< Time of the last drawing
};

JwView *jw_view_open(void) {
    JwView *v = calloc(1, sizeof *v);
    JwPane *pane = v ? jw_pane_open() : NULL;
    if (!pane) {
        free(v);
        return NULL;
    }
    v->pane = pane;
    return v;
}

bool jw_view_is_lost(const JwView *v) {
    return jw_pane_is_lost(v->pane);
}

bool jw_view_is_hidden(const JwView *v) {
    return v->pane->hidden;
}

void jw_view_change(JwView *v, unsigned parts) {
    v->changed |= parts;
    // The layout includes the string's scale
    v->placed = v->placed && !(parts & (JW_PART_REST | JW_PART_STRING));
}

int jw_view_fd(const JwView *v) {
    return jw_pane_fd(v->pane);
}

uintptr_t jw_view_window(const JwView *v) {
    return jw_pane_window(v->pane);
}

/********* Sizes *********/

/// Device pixels per logical pixel.
static double scale_of(const JwView *v) {
    return v->scale * v->setup.model->zoom;
}

static int pixels(double logical, double most) {
    return (int)fmin(round(logical), most);
}

/// The design size, limited by the screen.
static void first_size(const JwView *v, int *width, int *height) {
    const double part = v->setup.parent ? 1.0 : largest_part;
    *width = pixels(JW_VIEW_WIDTH * scale_of(v), part * v->pane->screen_width);
    *height = pixels(JW_VIEW_HEIGHT * scale_of(v), part * v->pane->screen_height);
}

const char *jw_view_show(JwView *v, const JwViewSetup *setup) {
    JwPaneSetup window = {.title = setup->title, .parent = setup->parent};
    const char *wrong = jw_pane_look(v->pane, setup->parent);
    if (wrong) {
        return wrong;
    }
    v->setup = *setup;
    jw_pane_enter(v->pane);
    v->scale = setup->scale > 0.0 ? setup->scale : jw_pane_scale(v->pane);
    jw_pane_leave(v->pane);
    v->toolkit_scale = setup->parent ? jw_pane_toolkit_scale() : 1.0;
    v->unit = 1.0;
    v->canvas = jw_cairo_canvas_new(NULL);
    if (!v->canvas) {
        return "no font is installed";
    }
    first_size(v, &window.width, &window.height);
    v->first_width = window.width;
    v->first_height = window.height;
    wrong = jw_pane_make(v->pane, &window);
    v->shown = !wrong;
    v->changed = JW_PART_ALL;
    return wrong;
}

/// Requests a size of the window from the host [pixels].
static void ask_host(const JwView *v, int width, int height) {
    if (v->setup.resize) {
        v->setup.resize(v->setup.user, (int)lrint(width / v->unit), (int)lrint(height / v->unit));
    }
}

/// Requests the first size from the host, once: some hosts offer no other way. A host keeps a size
/// of its own choice if everything fits, and so does a scaling toolkit that has made room: suil for
/// Qt 5 would undo that on request.
static void ask_for_first_size(JwView *v) {
    const JwPane *w = v->pane;
    const bool chosen = (w->width != v->first_width || w->height != v->first_height) &&
                        w->width >= v->first_width && w->height >= v->first_height;
    const bool scaled = v->toolkit_scale > 1.0 && w->parent_width >= v->first_width &&
                        w->parent_height >= v->first_height;
    if (v->setup.parent && !v->asked && !chosen && !scaled) {
        ask_host(v, v->first_width, v->first_height);
    }
    v->asked = true;
}

/// After a change of zoom, keeps the shown content by changing the size, for a child through its
/// host.
static void follow_zoom(JwView *v, double before) {
    const double part = v->setup.model->zoom / before;
    const int width = pixels(v->pane->width * part, v->pane->screen_width);
    const int height = pixels(v->pane->height * part, v->pane->screen_height);
    v->placed = false;
    if (v->setup.parent) {
        ask_host(v, width, height);
    } else {
        jw_pane_resize(v->pane, width, height);
    }
}

/// True if a size is another one scaled by a toolkit, which rounds.
static bool is_scaled(int width, int height, double by, int of_width, int of_height) {
    return fabs(width - by * of_width) <= by && fabs(height - by * of_height) <= by;
}

static void take_unit(JwView *v) {
    v->unit = v->toolkit_scale;
    v->scale = fmax(v->scale, v->unit);
    v->placed = false;
    v->changed = JW_PART_ALL;
}

/// Adapts to a host with a scaling toolkit. Gtk makes the parent larger than the window by its
/// scale, and gives the window sizes in its own units: the window must fill the parent. Qt takes
/// the first size as its own units and multiplies it for the window.
static void follow_toolkit(JwView *v) {
    const JwPane *w = v->pane;
    const double k = v->toolkit_scale;
    if (k <= 1.0) {
        return;
    }
    if (is_scaled(w->parent_width, w->parent_height, k, w->width, w->height)) {
        take_unit(v);
        jw_pane_resize(v->pane, w->parent_width, w->parent_height);
    } else if (v->unit == 1.0 &&
               is_scaled(w->width, w->height, k, v->first_width, v->first_height)) {
        take_unit(v);
    }
}

void jw_view_resize(JwView *v, int width, int height) {
    jw_pane_enter(v->pane);
    jw_pane_resize(v->pane, width, height);
    jw_pane_flush(v->pane);
    jw_pane_leave(v->pane);
}

/********* Input *********/

static void place(JwView *v) {
    if (!v->placed) {
        jw_layout_make(&v->layout, v->setup.model, v->canvas, v->pane->drawn_width / scale_of(v),
                       v->pane->drawn_height / scale_of(v));
        v->placed = true;
    }
}

static void take_input(JwView *v, JwWindowInput *input) {
    JwWindowModel *model = v->setup.model;
    JwGesture gesture;
    const double zoom = model->zoom;
    place(v);
    input->x /= scale_of(v) * v->layout.zoom;
    input->y /= scale_of(v) * v->layout.zoom;
    jw_gesture_take(model, &v->layout, input, &gesture);
    model->hand = gesture.hand;
    for (int i = 0; i < gesture.n; ++i) {
        jw_window_apply(model, &gesture.action[i]);
        v->setup.act(v->setup.user, &gesture.action[i]);
    }
    if (gesture.redraw || gesture.n > 0) {
        v->changed |= JW_PART_ALL;
        v->placed = false;
    }
    // The host has the keyboard, except during typing
    jw_pane_take_keys(v->pane, model->hand.typing);
    if (model->zoom != zoom) {
        follow_zoom(v, zoom);
    }
}

/// Adapts to another size, or to a display with another scale.
static void take_change(JwView *v) {
    if (v->pane->rescaled > 0.0) {
        v->scale *= v->pane->rescaled;
        v->pane->rescaled = 0.0;
    }
    v->changed |= JW_PART_ALL;
    v->placed = false;
    follow_toolkit(v);
}

static void take_news(JwView *v) {
    JwWindowInput input;
    for (int i = 0; i < INPUTS_A_STEP; ++i) {
        switch (jw_pane_next(v->pane, &input)) {
        case JW_PANE_NONE:
            return;
        case JW_PANE_INPUT:
            take_input(v, &input);
            break;
        case JW_PANE_CHANGE:
            take_change(v);
            break;
        }
    }
}

/// Releases what the user holds: no release event will come.
static void end_hold(JwView *v) {
    if (v->shown && v->setup.model->hand.drag != 0) {
        take_input(v, &(JwWindowInput){.kind = JW_INPUT_LET_GO});
    }
}

void jw_view_close(JwView *v) {
    if (v) {
        jw_pane_enter(v->pane);
        end_hold(v);
        jw_pane_leave(v->pane);
        jw_pane_close(v->pane);
        jw_cairo_canvas_free(v->canvas);
        free(v);
    }
}

/********* Drawing *********/

static void draw(JwView *v) {
    bool is_new = false;
    cairo_surface_t *surface = jw_pane_begin(v->pane, &is_new);
    if (is_new) {
        v->changed = JW_PART_ALL;
        v->placed = false;
    }
    if (!surface) {
        return;
    }
    place(v);
    cairo_t *cr = cairo_create(surface);
    jw_cairo_canvas_aim(v->canvas, cr);
    jw_window_draw(v->canvas, v->setup.model, &v->layout, scale_of(v), v->changed);
    cairo_destroy(cr);
    jw_pane_put(v->pane);
    v->pane->exposed = v->pane->dropped = false;
    v->changed = 0;
}

static void draw_if_due(JwView *v, double now_s) {
    if (v->pane->hidden || jw_pane_is_busy(v->pane) || now_s - v->drawn_s < frame_s) {
        return;
    }
    if (v->changed || v->pane->dropped) {
        v->drawn_s = now_s;
        draw(v);
    } else if (v->pane->exposed) {
        v->pane->exposed = false;
        jw_pane_put(v->pane);
    }
}

bool jw_view_step(JwView *v, double now_s) {
    if (!v->shown) {
        return true;
    }
    jw_pane_enter(v->pane);
    take_news(v);
    ask_for_first_size(v);
    const bool open = !v->pane->closed && !jw_view_is_lost(v);
    if (open) {
        draw_if_due(v, now_s);
        jw_pane_flush(v->pane);
    }
    jw_pane_leave(v->pane);
    return open && !jw_view_is_lost(v);
}
