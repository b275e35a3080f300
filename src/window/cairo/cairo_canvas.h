// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Canvas on cairo, with fonts found by fontconfig.
//
//     JwCanvas *canvas = jw_cairo_canvas_new(NULL);
//     jw_cairo_canvas_aim(canvas, cr);
//     jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
//     jw_cairo_canvas_free(canvas);

#ifndef JW_WINDOW_CAIRO_CANVAS_H
#define JW_WINDOW_CAIRO_CANVAS_H

#include "window/cairo/fonts.h"

/// Creates a canvas; family NULL: Inter. Returns NULL if there is no font at all, or memory is
/// short. Texts can be measured at once. [any]
JwCanvas *jw_cairo_canvas_new(const char *family);

/// Sets the context for all following drawing; it must outlive that drawing. [any]
void jw_cairo_canvas_aim(JwCanvas *canvas, cairo_t *cr);

/// The fonts of its texts. [any]
JwFonts *jw_cairo_canvas_fonts(JwCanvas *canvas);

/// Frees it; accepts NULL. [any]
void jw_cairo_canvas_free(JwCanvas *canvas);

#endif // JW_WINDOW_CAIRO_CANVAS_H
