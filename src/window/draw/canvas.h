// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Canvas: the struct of functions that draw the window. The drawing code calls only these, so that
// cairo, a recorder or a browser's canvas can implement them.
//
// The unit is a logical pixel, y points down, and angles [rad] grow from x towards y. save() keeps
// transformation, clip, ink, width, dash, cap and join, but not the path: begin() clears the path,
// and fill(), stroke() and clip() leave it undefined. Only one thread at a time may use a canvas.

#ifndef JW_WINDOW_CANVAS_H
#define JW_WINDOW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JW_TYPE_SMALL, ///< 11 px
    JW_TYPE_BODY,  ///< 13 px
    JW_TYPE_LARGE, ///< 20 px: the sounding note
    JW_N_TYPE_SIZES,
    JW_TYPE_SIZE = 3,
    JW_TYPE_BOLD = 4, ///< Added to a size: SemiBold
    JW_TYPE_SMALL_BOLD = JW_TYPE_BOLD,
    JW_TYPE_BODY_BOLD = JW_TYPE_BOLD + JW_TYPE_BODY,
    JW_TYPE_LARGE_BOLD = JW_TYPE_BOLD + JW_TYPE_LARGE,
} JwType;

typedef struct JwCanvas JwCanvas;

struct JwCanvas {
    void (*save)(JwCanvas *c);
    void (*restore)(JwCanvas *c);
    void (*translate)(JwCanvas *c, double x, double y);
    void (*scale)(JwCanvas *c, double by);

    void (*begin)(JwCanvas *c);
    void (*move)(JwCanvas *c, double x, double y);
    /// Line from the path's end; starts an empty path at x, y
    void (*line)(JwCanvas *c, double x, double y);
    /// Cubic Bezier curve from the path's end
    void (*curve)(JwCanvas *c, double x1, double y1, double x2, double y2, double x, double y);
    /// Arc, after a line from the path's end if any; `back`: towards smaller angles
    void (*arc)(JwCanvas *c, double x, double y, double radius, double from, double to, bool back);
    void (*rectangle)(JwCanvas *c, double x, double y, double w, double h);
    void (*close)(JwCanvas *c);

    void (*fill)(JwCanvas *c);
    void (*stroke)(JwCanvas *c);
    /// Intersects the clip with the inside of the path
    void (*clip)(JwCanvas *c);

    /// Colour of all following drawing, each component 0 to 1
    void (*ink)(JwCanvas *c, double r, double g, double b, double alpha);
    void (*width)(JwCanvas *c, double px);
    /// Alternating lengths of dashes and gaps [px]; n = 0: a solid line
    void (*dash)(JwCanvas *c, const double *px, int n);
    /// Line ends and corners: round, or butt and mitred
    void (*cap)(JwCanvas *c, bool round);
    void (*join)(JwCanvas *c, bool round);

    /// Image of w x h pixels (0xXXRRGGBB), one unit each, with its corner at the origin
    void (*image)(JwCanvas *c, const uint32_t *pixel, int w, int h);
    /// Paints the ink through a mask of w x h opacities (0 to 255), placed like image(). A row
    /// takes `stride` bytes, a multiple of 4; the first address is a multiple of 4, too
    void (*mask)(JwCanvas *c, const uint8_t *pixel, int w, int h, int stride);

    /// Draws n bytes of UTF-8 in the ink, from x on the base line y = `base`. All digits have the
    /// width of the zero; no kerning
    void (*text)(JwCanvas *c, JwType type, double x, double base, const char *text, size_t n);
    /// Width of that text before transformation [px]. May be called at any time
    double (*text_width)(JwCanvas *c, JwType type, const char *text, size_t n);
};

/// Size of a type [px]. [any]
double jw_type_px(JwType type);

#endif // JW_WINDOW_CANVAS_H
