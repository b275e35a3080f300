// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Picture of a window: a cairo image that goes to the X server through shared memory, or through
// the connection where there is none.

#ifndef JW_X11_XIMAGE_H
#define JW_X11_XIMAGE_H

#include "x11/xdisplay.h"

#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <cairo.h>

typedef struct {
    JwXDisplay *display;
    Window window;
    Visual *visual;
    int depth;
    GC gc;
    int width, height;        ///< Pixels; 0: there is no picture
    cairo_surface_t *surface; ///< What is drawn on
    XImage *image;            ///< What the server gets: the same memory, unless its pixels differ
    XShmSegmentInfo segment;
    bool may_share; ///< False once the server cannot share memory
    bool shared;
    bool same;  ///< True if surface and image are the same memory
    bool taken; ///< True until the server has read: nothing may be drawn
    Atom read;  ///< Property whose change says that, where memory is not shared
} JwXImage;

/// Makes an image without a size, for a window of that visual. [main]
void jw_ximage_init(JwXImage *i, JwXDisplay *display, Window window, Visual *visual, int depth);

/// Frees it. [main]
void jw_ximage_clear(JwXImage *i);

/// Gives it a size, its content gone; false if memory is short. [main]
bool jw_ximage_resize(JwXImage *i, int width, int height);

/// Sends a rectangle to the window, which has to be told of changed properties. [main]
void jw_ximage_put(JwXImage *i, int x, int y, int width, int height);

/// Takes an event that says that the server has read; false if it is another one. [main]
bool jw_ximage_take(JwXImage *i, const XEvent *event);

#endif // JW_X11_XIMAGE_H
