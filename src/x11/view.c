// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "x11/view.h"

#include "x11/xwindow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BASE_WIDTH = 960, BASE_HEIGHT = 600, INPUTS_A_STEP = 64 };

static const double frame_s = 1.0 / 60.0;
static const double largest_part = 0.9; ///< Part of the screen that the first size takes at most

struct JwViewImpl {
    JwXWindow window;
    JwViewSetup setup;
    bool shown;
    double scale;      ///< Device pixels a logical one, without zoom
    int toolkit_scale; ///< Pixels to one of a host's toolkit that scales; 1: none does
    int unit;          ///< Pixels to one of the host: that once it shows that it scales
    JwFonts *fonts;
    JwLayout layout;
    unsigned changed; ///< Parts that are to be drawn
    bool placed;      ///< True if the layout is the model's
    double drawn_s;   ///< Time of the last drawing
};

JwView *jw_view_open(void) {
    JwView *v = calloc(1, sizeof *v);
    if (v && !jw_xwindow_open(&v->window)) {
        free(v);
        return NULL;
    }
    return v;
}

bool jw_view_is_lost(const JwView *v) {
    return v->window.display.lost;
}

bool jw_view_is_hidden(const JwView *v) {
    return v->window.hidden;
}

void jw_view_change(JwView *v, unsigned parts) {
    v->changed |= parts;
    // The string's scale is part of the layout
    v->placed = v->placed && !(parts & (JW_PART_REST | JW_PART_STRING));
}

int jw_view_fd(const JwView *v) {
    return ConnectionNumber(v->window.display.display);
}

unsigned long jw_view_window(const JwView *v) {
    return v->window.window;
}

/********* Sizes *********/

/// Device pixels a logical one.
static double scale_of(const JwView *v) {
    return v->scale * v->setup.model->zoom;
}

static int most_pixels(int screen) {
    return (int)(largest_part * screen);
}

static void first_size(const JwView *v, int *width, int *height) {
    Display *display = v->window.display.display;
    const int screen = DefaultScreen(display);
    *width = (int)lrint(BASE_WIDTH * scale_of(v));
    *height = (int)lrint(BASE_HEIGHT * scale_of(v));
    if (v->setup.parent == 0) {
        *width = (int)fmin(*width, most_pixels(DisplayWidth(display, screen)));
        *height = (int)fmin(*height, most_pixels(DisplayHeight(display, screen)));
    }
}

const char *jw_view_show(JwView *v, const JwViewSetup *setup) {
    JwXWindowSetup window = {.title = setup->title, .parent = setup->parent};
    v->setup = *setup;
    v->scale = setup->scale > 0.0 ? setup->scale : jw_xdisplay_scale(&v->window.display);
    v->toolkit_scale = setup->parent ? jw_xdisplay_toolkit_scale() : 1;
    v->unit = 1;
    v->fonts = jw_fonts_new(NULL);
    if (!v->fonts) {
        return "no font is installed";
    }
    first_size(v, &window.width, &window.height);
    if (!jw_xwindow_make(&v->window, &window)) {
        return "the display has too few colours";
    }
    v->shown = true;
    v->changed = JW_PART_ALL;
    return NULL;
}

/// Keeps what the window shows where its zoom changes, by another size: the host's, of a child.
static void follow_zoom(JwView *v, double before) {
    const double part = v->setup.model->zoom / before;
    const int width = (int)lrint(v->window.width * part);
    const int height = (int)lrint(v->window.height * part);
    v->placed = false;
    if (!v->setup.parent) {
        jw_xwindow_resize(&v->window, width, height);
    } else if (v->setup.resize) {
        v->setup.resize(v->setup.user, width / v->unit, height / v->unit);
    }
}

