// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/view/view.h"

#include "window/cairo/cairo_canvas.h"
#include "window/view/pane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_A_STEP = 64, TOOLKIT_SCALES = 8 };

static const double frame_s = 1.0 / 60.0;
static const double largest_part = 0.9; ///< Largest part of the screen for the first size
static const double opening_s = 5.0;    ///< Time in which a toolkit's scale shows
static const double settling_s = 0.3;   ///< Time for a host to give a size

struct JwViewImpl {
    JwPane *pane;
    JwViewSetup setup;
    bool shown;
    double scale;                   ///< Device pixels per logical pixel, without zoom
    double toolkit[TOOLKIT_SCALES]; ///< Scales of which the host's toolkit may use one
    int n_toolkit;
    double whole_scale;            ///< Scale, with what the toolkit is expected to scale
    double unit;                   ///< Pixels per unit of the host: the toolkit's scale, once the
                                   ///< host has been seen to scale
    int first_width, first_height; ///< First size in pixels
    bool asked;                    ///< True once the host was asked for the first size, if
                                   ///< necessary
    double now_s;                  ///< Time of the step
    double opened_s;               ///< Time of the first step; 0: not yet
    double settled_s;              ///< When the host has given the size it was asked for; 0: not
                                   ///< asked
    int asked_width, asked_height; ///< Size it was asked for last [pixels]
    bool cut_off;                  ///< True once a part of that was seen to be invisible
    bool scaled_twice;             ///< True if the toolkit scaled a size that was scaled already
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

/// Toolkit's scale that a parent shows which is new: Gtk makes it of 1 by 1 of its units, Qt of 640
/// by 480; 1: none.
static double scale_of_parent(const JwView *v) {
    static const int sizes[][2] = {{1, 1}, {640, 480}};
    for (int i = 0; i < v->n_toolkit; ++i) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
            if (v->pane->parent_width == lrint(v->toolkit[i] * sizes[k][0]) &&
                v->pane->parent_height == lrint(v->toolkit[i] * sizes[k][1])) {
                return v->toolkit[i];
            }
        }
    }
    return 1.0;
}

/// Finds the scale of the window as it is created, before a toolkit scales it.
static void find_scale(JwView *v) {
    const JwViewSetup *setup = &v->setup;
    jw_pane_enter(v->pane);
    v->scale = setup->scale > 0.0 ? setup->scale : jw_pane_scale(v->pane);
    v->n_toolkit = setup->parent ? jw_pane_toolkit_scales(v->pane, v->toolkit, TOOLKIT_SCALES) : 0;
    jw_pane_leave(v->pane);
    // A host that says its scale knows it
    const double by = setup->scale > 0.0 ? 1.0 : scale_of_parent(v);
    v->unit = 1.0;
    v->whole_scale = fmax(v->scale, by);
    v->scale = v->whole_scale / by;
}

