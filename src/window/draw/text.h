// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts on a canvas: draws sharps and flats, which fonts lack, and shortens texts with "...".
//
// Texts are UTF-8. Sizes are logical pixels and do not depend on the zoom: metrics are not rounded.

#ifndef JW_WINDOW_TEXT_H
#define JW_WINDOW_TEXT_H

#include "window/draw/canvas.h"

/// Width of a text [px]. [any]
double jw_text_width(JwCanvas *canvas, JwType type, const char *text);

/// Number of bytes of a text that fit into a width, with "..." if it is shortened; sets *width to
/// the total width. [any]
size_t jw_text_fit(JwCanvas *canvas, JwType type, const char *text, double most, double *width);

/// Draws the first n bytes of a text from x on the base line y = `base`, in the present ink; `more`
/// appends "...". [any]
void jw_text_draw(JwCanvas *canvas, JwType type, double x, double base, const char *text, size_t n,
                  bool more);

#endif // JW_WINDOW_TEXT_H
