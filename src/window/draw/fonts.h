// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fonts of the window: Inter if it is installed, else the system's sans, in two weights and three
// sizes; what it lacks comes from fonts that fontconfig finds for a character.
//
// Texts are UTF-8. Sharp and flat are drawn, digits stand in cells of the zero's width. Sizes are
// logical pixels, whatever the zoom: metrics are not rounded.

#ifndef JW_WINDOW_FONTS_H
#define JW_WINDOW_FONTS_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    JW_TYPE_SMALL, ///< 11 px
    JW_TYPE_BODY,  ///< 13 px
    JW_TYPE_LARGE, ///< 20 px: what sounds
    JW_N_TYPE_SIZES,
    JW_TYPE_SIZE = 3,
    JW_TYPE_BOLD = 4, ///< Added to a size: SemiBold
    JW_TYPE_SMALL_BOLD = JW_TYPE_BOLD,
    JW_TYPE_BODY_BOLD = JW_TYPE_BOLD + JW_TYPE_BODY,
    JW_TYPE_LARGE_BOLD = JW_TYPE_BOLD + JW_TYPE_LARGE,
} JwType;

typedef struct JwFonts JwFonts;

/// Finds the fonts; family NULL: Inter. NULL if there is no font at all, or memory is short. [any]
JwFonts *jw_fonts_new(const char *family);

/// Frees them; accepts NULL. [any]
void jw_fonts_free(JwFonts *fonts);

/// Size of a type [px]. [any]
double jw_type_px(JwType type);

/// Width of a text [px]. [any]
double jw_fonts_width(JwFonts *fonts, JwType type, const char *text);

/// Number of bytes of a text that fit into a width, beside the "..." that follows if it is not all
/// of it; sets *width to the width with that. [any]
size_t jw_fonts_fit(JwFonts *fonts, JwType type, const char *text, double most, double *width);

/// Draws the first n bytes of a text from x on, on a base line, in the colour that is set; with the
/// "..." if `more`. Returns the x after it. [any]
double jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                     const char *text, size_t n, bool more);

/// True if some font has a glyph for every character of a text. [any]
bool jw_fonts_has(JwFonts *fonts, const char *text);

#endif // JW_WINDOW_FONTS_H
