// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The canvas: each page is drawn by cairo, and recorded and then repeated on cairo; both pictures
// are equal bit by bit, and the recorded calls obey the rules of canvas.h.

#include "recorder.h"
#include "sample.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

static JwWindowModel model;
static JwLayout layout;
static long n_ops, n_of[N_OPS];

static cairo_surface_t *surface_of(double width, double height, double scale) {
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lrint(width * scale),
                                      (int)lrint(height * scale));
}

static bool is_same(cairo_surface_t *a, cairo_surface_t *b) {
    cairo_surface_flush(a);
    cairo_surface_flush(b);
    const size_t size =
        (size_t)cairo_image_surface_get_stride(a) * (size_t)cairo_image_surface_get_height(a);
    return !memcmp(cairo_image_surface_get_data(a), cairo_image_surface_get_data(b), size);
}

static void replay(const Recorder *r, JwCanvas *canvas, cairo_surface_t *to, int left_out) {
    cairo_t *cr = cairo_create(to);
    jw_cairo_canvas_aim(canvas, cr);
    recorder_replay(r, canvas, left_out);
    check(cairo_status(cr) == CAIRO_STATUS_SUCCESS, "cairo: %s",
          cairo_status_to_string(cairo_status(cr)));
    cairo_destroy(cr);
}

static void test_picture(JwCanvas *canvas, double width, double height, double scale,
                         const char *name) {
    Recorder r;
    int at = 0;
    cairo_surface_t *own = surface_of(width, height, scale);
    cairo_surface_t *again = surface_of(width, height, scale);
    cairo_t *cr = cairo_create(own);
    jw_layout_make(&layout, &model, canvas, width, height);
    jw_cairo_canvas_aim(canvas, cr);
    jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
    jw_window_draw(canvas, &model, &layout, scale, JW_PART_STRING | JW_PART_SOUND);
    cairo_destroy(cr);
    recorder_init(&r, canvas);
    jw_window_draw(&r.canvas, &model, &layout, scale, JW_PART_ALL);
    jw_window_draw(&r.canvas, &model, &layout, scale, JW_PART_STRING | JW_PART_SOUND);
    replay(&r, canvas, again, -1);
    check(is_same(own, again), "%s, page %d, %g x %g at %g: %d operations", name,
          (int)model.hand.page, width, height, scale, r.n);
    const char *fault = recorder_fault(&r, &at);
    check(!fault, "%s, page %d, operation %d: %s", name, (int)model.hand.page, at, fault);
    n_ops += r.n;
    for (int i = 0; i < r.n; ++i) {
        ++n_of[r.op[i].kind];
    }
    recorder_free(&r);
    cairo_surface_destroy(own);
    cairo_surface_destroy(again);
}

static void test_pages(JwCanvas *canvas, void (*fill)(JwWindowModel *), const char *name) {
    static const double sizes[][3] = {{960, 600, 1}, {600, 400, 1.5}, {300, 200, 2}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; ++s) {
        for (int page = 0; page < JW_WINDOW_N_PAGES; ++page) {
            fill(&model);
            model.hand.page = (JwWindowPage)page;
            model.theme = page % 2 ? JW_WINDOW_LIGHT : JW_WINDOW_DARK;
            test_picture(canvas, sizes[s][0], sizes[s][1], sizes[s][2], name);
        }
        // Energies, the pen at work, a menu, what is typed
        fill(&model);
        model.hand.energy_open = true;
        jw_pen_begin(&model.pen, model.bridge.x_m, model.bridge.now_m, model.bridge.n, 9);
        model.hand.pen_open = true;
        model.hand.hover = (JwWindowTarget){JW_E_PEN_POINT, 2};
        test_picture(canvas, sizes[s][0], sizes[s][1], sizes[s][2], "energies and pen");
        fill(&model);
        model.hand.menu = (JwWindowTarget){JW_E_HERO_NAME, 0};
        test_picture(canvas, sizes[s][0], sizes[s][1], sizes[s][2], "menu");
    }
}

