// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Canvas: what the window is drawn on, as a struct of functions. Drawing calls these alone and no
// library, so that cairo, a recorder or a browser's canvas can stand behind them.
//
// The unit is a logical pixel, y grows downward, angles [rad] grow from x towards y. State is what
// save() keeps: transformation, clip, ink, width, dash, cap and join. A path is no part of it:
// begin() empties the path, and fill(), stroke() and clip() leave it undefined. A canvas is of one
// thread.

#ifndef JW_WINDOW_CANVAS_H
#define JW_WINDOW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

typedef struct JwCanvas JwCanvas;

struct JwCanvas {
    void (*save)(JwCanvas *c);
    void (*restore)(JwCanvas *c);
    void (*translate)(JwCanvas *c, double x, double y);
    void (*scale)(JwCanvas *c, double by);

    void (*begin)(JwCanvas *c);
    void (*move)(JwCanvas *c, double x, double y);
    /// Line from the path's end; begins at x, y where there is none
    void (*line)(JwCanvas *c, double x, double y);
    /// Cubic Bezier curve from the path's end
    void (*curve)(JwCanvas *c, double x1, double y1, double x2, double y2, double x, double y);
    /// Arc, after a line from the path's end if there is one; `back`: towards smaller angles
    void (*arc)(JwCanvas *c, double x, double y, double radius, double from, double to, bool back);
    void (*rectangle)(JwCanvas *c, double x, double y, double w, double h);
    void (*close)(JwCanvas *c);

    void (*fill)(JwCanvas *c);
    void (*stroke)(JwCanvas *c);
    /// Leaves of the clip what is inside the path
    void (*clip)(JwCanvas *c);

    /// Colour of what is drawn next, each part from 0 to 1
    void (*ink)(JwCanvas *c, double r, double g, double b, double alpha);
    void (*width)(JwCanvas *c, double px);
    /// Lengths of dashes and gaps in turn [px]; n = 0: no dashes
    void (*dash)(JwCanvas *c, const double *px, int n);
    /// Ends and corners of lines: round, or butt and mitred
    void (*cap)(JwCanvas *c, bool round);
    void (*join)(JwCanvas *c, bool round);

    /// Picture of w x h pixels (0xXXRRGGBB), one unit each, from the origin on
    void (*image)(JwCanvas *c, const uint32_t *pixel, int w, int h);
    /// The ink through a mask of w x h pixels (0 to 255), as image(); a row of them takes `stride`
    /// bytes, a multiple of 4, at an address that is one
    void (*mask)(JwCanvas *c, const uint8_t *pixel, int w, int h, int stride);

    /// Shows n bytes of UTF-8 in the ink from x on, on a base line. Digits stand in cells of the
    /// zero's width, kerning is off
    void (*text)(JwCanvas *c, JwType type, double x, double base, const char *text, size_t n);
    /// Width of that [px], whatever the transformation. Can be asked while nothing is drawn
    double (*text_width)(JwCanvas *c, JwType type, const char *text, size_t n);
};

/// Size of a type [px]. [any]
double jw_type_px(JwType type);

#endif // JW_WINDOW_CANVAS_H
