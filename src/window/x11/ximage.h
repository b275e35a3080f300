// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Picture of a window: a cairo image that goes to the X server through shared memory, or through
// the connection where there is none.

#ifndef JW_X11_XIMAGE_H
#define JW_X11_XIMAGE_H

#include "window/x11/xdisplay.h"

#include <cairo.h>
#include <stdint.h>
#include <xcb/shm.h>

/// Pixels as the server has them.
typedef struct {
    uint8_t depth;
    int bits;           ///< Of a pixel
    int pad;            ///< Bits of which a row has a whole number
    bool big_end_first; ///< Order of a pixel's bytes
    uint32_t red, green, blue;
} JwXPixels;

typedef struct {
    JwXDisplay *display;
    xcb_window_t window;
    JwXPixels pixels;
    xcb_gcontext_t gc;
    int width, height;        ///< Pixels; 0: there is no picture
    cairo_surface_t *surface; ///< What is drawn on
    uint8_t *data;            ///< What the server gets: the surface's memory, unless pixels differ
    int stride;               ///< Bytes from row to row of that
    xcb_shm_seg_t segment;    ///< 0: memory is not shared
    uint8_t shm_event;        ///< Number of the event by which the server says that it has read
    uint8_t shm_major;        ///< Number of the requests that share memory
    bool may_share;           ///< False once the server cannot share memory
    bool same;                ///< True if surface and data are the same memory
    bool taken;               ///< True until the server has read: nothing may be drawn
    xcb_atom_t read;          ///< Property whose change says that, where memory is not shared
} JwXImage;

/// Finds out how a visual's pixels are; false if it has no colours to mix. [main]
bool jw_xpixels_find(JwXPixels *pixels, const JwXDisplay *display, const xcb_screen_t *screen);

/// Makes an image without a size, for a window of such pixels. [main]
void jw_ximage_init(JwXImage *i, JwXDisplay *display, xcb_window_t window, const JwXPixels *pixels);

/// Frees it. [main]
void jw_ximage_clear(JwXImage *i);

/// Gives it a size, its content gone; false if memory is short. [main]
bool jw_ximage_resize(JwXImage *i, int width, int height);

/// Sends it to the window, which has to be told of changed properties. [main]
void jw_ximage_put(JwXImage *i);

/// Takes an event that says that the server has read; false if it is another one. [main]
bool jw_ximage_take(JwXImage *i, const xcb_generic_event_t *event);

/// Takes an error; true if the server refused the memory, so that the picture is lost and has to be
/// made anew. [main]
bool jw_ximage_fail(JwXImage *i, const xcb_generic_error_t *error);

#endif // JW_X11_XIMAGE_H