const char *jw_view_show(JwView *v, const JwViewSetup *setup) {
    JwPaneSetup window = {.title = setup->title, .parent = setup->parent};
    const char *wrong = jw_pane_look(v->pane, setup->parent);
    if (wrong) {
        return wrong;
    }
    v->setup = *setup;
    find_scale(v);
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
static void ask_host(JwView *v, int width, int height) {
    if (v->setup.resize) {
        v->setup.resize(v->setup.user, (int)(width / v->unit), (int)(height / v->unit));
        v->asked_width = width;
        v->asked_height = height;
        v->settled_s = v->now_s + settling_s;
        v->cut_off = false;
    }
}

/// True if the host has given the size it was asked for, but shows only a part of it, whose size is
/// set: a host may enlarge the window's room, but not its own window around that.
static bool is_cut_off(const JwView *v, int *width, int *height) {
    const JwPane *w = v->pane;
    return abs(w->width - v->asked_width) <= v->unit &&
           abs(w->height - v->asked_height) <= v->unit &&
           jw_pane_visible_size(v->pane, width, height) &&
           (*width < w->width || *height < w->height) && *width >= JW_VIEW_LEAST_WIDTH &&
           *height >= JW_VIEW_LEAST_HEIGHT;
}

/// Requests a smaller size, once a host has given one: that of the design, if the window was scaled
/// twice; or what is seen of it, if that has not changed for a while.
static void shrink(JwView *v) {
    int width, height;
    if (v->settled_s <= 0.0 || v->now_s < v->settled_s) {
        return;
    }
    v->settled_s = 0.0;
    if (v->scaled_twice && v->pane->width > v->first_width && v->pane->height > v->first_height) {
        ask_host(v, v->first_width, v->first_height);
    } else if (is_cut_off(v, &width, &height)) {
        if (v->cut_off) {
            ask_host(v, width, height);
            v->settled_s = 0.0;
        } else {
            v->cut_off = true;
            v->settled_s = v->now_s + settling_s;
        }
    }
    v->scaled_twice = false;
}

/// Requests the first size from the host, once: some hosts offer no other way. A host keeps a size
/// of its own choice if everything fits, and so does a scaling toolkit that has made room: suil for
/// Qt 5 would undo that on request.
static void ask_for_first_size(JwView *v) {
    const JwPane *w = v->pane;
    const bool chosen = (w->width != v->first_width || w->height != v->first_height) &&
                        w->width >= v->first_width && w->height >= v->first_height;
    const bool scaled = v->n_toolkit > 0 && w->parent_width >= v->first_width &&
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

static void take_scale(JwView *v, double scale) {
    v->first_width = (int)lrint(v->first_width * scale / v->scale);
    v->first_height = (int)lrint(v->first_height * scale / v->scale);
    v->scale = scale;
    v->placed = false;
    v->changed = JW_PART_ALL;
}

static void take_unit(JwView *v, double unit) {
    v->scaled_twice = v->scale > 1.0;
    v->unit = unit;
    take_scale(v, fmax(v->whole_scale, unit));
    v->settled_s = v->now_s + settling_s;
}

/// A toolkit that was expected to scale the window has not.
static void end_waiting(JwView *v) {
    if (v->unit == 1.0 && v->scale < v->whole_scale && v->now_s - v->opened_s > settling_s) {
        take_scale(v, v->whole_scale);
        ask_host(v, v->first_width, v->first_height);
    }
}

/// True if the host's toolkit may use a scale: after the opening, a change of size by the user is
/// not taken for one.
static bool may_scale(const JwView *v, double by) {
    return v->unit > 1.0 ? by == v->unit : v->now_s - v->opened_s < opening_s;
}

/// Adapts to a host with a scaling toolkit. Gtk makes the parent larger than the window by its
/// scale, and gives the window sizes in its own units: the window must fill the parent. Qt takes
/// the first size as its own units and multiplies it for the window.
static void follow_toolkit(JwView *v) {
    JwPane *w = v->pane;
    for (int i = 0; i < v->n_toolkit; ++i) {
        const double k = v->toolkit[i];
        if (!may_scale(v, k)) {
            continue;
        }
        if (is_scaled(w->parent_width, w->parent_height, k, w->width, w->height)) {
            jw_pane_resize(w, w->parent_width, w->parent_height);
            if (v->unit == 1.0) {
                take_unit(v, k);
            }
            return;
        }
        if (v->unit == 1.0 && is_scaled(w->width, w->height, k, v->first_width, v->first_height)) {
            take_unit(v, k);
            return;
        }
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
        jw_layout_make(&v->layout, v->setup.model, v->canvas,
                       jw_window_logical(v->pane->drawn_width, scale_of(v)),
                       jw_window_logical(v->pane->drawn_height, scale_of(v)));
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
        v->whole_scale *= v->pane->rescaled;
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
    v->now_s = now_s;
    v->opened_s = v->opened_s > 0.0 ? v->opened_s : now_s;
    jw_pane_enter(v->pane);
    take_news(v);
    ask_for_first_size(v);
    end_waiting(v);
    shrink(v);
    const bool open = !v->pane->closed && !jw_view_is_lost(v);
    if (open) {
        draw_if_due(v, now_s);
        jw_pane_flush(v->pane);
    }
    jw_pane_leave(v->pane);
    return open && !jw_view_is_lost(v);
}
