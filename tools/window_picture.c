// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Draws the window into a picture, without a display, with a preset or instrument as played by the
// engine.
//
//     window_picture PATCH KEY AFTER_MS OUT.png [OPTION VALUE]...
//
// KEY -1 plays the drone; AFTER_MS 0 is silence. Options: page (play, tune, drone, parameters,
// presets, raga), beside (a tala: companion and clock play), host (yes: as in a host), effect (-14:
// as a resonator, level of its input), theme (dark, light), size (960x600), scale (2: device pixels
// per logical pixel); hover, click, press, right (X,Y in logical pixels) and key (tab, or a
// character), any number of times, executed in order.

#include "base/talas.h"
#include "files/line.h"
#include "files/number.h"
#include "window/cairo/cairo_canvas.h"
#include "window/draw/gesture.h"
#include "window/draw/window.h"
#include "window_scene.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    JwWindowModel model;
    JwLayout layout;
    JwCanvas *canvas;
    double width, height, scale;
} View;

static bool parse_pair(const char *text, char between, double *a, double *b) {
    char first[32];
    const char *mark = strchr(text, between);
    if (!mark || (size_t)(mark - text) >= sizeof first) {
        return false;
    }
    memcpy(first, text, (size_t)(mark - text));
    first[mark - text] = 0;
    return jw_number_parse(first, a) && jw_number_parse(mark + 1, b);
}

static void lay_out(View *view) {
    jw_layout_make(&view->layout, &view->model, view->canvas, view->width, view->height);
}

static void take(View *view, const JwWindowInput *input) {
    JwGesture gesture;
    lay_out(view);
    jw_gesture_take(&view->model, &view->layout, input, &gesture);
    view->model.hand = gesture.hand;
    for (int i = 0; i < gesture.n; ++i) {
        jw_window_apply(&view->model, &gesture.action[i]);
    }
}

static void take_pointer(View *view, JwInputKind kind, double x, double y, int button) {
    static double now_s;
    now_s += 1.0; // Two presses must not count as a double click
    take(view, &(JwWindowInput){.kind = kind, .x = x, .y = y, .time_s = now_s, .button = button});
}

static void take_key(View *view, const char *name) {
    JwWindowInput input = {.kind = JW_INPUT_KEY, .key = JW_KEY_CHARACTER};
    if (!strcmp(name, "tab")) {
        input.key = JW_KEY_TAB;
    }
    snprintf(input.character, sizeof input.character, "%.4s", name);
    take(view, &input);
}

/// Companion and clock play, in the tenth beat of a tala or the last of a shorter one.
static bool show_beside(JwWindowModel *model, const char *tala) {
    const JwTala *info = jw_tala_info(jw_tala_find(tala));
    model->with.on = model->with.ready = model->with_on[0] = true;
    model->with.first = 2;
    model->with.cents = 2.0;
    model->with.round.now = 0.45;
    model->clock = (JwWindowClock){.on = true, .bpm = 72.0, .tala = jw_tala_find(tala), .beat = 10};
    if (info && info->matras < model->clock.beat) {
        model->clock.beat = info->matras;
    }
    return info != NULL;
}

