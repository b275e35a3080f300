// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Picture of a window: a cairo image, sent to the X server through shared memory if possible,
// otherwise through the connection.

#ifndef JW_X11_XIMAGE_H
#define JW_X11_XIMAGE_H

#include "window/x11/xdisplay.h"

#include <cairo.h>
#include <stdint.h>
#include <xcb/shm.h>

/// Pixel format of the server.
typedef struct {
    uint8_t depth;
    int bits;           ///< Bits per pixel
    int pad;            ///< Bits that a row's length is a multiple of
    bool big_end_first; ///< Byte order of a pixel
    uint32_t red, green, blue;
} JwXPixels;

typedef struct {
    JwXDisplay *display;
    xcb_window_t window;
    JwXPixels pixels;
    xcb_gcontext_t gc;
    int width, height;        ///< Pixels; 0: no picture
    cairo_surface_t *surface; ///< Surface to draw on
    uint8_t *data;            ///< Data for the server: the surface's memory, unless formats differ
    int stride;               ///< Bytes per row of `data`
    xcb_shm_seg_t segment;    ///< 0: memory is not shared
    uint8_t shm_event;        ///< Number of the event that the server has read the picture
    uint8_t shm_major;        ///< Major opcode of the shared-memory extension
    bool may_share;           ///< False once the server cannot share memory
    bool same;                ///< True if surface and data are the same memory
    bool taken;               ///< True until the server has read it: do not draw
    xcb_atom_t read;          ///< Property whose change reports that, without shared memory
} JwXImage;

/// Finds the pixel format of a visual; returns false if it does not have mixable colours. [main]
bool jw_xpixels_find(JwXPixels *pixels, const JwXDisplay *display, const xcb_screen_t *screen);

/// Initializes an image without a size, for a window with that pixel format. [main]
void jw_ximage_init(JwXImage *i, JwXDisplay *display, xcb_window_t window, const JwXPixels *pixels);

/// Frees it. [main]
void jw_ximage_clear(JwXImage *i);

/// Sets the size and clears the content; returns false if memory is short. [main]
bool jw_ximage_resize(JwXImage *i, int width, int height);

/// Sends the image to the window, which must select property changes. [main]
void jw_ximage_put(JwXImage *i);

/// Handles an event that reports that the server has read the image; returns false for other
/// events. [main]
bool jw_ximage_take(JwXImage *i, const xcb_generic_event_t *event);

/// Handles an error; returns true if the server refused the memory: the picture is lost and must be
/// redrawn. [main]
bool jw_ximage_fail(JwXImage *i, const xcb_generic_error_t *error);

#endif // JW_X11_XIMAGE_H
