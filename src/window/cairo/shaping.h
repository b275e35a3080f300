// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shaping by HarfBuzz: turns texts whose characters and glyphs do not correspond one to one, such
// as those in Indian scripts, into runs of one script and one face. Results are cached, since a
// window draws the same texts in every frame. Runs of right-to-left scripts are ordered within
// themselves only.

#ifndef JW_CAIRO_SHAPING_H
#define JW_CAIRO_SHAPING_H

#include "window/cairo/faces.h"

#include <stddef.h>

/// A glyph and its place [em], measured from the start of the text on the base line.
typedef struct {
    uint32_t glyph;
    int face;
    double x, y; ///< y grows downward
} JwShapedGlyph;

typedef struct {
    int n;
    JwShapedGlyph *glyph; ///< From left to right
    double width;         ///< [em]
    bool lacks;           ///< True if no face has all of it
} JwShaped;

typedef struct JwShaping JwShaping;

/// Makes an empty cache; NULL if memory is short. [any]
JwShaping *jw_shaping_new(void);

/// Frees it; accepts NULL. [any]
void jw_shaping_free(JwShaping *shaping);

/// Shapes n bytes of UTF-8 in the faces of a weight; `weight` is part of the cache's key. The
/// result is valid until the next call; NULL if memory is short. [any]
const JwShaped *jw_shaping_do(JwShaping *shaping, JwFaces *faces, int weight, const char *text,
                              size_t n);

#endif // JW_CAIRO_SHAPING_H