/// Fills the parent where the host's toolkit scales: it then makes the parent as many times as
/// large as the window that it sees, and gives that window sizes in units of its own.
static void fill_parent(JwView *v) {
    const JwXWindow *w = &v->window;
    const int k = v->toolkit_scale;
    if (k > 1 && w->parent_width == k * w->width && w->parent_height == k * w->height) {
        v->unit = k;
        v->scale = fmax(v->scale, k);
        jw_xwindow_resize(&v->window, w->parent_width, w->parent_height);
    }
}

void jw_view_resize(JwView *v, int width, int height) {
    jw_xdisplay_enter(&v->window.display);
    jw_xwindow_resize(&v->window, width, height);
    XFlush(v->window.display.display);
    jw_xdisplay_leave(&v->window.display);
}

/********* Input *********/

static void place(JwView *v) {
    if (!v->placed) {
        jw_layout_make(&v->layout, v->setup.model, v->fonts, v->window.width / scale_of(v),
                       v->window.height / scale_of(v));
        v->placed = true;
    }
}

static void take_input(JwView *v, JwWindowInput *input) {
    JwWindowModel *model = v->setup.model;
    JwGesture gesture;
    const double zoom = model->zoom;
    place(v);
    input->x /= scale_of(v);
    input->y /= scale_of(v);
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
    // The keys are the host's, but for what is typed
    jw_xwindow_take_keys(&v->window, model->hand.typing);
    if (model->zoom != zoom) {
        follow_zoom(v, zoom);
    }
}

static void take_news(JwView *v) {
    JwWindowInput input;
    for (int i = 0; i < INPUTS_A_STEP; ++i) {
        switch (jw_xwindow_next(&v->window, &input)) {
        case JW_X_NONE:
            return;
        case JW_X_INPUT:
            take_input(v, &input);
            break;
        case JW_X_CHANGE:
            v->changed |= JW_PART_ALL;
            v->placed = false;
            fill_parent(v);
            break;
        }
    }
}

/// Ends what a hand holds: no release will come.
static void end_hold(JwView *v) {
    if (v->shown && v->setup.model->hand.drag != 0) {
        take_input(v, &(JwWindowInput){.kind = JW_INPUT_LET_GO});
    }
}

void jw_view_close(JwView *v) {
    if (v) {
        end_hold(v);
        jw_xwindow_close(&v->window);
        jw_fonts_free(v->fonts);
        free(v);
    }
}

/********* Drawing *********/

static bool fit_image(JwView *v) {
    JwXImage *image = &v->window.image;
    if (image->width == v->window.width && image->height == v->window.height) {
        return true;
    }
    v->changed = JW_PART_ALL;
    v->placed = false;
    return jw_ximage_resize(image, v->window.width, v->window.height);
}

static void draw(JwView *v) {
    JwXImage *image = &v->window.image;
    if (!fit_image(v)) {
        return;
    }
    place(v);
    cairo_t *cr = cairo_create(image->surface);
    jw_window_draw(cr, v->setup.model, &v->layout, v->fonts, scale_of(v), v->changed);
    cairo_destroy(cr);
    jw_ximage_put(image, 0, 0, image->width, image->height);
    v->window.exposed = false;
    v->changed = 0;
}

static void draw_if_due(JwView *v, double now_s) {
    if (v->window.hidden || v->window.image.taken || now_s - v->drawn_s < frame_s) {
        return;
    }
    if (v->changed) {
        v->drawn_s = now_s;
        draw(v);
    } else if (v->window.exposed && v->window.image.width > 0) {
        v->window.exposed = false;
        jw_ximage_put(&v->window.image, 0, 0, v->window.image.width, v->window.image.height);
    }
}

bool jw_view_step(JwView *v, double now_s) {
    if (!v->shown) {
        return true;
    }
    jw_xdisplay_enter(&v->window.display);
    take_news(v);
    const bool open = !v->window.closed && !v->window.display.lost;
    if (open) {
        draw_if_due(v, now_s);
        XFlush(v->window.display.display);
    }
    jw_xdisplay_leave(&v->window.display);
    return open && !v->window.display.lost;
}
