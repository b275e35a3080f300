// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/cairo/cairo_canvas.h"

#include <stdlib.h>

typedef struct {
    JwCanvas canvas; ///< First, so that a JwCanvas * points to this struct
    cairo_t *cr;
    JwFonts *fonts;
} CairoCanvas;

static cairo_t *cr_of(JwCanvas *c) {
    return ((CairoCanvas *)(void *)c)->cr;
}

static JwFonts *fonts_of(JwCanvas *c) {
    return ((CairoCanvas *)(void *)c)->fonts;
}

/********* State *********/

static void save(JwCanvas *c) {
    cairo_save(cr_of(c));
}

static void restore(JwCanvas *c) {
    cairo_restore(cr_of(c));
}

static void translate(JwCanvas *c, double x, double y) {
    cairo_translate(cr_of(c), x, y);
}

static void scale_by(JwCanvas *c, double by) {
    cairo_scale(cr_of(c), by, by);
}

static void ink(JwCanvas *c, double r, double g, double b, double alpha) {
    cairo_set_source_rgba(cr_of(c), r, g, b, alpha);
}

static void width(JwCanvas *c, double px) {
    cairo_set_line_width(cr_of(c), px);
}

static void dash(JwCanvas *c, const double *px, int n) {
    cairo_set_dash(cr_of(c), px, n, 0.0);
}

static void cap(JwCanvas *c, bool round) {
    cairo_set_line_cap(cr_of(c), round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
}

static void join(JwCanvas *c, bool round) {
    cairo_set_line_join(cr_of(c), round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

/********* Paths *********/

static void begin_path(JwCanvas *c) {
    cairo_new_path(cr_of(c));
}

static void move(JwCanvas *c, double x, double y) {
    cairo_move_to(cr_of(c), x, y);
}

static void line(JwCanvas *c, double x, double y) {
    cairo_line_to(cr_of(c), x, y);
}

static void curve(JwCanvas *c, double x1, double y1, double x2, double y2, double x, double y) {
    cairo_curve_to(cr_of(c), x1, y1, x2, y2, x, y);
}

static void arc(JwCanvas *c, double x, double y, double radius, double from, double to, bool back) {
    (back ? cairo_arc_negative : cairo_arc)(cr_of(c), x, y, radius, from, to);
}

static void rectangle(JwCanvas *c, double x, double y, double w, double h) {
    cairo_rectangle(cr_of(c), x, y, w, h);
}

static void close_path(JwCanvas *c) {
    cairo_close_path(cr_of(c));
}

static void fill_path(JwCanvas *c) {
    cairo_fill(cr_of(c));
}

static void stroke(JwCanvas *c) {
    cairo_stroke(cr_of(c));
}

static void clip(JwCanvas *c) {
    cairo_clip(cr_of(c));
}

/********* Pictures *********/

/// Surface over pixels with another owner, which cairo only reads; NULL if memory is short.
static cairo_surface_t *surface_over(const void *pixel, cairo_format_t format, int w, int h,
                                     int stride) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)(uintptr_t)pixel, format, w, h, stride);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return NULL;
    }
    return surface;
}

static void free_surface(cairo_surface_t *surface) {
    cairo_surface_finish(surface); // The pixels may be freed now
    cairo_surface_destroy(surface);
}

static void image(JwCanvas *c, const uint32_t *pixel, int w, int h) {
    cairo_t *cr = cr_of(c);
    cairo_surface_t *surface = surface_over(pixel, CAIRO_FORMAT_RGB24, w, h, 4 * w);
    if (surface) {
        cairo_save(cr);
        cairo_set_source_surface(cr, surface, 0.0, 0.0);
        cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
        cairo_paint(cr);
        cairo_restore(cr);
        free_surface(surface);
    }
}

static void mask(JwCanvas *c, const uint8_t *pixel, int w, int h, int stride) {
    cairo_surface_t *surface = surface_over(pixel, CAIRO_FORMAT_A8, w, h, stride);
    if (surface) {
        cairo_mask_surface(cr_of(c), surface, 0.0, 0.0);
        free_surface(surface);
    }
}

/********* Texts *********/

static void show_text(JwCanvas *c, JwType type, double x, double base, const char *text, size_t n) {
    jw_fonts_draw(fonts_of(c), cr_of(c), type, x, base, text, n);
}

static double text_width(JwCanvas *c, JwType type, const char *text, size_t n) {
    return jw_fonts_width(fonts_of(c), type, text, n);
}

/********* Made and freed *********/

JwCanvas *jw_cairo_canvas_new(const char *family) {
    CairoCanvas *c = malloc(sizeof *c);
    JwFonts *fonts = jw_fonts_new(family);
    if (!c || !fonts) {
        jw_fonts_free(fonts);
        free(c);
        return NULL;
    }
    *c = (CairoCanvas){
        .canvas = {.save = save,
                   .restore = restore,
                   .translate = translate,
                   .scale = scale_by,
                   .begin = begin_path,
                   .move = move,
                   .line = line,
                   .curve = curve,
                   .arc = arc,
                   .rectangle = rectangle,
                   .close = close_path,
                   .fill = fill_path,
                   .stroke = stroke,
                   .clip = clip,
                   .ink = ink,
                   .width = width,
                   .dash = dash,
                   .cap = cap,
                   .join = join,
                   .image = image,
                   .mask = mask,
                   .text = show_text,
                   .text_width = text_width},
        .fonts = fonts,
    };
    return &c->canvas;
}

void jw_cairo_canvas_aim(JwCanvas *canvas, cairo_t *cr) {
    ((CairoCanvas *)(void *)canvas)->cr = cr;
}

JwFonts *jw_cairo_canvas_fonts(JwCanvas *canvas) {
    return fonts_of(canvas);
}

void jw_cairo_canvas_free(JwCanvas *canvas) {
    if (canvas) {
        jw_fonts_free(fonts_of(canvas));
        free(canvas);
    }
}
