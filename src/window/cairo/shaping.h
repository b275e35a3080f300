// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shaping by HarfBuzz: splits texts whose characters and glyphs do not correspond one to one, such
// as those in Indian scripts, into runs of one script and one face. Results are cached, because a
// window draws the same texts in each frame. Right-to-left scripts are ordered only within a run.

#ifndef JW_CAIRO_SHAPING_H
#define JW_CAIRO_SHAPING_H

#include "window/cairo/faces.h"

#include <stddef.h>

/// A glyph and its position [em], relative to the text's start on the base line.
typedef struct {
    uint32_t glyph;
    int face;
    double x, y; ///< y grows downward
} JwShapedGlyph;

typedef struct {
    int n;
    JwShapedGlyph *glyph; ///< From left to right
    double width;         ///< [em]
    bool lacks;           ///< True if no face has all of the text
} JwShaped;

typedef struct JwShaping JwShaping;

/// Creates an empty cache; NULL if memory is short. [any]
JwShaping *jw_shaping_new(void);

/// Frees it; accepts NULL. [any]
void jw_shaping_free(JwShaping *shaping);

/// Shapes n bytes of UTF-8 with the faces of a weight; `weight` is part of the cache key. The
/// result is valid until the next call; NULL if memory is short. [any]
const JwShaped *jw_shaping_do(JwShaping *shaping, JwFaces *faces, int weight, const char *text,
                              size_t n);

#endif // JW_CAIRO_SHAPING_H
