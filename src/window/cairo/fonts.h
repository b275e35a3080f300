// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fonts of the window: Inter if it is installed, else the system's sans, in two weights and three
// sizes. Characters that it lacks come from fonts that fontconfig finds for a whole run of text.
// Scripts that need shaping are shaped.
//
// Texts are UTF-8. All digits are as wide as the zero. Sizes are logical pixels and do not depend
// on the zoom: metrics are not rounded.

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

/// A glyph of a laid-out text.
typedef struct {
    const char *file; ///< The font's
    int face;         ///< Number of the font; 0: the window's own
    uint32_t glyph;   ///< Number in the font; 0: it has none
    double x, y;      ///< Distance right of the text's start, and below the base line [px]
} JwPlacedGlyph;

/// Writes at most `most` glyphs of n bytes of a text, in drawing order; returns the number that the
/// text has. For tests. [any]
int jw_fonts_place(JwFonts *fonts, JwType type, const char *text, size_t n, JwPlacedGlyph *to,
                   int most);

/// True if some font has a glyph for every character of a text. [any]
bool jw_fonts_has(JwFonts *fonts, const char *text);

#endif // JW_CAIRO_FONTS_H