static bool take_option(View *view, const char *name, const char *value) {
    static const char *const page[] = {"play", "tune", "drone", "parameters", "presets", "raga"};
    double a, b;
    if (!strcmp(name, "page")) {
        for (int i = 0; i < JW_WINDOW_N_PAGES; ++i) {
            if (!strcmp(page[i], value)) {
                view->model.hand.page = (JwWindowPage)i;
                return true;
            }
        }
        return false;
    }
    if (!strcmp(name, "theme")) {
        view->model.theme = !strcmp(value, "light") ? JW_WINDOW_LIGHT : JW_WINDOW_DARK;
        return true;
    }
    if (!strcmp(name, "size") && parse_pair(value, 'x', &a, &b)) {
        view->width = fmin(fmax(a, 50.0), 8000.0);
        view->height = fmin(fmax(b, 50.0), 8000.0);
        return true;
    }
    if (!strcmp(name, "scale") && jw_number_parse(value, &a)) {
        view->scale = fmin(fmax(a, 0.25), 8.0);
        return true;
    }
    if (!strcmp(name, "key")) {
        take_key(view, value);
        return true;
    }
    if (!strcmp(name, "beside")) {
        return show_beside(&view->model, value);
    }
    if (!strcmp(name, "effect") && jw_number_parse(value, &a)) {
        view->model.is_effect = view->model.has_input = true;
        view->model.input_db = a;
        view->model.lacks = JW_LACKS_WITH | JW_LACKS_LEARN;
        return true;
    }
    if (!strcmp(name, "host")) {
        view->model.lacks = JW_LACKS_WITH | JW_LACKS_LEARN;
        return true;
    }
    const bool pointer = !strcmp(name, "hover") || !strcmp(name, "click") ||
                         !strcmp(name, "press") || !strcmp(name, "right");
    if (pointer && parse_pair(value, ',', &a, &b)) {
        lay_out(view);
        a /= view->layout.zoom;
        b /= view->layout.zoom;
        const int button = !strcmp(name, "right") ? 3 : 1;
        take_pointer(view, JW_INPUT_MOVE, a, b, button);
        if (strcmp(name, "hover") != 0) {
            take_pointer(view, JW_INPUT_PRESS, a, b, button);
        }
        if (!strcmp(name, "click")) {
            take_pointer(view, JW_INPUT_RELEASE, a, b, button);
        }
        return true;
    }
    return false;
}

static bool write_picture(View *view, const char *path) {
    const int w = (int)lrint(view->width * view->scale);
    const int h = (int)lrint(view->height * view->scale);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_t *cr = cairo_create(image);
    lay_out(view);
    jw_cairo_canvas_aim(view->canvas, cr);
    jw_window_draw(view->canvas, &view->model, &view->layout, view->scale, JW_PART_ALL);
    const bool good = cairo_status(cr) == CAIRO_STATUS_SUCCESS &&
                      cairo_surface_write_to_png(image, path) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cr);
    cairo_surface_destroy(image);
    return good;
}

int main(int argc, char **argv) {
    static View view = {.width = 960.0, .height = 600.0, .scale = 1.0};
    JwScene scene = {.seconds = 4.0};
    double after_ms = 0.0;
    JwError error = {0};
    if (argc < 5 || argc % 2 == 0 || !jw_integer_parse(argv[2], -1, 127, &scene.key) ||
        !jw_number_parse(argv[3], &after_ms) || !(after_ms >= 0.0 && after_ms <= 1e5)) {
        fprintf(stderr, "usage: window_picture PATCH KEY AFTER_MS OUT.png [OPTION VALUE]...\n");
        return 2;
    }
    scene.patch = argv[1];
    scene.after_s = 1e-3 * after_ms;
    scene.seconds = fmax(scene.seconds, scene.key < 0 ? 8.0 + scene.after_s : 0.0);
    view.canvas = jw_cairo_canvas_new(NULL);
    if (!view.canvas || !jw_scene_fill(&scene, &view.model, &error)) {
        jw_line_print(stderr, "window_picture: %s", error.text);
        jw_cairo_canvas_free(view.canvas);
        return 1;
    }
    bool good = true;
    for (int i = 5; i + 1 < argc && good; i += 2) {
        good = take_option(&view, argv[i], argv[i + 1]);
        if (!good) {
            jw_line_print(stderr, "window_picture: no such option: %s %s", argv[i], argv[i + 1]);
        }
    }
    if (good && !write_picture(&view, argv[4])) {
        jw_line_print(stderr, "window_picture: %s: cannot be written", argv[4]);
        good = false;
    }
    jw_cairo_canvas_free(view.canvas);
    return good ? 0 : 1;
}
