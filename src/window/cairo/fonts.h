// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fonts of the window: Inter if installed, otherwise the system's sans, in two weights and three
// sizes. For characters that it lacks, fontconfig finds a font for each whole run of text. Scripts
// that need shaping are shaped.
//
// Texts are UTF-8. All digits have the width of the zero. Sizes are logical pixels and do not
// depend on the zoom: metrics are not rounded.

#ifndef JW_CAIRO_FONTS_H
#define JW_CAIRO_FONTS_H

#include "window/draw/canvas.h"

#include <cairo.h>

typedef struct JwFonts JwFonts;

/// Finds the fonts; family NULL: Inter. Returns NULL if there is no font at all, or memory is
/// short. [any]
JwFonts *jw_fonts_new(const char *family);

/// Frees them; accepts NULL. [any]
void jw_fonts_free(JwFonts *fonts);

/// Width of n bytes of text [px]. [any]
double jw_fonts_width(JwFonts *fonts, JwType type, const char *text, size_t n);

/// Draws n bytes of text on a base line from x, in the present colour. [any]
void jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                   const char *text, size_t n);

/// A placed glyph of a text.
typedef struct {
    const char *file; ///< File of its font
    int face;         ///< Number of the font; 0: the window's own
    uint32_t glyph;   ///< Number in the font; 0: the font lacks it
    double x, y;      ///< Position right of the text's start and below the base line [px]
} JwPlacedGlyph;

/// Writes the glyphs of n bytes of text in drawing order, at most `most`; returns their full
/// number. For tests. [any]
int jw_fonts_place(JwFonts *fonts, JwType type, const char *text, size_t n, JwPlacedGlyph *to,
                   int most);

/// True if the fonts have glyphs for all characters of a text. [any]
bool jw_fonts_has(JwFonts *fonts, const char *text);

#endif // JW_CAIRO_FONTS_H