/// A record without one of its operations gives another picture: the comparison can fail.
static void test_comparison(JwCanvas *canvas) {
    Recorder r;
    cairo_surface_t *all = surface_of(960, 600, 1.0);
    cairo_surface_t *less = surface_of(960, 600, 1.0);
    sample_sitar(&model);
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    recorder_init(&r, canvas);
    jw_window_draw(&r.canvas, &model, &layout, 1.0, JW_PART_ALL);
    replay(&r, canvas, all, -1);
    static const OpKind kinds[] = {OP_FILL, OP_STROKE, OP_IMAGE, OP_MASK, OP_TEXT};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k) {
        int last = r.n - 1;
        while (last >= 0 && r.op[last].kind != kinds[k]) {
            --last;
        }
        replay(&r, canvas, less, last);
        check(last >= 0 && !is_same(all, less), "without operation %d, of kind %d", last,
              (int)kinds[k]);
    }
    recorder_free(&r);
    cairo_surface_destroy(all);
    cairo_surface_destroy(less);
}

/********* Single operations *********/

static void check_op(const Recorder *r, int i, OpKind kind, double a, double b, double c,
                     double d) {
    const double v[4] = {a, b, c, d};
    double off = 0.0;
    for (int k = 0; k < 4 && i < r->n; ++k) {
        off = fmax(off, fabs(r->op[i].v[k] - v[k]));
    }
    check(i < r->n && r->op[i].kind == kind && off < 1e-9, "operation %d is %d: off by %g", i,
          (int)kind, off);
}

/// Recorded calls of widgets, without cairo: a rectangle on whole pixels, a text in pieces.
static void test_widgets(void) {
    Recorder r;
    recorder_init(&r, NULL);
    sample_sitar(&model);
    JwPainter p = {.canvas = &r.canvas,
                   .model = &model,
                   .layout = &layout,
                   .theme = jw_theme(JW_WINDOW_DARK),
                   .scale = 2.0};
    const JwColour ink = p.theme->ink[JW_INK_TEXT];
    jw_paint_rect(&p, jw_rect(1.2, 2.3, 4.0, 5.0), JW_INK_TEXT);
    check_op(&r, 0, OP_INK, ink.r, ink.g, ink.b, 1.0);
    check_op(&r, 1, OP_BEGIN, 0.0, 0.0, 0.0, 0.0);
    check_op(&r, 2, OP_RECTANGLE, 1.0, 2.5, 4.0, 5.0);
    check_op(&r, 3, OP_FILL, 0.0, 0.0, 0.0, 0.0);
    recorder_free(&r);
    // "F", a drawn sharp of 0.49 of 20 px, "3": each byte is 10 px wide
    jw_text_draw(&r.canvas, JW_TYPE_LARGE, 5.0, 30.0, "F\u266F3", 5, false);
    check_op(&r, 0, OP_SAVE, 0.0, 0.0, 0.0, 0.0);
    check_op(&r, 1, OP_TRANSLATE, 15.0, 30.0, 0.0, 0.0);
    check_op(&r, r.n - 2, OP_TEXT, 5.0, 30.0, 0.0, 0.0);
    check_op(&r, r.n - 1, OP_TEXT, 24.8, 30.0, 0.0, 0.0);
    check(r.n > 2 && !strcmp(r.op[r.n - 2].data, "F") && !strcmp(r.op[r.n - 1].data, "3"),
          "the letters about the sharp");
    check_between(jw_text_width(&r.canvas, JW_TYPE_LARGE, "F\u266F3"), 29.8 - 1e-9, 29.8 + 1e-9,
                  "their width [px]");
    recorder_free(&r);
    // Twelve bytes are 78 px; in 60 px there is room for the dots (19.5) and six bytes (39)
    double width;
    check(jw_text_fit(&r.canvas, JW_TYPE_BODY, "sa re ga ma ", 60.0, &width) == 5 &&
              fabs(width - 52.0) < 1e-9,
          "no blank before the dots: %g px", width);
    jw_text_draw(&r.canvas, JW_TYPE_BODY, 0.0, 0.0, "sa re ga", 5, true);
    check(r.n == 1 && !strcmp(r.op[0].data, "sa re\u2026"), "the dots are part of the text");
    recorder_free(&r);
}

int main(void) {
    JwCanvas *canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    test_widgets();
    test_pages(canvas, sample_sitar, "sitar");
    test_pages(canvas, sample_tanpura, "tanpura");
    test_pages(canvas, sample_crowd, "crowd");
    test_comparison(canvas);
    for (int i = 0; i < N_OPS; ++i) {
        check(n_of[i] > 0 || i == OP_CURVE, "operation %d is drawn with: %ld times", i, n_of[i]);
    }
    printf("%ld operations in all\n", n_ops);
    jw_cairo_canvas_free(canvas);
    return check_result();
}
