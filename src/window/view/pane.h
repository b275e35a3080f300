// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pane: the window system's window under a view, with its input events and a picture to draw on.
// X11 (x11/xwindow.c) or Windows (win32/wpane.c).
//
// Without a thread of its own: the owner polls it often, from one thread.

#ifndef JW_WINDOW_PANE_H
#define JW_WINDOW_PANE_H

#include "window/draw/gesture.h"

#include <cairo.h>
#include <stdint.h>

typedef struct {
    const char *title;
    uintptr_t parent;  ///< Parent, which has the keyboard; 0: none
    int width, height; ///< Pixels
} JwPaneSetup;

/// What a view reads of it; the window system's part follows.
typedef struct {
    int width, height;               ///< Size given by the window system [pixels]
    int drawn_width, drawn_height;   ///< Size of the drawn part, from the upper left corner
                                     ///< [pixels]
    int parent_width, parent_height; ///< Size of a child's parent [pixels]
    int screen_width, screen_height; ///< Size of the screen [pixels]
    double rescaled;                 ///< Factor by which the display's scale has changed; 0: it
                                     ///< has not
    bool exposed;                    ///< True if parts must be sent again
    bool hidden;                     ///< True while it is invisible
    bool dropped;                    ///< True if the picture was lost and must be redrawn
    bool closed;                     ///< True once it was closed, by the user or with its parent
} JwPane;

typedef enum {
    JW_PANE_NONE,   ///< No event waits
    JW_PANE_INPUT,  ///< An input
    JW_PANE_CHANGE, ///< A change of its or its parent's size, or its end
} JwPaneEvent;

/// Connects to the display; returns NULL without a display, or if memory is short. [main]
JwPane *jw_pane_open(void);

/// Finds the window's future screen and its size; returns an error, or NULL. [main]
const char *jw_pane_look(JwPane *pane, uintptr_t parent);

/// Creates and shows the window, after jw_pane_look(); returns an error, or NULL. [main]
const char *jw_pane_make(JwPane *pane, const JwPaneSetup *setup);

/// Closes window and display, as far as they were opened, and frees it. [main]
void jw_pane_close(JwPane *pane);

/// Begin and end a visit of the display: all functions from here on, but jw_pane_is_lost() and
/// jw_pane_fd(), are called during one, and jw_pane_make() and jw_pane_close() make one. [main]
void jw_pane_enter(JwPane *pane);
void jw_pane_leave(JwPane *pane);

/// True if the display was lost. [any]
bool jw_pane_is_lost(const JwPane *pane);

/// Descriptor that becomes readable when an event comes; -1: none. [main]
int jw_pane_fd(const JwPane *pane);

/// The window system's number of the window. [main]
uintptr_t jw_pane_window(const JwPane *pane);

/// Device pixels per logical pixel that the display recommends. [main]
double jw_pane_scale(JwPane *pane);

/// Scales of which the host's toolkit may use one, [pixels] for each of its units: at most `most`,
/// each above 1. Returns their number. [main]
int jw_pane_toolkit_scales(JwPane *pane, double *scales, int most);

/// Handles the next event; positions of the input are in pixels. [main]
JwPaneEvent jw_pane_next(JwPane *pane, JwWindowInput *input);

/// Takes the keyboard from a child's host, or gives it back. [main]
void jw_pane_take_keys(JwPane *pane, bool takes);

/// Requests a size. [main]
void jw_pane_resize(JwPane *pane, int width, int height);

/// Size of the part that the windows around it leave visible [pixels]; returns false if it is not
/// on the screen. [main]
bool jw_pane_visible_size(JwPane *pane, int *width, int *height);

/// Sends what waits to be sent. [main]
void jw_pane_flush(JwPane *pane);

/********* The picture *********/

/// True until the display has read the picture: do not draw. [main]
bool jw_pane_is_busy(const JwPane *pane);

/// Surface of the drawn part's size; is_new: its contents were cleared. NULL if memory is short.
/// [main]
cairo_surface_t *jw_pane_begin(JwPane *pane, bool *is_new);

/// Shows the picture, also one that was shown before. [main]
void jw_pane_put(JwPane *pane);

#endif // JW_WINDOW_PANE_H
