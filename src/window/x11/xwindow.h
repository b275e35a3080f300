// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A window on an X server: its input events, and a picture to draw on.
//
// Without a thread of its own: the owner polls it often, from one thread.

#ifndef JW_X11_XWINDOW_H
#define JW_X11_XWINDOW_H

#include "window/draw/gesture.h"
#include "window/x11/ximage.h"
#include "window/x11/xkeys.h"

typedef struct {
    const char *title;
    unsigned long parent; ///< Parent, which has the keyboard; 0: none
    int width, height;    ///< Pixels
} JwXWindowSetup;

typedef struct {
    JwXDisplay display;
    const xcb_screen_t *screen;
    xcb_window_t window; ///< 0: not created
    xcb_atom_t protocols, remove;
    bool child;
    xcb_window_t parent;
    uint32_t events; ///< Selected events
    bool keys;       ///< True while a child has the keyboard
    JwXImage image;
    JwXKeys keyboard;
    xcb_generic_event_t *ahead;      ///< Event that was looked at before its turn; NULL: none
    int width, height;               ///< Size given by the server [pixels]
    int drawn_width, drawn_height;   ///< Size of the drawn part, from the upper left corner
                                     ///< [pixels]
    int parent_width, parent_height; ///< Size of a child's parent [pixels]
    int screen_width, screen_height; ///< Size of the screen [pixels]
    bool exposed;                    ///< True if parts must be sent again
    bool hidden;                     ///< True while it is invisible
    bool dropped;                    ///< True if the picture was lost and must be redrawn
    bool closed;                     ///< True once it was closed, by the user or with its parent
} JwXWindow;

typedef enum {
    JW_X_NONE,   ///< No event waits
    JW_X_INPUT,  ///< An input
    JW_X_CHANGE, ///< A change of its or its parent's size, or its end
} JwXEvent;

/// Opens the display, before jw_xwindow_make(); returns false if there is none. [main]
bool jw_xwindow_open(JwXWindow *w);

/// Finds the window's future screen and its size; returns an error, or NULL. [main]
const char *jw_xwindow_look(JwXWindow *w, unsigned long parent);

/// Creates and shows the window, after jw_xwindow_look(); returns an error, or NULL. [main]
const char *jw_xwindow_make(JwXWindow *w, const JwXWindowSetup *setup);

/// Handles the next event; positions of the input are in pixels. [main]
JwXEvent jw_xwindow_next(JwXWindow *w, JwWindowInput *input);

/// Takes the keyboard from a child's host, or gives it back. [main]
void jw_xwindow_take_keys(JwXWindow *w, bool takes);

/// Requests a size. [main]
void jw_xwindow_resize(JwXWindow *w, int width, int height);

/// Closes window and display, as far as they were opened. [main]
void jw_xwindow_close(JwXWindow *w);

#endif // JW_X11_XWINDOW_H
