// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fonts of the window: Inter if it is installed, else the system's sans, in two weights and three
// sizes; what it lacks comes from fonts that fontconfig finds for a character.
//
// Texts are UTF-8. Digits stand in cells of the zero's width. Sizes are logical pixels, whatever
// the zoom: metrics are not rounded.

#ifndef JW_CAIRO_FONTS_H
#define JW_CAIRO_FONTS_H

#include "window/draw/canvas.h"

#include <cairo.h>

typedef struct JwFonts JwFonts;

/// Finds the fonts; family NULL: Inter. NULL if there is no font at all, or memory is short. [any]
JwFonts *jw_fonts_new(const char *family);

/// Frees them; accepts NULL. [any]
void jw_fonts_free(JwFonts *fonts);

/// Width of n bytes of a text [px]. [any]
double jw_fonts_width(JwFonts *fonts, JwType type, const char *text, size_t n);

/// Draws n bytes of a text from x on, on a base line, in the colour that is set. [any]
void jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                   const char *text, size_t n);

/// True if some font has a glyph for every character of a text. [any]
bool jw_fonts_has(JwFonts *fonts, const char *text);

#endif // JW_CAIRO_FONTS_H
